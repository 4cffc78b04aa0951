// The reeds and the stones above them: contacts that bounce, chatter or stick, feel a neighbour's stone, or are swapped.
import { seeded } from './random.mjs';
import { slideOf } from './slides.mjs';

const MICROSECOND = 1000;
const SECOND = 1e9;

/** How long a contact bounces, in nanoseconds. */
const BOUNCE = { least: 100 * MICROSECOND, most: 1000 * MICROSECOND };
/** How long a contact stays as it is within a bounce. */
const FLICKER = { least: 10 * MICROSECOND, most: 200 * MICROSECOND };
/** The same for one that chatters for ever. */
const CHATTER = { least: 200 * MICROSECOND, most: 4000 * MICROSECOND };

/** One reed for each point of a matrix. */
export class Reeds {
  constructor(chip, matrix, { seed = 1, bounces = false } = {}) {
    this.chip = chip;
    this.matrix = matrix;
    this.random = seeded(seed);
    /** Whether contacts bounce when they change. */
    this.bounces = bounces;
    /** Where stones stand. */
    this.stones = new Set();
    this.stuck = new Map();
    this.chattering = new Set();
    this.moving = new Map();
    /** What a stone that slides by does to a reed, while it does. */
    this.passed = new Map();
    /** For each reed the points whose stones it feels, if they are not just its own. */
    this.felt = new Map();
  }

  /** Puts stones on these points and takes all others away, at once. */
  put(points) {
    const wanted = new Set(points);
    for (const point of this.matrix.switches.keys()) this.set(point, wanted.has(point));
  }

  /** Puts a stone on a point or takes it away; tells whether that changed anything. */
  set(point, stands) {
    if (!this.matrix.switches.has(point)) throw new Error(`no point is called ${point}`);
    if (this.stones.has(point) === stands) return false;
    if (stands) this.stones.add(point);
    else this.stones.delete(point);
    for (const reed of this.#over(point)) this.#move(reed);
    return true;
  }

  /**
   * Slides a stone to the next point, with so many millimetres a second, over reeds of so many ampere-turns: they open,
   * blink and close as slides.mjs has it. False if no stone stands there, or one on the way.
   */
  slide(from, to, { speed, turns }) {
    if (!this.stones.has(from) || this.stones.has(to)) return false;
    const { length, changes } = slideOf(from, to, turns);
    const after = (way, act) => this.chip.after((way / speed) * SECOND, act);
    this.passed.set(from, true).set(to, false);
    for (const [at, reed, isClosed] of changes) {
      after(at, () => {
        const point = reed === 'next' ? to : from;
        this.passed.set(point, isClosed);
        this.#move(point);
      });
    }
    // Both reeds are by now as the stone leaves them.
    after(length, () => {
      this.passed.delete(from);
      this.passed.delete(to);
      this.stones.delete(from);
      this.stones.add(to);
    });
    return true;
  }

  /** From now on each of the two reeds feels the stones of the other's point. */
  swap(one, other) {
    this.feel(one, [other]);
    this.feel(other, [one]);
  }

  /** From now on a reed feels stones on these points and on no others. */
  feel(reed, points) {
    this.felt.set(reed, points);
    this.#move(reed);
  }

  /** The reeds that feel a stone on a point. */
  #over(point) {
    const others = [...this.felt].filter(([, points]) => points.includes(point)).map(([reed]) => reed);
    return this.felt.has(point) ? others : [point, ...others];
  }

  /** From now on the contact stays open or closed whatever stands above it; `null` mends it. */
  stick(point, isClosed) {
    if (isClosed === null) this.stuck.delete(point);
    else this.stuck.set(point, isClosed);
    this.#move(point);
  }

  /** From now on the contact opens and closes at random while a stone stands above it. */
  chatter(point, chatters = true) {
    if (chatters) this.chattering.add(point);
    else this.chattering.delete(point);
    this.#move(point);
  }

  #span({ least, most }) {
    return least + this.random() * (most - least);
  }

  /** Brings the contact to where it belongs. */
  #move(point) {
    this.moving.get(point)?.();
    this.moving.delete(point);
    const stands = this.passed.get(point) ?? (this.felt.get(point) ?? [point]).some((felt) => this.stones.has(felt));
    const isClosed = this.stuck.get(point) ?? stands;
    if (this.stuck.has(point)) this.matrix.set(point, isClosed);
    else if (stands && this.chattering.has(point)) this.#flicker(point, CHATTER, Infinity, isClosed);
    else if (this.bounces) this.#flicker(point, FLICKER, this.chip.now + this.#span(BOUNCE), isClosed);
    else this.matrix.set(point, isClosed);
  }

  /** Changes the contact now and again and again until a moment. */
  #flicker(point, pace, until, isClosed) {
    let now = isClosed;
    const change = () => {
      this.matrix.set(point, now);
      const span = this.#span(pace);
      const last = this.chip.now + span >= until;
      if (last && now === isClosed) {
        this.moving.delete(point);
        return;
      }
      now = last ? isClosed : !now;
      this.moving.set(point, this.chip.after(last ? Math.max(0, until - this.chip.now) : span, change));
    };
    change();
  }
}
