// How much RAM was used: it is painted, and what has lost its paint was.
import { FREE, RAM } from './memory.mjs';

const PAINT = 0xa5;

/** Paints all RAM of the stack. Before the first instruction. */
export function paintStack(chip) {
  const { bottom, top } = bounds(chip);
  chip.mcu.sram.fill(PAINT, bottom - RAM.start, top - RAM.start);
}

/** Paints what no image has. Before the first instruction. */
export function paintFree({ mcu }) {
  mcu.sram.fill(PAINT, FREE.start - RAM.start, FREE.end - RAM.start);
}

/** Bytes used since of what no image has. */
export function freeUse({ mcu }) {
  return mcu.sram.subarray(FREE.start - RAM.start, FREE.end - RAM.start).reduce((sum, byte) => sum + (byte === PAINT ? 0 : 1), 0);
}

/** Paints what of the stack is not in use at this moment: its depth is found anew from here on. */
export function repaintStack(chip) {
  const { bottom } = bounds(chip);
  chip.mcu.sram.fill(PAINT, bottom - RAM.start, chip.mcu.core.SP - RAM.start);
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
