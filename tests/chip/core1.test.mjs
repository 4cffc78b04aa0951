// The second core: launch, mailboxes, locks and events, and an image that uses both cores.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipWith } from './bare.mjs';
import { Chip } from './chip.mjs';
import { readElf } from './elf.mjs';
import { RAM, VECTORS } from './memory.mjs';
import { example } from './paths.mjs';

const [NOP, WFE, WFI, SEV, BKPT, UDF, LOOP] = [0xbf00, 0xbf20, 0xbf30, 0xbf40, 0xbe00, 0xde00, 0xe7fe];
/** Counts in r0: adds r0, #1; and back. */
const COUNT = [0x3001, 0xe7fd];
const STORE_R0_AT_R1 = 0x6008;

const SIO = 0xd000_0000;
const [CPUID, STATUS, WRITE, READ] = [SIO, SIO + 0x50, SIO + 0x54, SIO + 0x58];
const [DIVIDEND, LOCK] = [SIO + 0x60, SIO + 0x100];
const [VALID, READY, OVERFLOWN, UNDERFLOWN] = [1, 2, 4, 8];
const FORCE_OFF = 0x4001_0004;
const CORE1 = 1 << 16;
const SYSTICK = 0xe000_e010;
const MPU = 0xe000_ed94;
const STACK = RAM.start + 0x1000;

/** A chip with one program for each core, and where that of core 1 begins; core 1 is not launched. */
function chipFor(first, second) {
  const chip = chipWith(...first, ...second);
  return { chip, entry: VECTORS + 8 + 2 * first.length + 1 };
}

const core1Of = (chip) => ({
  read: (address) => chip.core1.instead(() => chip.mcu.readUint32(address)),
  write: (address, value) => chip.core1.instead(() => chip.mcu.writeUint32(address, value)),
});

const drain = ({ mcu }) => {
  while (mcu.readUint32(STATUS) & VALID) mcu.readUint32(READ);
};

/** Says a word to the ROM of core 1; what it answers. */
function say({ mcu }, word) {
  mcu.writeUint32(WRITE, word);
  assert.ok(mcu.readUint32(STATUS) & VALID, 'the ROM answers');
  return mcu.readUint32(READ);
}

function launch(chip, entry) {
  drain(chip);
  for (const word of [0, 0, 1, VECTORS, STACK, entry]) assert.equal(say(chip, word), word);
  assert.ok(chip.core1.isRunning);
}

/** A chip on which both cores run. */
function running(first, second) {
  const { chip, entry } = chipFor(first, second);
  launch(chip, entry);
  return chip;
}

test('an image launches core 1, and both count under one lock', () => {
  const chip = new Chip(readElf(example('core1'), 'cargo fw --example core1'));
  chip.run(20);
  assert.deepEqual(chip.faults, []);
  assert.ok(chip.breakpoint, 'the image comes to its end');
  const [total] = chip.words(chip.address('TOTAL'), 1);
  const [careless] = chip.words(chip.address('CARELESS'), 1);
  assert.equal(total, 2000);
  assert.deepEqual(chip.words(chip.address('COUNTS'), 2), [1000, 1000]);
  // Without the lock they get into each other's way, so they do run at the same time.
  assert.ok(careless >= 1000 && careless < 2000, `${careless} without a lock`);
  // Core 0 pauses core 1 by its mailbox and the interrupt of that.
  const [paused, resumed] = chip.words(chip.address('PAUSE'), 2);
  assert.ok(paused > 0 && paused < 1000, `paused at ${paused}`);
  assert.equal(resumed, paused);
  assert.ok(chip.core1.instructions > 10_000);
});

test('a chip on which nobody launches core 1 has one core', () => {
  const { chip } = chipFor(COUNT, COUNT);
  chip.run(1);
  assert.ok(!chip.core1.isRunning);
  assert.equal(chip.core1.instructions, 0);
  assert.equal(chip.core1.next, Infinity);
  // Three cycles a turn, less the time for which the first waits for its line.
  assert.equal(chip.mcu.core.registers[0], Math.ceil((125_000 - chip.cache.misses * chip.cache.miss) / 3));
});

test('core 1 starts at its entry, with its stack and its vectors', () => {
  const chip = running([LOOP], COUNT);
  const { core } = chip.core1;
  assert.deepEqual([core.PC, core.SP, core.VTOR], [VECTORS + 10, STACK, VECTORS]);
  assert.equal(core.registers[0], 0);
});

test('both cores run at the speed of the clock', () => {
  const chip = running(COUNT, COUNT);
  chip.run(1);
  const [first, second] = [chip.mcu.core, chip.core1.core].map(({ registers }) => registers[0]);
  assert.ok(Math.abs(first - 125_000 / 3) < 50, `core 0 counted to ${first}`);
  assert.ok(Math.abs(second - 125_000 / 3) < 50, `core 1 counted to ${second}`);
});

test('a core sees at once what the other writes', () => {
  // ldr r0, [r1]; cmp r0, #5; and back until it is more; and on core 1 a count that is stored there.
  const chip = running([0x6808, 0x2805, 0xd9fc, BKPT], [0x3001, STORE_R0_AT_R1, 0xe7fc]);
  for (const { registers } of [chip.mcu.core, chip.core1.core]) registers[1] = RAM.start;
  chip.run(1);
  assert.ok(chip.breakpoint);
  assert.ok(chip.milliseconds < 0.01, `after ${chip.milliseconds} ms`);
});

test('core 1 runs while core 0 sleeps, and the other way round', () => {
  // The answers of the ROM are events too: the first wait of core 0 takes the last.
  const chip = running([WFE, WFE, ...COUNT], COUNT);
  chip.run(1);
  assert.ok(chip.asleep);
  assert.equal(chip.milliseconds, 1);
  assert.ok(Math.abs(chip.core1.core.registers[0] - 125_000 / 3) < 50);

  const other = running(COUNT, [WFE, ...COUNT]);
  other.run(1);
  assert.equal(other.core1.instructions, 1);
  assert.ok(Math.abs(other.mcu.core.registers[0] - 125_000 / 3) < 50);
});

test('the launch starts over at a wrong word', () => {
  const { chip, entry } = chipFor([LOOP], COUNT);
  drain(chip);
  // Wrong in the first place, in the second, in the third; then a zero for each of the addresses.
  for (const words of [[7], [0, 7], [0, 0, 7], [0, 0, 1, 0], [0, 0, 1, VECTORS, 0], [0, 0, 1, VECTORS, STACK, 0]]) {
    for (const word of words.slice(0, -1)) assert.equal(say(chip, word), word);
    assert.equal(say(chip, words.at(-1)), 0);
    // Had it not started over, the rest of the right sequence would do.
    for (const word of [1, VECTORS, STACK, entry]) assert.equal(say(chip, word), 0);
    assert.ok(!chip.core1.isRunning, `launched after ${words}`);
  }
  launch(chip, entry);
});

test('core 1 held in reset does nothing, and waits again afterwards', () => {
  const { chip, entry } = chipFor([LOOP], COUNT);
  launch(chip, entry);
  chip.run(0.1);
  chip.mcu.writeUint32(FORCE_OFF, CORE1);
  const { instructions } = chip.core1;
  chip.mcu.writeUint32(WRITE, 5);
  chip.run(0.1);
  assert.equal(chip.core1.instructions, instructions);
  assert.ok(!(chip.mcu.readUint32(STATUS) & VALID));
  chip.mcu.writeUint32(FORCE_OFF, 0);
  assert.equal(chip.mcu.readUint32(READ), 0, 'the ROM says that it waits');
  launch(chip, entry);
  assert.equal(chip.core1.core.registers[0], 0);
  chip.run(0.1);
  assert.ok(chip.core1.instructions > instructions);
});

test('each core reads its own number', () => {
  const chip = running([LOOP], [LOOP]);
  assert.equal(chip.mcu.readUint32(CPUID), 0);
  assert.equal(core1Of(chip).read(CPUID), 1);
});

test('a mailbox holds eight words, in order, each way', () => {
  const chip = running([LOOP], [LOOP]);
  const [core0, core1] = [{ read: (at) => chip.mcu.readUint32(at), write: (at, value) => chip.mcu.writeUint32(at, value) }, core1Of(chip)];
  for (const [from, to] of [[core0, core1], [core1, core0]]) {
    assert.equal(to.read(STATUS), READY);
    for (let word = 1; word <= 8; word++) {
      assert.equal(from.read(STATUS), READY);
      from.write(WRITE, word);
    }
    assert.equal(from.read(STATUS), 0);
    assert.equal(to.read(STATUS), VALID | READY);
    from.write(WRITE, 9);
    assert.equal(from.read(STATUS), OVERFLOWN);
    from.write(STATUS, 0);
    assert.equal(from.read(STATUS), 0);
    for (let word = 1; word <= 8; word++) assert.equal(to.read(READ), word);
    assert.equal(to.read(STATUS), READY);
    to.read(READ);
    assert.equal(to.read(STATUS), READY | UNDERFLOWN);
    to.write(STATUS, 0);
    assert.equal(to.read(STATUS), READY);
  }
});

test('a word or an error asks its own core for an interrupt', () => {
  const chip = running([LOOP], [LOOP]);
  const [first, second] = [chip.mcu.core, chip.core1.core];
  const core1 = core1Of(chip);
  const asks = () => [first, second].map(({ pendingInterrupts }) => (pendingInterrupts >> 15) & 3);
  assert.deepEqual(asks(), [0, 0]);
  chip.mcu.writeUint32(WRITE, 1);
  assert.deepEqual(asks(), [0, 2]);
  core1.write(WRITE, 1);
  assert.deepEqual(asks(), [1, 2]);
  core1.read(READ);
  assert.deepEqual(asks(), [1, 0]);
  chip.mcu.readUint32(READ);
  assert.deepEqual(asks(), [0, 0]);
  chip.mcu.readUint32(READ);
  assert.deepEqual(asks(), [1, 0]);
  chip.mcu.writeUint32(STATUS, 0);
  assert.deepEqual(asks(), [0, 0]);
});

test('other interrupts reach both cores', () => {
  const chip = running([LOOP], [LOOP]);
  chip.mcu.setInterrupt(0, true);
  assert.deepEqual([chip.mcu.core, chip.core1.core].map(({ pendingInterrupts }) => pendingInterrupts & 1), [1, 1]);
});

test('a lock is taken by one core alone', () => {
  const chip = running([LOOP], [LOOP]);
  const core1 = core1Of(chip);
  assert.notEqual(chip.mcu.readUint32(LOCK), 0);
  assert.equal(core1.read(LOCK), 0);
  chip.mcu.writeUint32(LOCK, 0);
  assert.notEqual(core1.read(LOCK), 0);
  assert.equal(chip.mcu.readUint32(LOCK), 0);
});

test('an event wakes the other core, but not from waiting for an interrupt', () => {
  const first = running([WFE, WFE, BKPT], [NOP, NOP, NOP, NOP, SEV, LOOP]);
  first.run(1);
  assert.equal(first.breakpoint?.address, VECTORS + 12);

  const second = running([...Array(20).fill(NOP), SEV, LOOP], [WFE, BKPT]);
  second.run(1);
  assert.equal(second.breakpoint?.address, VECTORS + 8 + 2 * 22 + 2);

  const third = running([WFI, BKPT], [...Array(20).fill(NOP), SEV, LOOP]);
  third.run(1);
  assert.equal(third.breakpoint, null);
  assert.ok(third.mcu.core.waiting);
});

test('an event before the other core waits is not lost', () => {
  const chip = running([SEV, LOOP], [...Array(20).fill(NOP), WFE, BKPT]);
  chip.run(1);
  assert.ok(chip.breakpoint);
});

test('the guard of a stack holds for core 1 alone', () => {
  const guarded = RAM.start + 0x2040;
  const store = (address, isOn = true) => {
    const chip = running([STORE_R0_AT_R1, LOOP], [STORE_R0_AT_R1, LOOP]);
    const core1 = core1Of(chip);
    core1.write(MPU, isOn ? 5 : 0);
    assert.equal(chip.mcu.readUint32(MPU), 0);
    core1.write(MPU + 8, (guarded & ~0xff) | 16);
    // 256 bytes, of which the third part of eight counts.
    core1.write(MPU + 12, 0x1000_0000 | ((0xff ^ 4) << 8) | (7 << 1) | 1);
    chip.mcu.core.registers[1] = guarded;
    chip.core1.core.registers[1] = address;
    chip.run(0.1);
    return chip.faults.length;
  };
  assert.equal(store(guarded), 1);
  assert.equal(store(guarded + 28), 1);
  assert.equal(store(guarded - 4), 0);
  assert.equal(store(guarded + 32), 0);
  assert.equal(store(guarded, false), 0);
});

test('a lockup of core 1 leaves core 0 running', () => {
  // Behind the two instructions is the vector of the hard fault: the program of core 1, which is that fault again.
  const handler = VECTORS + 0x10;
  const chip = running([...COUNT, (handler & 0xffff) | 1, handler >>> 16], [UDF]);
  chip.hasProbe = false;
  chip.run(0.1);
  assert.ok(!chip.core1.isRunning);
  assert.equal(chip.core1.instructions, 2);
  assert.equal(chip.stopped, null);
  assert.ok(chip.mcu.core.registers[0] > 1000);
});

test('what core 1 has of its own and is not modelled is refused', () => {
  const chip = running([LOOP], [LOOP]);
  const core1 = core1Of(chip);
  assert.throws(() => core1.write(DIVIDEND, 1), /divider or interpolator of core 1 is not modelled/);
  assert.throws(() => core1.read(SYSTICK), /SysTick of core 1 is not modelled/);
  chip.mcu.writeUint32(DIVIDEND, 1);
  chip.mcu.readUint32(SYSTICK);
});
