// Figures of the virtual board, as a table; what is worse than its limit fails.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { record } from '../figures/record.mjs';
import { DESKTOP, launch } from './browser.mjs';
import { Player } from './player.mjs';
import { Program } from './program.mjs';

const LIFTS = 100;
const BRAIN = process.env.BRAIN ?? 'in process';
// Limits that a busy machine keeps too; a quiet one is far below.
const isInProcess = BRAIN === 'in process';
const root = resolve(import.meta.dirname, '../..');
const key = isInProcess ? 'page' : 'page-on-chip';
const rows = [];

/** Notes and records a figure; one without a limit is only told. */
function figure(key, what, value, unit, limit = Infinity) {
  record(key, value);
  rows.push({ what, figure: `${value} ${unit}`, limit: limit === Infinity ? '' : `${limit} ${unit}` });
  if (value > limit) process.exitCode = 1;
}

/** The percentile `of` some values. */
const percentile = (values, of) => values.toSorted((a, b) => a - b)[Math.ceil((values.length * of) / 100) - 1];

/** Milliseconds from a press on a stone to the frame that answers it. */
async function lightTimes(player) {
  await player.page.evaluate(() => {
    window.times = [];
    let pressed = null;
    document.addEventListener('pointerdown', ({ timeStamp }) => {
      pressed = timeStamp;
    }, true);
    const note = () => {
      if (pressed !== null) window.times.push(performance.now() - pressed);
      pressed = null;
    };
    const options = { subtree: true, attributes: true, attributeFilter: ['style'] };
    new MutationObserver(note).observe(document.querySelector('#points'), options);
  });
  for (let i = 0; i < LIFTS; i++) {
    // Before a turn no light moves by itself, so the next change is the answer.
    await player.click('d3');
    await player.hears('White holds');
    await player.keys('Escape');
    await player.hears('White to move');
    await player.rests(50);
  }
  return player.page.evaluate(() => window.times);
}

/** How long the hand of a newcomer takes from what it sees to its click, in milliseconds; reading comes on top. */
const HAND = 1200;

/** From a cold page to the first right turn, by the tour's shortest way: clicks, seconds, bytes, and when something is first seen. */
async function firstTurn(browser, board) {
  await board.begin('on');
  const context = await browser.newContext(DESKTOP);
  const sizes = [];
  context.on('response', (response) => sizes.push(response.body().then(({ length }) => length, () => 0)));
  const before = performance.now();
  const player = await Player.open(context, board.url, { isNew: true });
  let clicks = 0;
  const click = async (does) => {
    clicks += 1;
    await player.rests(HAND);
    await does();
  };
  await player.until(() => !document.querySelector('#tour').hidden);
  await click(() => player.press('Take the tour'));
  await player.sees('e2', 'movable');
  await click(() => player.click('e2'));
  await player.sees('e3', 'target');
  await click(() => player.click('e3'));
  await player.until(() => document.querySelector('#tour.done'));
  const seconds = (performance.now() - before) / 1000;
  const paint = await player.page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0].startTime);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  await context.close();
  return { clicks, seconds, paint, bytes };
}

const started = performance.now();
const board = await Program.start(BRAIN);
figure(`${key}.start`, 'warm start of the program, to its address', Math.round(performance.now() - started), 'ms', isInProcess ? 1000 : Infinity);
const browser = await launch();
try {
  const player = await Player.open(await browser.newContext(DESKTOP), board.url);
  await board.say('setup');
  await player.hears('White to move');
  const times = await lightTimes(player);
  figure(`${key}.press.median`, `from press to light in the page, ${BRAIN}, median of ${times.length}`, percentile(times, 50).toFixed(1), 'ms', isInProcess ? 100 : Infinity);
  figure(`${key}.press.95`, 'the same, p95', percentile(times, 95).toFixed(1), 'ms', isInProcess ? 250 : Infinity);
  if (isInProcess) {
    await player.page.context().close();
    const { clicks, seconds, paint, bytes } = await firstTurn(browser, board);
    figure('page.turn.clicks', 'from a cold page to the first right turn, by the tour', clicks, 'clicks', 5);
    figure('page.turn.seconds', `the same, by a hand that takes ${HAND} ms for a click`, seconds.toFixed(1), 's', 60);
    figure('page.bytes', 'all that a page loads', bytes, 'bytes', 200_000);
    figure('page.paint', 'from a cold page to its first paint', Math.round(paint), 'ms', 2000);
  }
} finally {
  await browser.close();
  await board.stop();
}
const tree = spawnSync('cargo', ['tree', '--locked', '--prefix', 'none', '--edges', 'normal'], { cwd: root, encoding: 'utf8' });
const crates = new Set(tree.stdout.split('\n').filter((line) => line && !line.startsWith('fanorona-board')).map((line) => line.replace(' (*)', '')));
figure('crates', 'crates that the host program needs', crates.size, 'crates', 30);
console.table(rows);
