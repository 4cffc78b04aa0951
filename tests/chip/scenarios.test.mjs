// Every transcript in tests/scenarios comes true on the image.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { Hands } from './hands.mjs';
import { firmware } from './paths.mjs';
import { LONGEST, differences, parseScenario, playScenario, shortened } from './scenario.mjs';

const folder = join(import.meta.dirname, '../scenarios');
const elf = readElf(firmware, 'cargo fw');

for (const name of readdirSync(folder).filter((name) => name.endsWith('.txt')).toSorted()) {
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

test('a transcript that expects something else fails', () => {
  const [exchange] = parseScenario('cues\n* phase setup\n= setup white');
  assert.deepEqual(differences(exchange, ['* phase setup', '= setup white']), []);
  for (const said of [['* phase setup', '= setup black'], ['= setup white'], ['* phase setup', '* takeback', '= setup white']]) {
    assert.equal(differences(exchange, said).length, 1, said.join());
  }
  const [silent] = parseScenario('undo');
  assert.match(differences(silent, ['? no']).join(), /was refused/);
  assert.throws(() => parseScenario('= early'), /before any command/);
});
