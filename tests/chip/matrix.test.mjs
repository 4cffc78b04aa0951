// The model of the switch matrix and of its reeds.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drive, pullUp, sleepingChip } from './bare.mjs';
import { Matrix } from './matrix.mjs';
import { Reeds } from './reeds.mjs';
import { BOARDS, POINTS } from './wiring.mjs';

const MICROSECOND = 0.001;
const { reeds } = BOARDS.pico;
const row = (point) => reeds.get(point).row;
const column = (point) => reeds.get(point).column;

function matrix() {
  const chip = sleepingChip();
  const it = new Matrix(chip, reeds);
  for (const pin of it.lines.keys()) pullUp(chip, pin);
  const isLow = (pin) => !chip.mcu.gpio[pin].inputValue;
  const lows = () => [...it.lines.keys()].filter(isLow).toSorted((a, b) => a - b);
  return { chip, it, isLow, lows };
}

test('every point has a switch of its own', () => {
  assert.equal(new Set([...reeds.values()].map(({ row, column }) => `${row} ${column}`)).size, 45);
  assert.deepEqual([...reeds.keys()], POINTS);
});

test('a row that is low pulls down the columns of its closed switches alone', () => {
  const { chip, it, lows } = matrix();
  for (const point of ['a1', 'c1', 'c2']) it.set(point, true);
  assert.deepEqual(lows(), []);
  drive(chip, row('a1'), false);
  assert.deepEqual(lows(), [column('a1'), column('c1'), row('a1')]);
});

test('a column stays low for 15 µs after its row was released', () => {
  const { chip, it, isLow } = matrix();
  it.set('a1', true);
  drive(chip, row('a1'), false);
  chip.run(20 * MICROSECOND);
  drive(chip, row('a1'), null);
  chip.run(14.9 * MICROSECOND);
  assert.ok(isLow(column('a1')));
  chip.run(0.2 * MICROSECOND);
  assert.ok(!isLow(column('a1')));
});

test('a column pulled again in time does not rise', () => {
  const { chip, it, isLow } = matrix();
  for (const point of ['a1', 'a2']) it.set(point, true);
  drive(chip, row('a1'), false);
  drive(chip, row('a1'), null);
  chip.run(5 * MICROSECOND);
  drive(chip, row('a2'), false);
  chip.run(100 * MICROSECOND);
  assert.ok(isLow(column('a1')));
});

test('without its pull-up a line reads low', () => {
  const chip = sleepingChip();
  new Matrix(chip, reeds);
  assert.ok(!chip.mcu.gpio[column('a1')].inputValue);
});

test('a bridged diode pulls an idle row low, and phantoms with it', () => {
  const { chip, it, lows } = matrix();
  for (const point of ['a1', 'a2', 'b2']) it.set(point, true);
  drive(chip, row('a1'), false);
  assert.deepEqual(lows(), [column('a1'), row('a1')]);
  it.bridge('a2');
  // Row 1 pulls column a, the bridged diode of a2 pulls row 2, which pulls column b.
  assert.deepEqual(lows(), [column('a1'), column('b2'), row('a1'), row('a2')]);
  it.bridge('a2', false);
  chip.run(1);
  assert.deepEqual(lows(), [column('a1'), row('a1')]);
});

test('a column that is pulled pulls nothing else, unless a diode is bridged', () => {
  const { chip, it, lows } = matrix();
  for (const point of ['a1', 'a2', 'b2']) it.set(point, true);
  drive(chip, column('a1'), false);
  assert.deepEqual(lows(), [column('a1')]);
  it.bridge('a2');
  assert.deepEqual(lows(), [column('a1'), column('b2'), row('a2')]);
});

test('a wire with a connection to ground is low, and a row with one pulls its columns', () => {
  const { chip, it, lows } = matrix();
  it.set('c2', true);
  it.spoil('c', 'ground');
  assert.deepEqual(lows(), [column('c1')]);
  it.spoil('c', null);
  it.spoil('2', 'ground');
  assert.deepEqual(lows(), [column('c2'), row('c2')]);
  it.spoil('2', null);
  chip.run(1);
  assert.deepEqual(lows(), []);
});

test('a row that is held high, or that the chip cannot pull, stays high', () => {
  const { chip, it, lows } = matrix();
  it.set('c2', true);
  drive(chip, row('c2'), false);
  for (const fault of ['high', 'undriven']) {
    it.spoil('2', fault);
    chip.run(1);
    assert.deepEqual(lows(), [], fault);
    it.spoil('2', null);
    assert.deepEqual(lows(), [column('c2'), row('c2')]);
  }
});

test('wires that are joined are low together', () => {
  const { chip, it, lows } = matrix();
  it.set('c2', true);
  it.join('cd');
  it.join('23');
  drive(chip, row('a3'), false);
  assert.deepEqual(lows(), [column('c1'), column('d1'), row('a2'), row('a3')]);
  it.join('cd', false);
  it.join('23', false);
  chip.run(1);
  assert.deepEqual(lows(), [row('a3')]);
});

test('what no firmware must do is noticed', () => {
  const { chip, it } = matrix();
  drive(chip, row('a1'), false);
  drive(chip, row('a2'), false);
  drive(chip, row('a3'), true);
  drive(chip, column('a1'), false);
  assert.match(it.violations.join('\n'), /GP11 and GP12 of the matrix are low at once/);
  assert.match(it.violations.join('\n'), /GP13 of the matrix is driven high/);
  assert.match(it.violations.join('\n'), /GP11 and GP2 of the matrix are low at once/);
});

test('a contact that bounces settles within a millisecond', () => {
  const { chip, it } = matrix();
  const contacts = new Reeds(chip, it, { bounces: true });
  let longest = 0;
  for (let i = 0; i < 200; i++) {
    const isClosed = i % 2 === 0;
    const contact = it.switches.get('e3');
    const begin = chip.milliseconds;
    contacts.set('e3', isClosed);
    let [changes, last, before] = [0, begin, isClosed];
    chip.run(2, () => {
      if (it.closed.has(contact) !== before) {
        before = !before;
        changes += 1;
        last = chip.milliseconds;
      }
      return false;
    });
    assert.equal(it.closed.has(contact), isClosed);
    assert.equal(changes % 2, 0);
    longest = Math.max(longest, last - begin);
  }
  assert.ok(longest > 0.5 && longest <= 1, `${longest} ms`);
});

test('a contact that is stuck stays as it is', () => {
  const { chip, it } = matrix();
  const contacts = new Reeds(chip, it);
  contacts.stick('e3', true);
  assert.ok(it.closed.has(it.switches.get('e3')));
  contacts.set('e3', true);
  contacts.set('e3', false);
  assert.ok(it.closed.has(it.switches.get('e3')));
  contacts.stick('e3', null);
  assert.ok(!it.closed.has(it.switches.get('e3')));
  assert.throws(() => contacts.set('j9', true), /no point is called j9/);
});

test('a contact that chatters does so while a stone stands there', () => {
  const { chip, it } = matrix();
  const contacts = new Reeds(chip, it);
  const contact = it.switches.get('e3');
  let changes = 0;
  let before = false;
  const count = () => {
    if (it.closed.has(contact) !== before) {
      before = !before;
      changes += 1;
    }
    return false;
  };
  contacts.chatter('e3');
  chip.run(100, count);
  assert.equal(changes, 0);
  contacts.set('e3', true);
  chip.run(100, count);
  assert.ok(changes > 20, `${changes} changes`);
  contacts.set('e3', false);
  count();
  changes = 0;
  chip.run(100, count);
  assert.equal(changes, 0);
});

test('a stone that slides along a rank lets its reed blink, and both are closed for a while', () => {
  const { chip, it } = matrix();
  const contacts = new Reeds(chip, it);
  contacts.put(['e3']);
  const changes = [];
  const set = it.set.bind(it);
  it.set = (point, isClosed) => {
    changes.push(`${point} ${isClosed ? 'closes' : 'opens'}`);
    set(point, isClosed);
  };
  assert.ok(contacts.slide('e3', 'f3', { speed: 200, turns: 15 }));
  chip.run(250);
  assert.deepEqual(changes, ['e3 opens', 'e3 closes', 'f3 closes', 'e3 opens']);
  assert.deepEqual([...contacts.stones], ['f3']);
});
