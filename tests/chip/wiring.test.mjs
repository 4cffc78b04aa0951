// The wiring of the boards, as the harness reads it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BOARDS, POINTS, parseWiring } from './wiring.mjs';

test('the Pico is wired as its guide says', () => {
  const { reeds, lights, data, button, milliamperes } = BOARDS.pico;
  assert.deepEqual(reeds.get('a1'), { column: 2, row: 11 });
  assert.deepEqual(reeds.get('e3'), { column: 6, row: 13 });
  assert.deepEqual(reeds.get('i5'), { column: 10, row: 15 });
  assert.deepEqual([data, button, milliamperes], [16, 17, 400]);
  assert.deepEqual([0, 8, 9, 17, 18, 44].map((i) => lights[i]), ['a1', 'i1', 'i2', 'a2', 'a3', 'i5']);
});

test('on every board each point has a reed and a light of its own', () => {
  assert.ok(Object.keys(BOARDS).length >= 2);
  for (const [name, { reeds, lights }] of Object.entries(BOARDS)) {
    const switches = new Set([...reeds.values()].map(({ column, row }) => `${column} ${row}`));
    assert.equal(switches.size, POINTS.length, name);
    assert.deepEqual(lights.toSorted(), POINTS, name);
  }
});

test('a wiring that is not understood is refused', () => {
  assert.throws(() => parseWiring('    columns: [1, 2],\n'), /says nothing of rows/);
});
