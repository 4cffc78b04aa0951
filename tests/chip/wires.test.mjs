// Wires that fail: each fault is named and shown, nothing is played meanwhile, and the game goes on when it is mended.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware } from './paths.mjs';
import { START, begin, isLit } from './play.mjs';
import { POINTS } from './wiring.mjs';

const elf = readElf(firmware, 'cargo fw');

function start() {
  const board = new Board(elf, { bounces: true });
  board.connect();
  begin(board);
  board.run(1000);
  board.console.take();
  return board;
}

/** What the board has told by itself while time went by. */
function told(board, milliseconds) {
  board.run(milliseconds);
  return board.console.take().filter((line) => line.startsWith('*'));
}

const answer = (board, line) => board.ask(line).at(-1);
const lit = (board) => POINTS.filter((point) => isLit(board.lights, point));
const on = (...wires) => POINTS.filter((point) => wires.some((wire) => point.includes(wire)));

const FAULTS = [
  ['a column with a connection to ground', ['c ground'], on('c'), ({ matrix }, is) => matrix.spoil('c', is ? 'ground' : null)],
  ['a row with a connection to ground', ['2 ground'], on('2'), ({ matrix }, is) => matrix.spoil('2', is ? 'ground' : null)],
  ['a row that is held high', ['4 high'], on('4'), ({ matrix }, is) => matrix.spoil('4', is ? 'high' : null)],
  ['a row that the chip cannot pull', ['4 undriven'], on('4'), ({ matrix }, is) => matrix.spoil('4', is ? 'undriven' : null)],
  ['two columns that are joined', ['c,d joined'], on('c', 'd'), ({ matrix }, is) => matrix.join('cd', is)],
  ['columns that are no neighbours', ['a,i joined'], on('a', 'i'), ({ matrix }, is) => matrix.join('ai', is)],
  ['two rows that are joined', ['2,3 joined'], on('2', '3'), ({ matrix }, is) => matrix.join('23', is)],
  [
    'two faults at once',
    ['e ground', '1 undriven'],
    on('e', '1'),
    ({ matrix }, is) => {
      matrix.spoil('e', is ? 'ground' : null);
      matrix.spoil('1', is ? 'undriven' : null);
    },
  ],
];

for (const [name, faults, points, spoil] of FAULTS) {
  test(`${name}: named, shown, and nothing is played`, () => {
    const board = start();
    const position = answer(board, 'position');
    spoil(board, true);
    const events = told(board, 300);
    assert.deepEqual(events, faults.map((fault) => `* wire ${fault}`));
    assert.deepEqual(lit(board), points);
    // Stones that are moved meanwhile are no turns, wherever they stand.
    for (const point of ['e2', 'c4', 'd3', 'a1']) {
      board.lift(point);
      assert.deepEqual(told(board, 700), [], point);
      board.place(point);
      assert.deepEqual(told(board, 700), [], point);
    }
    const sensors = board.ask('sensors');
    for (const fault of faults) assert.ok(sensors.includes(`  wire ${fault}`), sensors.join('\n'));
    assert.equal(sensors.at(-1), '= 44 closed');
    assert.equal(answer(board, 'position'), position);

    spoil(board, false);
    const wires = faults.flatMap((fault) => fault.split(' ')[0].split(','));
    assert.deepEqual(told(board, 2500), wires.map((wire) => `* wire ${wire} well`));
    assert.doesNotMatch(board.ask('sensors').join('\n'), /wire/);
    assert.equal(answer(board, 'cues'), '= to-move white turn=a1');
    assert.deepEqual(lit(board), ['a1']);
    assert.deepEqual(board.violations, []);
  });
}

test('a column that is held high is named and shown, and no turn is played', () => {
  const board = start();
  const position = answer(board, 'position');
  // Until the column is pulled its stones seem to be gone.
  board.matrix.spoil('c', 'high');
  const events = told(board, 300);
  assert.ok(events.includes('* wire c high'), events.join());
  assert.deepEqual(lit(board), on('c'));
  assert.ok(board.ask('sensors').includes('  wire c high'));
  const { pin } = board.matrix.wire('c');
  let pulled = 0;
  pin.addListener(() => (pulled += board.matrix.wire('c').drivesLow ? 1 : 0));
  const later = told(board, 3000);
  assert.ok(pulled > 0 && pulled <= 12, `pulled ${pulled} times, so that little fights`);
  board.matrix.spoil('c', null);
  later.push(...told(board, 4000));
  assert.ok(later.includes('* wire c well'), later.join());
  assert.deepEqual([...events, ...later].filter((line) => /turn|takeback/.test(line)), []);
  assert.doesNotMatch(board.ask('sensors').join('\n'), /wire/);
  assert.equal(answer(board, 'position'), position);
  assert.equal(answer(board, 'cues'), '= to-move white turn=a1');
});

test('every column is recognised when it is held high, also from the start', () => {
  for (const name of 'abcdefghi') {
    const board = new Board(elf);
    board.matrix.spoil(name, 'high');
    board.connect();
    assert.deepEqual(told(board, 200).filter((line) => line.startsWith('* wire')), [`* wire ${name} high`]);
  }
});

test('a fault that is there from the start is named before a stone stands', () => {
  for (const [, faults, , spoil] of FAULTS) {
    const board = new Board(elf);
    spoil(board, true);
    board.connect();
    assert.deepEqual(told(board, 200).filter((line) => line.startsWith('* wire')), faults.map((fault) => `* wire ${fault}`));
  }
});

test('every pair of columns and of rows is recognised when it is joined', () => {
  const board = start();
  for (const names of ['abcdefghi', '12345']) {
    for (let i = 0; i + 1 < names.length; i++) {
      const pair = names.slice(i, i + 2);
      board.matrix.join(pair);
      assert.deepEqual(told(board, 150), [`* wire ${[...pair].join(',')} joined`]);
      board.matrix.join(pair, false);
      told(board, 1200);
    }
  }
});

test('nothing is named of wires that are well, whatever stands and bounces', () => {
  const board = new Board(elf, { bounces: true });
  board.connect();
  for (const stones of [[], POINTS, START, on('a', 'c'), on('3'), ['e3']]) {
    board.reeds(stones);
    board.run(700);
  }
  assert.doesNotMatch(board.console.take().join('\n'), /wire|sensor/);
  assert.doesNotMatch(board.ask('sensors').join('\n'), /wire|scan/);
});

test('a row that is held high is not pulled, so that nothing fights', () => {
  const board = start();
  board.matrix.spoil('4', 'high');
  board.run(300);
  const { pin } = board.matrix.wire('4');
  let pulled = 0;
  pin.addListener(() => (pulled += board.matrix.wire('4').drivesLow ? 1 : 0));
  board.run(2500);
  assert.ok(pulled <= 30, `${pulled} times`);
  assert.match(board.ask('sensors').join('\n'), /wire 4 high/);
});

/** Leaves one reading out: from then on every row is read as its neighbour. */
function loseReading(board) {
  const { instructions, machines: [scan] } = board.chip.mcu.pio[0];
  const isReading = () => (instructions[scan.pc] & 0xe0e0) === 0x4000;
  board.run(2, isReading);
  assert.ok(isReading(), 'a reading is next');
  scan.nextPC();
}

test('a scan that is out of step is noticed, said, and set right', () => {
  const board = start();
  for (let count = 1; count <= 9; count++) {
    loseReading(board);
    assert.deepEqual(told(board, 200), ['* wire scan out-of-step']);
    assert.ok(board.ask('sensors').includes(`  scan out-of-step ${count}`));
  }
  const before = board.chip.milliseconds;
  let answered = null;
  board.onFrame = (lights, { end }) => {
    if (answered === null && isLit(lights, 'e3')) answered = end / 1e6;
  };
  board.lift('e2');
  board.run(20);
  assert.ok(answered - before <= 10, `${answered - before} ms`);
  assert.equal(answer(board, 'cues'), '= carrying white turn=a1 origin=e2 target=e3');
  assert.deepEqual(board.violations, []);
});

/** Holds the processor up, as a long erase of the flash would. */
function holdUp(board, milliseconds) {
  board.chip.mcu.core.PM = true;
  board.run(milliseconds);
  board.chip.mcu.core.PM = false;
  board.chip.mcu.core.interruptsUpdated = true;
}

test('a hold-up that the ring can bear loses nothing', () => {
  const board = start();
  holdUp(board, 480);
  assert.deepEqual(told(board, 100), []);
  assert.doesNotMatch(board.ask('sensors').join('\n'), /scan/);
});

test('scans that are lost are noticed and said, and time does not lag', () => {
  const board = start();
  holdUp(board, 800);
  const [event, ...others] = told(board, 100);
  assert.match(event, /^\* wire scan lost (29\d|30\d|31\d)$/);
  assert.deepEqual(others, []);
  assert.ok(board.ask('sensors').includes(`  scan ${event.split(' ').slice(3).join(' ')}`));
  // A light that blinks keeps its rhythm, 600 ms on and 600 ms off, over another hold-up.
  board.lift('a5');
  board.run(1500);
  let [last, isOn] = [null, isLit(board.lights, 'a5')];
  board.onFrame = (lights, { end }) => {
    if (isLit(lights, 'a5') === isOn) return;
    isOn = !isOn;
    last = end / 1e6;
  };
  const change = () => {
    last = null;
    board.run(1300, () => last !== null);
    assert.ok(last !== null, 'a5 blinks');
    return last;
  };
  const before = change();
  holdUp(board, 900);
  board.run(100);
  const off = (change() - before) % 600;
  assert.ok(Math.min(off, 600 - off) < 5, `${off} ms beside the rhythm`);
  assert.deepEqual(board.violations, []);
});

test('columns and rows are read through Schmitt triggers', () => {
  const board = start();
  for (const [, { pin }] of board.matrix.lines) assert.ok(pin.schmittEnabled && pin.pullupEnabled, `GP${pin.index}`);
  assert.ok(board.chip.mcu.gpio[board.wiring.button].schmittEnabled);
});
