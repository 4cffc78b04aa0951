// Measures the image on the emulated chip and holds it to its limits: node figures.mjs [MEASURE...]
//
// With names of functions below, as `rest`, only those are measured.
//
// Emulated time and instructions are exact and the same on every machine. With `CACHE=off` flash is as fast as RAM; these
// figures have keys of their own, and no limits.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { FIGURES } from '../figures/declared.mjs';
import { record } from '../figures/record.mjs';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { eraseReactions, wornBoard } from './erasing.mjs';
import { Hands } from './hands.mjs';
import { use } from './image.mjs';
import { firmware, transcripts } from './paths.mjs';
import { begin, current, isLit, quantile, reactions } from './play.mjs';
import { seeded } from './random.mjs';
import { paintStack, stackUse } from './stack.mjs';
import { LONG, LONG_STONES, longGame, old } from './stores.mjs';
import { DATA_SHEETS, MARGIN, NONE_LEFT, RESET } from './strip.mjs';
import { playTranscript } from './transcript.mjs';
import { BOARDS } from './wiring.mjs';

const elf = readElf(firmware, 'cargo fw');
const wiring = BOARDS.pico;
const problems = [];
const ROWS = 5;
/** What is shown later than this after a movement was not to be decided before, in milliseconds. */
const AT_ONCE = 50;

/** What the figures of another image than the usual one are called, behind their key. */
const isCached = process.env.CACHE !== 'off';
const suffix = (process.env.FIRMWARE === undefined ? '' : `.${basename(process.env.FIRMWARE)}`) + (isCached ? '' : '.uncached');

/** The driver of the crate `ws2812-pio` spins while it sends, and its pulses are fixed. */
const isSpinning = suffix === '.ws2812-pio';

/** Prints a figure, and records it if it has a key; one beyond its limit is a problem. */
function row(key, what, figure, unit, limit = null, digits = 2) {
  const isKnown = suffix === '' ? key !== '' : FIGURES[key + suffix];
  if (isKnown && Number.isFinite(figure)) record(key + suffix, figure);
  const isGood = limit === null || !isCached || (limit.most === undefined ? figure >= limit.least : figure <= limit.most);
  const bound = limit === null ? '' : limit.most === undefined ? `at least ${limit.least}` : `at most ${limit.most}`;
  const text = `${what.padEnd(52)} ${figure.toFixed(digits).padStart(10)} ${unit.padEnd(5)} ${bound}`;
  console.log(isGood ? text.trimEnd() : `${text}  BEYOND`);
  if (!isGood) problems.push(what);
}

function boot() {
  const board = new Board(elf, { usb: false });
  let first = null;
  let brightest = 0;
  board.onFrame = (lights, { end }) => {
    if (first === null && [...lights.keys()].some((point) => isLit(lights, point))) first = end / 1e6;
    brightest = Math.max(brightest, current(lights));
  };
  board.run(900);
  row('first-light', 'power on to the end of the first lit frame', first ?? Infinity, 'ms', { most: 100 });
  // A hundred are the board's; the rest of it may take 40.
  row('current.before-usb', 'the lights before USB is configured', brightest, 'mA', { most: 60 }, 0);
}

function reedToLight() {
  const board = new Board(elf, { bounces: true });
  board.connect();
  begin(board);
  const times = reactions(board, 150, seeded(5));
  row('reed-to-light.median', `reed to light, median of ${times.length}`, quantile(times, 0.5), 'ms', { most: 6 });
  row('reed-to-light.99', 'reed to light, 99 %', quantile(times, 0.99), 'ms', { most: 8 });
  row('reed-to-light.worst', 'reed to light, worst', Math.max(...times), 'ms', { most: 10 });
}

/** A board with a game that nobody plays. */
function atRest() {
  const board = new Board(elf, { margin: isSpinning ? NONE_LEFT : MARGIN });
  board.connect();
  begin(board);
  board.run(1000);
  return board;
}

function rest() {
  const board = atRest();
  const measure = (key, what, least) => {
    const { awake, instructions } = board.chip;
    board.run(2000);
    const share = 1 - (board.chip.awake - awake) / 2e9;
    row(key, `asleep ${what}`, 100 * share, '%', { least });
    row('', `instructions a second ${what}`, (board.chip.instructions - instructions) / 2, '', null, 0);
  };
  const { strobes, strobed } = board.matrix;
  measure('asleep.rest', 'at rest', isSpinning ? 96 : 97);
  const scans = (board.matrix.strobes - strobes) / ROWS;
  const seconds = (board.matrix.strobed - strobed) / 1e9;
  row('scans', 'full scans a second', Number((scans / seconds).toFixed(3)), '', { least: 1000 }, 1);
  board.lift('e2');
  board.run(500);
  measure('asleep.breathing', 'while a light breathes', isSpinning ? 92 : 95);
  if (isSpinning) pulses(board);
}

function brightest() {
  const board = new Board(elf);
  board.connect();
  board.run(1000);
  let most = 0;
  board.onFrame = (lights) => {
    most = Math.max(most, current(lights));
  };
  // An empty board lights 44 points.
  board.ask('brightness 8');
  board.run(100);
  row('current.brightest', 'the lights at their brightest', most, 'mA', { most: wiring.milliamperes }, 0);
}

/** The points of some cues. */
const points = (cues, pattern) =>
  new Set(cues.split(' ').filter((word) => pattern.test(word)).flatMap((word) => word.split('=')[1].split(',').map((point) => point.slice(0, 2))));

/**
 * Measures in the robot's game: between two looks with a single movement, from its first edge to the last bit of the
 * first frame with a light that was not there before and is never dark. A stone that is touched just while a sector is erased is
 * told apart: how long that takes is measured by itself.
 */
function watchReactions(board) {
  const times = [];
  const held = [];
  let before = null;
  let { erases } = board.flash.figures;
  let edges = [];
  let frames = [];
  const { set } = board.contacts;
  board.contacts.set = (...change) => {
    edges.push(board.chip.now);
    return set.apply(board.contacts, change);
  };
  const { onFrame } = board;
  board.onFrame = (lights, { end }) => {
    onFrame(lights);
    frames.push({ end, lit: new Set([...lights.keys()].filter((point) => isLit(lights, point))) });
  };
  const look = ({ cues }) => {
    const known = before === null ? null : points(before, /\w=/);
    const fresh = [...points(cues, /^(white|black|turn|origin|target|mover)=/)].filter((point) => known && !known.has(point));
    const answer = frames.find(({ end, lit }) => end > edges[0] && fresh.some((point) => lit.has(point)));
    if (edges.length === 1 && answer) {
      const time = (answer.end - edges[0]) / 1e6;
      if (time <= AT_ONCE) (board.flash.figures.erases > erases ? held : times).push(time);
    }
    [before, edges, frames] = [cues, [], []];
    ({ erases } = board.flash.figures);
  };
  return { times, held, look };
}

function robot() {
  const board = new Board(elf, { bounces: true });
  paintStack(board.chip);
  board.connect();
  board.run(1200);
  let most = 0;
  board.onFrame = (lights) => {
    most = Math.max(most, current(lights));
  };
  const reactions = watchReactions(board);
  const looks = readFileSync(join(transcripts, 'tsivy.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const hands = new Hands(board);
  const { chip } = board;
  chip.forgetMasked();
  chip.forgetLongest();
  // Who talks or writes holds the game up, which then catches up: it ticks more than once in one piece.
  const steps = [...chip.symbols.keys()].find((symbol) => /supervisor.*STEPS/.test(symbol));
  chip.served = () => chip.words(chip.address(steps), 2)[1];
  const { turns, differences } = playTranscript(hands, looks, reactions.look);
  if (differences.length > 0) problems.push(`the robot: ${differences.slice(0, 3).join('; ')}`);
  row('robot-game.turns', 'turns of the robot', turns, '', { least: 50 }, 0);
  row('', 'looks at which position, cues or lights differed', differences.length, '', { most: 0 }, 0);
  row('robot-game.median', `reed to light in its game, median of ${reactions.times.length}`, quantile(reactions.times, 0.5), 'ms', { most: 6 });
  row('robot-game.worst', 'reed to light in its game, worst', Math.max(...reactions.times), 'ms', { most: 10 });
  row('', `the same of ${reactions.held.length} touches with a sector erased meanwhile`, Math.max(0, ...reactions.held), 'ms', { most: 60 });
  row('awake.longest', 'the longest time in interrupts in one piece, for each tick', chip.longest.nanoseconds / 1e6, 'ms', { most: 1 });
  row('awake.instructions', 'instructions of it', chip.longest.instructions, '', null, 0);
  row('interrupts.off', 'the longest time with all interrupts off, but for the flash', chip.masked.nanoseconds / 1000, 'µs', { most: 50 }, 1);
  const { flash } = board;
  row('flash.pages', 'pages written in its game, a turn', flash.figures.programs / turns, '', null, 1);
  row('flash.bytes', 'bytes of them, a turn', flash.figures.bytes / turns, '', null, 0);
  row('flash.pause', 'the longest pause of the game by a page', flash.pauses.program, 'ms', { most: 3 });
  const stack = stackUse(chip);
  row('stack.size', 'stack, all', stack.size, 'B', null, 0);
  row('stack.used', `stack, of ${stack.size}`, stack.used, 'B', { most: 24 * 1024 }, 0);
  row('robot-game.current', 'the brightest frame of the robot', most, 'mA', { most: wiring.milliamperes }, 0);
  const { violations, frames } = board.strip;
  row('', `frames, and what is wrong with their pulses`, violations.length, `/ ${frames}`, { most: 0 }, 0);
  pulses(board);
  row('', 'what else was wrong on the pins', board.violations.length - violations.length, '', { most: 0 }, 0);
}

/** What the strip has seen on its data line. */
function pulses({ strip }) {
  const { widths, margin } = strip;
  for (const kind of Object.keys(DATA_SHEETS.WS2812B)) {
    row(`pulse.${kind}`, `${kind}, shortest`, widths[kind].least, 'ns', null, 0);
    row('', `${kind}, longest`, widths[kind].most, 'ns', null, 0);
  }
  row('pulse.margin', 'margin of the pulses by both data sheets', margin, 'ns', { least: isSpinning ? NONE_LEFT : MARGIN }, 0);
  row('pulse.gap', 'gap between frames, shortest', widths.gap.least / 1000, 'µs', { least: RESET / 1000 }, 0);
}

/** How often a picture that stands is sent. */
function refresh() {
  const board = atRest();
  const starts = [];
  board.onFrame = (_, { start }) => starts.push(start / 1e6);
  board.run(2000);
  const pauses = starts.slice(1).map((start, i) => start - starts[i]);
  row('refresh.longest', 'a picture that stands is sent every, longest', Math.max(...pauses), 'ms', { most: 250 }, 0);
  row('', 'a picture that stands is sent every, shortest', Math.min(...pauses), 'ms', { least: 100 }, 0);
}

/** From power-on to the end of the first frame that shows the game which the flash keeps. */
function resume() {
  const put = (options) => {
    const board = new Board(elf, { usb: false, ...options });
    board.reeds(LONG_STONES);
    return board;
  };
  const first = put({ usb: true, flash: { content: old() } });
  first.connect();
  for (const line of LONG) first.ask(line);
  first.run(1500);
  const points = (lights) => [...lights.keys()].filter((point) => isLit(lights, point)).join();
  const expected = points(first.lights);
  const store = first.flash.store;
  const limit = { most: 300 };
  for (const [key, turns] of [['resume.light', 68], ['resume.light.longest', 508]]) {
    const board = put({ flash: { content: longGame(store, turns) } });
    let [lit, wrong] = [null, 0];
    board.onFrame = (lights, { end }) => {
      if (points(lights) === expected) lit ??= end / 1e6;
      else if (points(lights) !== '') wrong += 1;
    };
    board.run(800);
    row(key, `power on to the first right light, ${turns} turns kept`, lit ?? Infinity, 'ms', limit);
    row('', 'lit frames before it that were not right', wrong, '', { most: 0 }, 0);
    board.host.plug();
    board.connect();
    row('', 'turns in its record', board.ask('record').filter((line) => /^ {2}\d/.test(line)).length, '', { least: turns }, 0);
  }
}

/** How long the game stands still while a sector is erased, and what that does to a stone that is lifted then. */
function erase() {
  for (const [key, flash, limit] of [['', {}, 60], ['.worst', { program: 3, erase: 400 }, 430]]) {
    const board = wornBoard(elf, flash);
    const times = eraseReactions(board);
    row(`flash.pause.erase${key}`, 'the longest pause of the game by a sector', board.flash.pauses.erase, 'ms', { most: 400 });
    row(`reed-to-light.erase${key}`, 'reed to light when a sector is begun, worst', Math.max(...times), 'ms', { most: limit });
    const lost = board.ask('sensors').filter((line) => /scan/.test(line));
    row('', 'complaints about scans, and violations', lost.length + board.violations.length, '', { most: 0 }, 0);
  }
}

const { flash, ram } = use(elf);
row('image.flash', 'image in flash', flash, 'B', null, 0);
row('image.ram', 'image in RAM, without the stack', ram, 'B', null, 0);
const measures = { boot, reedToLight, rest, refresh, brightest, robot, resume, erase };
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(measures);
for (const name of chosen) {
  if (!measures[name]) throw new Error(`${name} is none of ${Object.keys(measures).join(', ')}`);
  measures[name]();
}
if (problems.length > 0) {
  console.error(`beyond their limits: ${problems.join('; ')}`);
  process.exit(1);
}
