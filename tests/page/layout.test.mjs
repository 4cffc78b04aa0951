// What is in view at which size, and what is beside the board.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP, PHONE } from './browser.mjs';
import { board, opens, sit } from './seat.mjs';

opens();

for (const [name, viewport] of Object.entries({
  'a small desktop': { width: 1280, height: 720 },
  'a phone on its side': { width: 740, height: 360 },
  'a page at 200 %': { width: 640, height: 400 },
  'a phone': { width: 360, height: 740 },
})) {
  test(`board, sentence and both trays are in view on ${name}`, async () => {
    const player = await sit({ viewport });
    for (const selector of ['#sentence', '#tray-black', '#board', '#tray-white']) {
      const { x, y, width, height } = await player.page.locator(selector).boundingBox();
      const isIn = x >= 0 && y >= 0 && x + width <= viewport.width && y + height <= viewport.height;
      assert.ok(isIn, `${selector}: ${[x, y, width, height]}`);
    }
    assert.ok(await player.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
}

test('on a large screen the board grows', async () => {
  const player = await sit({ viewport: { width: 2560, height: 1440 } });
  const { width } = await player.page.locator('#board').boundingBox();
  assert.ok(width > 1700, `${width}`);
});

test('what a finger touches is large enough', async () => {
  const player = await sit(PHONE);
  const small = await player.page.$$eval('aside button, nav button, aside select, .chips label', (all) =>
    all.filter((it) => it.offsetParent && it.getBoundingClientRect().height < 44).map((it) => it.outerHTML));
  assert.deepEqual(small, []);
});

test('whose turn it is stands beside the tray and in the title, and the stones are counted', async () => {
  const player = await sit();
  await player.starts('tsivy', 'both');
  await player.until(() => document.querySelector('#tray-white.turn') && document.title === 'White to move · Fanorona');
  await player.move('e2', 'e3');
  await player.until(() => document.querySelector('#tray-black.turn') && document.title === 'Black to move · Fanorona');
  await player.until(() => document.querySelector('#tray-black').dataset.left === '20');
  assert.equal(await player.page.locator('#tray-white.turn').count(), 0);
});

test('the last turn is marked, also on a small board, and turns stand in numbered pairs', async () => {
  const player = await sit();
  const marked = (points) => player.until((names) => [...document.querySelectorAll('.point.last')].map((it) => it.dataset.point).sort().join() === names, points);
  await player.starts('telo', 'both');
  await player.hears('White to move');
  await player.move('f3', 'e3');
  await player.reads('c2b2A');
  await marked('e3,f3');
  await player.move('d4', 'd3');
  await player.until(() => document.querySelectorAll('#turns li').length === 2);
  await marked('d3,d4');
  const numbers = await player.page.$$eval('#turns li', (all) => all.map((it) => it.dataset.number ?? ''));
  assert.deepEqual(numbers, ['1', '']);
  const tops = await player.page.$$eval('#turns li', (all) => all.map((it) => it.getBoundingClientRect().top));
  assert.equal(tops[0], tops[1]);
});

test('Escape puts a stone back wherever the focus is, and a swipe off the board does too', async () => {
  const player = await sit();
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
  await player.click('d3');
  await player.finds('d3', 'empty');
  await player.page.locator('#open-rules').focus();
  await player.keys('Escape');
  await player.finds('d3', 'white stone');
  await board.answers('cues', '= to-move white turn=a1');
  const { mouse } = player.page;
  await mouse.move(...(await player.place('d3')));
  await mouse.down();
  await mouse.move(5, 5, { steps: 5 });
  await player.finds('d3', 'empty');
  await mouse.up();
  await player.finds('d3', 'white stone');
  await player.counts('white', 0);
});

test('the record and the position are copied', async () => {
  const player = await sit({ ...DESKTOP, permissions: ['clipboard-read', 'clipboard-write'] });
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
  await player.move('e2', 'e3');
  await player.reads('e2e3A');
  const copied = (text) => player.until((expected) => navigator.clipboard.readText().then((it) => it.includes(expected)), text);
  await player.press('Copy');
  await copied('1 e2e3A');
  await player.press('Copy position');
  await copied('bbbb1bbbb/bbbb1bbbb/bwbwwbwbw/wwww1wwww/wwwwwwwww b');
});

test('where colours are forced, stones keep theirs and what is lit is ringed', async () => {
  const player = await sit({ ...DESKTOP, forcedColors: 'active' });
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
  const look = (selector, pseudo) => player.page.$eval(selector, (it, name) => getComputedStyle(it, name).borderTopStyle, pseudo);
  const stone = await player.page.$eval('[data-point=a1] .stone', (it) => getComputedStyle(it).backgroundImage);
  assert.ok(stone.includes('radial-gradient'));
  assert.equal(await look('[data-point=a1]', '::after'), 'solid');
});
