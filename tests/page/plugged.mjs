// A board that is plugged in: the firmware image on the emulated chip, whose USB line ends in a pseudo terminal.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { POINTS } from '../chip/wiring.mjs';

const BRIDGE = resolve(import.meta.dirname, '../chip/bridge.mjs');
/** Interval at which the emulated chip is told the time, in milliseconds. */
const STEP = 3;
/** A program on a terminal of its own says which one that is, and stays; whoever has its other end is this file. */
const TERMINAL = 'stty raw -echo; readlink /proc/self/fd/0; exec sleep infinity';

/** The emulated board and its cable. */
export class Plugged {
  #folder = mkdtempSync(join(tmpdir(), 'fanorona-port-'));
  #began = Date.now();
  #stones = new Set();
  #cable = null;
  /** The lights as the strip shows them: six hexadecimal digits for each point. */
  frame = '';

  /** Starts a board without stones, and plugs it in. */
  static async start() {
    const board = new Plugged();
    await board.#wake();
    await board.plug();
    return board;
  }

  /** The path of its port, which stays the same. */
  get port() {
    return join(this.#folder, 'port');
  }

  async #wake() {
    this.chip = spawn('node', [BRIDGE], { stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, REEDS: '', FLASH: '' } });
    const lines = createInterface({ input: this.chip.stdout });
    await once(lines, 'line');
    lines.on('line', (line) => {
      const [, word, rest] = /^(\w+) ?(.*)$/s.exec(line);
      if (word === 'frame') this.frame = rest;
      if (word === 'text') this.#cable?.stdin.write(`${rest}\r\n`);
    });
    this.clock = setInterval(() => this.#tell(''), STEP);
  }

  #tell(what) {
    this.chip.stdin.write(`${Date.now() - this.#began} ${what}\n`);
  }

  /** Plugs the cable in. */
  async plug() {
    const cable = spawn('script', ['-qfec', TERMINAL, '/dev/null'], { stdio: ['pipe', 'pipe', 'ignore'] });
    const lines = createInterface({ input: cable.stdout });
    const [terminal] = await once(lines, 'line');
    rmSync(this.port, { force: true });
    symlinkSync(terminal.trim(), this.port);
    lines.on('line', (line) => line && this.#tell(`say ${line}`));
    this.#cable = cable;
  }

  /** Pulls it. */
  async unplug() {
    const cable = this.#cable;
    this.#cable = null;
    const gone = once(cable, 'exit');
    cable.kill('SIGTERM');
    await gone;
  }

  /** Stones stand on these points and on no others. */
  put(...points) {
    this.#stones = new Set(points);
    const bits = POINTS.reduce((all, point, i) => (this.#stones.has(point) ? all | (1n << BigInt(i)) : all), 0n);
    this.#tell(`reeds ${bits.toString(16)}`);
  }

  /** Puts a stone down, or takes it off. */
  place(point) {
    this.put(...this.#stones, point);
  }

  lift(point) {
    this.put(...[...this.#stones].filter((it) => it !== point));
  }

  /** Ends it. */
  async stop() {
    clearInterval(this.clock);
    if (this.#cable) await this.unplug();
    const gone = once(this.chip, 'exit');
    this.chip.kill();
    await gone;
    rmSync(this.#folder, { recursive: true });
  }
}
