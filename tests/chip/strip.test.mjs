// The decoder of the strip's data line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, pullUp, sleepingChip } from './bare.mjs';
import { Strip } from './strip.mjs';

const PIN = 16;
const ZERO = [300, 900];
const ONE = [800, 400];
const NANOSECOND = 1e-6;

/** A strip of LEDs, and a hand that moves its data line. */
function strip(count) {
  const chip = sleepingChip();
  pullUp(chip, PIN);
  drive(chip, PIN, false);
  const it = new Strip(chip, PIN, count);
  const frames = [];
  it.onFrame = ({ colours }) => frames.push(colours);
  const pulse = ([high, low]) => {
    drive(chip, PIN, true);
    chip.run(high * NANOSECOND);
    drive(chip, PIN, false);
    chip.run(low * NANOSECOND);
  };
  const sendByte = (byte) => [...byte.toString(2).padStart(8, '0')].forEach((bit) => pulse(bit === '1' ? ONE : ZERO));
  const send = (bytes) => bytes.forEach(sendByte);
  const wait = (microseconds) => chip.run(microseconds * 1000 * NANOSECOND);
  return { it, frames, pulse, send, wait };
}

test('a frame is decoded, green first', () => {
  const { it, frames, send, wait } = strip(2);
  send([1, 2, 3, 255, 0, 128]);
  wait(300);
  send([0, 0, 0, 4, 5, 6]);
  assert.deepEqual(frames, [[[2, 1, 3], [0, 255, 128]], [[0, 0, 0], [5, 4, 6]]]);
  assert.deepEqual(it.violations, []);
  assert.equal(it.frames, 2);
});

test('a gap too short to latch is told', () => {
  for (const [gap, wrong] of [[279, true], [281, false]]) {
    const { it, send, wait } = strip(1);
    send([1, 2, 3]);
    // The low of the last bit counts too.
    wait(gap - ONE[1] / 1000);
    send([1, 2, 3]);
    assert.equal(it.violations.length, wrong ? 1 : 0, `${gap}: ${it.violations}`);
  }
});

test('every pulse outside of the limits is told', () => {
  for (const [name, pulse] of [
    ['zeroHigh', [210, 900]],
    ['zeroHigh', [390, 900]],
    ['oneHigh', [570, 400]],
    ['oneHigh', [1010, 400]],
    ['zeroLow', [300, 570]],
    ['zeroLow', [300, 1020]],
    ['oneLow', [800, 210]],
    ['oneLow', [800, 6000]],
  ]) {
    const { it, pulse: send } = strip(1);
    send(pulse);
    send(ONE);
    assert.equal(it.violations.length, 1, `${name} ${pulse}: ${it.violations}`);
    assert.match(it.violations[0], new RegExp(`^${name} of `));
  }
});

test('a frame with too few or too many bits is told', () => {
  const short = strip(1);
  short.send([1, 2]);
  short.wait(300);
  short.it.finish();
  assert.match(short.it.violations.join(), /16 bits, not 24/);
  assert.deepEqual(short.frames, []);
  const long = strip(1);
  long.send([1, 2, 3, 4]);
  assert.match(long.it.violations.join(), /^gap of 400 ns/);
});
