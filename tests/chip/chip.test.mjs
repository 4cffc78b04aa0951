// The emulated chip itself: what the harness adds to the emulator, on programs of a few instructions.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipWith } from './bare.mjs';
import { RAM, VECTORS } from './memory.mjs';

const SEV = 0xbf40;
const WFE = 0xbf20;
const BKPT = 0xbe07;
const UDF = 0xde00;
const LOOP = 0xe7fe; // b .
const BLX_R3 = 0x4798;
const LDR_R0_FROM_R1 = 0x6808;

test('a program starts at its reset vector and stops at a breakpoint', () => {
  const chip = chipWith(SEV, BKPT);
  chip.run(1);
  assert.deepEqual(chip.breakpoint, { number: 7, address: VECTORS + 10 });
  assert.equal(chip.instructions, 2);
});

test('an event sent before waiting is not lost', () => {
  const chip = chipWith(SEV, WFE, BKPT);
  chip.run(1);
  assert.ok(chip.breakpoint);
});

test('without an event the core sleeps to the end of the run', () => {
  const chip = chipWith(WFE, BKPT);
  chip.run(5);
  assert.ok(chip.asleep);
  assert.equal(chip.milliseconds, 5);
  assert.equal(chip.instructions, 1);
});

test('a run ends when its condition holds', () => {
  const chip = chipWith(LOOP);
  let rang = false;
  chip.after(1e6, () => (rang = true));
  chip.run(5, () => rang);
  assert.ok(Math.abs(chip.milliseconds - 1) < 0.001);
  // Two cycles a turn, at 125 MHz, less the time for which the first waits for its line.
  assert.equal(chip.instructions, 62_500 - (chip.cache.misses * chip.cache.miss) / 2);
  assert.ok(!chip.asleep);
});

test('an undefined instruction stops the chip', () => {
  const chip = chipWith(UDF);
  chip.run(1);
  assert.ok(chip.breakpoint);
});

test('a read of no memory at all is a fault', () => {
  const chip = chipWith(LDR_R0_FROM_R1, LOOP);
  chip.mcu.core.registers[1] = 0x3000_0000;
  chip.run(1);
  assert.equal(chip.faults.length, 1);
});

test('the ROM finds its functions and runs them', () => {
  const chip = chipWith(BLX_R3, BKPT);
  const { core } = chip.mcu;
  const call = (address, ...args) => {
    core.PC = VECTORS + 8;
    core.registers.set([...args, 0, 0, 0].slice(0, 3));
    core.registers[3] = address;
    chip.breakpoint = null;
    chip.run(1);
    assert.ok(chip.breakpoint, 'the call returns');
    return core.registers[0];
  };
  const lookup = chip.mcu.readUint16(0x18);
  const code = (name) => name.charCodeAt(0) | (name.charCodeAt(1) << 8);

  call(call(lookup, 0, code('MS')), RAM.start, 0x5a, 3);
  assert.deepEqual([...chip.mcu.sram.subarray(0, 4)], [0x5a, 0x5a, 0x5a, 0]);
  call(call(lookup, 0, code('MC')), RAM.start + 8, RAM.start, 4);
  assert.deepEqual([...chip.mcu.sram.subarray(8, 12)], [0x5a, 0x5a, 0x5a, 0]);
  assert.throws(() => call(lookup, 0, code('??')), /ROM function \?\? is not answered/);
  assert.throws(() => call(0x3001), /jump into the ROM at 0x3000/);
});

test('registers the emulator lacks are there', () => {
  const { mcu, faults } = chipWith(LOOP);
  const [streamCounter, mpuControl] = [0x1400_0010, 0xe000_ed94];
  mcu.writeUint32(streamCounter, 0);
  assert.equal(mcu.readUint32(streamCounter), 0);
  mcu.writeUint32(mpuControl, 5);
  assert.equal(mcu.readUint32(mpuControl), 5);
  assert.deepEqual(faults, []);
});
