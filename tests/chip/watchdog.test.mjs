// The emulated watchdog, and what a reset keeps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipWith } from './bare.mjs';
import { Chip } from './chip.mjs';
import { RAM } from './memory.mjs';

const LOOP = 0xe7fe; // b .
const BASE = 0x4005_8000;
const [CTRL, LOAD, REASON, SCRATCH, TICK] = [0x00, 0x04, 0x08, 0x0c, 0x2c].map((offset) => BASE + offset);
const CHIP_RESET = 0x4006_4008;
const RESETS = 0x4000_c000;
const ENABLE = 1 << 30;
const TRIGGER = 2 ** 31;
const PAUSE = 7 << 24;
/** A tick is a microsecond, and the counter goes down twice with each. */
const MICROSECONDS = (1 << 9) | 12;
const MILLISECOND = 2000;

/** A chip whose watchdog runs out after a millisecond. */
function armed({ pause = PAUSE, tick = MICROSECONDS } = {}) {
  const chip = chipWith(LOOP);
  chip.mcu.writeUint32(TICK, tick);
  chip.mcu.writeUint32(LOAD, MILLISECOND);
  chip.mcu.writeUint32(CTRL, ENABLE | pause);
  return chip;
}

test('a watchdog that is not fed resets the chip, once', () => {
  const chip = armed();
  chip.run(0.5);
  assert.equal(chip.mcu.readUint32(CTRL) & 0xff_ffff, MILLISECOND / 2);
  chip.run(5);
  assert.ok(chip.isReset);
  assert.ok(Math.abs(chip.milliseconds - 1) < 0.001, `${chip.milliseconds} ms`);
  assert.equal(chip.mcu.readUint32(REASON), 1);
});

test('food, a slower tick, and a halted core put it off', () => {
  const fed = armed();
  fed.run(0.9);
  fed.mcu.writeUint32(LOAD, MILLISECOND);
  fed.run(0.9);
  assert.ok(!fed.isReset);

  const slow = armed({ tick: (1 << 9) | 120 });
  slow.run(9.9);
  assert.ok(!slow.isReset);
  slow.run(0.2);
  assert.ok(slow.isReset);

  for (const pause of [PAUSE, 0]) {
    const halted = armed({ pause });
    halted.halt();
    halted.run(5);
    assert.equal(halted.isReset, pause === 0);
    assert.equal(halted.instructions, 0);
  }
  const released = armed();
  released.halt();
  released.run(5);
  released.halt(false);
  released.run(0.9);
  assert.ok(!released.isReset);
  released.run(0.2);
  assert.ok(released.isReset);
});

test('it can be triggered at once', () => {
  const chip = armed();
  chip.mcu.writeUint32(CTRL, ENABLE | TRIGGER);
  chip.run(1);
  assert.ok(chip.isReset);
  assert.equal(chip.milliseconds, 0);
  assert.equal(chip.mcu.readUint32(REASON), 2);
});

test('each reset keeps the RAM but for its top, and tells what it was', () => {
  const before = armed();
  before.mcu.writeUint32(SCRATCH, 77);
  before.mcu.sram.fill(0x11);
  before.run(5);
  const image = { segments: [], symbols: new Map() };
  for (const [reset, reason, cause, scratch, blocks] of [
    ['watchdog', 1, 1 << 8, 77, 0x01df_fdbf],
    ['core', 1, 1 << 8, 77, 0],
    ['pin', 0, 1 << 16, 0, 0x01df_fdbf],
    ['probe', 0, 1 << 20, 0, 0x01df_fdbf],
  ]) {
    const { mcu } = new Chip(image, { reset, before });
    const found = [REASON, CHIP_RESET, SCRATCH, RESETS].map((register) => mcu.readUint32(register));
    assert.deepEqual(found, [reason, cause, scratch, blocks], reset);
    assert.equal(mcu.readUint32(RAM.start), 0x1111_1111);
    assert.notEqual(mcu.readUint32(RAM.end - 8), 0x1111_1111);
    assert.notEqual(mcu.readUint32(RAM.end - 512), 0x1111_1111);
  }
  assert.equal(new Chip(image).mcu.readUint32(CHIP_RESET), 1 << 8);
});

test('without a probe a bad access is a hard fault, and one within that a lockup', () => {
  const LDR_R0_FROM_R1 = 0x6808;
  const chip = chipWith(LDR_R0_FROM_R1, LOOP);
  chip.hasProbe = false;
  const { core } = chip.mcu;
  const at = core.PC;
  core.registers[1] = 0x3000_0000;
  // The handler is the same instruction again.
  chip.mcu.flash.set([at & 255, (at >> 8) & 255, (at >> 16) & 255, at >>> 24], core.VTOR - 0x1000_0000 + 12);
  const stack = core.SP;
  chip.run(0.001, () => core.IPSR === 3);
  assert.equal(core.IPSR, 3);
  assert.equal(chip.mcu.readUint32(stack - 8), at, 'the stacked pc');
  chip.run(1);
  assert.equal(chip.stopped, 'lockup');
  assert.deepEqual(chip.faults, []);
});
