// The decoder of the strip's data line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, pullUp, sleepingChip } from './bare.mjs';
import { MARGIN, NONE_LEFT, Strip } from './strip.mjs';

const PIN = 16;
const ZERO = [300, 900];
const ONE = [800, 400];
const NANOSECOND = 1e-6;

/** A strip of LEDs, and a hand that moves its data line. */
function strip(count, options) {
  const chip = sleepingChip();
  pullUp(chip, PIN);
  drive(chip, PIN, false);
  const it = new Strip(chip, PIN, count, options);
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

test('every pulse outside of what both data sheets allow is told', () => {
  // Kind, the highs and lows at which it is just right, and the sheet that is stricter there.
  const at = [
    ['zeroHigh', (high) => [high, 850], 250, 380],
    ['zeroLow', (low) => [315, low], 700, 1000],
    ['oneHigh', (high) => [high, 450], 650, 950],
    ['oneLow', (low) => [800, low], 300, 600],
  ];
  for (const [margin, spare] of [[NONE_LEFT, 0], [undefined, MARGIN - NONE_LEFT]]) {
    for (const [kind, pulse, least, most] of at) {
      const told = (width) => {
        const { it, pulse: send } = strip(1, { margin });
        send(pulse(width));
        send(ONE);
        return it.violations;
      };
      for (const width of [least + spare, most - spare]) assert.deepEqual(told(width), [], `${kind} ${width}`);
      for (const width of [least + spare - 1, most - spare + 1]) {
        const violations = told(width);
        assert.equal(violations.length, 1, `${kind} ${width}: ${violations}`);
        assert.match(violations[0], new RegExp(`^${kind} of ${width} ns, WS2812B`));
      }
    }
  }
});

test('the margin is the least distance to any limit, behind the level shifter', () => {
  const { it, pulse } = strip(1);
  pulse([320, 840]);
  pulse([800, 360]);
  pulse([800, 360]);
  // 380 less 320, and 360 less 300, both less ten.
  assert.equal(Math.round(it.margin), 50);
  pulse([260, 840]);
  assert.equal(Math.round(it.margin), 0);
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
