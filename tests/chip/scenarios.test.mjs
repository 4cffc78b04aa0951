// Transcripts in tests/scenarios come true on the image: the first, the third and so on; scenarios-rest.test.mjs has the others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { differences, parseScenario } from './scenario.mjs';
import { playEverySecond } from './transcripts.mjs';

playEverySecond(0);

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
