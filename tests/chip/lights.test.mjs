// The lights hold what they show, and get it in pulses that every WS2812B understands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware, variant } from './paths.mjs';
import { begin } from './play.mjs';
import { MARGIN, NONE_LEFT } from './strip.mjs';

const DRIVERS = [
  ['DMA', firmware, 'cargo fw', MARGIN],
  ['ws2812-pio', variant('ws2812-pio'), 'cargo fw --features ws2812-pio, and copy the image', NONE_LEFT],
];
/** The longest time for which a picture that was spoilt may stay so, in milliseconds. */
const LONGEST = 250;
const SHORTEST = 100;

for (const [name, path, how, margin] of DRIVERS) {
  test(`${name}: a picture that stands is sent again, and mends what a glitch has spoilt`, () => {
    const board = new Board(readElf(path, how), { margin });
    board.connect();
    begin(board);
    board.run(1000);
    const shown = new Map(board.lights);
    const starts = [];
    board.onFrame = (lights, { start }) => {
      starts.push(start / 1e6);
      assert.deepEqual(lights, shown);
    };
    for (let i = 0; i < 8; i++) {
      // A dip of the supply: some lights go out, one shows what nobody has sent.
      board.lights.set('a1', [0, 0, 0]);
      board.lights.set('i5', [255, 255, 255]);
      board.run(LONGEST, () => board.lights.get('i5')[0] === 0);
      assert.deepEqual(board.lights, shown);
    }
    const pauses = starts.slice(1).map((start, i) => start - starts[i]);
    assert.ok(pauses.length >= 7 && Math.min(...pauses) >= SHORTEST && Math.max(...pauses) <= LONGEST, `${pauses}`);
    assert.deepEqual(board.violations, []);
  });
}

test('the pulses keep 40 ns from every limit of both data sheets, behind the level shifter', () => {
  const board = new Board(readElf(firmware, 'cargo fw'));
  board.connect();
  // All lights, and bits of both kinds: 44 points are to be set.
  board.ask('brightness 8');
  board.run(500);
  assert.ok(board.strip.margin >= MARGIN, `${board.strip.margin} ns`);
  assert.ok(board.strip.frames > 2);
  assert.deepEqual(board.violations, []);
});
