// The wood: its lines, its 45 points and the stones on them.
import { text } from './texts.js';

export const FILES = 9;
export const RANKS = 5;
const CELL = 100;
const MARGIN = 80;
const STONE = 68;
const WIDTH = 2 * MARGIN + (FILES - 1) * CELL;
const HEIGHT = 2 * MARGIN + (RANKS - 1) * CELL;

/** All points in the board's order: file by file, each from White's edge. */
export const POINTS = Array.from({ length: FILES * RANKS }, (_, i) => {
  const file = Math.floor(i / RANKS);
  const rank = i % RANKS;
  return { name: 'abcdefghi'[file] + (rank + 1), file, rank };
});

/** Which part of the panel each board is: its first file and rank, and how many there are. */
const PARTS = { tsivy: [0, 0, 9, 5], dimy: [2, 0, 5, 5], telo: [3, 1, 3, 3] };

/** Whether Black sits below. */
let isFlipped = false;

const x = (file) => MARGIN + (isFlipped ? FILES - 1 - file : file) * CELL;
const y = (rank) => MARGIN + (isFlipped ? rank : RANKS - 1 - rank) * CELL;

/** The name that a board has for a place of the panel; none outside of it. */
function nameOn(board, { file, rank }) {
  const [left, bottom, files, ranks] = PARTS[board];
  const [f, r] = [file - left, rank - bottom];
  return f >= 0 && r >= 0 && f < files && r < ranks ? 'abcdefghi'[f] + (r + 1) : null;
}

/** The point of the panel that a board calls so. */
export function pointOn(board, name) {
  return POINTS.find((point) => nameOn(board, point) === name)?.name;
}

/** A stone as an element. */
export function stone(side) {
  const element = document.createElement('span');
  element.className = `stone ${side}`;
  return element;
}

function svg(tag, attributes, text = '') {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  return element;
}

/** Diagonals meet at every second point: where file and rank, from 0, add up to an even number. */
const isStrong = (file, rank) => (file + rank) % 2 === 0;

function lines() {
  const all = [];
  const line = (f1, r1, f2, r2) => all.push(`M${x(f1)} ${y(r1)}L${x(f2)} ${y(r2)}`);
  for (let rank = 0; rank < RANKS; rank++) line(0, rank, FILES - 1, rank);
  for (let file = 0; file < FILES; file++) line(file, 0, file, RANKS - 1);
  for (let file = 0; file < FILES - 1; file++) {
    for (let rank = 0; rank < RANKS - 1; rank++) {
      if (isStrong(file, rank)) line(file, rank, file + 1, rank + 1);
      else line(file, rank + 1, file + 1, rank);
    }
  }
  return all.join('');
}

/** Draws the wood once for each size: its grain takes long, and the lights above it change fifty times a second. */
function drawWood(canvas) {
  const wood = new Image();
  const draw = () => {
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.round(size * devicePixelRatio));
    if (!wood.complete || !width || (canvas.width === width && canvas.height === height)) return;
    Object.assign(canvas, { width, height });
    canvas.getContext('2d').drawImage(wood, 0, 0, width, height);
  };
  wood.onload = draw;
  wood.src = 'wood.svg';
  new ResizeObserver(draw).observe(canvas);
}

/** Puts an element on a place of the board. */
function put(element, file, rank) {
  element.style.left = `${(x(file) / WIDTH) * 100}%`;
  element.style.top = `${(y(rank) / HEIGHT) * 100}%`;
}

/** Draws the board once and keeps what stands on it. */
export class Board {
  /** The button of each point, in the order of `POINTS`. */
  buttons = [];
  #stones = '';
  #cues = {};
  /** The labels along the edges. */
  #edges;
  /** The board whose names the points have. */
  #called = 'tsivy';

  constructor() {
    this.element = document.getElementById('board');
    drawWood(document.getElementById('wood'));
    const grooves = document.getElementById('grooves');
    const path = lines();
    // A groove: the light on its lower edge, and its shadow.
    grooves.append(
      svg('path', { d: path, class: 'groove-light', transform: 'translate(0 1.6)' }),
      svg('path', { d: path, class: 'groove' }),
    );
    this.#edges = svg('g', {});
    grooves.append(this.#edges);
    const points = document.getElementById('points');
    // Appended from top to bottom, for screen readers; kept in the board's own order.
    for (const point of [...POINTS].sort((a, b) => b.rank - a.rank || a.file - b.file)) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'point';
      button.dataset.point = point.name;
      button.tabIndex = point.name === 'e3' ? 0 : -1;
      const light = document.createElement('span');
      light.className = 'light';
      button.append(light);
      points.append(button);
      this.buttons[POINTS.indexOf(point)] = button;
    }
    this.flip(localStorage.getItem('flipped') === 'yes');
  }

  /** Turns the board around, so that Black sits below, or White. */
  flip(flipped = !isFlipped) {
    isFlipped = flipped;
    localStorage.setItem('flipped', flipped ? 'yes' : 'no');
    document.getElementById('play').classList.toggle('flipped', flipped);
    for (const [i, { file, rank }] of POINTS.entries()) put(this.buttons[i], file, rank);
    this.#label();
  }

  /** Which way an arrow key goes: files and ranks to the right and up on the screen. */
  way([right, up]) {
    return isFlipped ? [-right, -up] : [right, up];
  }

  /** Takes the board whose names the points have. */
  call(board) {
    if (board === this.#called) return;
    this.#called = board;
    this.#label();
  }

  /** Writes the names along the edges, and dims what is not part of the board that is played on. */
  #label() {
    const [left, bottom, files, ranks] = PARTS[this.#called];
    const labels = [];
    for (let f = 0; f < files; f++) labels.push(svg('text', { x: x(left + f), y: HEIGHT - 16 }, 'abcdefghi'[f]));
    for (let r = 0; r < ranks; r++) labels.push(svg('text', { x: 20, y: y(bottom + r) + 6 }, `${r + 1}`));
    if (files < FILES) {
      const [x1, x2] = [x(left), x(left + files - 1)].sort((a, b) => a - b);
      const [y1, y2] = [y(bottom), y(bottom + ranks - 1)].sort((a, b) => a - b);
      const around = CELL / 2;
      const hole = `M${x1 - around} ${y1 - around}H${x2 + around}V${y2 + around}H${x1 - around}Z`;
      labels.unshift(svg('path', { d: `M0 0H${WIDTH}V${HEIGHT}H0Z${hole}`, class: 'unused', 'fill-rule': 'evenodd' }));
    }
    this.#edges.replaceChildren(...labels);
    for (const [i, point] of POINTS.entries()) this.buttons[i].classList.toggle('outside', !nameOn(this.#called, point));
    this.#name();
  }

  /** The button of a point. */
  button(name) {
    return this.buttons[POINTS.findIndex((point) => point.name === name)];
  }

  /** What stands on a point: `white`, `black` or nothing. */
  at(name) {
    return { w: 'white', b: 'black' }[this.#stones[POINTS.findIndex((point) => point.name === name)]];
  }

  /** The cue of a point, if it is lit. */
  cue(name) {
    return this.#cues[name];
  }

  /** Shows the stones: a letter for each point. */
  stand(stones) {
    for (const [i, button] of this.buttons.entries()) {
      if (stones[i] === this.#stones[i]) continue;
      button.querySelector('.stone')?.remove();
      if (stones[i] !== '.') button.append(stone(stones[i] === 'w' ? 'white' : 'black'));
    }
    this.#stones = stones;
    this.#name();
  }

  /** Takes what the lights mean: the cue of each lit point. */
  mean(cues) {
    this.#cues = cues;
    for (const button of this.buttons) button.dataset.cue = cues[button.dataset.point] ?? '';
    this.#name();
  }

  /** Marks where the last turn began and ended. */
  mark(points) {
    for (const button of this.buttons) button.classList.toggle('last', points.includes(button.dataset.point));
  }

  /** Lays something over a place of the board. */
  lay(element, [file, rank]) {
    put(element, file, rank);
    this.element.append(element);
  }

  /** How wide a stone is now, in pixels. */
  get stoneWidth() {
    return (this.element.clientWidth / WIDTH) * STONE;
  }

  /** The place of a pointer on the board, in files and ranks. */
  spot({ clientX, clientY }) {
    const box = this.element.getBoundingClientRect();
    const across = ((clientX - box.left) / box.width) * WIDTH;
    const down = ((clientY - box.top) / box.height) * HEIGHT;
    const [file, rank] = [(across - MARGIN) / CELL, (HEIGHT - MARGIN - down) / CELL];
    return isFlipped ? [FILES - 1 - file, RANKS - 1 - rank] : [file, rank];
  }

  /** Where a place of the board is on the screen. */
  screen([file, rank]) {
    const box = this.element.getBoundingClientRect();
    return { clientX: box.left + (x(file) / WIDTH) * box.width, clientY: box.top + (y(rank) / HEIGHT) * box.height };
  }

  /** The point on which a stone comes to stand that a pointer sets down; none beside the board. */
  under(pointer) {
    const [file, rank] = this.spot(pointer);
    const near = POINTS.find((point) => point.file === Math.round(file) && point.rank === Math.round(rank));
    return near?.name;
  }

  /** Labels every point with what is there, for screen readers. */
  #name() {
    for (const [i, button] of this.buttons.entries()) {
      const { name: panel } = POINTS[i];
      const point = nameOn(this.#called, POINTS[i]) ?? text('point.outside', { point: panel });
      const state = text(this.at(panel) ? `stone.${this.at(panel)}` : 'point.empty');
      const cue = this.#cues[panel];
      const name = cue ? text('point.lit', { point, state, cue: text(`cue.${cue}`) }) : text('point.name', { point, state });
      button.setAttribute('aria-label', name);
    }
  }
}
