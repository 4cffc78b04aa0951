// The supervisor: whatever stops the firmware, the board says so with its red rank, starts anew and tells why.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { record } from '../figures/record.mjs';
import { Board } from './board.mjs';
import { jump, panic, spare } from './crash.mjs';
import { readElf } from './elf.mjs';
import { FLASH, RAM } from './memory.mjs';
import { firmware } from './paths.mjs';
import { START, begin, current, isLit, reactions } from './play.mjs';
import { drainRtt, logLines } from './rtt.mjs';
import { seeded } from './random.mjs';

const elf = readElf(firmware, 'cargo fw');
const MIDDLE = ['a3', 'b3', 'c3', 'd3', 'e3', 'f3', 'g3', 'h3', 'i3'];
const TIMEOUT = { least: 1000, most: 2000 };
/** The exception of the game's executor: the first interrupt that software alone triggers. */
const GAME = 16 + 26;
const LDR_R0_FROM_R1 = 0x6808;
const WFE = 0xbf20;
const BACK = 0xe7fd; // to the instruction before

const answer = (board, line) => board.ask(line).at(-1);
const isRed = ([r, g, b]) => r > 0 && g === 0 && b === 0;
/** Whether the red rank is shown, and nothing else. */
const isAlarm = (lights) => [...lights].every(([point, colour]) => (MIDDLE.includes(point) ? isRed(colour) : !colour.some(Boolean)));

/** A board that may crash, with a game on. */
function playing(options = {}) {
  const board = new Board(elf, { restarts: true, ...options });
  if (options.usb === false) board.run(1200);
  else board.connect();
  begin(board);
  return board;
}

/** Where the firmware has, or could have, an instruction. */
function find(board, opcode) {
  const { flash16 } = board.chip.mcu;
  const at = flash16.indexOf(opcode, 256);
  assert.ok(at > 0);
  return FLASH.start + 2 * at;
}

/** Lets the firmware read what is no memory. */
const fault = (board) => jump(board, find(board, LDR_R0_FROM_R1), { registers: [0x11, 0x3000_0000, 0x22, 0x33] });

/** Lets what runs now go on for ever, and nothing else; it sleeps in between, which costs the emulator nothing. */
function hang(board, isMasked = false) {
  const loop = spare(board);
  board.chip.mcu.writeUint16(loop, WFE);
  board.chip.mcu.writeUint16(loop + 2, BACK);
  jump(board, loop, { isMasked });
}

/** The number of the app among the parts in src/crash. */
const APP = 2;

/** Which part of the game the firmware says it is in. */
function part(board) {
  const { chip } = board;
  const name = [...chip.symbols.keys()].find((it) => it.includes('supervisor') && it.includes('PULSE'));
  return chip.mcu.readUint32(chip.address(name)) & 0xff;
}

/** Runs until the app is in the middle of a step. */
function inGame(board) {
  const isThere = () => board.chip.mcu.core.IPSR === GAME && part(board) === APP;
  board.run(1000, isThere);
  assert.ok(isThere());
}

/** Runs until something below the game is at work. */
function belowGame(board) {
  const isThere = () => board.chip.mcu.core.IPSR === 0 && !board.chip.mcu.core.waiting;
  board.run(1000, isThere);
  assert.ok(isThere());
}

/** Runs until the red rank has been shown and is gone: when it came and for how long it was there, in milliseconds. */
function alarm(board) {
  const begun = board.now;
  let [first, last] = [null, null];
  board.onFrame = (lights) => {
    if (isAlarm(lights)) {
      assert.ok(current(lights) <= 100, 'as if no host had agreed to more');
      first ??= board.now;
      last = null;
    } else if (first !== null) {
      last ??= board.now;
    }
  };
  board.run(8000, () => last !== null);
  assert.ok(last !== null, 'the alarm has come and gone');
  board.onFrame = () => {};
  return { came: first - begun, lasted: last - first };
}

/** After a crash: 3 s of red, a board that plays, and the reason, by the console and in the log. */
function comesBack(board, reason, reset) {
  const { came, lasted } = alarm(board);
  assert.ok(lasted > 2990 && lasted < 3100, `${lasted} ms of red`);
  board.connect();
  assert.match(answer(board, 'version'), new RegExp(`^= fanorona-board [\\d.]+ .* reset=${reset} restarts=1 dropped=0 rules=standard$`));
  const faults = board.ask('faults');
  assert.equal(faults.at(-1), '= restarts=1 safe=no dropped=0');
  assert.equal(faults.length, 2);
  assert.match(faults[0], reason);
  const log = logLines(board.chip, drainRtt(board.chip));
  assert.ok(log.some((line) => /^info reset by/.test(line)), log.join('\n'));
  assert.ok(log.some((line) => /^error after/.test(line)), log.join('\n'));
  board.console.take();
  begin(board);
  assert.ok(Math.max(...reactions(board, 3, seeded(1))) <= 10);
  assert.deepEqual(board.violations.filter((what) => !/frame of \d+ bits/.test(what)), []);
  return came;
}

/** From each hang to the first red light, in milliseconds. */
const restarts = [];
after(() => {
  record('restart.hangs', restarts.length);
  record('restart.worst', Math.max(...restarts));
});

/** The same after a hang, which only the watchdog ends. */
function comesBackByWatchdog(board, reason) {
  const came = comesBack(board, reason, 'watchdog');
  assert.ok(came > TIMEOUT.least && came < TIMEOUT.most, `${came} ms`);
  restarts.push(came);
}

test('after power-on there is no alarm, and nothing to tell', () => {
  const board = new Board(elf, { restarts: true });
  let alarms = 0;
  board.onFrame = (lights) => (alarms += isAlarm(lights) ? 1 : 0);
  board.connect();
  assert.equal(alarms, 0);
  assert.match(answer(board, 'version'), /^= fanorona-board [\d.]+ git=([0-9a-f]{9}\+?|unknown) board=pico uptime=0s reset=power-on restarts=0 dropped=0 rules=standard$/);
  assert.deepEqual(board.ask('faults'), ['= restarts=0 safe=no dropped=0']);
  board.run(3000);
  assert.match(answer(board, 'version'), / uptime=3s /);
});

test('a panic is shown at once, and the board comes back', () => {
  const board = playing();
  drainRtt(board.chip);
  const { chip } = board;
  panic(board);
  const log = [];
  board.run(100, () => {
    log.push(...drainRtt(chip));
    return log.at(-1) === 0;
  });
  assert.match(logLines(chip, log).join(), /^error /);
  assert.ok(board.chip === chip && isAlarm(board.lights), 'not reset before it is shown');
  const came = comesBack(board, /^ {2}after \d{4} ms: panic src\/some.rs :12:34: index out of bounds: the len is 5 but the index is 7$/, 'restart');
  assert.ok(came < 50, `${came} ms`);
});

test('a panic in the middle of a frame comes back', () => {
  const board = playing();
  board.lift('e2');
  board.run(50, () => board.strip.frame.length > 500);
  assert.ok(board.strip.frame.length > 500, 'a frame is on its way');
  panic(board);
  const came = comesBack(board, /panic src\/some.rs/, 'restart');
  assert.ok(came < 50, `${came} ms`);
});

test('a panic in the middle of a message is logged, and so is nothing else of that message', () => {
  const board = playing();
  const { chip } = board;
  drainRtt(chip);
  board.lift('e2');
  const desks = chip.symbols.get([...chip.symbols.keys()].find((name) => name.includes('rtt') && name.includes('DESKS')));
  // The second of four: core 0 in an interrupt. It begins with the number of messages begun.
  const isWriting = () => chip.mcu.readUint8(desks.address + desks.size / 4) === 1;
  board.run(100, isWriting);
  assert.ok(isWriting());
  panic(board);
  const log = [];
  board.run(100, () => {
    log.push(...drainRtt(chip));
    return log.at(-1) === 0;
  });
  assert.match(logLines(chip, log).join(), /^error [^,]*$/);
  comesBack(board, /panic src\/some.rs/, 'restart');
});

test('a fault comes back, and its registers are told', () => {
  for (const where of [belowGame, inGame]) {
    const board = playing();
    where(board);
    const pc = find(board, LDR_R0_FROM_R1).toString(16);
    fault(board);
    const registers = `pc=${pc} lr=[0-9a-f]{8} xpsr=[0-9a-f]{8} r0=[0-9a-f]{8} r1=30000000 r2=00000022 r3=00000033 r12=[0-9a-f]{8}`;
    comesBack(board, new RegExp(`^ {2}after \\d{4} ms: fault ${registers}$`), 'restart');
  }
});

test('a hang in the game comes back by the watchdog', () => {
  const board = playing();
  inGame(board);
  hang(board);
  comesBackByWatchdog(board, /^ {2}after \d{4} ms: hang in app$/);
});

test('a hang below the game that holds interrupts off comes back by the watchdog', () => {
  const board = playing();
  belowGame(board);
  hang(board, true);
  comesBackByWatchdog(board, /^ {2}after \d{4} ms: hang below the game$/);
});

test('a hang below the game that does not touch it leaves the game alone', () => {
  const board = playing();
  belowGame(board);
  hang(board);
  const { chip } = board;
  assert.ok(Math.max(...reactions(board, 5, seeded(2))) <= 10);
  board.run(3000);
  assert.ok(board.chip === chip, 'not reset');
});

test('a scan or a strip that stands still counts as a hang, and is named', () => {
  const PIO = { scan: 0, strip: 1 };
  for (const [part, number] of Object.entries(PIO)) {
    const board = playing();
    // Disables all its state machines.
    board.chip.mcu.pio[number].writeUint32(0, 0);
    board.lift('e2');
    comesBackByWatchdog(board, new RegExp(`hang in ${part}$`));
  }
});

test('a lockup comes back by the watchdog', () => {
  const board = playing();
  inGame(board);
  // No stack for the registers of the fault.
  board.chip.mcu.core.SP = 0x1fff_ff00;
  fault(board);
  board.run(1, () => board.chip.stopped === 'lockup');
  assert.equal(board.chip.stopped, 'lockup');
  comesBackByWatchdog(board, /hang in app$/);
});

test('the watchdog waits while a probe has halted the chip', () => {
  const board = playing();
  const { chip } = board;
  inGame(board);
  chip.halt();
  board.run(5000);
  chip.halt(false);
  board.run(1000);
  assert.ok(board.chip === chip, 'not reset');
  // Without the pause it does not wait.
  inGame(board);
  hang(board);
  board.run(2000, () => board.chip !== chip);
  assert.ok(board.chip !== chip);
});

test('a probe halts at a panic, before the board restarts', () => {
  const board = new Board(elf, { usb: false });
  board.run(50);
  panic(board);
  assert.throws(() => board.run(100), /the firmware has stopped/);
  assert.ok(isAlarm(board.lights));
});

test('three restarts within a minute lead to a safe state that answers', () => {
  const board = playing();
  for (const [crash, reason] of [[panic, 'panic'], [hang, 'hang'], [fault, 'fault']]) {
    inGame(board);
    crash(board);
    let last = board.chip;
    board.run(3000, () => board.chip !== last);
    assert.ok(board.chip !== last, reason);
    board.run(4500);
  }
  assert.ok(isAlarm(board.lights), 'still red after 4.5 s');
  const { strobes } = board.matrix;
  board.reeds(START);
  board.run(10_000);
  assert.ok(isAlarm(board.lights), 'for ever');
  assert.equal(board.matrix.strobes, strobes, 'nothing is scanned');
  board.connect();
  const faults = board.ask('faults');
  assert.match(faults.join('\n'), /^ {2}after \d+ ms: panic .*\n {2}after \d+ ms: hang in app\n {2}after \d+ ms: fault .*\n= restarts=3 safe=yes dropped=0$/);
  assert.match(answer(board, 'version'), /reset=restart restarts=3/);
  assert.match(answer(board, 'position'), /^= bbbbbbbbb/);
  // The watchdog is awake here too.
  const { chip } = board;
  belowGame(board);
  hang(board, true);
  board.run(2000, () => board.chip !== chip);
  assert.ok(board.chip !== chip);
  board.connect();
  assert.equal(answer(board, 'faults'), '= restarts=4 safe=yes dropped=0');
  assert.equal(answer(board, 'bootloader'), '=');
  board.run(500);
  assert.ok(board.chip.isDrive);
});

test('three restarts in more than a minute are no reason to stop', () => {
  const board = playing();
  for (let i = 0; i < 3; i++) {
    panic(board);
    board.run(31_000);
  }
  board.connect();
  assert.equal(answer(board, 'faults'), '= restarts=3 safe=no dropped=0');
  assert.ok(isLit(board.lights, 'a1'));
});

test('power and the reset pin end the safe state, and a probe keeps what is known', () => {
  for (const [by, restarts, reset] of [['power', 0, 'power-on'], ['pin', 0, 'pin'], ['probe', 3, 'probe'], ['core', 3, 'probe']]) {
    const board = new Board(elf, { restarts: true });
    for (let i = 0; i < 3; i++) {
      board.run(100);
      panic(board);
      board.run(100);
    }
    board.connect();
    assert.equal(answer(board, 'faults'), '= restarts=3 safe=yes dropped=0');
    if (by === 'power') board.cut();
    else board.reset(by);
    board.connect();
    begin(board);
    board.console.take();
    assert.equal(answer(board, 'faults'), `= restarts=${restarts} safe=no dropped=0`, by);
    assert.match(answer(board, 'version'), new RegExp(` reset=${reset} `));
    assert.ok(isLit(board.lights, 'a1'));
  }
});

test('a memory that was spoilt is forgotten', () => {
  const board = playing();
  const name = [...board.chip.symbols.keys()].find((it) => it.includes('supervisor') && it.includes('MEMORY'));
  const { address, size } = board.chip.symbols.get(name);
  // Where the ROM writes nothing when it starts an image.
  assert.ok(address + size < RAM.end - 256 - 4096);
  panic(board);
  board.run(100);
  board.connect();
  assert.equal(answer(board, 'faults'), '= restarts=1 safe=no dropped=0');
  board.chip.mcu.sram[address - RAM.start + 100] ^= 1;
  board.reset('probe');
  board.connect();
  // The game goes on, which is told too.
  assert.equal(answer(board, 'faults'), '= restarts=0 safe=no dropped=0');
});
