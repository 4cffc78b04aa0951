// The board on the page: small boards, the other way round, loaded games, sounds, and how an end is told.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP } from './browser.mjs';
import { board, opens, player, sit } from './seat.mjs';

opens({ screen: DESKTOP });

const edges = () => player.page.$$eval('#grooves text', (all) => all.map((it) => it.textContent).join(''));
const isShown = (selector) => player.page.locator(selector).isVisible();

test('a small board has its own names, along the edges, in the sentence, in the list and for who cannot see', async () => {
  assert.equal(await edges(), 'abcdefghi12345');
  await player.starts('telo', 'both');
  await player.hears('White to move');
  await player.until(() => [...document.querySelectorAll('#grooves text')].map((it) => it.textContent).join('') === 'abc123');
  assert.equal(await player.page.locator('.point.outside').count(), 36);
  assert.ok(await player.page.locator('#grooves .unused').count());
  // The panel's f3 is the game's c2.
  await player.click('f3');
  await player.hears('White holds the stone of c2: set it down on b2.');
  await player.names('button', 'c2, empty, lit: the lifted stone stood here');
  await player.names('button', 'a1 of the whole board, empty');
  await player.click('e3');
  await player.reads('c2b2A');
  await player.starts('dimy', 'both');
  await player.answers('New game');
  await player.until(() => [...document.querySelectorAll('#grooves text')].map((it) => it.textContent).join('') === 'abcde12345');
});

test('the board is turned around, and everything works as before', async () => {
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
  const before = await player.place('a1');
  await player.press('Flip');
  const [x, y] = await player.place('a1');
  assert.ok(x > before[0] && y < before[1]);
  const [white, black] = await Promise.all(['#tray-white', '#tray-black'].map((it) => player.page.locator(it).boundingBox()));
  assert.ok(white.y < black.y);
  await player.drag('e2', 'e3');
  await player.reads('e2e3A');
  // Keys go where they point: up on the screen is down the ranks.
  await player.page.locator('[data-point=f4]').focus();
  await player.keys('ArrowUp');
  await player.until(() => document.activeElement.dataset.point === 'f3');
  await player.keys('ArrowRight');
  await player.until(() => document.activeElement.dataset.point === 'e3');
  await player.keys('Home');
  await player.until(() => document.activeElement.dataset.point === 'i3');
  await player.page.reload();
  await player.hears('Black to move');
  assert.deepEqual(await player.place('a1'), [x, y]);
});

/** Puts a text into the dialog, and has it looked at. */
async function loads(typed) {
  if (!(await isShown('#load'))) await player.press('Load');
  await player.page.fill('#load-text', typed);
  await player.press('Look at it');
}

test('a record is loaded and looked through without changing the game, and played on from any position', async () => {
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
  await player.move('e2', 'e3');
  await player.reads('e2e3A');
  await loads('rules royal\nstart bbb/b1w/www w\n1 c2b2A\n2 a3a2A\n');
  await player.reads('c2b2A', 'a3a2A');
  await player.until(() => document.querySelector('#past').textContent.startsWith('A loaded game, after 2 of 2 turns.'));
  await player.until(() => document.querySelectorAll('.point.outside').length === 36);
  await player.press('One turn back');
  await player.finds('e3', 'white stone');
  await player.finds('d4', 'black stone');
  await board.answers('cues', '= to-move black turn=a5');
  // Back to the board: nothing has changed.
  await player.press('Back to the board');
  await player.reads('e2e3A');
  await player.finds('a1', 'white stone');
  await loads('rules royal\nstart bbb/b1w/www w\n1 c2b2A\n2 a3a2A\n');
  await player.press('One turn back');
  await player.press('Play on from here');
  await player.answers('Keep playing');
  await player.press('Play on from here');
  await player.answers('New game');
  await player.hears('Black to move');
  await player.reads();
  await board.answers('rules', '= royal');
  await board.answers('position', '= bbb/1w1/www b');
});

test('a position is loaded from a file', async () => {
  await player.press('Load');
  await player.page.setInputFiles('#load-file', { name: 'position.txt', mimeType: 'text/plain', buffer: Buffer.from('8b/9/9/w1b6/1b6w w\n') });
  await player.until(() => document.querySelector('#load-text').value.startsWith('8b/'));
  await player.press('Look at it');
  await player.finds('c2', 'black stone');
  await player.press('Play on from here');
  await player.hears('White to move');
  await board.answers('position', '= 8b/9/9/w1b6/1b6w w');
});

test('what cannot be loaded is said, and nothing is lost', async () => {
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
  await player.move('e2', 'e3');
  await player.reads('e2e3A');
  for (const [typed, why] of [
    ['start bbb/b1w/www w\n1 c2b2A\n2 a1a3', 'line 3:'],
    ['9/9/9/9/9 q', 'line 1:'],
    ['What a game!', 'line 1:'],
  ]) {
    await loads(typed);
    await player.until((words) => document.querySelector('#load-error').textContent.startsWith(`That cannot be loaded: ${words}`), why);
    assert.equal(await player.page.inputValue('#load-text'), typed);
  }
  await player.press('Cancel');
  await player.reads('e2e3A');
  await board.answers('cues', '= to-move black turn=a5');
  // The browser, too, complains of what the server has refused.
  player.complaints = player.complaints.filter((it) => !it.includes('400'));
});

test('sounds are off until they are asked for, and differ', async () => {
  await player.page.addInitScript(() => {
    window.heard = [];
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (at) {
      window.heard.push(this.frequency.value);
      start.call(this, at);
    };
  });
  await player.page.reload();
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
  await player.move('a1', 'e3');
  await player.hears('wrong');
  assert.deepEqual(await player.page.evaluate(() => window.heard), []);
  await player.takes('e3', 'extra');
  await player.click('a1');
  await player.hears('White to move');
  await player.page.check('#sound');
  const hears = async (tones, ...does) => {
    await player.page.evaluate(() => (window.heard = []));
    for (const one of does) await one();
    await player.until((all) => all.every((tone) => window.heard.includes(tone)), tones);
  };
  await hears([210, 520, 390], () => player.move('e2', 'e3'), () => player.reads('e2e3A'));
  await hears([330, 220], () => player.move('a5', 'e5'), () => player.hears('wrong'));
  await player.move('e5', 'a5');
  await player.hears('Black to move');
  await hears([392, 494, 587], () => player.press('Resign'), () => player.answers('Resign'));
  await player.page.uncheck('#sound');
  await player.page.reload();
  await player.until(() => document.querySelector('#sentence').dataset.phase);
  assert.equal(await player.page.isChecked('#sound'), false);
});

for (const [button, result] of [['Draw', 'The game is drawn: both agreed.'], ['Resign', 'White has won: Black has resigned.']]) {
  test(`${button} with stones off says the result first`, async () => {
    await player.page.uncheck('#automatic');
    await player.press('Put all stones up');
    await player.hears('White to move');
    await player.move('e2', 'e3');
    for (const point of ['e4', 'e5']) await player.takes(point, 'victim');
    await player.reads('e2e3A');
    const [x, y] = await player.place('h5');
    await player.page.mouse.click(x, y, { button: 'right' });
    await player.finds('h5', 'empty');
    await player.press(button);
    await player.answers(button);
    await player.until((words) => document.querySelector('#sentence').textContent.startsWith(words), result);
    await player.until((words) => document.querySelector('#result').textContent.startsWith(words), result);
  });
}

test('a breathing light is seen to move beside a steady one', async () => {
  await board.say('assist teach');
  await player.starts('tsivy', 'both');
  await player.sees('e2', 'movable');
  await player.sees('a1', 'turn');
  const levels = (point) => player.page.evaluate(async (name) => {
    const seen = [];
    const { style } = document.querySelector(`[data-point=${name}] .light`);
    // One breath and a half, as it is drawn.
    for (const end = performance.now() + 3600; performance.now() < end; ) {
      seen.push(Number(style.getPropertyValue('--level')));
      await new Promise(requestAnimationFrame);
    }
    return [Math.min(...seen), Math.max(...seen)];
  }, point);
  const [[low, high], [turn, same]] = await Promise.all([levels('e2'), levels('a1')]);
  assert.ok(high - low > 0.3 && high > 2 * low, `${low} ${high}`);
  assert.equal(turn, same);
});
