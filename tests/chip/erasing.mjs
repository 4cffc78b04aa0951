// A board whose flash must be erased, and hands that do not wait for it.
import { Board } from './board.mjs';
import { begin, isLit, reaction } from './play.mjs';
import { old } from './stores.mjs';

/** How long a board may rest before it begins to erase: the 2 s, and what it takes to notice. */
const PATIENCE = 3000;

/** A board with a game on, almost all of whose sectors hold something old. */
export function wornBoard(elf, flash, options = {}) {
  const board = new Board(elf, { bounces: true, flash: { content: old({ isReady: 1 }), ...flash }, ...options });
  board.connect();
  begin(board);
  return board;
}

/** Lets time go by until a sector is begun; when that was, in milliseconds, or null if none was. */
export function nextErase(board, patience = PATIENCE) {
  const isErasing = () => board.flash.doing?.kind === 'erase';
  board.run(patience, () => !isErasing());
  board.run(patience, isErasing);
  return isErasing() ? board.start + board.flash.doing.since : null;
}

/** How much earlier than a sector is begun a stone is lifted, in milliseconds; 0 is right after that. */
const EARLY = [0, 0.5, 2, 4];

/** Reed to light of stones that are lifted when a sector is begun, in milliseconds. */
export function eraseReactions(board) {
  return EARLY.map((early) => {
    const first = nextErase(board);
    const second = nextErase(board);
    if (first === null || second === null) throw new Error('nothing is erased');
    // They follow each other at the same pace.
    if (early === 0) nextErase(board);
    else board.run(second - first - early + second - board.now);
    const time = reaction(board, () => board.lift('e2'), (lights) => isLit(lights, 'e3'), 1000);
    board.run(200);
    board.place('e2');
    return time;
  });
}
