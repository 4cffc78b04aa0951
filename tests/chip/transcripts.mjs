// Transcripts of tests/scenarios, played on the image.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { Hands } from './hands.mjs';
import { firmware } from './paths.mjs';
import { LONGEST, parseScenario, playScenario, shortened } from './scenario.mjs';

const folder = join(import.meta.dirname, '../scenarios');

/** Plays every second transcript, from the first or the second on: two files of tests share them, and two processors the work. */
export function playEverySecond(from) {
  const elf = readElf(firmware, 'cargo fw');
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt')).toSorted();
  for (const name of names.filter((_, place) => place % 2 === from)) {
    const text = readFileSync(join(folder, name), 'utf8');
    test(name.replace('.txt', '').replaceAll('_', ' '), (t) => {
      if (parseScenario(text).some(({ command }) => shortened(command).isShorter)) {
        t.diagnostic(`${name}: waits are cut to ${LONGEST} ms, for the sake of time`);
      }
      // Without bounce: it would add to times that some transcripts choose to the millisecond.
      const board = new Board(elf);
      board.connect();
      const hands = new Hands(board);
      assert.deepEqual(playScenario(hands, text), []);
      assert.deepEqual(board.violations, []);
      assert.ok(hands.slip < 20, `USB has held the hands up by ${hands.slip} ms`);
    });
  }
}
