// Hands that obey the console's words: they move stones on the board, and everything else goes over USB.
import { POINTS } from './wiring.mjs';

/** How long hands wait after they have moved a stone, or all of them, in milliseconds; as in the console. */
const AFTER_STONE = 300;
const AFTER_STONES = 1000;
/** How long they press the button. */
const PRESS = 100;
/** Width of the board of a position, and where its a1 lies on the panel. */
const CORNERS = new Map([
  [9, { file: 0, rank: 0, ranks: 5 }],
  [5, { file: 2, rank: 0, ranks: 5 }],
  [3, { file: 3, rank: 1, ranks: 3 }],
]);

const pointAt = (file, rank) => 'abcdefghi'[file] + (rank + 1);

/** The ranks of a position, from the top down, a character for each point. */
export const ranksOf = (position) =>
  position
    .split(' ')[0]
    .split('/')
    .map((rank) => rank.replace(/\d/g, (digit) => '.'.repeat(Number(digit))));

/** The points of the panel on which the stones of a position stand. */
export function stonesOf(position) {
  const ranks = ranksOf(position);
  const { file, rank: bottom, ranks: height } = CORNERS.get(ranks[0].length);
  return ranks.flatMap((rank, i) =>
    [...rank].flatMap((stone, j) => (stone === '.' ? [] : [pointAt(file + j, bottom + height - 1 - i)])),
  );
}

/** The same for the start of a game on the board of a position: all points but the middle one. */
function startOf(position) {
  const ranks = ranksOf(position);
  const full = ranks.map((rank) => rank.replace(/./g, 'x')).join('/');
  return stonesOf(full).filter((point) => point !== 'e3');
}

/** Does what a script says. What goes over USB takes time that the script does not know of: the next wait is shorter. */
export class Hands {
  constructor(board) {
    this.board = board;
    /** Where the script stands, in milliseconds of the board's time. */
    this.due = board.now;
    /** The longest time by which USB has held a movement up, in milliseconds. */
    this.slip = 0;
  }

  /** Carries a command out; all lines that the board said meanwhile, the answer last. */
  perform(line) {
    const [command, ...words] = line.split(/\s+/);
    switch (command) {
      case 'lift':
        return this.#one(words, (point) => this.board.lift(point) || `? no stone stands on ${point}`);
      case 'place':
        return this.#one(words, (point) => this.board.place(point) || `? a stone stands on ${point} already`);
      case 'wait':
        return this.#pass(Number(words[0]));
      case 'setup':
        return this.#all(this.#start());
      case 'clear':
        return this.#all([]);
      case 'press':
        return this.#press(Number(words[0] ?? PRESS));
      case 'reed':
        return this.#one([words[0]], (point) => this.#stick(point, words[1]));
      case 'cut':
        return this.#cut();
      default:
        return this.board.ask(line);
    }
  }

  /** Lets time go by besides the script. */
  idle(milliseconds) {
    this.board.run(milliseconds);
    this.due = this.board.now;
  }

  #one([point, span = AFTER_STONE], move) {
    if (!POINTS.includes(point)) return ['? expected a point of the panel, a1 to i5'];
    this.#arrive();
    const done = move(point);
    return done === true ? this.#pass(Number(span)) : [done];
  }

  /** Presses the button for a while. */
  #press(span) {
    this.#arrive();
    this.board.press(true);
    const said = this.#pass(span).slice(0, -1);
    this.board.press(false);
    return [...said, ...this.#pass(AFTER_STONE)];
  }

  /** Breaks a reed, or mends it. */
  #stick(point, how) {
    const isClosed = { open: false, closed: true, well: null }[how];
    if (isClosed === undefined) return '? say it like this: reed POINT open|closed|well';
    this.board.contacts.stick(point, isClosed);
    return true;
  }

  #all(points) {
    this.#arrive();
    this.board.reeds(points);
    return this.#pass(AFTER_STONES);
  }

  /** Where stones stand at the start of the game that is on, or of the next after one that is over. */
  #start() {
    const record = this.board.ask('record');
    const start = record.find((line) => line.startsWith('  start ')).slice('  start '.length);
    this.board.console.lines.push(...record.filter((line) => line.startsWith('*')));
    return record.some((line) => line.startsWith('  result ')) ? startOf(start) : stonesOf(start);
  }

  #cut() {
    this.board.cut();
    this.due = 0;
    this.board.connect();
    return this.#pass(AFTER_STONES);
  }

  /** A movement that USB has held up is late, and so is all that follows. */
  #arrive() {
    const late = this.board.now - this.due;
    this.slip = Math.max(this.slip, late);
    this.due = this.board.now;
  }

  #pass(span) {
    this.due += span;
    const rest = this.due - this.board.now;
    if (rest > 0) this.board.run(rest);
    return [...this.board.console.take(), '='];
  }
}
