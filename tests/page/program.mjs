// The virtual board, started as a player would.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '../..');

/** The host program: `PROGRAM` in the environment, or what `cargo build` built. */
export const program = process.env.PROGRAM ?? join(resolve(root, process.env.CARGO_TARGET_DIR ?? 'target'), 'debug/fanorona-board');

/** What can be behind the page, by the words it is started with. */
export const BRAINS = { 'in process': [], 'on the emulated chip': ['--chip'] };

/** How long the board may take to answer, in milliseconds, on a machine that is busy with other work. */
export const PATIENCE = 60_000;

/** A running virtual board. */
export class Program {
  /** Starts one on a free port, with a game of its own, and waits until it is served. */
  static start(brain = 'in process') {
    // No test touches what a user keeps.
    return Program.#start(brain, 0, mkdtempSync(join(tmpdir(), 'fanorona-')));
  }

  /** Starts one that shows the real board on a serial port. */
  static show(port) {
    return Program.#launch(['--serial', port, '--port', '0'], { folder: mkdtempSync(join(tmpdir(), 'fanorona-')) });
  }

  static #start(brain, port, folder) {
    if (!BRAINS[brain]) throw new Error(`BRAIN takes ${Object.keys(BRAINS).join(' or ')}`);
    return Program.#launch([...BRAINS[brain], '--port', `${port}`, '--flash', join(folder, 'flash')], { brain, folder });
  }

  static async #launch(words, home) {
    const child = spawn(program, words, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the program has ended with ${code}`);
    });
    const [line] = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
    ended.catch(() => {});
    return new Program(child, /http:\S+/.exec(line)[0], home);
  }

  constructor(child, url, home) {
    this.child = child;
    this.home = home;
    /** Where the page is. */
    this.url = url;
  }

  /** Says a line to the console, as the page would; its answer. */
  async say(line) {
    const headers = { Origin: new URL(this.url).origin };
    const response = await fetch(new URL('console', this.url), { method: 'POST', body: line, headers });
    const text = (await response.text()).trimEnd();
    if (!response.ok || /^\?/m.test(text)) throw new Error(`${line}: ${text}`);
    return text;
  }

  /** Says a line until it is answered like this, for a test that waits for it. */
  async answers(line, expected) {
    for (const end = Date.now() + PATIENCE; ; ) {
      const answer = (await this.say(line)).split('\n').at(-1);
      if (answer === expected) return;
      if (Date.now() > end) throw new Error(`${line}: expected ${expected}, the board says ${answer}`);
      await pause(20);
    }
  }

  /** Has a hand act, as the page would. */
  async act(...acts) {
    const headers = { Origin: new URL(this.url).origin };
    const response = await fetch(new URL('hand?hand=test', this.url), { method: 'POST', body: acts.join('\n'), headers });
    if (!response.ok) throw new Error(`${acts}: ${await response.text()}`);
  }

  /** Forgets everything, and takes all stones off; they are moved by hand, or else `automatic` hands help. */
  async begin(automatic = 'off') {
    await this.act(`automatic ${automatic}`);
    await this.say('clear');
    for (let time = 0; time < 2; time++) await this.say('forget all');
  }

  /** Ends it, and what it has kept. */
  async stop() {
    await this.cut();
    rmSync(this.home.folder, { recursive: true });
  }

  /** Ends it as a power cut would. */
  async cut() {
    const ended = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await ended;
  }

  /** Starts it again where it was, after a cut. */
  again() {
    const { brain, folder } = this.home;
    return Program.#start(brain, new URL(this.url).port, folder);
  }
}
