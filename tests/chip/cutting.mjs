// The robot's game with power cuts: the board is held to what a board in memory showed that was never cut.
import { Hands } from './hands.mjs';
import { wrongLights } from './transcript.mjs';
import { POINTS } from './wiring.mjs';

/** From power-on until USB has agreed to full light, in milliseconds. */
const BRIGHT = 1200;
/** How long nothing must have changed before a sector is erased, in milliseconds. */
export const REST = 2000;
/** What was told so long ago is written, in milliseconds. */
const WRITTEN = 400;
/** From a crash until the board plays again, in milliseconds. */
const ALARM = 4500;
/** Phases in which no stone is in the air. */
const AT_REST = /^= (to-move|over|setup|chaining|resume) /;
/** A frame that a cut has ended, or a restart. */
const isCutFrame = (what) => /frame of \d+ bits/.test(what);

/** Which turns the record has after each look, and all records on the way there. */
function recordsOf(looks) {
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
export const recordOf = (board) =>
  board
    .ask('record')
    .flatMap((line) => line.match(/^ {2}\d+ (\S+)/)?.[1] ?? [])
    .join();

/** Points after a word of the cues. */
const pointsOf = (cues, words) =>
  cues.split(' ').flatMap((word) => (words.includes(word.split('=')[0]) ? (word.split('=')[1]?.split(',') ?? []) : []));

/** Hands that replay what the robot did, on a board whose power goes now and then. */
export class Replay {
  /** All that was not as on the board that was never cut; what was wrong on the pins; and how often the power went, where. */
  differences = [];
  /** The same of a turn that was cut: what hands had touched is forgotten, and the stones alone may mean another turn. */
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
  /** At how many looks the turn that was cut had another reading. */
  otherwise = 0;
  looked = 0;
  /** When turns and takebacks were told since the last look, in milliseconds before the cut if there was one. */
  #told = [];
  /** When hands last moved a stone. */
  #moved = 0;
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
      this.#told = this.#told.map((at) => at - board.now);
      this.#moved -= board.now;
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
      this.#wasCut = true;
      board.flash.onBegin = this.onBegin;
    };
    for (const move of ['lift', 'place']) {
      const act = board[move].bind(board);
      board[move] = (point) => {
        this.#moved = board.now;
        return act(point);
      };
    }
    board.onText = (line) => {
      if (/^\* (turn|takeback|over)/.test(line)) this.#told.push(board.now);
    };
    this.onBegin = ({ kind, since }) => {
      const rest = board.start + since - this.#moved;
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
   * Does what the robot did until the next look, and looks. `cut`: where the power goes meanwhile: at any `moment`, within a
   * page (`program`) that is written from then on, or within a sector (`erase`) after so long a rest that one is erased; or right after the `look`.
   * `noise` makes bytes that a host sends meanwhile, as fast as it can. `crash` is called at the end, and ends in a restart.
   */
  step(i, { cut = null, noise = null, crash = null } = {}) {
    const look = this.looks[i];
    const before = this.total;
    const chosen = cut === null ? -1 : cut === 'moment' ? Math.floor(this.random() * look.commands.length) : 0;
    this.#told = [];
    const isQuiet = noise === null || !AT_REST.test(look.cues) || !look.commands.every((command) => /^(lift|place|wait) /.test(command));
    const hush = isQuiet ? () => false : this.#disturb(noise);
    look.commands.forEach((command, at) => {
      if (at === chosen) this.#arm(cut, command);
      this.hands.perform(command);
      this.#recover();
    });
    let isLate = hush();
    const isAtRest = AT_REST.test(look.cues);
    if (cut === 'program' && isAtRest) isLate = this.#linger(300);
    if (cut === 'erase' && isAtRest) isLate = this.#linger(2 * REST);
    this.#disarm();
    // Each start takes a sector that is ready, and hands that never rest leave no time to make others so.
    const starts = this.total - this.#rested;
    if (starts > 5 && isAtRest) isLate = this.#rest(starts);
    if (crash !== null) {
      // All is written by then.
      this.board.run(500);
      crash();
      this.board.run(ALARM);
      this.begin();
    }
    this.#compare(i, this.total > before || crash !== null, isLate);
    if (cut === 'look' && this.#isSettled) this.#cutNow(i);
    this.looked += 1;
  }

  /** Whether what was seen last is known to be written, and hands are not in a turn that was cut already. */
  get #isSettled() {
    return !this.#isTurnCut && this.misreads.length === 0 && this.board.now - this.#moved > WRITTEN;
  }

  /** The power goes now, and when it is back all is as it was seen last. */
  #cutNow(i) {
    this.board.cut();
    this.begin();
    this.#compare(i, true, false, true);
  }

  #arm(kind, command) {
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
  }

  #compare(i, wasCut, isLate, isAgain = false) {
    const { board, looks, records } = this;
    const look = looks[i];
    const ask = (question) => board.ask(question).at(-1);
    if (wasCut && ask('cues').startsWith('= resume ')) this.#mend(i);
    if (wasCut || isLate) this.#rhythm = look.cues;
    const isExact = this.#rhythm !== look.cues;
    if (isExact) this.#rhythm = null;
    const lights = isExact ? wrongLights(look.lights, board.lights) : unasked(look.cues, board.lights);
    const [position, cues] = ['position', 'cues'].map(ask);
    // What hands touched before a cut is forgotten, so in the midst of a turn it may be read otherwise, until it is complete.
    // Right after it the board has had more time than the one in memory.
    const isWhole = /^= (to-move|over|setup) /.test(look.cues) && !wasCut && !isLate;
    // So may what hands did later than the robot.
    // Hands may have begun the next one by then.
    const turns = look.events.filter((event) => event.startsWith('* turn')).length;
    this.#turnsCut = wasCut || isLate ? 2 : Math.max(0, this.#turnsCut - turns);
    if (wasCut || isLate) this.#isTurnCut = true;
    else if (isWhole && cues === look.cues && this.#turnsCut === 0) this.#isTurnCut = false;
    const note = (what, expected, got) => {
      const isForgiven = this.#isTurnCut && !(wasCut && what === 'record') && !isAgain;
      if (isForgiven && !isWhole) {
        this.otherwise += what === 'cues' ? 1 : 0;
        return;
      }
      const after = look.commands.join(', ');
      (isForgiven ? this.misreads : this.differences).push(`look ${i + 1}, ${what}: expected ${expected}, got ${got}; after ${after}${wasCut ? ' and a cut' : ''}`);
    };
    // After the end of a game a cut lets the stones of the next be asked for at once, and not when most of them stand; so it
    // begins at once too.
    const isBetween = records[i].isOver || /^= (over|setup) /.test(look.cues);
    const isNext = isBetween && this.total + this.resets > 0 && this.#asksForStart(cues);
    if (position !== look.position && !isNext) note('position', look.position, position);
    if (cues === look.cues) {
      if (lights.length > 0) note('lights', '', lights.join('; '));
    } else if (!isNext) note('cues', look.cues, cues);
    if (wasCut || isLate || look.events.some((event) => event.startsWith('* over')) || i === looks.length - 1) {
      // What stands for longer than in memory may be told earlier.
      const ways = wasCut || isLate ? records.slice(i, i + 2).flatMap((record) => record.ways) : [records[i].ways.at(-1)];
      // The next game, once it is put up, has no turns.
      if (isBetween) ways.push('');
      const record = recordOf(board);
      if (!ways.includes(record)) note('record', ways.join(' or '), record);
    }
    this.hands.due = board.now;
  }

  /**
   * The lights ask for stones as they stood before a step that was not written to its end. What was told a while ago must be
   * known; hands do what is asked, and then the step once more.
   */
  #mend(i) {
    const { board, records } = this;
    this.asked += 1;
    const certain = this.#told.filter((at) => at < -WRITTEN).length;
    const { ways } = records[i];
    const record = recordOf(board);
    if (!ways.slice(certain).includes(record)) {
      this.differences.push(`look ${i + 1}: ${certain} events were written, of ${ways.join(' or ')}, but the record is ${record}`);
    }
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
  }

  /** Whether what the lights ask for is what is missing of a start position, if anything is, and nothing is too much. */
  #asksForStart(cues) {
    if (!/^= (setup|to-move) /.test(cues) || /extra=/.test(cues)) return false;
    const all = new Set([...pointsOf(cues, ['white', 'black']), ...this.board.stones]);
    return [9, 25, 45].some((count) => all.size === count - 1) && !all.has('e3');
  }
}

/** Lights that breathe or blink: whether lit or not, they mean what is said. */
const unasked = (cues, lights) =>
  POINTS.filter((point) => !cues.includes(point) && lights.get(point).some((value) => value > 0)).map((point) => `${point} is lit`);
