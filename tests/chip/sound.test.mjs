// The piezo: which tones it is given, and when it is silent.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware, variant } from './paths.mjs';
import { Piezo } from './piezo.mjs';
import { begin } from './play.mjs';
import { BOARDS } from './wiring.mjs';

const PICO = readElf(firmware, 'cargo fw');
const ZERO = readElf(variant('rp2040-zero'), 'BOARD=rp2040-zero cargo fw, and copy the image');

/** Pitch and length of the notes of each tone, as src/sound.rs has them. */
const LANDING = [[2000, 15]];
const WRONG = [[440, 80], [330, 120]];
const END = [[1047, 120], [1319, 120], [1568, 200]];

/** A board on which a game has begun, and its piezo. */
function start(elf, wiring, sound) {
  const board = new Board(elf, { wiring });
  board.connect();
  board.ask(`sound ${sound}`);
  begin(board);
  return { board, piezo: new Piezo(board.chip, wiring.piezo) };
}

/** Holds what was heard to notes: pitches to a hundredth, lengths to two periods and the millisecond of a timer. */
function assertHeard(piezo, expected) {
  const heard = piezo.take();
  assert.equal(heard.length, expected.length, JSON.stringify(heard));
  heard.forEach(({ hertz, lasts }, i) => {
    const [pitch, length] = expected[i];
    assert.ok(Math.abs(hertz - pitch) < pitch / 100, `${hertz} Hz for ${pitch}`);
    assert.ok(Math.abs(lasts - length) < 2 + 2000 / pitch, `${lasts} ms for ${length}`);
  });
  assert.ok(!piezo.isHigh, 'it is left low');
}

for (const [name, elf] of [['pico', PICO], ['rp2040-zero', ZERO]]) {
  const wiring = BOARDS[name];

  test(`${name}: a landing, a mistake and the end are heard`, () => {
    const { board, piezo } = start(elf, wiring, 'on');
    board.run(1000);
    assertHeard(piezo, []);
    board.lift('e2');
    board.run(300);
    assertHeard(piezo, []);
    board.place('e3');
    board.run(400);
    assertHeard(piezo, LANDING);
    board.lift('e4');
    board.lift('e5');
    board.run(1000);
    piezo.take();
    board.lift('a1');
    board.lift('b1');
    board.lift('i5');
    board.run(1000);
    assertHeard(piezo, WRONG);
    board.place('a1');
    board.place('b1');
    board.place('i5');
    board.run(1000);
    piezo.take();
    board.ask('resign');
    board.run(1000);
    assertHeard(piezo, END);
    assert.deepEqual(board.violations, []);
  });
}

test('a board whose sound is off, or was switched off, is silent', () => {
  const { board, piezo } = start(PICO, BOARDS.pico, 'off');
  const tap = () => {
    board.lift('e2');
    board.run(300);
    board.place('e2');
    board.run(700);
  };
  tap();
  assertHeard(piezo, []);
  board.ask('sound on');
  tap();
  assertHeard(piezo, LANDING);
  board.ask('sound off');
  tap();
  assertHeard(piezo, []);
  board.ask('resign');
  board.run(1000);
  assertHeard(piezo, []);
  assert.deepEqual(board.violations, []);
});

test('while the host sleeps there is no current for tones', () => {
  const { board, piezo } = start(PICO, BOARDS.pico, 'on');
  board.host.sleep();
  board.run(100);
  board.lift('e2');
  board.run(300);
  board.place('e2');
  board.run(700);
  assertHeard(piezo, []);
  board.host.sleep(false);
  board.run(100);
  board.lift('e2');
  board.run(300);
  board.place('e2');
  board.run(700);
  assertHeard(piezo, LANDING);
});

test('a tone keeps nobody waiting: the lights go on', () => {
  const { board } = start(PICO, BOARDS.pico, 'on');
  board.ask('resign');
  let frames = 0;
  board.onFrame = () => {
    frames += 1;
  };
  board.run(300);
  // Winners breathe, forty times a second.
  assert.ok(frames >= 11, `${frames} frames`);
  assert.deepEqual(board.violations, []);
});

test('sound chosen in the menu is heard at once, and after a power cut', () => {
  const board = new Board(PICO);
  board.connect();
  let piezo = new Piezo(board.chip, BOARDS.pico.piezo);
  board.place('e3');
  board.run(1100);
  assertHeard(piezo, []);
  board.place('i5');
  board.run(100);
  assertHeard(piezo, LANDING);
  board.place('f3');
  board.run(400);
  assertHeard(piezo, WRONG);
  board.run(700);
  board.cut();
  board.connect();
  assert.equal(board.ask('sound').at(-1), '= on');
  piezo = new Piezo(board.chip, BOARDS.pico.piezo);
  board.reeds([]);
  board.run(700);
  begin(board);
  board.lift('e2');
  board.run(300);
  board.place('e2');
  board.run(700);
  assertHeard(piezo, LANDING);
  assert.deepEqual(board.violations, []);
});
