// The cache in front of the flash.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipWith } from './bare.mjs';
import { Cache, MISS, cacheOf } from './cache.mjs';
import { FLASH, RAM } from './memory.mjs';

const WAY = 8 * 1024;
const [NOP, BRANCH_TO_ITSELF] = [0xbf00, 0xe7fe];

const cost = (cache, address) => {
  cache.read(address);
  return cache.collect();
};

test('a line of eight bytes is fetched once', () => {
  const cache = new Cache();
  assert.equal(cost(cache, FLASH.start), MISS);
  for (let at = 0; at < 8; at++) assert.equal(cost(cache, FLASH.start + at), 0);
  assert.equal(cost(cache, FLASH.start + 8), MISS);
  assert.equal(cache.misses, 2);
});

test('16 KB fit, and not a line more', () => {
  const cache = new Cache();
  for (let at = 0; at < 2 * WAY; at += 8) assert.equal(cost(cache, FLASH.start + at), MISS);
  for (let at = 0; at < 2 * WAY; at += 8) assert.equal(cost(cache, FLASH.start + at), 0);
  assert.equal(cost(cache, FLASH.start + 2 * WAY), MISS);
});

test('of three lines in two ways, the one used longest ago gives way', () => {
  const cache = new Cache();
  const [a, b, c] = [0, 1, 2].map((way) => FLASH.start + way * WAY);
  assert.deepEqual([a, b, a, c].map((line) => cost(cache, line)), [MISS, MISS, 0, MISS]);
  assert.deepEqual([a, c, b].map((line) => cost(cache, line)), [0, 0, MISS]);
});

test('after a flush everything is fetched again', () => {
  const cache = new Cache();
  cost(cache, FLASH.start);
  cache.flush();
  assert.equal(cost(cache, FLASH.start), MISS);
});

test('a miss costs time unless CACHE=off, and anything but on and off is refused', () => {
  assert.equal(cost(cacheOf({ CACHE: 'off' }), FLASH.start), 0);
  assert.equal(cost(cacheOf({}), FLASH.start), MISS);
  assert.equal(cost(cacheOf({ CACHE: 'on' }), FLASH.start), MISS);
  assert.throws(() => cacheOf({ CACHE: 'yes' }), /on or off, not yes/);
});

test('code is fetched by lines, from RAM it is not, and data from flash is fetched too', () => {
  const run = (code, prepare = () => {}) => {
    const chip = chipWith(...code);
    prepare(chip);
    chip.run(0.1);
    return chip.cache.misses;
  };
  // Two lines: the first two vectors fill one, and are read when the chip starts by the harness, not by the core.
  assert.equal(run([NOP, NOP, NOP, BRANCH_TO_ITSELF]), 1);
  assert.equal(run([NOP, NOP, NOP, NOP, BRANCH_TO_ITSELF]), 2);
  const inRam = (chip) => {
    chip.mcu.sram.set([0xfe, 0xe7]);
    chip.mcu.core.PC = RAM.start;
  };
  assert.equal(run([NOP], inRam), 0);
  // ldr r0, [r1]; then a branch to itself.
  const far = (chip) => {
    chip.mcu.core.registers[1] = FLASH.start + 0x1000;
  };
  assert.equal(run([0x6808, BRANCH_TO_ITSELF], far), 2);
  // ldrh r0, [r1], which the emulator does itself.
  assert.equal(run([0x8808, BRANCH_TO_ITSELF], far), 2);
});
