// What the page is for everybody: keys, fingers, several pages, strangers, moving lights and none.
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { test } from 'node:test';
import { DESKTOP, PHONE } from './browser.mjs';
import { Player } from './player.mjs';
import { board, context, cut, opens, sit } from './seat.mjs';

opens({ automatic: 'off' });

test('a turn is played by keys alone', async () => {
  const player = await sit();
  await board.say('setup');
  await player.hears('White to move');
  await player.page.locator('#tray-black').focus();
  await player.keys('Tab');
  await player.keys('ArrowLeft', 'Enter');
  await player.hears('White holds the stone of d3: set it down on e3.');
  await player.keys('ArrowRight', 'Space');
  await player.sees('f3', 'approach');
  await player.keys('ArrowRight', 'Enter');
  await player.hears('Black to move');
  await player.reads('d3e3A');
  // A stone of either colour goes anywhere and comes off again; the lights answer.
  await player.keys('ArrowLeft', 'ArrowLeft', 'b');
  await player.hears('Take the stone on d3 off, which does not belong there.');
  await player.finds('d3', 'black stone');
  await player.keys('Delete');
  await player.hears('Black to move');
  assert.deepEqual(player.complaints, []);
});

test('settings are chosen with stones, and the card of the menu is there', async () => {
  const player = await sit();
  const setting = (id) => player.page.locator(`#${id}`).inputValue();
  await player.page.locator('#tray-black').focus();
  await player.keys('Tab', 'w');
  await player.hears('Put a second stone on a lit point to choose it');
  await player.sees('a5', 'chosen');
  await player.keys('ArrowUp', 'ArrowUp', 'w');
  await player.sees('e5', 'chosen');
  await player.until((value) => document.querySelector('#rules').value === value, 'lemurs');
  await player.keys('Delete', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'b');
  await player.sees('g4', 'chosen');
  await player.until((value) => document.querySelector('#assist').value === value, 'teach');
  await player.keys('Delete', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'Delete');
  await player.hears('Put the stones up');
  assert.equal(await setting('rules'), 'lemurs');
  await player.page.locator('#menu summary').click();
  await player.until(() => document.querySelector('#menu img').naturalWidth > 0);
  assert.deepEqual(player.complaints, []);
});

test('a self-test is begun and left by its button, and goes on when a stone was on the bright point', async () => {
  const player = await sit();
  await player.press('Self-test');
  await player.hears('Watch the lights: each is red, green and blue in turn.');
  await player.hears('Set a stone on a1;');
  await player.page.locator('[data-point=a1]').focus();
  await player.keys('w');
  await player.hears('Lift the stone on a1;');
  // A stone that is lifted sooner than hands can would be a touch in passing.
  await player.rests(300);
  await player.keys('Delete');
  await player.sees('a1');
  await player.sees('b1', 'next');
  await player.sees('c1', 'untried');
  await player.press('End test');
  await player.hears('Put the stones up');
  await player.until(() => document.querySelector('#selftest').textContent === 'Self-test');
  assert.deepEqual(player.complaints, []);
});

test('Escape puts the stone in hand back', async () => {
  const player = await sit();
  await board.say('setup');
  await player.hears('White to move');
  await player.click('d3');
  await player.hears('White holds');
  await player.finds('d3', 'empty');
  await player.keys('Escape');
  await player.hears('White to move');
  await player.finds('d3', 'white stone');
});

test('a stone is dragged, and dragged into the tray', async () => {
  const player = await sit();
  await board.say('setup');
  await player.hears('White to move');
  await player.drag('d3', 'e3');
  await player.hears('White chooses');
  await player.sees('f3', 'approach');
  const { mouse } = player.page;
  await mouse.move(...(await player.place('f3')));
  await mouse.down();
  const tray = await player.page.locator('#tray-black').boundingBox();
  await mouse.move(tray.x + 20, tray.y + 10, { steps: 5 });
  await mouse.up();
  await player.reads('d3e3A');
  await player.counts('black', 1);
  // And back out of it.
  await mouse.move(tray.x + 20, tray.y + 20);
  await mouse.down();
  await mouse.move(...(await player.place('f3')), { steps: 5 });
  await mouse.up();
  await player.hears('To take the last turn back');
  await player.finds('f3', 'black stone');
});

test('a slid stone is not lifted, and brushes the points it passes', async () => {
  const player = await sit();
  await board.say('new w8/9/9/9/8b w');
  await board.say('setup');
  await player.hears('White to move');
  await player.finds('a5', 'white stone');
  await player.page.check('#slide');
  const { mouse } = player.page;
  await mouse.move(...(await player.place('a5')));
  await mouse.down();
  await player.rests(600);
  // Held and not moved it is still where it was.
  await player.hears('White to move');
  await mouse.move(...(await player.place('b5')), { steps: 10 });
  await mouse.up();
  await player.hears('Black to move');
  await player.reads('a5b5');
  // The other way, in one slide over three points.
  await player.drag('i1', 'f1', 12);
  await player.hears('Something is wrong');
});

test('a stone slides by click and click, and is not lifted', async () => {
  const player = await sit();
  await board.say('new w8/9/9/9/8b w');
  await board.say('setup');
  await player.hears('White to move');
  await player.page.check('#slide');
  await player.click('a5');
  await player.until(() => document.querySelector('#held.sliding:not([hidden])'));
  // A stone that is only touched is still where it was.
  assert.equal(await board.say('sensors').then((text) => text.split('\n').at(-1)), '= 2 closed');
  await player.click('b5');
  await player.hears('Black to move');
  await player.reads('a5b5');
  await player.finds('b5', 'white stone');
  // Escape lets a stone go that was touched.
  await player.click('i1');
  await player.until(() => document.querySelector('#held.sliding:not([hidden])'));
  await player.keys('Escape');
  await player.finds('i1', 'black stone');
  await player.hears('Black to move');
});

test('a stone is dragged by a finger', async () => {
  const player = await sit(PHONE);
  await board.say('setup');
  await player.hears('White to move');
  const client = await context.newCDPSession(player.page);
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const [from, to] = [await player.place('d3'), await player.place('e3')];
  await touch('touchStart', [from]);
  await player.hears('White holds the stone of d3');
  for (let i = 1; i <= 6; i++) await touch('touchMove', [[from[0] + ((to[0] - from[0]) * i) / 6, from[1] - i]]);
  await touch('touchEnd', []);
  await player.hears('White chooses');
});

test('two pages show the same table', async () => {
  const first = await sit();
  const second = await Player.open(context, board.url);
  await first.press('Put all stones up');
  await first.hears('White to move');
  await second.hears('White to move');
  await first.click('d3');
  await second.hears('White holds the stone of d3');
  await second.finds('d3', 'empty');
  await second.until(() => document.querySelectorAll('.ghost').length === 1);
  await first.click('e3');
  await second.takes('f3', 'approach');
  for (const player of [first, second]) {
    await player.reads('d3e3A');
    await player.counts('black', 1);
    await player.hears('Black to move');
  }
  // The other one shows the same before long.
  const points = await first.page.$$eval('.point', (all) => all.map((it) => it.ariaLabel).join());
  await second.until((shown) => [...document.querySelectorAll('.point')].map((it) => it.ariaLabel).join() === shown, points);
});

test('a page that is loaded again keeps the game, and the stone that was in its hand is back', async () => {
  const player = await sit();
  await player.press('Put all stones up');
  await player.hears('White to move');
  await player.move('d3', 'e3');
  await player.takes('f3', 'approach');
  await player.reads('d3e3A');
  await player.hears('Black to move');
  await player.click('d4');
  await player.hears('Black holds');
  await player.page.reload();
  await player.hears('Black to move');
  await player.reads('d3e3A');
  await player.until(() => document.querySelector('#held').hidden);
  await player.finds('d4', 'black stone');
});

test('the stone in the hand of a page that is closed returns at once', async () => {
  const player = await sit();
  const other = await Player.open(context, board.url);
  await player.press('Put all stones up');
  await other.hears('White to move');
  await player.click('d3');
  await other.finds('d3', 'empty');
  // When that was, by the other page's clock.
  await other.page.evaluate(() => {
    const button = document.querySelector('[data-point=d3]');
    new MutationObserver(() => (window.back ??= performance.now())).observe(button, { childList: true });
  });
  const closed = await other.page.evaluate(() => performance.now());
  await player.page.close();
  await other.finds('d3', 'white stone');
  await other.hears('White to move');
  const took = (await other.page.evaluate(() => window.back)) - closed;
  // Ten seconds are what a hand has whose page the board has never seen.
  assert.ok(took < 9000, `${took} ms`);
});

test('a swipe over the board throws no stone off', async () => {
  const player = await sit(PHONE);
  await board.say('setup');
  await player.hears('White to move');
  const client = await context.newCDPSession(player.page);
  const touch = (type, points) => client.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const from = await player.place('d3');
  const { x, y, height } = await player.page.locator('#tray-black').boundingBox();
  // Into the tray, beside the board, and one that the browser takes for itself.
  for (const to of [[x + 20, y + height / 2], [from[0], y - 40], null]) {
    await touch('touchStart', [from]);
    await player.finds('d3', 'empty');
    if (to) {
      for (let i = 1; i <= 4; i++) await touch('touchMove', [from.map((it, axis) => it + ((to[axis] - it) * i) / 4)]);
      await touch('touchEnd', []);
    } else {
      await touch('touchCancel', []);
    }
    await player.finds('d3', 'white stone');
    await player.counts('white', 0);
    await player.hears('White to move');
  }
});

test('eight pages in one window all work, and none waits for another', async () => {
  const pages = [await sit()];
  while (pages.length < 8) pages.push(await Player.open(context, board.url));
  await pages[7].press('Put all stones up');
  for (const player of pages) await player.hears('White to move');
  for (const [i, [from, to]] of [['d3', 'e3'], ['e3', 'd3']].entries()) {
    await pages[7 - i].move(from, to);
    for (const player of pages) await player.finds(to, 'white stone');
  }
  // Each of them can act, and asks the board something.
  for (const player of pages) {
    await player.click('d3');
    await player.hears('White holds');
    await player.keys('Escape');
    await player.hears('White to move');
  }
});

test('a page that is hidden lets go, and is told everything when it is seen again', async () => {
  const player = await sit();
  const other = await Player.open(context, board.url);
  const turn = (isHidden) => player.page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
  await turn(true);
  await other.press('Put all stones up');
  await other.hears('White to move');
  assert.ok((await player.sentence()).startsWith('Put the stones up'));
  await turn(false);
  await player.hears('White to move');
  // One that holds a stone stays.
  await player.click('d3');
  await other.finds('d3', 'empty');
  await turn(true);
  await board.say('wait 100');
  await other.finds('d3', 'empty');
  await player.hears('White holds');
});

test('when the board has gone nothing pretends that it is there, and all comes back by itself', async () => {
  const player = await sit();
  await player.press('Put all stones up');
  await player.hears('White to move');
  await player.seesLight('a1');
  await cut(async () => {
    await player.hears('The board has gone; this page waits for it.');
    await player.until(() => document.title.startsWith('The board has gone'));
    const pretends = await player.page.evaluate(() => ({
      lights: [...document.querySelectorAll('.light')].filter((it) => Number(it.style.getPropertyValue('--level')) > 0).length,
      turns: document.querySelectorAll('.tray.turn').length,
      usable: [...document.querySelectorAll('button, input, select')].filter((it) => it.offsetParent && !it.closest('[inert]')).map((it) => it.outerHTML),
      phase: document.querySelector('#sentence').dataset.phase,
    }));
    assert.deepEqual(pretends, { lights: 0, turns: 0, usable: [], phase: '' });
    // A press does nothing, now and later.
    await player.click('d3');
  });
  await player.hears('White to move');
  await player.seesLight('a1');
  await player.until(() => !document.querySelector('[inert]') && document.querySelector('#tray-white.turn'));
  await player.finds('d3', 'white stone');
  await player.move('d3', 'e3');
  await player.hears('White chooses');
});

test('a page waits for a board that has gone, and plays on in mid-chain with the stone in its hand', async () => {
  const player = await sit();
  await board.say('new 8b/9/9/w1b6/1b6w w');
  await board.say('setup');
  await player.hears('White to move');
  await player.move('a2', 'b2');
  await player.takes('c2', 'victim');
  await player.hears('White may go on with the stone on b2');
  // A stone that goes on at once may only have passed there.
  await player.rests(300);
  await player.click('b2');
  await player.hears('White holds the stone of b2');
  const sentence = await player.sentence();
  await cut(() => player.hears('The board has gone'));
  await player.hears(sentence);
  await player.finds('b2', 'empty');
  await player.until(() => !document.querySelector('#held').hidden);
  await player.counts('black', 20);
  await player.click('b3');
  await player.takes('b1', 'victim');
  await player.hears('Black to move');
  await player.reads('a2b2Ab3W');
});

test('after a restart the stones stand as they stood, and the turns are known', async () => {
  const player = await sit();
  await player.press('Put all stones up');
  await player.hears('White to move');
  await player.move('d3', 'e3');
  await player.takes('f3', 'approach');
  await player.reads('d3e3A');
  await cut();
  await player.hears('Black to move');
  await player.reads('d3e3A');
  await player.finds('e3', 'white stone');
  await player.finds('f3', 'empty');
  await player.counts('black', 1);
});

test('a page of another origin can neither move a stone nor read a word', async () => {
  const player = await sit();
  await player.press('Put all stones up');
  await player.hears('White to move');
  const stranger = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end('<p>stranger</p>'));
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  const page = await context.newPage();
  for (const host of ['127.0.0.1', 'localhost']) {
    await page.goto(`http://${host}:${stranger.address().port}/`);
    const tried = await page.evaluate(async (url) => {
      const outcome = (promise) => promise.then((it) => it.type, () => 'failed');
      const post = (path, body, options) => outcome(fetch(url + path, { method: 'POST', body, ...options }));
      const feed = new WebSocket(`${url.replace('http', 'ws')}feed?hand=stranger`);
      const heard = new Promise((resolve) => {
        feed.onopen = () => resolve('open');
        feed.onerror = () => resolve('failed');
      });
      const frame = document.createElement('iframe');
      frame.src = url;
      document.body.append(frame);
      const elsewhere = document.createElement('iframe');
      elsewhere.name = 'elsewhere';
      document.body.append(elsewhere);
      const form = document.createElement('form');
      Object.assign(form, { action: `${url}console`, method: 'post', enctype: 'text/plain', target: 'elsewhere' });
      form.innerHTML = '<input name="clear">';
      document.body.append(form);
      const answered = new Promise((resolve) => {
        elsewhere.onload = resolve;
      });
      form.submit();
      await answered;
      return [
        await outcome(fetch(url)),
        await outcome(fetch(`${url}main.js`)),
        await post('hand?hand=stranger', 'lift a1'),
        await post('console', 'clear'),
        await heard,
        await post('console', 'clear', { mode: 'no-cors' }),
        await post('hand?hand=stranger', 'lift a1', { mode: 'no-cors' }),
      ];
    }, board.url);
    assert.deepEqual(tried.slice(0, 5), Array(5).fill('failed'));
    // What a page may send without reading the answer is sent, and refused.
    assert.ok(tried.slice(5).every((type) => type === 'opaque' || type === 'failed'), String(tried));
  }
  stranger.close();
  await page.close();
  // All of it has been answered, so what it might have done shows.
  assert.equal(await board.say('sensors').then((text) => text.split('\n').at(-1)), '= 44 closed');
  await player.hears('White to move');
});

test('shaking changes nothing', async () => {
  const player = await sit();
  await player.press('Put all stones up');
  await player.hears('White to move');
  // It may be over before this test looks.
  await player.page.evaluate(() => {
    const note = () => document.querySelector('#board.shaking') && (window.shook = true);
    new MutationObserver(note).observe(document.querySelector('#board'), { attributes: true });
  });
  await player.press('Shake');
  await player.until(() => window.shook && !document.querySelector('#board.shaking'));
  await player.hears('White to move');
  await player.reads();
  await board.answers('cues', '= to-move white turn=a1');
  await player.move('d3', 'e3');
  await player.hears('White chooses');
});

test('buttons and settings speak the console’s language', async () => {
  const player = await sit();
  await player.page.selectOption('#rules', 'royal');
  await player.until(() => document.querySelector('#rules').title === 'royal');
  await player.page.selectOption('#assist', 'teach');
  await player.press('Put all stones up');
  await player.hears('White to move: the breathing stones can.');
  await player.page.locator('#brightness').fill('8');
  await player.until(() => document.querySelector('#log').textContent.includes('> brightness 8'));
  await board.answers('brightness', '= 8');
  await player.press('Undo');
  await player.until(() => document.querySelector('#refusal').textContent.includes('No turn has been played'));
  await player.types('position');
  await player.until(() => document.querySelector('#log').textContent.includes('= bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w'));
  await player.move('d3', 'e3');
  await player.takes('f3', 'approach');
  await player.reads('d3e3A');
  // A game keeps its rules, and the page says so.
  await player.page.selectOption('#rules', 'standard');
  await player.until(() => document.querySelector('#refusal').textContent.includes('A game keeps its rules'));
  await player.press('Undo');
  await player.hears('Put back');
  await player.reads();
});

test('a chain that could go on is ended by the button of the board', async () => {
  const player = await sit();
  await board.say('new 8b/9/9/w1b6/1b6w w');
  await board.say('setup');
  await player.hears('White to move');
  await player.move('a2', 'b2');
  await player.takes('c2', 'victim');
  await player.hears('White may go on with the stone on b2');
  await player.press('Button');
  await player.hears('Black to move');
  await player.reads('a2b2A');
  // A long press takes back.
  await player.page.locator('#button').hover();
  await player.page.mouse.down();
  await player.hears('Something is wrong');
  await player.page.mouse.up();
  await player.reads();
});

test('every light says what it means to who cannot see it', async () => {
  const player = await sit();
  await player.press('Put all stones up');
  await player.hears('White to move');
  await player.click('d3');
  await player.hears('White holds');
  await player.names('button', 'e3, empty, lit: the lifted stone may land here');
  await player.names('button', 'd3, empty, lit: the lifted stone stood here');
  await player.names('button', 'a5, black stone');
  assert.equal(await player.page.locator('#sentence').getAttribute('aria-live'), 'polite');
  const unnamed = await player.page.$$eval('button, input, select', (all) =>
    all.filter((it) => !it.ariaLabel && !it.textContent.trim() && !it.labels?.length).map((it) => it.outerHTML));
  assert.deepEqual(unnamed, []);
});

test('without motion the lights stand still and differ by their rings', async () => {
  const player = await sit({ ...DESKTOP, reducedMotion: 'reduce' });
  await player.press('Put all stones up');
  await player.hears('White to move');
  await player.move('d3', 'e3');
  await player.hears('chooses');
  for (const [point, cue] of [['f3', 'approach'], ['c3', 'withdrawal'], ['e3', 'mover'], ['a1', 'turn']]) await player.sees(point, cue);
  await player.seesLight('a1', 'c3', 'e3', 'f3');
  const look = (point) => player.page.$eval(`[data-point=${point}] .light`, (light) => {
    const ring = getComputedStyle(light, '::after');
    return { level: getComputedStyle(light).opacity, ring: ring.borderTopStyle, seen: ring.opacity };
  });
  const shown = async () => JSON.stringify(await Promise.all(['f3', 'c3', 'e3', 'a1'].map(look)));
  // Once each has been seen at its brightest, which takes a breath, or more on a busy machine, none gets brighter any more.
  let first = await shown();
  for (let calm = 0, waits = 0; calm < 70; calm++) {
    assert.ok(waits++ < 700, 'the lights move');
    await player.rests(70);
    const next = await shown();
    if (next !== first) [first, calm] = [next, 0];
  }
  const rings = JSON.parse(first).map(({ ring, seen }) => (seen === '0' ? 'none' : ring));
  assert.deepEqual(rings, ['dashed', 'dotted', 'double', 'none']);
  for (let i = 0; i < 20; i++) {
    await player.rests(70);
    assert.equal(await shown(), first);
  }
});

test('nothing sticks out at any width', async () => {
  const player = await sit(PHONE);
  for (const width of [320, 360, 600, 900, 1280, 1920]) {
    await player.page.setViewportSize({ width, height: 740 });
    const overhang = await player.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overhang <= 0, `${overhang} pixels at ${width}`);
  }
});
