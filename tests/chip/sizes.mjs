// Prints what an image takes: node sizes.mjs [ELF]
import { record } from '../figures/record.mjs';
import { readElf } from './elf.mjs';
import { use } from './image.mjs';
import { BUDGET } from './memory.mjs';
import { firmware } from './paths.mjs';

const elf = readElf(process.argv[2] ?? firmware, 'cargo fw');
const row = (name, ...figures) => console.log(name.padEnd(14), ...figures.map((figure) => String(figure).padStart(10)));

for (const { name, address, size } of elf.sections) row(name, size, `0x${address.toString(16)}`);
const { flash, ram, mind } = use(elf);
row('flash', flash, `of ${BUDGET.flash}`);
row('RAM', ram, `of ${BUDGET.ram}`);
row('core 1', mind, `of ${BUDGET.mind}`);
// Documents tell of the usual image only.
if (process.argv[2] === undefined && process.env.FIRMWARE === undefined) {
  record('image.flash', flash);
  record('image.ram', ram);
  record('image.mind', mind);
}
