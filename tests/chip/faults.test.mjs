// Sensors that fail: noticed, named and shown, and never a turn that nobody played.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware } from './paths.mjs';
import { START, begin, isLit, reactions } from './play.mjs';
import { seeded } from './random.mjs';

const elf = readElf(firmware, 'cargo fw');

function start(prepare = () => {}) {
  const board = new Board(elf, { bounces: true });
  prepare(board);
  board.connect();
  begin(board);
  return board;
}

/** What the board has told by itself while time went by. */
function told(board, milliseconds) {
  board.run(milliseconds);
  return board.console.take().filter((line) => line.startsWith('*'));
}

const answer = (board, line) => board.ask(line).at(-1);
const isTurn = (line) => /^\* (turn|takeback|over)/.test(line);

test('a bridged diode is named and shown, and nothing is played meanwhile', () => {
  const board = start();
  const position = answer(board, 'position');
  board.console.take();
  board.matrix.bridge('c4');
  const events = told(board, 1500);
  assert.ok(events.some((line) => /^\* sensor .*bridged/.test(line)), events.join());
  assert.match(events.join(), /c4/);
  // Stones that are moved meanwhile, and the phantoms that they make, are no turns.
  for (const point of ['e2', 'c4', 'b4', 'i5']) {
    board.lift(point);
    assert.deepEqual(told(board, 700).filter(isTurn), [], point);
    board.place(point);
    assert.deepEqual(told(board, 700).filter(isTurn), [], point);
  }
  assert.match(board.ask('sensors').join('\n'), /c4.* bridged/);
  assert.ok(isLit(board.lights, 'c4'));
  assert.equal(answer(board, 'position'), position);

  board.matrix.bridge('c4', false);
  board.run(3000);
  board.console.take();
  assert.doesNotMatch(board.ask('sensors').join('\n'), /bridged/);
  assert.equal(answer(board, 'cues'), '= to-move white turn=a1');
  assert.deepEqual(board.violations, []);
});

test('every diode is recognised when it is bridged', () => {
  const board = start();
  for (const point of START) {
    board.console.take();
    board.matrix.bridge(point);
    const events = told(board, 100);
    assert.ok(events.some((line) => line.startsWith('* sensor ') && line.includes(point)), `${point}: ${events}`);
    assert.deepEqual(events.filter(isTurn), []);
    board.matrix.bridge(point, false);
    board.run(1200);
  }
});

test('a reed that chatters is named and does not stop the game', () => {
  const board = start();
  board.console.take();
  board.contacts.chatter('i5');
  const events = told(board, 3000);
  assert.ok(events.includes('* sensor i5 chatter'), events.join());
  assert.deepEqual(events.filter(isTurn), []);
  assert.match(board.ask('sensors').join('\n'), /i5 chatter/);
  assert.ok(Math.max(...reactions(board, 10, seeded(3))) <= 10);
  for (const [move, point] of [['lift', 'e2'], ['place', 'e3'], ['lift', 'e4'], ['lift', 'e5']]) {
    board[move](point);
    board.run(400);
  }
  board.run(700);
  assert.equal(answer(board, 'position'), '= bbbb1bbbb/bbbb1bbbb/bwbwwbwbw/wwww1wwww/wwwwwwwww b');
  assert.deepEqual(board.violations, []);
});

test('a reed that is stuck open is named when its stone is asked for in vain', () => {
  const board = start(({ contacts }) => contacts.stick('c1', false));
  const events = told(board, 25_000);
  assert.ok(events.includes('* sensor c1 stuck'), events.join());
  assert.match(board.ask('sensors').join('\n'), /c1 stuck/);
  assert.ok(isLit(board.lights, 'c1'));
  board.contacts.stick('c1', null);
  board.run(1500);
  board.console.take();
  assert.doesNotMatch(board.ask('sensors').join('\n'), /stuck/);
});

test('a reed that is stuck closed is named when it is to be cleared in vain', () => {
  const board = start(({ contacts }) => contacts.stick('e3', true));
  const events = told(board, 25_000);
  assert.ok(events.includes('* sensor e3 stuck'), events.join());
  assert.match(board.ask('sensors').join('\n'), /e3 stuck/);
});

/** Moves the reading in the scan's program from the end of its wait to 5 µs after the row was pulled. */
function readEarly(board) {
  const { instructions } = board.chip.mcu.pio[0];
  const isOutPindirs = (opcode) => (opcode & 0xe0e0) === 0x6080;
  const at = instructions.findIndex(isOutPindirs);
  // Between two steps: in the middle of one its reading would be lost, and all others would be taken for their neighbours'.
  const [scan] = board.chip.mcu.pio[0].machines;
  board.run(1, () => scan.pc === at);
  assert.equal(scan.pc, at);
  const [out, set, wait, read] = instructions.slice(at, at + 4);
  assert.equal(read & 0xe0e0, 0x4000, 'the program is no longer what this test knows');
  assert.equal(wait & 0xe0ff, 0x0040 | (at + 2), 'the program is no longer what this test knows');
  // Between two steps, or a reading would be left out.
  board.run(1, () => board.chip.mcu.pio[0].machines[0].pc === at);
  // Four cycles of delay behind the first instruction, of a microsecond each.
  instructions.set([out | (4 << 8), read, set, (wait & ~0x1f) | (at + 3)], at);
}

test('a scan that gives lines 5 µs to rise would see stones and bridges that are not there', () => {
  const picture = (change) => {
    const board = new Board(elf);
    board.connect();
    change(board);
    // A full rank, and the next one empty: its columns are the last ones that were low.
    board.reeds(['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'g1', 'h1', 'i1']);
    // The changed program takes 4 µs longer for a step, so the game waits for it ever longer: look before it does nothing else.
    board.run(150);
    board.console.take();
    return board.ask('sensors').join('\n');
  };
  const isRight = /^ {2}1 x{9}\n {4}abcdefghi\n= 9 closed$/m;
  assert.match(picture(() => {}), isRight);
  // Every row is still low in the step after its own, where nothing or another one is pulled.
  assert.match(picture(readEarly), /wire 5 ground\n= 0 closed$/);
  // It is the rise that makes the difference, not the changed program.
  assert.match(picture((board) => {
    readEarly(board);
    board.matrix.rise = 3000;
  }), isRight);
});
