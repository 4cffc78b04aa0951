// How deep the stack has been: it is painted, and what has lost its paint was used.
import { RAM } from './memory.mjs';

const PAINT = 0xa5;

/** Paints all RAM of the stack. Before the first instruction. */
export function paintStack(chip) {
  const { bottom, top } = bounds(chip);
  chip.mcu.sram.fill(PAINT, bottom - RAM.start, top - RAM.start);
}

/** Bytes of stack used since it was painted, and the bytes there are. */
export function stackUse(chip) {
  const { bottom, top } = bounds(chip);
  const stack = chip.mcu.sram.subarray(bottom - RAM.start, top - RAM.start);
  const first = stack.findIndex((byte) => byte !== PAINT);
  return { used: first < 0 ? 0 : stack.length - first, size: stack.length };
}

function bounds(chip) {
  return { bottom: chip.address('_stack_end'), top: chip.address('_stack_start') };
}
