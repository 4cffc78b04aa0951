// The turns of the game, in numbered pairs.
import { pointOn } from './board.js';
import { text } from './texts.js';

const list = document.getElementById('turns');

/** The points of the panel on which the last turn began and ended. */
export function lastPoints({ turns, board }) {
  const points = turns.at(-1)?.match(/[a-i][1-5]/g) ?? [];
  return [points.at(0), points.at(-1)].filter(Boolean).map((name) => pointOn(board, name));
}

/** Shows the turns, and keeps the newest in view. */
export function showTurns({ turns, first }) {
  const sides = first === 'black' ? ['black', 'white'] : ['white', 'black'];
  const before = [...list.children].map((item) => item.dataset.turn);
  let same = 0;
  while (same < turns.length && before[same] === `${sides[same % 2]} ${turns[same]}`) same += 1;
  if (same === before.length && same === turns.length) return;
  while (list.childElementCount > same) list.lastElementChild.remove();
  for (let i = same; i < turns.length; i++) {
    const item = document.createElement('li');
    const side = sides[i % 2];
    item.dataset.turn = `${side} ${turns[i]}`;
    item.className = side;
    item.textContent = turns[i];
    item.setAttribute('aria-label', text(`turns.${side}`, { turn: turns[i] }));
    if (side === 'white' || i === 0) item.dataset.number = Math.ceil((i + 1 + (first === 'black')) / 2);
    list.append(item);
  }
  list.scrollTop = list.scrollHeight;
}
