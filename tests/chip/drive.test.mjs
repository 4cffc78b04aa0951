// Into the boot drive, to which new firmware is copied, without opening the wood.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware } from './paths.mjs';
import { START, begin, isLit } from './play.mjs';

const elf = readElf(firmware, 'cargo fw');
const TOUCH = 1200;

const isDark = (board) => [...board.lights.keys()].every((point) => !isLit(board.lights, point));
const left = (board) => () => board.chip.isDrive;

function connected(options) {
  const board = new Board(elf, options);
  board.connect();
  return board;
}

/** Runs until the chip is in its boot drive. */
function leaves(board, patience = 500) {
  board.run(patience, left(board));
  assert.ok(board.chip.isDrive, 'it has left');
  assert.ok(isDark(board), 'all lights are out');
  assert.deepEqual(board.violations.filter((what) => !/frame of \d+ bits/.test(what)), []);
}

test('the console sends the board to its drive, and the answer comes before', () => {
  const board = connected();
  begin(board);
  board.console.take();
  assert.deepEqual(board.ask('bootloader'), ['=']);
  assert.ok(!board.chip.isDrive);
  leaves(board);
  const { now } = board;
  board.run(3000);
  assert.equal(board.now, now + 3000, 'it waits there');
});

test('what is not said quite like that is refused, and nothing is lost', () => {
  const board = connected();
  begin(board);
  board.console.take();
  for (const line of ['bootloader now', 'Bootloader', 'bootload']) assert.match(board.ask(line).at(-1), /^\? /);
  board.run(500);
  assert.ok(!board.chip.isDrive);
  assert.equal(board.ask('cues').at(-1), '= to-move white turn=a1');
});

test('a port that is opened at 1200 baud sends the board to its drive', () => {
  const board = connected();
  board.host.open(false);
  board.host.setSpeed(TOUCH);
  board.run(500);
  assert.ok(!board.chip.isDrive, 'not before it is opened');
  board.host.open();
  leaves(board);
});

test('so does one whose speed is set while it is open', () => {
  const board = connected();
  assert.match(board.ask('position').at(-1), /^= /);
  board.host.setSpeed(TOUCH);
  leaves(board);
});

test('other speeds, and opening and closing, cost nothing', () => {
  const board = connected();
  for (const baud of [9600, 1201, 12_000, 300, 115_200]) {
    board.host.setSpeed(baud);
    board.host.open(false);
    board.run(20);
    board.host.open();
    // In the middle of a line, which goes on.
    board.host.send(Buffer.from('posi'));
    board.run(20);
    board.host.setSpeed(baud + 1);
    board.run(20);
    board.host.send(Buffer.from('tion\n'));
    board.run(50);
    assert.match(board.console.take().at(-1), /^= bbbbbbbbb/, `${baud}`);
  }
  assert.ok(!board.chip.isDrive);
});

test('the button held for 8 s from power-on sends the board to its drive', () => {
  for (const usb of [true, false]) {
    const board = new Board(elf, { usb });
    board.press();
    board.run(7900);
    assert.ok(!board.chip.isDrive);
    leaves(board, 300);
  }
});

test('it does so too where the board no longer plays', () => {
  const board = connected({ restarts: true });
  board.press();
  for (let crashes = 0; crashes < 3; crashes++) {
    // There is no memory here.
    board.chip.mcu.core.waiting = false;
    board.chip.mcu.core.PC = 0x3000_0000;
    board.run(200);
  }
  board.connect();
  assert.equal(board.ask('faults').at(-1), '= restarts=3 safe=yes dropped=0');
  assert.ok(isLit(board.lights, 'e3'));
  leaves(board, 8000);
});

test('the game does not see a hold from power-on, and a long one later does not lead to the drive', () => {
  const board = new Board(elf);
  const hears = (line) => {
    board.run(800, () => board.console.lines.includes(line));
    assert.ok(board.console.take().includes(line), line);
  };
  board.press();
  board.connect();
  board.reeds(START);
  hears('* phase to-move');
  board.lift('e2');
  hears('* phase carrying');
  board.place('e3');
  hears('* phase clearing');
  for (const point of ['e4', 'e5']) board.lift(point);
  hears('* turn e2e3A');
  assert.ok(board.now < 1000, 'before a hold would take it back');
  board.run(100);
  board.console.take();
  board.run(7900 - board.now);
  assert.deepEqual(board.console.take(), [], 'it was no press of the game');
  board.press(false);
  hears('* phase selftest');
  board.ask('selftest off');
  board.run(500);
  board.press();
  board.run(9000);
  assert.ok(board.console.take().includes('* takeback'), 'now it is');
  assert.ok(!board.chip.isDrive);
});

test('a board that comes back from its drive has not crashed', () => {
  const board = connected({ restarts: true });
  board.ask('bootloader');
  leaves(board);
  // The ROM starts new firmware by its watchdog.
  board.chip.watchdog.reason = 1;
  board.reset('watchdog');
  board.connect();
  assert.match(board.ask('version').at(-1), / reset=drive restarts=0 /);
  assert.ok(isLit(board.lights, 'a1'));
});
