// Whatever the flash holds: the board starts, tells once what it could not use, plays, and leaves alone what is not its own.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { recordOf } from './cutting.mjs';
import { readElf } from './elf.mjs';
import { firmware } from './paths.mjs';
import { START, begin, isLit } from './play.mjs';
import { SECTOR } from './flash.mjs';
import { blank, garbage, noise, old, truncated } from './stores.mjs';

const elf = readElf(firmware, 'cargo fw');
/** The longest time to the first light, in milliseconds. */
const FIRST_LIGHT = 1000;

/** White plays e2e3A, and all is written. */
function playTurn(board) {
  for (const [act, point] of [['lift', 'e2'], ['place', 'e3'], ['lift', 'e4'], ['lift', 'e5']]) {
    board[act](point);
    board.run(300);
  }
  board.run(1500);
  assert.equal(recordOf(board), 'e2e3A');
}

/** Lets a board start; what it tells of its store, and when it was lit first. */
function start(board) {
  const told = [];
  let first = null;
  board.onText = (line) => line.startsWith('* store') && told.push(line);
  board.onFrame = (lights) => {
    if ([...lights.keys()].some((point) => isLit(lights, point))) first ??= board.now;
  };
  board.connect();
  board.ask('version');
  board.run(500);
  return { told, first };
}

/** A store in which a turn was played. */
function played() {
  const board = new Board(elf);
  board.connect();
  begin(board);
  playTurn(board);
  return board.flash.store;
}

/** A board with a content starts, tells that once, and plays. */
function plays(t, content, expected) {
  const board = new Board(elf, { flash: { content } });
  const { told, first } = start(board);
  t.diagnostic(`first light after ${first?.toFixed(0)} ms; told: ${told.join(' | ') || 'nothing'}`);
  assert.equal(told.length, expected === null ? 0 : 1, told.join());
  if (expected !== null) assert.match(told[0], expected);
  assert.ok(first !== null && first < FIRST_LIGHT, `first light after ${first} ms`);
  begin(board);
  playTurn(board);
  assert.ok(told.length <= 1, told.join());
  assert.deepEqual(board.violations, []);
  return board;
}

/** After a rest, in which what is needed is erased, the game is kept. */
function keeps(board) {
  board.run(4000);
  const before = board.ask('position').at(-1);
  board.cut();
  start(board);
  board.run(500);
  assert.equal(recordOf(board), 'e2e3A');
  assert.equal(board.ask('position').at(-1), before);
  assert.deepEqual(board.violations, []);
}

for (const [name, content, expected] of [
  ['nothing', blank, null],
  ['what a board has left that was used a lot', old, null],
  ['bytes at random', () => noise(1), /^\* store \d+ damaged$/],
  ['zeros', () => blank().fill(0), /^\* store \d+ damaged$/],
  ['garbage behind sound marks', () => garbage(1), /^\* store \d+ damaged, \d+ worn$/],
]) {
  test(`a flash with ${name}`, (t) => keeps(plays(t, content(), expected)));
}

for (const [name, options, expected] of [
  ['a later version', { format: 2 }, /^\* store written by a later version, nothing is kept$/],
  ['another board', { board: 'pico2' }, /^\* store written by another board, nothing is kept$/],
]) {
  test(`a flash of ${name} is not changed`, (t) => {
    const content = old(options);
    const board = plays(t, content, expected);
    board.ask('brightness 5');
    board.run(4000);
    assert.deepEqual(Buffer.compare(board.flash.store, content), 0);
    board.cut();
    const { told } = start(board);
    assert.equal(told.length, 1);
    board.run(3000);
    assert.deepEqual(Buffer.compare(board.flash.store, content), 0);
    assert.equal(board.flash.figures.programs + board.flash.figures.erases, 0);
  });
}

test('one mark of another board among those of this one is enough to leave all alone', (t) => {
  const content = old();
  content.set(old({ board: 'pico2' }).subarray(20 * SECTOR, 21 * SECTOR), 20 * SECTOR);
  const board = plays(t, content, /another board/);
  assert.deepEqual(Buffer.compare(board.flash.store, content), 0);
});

test('a store of which a part is missing goes on as far as it reaches', (t) => {
  const store = played();
  const end = store.subarray(0, SECTOR).findLastIndex((byte) => byte !== 0xff) + 1;
  const results = [end, end - 1, end - 30, 600, 300, 100, 10, 0].map((length) => {
    const board = new Board(elf, { flash: { content: truncated(store, length) } });
    board.reeds([...START.filter((point) => !['e2', 'e4', 'e5'].includes(point)), 'e3']);
    const { told } = start(board);
    const result = `${length}: ${told.join()} ${board.ask('cues').at(-1)} [${recordOf(board)}]`;
    t.diagnostic(result);
    assert.ok(told.length <= 1);
    assert.deepEqual(board.violations, []);
    return result;
  });
  assert.match(results[0], /\[e2e3A\]$/);
});
