// The robot's game with power cuts: the board is held to what a board in memory showed that was never cut.
import { Hands } from './hands.mjs';
import { Told } from './told.mjs';
import { wrongLights } from './transcript.mjs';

/** From power-on until USB has agreed to full light, in milliseconds. */
const BRIGHT = 1200;
/** How long nothing must have changed before a sector is erased, in milliseconds. */
export const REST = 2000;
/** A stone that was moved so long ago has been noticed, in milliseconds. */
const NOTICED = 10;
/** What was told so long ago is written, in milliseconds, unless a sector was being erased: then after that. */
const WRITTEN = 400;
/** After so long a rest nothing is read otherwise any more, in milliseconds. */
const DECIDED = 2200;
/** From a crash until the board plays again, in milliseconds. */
const ALARM = 4500;
/** Phases in which no stone is in the air. */
const AT_REST = /^= (to-move|over|setup|chaining|resume) /;
/** A frame that a cut has ended, or a restart. */
const isCutFrame = (what) => /frame of \d+ bits/.test(what);

/** Which turns the record has after each look, and all records on the way there. */
export function recordsOf(looks) {
  let turns = [];
  let isOver = false;
  return looks.map(({ events }) => {
    const ways = [turns];
    for (const [, what, turn] of events.map((event) => event.split(' '))) {
      if (what === 'turn') turns = isOver ? [turn] : [...turns, turn];
      if (what === 'takeback') turns = turns.slice(0, -1);
      if (what === 'turn' || what === 'takeback') isOver = false;
      if (what === 'over') isOver = true;
      ways.push(turns);
    }
    return { ways: ways.map(String), isOver };
  });
}

/** The turns of the record that the board has. */
export const recordOf = (board) => gameOf(board).turns;

/** The same, what that game began with, and whether it is over. */
function gameOf(board) {
  const lines = board.ask('record');
  const start = lines.flatMap((line) => line.match(/^ {2}start (.*)/)?.[1] ?? [])[0];
  const turns = lines.flatMap((line) => line.match(/^ {2}\d+ (\S+)/)?.[1] ?? []).join();
  return { start, turns, isOver: lines.some((line) => line.startsWith('  result ')) };
}

/** Whether cues mean the same. What is shown for two seconds, and takes the place of the turn's light, is not shown again after a cut. */
const isSame = (one, other) => {
  const plain = (cues) => cues.replace(/ (turn|score|capturer|offer)=\S+/g, '');
  return one === other || ([one, other].some((cues) => / (score|capturer|offer)=/.test(cues)) && plain(one) === plain(other));
};

/** Whether a board knows the last of some turns, but not that it is over: the tap or the word that ended it was not kept. */
const isStillOpen = (position, expected, turns) => {
  const [, stones, , , turn] = position.split(' ');
  return stones === expected.split(' ')[1] && turn === turns.split(',').at(-1);
};

/** Points after a word of the cues. */
const pointsOf = (cues, words) =>
  cues.split(' ').flatMap((word) => (words.includes(word.split('=')[0]) ? (word.split('=')[1]?.split(',') ?? []) : []));

/** Hands that replay what the robot did, on a board whose power goes now and then. */
export class Replay {
  /** All that was not as on the board that was never cut; what was wrong on the pins; and how often the power went, where. */
  differences = [];
  /** The same of a turn that was cut: of its last moment the stones alone are known, and they may mean another turn. */
  misreads = [];
  violations = [];
  cuts = { moment: 0, program: 0, erase: 0, start: 0 };
  /** How often the lights asked for a step that the power had cut short. */
  asked = 0;
  /** How often the chip was reset. */
  resets = 0;
  /** Called before the power goes, and before a chip that has just been made starts. */
  onEnd = () => {};
  onStart = () => {};
  /** How often the power went while hands rested, and all had to be as it was. */
  settled = 0;
  /** At how many looks the turn that was cut had another reading. */
  otherwise = 0;
  looked = 0;
  /** What the board has told since it was switched on, what it knew then, and what it must and may know after the last cut. */
  #told = new Told();
  #known = null;
  /** When hands moved stones, the last few times. */
  #moves = [0];
  /** What the lights meant when a cut came: their rhythm begins anew with it. */
  #rhythm = null;
  /** Whether the turn in progress was cut. */
  #isTurnCut = false;
  /** How many turns must be told until it is another one for sure. */
  #turnsCut = 0;
  /** Milliseconds before the last cut. */
  #elapsed = 0;
  #wasCut = false;
  #rested = 0;

  constructor(board, looks, random) {
    Object.assign(this, { board, looks, random });
    this.hands = new Hands(board);
    this.records = recordsOf(looks);
    const { cut: cutBoard, reset: resetBoard, lift, place } = board;
    const cut = cutBoard.bind(board);
    /** Lets go of the board. */
    this.leave = () => Object.assign(board, { cut: cutBoard, reset: resetBoard, lift, place });
    board.cut = () => {
      const { doing } = board.flash;
      this.cuts[doing?.kind ?? (board.now < 300 ? 'start' : 'moment')] += 1;
      this.#wasCut = true;
      // A restart within the last one was no time to tell anything.
      this.#known ??= this.#told.cut(board.now, this.#written);
      this.#moves = this.#moves.map((at) => at - board.now);
      this.#elapsed += board.now;
      this.#harvest();
      this.onEnd();
      cut();
      this.onStart();
    };
    const reset = resetBoard.bind(board);
    board.reset = (by) => {
      this.resets += 1;
      this.#harvest();
      reset(by);
      this.onStart();
    };
    board.onCut = () => {
      board.flash.onBegin = this.onBegin;
    };
    for (const move of ['lift', 'place']) {
      const act = board[move].bind(board);
      board[move] = (point) => {
        this.#moves = [...this.#moves, board.now].slice(-10);
        return act(point);
      };
    }
    board.onText = (line) => this.#told.hear(line, board.now);
    this.onBegin = ({ kind, since }) => {
      const rests = this.#moves.map((at) => board.start + since - at);
      const rest = Math.min(...rests.filter((rest) => rest >= NOTICED));
      if (kind === 'erase' && rest < REST) this.differences.push(`a sector is erased ${rest.toFixed(0)} ms after a stone was moved`);
    };
    board.flash.onBegin = this.onBegin;
  }

  /** Emulated milliseconds, over all cuts. */
  get elapsed() {
    return this.#elapsed + this.board.now;
  }

  /** How often the power went. */
  get total() {
    return Object.values(this.cuts).reduce((sum, count) => sum + count);
  }

  /** All that was wrong on the pins so far. */
  get wrong() {
    this.#harvest();
    return this.violations;
  }

  #harvest() {
    const { violations } = this.board;
    // Those of the flash outlast a cut.
    this.violations = [...new Set([...this.violations, ...violations.filter((what) => !isCutFrame(what))])];
  }

  /** Connects, and lets the board be ready for the hands. */
  begin() {
    this.board.connect();
    this.board.run(BRIGHT);
    this.hands.due = this.board.now;
  }

  /**
   * Does what the robot did until the next look, and looks. `cut`: where the power goes: meanwhile, at any `moment` or within
   * a page (`program`) that is written; or then, after a rest (`look`), or within a sector (`erase`) that is erased at rest.
   * `noise` makes bytes that a host sends meanwhile, as fast as it can. `crash` is called at the end, and ends in a restart.
   */
  step(i, { cut = null, noise = null, crash = null } = {}) {
    const look = this.looks[i];
    const before = this.total;
    const chosen = cut === null ? -1 : cut === 'moment' ? Math.floor(this.random() * look.commands.length) : 0;
    const isQuiet = noise === null || !AT_REST.test(look.cues) || !look.commands.every((command) => /^(lift|place|wait) /.test(command));
    const hush = isQuiet ? () => false : this.#disturb(noise);
    look.commands.forEach((command, at) => {
      if (at === chosen) this.#arm(cut, command);
      this.#perform(command);
      this.#recover();
    });
    let isLate = hush();
    const isAtRest = AT_REST.test(look.cues);
    if (cut === 'program' && isAtRest) isLate = this.#linger(300);
    this.#disarm();
    // Each start takes a sector that is ready, and hands that never rest leave no time to make others so.
    const starts = this.total - this.#rested;
    if (starts > 5 && isAtRest) isLate = this.#rest(starts);
    if (crash !== null) {
      // All is written by then.
      this.board.run(this.#written);
      this.#known = this.#told.cut(this.board.now, this.#written);
      crash();
      this.board.run(ALARM);
      this.begin();
      this.#hold();
    }
    this.#compare(i, { wasCut: this.total > before || crash !== null, isLate });
    if (cut === 'look') this.#cutAtRest(DECIDED, () => this.board.cut());
    if (cut === 'erase' && isAtRest) {
      this.#cutAtRest(REST - 100, () => {
        this.#arm('erase');
        this.board.run(REST, () => this.#wasCut);
        this.#disarm();
      });
    }
    this.looked += 1;
  }

  /** How long ago something was told that is written for sure. */
  get #written() {
    return WRITTEN + this.board.flash.times.erase;
  }

  /** All that a board answers when it is asked how the game stands. */
  #state() {
    const answer = (question) => this.board.ask(question).filter((line) => !line.startsWith('*')).join('; ');
    return Object.fromEntries(['position', 'cues', 'turns', 'record'].map((question) => [question, answer(question)]));
  }

  /** The power goes when hands have rested for so long that all is decided and written: wherever it goes, all is as it was. */
  #cutAtRest(milliseconds, cut) {
    const { board } = this;
    board.run(Math.max(0, milliseconds - (board.now - this.#moves.at(-1))));
    const before = this.#state();
    const starts = this.total;
    cut();
    this.#turnsCut = 2;
    this.#isTurnCut = true;
    this.#rhythm = this.looks[this.looked].cues;
    if (this.total > starts) {
      this.#recover();
      board.run(Math.max(0, DECIDED - board.now));
      this.#compareStates(before, this.#state());
    }
    this.hands.due = board.now;
  }

  #compareStates(before, after) {
    this.settled += 1;
    // What was wrong before is asked for now.
    if (before.cues.startsWith('= wrong ') && after.cues.startsWith('= resume ')) {
      this.#mend(this.looked);
      return;
    }
    // After the end of a game the stones of the next are asked for at once.
    if (/^= (over|setup) /.test(before.cues) && this.#asksForStart(after.cues)) return;
    for (const question of Object.keys(before)) {
      const [expected, got] = [before, after].map((state) => state[question]);
      if (question === 'cues' ? isSame(expected, got) : expected === got) continue;
      this.differences.push(`look ${this.looked + 1}, at rest: ${question} was ${expected}, and after a cut ${got}`);
    }
  }

  /** Carries a command out. A word that was not answered, because the power went, is said again. */
  #perform(command) {
    try {
      this.hands.perform(command);
    } catch (error) {
      if (!this.#wasCut) throw error;
      this.#recover();
      this.hands.perform(command);
    }
  }

  #arm(kind, command = '') {
    const { board, random } = this;
    if (kind === 'look') return;
    if (kind === 'moment') {
      if (!/^(lift|place|wait) /.test(command)) return;
      const span = Number(command.split(' ').at(-1));
      board.cutAt(board.now + random() * Math.max(1, span));
      return;
    }
    board.flash.onBegin = (doing) => {
      this.onBegin(doing);
      if (doing.kind !== kind || this.#wasCut) return;
      board.cutAt(board.start + doing.since + random() * (doing.until - doing.since));
    };
  }

  #disarm() {
    this.board.cutAt(null);
    this.board.flash.onBegin = this.onBegin;
  }

  /** Lets a host send bytes without end; the function that is given back ends that, and tells that it took time. */
  #disturb(make) {
    const { board } = this;
    const { run } = board;
    let due = 0;
    board.run = (milliseconds, done = () => false) =>
      run.call(board, milliseconds, () => {
        // After a cut it is earlier than before.
        if (board.now >= due || board.now < due - 1) {
          due = board.now + 1;
          if (board.host.outgoing.length < 256) board.host.send(make());
        }
        return done();
      });
    return () => {
      board.run = run;
      board.host.outgoing.length = 0;
      board.run(500);
      board.send('');
      board.run(100);
      board.console.take();
      this.hands.due = board.now;
      return true;
    };
  }

  /** Hands rest until the cut has come. */
  #linger(milliseconds) {
    this.board.run(milliseconds, () => this.#wasCut);
    this.#recover();
    this.hands.due = this.board.now;
    return true;
  }

  /** Hands rest until so many sectors are erased. */
  #rest(sectors) {
    this.board.run(REST + 500 + sectors * (this.board.flash.times.erase + 120));
    this.#rested = this.total;
    this.hands.due = this.board.now;
    return true;
  }

  /** After a cut the hands wait until the board is there again; sometimes the power goes once more meanwhile. */
  #recover() {
    if (!this.#wasCut) return;
    const { board, random } = this;
    this.#disarm();
    if (random() < 0.25) {
      board.cutAt(board.now + 250 * random());
      board.run(260);
    }
    this.#wasCut = false;
    this.begin();
    this.#hold();
  }

  /** Holds what the board knows after a cut to what it had told before: nothing that was written is lost, nothing is there that never was. */
  #hold() {
    const game = gameOf(this.board);
    const planned = this.records.slice(this.looked, this.looked + 2).flatMap(({ ways }) => ways);
    if (!this.#known.allows(game, { planned, stones: this.board.stones })) {
      this.differences.push(`look ${this.looked + 1}: ${this.#known.since.join(' or ')} was told, and after a cut the record is ${game.turns}`);
    }
    this.#told = new Told(game);
    this.#known = null;
  }

  #compare(i, { wasCut, isLate }) {
    const { board, looks, records } = this;
    const look = looks[i];
    const ask = (question) => board.ask(question).at(-1);
    if (wasCut && ask('cues').startsWith('= resume ')) this.#mend(i);
    if (wasCut || isLate) this.#rhythm = look.cues;
    // In a turn that was cut lights may have begun to breathe earlier or later.
    const isExact = this.#rhythm !== look.cues && !this.#isTurnCut;
    if (isExact) this.#rhythm = null;
    const lights = wrongLights(isExact ? look.lights : look.motions, board.lights);
    const [position, cues] = ['position', 'cues'].map(ask);
    // What hands touched right before a cut is forgotten, so in the midst of a turn it may be read otherwise, until it is complete.
    // Right after it the board has had more time than the one in memory.
    const isWhole = /^= (to-move|over|setup) /.test(look.cues) && !wasCut && !isLate;
    // So may what hands did later than the robot.
    // Hands may have begun the next one by then.
    const turns = look.events.filter((event) => event.startsWith('* turn')).length;
    this.#turnsCut = wasCut || isLate ? 2 : Math.max(0, this.#turnsCut - turns);
    if (wasCut || isLate) this.#isTurnCut = true;
    else if (isWhole && look.cues === cues && look.position === position && this.#turnsCut === 0) this.#isTurnCut = false;
    const isOpen = isStillOpen(position, look.position, records[i].ways.at(-1));
    const note = (what, expected, got) => {
      const isForgiven = this.#isTurnCut;
      if (isForgiven && (!isWhole || isOpen)) {
        this.otherwise += what === 'cues' ? 1 : 0;
        return;
      }
      const after = look.commands.join(', ');
      (isForgiven ? this.misreads : this.differences).push(`look ${i + 1}, ${what}: expected ${expected}, got ${got}; after ${after}${wasCut ? ' and a cut' : ''}`);
    };
    // After the end of a game a cut, or a pause, lets the stones of the next be asked for at once, and not when most of them
    // stand; so it begins at once too.
    const isBetween = records[i].isOver || /^= (over|setup) /.test(look.cues);
    const isNext = isBetween && this.#isTurnCut && (this.#asksForStart(cues) || cues.startsWith('= over '));
    if (position !== look.position && !isNext) note('position', look.position, position);
    if (cues === look.cues) {
      if (lights.length > 0) note('lights', '', lights.join('; '));
    } else if (!isNext && !(this.#isTurnCut && isSame(look.cues, cues))) note('cues', look.cues, cues);
    if (!this.#isTurnCut && (look.events.some((event) => event.startsWith('* over')) || i === looks.length - 1)) {
      const [expected, got] = [records[i].ways.at(-1), recordOf(board)];
      // The next game, once it is put up, has no turns.
      if (got !== expected && got !== '') note('record', expected, got);
    }
  }

  /** The lights ask for stones as they stood before a step that was not written to its end: hands do that, and then the step once more. */
  #mend(i) {
    const { board } = this;
    this.asked += 1;
    const cues = board.ask('cues').at(-1);
    const [put, take] = [pointsOf(cues, ['white', 'black']), pointsOf(cues, ['extra'])];
    const move = (from, to) => {
      for (const point of from) board.lift(point) && board.run(150);
      for (const point of to) board.place(point) && board.run(150);
      board.run(1000);
    };
    move(take, put);
    const mended = board.ask('cues').at(-1);
    if (mended.startsWith('= resume ')) this.differences.push(`look ${i + 1}: ${cues} was done, and then ${mended}`);
    move(put, take);
    this.hands.due = board.now;
  }

  /** Whether what the lights ask for is what is missing of a start position, if anything is, and what is too much. */
  #asksForStart(cues) {
    if (!/^= (setup|to-move) /.test(cues)) return false;
    const all = new Set([...pointsOf(cues, ['white', 'black']), ...this.board.stones]);
    for (const point of pointsOf(cues, ['extra'])) all.delete(point);
    return [9, 25, 45].some((count) => all.size === count - 1) && !all.has('e3');
  }
}
