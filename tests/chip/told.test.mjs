// What a board may know after a cut: what it had told or hands had done, and nothing else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { recordsOf } from './cutting.mjs';
import { ranksOf, stonesOf } from './hands.mjs';
import { transcripts } from './paths.mjs';
import { after } from './standing.mjs';
import { Told } from './told.mjs';

const START = 'bbb/b1w/www w';
const GAME = ['a1b2A', 'b3c3', 'b2a1W'];
const LINES = GAME.map((turn) => `* turn ${turn}`);
const WRITTEN = 400;

/** Whether a board may have a record after a cut, this long after the last of these lines, which came a second apart. */
function allows(turns, { lines = LINES, milliseconds = 1000, planned = [], standing }) {
  const told = new Told();
  lines.forEach((line, i) => told.hear(line, 1000 * i));
  const known = told.cut(1000 * (lines.length - 1) + milliseconds, WRITTEN);
  const stones = stonesOf(after(START, standing));
  return known.allows({ start: START, turns: turns.join() }, { planned, stones });
}

test('what a record leaves on the board is what the board in memory has', () => {
  for (const name of ['telo', 'dimy', 'tsivy']) {
    const looks = readFileSync(join(transcripts, `${name}.jsonl`), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    const start = looks[0].position.slice('= '.length);
    let compared = 0;
    recordsOf(looks).forEach(({ ways, isOver }, i) => {
      const isWhole = /^= \S+ [wb]$/.test(looks[i].position) && looks[i].cues.startsWith('= to-move ');
      if (!isWhole || isOver) return;
      compared += 1;
      assert.equal(after(start, ways.at(-1).split(',').filter(Boolean)), ranksOf(looks[i].position.slice('= '.length)).join('/'), `${name}, look ${i + 1}`);
    });
    assert.ok(compared > 20, `${name}: ${compared}`);
  }
});

test('what was written is there, and what was being written may be', () => {
  const shorter = GAME.slice(0, -1);
  assert.ok(allows(GAME, { standing: GAME }));
  assert.ok(!allows(shorter, { standing: GAME }));
  assert.ok(allows(shorter, { standing: GAME, milliseconds: 100 }));
  assert.ok(!allows(GAME.slice(0, 1), { standing: GAME, milliseconds: 100 }));
});

test('what hands had done for a plan may be told by then', () => {
  const next = [...GAME, 'a3b2Ac3W'];
  assert.ok(allows(next, { standing: GAME, planned: [String(next)] }));
  assert.ok(!allows(next, { standing: GAME }));
  // What is lost is not planned, although it was once.
  const shorter = GAME.slice(0, -1);
  assert.ok(!allows(shorter, { standing: GAME, planned: [String(shorter)] }));
});

test('what hands have finished is seen by the stones, and only so', () => {
  const next = [...GAME, 'a3b2Ac3W'];
  const shorter = GAME.slice(0, -1);
  assert.ok(allows(next, { standing: next }));
  assert.ok(allows(shorter, { standing: shorter }));
  assert.ok(!allows([...GAME, 'a2b2'], { standing: next }));
  assert.ok(!allows([...shorter, 'c2b2'], { standing: [...shorter, 'c2b2'] }), 'a turn in place of one that was written');
});
