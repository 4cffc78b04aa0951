// Stones that slide as they would over real reeds: every way, every sensitivity, slowly and quickly.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware } from './paths.mjs';
import { TURNS } from './slides.mjs';

/** A white stone in the middle, from which eight lines lead, and a black one that is far away. */
const POSITION = '8b/9/4w4/9/9 w';
const STONES = ['e3', 'i5'];
const NEIGHBOURS = ['f3', 'd3', 'e4', 'e2', 'f4', 'f2', 'd4', 'd2'];
/** Millimetres a second. */
const SPEEDS = [200, 450, 1000];
/** How long a turn may take to be told, in milliseconds. */
const PATIENCE = 2000;

for (const turns of TURNS) {
  test(`a stone that slides over reeds of ${turns} AT is read right`, () => {
    const board = new Board(readElf(firmware), { bounces: true });
    const said = [];
    board.onText = (line) => said.push(line);
    board.connect();
    const sees = (line) => {
      board.run(PATIENCE, () => said.includes(line));
      assert.ok(said.includes(line), `${line}: ${said.join('; ')}`);
    };
    for (const [number, to] of NEIGHBOURS.entries()) {
      board.reeds([]);
      board.run(300);
      board.ask(`new ${POSITION}`);
      said.length = 0;
      board.reeds(STONES);
      sees('* phase to-move');
      said.length = 0;
      const speed = SPEEDS[number % SPEEDS.length];
      assert.ok(board.slide('e3', to, { speed, turns }));
      sees(`* turn e3${to}`);
      assert.deepEqual(said.filter((line) => /wrong|sensor/.test(line)), []);
      assert.deepEqual([...board.stones].toSorted(), [to, 'i5'].toSorted());
    }
    assert.deepEqual(board.violations, []);
  });
}

test('a stone slides neither from an empty point nor to one that is taken', () => {
  const board = new Board(readElf(firmware));
  board.reeds(STONES);
  const how = { speed: 500, turns: TURNS[0] };
  assert.equal(board.slide('d3', 'd4', how), false);
  board.place('e4');
  assert.equal(board.slide('e3', 'e4', how), false);
  assert.throws(() => board.slide('e3', 'g3', how), /no slide leads from e3 to g3/);
});
