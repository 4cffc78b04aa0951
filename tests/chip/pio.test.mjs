// State machines of the PIO, in time with the emulated clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GPIOPinState } from 'rp2040js';
import { sleepingChip } from './bare.mjs';

const PIO0 = 0x5020_0000;
const DMA = 0x5000_0000;
const RAM = 0x2000_0000;
const IO_CTRL = 0x4001_4004;
const [CTRL, TXF0, RXF0, MEMORY] = [0x00, 0x10, 0x20, 0x48];
const [CLKDIV, EXECCTRL, SHIFTCTRL, INSTR, PINCTRL] = [0xc8, 0xcc, 0xd0, 0xd8, 0xdc];
const RESTART = 1 << 4;
const PIN = 3;
const FUNCTION_PIO0 = 6;
const MICROSECOND = 0.001;

const SET_PINDIRS_1 = 0xe081;
const SET_X = (value) => 0xe020 | value;
const SET_PINS = (value, delay = 0) => 0xe000 | value | (delay << 8);
const JMP = (to) => to;
const JMP_X_DOWN = (to, delay = 0) => 0x0040 | to | (delay << 8);
const PULL = 0x80a0;
const OUT_X_1 = 0x6021;

/** A chip whose first state machine runs `program` with a clock divided by `divider`, its SET pin being PIN. */
function machine(program, divider = 1) {
  const chip = sleepingChip();
  const { mcu } = chip;
  const write = (offset, value) => mcu.writeUint32(PIO0 + offset, value);
  program.forEach((opcode, i) => write(MEMORY + 4 * i, opcode));
  write(CLKDIV, Math.floor(divider) * 65536 + Math.round((divider % 1) * 256) * 256);
  write(EXECCTRL, (program.length - 1) << 12);
  write(PINCTRL, (1 << 26) | (PIN << 5));
  mcu.writeUint32(IO_CTRL + 8 * PIN, FUNCTION_PIO0);
  const edges = [];
  mcu.gpio[PIN].addListener((state) => edges.push([state === GPIOPinState.High ? 1 : 0, chip.now]));
  write(INSTR, SET_PINDIRS_1);
  edges.length = 0;
  return { chip, write, edges, enable: () => write(CTRL, RESTART | 1) };
}

const spans = (edges) => edges.slice(1).map(([, at], i) => Math.round(at - edges[i][1]));

test('an instruction written into a machine moves pins at once', () => {
  const { chip } = machine([JMP(0)]);
  assert.equal(chip.mcu.gpio[PIN].value, GPIOPinState.Low);
});

test('the clock divider and delays set the pace', () => {
  const { chip, edges, enable } = machine([SET_PINS(1, 3), SET_PINS(0, 1)], 12.5);
  enable();
  chip.run(5 * MICROSECOND);
  // 8 ns a cycle, 100 ns divided; 4 cycles high, 2 low.
  assert.deepEqual(spans(edges).slice(0, 6), [400, 200, 400, 200, 400, 200]);
});

test('a machine that counts down takes its time without being stepped', () => {
  const { chip, edges, enable } = machine([SET_PINS(1), SET_X(31), JMP_X_DOWN(2, 7), SET_PINS(0)]);
  enable();
  let turns = 0;
  chip.run(50 * MICROSECOND, () => {
    turns += 1;
    return false;
  });
  // Two instructions, then 32 times 8 cycles.
  assert.deepEqual(spans(edges).slice(0, 4), [8 * (2 + 256), 8, 8 * (2 + 256), 8]);
  assert.ok(turns < 300, `${turns}`);
});

test('a machine without work waits, costs nothing, and goes on with its next cycle', () => {
  const { chip, write, edges, enable } = machine([PULL, SET_PINS(1), SET_PINS(0)], 125);
  enable();
  let turns = 0;
  chip.run(1, () => {
    turns += 1;
    return false;
  });
  assert.ok(turns < 10, `${turns}`);
  assert.deepEqual(edges, []);
  chip.run(0.3 * MICROSECOND);
  const written = chip.now;
  write(TXF0, 0);
  chip.run(10 * MICROSECOND);
  assert.deepEqual(spans(edges), [1000]);
  const late = edges[0][1] - written;
  assert.ok(late > 1000 && late <= 2000, `${late}`);
});

test('DMA keeps a joined FIFO full, and no fuller', () => {
  const { chip, write, enable } = machine([OUT_X_1], 125);
  const { mcu } = chip;
  write(SHIFTCTRL, 2 ** 30 + (1 << 17));
  for (const [register, value] of [[0x0, RAM], [0x4, PIO0 + TXF0], [0x8, 100], [0xc, (2 << 2) | (1 << 4) | 1]]) {
    mcu.writeUint32(DMA + register, value);
  }
  const left = () => mcu.readUint32(DMA + 0x8);
  chip.run(1 * MICROSECOND);
  assert.equal(left(), 92);
  enable();
  // A bit a microsecond: 32 of them until the next word is wanted.
  chip.run(31 * MICROSECOND);
  assert.equal(left(), 91);
  chip.run(64 * MICROSECOND);
  assert.equal(left(), 89);
});

test('an RX FIFO that nobody reads stops its machine', () => {
  const PUSH = 0x8020;
  const { chip, enable } = machine([PUSH], 125);
  enable();
  chip.run(100 * MICROSECOND);
  assert.equal(chip.mcu.pio[0].machines[0].rxFIFO.itemCount, 4);
  chip.mcu.readUint32(PIO0 + RXF0);
  chip.run(2 * MICROSECOND);
  assert.equal(chip.mcu.pio[0].machines[0].rxFIFO.itemCount, 4);
});
