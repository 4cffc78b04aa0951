// The second core thinks: nobody waits for it, and whatever happens meanwhile, the board plays on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { record } from '../figures/record.mjs';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware } from './paths.mjs';
import { begin, quantile, reactions } from './play.mjs';
import { LEVEL, NODES, POSITIONS, ponder, thinks } from './ponder.mjs';
import { seeded } from './random.mjs';

const elf = readElf(firmware, 'cargo fw');
/** For how long all interrupts of core 0 may be off, in nanoseconds. */
const LIMIT = 50_000;
/** The longest from reed to light, in milliseconds. */
const SLOWEST = 10;

function started(options) {
  const board = new Board(elf, options);
  board.said = [];
  board.onText = (line) => board.said.push(line);
  board.connect();
  board.run(200);
  return board;
}

const isThinking = thinks(elf);

/** Runs until the board has said something. */
function until(board, pattern, patience = 60_000) {
  board.run(patience, () => board.said.some((line) => pattern.test(line)));
  const line = board.said.find((line) => pattern.test(line));
  assert.ok(line, `nothing said is like ${pattern}: ${board.said.join(' | ')}`);
  return line;
}

/** White has played e2e3A, and the board, which plays Black, has something to think about. */
function thinking(level, options) {
  const board = started(options);
  board.ask(`level black ${level}`);
  begin(board);
  for (const [act, point] of [['lift', 'e2'], ['place', 'e3'], ['lift', 'e4'], ['lift', 'e5']]) {
    board[act](point);
    board.run(200);
  }
  until(board, /^\* turn e2e3A/);
  board.run(20);
  assert.ok(isThinking(board), 'it thinks');
  return board;
}

test('core 1 is not started before there is something to think about, and sleeps afterwards', () => {
  const board = started();
  begin(board);
  assert.ok(!board.chip.core1.isRunning);
  board.ask('level white 3');
  until(board, /^\* plays /);
  board.run(50);
  assert.ok(!isThinking(board));
  const { instructions } = board.chip.core1;
  board.run(1000);
  assert.ok(board.chip.core1.instructions - instructions < 100_000, 'it wakes only to see that there is nothing');
  assert.deepEqual(board.violations, []);
});

test('from reed to light nothing waits for core 1, and no interrupt is off for more than 50 µs', () => {
  const board = started({ bounces: true });
  begin(board);
  const times = [];
  const random = seeded(8);
  board.chip.forgetMasked();
  while (times.length < 24) {
    board.ask('hint');
    board.run(30);
    assert.ok(isThinking(board), 'it thinks');
    times.push(...reactions(board, 2, random));
  }
  record('reed-to-light.thinking.worst', Math.max(...times));
  console.log(`reed to light while core 1 thinks: median ${quantile(times, 0.5)} ms, worst ${Math.max(...times)} ms`);
  assert.ok(Math.max(...times) < SLOWEST, `${Math.max(...times)} ms`);
  const { nanoseconds, pc } = board.chip.masked;
  assert.ok(nanoseconds <= LIMIT, `${nanoseconds} ns from 0x${pc.toString(16)} on`);
  assert.deepEqual(board.violations, []);
});

test('flash is written while core 1 thinks, and it goes on', () => {
  const board = thinking(7);
  const { programs } = board.flash.figures;
  board.ask('brightness 4');
  board.run(50);
  assert.ok(board.flash.figures.programs > programs, 'a page was written');
  assert.ok(isThinking(board), 'it goes on');
  // As the host does: `best --level 7` after e2e3A.
  assert.equal(until(board, /^\* plays /), '* plays f4e5W');
  assert.deepEqual(board.violations, []);
});

test('what is of no more use is not thought about any longer', () => {
  for (const what of ['undo', 'new telo', 'level black off', 'resign white']) {
    const board = thinking(9);
    board.ask(what);
    board.run(60);
    assert.ok(!isThinking(board), what);
    board.run(500);
    assert.ok(!board.said.some((line) => line.startsWith('* plays')), what);
    assert.deepEqual(board.violations, []);
  }
});

test('after a cut in the midst of it the board thinks again, and plays the same', () => {
  const board = thinking(7);
  board.run(1000, () => board.flash.doing === null);
  board.run(150);
  board.cut();
  board.connect();
  board.said = [];
  assert.equal(until(board, /^\* plays /), '* plays f4e5W');
  assert.match(board.ask('cues').at(-1), /^= to-move black .*target=e5 mover=f4/);
});

test('core 1 looks at some thousand positions a second', () => {
  const spans = POSITIONS.map((position) => {
    const span = ponder(elf, position, LEVEL);
    console.log(`${Math.round((1000 * NODES) / span)} nodes a second: ${position}`);
    return span;
  });
  const rate = (1000 * NODES * spans.length) / spans.reduce((sum, span) => sum + span, 0);
  record('mind.rate', Math.round(rate));
  console.log(`${Math.round(rate)} nodes a second in all`);
  assert.ok(rate > 35_000, `${rate} nodes a second`);
});

/** Lets core 1 go on in its own stack, so many bytes from its foot, where an instruction leads back to itself. */
function derail({ chip }, offset) {
  const { address } = elf.sections.find(({ name }) => name === '.mind_stack');
  chip.mcu.writeUint16(address + offset, 0xe7fe);
  chip.core1.core.PC = address + offset;
}

/** Runs until the board has started anew; what it says of the reason. */
function reason(board) {
  const { chip } = board;
  board.run(4000, () => board.chip !== chip);
  assert.ok(board.chip !== chip, 'the chip was reset');
  board.connect();
  return board.ask('faults').join('\n');
}

test('a core 1 that hangs restarts the board, which tells of it', () => {
  const board = thinking(9, { restarts: true });
  derail(board, 1024);
  assert.match(reason(board), /hang in core 1\n= restarts=1/);
});

test('a core 1 that leaves its stack restarts the board, which tells of it', () => {
  const board = thinking(9, { restarts: true });
  derail(board, 0);
  assert.match(reason(board), /fault pc=2004.*\n= restarts=1/);
});
