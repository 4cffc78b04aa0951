// The stack: every command in every phase, and what a stack that overflows does.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { record } from '../figures/record.mjs';
import { Board } from './board.mjs';
import { bound, boundOfCore1 } from './callgraph.mjs';
import { CHANGES, PHASES, QUESTIONS } from './commands.mjs';
import { readElf } from './elf.mjs';
import { RAM } from './memory.mjs';
import { firmware } from './paths.mjs';
import { paintStack, stackUse } from './stack.mjs';

const elf = readElf(firmware, 'cargo fw');
/** What all commands may use, in bytes. */
const LIMIT = 24 * 1024;

let [worst, where] = [0, ''];
after(() => {
  console.log(`the deepest stack: ${worst} bytes, at ${where}`);
  record('stack.commands', worst);
});

/** A board whose stack is painted; `looked` notes how deep it has been. */
function painted() {
  const board = new Board(elf);
  paintStack(board.chip);
  board.connect();
  board.run(200);
  return board;
}

function look(board, what) {
  const { used } = stackUse(board.chip);
  if (used > worst) [worst, where] = [used, what];
  assert.ok(used < LIMIT, `${what}: ${used} bytes`);
}

/** Answers of one command that are long come in parts; the last line says whether it is done. */
const isAnswer = (line) => /^[=?]/.test(line);

/** A blank line has no answer. */
function say(board, line) {
  if (line.trim() !== '') return board.ask(line).at(-1);
  board.send(line);
  board.run(30);
  return '=';
}

for (const [phase, { reach, cues }] of Object.entries(PHASES)) {
  test(`every command in the phase "${phase}" leaves room on the stack`, () => {
    const board = painted();
    const prepare = () => {
      board.ask('new tsivy');
      board.ask('rules standard');
      reach(board);
      board.console.take();
    };
    prepare();
    assert.match(say(board, 'cues'), cues);
    for (const line of QUESTIONS) {
      assert.ok(isAnswer(say(board, line)), line);
      board.console.take();
      look(board, `${phase}: ${line.slice(0, 40)}`);
    }
    assert.match(say(board, 'cues'), cues, 'questions have changed nothing');
    for (const line of CHANGES) {
      prepare();
      assert.ok(isAnswer(say(board, line)), line);
      // What it has begun is to be seen through, with the stones as they stand.
      board.run(30);
      look(board, `${phase}: ${line.slice(0, 40)}`);
    }
    assert.deepEqual(board.violations, []);
  });
}

test('the way to the boot drive leaves room on the stack', () => {
  const board = painted();
  board.ask('bootloader');
  board.run(300, () => board.chip.isDrive);
  assert.ok(board.chip.isDrive);
  look(board, 'bootloader');
});

test('no way of calls needs more stack than there is', () => {
  const { bytes, levels } = bound(elf);
  for (const { name, bytes: part, way } of levels) console.log(`${name}: ${part} bytes, in ${way.length} calls`);
  record('stack.bound', bytes);
  const { size } = stackUse(painted().chip);
  assert.ok(bytes <= size, `${bytes} of ${size} bytes`);
});

test('core 1 has more stack than its code can need', () => {
  const { bytes } = boundOfCore1(elf);
  record('stack.core1', bytes);
  const { size } = elf.sections.find(({ name }) => name === '.mind_stack');
  assert.ok(bytes <= size, `${bytes} of ${size} bytes`);
});

/** Where no part of the image is: the foot of the stack of core 1, which is not started. */
const NOWHERE = RAM.end - 4096;
const PUSH_ALL = 0xb5ff;
const BACK = 0xe7fd; // to the instruction before

/** Lets the core push for ever. */
function overflow(board) {
  const { core } = board.chip.mcu;
  board.chip.mcu.writeUint16(NOWHERE, PUSH_ALL);
  board.chip.mcu.writeUint16(NOWHERE + 2, BACK);
  core.waiting = false;
  core.PC = NOWHERE;
}

test('a stack that overflows is refused below the RAM, by the MPU', () => {
  const board = painted();
  overflow(board);
  assert.throws(() => board.run(10), /the MPU refuses 0x1fff/);
});

test('a stack that overflows restarts the board, which tells of it', () => {
  const board = new Board(elf, { restarts: true });
  board.connect();
  const { chip } = board;
  overflow(board);
  board.run(10, () => chip.stopped === 'lockup');
  assert.equal(chip.stopped, 'lockup', 'nothing else was overwritten');
  board.run(3000, () => board.chip !== chip);
  assert.ok(board.chip !== chip);
  board.connect();
  assert.match(board.ask('faults').join('\n'), /hang .*\n= restarts=1 safe=no dropped=0$/);
});
