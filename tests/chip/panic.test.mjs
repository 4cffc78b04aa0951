// When something goes wrong for good: a message for the probe, a pattern on the lights, and no game any more.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { FLASH, VECTORS } from './memory.mjs';
import { firmware } from './paths.mjs';
import { current } from './play.mjs';
import { drainRtt, logLines } from './rtt.mjs';

const elf = readElf(firmware, 'cargo fw');
const HARD_FAULT = 3;

/** Lets the firmware panic, as if it had found an index out of bounds. */
function panic(chip) {
  const name = [...chip.symbols.keys()].find((symbol) => symbol.includes('panic_bounds_check'));
  const { mcu } = chip;
  // Where in the source it happened: a text and its length, line and column, below the stack in use.
  const place = chip.address('_stack_end') + 4096;
  [FLASH.start, 8, 12, 34].forEach((word, i) => mcu.writeUint32(place + 4 * i, word));
  mcu.core.registers.set([7, 5, place]);
  mcu.core.waiting = false;
  mcu.core.PC = chip.address(name) & ~1;
}

/** Without a probe that stops there, the instruction that ends a panic is a fault. */
function faults(chip) {
  chip.breakpoint = null;
  chip.mcu.core.PC = chip.words(VECTORS + 4 * HARD_FAULT, 1)[0] & ~1;
}

const red = (board) => [...board.lights].filter(([, [r, g, b]]) => r > 0 && g === 0 && b === 0).map(([point]) => point);
const dark = (board) => [...board.lights.values()].filter((colour) => colour.every((value) => value === 0)).length;
const MIDDLE = ['a3', 'b3', 'c3', 'd3', 'e3', 'f3', 'g3', 'h3', 'i3'];

test('a panic is told to the probe and shown on the lights', () => {
  const board = new Board(elf, { usb: false });
  board.run(50);
  drainRtt(board.chip);
  panic(board.chip);
  board.chip.run(50);
  assert.ok(board.chip.breakpoint, 'a probe would stop here');
  assert.match(logLines(board.chip, drainRtt(board.chip)).join(), /^error /);
  faults(board.chip);
  board.chip.run(50);
  assert.deepEqual(red(board), MIDDLE);
  assert.equal(dark(board), 36);
  assert.ok(current(board.lights) <= 100);
  assert.deepEqual(board.violations, []);
});

test('a fault is shown on the lights too, also in the middle of a frame', () => {
  const board = new Board(elf, { usb: false });
  let begun = false;
  board.run(50);
  board.reeds(['a1', 'b2']);
  board.run(20, () => (begun ||= board.strip.frame.length > 500));
  assert.ok(begun, 'a frame is on its way');
  faults(board.chip);
  board.chip.run(50);
  assert.deepEqual(red(board), MIDDLE);
  assert.equal(dark(board), 36);
});
