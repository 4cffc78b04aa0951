// A short game on every board, and with both drivers of the strip.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware, variant } from './paths.mjs';
import { smoke } from './smoke.mjs';
import { NONE_LEFT } from './strip.mjs';
import { BOARDS } from './wiring.mjs';

for (const [name, wiring] of Object.entries(BOARDS)) {
  const path = name === 'pico' ? firmware : variant(name);
  test(`a game on ${name}`, () => {
    const elf = readElf(path, `BOARD=${name} cargo fw, and copy the image`);
    assert.deepEqual(smoke(new Board(elf, { wiring, bounces: true })), []);
  });
}

test('a game with the driver of ws2812-pio', () => {
  const elf = readElf(variant('ws2812-pio'), 'cargo fw --features ws2812-pio, and copy the image');
  // The pulses of this crate are fixed, and some are at a limit: "figures, chip" reports them.
  assert.deepEqual(smoke(new Board(elf, { bounces: true, margin: NONE_LEFT })), []);
});

test('an image for another board drives what it must not', () => {
  const others = Object.keys(BOARDS).filter((name) => name !== 'pico');
  for (const name of others) {
    const board = new Board(readElf(variant(name), `BOARD=${name} cargo fw`));
    board.run(50);
    assert.match(board.violations.join('\n'), /GP\d+ is driven|driven high|are low at once/, name);
  }
});
