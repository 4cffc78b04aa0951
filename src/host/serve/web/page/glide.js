// Stones glide from where they were to where they are.
import { POINTS, stone } from './board.js';

const SIDES = ['white', 'black'];
const LETTERS = { w: 'white', b: 'black' };
const LASTS = { duration: 340, easing: 'cubic-bezier(0.3, 0, 0.2, 1)' };
const still = matchMedia('(prefers-reduced-motion: reduce)');

/** The middle of an element on the screen. */
function middle(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}

/** Of these places the one nearest to another, which is taken out of the list. */
function takeNearest(places, [x, y]) {
  const distances = places.map((place) => Math.hypot(place[0] - x, place[1] - y));
  return places.splice(distances.indexOf(Math.min(...distances)), 1)[0];
}

/** Shows what has changed on the table as movements. */
export class Glide {
  #board;
  #before = null;

  constructor(board) {
    this.#board = board;
  }

  /** Takes a new table, which the board shows, unless it is hidden; `mine` is this page's hand, whose stones need no help. */
  show(table, mine, isHidden) {
    const before = this.#before;
    this.#before = table;
    if (!before || isHidden || still.matches) return;
    for (const side of SIDES) this.#glide(side, before, table, mine);
  }

  #glide(side, before, table, mine) {
    const holds = ({ held }, hand) => held.find((one) => one.hand === hand && one.side === side);
    const points = (a, b) => POINTS.filter((_, i) => LETTERS[a.stones[i]] === side && LETTERS[b.stones[i]] !== side);
    const lifted = table.held.filter((one) => one.side === side && !holds(before, one.hand)).map(({ from }) => from);
    const left = points(before, table).map(({ name }) => name).filter((name) => !lifted.includes(name));
    const freed = before.held.filter((one) => one.side === side && one.from && one.hand !== mine && !holds(table, one.hand));
    const places = [...left, ...freed.map(({ from }) => from)].map((name) => middle(this.#board.button(name)));
    const come = points(table, before).map(({ name }) => this.#board.button(name));
    if (holds(before, mine) && !holds(table, mine) && come.length > places.length) come.pop();
    const tray = document.getElementById(`tray-${side}`);
    for (const button of come) {
      const from = places.length > 0 ? takeNearest(places, middle(button)) : table.tray[side] < before.tray[side] && middle(tray);
      if (from) this.#arrive(button, from);
    }
    if (table.tray[side] > before.tray[side]) for (const from of places) this.#fly(side, from, tray);
  }

  /** Lets the stone of a point come from somewhere. */
  #arrive(button, [x, y]) {
    const element = button.querySelector('.stone');
    const [left, top] = middle(button);
    element.classList.add('glides');
    button.classList.add('gliding');
    const motion = element.animate([{ translate: `${x - left}px ${y - top}px` }, { translate: '0 0' }], LASTS);
    motion.onfinish = () => button.classList.remove('gliding');
  }

  /** Lets a stone fly into a tray. */
  #fly(side, [x, y], tray) {
    const element = stone(side);
    element.classList.add('flying');
    const width = this.#board.stoneWidth;
    Object.assign(element.style, { left: `${x - width / 2}px`, top: `${y - width / 2}px`, width: `${width}px`, height: `${width}px` });
    document.body.append(element);
    const last = tray.lastElementChild;
    const [left, top] = middle(last ?? tray);
    last?.animate([{ opacity: 0 }, { opacity: 0 }], LASTS);
    const motion = element.animate([{ translate: '0 0' }, { translate: `${left - x}px ${top - y}px`, scale: 0.7 }], LASTS);
    motion.onfinish = () => element.remove();
  }
}
