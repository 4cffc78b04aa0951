// The log: a probe that is gone never stops the game, and what nobody could read is counted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware } from './paths.mjs';
import { START, begin, reactions } from './play.mjs';
import { seeded } from './random.mjs';
import { blockWhenFull, drainRtt, logLines, logValues } from './rtt.mjs';

const elf = readElf(firmware, 'cargo fw');
const DROPPED = /messages were dropped/;

/** Lifts and places until messages must have been dropped: each movement logs a phase. */
const fill = (board) => reactions(board, 40, seeded(3));

test('a log that is to wait for a probe that is gone never stops the game', () => {
  const board = new Board(elf);
  board.connect();
  drainRtt(board.chip);
  blockWhenFull(board.chip);
  begin(board);
  const times = fill(board);
  assert.ok(Math.max(...times) <= 10, `${Math.max(...times)} ms`);
  assert.match(board.ask('position').at(-1), /^= bbbbbbbbb/);

  // What is in the ring is the oldest, each message whole.
  const first = logLines(board.chip, drainRtt(board.chip));
  assert.ok(first.length > 10, `${first.length} messages`);
  assert.deepEqual(first.filter((line) => !/^info phase/.test(line)), []);

  // There is room again: the number of those that were dropped comes first.
  board.lift('e2');
  // What happens is logged a while later.
  board.run(50);
  const bytes = drainRtt(board.chip);
  const lines = logLines(board.chip, bytes);
  assert.match(lines[0], DROPPED);
  assert.match(lines[1], /^info phase/);
  // The start, and two for each of the 40 stones: all but those in the ring.
  const dropped = 1 + 2 * 40 - first.length;
  assert.equal(logValues(bytes)[0].readUInt32LE(), dropped);
  for (const line of ['version', 'faults']) assert.match(board.ask(line).at(-1), new RegExp(` dropped=${dropped}( |$)`));
  assert.deepEqual(board.violations, []);
});

test('a log that is read loses nothing', () => {
  const board = new Board(elf);
  board.connect();
  blockWhenFull(board.chip);
  const log = [];
  const run = board.run.bind(board);
  board.run = (milliseconds, done) => {
    run(milliseconds, done);
    log.push(...drainRtt(board.chip));
  };
  begin(board);
  fill(board);
  const lines = logLines(board.chip, log);
  assert.equal(lines.filter((line) => /^info phase/.test(line)).length, 2 + 2 * 40);
  assert.deepEqual(lines.filter((line) => DROPPED.test(line) || /unknown/.test(line)), []);
});

test('a probe that writes nonsense into the control block does no harm', () => {
  const board = new Board(elf);
  board.connect();
  const channel = board.chip.address('_SEGGER_RTT') + 24;
  for (const read of [1024, 0x7fff_ffff, 0xffff_ffff]) {
    board.chip.mcu.writeUint32(channel + 16, read);
    board.reeds(START);
    board.run(700);
    board.reeds([]);
    board.run(700);
  }
  assert.match(board.ask('cues').at(-1), /^= /);
});
