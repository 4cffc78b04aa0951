// Hosts that are absent, silent, slow or hostile: the game goes on as if there were none.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { record } from '../figures/record.mjs';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware } from './paths.mjs';
import { begin, quantile, reactions } from './play.mjs';
import { seeded } from './random.mjs';

const elf = readElf(firmware, 'cargo fw');
const COUNT = 8;
const HOSTS = 12;
/** The longest reaction under each host. */
const worsts = [];

/** A board on which a game has begun. */
function started(options = {}) {
  const board = new Board(elf, { bounces: true, ...options });
  if (options.usb === false) board.run(300);
  else board.connect();
  begin(board);
  return board;
}

/** The limits of the reaction hold while `harass` is called every millisecond. */
function holdsOut(t, board, harass = () => {}) {
  let due = board.now;
  const run = board.run.bind(board);
  board.run = (milliseconds, done = () => false) =>
    run(milliseconds, () => {
      if (board.now >= due) {
        due = board.now + 1;
        harass(board);
      }
      return done();
    });
  const times = reactions(board, COUNT, seeded(7));
  board.run = run;
  const [median, worst] = [quantile(times, 0.5), Math.max(...times)];
  worsts.push(worst);
  t.diagnostic(`median ${median.toFixed(2)} ms, worst ${worst.toFixed(2)} ms`);
  assert.ok(median <= 6, `median ${median} ms`);
  assert.ok(worst <= 10, `worst ${worst} ms`);
  assert.deepEqual(board.violations, []);
}

/** The port still works when the host behaves again. */
function recovers(board) {
  board.host.reads = true;
  board.run(500);
  board.console.take();
  board.send('');
  board.run(100);
  board.console.take();
  assert.match(board.ask('version').at(-1), /^= fanorona-board /);
  assert.match(board.ask('position').at(-1), /^= bbbbbbbbb\/bbbbbbbbb\/bwbw1bwbw\/wwwwwwwww\/wwwwwwwww w/);
}

/** Queues bytes only as far as the host has sent those before. */
const flood = (make) => (board) => {
  if (board.host.outgoing.length < 256) board.host.send(make());
};
const text = (line) => [...Buffer.from(line)];

after(() => {
  if (worsts.length < HOSTS) return;
  record('hostile.hosts', worsts.length);
  record('hostile.worst', Math.max(...worsts));
});

test('nobody is there', (t) => {
  holdsOut(t, started({ usb: false }));
});

test('a host finds the port and never opens it', (t) => {
  const board = new Board(elf, { bounces: true, usb: false });
  board.host.plug({ opens: false });
  board.connect();
  begin(board);
  holdsOut(t, board);
  board.host.open();
  board.run(20);
  recovers(board);
});

test('a host never reads', (t) => {
  const board = started();
  board.host.reads = false;
  holdsOut(t, board, flood(() => text('help\nrecord\nturns\n')));
  recovers(board);
});

test('a host reads a packet every 20 ms', (t) => {
  const board = started();
  board.host.pace = 20e6;
  holdsOut(t, board, flood(() => text('help\n')));
  board.host.pace = 50e3;
  board.host.outgoing.length = 0;
  recovers(board);
});

for (const [name, make] of [
  ['random bytes', ((random) => () => Array.from({ length: 256 }, () => Math.floor(256 * random())))(seeded(11))],
  ['zero bytes', () => Array(256).fill(0)],
  ['a line without an end', () => Array(256).fill(120)],
  ['lines that are too long', () => [...Array(400).fill(120), 10]],
  ['empty lines', () => Array(256).fill(10)],
  ['commands that take long', () => text('turns\nhelp\nrecord\nsensors\n')],
  ['settings over and over', () => text('brightness 5\nassist play\n')],
]) {
  test(`a host sends ${name} as fast as it can`, (t) => {
    const board = started();
    holdsOut(t, board, flood(make));
    board.host.outgoing.length = 0;
    recovers(board);
  });
}

test('a host opens and closes the port all the time', (t) => {
  const board = started();
  let isOpen = true;
  let calls = 0;
  holdsOut(t, board, () => {
    calls += 1;
    if (calls % 3 > 0) return;
    isOpen = !isOpen;
    board.host.open(isOpen);
    board.send('cues');
  });
  board.host.open();
  recovers(board);
});
