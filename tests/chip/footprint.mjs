// Prints the stack and the code of the footprint example: node footprint.mjs [FOOTPRINT BASELINE]
import { Chip } from './chip.mjs';
import { readElf } from './elf.mjs';
import * as paths from './paths.mjs';

const BUILD = 'cargo build --profile size --target thumbv6m-none-eabi --example footprint --example baseline';
const LIMIT = 10_000; // milliseconds on the chip

/** Runs an example to its breakpoint and reads the figures it left. */
function measure(elf) {
  const chip = new Chip(elf);
  chip.run(LIMIT);
  const at = `at 0x${chip.mcu.core.PC.toString(16)}`;
  if (chip.faults.length > 0) throw new Error(`fault: ${chip.faults.join(', ')}`);
  if (!chip.breakpoint) throw new Error(`not done after ${LIMIT} ms on the chip, ${at}`);
  const [worst, room, answer] = chip.words(chip.address('RESULT'), 3);
  // Zero until the work is done: then the breakpoint was a panic.
  if (room === 0) throw new Error(`panicked ${at}`);
  if (worst >= room) throw new Error(`the stack of ${room} bytes overflowed`);
  return { worst, room, answer };
}

/** Bytes of code and of constants. What a library of the compiler adds for the work counts as the work's. */
const codeSize = ({ sections }) =>
  sections.filter(({ name }) => name === '.text' || name === '.rodata').reduce((sum, { size }) => sum + size, 0);

const footprint = readElf(process.argv[2] ?? paths.footprint, BUILD);
const baseline = readElf(process.argv[3] ?? paths.baseline, BUILD);
const frame = measure(baseline);
const work = measure(footprint);

console.log(`worst stack    ${work.worst} of ${work.room} bytes (the frame alone: ${frame.worst})`);
console.log(`code           ${codeSize(footprint) - codeSize(baseline)} bytes (${codeSize(footprint)} - ${codeSize(baseline)})`);
console.log(`answer         ${work.answer}`);
