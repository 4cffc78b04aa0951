// The emulated board in real time, for the virtual board's page: a line in or out for everything that happens.
//
// In:  MS reeds BITS (hexadecimal, a1 is the lowest bit)   MS button down|up   MS say LINE   MS cut   MS (nothing until then)
// Out: ready   frame RRGGBB… (a1 first)   text LINE   late MILLISECONDS
//
// MS is the time of whoever started this, in milliseconds. The board's time follows it and never runs ahead, so that
// what happened 30 ms apart happens 30 ms apart on the board, however the machine is loaded.
//
// With REEDS=BITS these are closed when the power comes on.
// With FLASH=path the second megabyte of the flash is kept in that file (flashfile.mjs); without, every start has an empty one.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setImmediate as breathe } from 'node:timers/promises';
import { Board } from './board.mjs';
import { parseElf } from './elf.mjs';
import { FlashFile } from './flashfile.mjs';
import { firmware } from './paths.mjs';
import { BOARDS, POINTS } from './wiring.mjs';

/** The board's time goes on in steps of at most this; between them it hears what is said. */
const STEP = 5;
/** An emulator that is later than this leaves out what it cannot catch up, and says so. */
const LATE = 2000;

const tell = (line) => process.stdout.write(`${line}\n`);
const hex = (value) => value.toString(16).padStart(2, '0');
const name = process.env.BOARD ?? 'pico';
const kept = keep(process.env.FLASH);
const board = new Board(parseElf(readFileSync(firmware)), { wiring: BOARDS[name], flash: { content: kept?.content } });
kept?.follow(board.flash);

board.onFrame = (lights) => tell(`frame ${POINTS.map((point) => lights.get(point).map(hex).join('')).join('')}`);
board.onText = (line) => tell(`text ${line}`);

/** The file at `path` if there is to be one. */
function keep(path) {
  if (!path) return null;
  try {
    return new FlashFile(path);
  } catch (error) {
    console.error(error.message);
    return process.exit(1);
  }
}

const commands = {
  reeds(bits) {
    const closed = BigInt(`0x${bits}`);
    board.reeds(POINTS.filter((_, i) => (closed >> BigInt(i)) & 1n));
  },
  button: (state) => board.press(state === 'down'),
  say: (line) => board.send(line),
  cut() {
    board.cut();
    board.connect();
  },
};

const heard = [];
let wake = () => {};
const input = createInterface({ input: process.stdin });
input.on('line', (line) => {
  const [ms, word, ...rest] = line.split(' ');
  heard.push({ ms: Number(ms), word, rest: rest.join(' ') });
  wake();
});
// Whoever started this has gone.
input.on('close', () => process.exit());

// The stones that stand already when the power comes on.
if (process.env.REEDS) commands.reeds(process.env.REEDS);
board.connect();
tell('ready');
/** The board's time at the other side's zero. */
let zero = null;
for (;;) {
  if (heard.length === 0) {
    await new Promise((resolve) => {
      wake = resolve;
    });
  }
  const { ms, word, rest } = heard[0];
  zero ??= board.now - ms;
  const late = heard.at(-1).ms + zero - board.now;
  if (late > LATE) {
    zero -= late;
    tell(`late ${Math.round(late)}`);
  }
  const ahead = ms + zero - board.now;
  if (ahead > 0) board.run(Math.min(ahead, STEP));
  if (ahead <= STEP) {
    heard.shift();
    commands[word]?.(rest);
    if (word === 'cut') zero = board.now - ms;
  }
  // Only whoever waits for answers keeps them.
  board.console.take();
  await breathe();
}
