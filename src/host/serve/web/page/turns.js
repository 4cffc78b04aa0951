// The turns of the game, in numbered pairs.
import { text } from './texts.js';

const list = document.getElementById('turns');
/** Where the points of each board lie on the panel: files and ranks before its first. */
const PLACES = { tsivy: [0, 0], dimy: [2, 0], telo: [3, 1] };

/** The points of the panel on which the last turn began and ended. */
export function lastPoints({ turns, board }) {
  const points = turns.at(-1)?.match(/[a-i][1-5]/g) ?? [];
  const [files, ranks] = PLACES[board] ?? [0, 0];
  const name = (point) => 'abcdefghi'['abcdefghi'.indexOf(point[0]) + files] + (Number(point[1]) + ranks);
  return [points.at(0), points.at(-1)].filter(Boolean).map(name);
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
