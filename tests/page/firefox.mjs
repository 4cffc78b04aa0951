// A whole game in Firefox, by WebDriver BiDi. Its name is none that `node --test` finds by itself: not everybody has Firefox.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import WebSocket from 'ws';
import { PATIENCE, Program } from './program.mjs';

const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
/** The browser: `FIREFOX` in the environment, or where it usually is. */
const path = (process.env.FIREFOX ? [process.env.FIREFOX] : PLACES).find((place) => existsSync(place));

/** Firefox, and one page in it. */
class Firefox {
  #asked = new Map();
  #number = 0;

  static async start(url) {
    const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
    const words = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile, 'about:blank'];
    const child = spawn(path, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    const firefox = new Firefox();
    Object.assign(firefox, { child, profile });
    for await (const line of createInterface({ input: child.stderr })) {
      const [address] = /ws:\/\/\S+/.exec(line) ?? [];
      if (!address) continue;
      await firefox.#connect(`${address}/session`);
      break;
    }
    child.stderr.resume();
    await firefox.#ask('session.new', { capabilities: {} });
    const { contexts } = await firefox.#ask('browsingContext.getTree', {});
    firefox.context = contexts[0].context;
    await firefox.#ask('browsingContext.setViewport', { context: firefox.context, viewport: { width: 1280, height: 800 } });
    await firefox.#ask('browsingContext.navigate', { context: firefox.context, url, wait: 'complete' });
    return firefox;
  }

  async #connect(address) {
    this.socket = new WebSocket(address);
    await once(this.socket, 'open');
    this.socket.on('message', (data) => {
      const { id, result, message } = JSON.parse(data);
      const { resolve, reject } = this.#asked.get(id) ?? {};
      if (result) resolve?.(result);
      else reject?.(new Error(message));
    });
  }

  #ask(method, params) {
    this.#number += 1;
    this.socket.send(JSON.stringify({ id: this.#number, method, params }));
    return new Promise((resolve, reject) => this.#asked.set(this.#number, { resolve, reject }));
  }

  /** What an expression is on the page: text, a number, or whether something holds. */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.#ask('script.evaluate', {
      expression,
      target: { context: this.context },
      awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return result.value;
  }

  /** Waits until something holds on the page. */
  async until(expression) {
    for (const end = Date.now() + PATIENCE; !(await this.evaluate(`Boolean(${expression})`)); await pause(20)) {
      const said = () => this.evaluate("document.querySelector('#sentence').textContent");
      if (Date.now() > end) assert.fail(`${expression}; the page says "${await said()}"`);
    }
  }

  hears(words) {
    return this.until(`document.querySelector('#sentence').textContent.includes(${JSON.stringify(words)})`);
  }

  /** Presses the mouse on an element, and lets go. */
  async click(selector) {
    const element = `document.querySelector(${JSON.stringify(selector)})`;
    await this.evaluate(`${element}.scrollIntoView({ block: 'nearest' })`);
    const middle = (from, size) => `(() => { const box = ${element}.getBoundingClientRect(); return Math.round(box.${from} + box.${size} / 2); })()`;
    const [x, y] = [await this.evaluate(middle('left', 'width')), await this.evaluate(middle('top', 'height'))];
    const press = [{ type: 'pointerMove', x, y }, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await this.#ask('input.performActions', { context: this.context, actions: [{ type: 'pointer', id: 'mouse', actions: press }] });
  }

  async move(from, to) {
    for (const [point, state] of [[from, 'empty'], [to, 'stone']]) {
      await this.click(`[data-point=${point}]`);
      await this.until(`document.querySelector('[data-point=${point}]').ariaLabel.split(', ')[1].endsWith('${state}')`);
    }
  }

  async stop() {
    const ended = once(this.child, 'exit');
    this.socket.terminate();
    this.child.kill();
    await ended;
    rmSync(this.profile, { recursive: true, force: true });
  }
}

if (process.argv[2] === 'where') {
  console.log(path ?? 'no Firefox was found');
  process.exit(path ? 0 : 1);
}

test('a whole game is played in Firefox', { skip: path ? false : 'Firefox is missing; install it, or say with FIREFOX where it is' }, async () => {
  const board = await Program.start(process.env.BRAIN);
  const firefox = await Firefox.start(board.url);
  try {
    await firefox.hears('Put the stones up');
    await firefox.click('#tour-leave');
    await firefox.click('label:has([name=sides][value=both])');
    await firefox.click('label:has([name=board][value=telo])');
    await firefox.click('#begin');
    await firefox.hears('White to move');
    await firefox.move('f3', 'e3');
    await firefox.until("document.querySelector('#turns').textContent === 'c2b2A'");
    await firefox.hears('Black to move');
    await firefox.move('d4', 'd3');
    await firefox.until("document.querySelectorAll('#turns li').length === 2");
    await firefox.hears('White to move');
    await firefox.until("[...document.querySelectorAll('.light')].some((it) => Number(it.style.getPropertyValue('--level')) > 0)");
    await firefox.click('[data-say=resign]');
    await firefox.until("document.querySelector('#ask').open");
    await firefox.click('#sure');
    await firefox.hears('Black has won: White has resigned.');
  } finally {
    await firefox.stop();
    await board.stop();
  }
});
