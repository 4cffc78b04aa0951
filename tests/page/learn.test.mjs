// Learning: the tour on the board, and the rules and the lights in their panel.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP } from './browser.mjs';
import { board, opens, player } from './seat.mjs';

/** What hands do in each lesson: steps from point to point, or a stone that is taken. */
const HANDS = [['e2 e3'], ['e3 e4'], ['d3 e3', 'f3'], ['a2 b2', 'b2 b3'], ['c2 c1'], ['e2 e3'], ['d2 e2']];

opens({ screen: DESKTOP, isNew: true });

const titled = (text) => player.until((words) => document.querySelector('#tour-title').textContent.includes(words), text);
const told = (text) => player.until((words) => document.querySelector('#tour-text').textContent.includes(words), text);
/** Waits until the stones of a lesson stand, and can be moved. */
const stands = (point) => player.sees(point, 'movable');

test('the tour is offered to who is new, and walked by hand', async () => {
  await titled('New to Fanorona?');
  await player.press('Take the tour');
  for (const [i, steps] of HANDS.entries()) {
    await titled(`${i + 1} of ${HANDS.length}`);
    await stands(steps[0].slice(0, 2));
    for (const step of steps) {
      const [from, to] = step.split(' ');
      if (to) await player.move(from, to);
      else await player.takes(from, 'approach');
      // The next step of a chain is no touch in passing.
      if (steps.length > 1) await player.rests(300);
    }
    await told(i + 1 < HANDS.length ? 'Well done.' : 'You have won').catch(async () => assert.fail(`lesson ${i + 1}: ${await player.sentence()}`));
    await player.press(i + 1 < HANDS.length ? 'Next' : 'Finish');
  }
  await player.until(() => document.querySelector('#tour').hidden);
  await player.hears('White to move');
  await player.counts('white', 0);
});

test('another turn than the lesson’s is told, and the lesson begins anew', async () => {
  await player.press('Take the tour');
  for (let i = 0; i < 3; i++) {
    await titled(`${i + 1} of`);
    await player.press('Skip this');
  }
  await titled('4 of');
  await stands('a2');
  await player.move('a2', 'b2');
  await player.hears('may go on');
  await player.press('Stop');
  await told('a2b2A is a turn, but not this one.');
  await stands('a2');
});

test('the tour is left by keys, at any lesson', async () => {
  await titled('New to Fanorona?');
  await player.page.locator('#tour-next').focus();
  await player.keys('Enter');
  await titled('1 of');
  await stands('e2');
  await player.page.locator('[data-point=e2]').focus();
  await player.keys('Enter', 'ArrowUp', 'Enter');
  await told('Well done.');
  // The button for the next lesson has the focus.
  await player.until(() => document.activeElement.id === 'tour-next');
  await player.keys('Enter');
  await titled('2 of');
  await player.page.locator('#tour-leave').focus();
  await player.keys('Enter');
  await player.until(() => document.querySelector('#tour').hidden);
  await player.counts('black', 0);
});

test('who does not want a tour is not asked again, and finds it in the header', async () => {
  await titled('New to Fanorona?');
  await player.press('No, thanks');
  await player.page.reload();
  await player.until(() => document.querySelector('#sentence').dataset.phase);
  assert.equal(await player.page.isVisible('#tour'), false);
  await player.press('Tour');
  await titled('1 of');
});

test('the rules and the lights are in a panel, drawn with the palette’s own colours and motions', async () => {
  await player.press('Rules and lights');
  await player.until(() => document.querySelectorAll('#panel .lights tbody tr').length === 16);
  assert.equal(await player.page.locator('#panel .drawing').count(), 5);
  const palette = await (await fetch(new URL('palette.json', board.url))).json();
  const samples = await player.page.$$eval('#panel .sample', (all) => all.map((it) => [...it.classList].at(-1)));
  assert.deepEqual(samples.slice(0, 4), ['turn', 'movable', 'origin', 'target'].map((cue) => palette[cue].motion));
  for (const word of ['paika', 'riatra', 'vela', 'standard', 'booklet', 'relaxed', 'royal', 'lemurs', 'd3e3A']) {
    assert.ok((await player.page.textContent('#panel')).includes(word), word);
  }
  await player.keys('Escape');
  await player.until(() => !document.querySelector('#panel').open);
});
