// What the page says: why not, what would be lost, how it ended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP } from './browser.mjs';
import { Player } from './player.mjs';
import { board, browser, opens, player } from './seat.mjs';

opens({ screen: DESKTOP });

/** Plays a first turn, so that there is something to lose. */
async function play() {
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
  await player.move('e2', 'e3');
  await player.reads('e2e3A');
}

test('a stone that cannot move says why', async () => {
  await board.say('new b7b/9/2b1b4/2w1w3w/9 w');
  await player.hears('White to move');
  await player.click('i2');
  await player.hears('This stone cannot move: White must capture, with c2 or e2. Put back a white stone on i2.');
  assert.equal(await board.say('why i2'), '= White must capture, with c2 or e2');
  assert.equal(await board.say('why c2 b2'), '= White must capture, with c2 or e2');
  assert.equal(await board.say('why c2 c3'), '= c3 is occupied');
  assert.equal(await board.say('why c2'), '= nothing forbids it');
});

test('a stone that was taken first says what takes it', async () => {
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
  await player.finds('e4', 'black stone');
  const [x, y] = await player.place('e4');
  await player.page.mouse.click(x, y, { button: 'right' });
  await player.hears('e4 is off: now move e2 to e3.');
});

for (const [button, sure, after] of [
  ['Start', 'New game', 'White to move'],
  ['Put all stones up', 'Put them up', 'White to move'],
  ['Clear', 'Clear', 'Something is wrong.'],
  ['Draw', 'Draw', 'The game is drawn: both agreed.'],
  ['Resign', 'Resign', 'White has won: Black has resigned.'],
]) {
  test(`${button} asks before a game is lost`, async () => {
    await play();
    await player.press(button);
    await player.until(() => document.querySelector('#ask').open);
    await player.keys('Escape');
    await player.until(() => !document.querySelector('#ask').open);
    await player.press(button);
    await player.answers('Keep playing');
    await player.reads('e2e3A');
    await board.answers('cues', '= to-move black turn=a5');
    await player.press(button);
    await player.answers(sure);
    await player.hears(after);
  });
}

test('no button is golden during a game', async () => {
  await player.until(() => document.querySelector('aside button.main').id === 'begin');
  await play();
  assert.equal(await player.page.locator('aside button.main:visible').count(), 0);
});

test('who has never been here is taught by the lights', async () => {
  const context = await browser.newContext(DESKTOP);
  const novice = await Player.open(context, board.url, { isNew: true });
  await novice.until(() => document.querySelector('#assist').value === 'teach');
  await board.say('assist play');
  await novice.until(() => document.querySelector('#assist').value === 'play');
  await novice.page.reload();
  await novice.press('Start');
  await novice.hears('White to move');
  assert.equal(await board.say('assist'), '= play');
  await context.close();
});

test('a setting that is refused springs back, and says why', async () => {
  await play();
  await player.page.selectOption('#rules', 'royal');
  await player.until(() => document.querySelector('#refusal').textContent.includes('A game keeps its rules'));
  await player.until(() => document.querySelector('#rules').value === 'standard');
});

test('earlier positions are looked at without changing anything', async () => {
  await play();
  await player.move('f4', 'e5');
  await player.hears('may go on');
  await player.press('Stop');
  await player.until(() => document.querySelectorAll('#turns li').length === 2);
  await player.press('To the start');
  await player.finds('e2', 'white stone');
  await player.finds('e4', 'black stone');
  await player.press('One turn on');
  await player.finds('e2', 'empty');
  await player.finds('f4', 'black stone');
  await player.until(() => document.querySelector('#past').textContent === 'After 1 of 2 turns');
  await player.press('One turn back');
  await player.finds('e2', 'white stone');
  await player.page.locator('#turns li').first().click();
  await player.finds('e3', 'white stone');
  // A click on the board only comes back to it.
  await player.click('a1');
  await player.finds('e5', 'black stone');
  await player.finds('a1', 'white stone');
  await player.until(() => document.querySelector('#past').textContent === '');
  assert.equal((await player.page.$$('#turns li')).length, 2);
});
