// Hands: by mouse, finger or key they lift, slide, set down and take off.
import { FILES, POINTS, RANKS, stone } from './board.js';
import { HAND, Acts } from './link.js';

/** Pixels that a pointer must move to drag; less is a click. */
const DRAG = 6;
/** Cues that ask for a stone to be taken off, which takes one click. */
const TAKE_OFF = new Set(['victim', 'approach', 'withdrawal', 'extra']);
/** The same while a stone is in hand: a target on which a stone still stands must be cleared first. */
const TAKE_OFF_FIRST = new Set([...TAKE_OFF, 'target']);

/** This page's hand over the board and the trays. */
export class Hand {
  #board;
  #acts;
  #wants = {};
  /** Whether a stone is in this hand, or will be once everything has arrived. */
  #holds = false;
  #slides = false;
  /** The gesture that the pressed pointer has begun. */
  #grip = null;
  /** The point that the keyboard is on. */
  #focus = 'e3';
  #byKey = false;
  #from = null;
  /** Where a stone that was slid by clicks is let go. */
  #landing = null;
  #floating = document.getElementById('held');
  #others = [];
  #table = { version: 0, held: [] };

  constructor(board, refused) {
    this.#board = board;
    this.#acts = new Acts(refused, () => this.#believe());
    const { element } = board;
    element.addEventListener('pointerdown', (event) => this.#press(event));
    element.addEventListener('contextmenu', (event) => event.preventDefault());
    element.addEventListener('click', (event) => this.#activate(event));
    element.addEventListener('keydown', (event) => this.#key(event));
    element.addEventListener('focusin', ({ target }) => this.#follow(target.dataset.point));
    for (const tray of document.querySelectorAll('.tray')) {
      tray.addEventListener('pointerdown', (event) => this.#reach(event, tray));
      tray.addEventListener('click', ({ detail }) => detail === 0 && this.#useTray(tray.dataset.side));
    }
    // Before anything else can keep it to itself: a stone goes back wherever the focus is.
    addEventListener('keydown', (event) => event.key === 'Escape' && this.#putBack(), true);
    addEventListener('pointermove', (event) => this.#move(event));
    addEventListener('pointerup', (event) => this.#letGo(event));
    addEventListener('pointercancel', (event) => event.pointerId === this.#grip?.pointer && this.#putBack());
  }

  /** Whether the page must stay connected, because its hand holds a stone. */
  get isBusy() {
    return this.#holds;
  }

  /** Starts over after a reconnect, perhaps with another board. */
  forget() {
    this.#acts.forget();
  }

  /** Whether stones are slid rather than lifted. */
  set slides(slides) {
    this.#slides = slides;
  }

  /** Takes the colours of the stones that the lit points ask for. */
  set wants(wants) {
    this.#wants = wants;
  }

  /** Shows what is in the hands. */
  show(table) {
    this.#table = table;
    this.#believe();
    const { held } = table;
    const mine = held.find(({ hand }) => hand === HAND);
    this.#from = mine?.from ?? null;
    this.#floating.hidden = !mine;
    if (mine) {
      this.#floating.replaceChildren(stone(mine.side));
      this.#floating.style.setProperty('--stone', `${this.#board.stoneWidth}px`);
      this.#floating.classList.toggle('sliding', Boolean(mine.at));
      // After a reload the pointer's place is unknown.
      if (!this.#floating.style.translate) this.#hover(mine.from ?? this.#focus);
    }
    this.#arrive(mine?.at);
    for (const element of this.#others) element.remove();
    this.#others = held.filter(({ hand }) => hand !== HAND).map((other) => this.#ghost(other));
  }

  /** Lets a slid stone go where it was to arrive; `at` is where it is. */
  #arrive(at) {
    if (!this.#landing || !at) return;
    const { file, rank } = POINTS.find(({ name }) => name === this.#landing);
    this.#floatAt(this.#board.screen(at));
    if (Math.hypot(at[0] - file, at[1] - rank) > 0.01) return;
    this.#landing = null;
    this.#release();
  }

  /** Takes over what the table says is in this hand, once the table shows everything that the hand did. */
  #believe() {
    const { version, held } = this.#table;
    if (this.#acts.shownBy(version)) this.#holds = held.some(({ hand }) => hand === HAND);
  }

  /** Presses or releases the button at the edge of the board. */
  press(isPressed) {
    this.#acts.do(isPressed ? 'press' : 'let-go');
  }

  /** Has the automatic hands help, or not. */
  leaveToItself(helps) {
    this.#acts.do(`automatic ${helps ? 'on' : 'off'}`);
  }

  /** Shakes the board. */
  shake() {
    this.#acts.do('shake');
  }

  /** A stone in another page's hand, over the point where it stood, or where it slides. */
  #ghost({ side, from, at }) {
    const element = stone(side);
    element.classList.add('ghost');
    const origin = POINTS.find(({ name }) => name === from);
    const spot = at ?? (origin && [origin.file, origin.rank]);
    if (spot) this.#board.lay(element, spot);
    return element;
  }

  #press(event) {
    if (this.#grip) return this.#second(event);
    const point = this.#board.under(event);
    if (!point) return;
    // Against selecting and scrolling; focus is moved by hand instead.
    event.preventDefault();
    this.#byKey = false;
    this.#floatAt(event);
    this.#board.button(point).focus({ preventScroll: true });
    if (event.button === 2) this.#takeOff(point);
    else if (event.button === 0) this.#grip = this.#begin(point, event);
    // So that letting go outside the window counts.
    if (this.#grip) this.#board.element.setPointerCapture(event.pointerId);
  }

  /** A second finger, which can take stones off while the first one drags. */
  #second(event) {
    const point = this.#board.under(event);
    if (point && this.#isInTheWay(point)) this.#acts.do(`remove ${point}`);
  }

  /** What a press on a point begins. */
  #begin(point, event) {
    if (this.#holds) {
      this.#placeOrTake(point);
      return null;
    }
    const isTaken = TAKE_OFF.has(this.#board.cue(point));
    if (!this.#board.at(point)) {
      if (this.#wants[point]) this.#acts.do(`put ${this.#wants[point]} ${point}`);
      return null;
    }
    const slides = this.#slides || event.shiftKey;
    this.#acts.do(`${slides ? 'grab' : 'lift'} ${point}`);
    this.#holds = true;
    return { pointer: event.pointerId, from: [event.clientX, event.clientY], moved: false, slides, isTaken };
  }

  #move(event) {
    // A stone that was clicked to slide waits where it is.
    const waits = this.#isSliding && !this.#grip;
    if (!waits && (!this.#byKey || event.buttons)) this.#floatAt(event);
    const grip = this.#grip;
    if (grip?.pointer !== event.pointerId) return;
    grip.moved ||= Math.hypot(event.clientX - grip.from[0], event.clientY - grip.from[1]) > DRAG;
    if (grip.slides && grip.moved) this.#slideTo(this.#board.spot(event));
  }

  #letGo(event) {
    const grip = this.#grip;
    if (grip?.pointer !== event.pointerId) return;
    this.#grip = null;
    const point = this.#board.under(event);
    const isOverTray = document.elementFromPoint(event.clientX, event.clientY)?.closest('.tray');
    // A finger that swipes over the board throws nothing off: only what is lit for that, or came from a tray, goes into one.
    const mayDrop = event.pointerType !== 'touch' || grip.isTaken || grip.isFromTray;
    if (grip.moved && isOverTray && mayDrop) {
      this.#drop();
    } else if (grip.slides) {
      // A click holds the stone, and the next one says where it slides.
      if (grip.moved) this.#release();
      else if (grip.isTaken) this.#drop();
    } else if (grip.moved) {
      // A stone that is let go beside the board goes back.
      if (point) this.#place(point);
      else this.#putBack();
    } else if (grip.isTaken) {
      this.#drop();
    }
  }

  /** A tray gives a stone, or takes one. */
  #reach(event, tray) {
    if (event.button !== 0 || this.#grip) return;
    event.preventDefault();
    tray.focus({ preventScroll: true });
    this.#byKey = false;
    this.#floatAt(event);
    if (!this.#useTray(tray.dataset.side)) return;
    tray.setPointerCapture(event.pointerId);
    this.#grip = { pointer: event.pointerId, from: [event.clientX, event.clientY], moved: false, slides: false, isFromTray: true };
  }

  /** Returns whether a stone was taken out. */
  #useTray(side) {
    if (this.#holds) {
      this.#drop();
      return false;
    }
    this.#acts.do(`take ${side}`);
    this.#holds = true;
    return true;
  }

  /** Handles a click on a point that came from a key or a screen reader. */
  #activate({ target, detail }) {
    const point = target.closest('.point')?.dataset.point;
    if (detail !== 0 || !point) return;
    this.#byKey = true;
    this.#hover(point);
    if (this.#holds) {
      this.#placeOrTake(point);
    } else if (!this.#board.at(point)) {
      if (this.#wants[point]) this.#acts.do(`put ${this.#wants[point]} ${point}`);
    } else if (TAKE_OFF.has(this.#board.cue(point))) {
      this.#acts.do(`remove ${point}`);
    } else {
      this.#acts.do(`${this.#slides ? 'grab' : 'lift'} ${point}`);
      this.#holds = true;
    }
  }

  #key(event) {
    const { key } = event;
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key];
    const point = POINTS.find(({ name }) => name === this.#focus);
    if (way) this.#step(point, this.#board.way(way));
    else if (key === 'Home' || key === 'End') this.#step(point, this.#toEdge(point, key === 'End' ? 1 : -1));
    else if (key === 'Delete' || key === 'Backspace') this.#takeOff(point.name);
    else if (key === 'w' || key === 'W') this.#acts.do(`put white ${point.name}`);
    else if (key === 'b' || key === 'B') this.#acts.do(`put black ${point.name}`);
    else return;
    event.preventDefault();
  }

  /** The way to the last point of the rank, to the right or to the left. */
  #toEdge({ file }, right) {
    return [this.#board.way([right, 0])[0] > 0 ? FILES - 1 - file : -file, 0];
  }

  #step({ file, rank }, [right, up]) {
    const next = POINTS.find((point) => point.file === file + right && point.rank === rank + up);
    if (!next) return;
    this.#byKey = true;
    this.#board.button(next.name).focus();
    this.#hover(next.name);
    if (this.#holds && this.#isSliding) this.#slideTo([next.file, next.rank]);
  }

  #follow(point) {
    if (!point) return;
    this.#focus = point;
    for (const button of this.#board.buttons) button.tabIndex = button.dataset.point === point ? 0 : -1;
  }

  /** Whether a stone stands on the point that is to be taken off, even while this hand holds one. */
  #isInTheWay(point) {
    return this.#board.at(point) && TAKE_OFF_FIRST.has(this.#board.cue(point));
  }

  #placeOrTake(point) {
    if (this.#isInTheWay(point)) this.#acts.do(`remove ${point}`);
    else if (this.#isSliding) this.#slideOnto(point);
    else this.#place(point);
  }

  get #isSliding() {
    return this.#floating.classList.contains('sliding');
  }

  #slideOnto(point) {
    const { file, rank } = POINTS.find(({ name }) => name === point);
    this.#landing = point;
    this.#slideTo([file, rank]);
  }

  #place(point) {
    this.#acts.do(`place ${point}`);
    this.#holds = false;
  }

  #drop() {
    this.#acts.do('drop');
    this.#holds = false;
  }

  #release() {
    this.#acts.do('release');
    this.#holds = false;
  }

  #takeOff(point) {
    if (this.#holds) this.#drop();
    else if (this.#board.at(point)) this.#acts.do(`remove ${point}`);
  }

  #putBack() {
    this.#grip = null;
    this.#landing = null;
    if (!this.#holds) return;
    if (this.#from && !this.#board.at(this.#from)) this.#place(this.#from);
    else this.#drop();
  }

  #slideTo([file, rank]) {
    const within = (value, count) => Math.min(Math.max(value, -1), count).toFixed(3);
    this.#acts.do(`slide ${within(file, FILES)} ${within(rank, RANKS)}`);
  }

  #floatAt({ clientX, clientY }) {
    this.#floating.style.translate = `${clientX}px ${clientY}px`;
  }

  /** Lets the stone in hand hover over a point. */
  #hover(point) {
    const box = this.#board.button(point).getBoundingClientRect();
    this.#floatAt({ clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 });
  }
}
