// Lets core 1 think about a position, and tells how long that takes: node ponder.mjs [LEVEL] [POSITION]
import { pathToFileURL } from 'node:url';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { stonesOf } from './hands.mjs';
import { firmware } from './paths.mjs';

/** What the speed of the search is measured by: the start, two positions of the middle game and an ending, those of tests/bench/engine.rs. */
export const POSITIONS = [
  'bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w',
  'b2b3bb/1b2w4/3b2wbw/w8/www1w1www b',
  '3bb2b1/2b6/b2b5/4ww1w1/1w3ww2 w',
  '1b3b3/4b4/9/2w3w2/4w4 w',
];
/** The level that is measured, and how many nodes it has. */
export const [LEVEL, NODES] = [6, 1200];
/** Longer than any level thinks, in milliseconds. */
const LONG = 10_000;

/** Says whether core 1 of a board with this image is at work. */
export function thinks({ symbols }) {
  const [, { address }] = [...symbols].find(([name]) => name.includes('supervisor6THINKS'));
  return ({ chip }) => chip.mcu.readUint8(address) !== 0;
}

/** How long a level thinks about a position, in milliseconds; `watch` is called with the chip when it begins. */
export function ponder(elf, position, level, watch = () => {}) {
  const isThinking = thinks(elf);
  const board = new Board(elf);
  board.onText = () => {};
  board.connect();
  board.run(200);
  board.ask(`new ${position}`);
  board.ask(`level ${position.endsWith('w') ? 'white' : 'black'} ${level}`);
  board.reeds(stonesOf(position));
  board.run(2000, () => isThinking(board));
  watch(board.chip);
  const { now } = board;
  board.run(LONG, () => !isThinking(board));
  return board.now - now;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [level = 9, position = POSITIONS[0]] = process.argv.slice(2);
  const milliseconds = ponder(readElf(firmware, 'cargo fw'), position, level);
  console.log(`level ${level} thinks for ${(milliseconds / 1000).toFixed(2)} s about ${position}`);
}
