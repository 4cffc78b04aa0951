// An image with tables of endings plays them as the host does, to the end.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { ranksOf, stonesOf } from './hands.mjs';
import { program, variant } from './paths.mjs';

const elf = readElf(variant('endings'), 'tests/run');
/** The level that hints have; chance has no part in them. */
const LEVEL = 8;
/** White wins with three stones against two, some way off: with five stones the tables know less than with four. */
const START = '8b/9/1b2w4/9/3w1w3 w';
/** More plies than it can take. */
const LONG = 40;

/** What the host plays after turns without a capture. */
function best(position, turns) {
  const line = [position, ...turns].join(' ');
  const options = ['--endings', `${variant('endings')}.bin`, '--level', LEVEL];
  return execFileSync(program, ['best', ...options, '-'], { input: `${line}\n`, encoding: 'utf8' }).split(' ')[0];
}

/** The stones of a position by their points. */
const stonesBy = (position) =>
  new Map(stonesOf(position).map((point, i) => [point, ranksOf(position).join('').replaceAll('.', '')[i]]));

/** The points of a turn, and which row each step takes. */
function stepsOf(turn) {
  const landings = [...turn.slice(2).matchAll(/([a-i][1-5])([AW]?)/g)];
  return landings.map(([, to, take], i) => ({ from: i ? landings[i - 1][1] : turn.slice(0, 2), to, take }));
}

/** The points of the row that a step takes. */
function row(stones, { from, to, take }) {
  const [file, rank] = [0, 1].map((i) => to.charCodeAt(i) - from.charCodeAt(i));
  const go = (point, way) => String.fromCharCode(point.charCodeAt(0) + way * file, point.charCodeAt(1) + way * rank);
  const way = take === 'A' ? 1 : -1;
  const taken = [];
  if (take === '') return taken;
  const mover = stones.get(from);
  for (let at = go(take === 'A' ? to : from, way); stones.has(at) && stones.get(at) !== mover; at = go(at, way)) taken.push(at);
  return taken;
}

/** Makes the turn by hand; returns how many stones it took. */
function play(board, stones, turn) {
  let count = 0;
  for (const step of stepsOf(turn)) {
    const taken = row(stones, step);
    stones.set(step.to, stones.get(step.from));
    stones.delete(step.from);
    for (const [act, point] of [['lift', step.from], ['place', step.to], ...taken.map((point) => ['lift', point])]) {
      board[act](point);
      board.run(200);
    }
    for (const point of taken) stones.delete(point);
    count += taken.length;
  }
  return count;
}

test('core 1 knows the turns of an ending by the tables in flash, as the host does, until it is won', () => {
  const board = new Board(elf);
  const said = [];
  board.onText = (line) => said.push(line);
  board.connect();
  board.run(200);
  board.ask(`new ${START}`);
  const stones = stonesBy(START);
  board.reeds([...stones.keys()]);
  board.run(1000);

  let [position, turns] = [START, []];
  for (let ply = 0; ply < LONG && !said.some((line) => line.startsWith('* over')); ply++) {
    said.length = 0;
    board.ask('hint');
    board.run(10_000, () => said.some((line) => line.startsWith('* hint')));
    const turn = said.find((line) => line.startsWith('* hint')).split(' ')[2];
    assert.equal(turn, best(position, turns), `after ${position} ${turns.join(' ')}`);
    turns.push(turn);
    if (play(board, stones, turn) > 0) [position, turns] = [board.ask('position').at(-1).slice('= '.length), []];
  }
  assert.ok(said.includes('* over white captured'), said.join(' | '));
  assert.deepEqual(board.violations, []);
});
