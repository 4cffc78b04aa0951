// Who talks holds up the game, and nothing else: no other interrupt waits for an answer.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { CHANGES, PHASES, QUESTIONS } from './commands.mjs';
import { readElf } from './elf.mjs';
import { firmware } from './paths.mjs';

const elf = readElf(firmware, 'cargo fw');
/** For how long all interrupts may be off, in nanoseconds. */
const LIMIT = 50_000;

test('no answer, and no step of the game, holds all interrupts off for more than 50 µs', () => {
  const board = new Board(elf);
  board.connect();
  board.run(500);
  for (const phase of ['empty', 'choosing', 'one turn later', 'wrong']) {
    board.chip.forgetMasked();
    PHASES[phase].reach(board);
    for (const line of [...QUESTIONS, ...CHANGES].filter((line) => line.trim() !== '')) {
      board.ask(line);
      board.run(5);
      const { nanoseconds, pc } = board.chip.masked;
      assert.ok(nanoseconds <= LIMIT, `${phase}, ${line.slice(0, 40)}: ${nanoseconds} ns from 0x${pc.toString(16)} on`);
    }
  }
  assert.deepEqual(board.violations, []);
});
