// A chip with a program of a few instructions, for the tests of the harness.
import { Chip } from './chip.mjs';
import { RAM, VECTORS } from './memory.mjs';

const WFE = 0xbf20;

/** A chip that stands before `code`, which follows the first two vectors. */
export function chipWith(...code) {
  const bytes = new Uint8Array(8 + 2 * code.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, RAM.end, true);
  view.setUint32(4, VECTORS + 8 + 1, true);
  code.forEach((opcode, i) => view.setUint16(8 + 2 * i, opcode, true));
  return new Chip({ segments: [{ address: VECTORS, size: bytes.length, bytes }], symbols: new Map() });
}

/** A chip that sleeps, so that only what is around the core happens. */
export function sleepingChip() {
  const chip = chipWith(WFE);
  // Even this has to come out of the flash first.
  chip.run(1, () => chip.asleep);
  return chip;
}

const PADS = 0x4001_c004;
const IO_CTRL = 0x4001_4004;
const SIO = 0xd000_0000;
const PULL_UP = 0x48; // with the input enabled
const FUNCTION_SIO = 5;

/** Makes a pin an input with its pull-up, under control of the processor. */
export function pullUp({ mcu }, pin) {
  mcu.writeUint32(PADS + 4 * pin, PULL_UP);
  mcu.writeUint32(IO_CTRL + 8 * pin, FUNCTION_SIO);
}

/** Drives a pin low or high, or lets it go with `null`. */
export function drive({ mcu }, pin, isHigh) {
  const [set, clear] = [0x4, 0x8];
  if (isHigh !== null) mcu.writeUint32(SIO + 0x10 + (isHigh ? set : clear), 2 ** pin);
  mcu.writeUint32(SIO + 0x20 + (isHigh === null ? clear : set), 2 ** pin);
}
