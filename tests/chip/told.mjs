// What a board has told of its turns: what it must know after a cut, and what it may know.
import { isStanding } from './standing.mjs';

const listOf = (turns) => (turns === '' ? [] : turns.split(','));
/** Whether a record begins with all turns of another. */
const isBeginning = (turns, of) => listOf(turns).every((turn, i) => listOf(of)[i] === turn);

/** The turns of a game after each event of it, from these turns on. */
export class Told {
  /** The turns after each event, and when that was told; the first is what was known before. */
  #ways;
  #isOver;

  constructor({ turns = '', isOver = false } = {}) {
    this.#ways = [{ turns, at: -Infinity }];
    this.#isOver = isOver;
  }

  /** The board says a line at a moment; whether it tells of a turn. */
  hear(line, at) {
    const [, what, turn] = line.match(/^\* (turn|takeback|over)\b ?(\S*)/) ?? [];
    if (what === undefined) return false;
    const before = this.#ways.at(-1).turns;
    const list = this.#isOver ? [] : listOf(before);
    if (what === 'turn') list.push(turn);
    if (what === 'takeback') list.splice(0, Infinity, ...listOf(before).slice(0, -1));
    if (what !== 'over') this.#ways.push({ turns: list.join(), at });
    this.#isOver = what === 'over';
    return true;
  }

  /** The power goes at this moment: what was told so long ago is written, and what came since may be. */
  cut(at, written) {
    const last = this.#ways.findLastIndex((way) => way.at <= at - written);
    const [old, since] = [this.#ways.slice(0, last), this.#ways.slice(last)].map((ways) => ways.map(({ turns }) => turns));
    // The next game, once it is put up, has no turns.
    if (this.#isOver) since.push('');
    return new Known(old, since);
  }
}

/** What a board may know when the power is back. */
class Known {
  constructor(old, since) {
    Object.assign(this, { old, since });
  }

  /**
   * Whether the board may have this record, while hands rest: what it had told, unless that was surely overwritten; what hands
   * had done for a plan by then; or what these stones say they have finished since, a turn or the way back to an earlier one.
   */
  allows({ start, turns }, { planned, stones }) {
    const records = [...this.since, ...planned.filter((record) => !this.old.includes(record))];
    if (records.includes(turns)) return true;
    const isStep = (record) => isBeginning(turns, record) || (isBeginning(record, turns) && listOf(turns).length === listOf(record).length + 1);
    return records.some(isStep) && isStanding({ start, turns: listOf(turns) }, stones);
  }
}
