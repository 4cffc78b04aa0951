// The mask ROM: calls into it are answered here, so that no ROM image is needed.
import { PAGE } from './flash.mjs';

// RP2040 datasheet 2.8.2: the halfwords at 0x14, 0x16 and 0x18 point to the function table, the data table
// and the lookup function. The tables have no content here: the lookup itself is answered.
const LOOKUP = 0x100;
const FIRST_FUNCTION = 0x200;
const CYCLES = 10;

const copy = (chip, [to, from, length]) => {
  for (let i = 0; i < length; i++) chip.mcu.writeUint8(to + i, chip.mcu.core.readUint8(from + i));
};
const fill = (chip, [to, value, length]) => {
  for (let i = 0; i < length; i++) chip.mcu.writeUint8(to + i, value);
};

/** The wires to the flash are always there. */
const connect = () => {};

const erase = (chip, [offset, count, block]) => {
  if (block <= count) throw new Error(`erasing by ${block} bytes is not modelled`);
  chip.flash.erase(offset, count);
};

const program = (chip, [offset, data, count]) => {
  const page = (at) => Uint8Array.from({ length: PAGE }, (_, i) => chip.mcu.core.readUint8(data + at - offset + i));
  chip.flash.program(offset, count, page);
};

/** The boot drive: the firmware runs no more. */
const leave = (chip) => {
  chip.isDrive = true;
  chip.watchdog.stop();
};

/** By the code that the lookup takes (datasheet 2.8.3). A function not listed is an error when it is looked up. */
const FUNCTIONS = new Map([
  ['MC', copy],
  ['C4', copy],
  ['MS', fill],
  ['S4', fill],
  ['IF', connect],
  ['EX', (chip) => chip.flash.exit()],
  ['RE', erase],
  ['RP', program],
  ['FC', (chip) => chip.flash.flushCache()],
  ['CX', (chip) => chip.flash.enter()],
  ['UB', leave],
]);
const CODES = [...FUNCTIONS.keys()];

/** The words of the ROM that programs read. */
export function romImage() {
  const rom = new Uint32Array(4096);
  const halfwords = new Uint16Array(rom.buffer);
  halfwords[0x14 / 2] = 0x40;
  halfwords[0x16 / 2] = 0x80;
  halfwords[0x18 / 2] = LOOKUP | 1;
  return rom;
}

/** Answers the call that has just jumped into the ROM and returns from it; tells how many cycles it took. */
export function answerRomCall(chip) {
  const { core } = chip.mcu;
  const at = core.PC & ~1;
  if (at === LOOKUP) {
    const code = String.fromCharCode(core.registers[1] & 0xff, (core.registers[1] >> 8) & 0xff);
    if (!FUNCTIONS.has(code)) throw new Error(`ROM function ${code} is not answered`);
    core.registers[0] = (FIRST_FUNCTION + 4 * CODES.indexOf(code)) | 1;
  } else {
    const answer = FUNCTIONS.get(CODES[(at - FIRST_FUNCTION) / 4]);
    if (!answer) throw new Error(`jump into the ROM at 0x${at.toString(16)}`);
    answer(chip, core.registers);
  }
  core.PC = core.LR & ~1;
  return CYCLES;
}
