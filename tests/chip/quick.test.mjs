// Instructions that are done at once do what the emulator does.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chipWith } from './bare.mjs';
import { Cache } from './cache.mjs';
import { FLASH, RAM, VECTORS } from './memory.mjs';
import { NOT_DONE, quickCore } from './quick.mjs';
import { seeded } from './random.mjs';

const NOP = 0xbf00;
const AT = VECTORS + 8;

/** Values that make a difference to flags, and addresses of memory. */
const EXTREMES = [0, 1, 2, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff];

function state({ mcu }) {
  const { registers, N, Z, C, V } = mcu.core;
  return [...registers, N, Z, C, V, Buffer.from(mcu.sram.subarray(0, 256)).toString('latin1')].join();
}

test('every opcode, on values at random, ends as in the emulator', () => {
  const random = seeded(1);
  const pick = (values) => values[Math.floor(random() * values.length)];
  const value = () => {
    const kind = random();
    if (kind < 0.3) return pick(EXTREMES);
    if (kind < 0.6) return RAM.start + 64 + Math.floor(random() * 32) * 4;
    if (kind < 0.7) return FLASH.start + 0x100 + Math.floor(random() * 16);
    return Math.floor(random() * 2 ** 32);
  };
  const [chip, other] = [chipWith(NOP, NOP, NOP), chipWith(NOP, NOP, NOP)];
  const quick = quickCore(chip.mcu, new Cache(0));
  const bytes = Uint8Array.from({ length: 256 }, () => Math.floor(random() * 256));
  let done = 0;
  for (let round = 0; round < 2; round++) {
    for (let opcode = 0; opcode < 0x1_0000; opcode++) {
      const registers = Array.from({ length: 13 }, value);
      const stack = RAM.start + 128;
      const flags = Array.from({ length: 4 }, () => random() < 0.5);
      const second = Math.floor(random() * 0x1_0000);
      for (const { mcu } of [chip, other]) {
        const { core } = mcu;
        core.registers.set([...registers, stack, 0x1000_0201, AT]);
        [core.N, core.Z, core.C, core.V] = flags;
        core.interruptsUpdated = false;
        mcu.flash16[(AT - FLASH.start) >> 1] = opcode;
        mcu.flash16[(AT + 2 - FLASH.start) >> 1] = second;
        mcu.sram.set(bytes);
      }
      const cycles = quick();
      if (cycles === NOT_DONE) {
        assert.deepEqual(chip.mcu.core.registers[15], AT, `opcode ${opcode.toString(16)} was left half done`);
        continue;
      }
      done += 1;
      const name = `opcode ${opcode.toString(16)} ${second.toString(16)} with ${registers}`;
      assert.equal(cycles, other.mcu.core.executeInstruction(), name);
      const [got, expected] = [state(chip), state(other)];
      assert.equal(got, expected, name);
    }
  }
  assert.ok(done > 60_000, `${done} were done`);
});
