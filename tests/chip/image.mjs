// What must be true of an image before the ROM will start it. Each check lists what is wrong.
import { BOOT2, FLASH, RAM, VECTORS } from './memory.mjs';

const hex = (number) => `0x${number.toString(16)}`;

/** CRC-32 as the ROM computes it over the second boot stage (datasheet 2.8.1.3.1): neither reflected nor inverted. */
export function bootCrc(bytes) {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1;
  }
  return crc >>> 0;
}

/** The second boot stage: its place, its length and the checksum in its last four bytes. */
export function boot2Problems({ sections }) {
  const boot2 = sections.find(({ name }) => name === '.boot2');
  if (!boot2) return ['there is no .boot2'];
  const { address, bytes } = boot2;
  if (address !== BOOT2.start) return [`.boot2 stands at ${hex(address)}, not at ${hex(BOOT2.start)}`];
  if (bytes.length !== BOOT2.size) return [`.boot2 has ${bytes.length} bytes, not ${BOOT2.size}`];
  const stored = new DataView(bytes.buffer, bytes.byteOffset).getUint32(BOOT2.size - 4, true);
  const computed = bootCrc(bytes.subarray(0, -4));
  return stored === computed ? [] : [`the checksum of .boot2 is ${hex(stored)}, not ${hex(computed)}`];
}

/** The first two vectors: a stack in RAM and the reset handler in flash. */
export function vectorProblems({ sections, symbols }) {
  const table = sections.find(({ name }) => name === '.vector_table');
  if (!table) return ['there is no .vector_table'];
  const problems = [];
  if (table.address !== VECTORS) problems.push(`the vector table stands at ${hex(table.address)}, not at ${hex(VECTORS)}`);
  const view = new DataView(table.bytes.buffer, table.bytes.byteOffset);
  const [stack, reset] = [view.getUint32(0, true), view.getUint32(4, true)];
  // The stack grows down, so it may start at the very end.
  if (stack % 8 !== 0 || !RAM.holds(stack - 8, 8)) problems.push(`the stack starts at ${hex(stack)}`);
  if (!(reset & 1)) problems.push(`the reset vector ${hex(reset)} lacks the Thumb bit`);
  if (!FLASH.holds(reset)) problems.push(`the reset vector ${hex(reset)} is not in flash`);
  if (symbols.get('Reset')?.address !== reset) problems.push(`the reset vector ${hex(reset)} is not the symbol Reset`);
  return problems;
}

/** What is loaded has its place in flash, what only takes room has it in RAM, and nothing lies on anything else. */
export function segmentProblems({ segments }) {
  const outside = segments
    .filter(({ address, size, bytes }) => !(bytes.length > 0 ? FLASH : RAM).holds(address, size))
    .map(({ address, size }) => `the segment of ${size} bytes at ${hex(address)} does not fit`);
  const ordered = segments.toSorted((a, b) => a.address - b.address);
  const overlapping = ordered
    .filter(({ address }, i) => i > 0 && ordered[i - 1].address + ordered[i - 1].size > address)
    .map(({ address }) => `the segment at ${hex(address)} lies on the one before`);
  return [...outside, ...overlapping];
}

/** What the image takes: bytes of flash, of RAM before the stack of core 0, and of RAM for core 1. */
export function use({ segments, sections }) {
  const sum = (parts) => parts.reduce((total, size) => total + size, 0);
  const inRam = sections.filter(({ address }) => RAM.holds(address));
  const isMind = ({ name }) => name.startsWith('.mind');
  return {
    flash: sum(segments.map(({ bytes }) => bytes.length)),
    ram: sum(inRam.filter((section) => !isMind(section)).map(({ size }) => size)),
    mind: sum(inRam.filter(isMind).map(({ size }) => size)),
  };
}
