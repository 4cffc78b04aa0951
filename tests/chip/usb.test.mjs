// The serial port and the button, as a player meets them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { Hands } from './hands.mjs';
import { firmware, variant } from './paths.mjs';
import { begin, current } from './play.mjs';

const elf = readElf(firmware, 'cargo fw');

function connected() {
  const board = new Board(elf);
  board.connect();
  return board;
}

test('a host finds a serial port that asks for 500 mA', () => {
  const { host } = connected();
  assert.equal(host.device.vendor, 0x1209);
  assert.equal(host.device.milliamperes, 500);
  const [maker, product, serial] = host.device.texts;
  assert.equal(maker, 'fanorona-board');
  assert.match(product, /pico/);
  assert.ok(serial.length > 0);
  assert.deepEqual(host.stalls, []);
});

test('a board with a long name is found too, and one that no git knows says so', () => {
  const name = 'a-board-with-a-rather-long-name';
  const board = new Board(readElf(variant(name), 'tests/run, part "firmware, variants"'));
  board.connect();
  assert.equal(board.host.device.texts[1], `Fanorona board (${name})`);
  assert.match(board.ask('version').at(-1), new RegExp(` git=unknown board=${name} `));
});

test('the lights are dim until the host has agreed', () => {
  const board = new Board(elf);
  let [before, after] = [0, 0];
  board.onFrame = (lights) => {
    const isAgreed = board.host.state === 'configured';
    if (isAgreed) after = Math.max(after, current(lights));
    else before = Math.max(before, current(lights));
  };
  board.connect();
  board.ask('brightness 8');
  board.run(100);
  assert.ok(before > 45 && before <= 100, `${before} mA before`);
  assert.ok(after > 300 && after <= 400, `${after} mA after`);
});

test('a host that resets the bus finds the port again', () => {
  const board = connected();
  begin(board);
  board.host.plug();
  board.connect();
  assert.match(board.ask('position').at(-1), /^= bbbbbbbbb/);
});

test('every command is answered by one line, and hands are refused', () => {
  const board = connected();
  for (const [line, answer] of [
    ['version', /^= fanorona-board \d/],
    ['lift a1', /^\? only hands/],
    ['nonsense', /^\? no such command/],
    ['x'.repeat(300), /^\? a line has at most/],
    ['brightness 9', /^\? brightness takes/],
    ['cues', /^= setup white/],
  ]) {
    const said = board.ask(line);
    assert.match(said.at(-1), answer, line);
    assert.equal(said.filter((it) => /^[=?]/.test(it)).length, 1, line);
  }
  const help = board.ask('help');
  assert.ok(help.length > 10 && help.slice(0, -1).every((line) => line.startsWith('  ')), help.join('\n'));
  board.host.send(Buffer.from('version\rversion\r\nversion\n\n\n'));
  board.run(50);
  assert.equal(board.console.take().filter((line) => line.startsWith('= fanorona-board')).length, 3);
});

test('events come by themselves', () => {
  const board = connected();
  begin(board);
  assert.deepEqual(board.console.take(), ['* phase to-move']);
  board.lift('e2');
  board.run(20);
  assert.deepEqual(board.console.take(), ['* phase carrying']);
});

test('the button stops a chain, and held it takes a turn back', () => {
  const board = connected();
  const hands = new Hands(board);
  for (const line of ['new 8b/9/9/w1b6/1b6w w', 'setup', 'lift a2', 'place b2', 'lift c2 700']) hands.perform(line);
  assert.match(board.ask('cues').at(-1), /^= chaining white/);
  board.press();
  board.run(100);
  board.press(false);
  board.run(100);
  assert.ok(board.console.take().includes('* turn a2b2A'));
  assert.match(board.ask('cues').at(-1), /^= to-move black/);
  board.press();
  board.run(1300);
  board.press(false);
  board.run(50);
  assert.ok(board.console.take().includes('* takeback'));
});
