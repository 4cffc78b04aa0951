// The emulated board in real time, for the virtual board's page: a line in or out for everything that happens.
//
// In:  reeds BITS (hexadecimal, a1 is the lowest bit)   say LINE   cut
// Out: ready   frame RRGGBB… (a1 first)   text LINE   late MILLISECONDS
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Board } from './board.mjs';
import { parseElf } from './elf.mjs';
import { firmware } from './paths.mjs';
import { BOARDS, POINTS } from './wiring.mjs';

/** The board's time goes on in steps of at most this; between them it hears what is said. */
const STEP = 4;
/** What is not caught up: an emulator that is slower than the chip lets time go by more slowly, and says so. */
const LATE = 100;

const tell = (line) => process.stdout.write(`${line}\n`);
const hex = (value) => value.toString(16).padStart(2, '0');
const name = process.env.BOARD ?? 'pico';
const board = new Board(parseElf(readFileSync(firmware)), { wiring: BOARDS[name] });

board.onFrame = (lights) => tell(`frame ${POINTS.map((point) => lights.get(point).map(hex).join('')).join('')}`);
board.onText = (line) => tell(`text ${line}`);

const commands = {
  reeds(bits) {
    const closed = BigInt(`0x${bits}`);
    board.reeds(POINTS.filter((_, i) => (closed >> BigInt(i)) & 1n));
  },
  say: (line) => board.send(line),
  cut() {
    board.cut();
    board.connect();
  },
};

const heard = [];
const input = createInterface({ input: process.stdin });
input.on('line', (line) => heard.push(line));
// Whoever started this has gone.
input.on('close', () => process.exit());

board.connect();
tell('ready');
let began = performance.now() - board.now;
for (;;) {
  for (const line of heard.splice(0)) {
    const [word, ...rest] = line.split(' ');
    commands[word]?.(rest.join(' '));
    if (word === 'cut') began = performance.now() - board.now;
  }
  // Only whoever waits for answers keeps them.
  board.console.take();
  const behind = performance.now() - began - board.now;
  if (behind > LATE) {
    began += behind;
    tell(`late ${Math.round(behind)}`);
  }
  if (behind >= 1) board.run(Math.min(behind, STEP));
  await sleep(behind > STEP ? 0 : 1);
}
