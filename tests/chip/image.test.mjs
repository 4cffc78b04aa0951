// The release image: fit to be started, and it starts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Chip } from './chip.mjs';
import { readElf } from './elf.mjs';
import { boot2Problems, bootCrc, segmentProblems, vectorProblems } from './image.mjs';
import { firmware } from './paths.mjs';
import { decodeFrame, drainRtt, logLines } from './rtt.mjs';

const elf = readElf(firmware, 'cargo fw');

/** The image with one section changed. */
const withSection = (changed, change) => ({
  ...elf,
  sections: elf.sections.map((section) => (section.name === changed ? { ...section, ...change(section) } : section)),
});
/** A copy of `bytes` with the lowest bit of one byte flipped. */
const flipped = (bytes, at) => {
  const copy = Uint8Array.from(bytes);
  copy[at] ^= 1;
  return copy;
};

test('the boot checksum is that of CRC-32/MPEG-2', () => {
  assert.equal(bootCrc(Buffer.from('123456789')), 0x0376_e6e7);
});

test('the second boot stage is whole', () => {
  assert.deepEqual(boot2Problems(elf), []);
});

test('a damaged second boot stage is refused', () => {
  for (const at of [0, 100, 251, 252, 255]) {
    const damaged = withSection('.boot2', ({ bytes }) => ({ bytes: flipped(bytes, at) }));
    assert.match(boot2Problems(damaged).join(), /checksum/, `byte ${at}`);
  }
  const short = withSection('.boot2', ({ bytes }) => ({ bytes: bytes.subarray(0, 252) }));
  assert.match(boot2Problems(short).join(), /252 bytes/);
  const moved = withSection('.boot2', () => ({ address: 0x1000_0100 }));
  assert.match(boot2Problems(moved).join(), /stands at 0x10000100/);
  assert.match(boot2Problems({ ...elf, sections: [] }).join(), /no \.boot2/);
});

test('the vector table gives a stack in RAM and the reset handler', () => {
  assert.deepEqual(vectorProblems(elf), []);
});

test('a damaged vector table is refused', () => {
  const damaged = (at) => withSection('.vector_table', ({ bytes }) => ({ bytes: flipped(bytes, at) }));
  assert.match(vectorProblems(damaged(3)).join(), /the stack starts at/);
  assert.match(vectorProblems(damaged(4)).join(), /lacks the Thumb bit/);
  assert.match(vectorProblems(damaged(5)).join(), /is not the symbol Reset/);
  assert.match(vectorProblems(damaged(7)).join(), /is not in flash/);
});

test('every segment has its place', () => {
  assert.deepEqual(segmentProblems(elf), []);
});

test('a segment outside its memory or on another is refused', () => {
  const adding = (segment) => segmentProblems({ segments: [...elf.segments, segment] }).join();
  const bytes = new Uint8Array(16);
  const none = new Uint8Array(0);
  assert.match(adding({ address: 0x101f_fff8, size: 16, bytes }), /does not fit/);
  assert.match(adding({ address: 0x2000_0000, size: 16, bytes }), /does not fit/);
  assert.match(adding({ address: 0x2004_1ff8, size: 16, bytes: none }), /does not fit/);
  assert.match(adding({ address: 0x1000_0080, size: 16, bytes }), /lies on the one before/);
});

test('the image boots, logs and sleeps', () => {
  const chip = new Chip(elf);
  chip.run(100);
  assert.deepEqual(chip.faults, []);
  assert.equal(chip.breakpoint, null);
  const log = drainRtt(chip);
  assert.match(logLines(chip, log)[0], /^info fanorona-board /);
  assert.equal(log.at(-1), 0, 'the last frame has ended');
  assert.deepEqual(drainRtt(chip), [], 'what was read is gone');

  // A new board looks whether its flash is blank.
  chip.run(1400);
  const { awake } = chip;
  chip.run(100);
  assert.ok(chip.awake - awake < 5e6, 'the core sleeps most of the time');
  assert.ok(Math.abs(chip.milliseconds - 1600) < 0.001);
});

test('a frame of the log is decoded, zeros and all', () => {
  // Seven bytes, and behind them a bit for each that is zero.
  assert.deepEqual(decodeFrame([7, 5, 3, 1, 0b0010101]), [0, 7, 0, 5, 0, 3, 1]);
  // Seven that are not, and behind them the code of a zero that follows.
  assert.deepEqual(decodeFrame([7, 6, 5, 4, 3, 2, 1, 0x80]), [7, 6, 5, 4, 3, 2, 1, 0]);
  assert.throws(() => decodeFrame([0x80]), /damaged/);
});
