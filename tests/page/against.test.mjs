// Against the board, with automatic hands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DESKTOP } from './browser.mjs';
import { Player } from './player.mjs';
import { board, context, opens, player } from './seat.mjs';

/** White takes c2 by a2b2, and might go on with b2b3, which takes b1. */
const CHAIN = '8b/9/9/w1b6/1b6w w';

opens({ screen: DESKTOP });

/** Waits until so many turns are listed. */
async function untilTurns(count) {
  await player.until((number) => document.querySelectorAll('#turns li').length === number, count).catch(async () => {
    assert.fail(`expected ${count} turns, the page says "${await player.sentence()}", the board ${await board.say('cues')}`);
  });
}
const untilWaiting = () => player.until(() => document.querySelector('#sentence.waiting'));

/** Puts a position up, against a board that plays Black. */
async function begin(position) {
  await board.say('level black 1');
  await board.say(`new ${position}`);
  await player.hears('White to move');
}

test('sides, level and start are in one place, and the board answers by itself', async () => {
  await player.starts('tsivy', 'white', '2');
  await player.hears('White to move');
  await player.counts('white', 0);
  await player.move('e2', 'e3');
  for (const point of ['e4', 'e5']) await player.finds(point, 'empty');
  await untilTurns(2);
  await player.hears('White to move');
  assert.equal(await board.say('level'), '= white off black 2');
});

test('undo moves the stones itself, and takes both turns back, as often as one likes', async () => {
  await player.starts('tsivy', 'white', '2');
  await player.hears('White to move');
  for (let time = 0; time < 2; time++) {
    await player.move('e2', 'e3');
    await untilTurns(2);
    await player.hears('White to move');
    await player.press('Undo');
    await player.reads();
    await player.finds('e2', 'white stone');
    await player.finds('e3', 'empty');
    for (const side of ['white', 'black']) await player.counts(side, 0);
    await board.answers('cues', '= to-move white turn=a1');
  }
});

test('a board that plays White begins', async () => {
  await player.starts('telo', 'black', '1');
  await untilTurns(1);
  await player.hears('Black to move');
});

test('a board that plays both sides plays to the end', async () => {
  for (const side of ['white', 'black']) await board.say(`level ${side} 1`);
  await board.say('new 3/3/w1b w');
  await player.hears('White has won: Black has no stone left.');
  await player.counts('black', 22);
});

test('a chain that could go on is waited for, visibly, and then answered', async () => {
  await begin(CHAIN);
  await player.move('a2', 'b2');
  await untilWaiting();
  await player.hears('tap the stone, press Stop, or wait.');
  await untilTurns(2);
  await player.until(() => document.querySelector('#turns').textContent.startsWith('a2b2A'));
  await player.until(() => !document.querySelector('#sentence.waiting'));
});

test('a chain that goes on in time is no turn before it ends', async () => {
  await begin(CHAIN);
  await player.move('a2', 'b2');
  await untilWaiting();
  await player.move('b2', 'b3');
  await player.finds('b1', 'empty');
  await untilTurns(2);
  await player.until(() => document.querySelector('#turns li').textContent === 'a2b2Ab3W');
});

for (const [how, ends] of [['a tap', () => player.taps('b2')], ['Stop', () => player.press('Stop')]]) {
  test(`a chain is ended by ${how}`, async () => {
    await begin(CHAIN);
    await player.move('a2', 'b2');
    await untilWaiting();
    await ends();
    await player.until(() => !document.querySelector('#sentence.waiting'));
    await untilTurns(2);
    await player.until(() => document.querySelector('#turns li').textContent === 'a2b2A');
  });
}

test('a hint is lit and said', async () => {
  await player.starts('telo', 'white', '1');
  await player.hears('White to move');
  await player.press('Hint');
  await player.hears('is a good one');
  await player.until(() => document.querySelector('.point[data-cue=hint]'));
});

test('a new game sets its board up whatever stands, and asks before another is lost', async () => {
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
  await player.move('e2', 'e3');
  await player.reads('e2e3A');
  await player.starts('telo', 'both');
  await player.answers('Keep playing');
  await player.reads('e2e3A');
  await player.finds('a1', 'white stone');
  await player.starts('telo', 'both');
  await player.answers('New game');
  await player.reads();
  await player.finds('a1', 'empty');
  for (const side of ['white', 'black']) await player.counts(side, 18);
  await player.hears('White to move');
});

test('without automatic hands everything is done by hand', async () => {
  await player.page.uncheck('#automatic');
  await board.say('level black 1');
  await board.say(`new ${CHAIN}`);
  await player.hears('Put ');
  await player.press('Put all stones up');
  await player.hears('White to move');
  await player.move('a2', 'b2');
  await player.takes('c2', 'victim');
  await player.press('Stop');
  await player.hears('The board plays Black: move the stone on');
  await player.page.reload();
  await player.hears('The board plays Black: move the stone on');
  assert.equal(await player.page.isChecked('#automatic'), false);
});

test('two pages have the same automatic hands', async () => {
  const other = await Player.open(context, board.url);
  await player.starts('tsivy', 'white', '1');
  await other.hears('White to move');
  await player.move('e2', 'e3');
  await other.until(() => document.querySelectorAll('#turns li').length === 2);
  await other.page.uncheck('#automatic');
  await player.until(() => !document.querySelector('#automatic').checked);
});
