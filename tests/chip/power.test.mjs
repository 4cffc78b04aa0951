// What the board draws by what is at the other end of its cable: a host that sleeps, a charger.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware, variant } from './paths.mjs';
import { begin, current, isLit } from './play.mjs';
import { BOARDS, POINTS } from './wiring.mjs';

const PICO = readElf(firmware, 'cargo fw');
const ZERO = readElf(variant('rp2040-zero'), 'BOARD=rp2040-zero cargo fw, and copy the image');
const MHZ = 1e6;
/** What the lights may draw before a host agrees, in mA. */
const DIM = 60;

const lit = (board) => POINTS.filter((point) => isLit(board.lights, point));
const answer = (board, line) => board.ask(line).at(-1);

for (const [name, elf] of [['pico', PICO], ['rp2040-zero', ZERO]]) {
  const wiring = BOARDS[name];
  const hasSwitch = wiring.switch !== null;

  test(`${name}: a host that sleeps darkens the lights and slows the clock, and the game goes on`, () => {
    const board = new Board(elf, { wiring, bounces: true });
    board.connect();
    begin(board);
    board.run(1000);
    board.console.take();
    for (let round = 0; round < 3; round++) {
      assert.deepEqual(lit(board), ['a1']);
      assert.equal(board.chip.mcu.clkSys, 125 * MHZ);
      board.host.sleep();
      // USB gives a device 10 ms, 3 of them to notice.
      board.run(10);
      assert.deepEqual(lit(board), []);
      board.run(10);
      assert.equal(board.chip.mcu.clkSys, 50 * MHZ);
      assert.equal(board.isFed, !hasSwitch);
      const { strobes } = board.matrix;
      const { frames } = board.strip;
      board.run(1000);
      assert.deepEqual(lit(board), []);
      assert.ok(Math.abs(board.matrix.strobes - strobes - 5000) <= 5, 'the scan goes on as before');
      // Lights that have power are kept dark, those without get nothing.
      assert.equal(board.strip.frames - frames > 0, !hasSwitch);
      // What is moved meanwhile is seen.
      board.lift('e2');
      board.run(300);
      assert.deepEqual(lit(board), []);
      board.host.sleep(false);
      board.run(30);
      assert.deepEqual(lit(board), ['a1', 'e2', 'e3']);
      assert.ok(board.isFed);
      assert.equal(board.chip.mcu.clkSys, 125 * MHZ);
      assert.equal(answer(board, 'cues'), '= carrying white turn=a1 origin=e2 target=e3');
      board.place('e2');
      board.run(700);
      assert.equal(answer(board, 'cues'), '= to-move white turn=a1');
    }
    assert.doesNotMatch(board.ask('sensors').join('\n'), /wire|scan/);
    assert.deepEqual(board.violations, []);
  });
}

/** The most that the lights draw while time goes by. */
function most(board, milliseconds) {
  let brightest = 0;
  board.onFrame = (lights) => {
    brightest = Math.max(brightest, current(lights));
  };
  board.run(milliseconds);
  return brightest;
}

test('a charger that resets the bus once does not keep the board dim', () => {
  const board = new Board(PICO, { usb: false });
  board.run(500);
  board.host.resetOnce();
  assert.ok(most(board, 4900) <= DIM);
  assert.ok(most(board, 500) > 2 * DIM);
  // Nor does the silence that follows make it dark.
  board.host.sleep();
  assert.ok(most(board, 500) > 2 * DIM);
  assert.deepEqual(board.violations, []);
});

test('a host that has not agreed keeps it dim for as long as it likes', () => {
  const board = new Board(PICO, { usb: false });
  board.host.configures = false;
  board.host.plug();
  board.run(1000);
  assert.ok(most(board, 8000) <= DIM);
  assert.deepEqual(board.violations, []);
});
