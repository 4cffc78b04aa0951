// Ways to crash the firmware.

/** Lets the core go on elsewhere. */
export function jump(board, address, { registers = [], isMasked = false } = {}) {
  const { core } = board.chip.mcu;
  core.registers.set(registers);
  core.PM = isMasked;
  core.waiting = false;
  core.PC = address & ~1;
}

/** Below the stack in use, where nothing is. */
export const spare = (board) => board.chip.address('_stack_end') + 4096;

/** Lets the firmware panic, as if it had found an index out of bounds. */
export function panic(board) {
  const { chip } = board;
  const name = [...chip.symbols.keys()].find((symbol) => symbol.includes('panic_bounds_check'));
  // The place in the source: a text and its length, line and column.
  const place = spare(board);
  Buffer.from('src/some.rs\n').forEach((byte, i) => chip.mcu.writeUint8(place + 16 + i, byte));
  [place + 16, 12, 12, 34].forEach((word, i) => chip.mcu.writeUint32(place + 4 * i, word));
  jump(board, chip.address(name), { registers: [7, 5, place] });
}
