// Prints what the rules cost on the chip, in stack and in code.
import { record } from '../figures/record.mjs';
import { Chip } from './chip.mjs';
import { readElf } from './elf.mjs';
import { example } from './paths.mjs';

const BUILD = 'cargo footprint';
const LIMIT = 10_000; // milliseconds on the chip

/** Runs an example to its breakpoint; how deep its stack has been. */
function stack(elf) {
  const chip = new Chip(elf);
  chip.run(LIMIT);
  const at = `at 0x${chip.mcu.core.PC.toString(16)}`;
  if (chip.faults.length > 0) throw new Error(`fault: ${chip.faults.join(', ')}`);
  if (!chip.breakpoint) throw new Error(`not done after ${LIMIT} ms on the chip, ${at}`);
  const [worst, room] = chip.words(chip.address('RESULT'), 2);
  // Zero until the work is done: then the breakpoint was a panic.
  if (room === 0) throw new Error(`panicked ${at}`);
  if (worst >= room) throw new Error(`the stack of ${room} bytes overflowed`);
  return worst;
}

/** Bytes of code and of constants. What a library of the compiler adds for the work counts as the work's. */
const codeSize = ({ sections }) =>
  sections.filter(({ name }) => name === '.text' || name === '.rodata').reduce((sum, { size }) => sum + size, 0);

const load = (name) => readElf(example(name), BUILD);
const baseline = load('baseline');
const row = (name, ...figures) => console.log(name.padEnd(28), ...figures.map((figure) => String(figure).padStart(10)));

row('', 'stack', 'code');
for (const [name, title] of [['turns', 'generating all turns'], ['rules', 'the whole rules, with texts']]) {
  const elf = load(name);
  const cost = { stack: stack(elf) - stack(baseline), code: codeSize(elf) - codeSize(baseline) };
  row(title, `${cost.stack} B`, `${cost.code} B`);
  for (const [what, bytes] of Object.entries(cost)) record(`${name}.${what}`, bytes);
}
