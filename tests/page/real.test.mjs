// A real board behind the page, as far as there can be one here: the image on the emulated chip, over a serial port.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { POINTS } from '../chip/wiring.mjs';
import { DESKTOP, launch } from './browser.mjs';
import { Player } from './player.mjs';
import { Plugged } from './plugged.mjs';
import { Program } from './program.mjs';

const skip = process.env.BRAIN === 'in process' && 'a real board has the firmware image';

let browser;
let board;
let program;
let player;

before(async () => {
  if (skip) return;
  [browser, board] = await Promise.all([launch(), Plugged.start()]);
  program = await Program.show(board.port);
  const context = await browser.newContext(DESKTOP);
  player = await Player.open(context, program.url, { isNew: true });
});
after(async () => {
  if (skip) return;
  await browser.close();
  await program.stop();
  await board.stop();
});

const says = (text) => player.until((words) => document.querySelector('#log').textContent.includes(words), text);

test('the page shows which reeds of a real board close, one row of them first', { skip }, async () => {
  assert.equal(await player.page.textContent('#about'), `Behind this page: a real board, pico, on ${board.port}.`);
  await player.hears('Put');
  for (const point of ['a1', 'b1', 'i1']) {
    board.put(point);
    await player.finds(point, 'white stone');
    await says(`* closed ${point}`);
  }
  await player.finds('a1', 'empty');
  await says('* opened b1');
  // A reed on which no stone of the game belongs is seen, too.
  board.put('e3');
  await player.finds('e3', 'stone');
  board.put('a1', 'e5');
  await player.finds('e5', 'black stone');
});

test('the lights on the page are those of the strip', { skip }, async () => {
  board.put('a1', 'b1');
  await player.finds('b1', 'white stone');
  await player.page.exposeFunction('strip', () => board.frame);
  await player.page.evaluate(() => {
    window.feed = new WebSocket(`${location.origin.replace('http', 'ws')}/feed?hand=lights`);
    window.feed.onmessage = ({ data }) => {
      window.lit = data.trimEnd().split('\n').findLast((line) => line.startsWith('frame '))?.slice(6) ?? window.lit;
    };
  });
  await player.until(async () => window.lit === (await window.strip()));
  await player.page.evaluate(() => window.feed.close());
  assert.match(board.frame, /[1-9a-f]/);
});

test('a game on a real board is followed', { skip }, async () => {
  board.put(...POINTS.filter((point) => point !== 'e3'));
  await player.hears('White to move');
  board.lift('d3');
  await player.hears('White holds the stone of d3: set it down on e3.');
  board.place('e3');
  await player.sees('f3', 'approach');
  await player.finds('e3', 'white stone');
  board.lift('f3');
  await player.reads('d3e3A');
  await player.hears('Black to move');
});

test('nobody moves the stones of a real board on the page', { skip }, async () => {
  await player.click('a1');
  await player.until(() => document.querySelector('#refusal').textContent.includes('This page shows a real board'));
  await player.finds('a1', 'white stone');
  assert.match(await program.say('version'), /^= fanorona-board \S+ .*board=pico/);
  await assert.rejects(program.say('lift a1'), /\?/);
  for (const gone of ['#automatic', '#setup', '#button', '#open-tour']) assert.equal(await player.page.isVisible(gone), false);
});

test('a cable that is pulled and plugged in again is waited for', { skip }, async () => {
  await board.unplug();
  await player.hears('The board is away');
  await player.finds('a1', 'empty');
  await board.plug();
  await player.hears('Black to move');
  await player.finds('e3', 'white stone');
  await player.finds('f3', 'empty');
  // A browser complains of the one refusal above.
  assert.deepEqual(player.complaints.filter((it) => !it.includes('409 (Conflict)')), []);
});
