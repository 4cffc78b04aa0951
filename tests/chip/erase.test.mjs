// While a sector is erased the core stands still, for up to 400 ms: no scan is lost, the watchdog does not bite, USB survives.
// It happens only while the board is at rest.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readElf } from './elf.mjs';
import { nextErase, wornBoard } from './erasing.mjs';
import { firmware } from './paths.mjs';

const elf = readElf(firmware, 'cargo fw');
const WORST = { program: 3, erase: 400 };
/** How long nothing must have changed before a sector is erased, and when one is at the latest, in milliseconds. */
const [REST, LATEST] = [2000, 2600];

const lostScans = (board) => board.ask('sensors').filter((line) => /scan/.test(line));

/** When sectors are begun from now on, in milliseconds. */
function watchErases(board) {
  const times = [];
  board.flash.onBegin = ({ kind, since }) => kind === 'erase' && times.push(board.start + since);
  return times;
}

for (const flash of [{}, WORST]) {
  const { erase = 45 } = flash;
  test(`sectors that take ${erase} ms each lose no scan, no USB and no game`, () => {
    const board = wornBoard(elf, flash);
    const { host, chip } = board;
    const erases = watchErases(board);
    const version = board.ask('version');
    for (let i = 0; i < 3; i++) {
      nextErase(board);
      // What comes in the midst of it is answered after it.
      assert.match(board.ask('version').at(-1), /^= fanorona-board .* reset=power-on restarts=0 /);
      assert.equal(board.flash.doing?.kind ?? 'nothing', 'nothing');
    }
    board.run(9000);
    assert.ok(erases.length >= 12, `${erases.length} sectors`);
    assert.equal(board.flash.figures.longest, erase);
    assert.deepEqual(lostScans(board), []);
    assert.equal(host.state, 'configured');
    assert.equal(board.host, host);
    assert.equal(board.chip, chip, 'no reset');
    assert.equal(version.at(-1).replace(/uptime=\d+s/, ''), board.ask('version').at(-1).replace(/uptime=\d+s/, ''));
    assert.match(board.ask('position').at(-1), /^= bbbbbbbbb\/bbbbbbbbb\/bwbw1bwbw\/wwwwwwwww\/wwwwwwwww w/);
    assert.deepEqual(board.violations, []);
  });
}

test('a stone that is lifted and put elsewhere while a sector is erased is seen when that is done', () => {
  const board = wornBoard(elf, WORST);
  nextErase(board);
  board.run(50);
  board.lift('e2');
  board.run(150);
  assert.equal(board.flash.doing?.kind, 'erase');
  board.place('e3');
  board.run(100);
  assert.equal(board.flash.doing?.kind, 'erase', 'all of it was in one sector');
  board.run(700);
  assert.match(board.ask('cues').at(-1), /^= (clearing|choosing) white .*victim=/);
  for (const point of ['e4', 'e5']) {
    board.lift(point);
    board.run(300);
  }
  board.run(1000);
  assert.match(board.ask('record').join(), / {2}1 e2e3A/);
  assert.deepEqual(lostScans(board), []);
  assert.deepEqual(board.violations, []);
});

test('a sector is begun only when nothing has changed for two seconds', () => {
  const board = wornBoard(elf, {});
  const erases = watchErases(board);
  const begun = board.now;
  // Taps that come sooner keep it from that.
  let last = 0;
  for (const pause of [300, 1900, 1500, 1960]) {
    board.lift('e2');
    board.run(40);
    board.place('e2');
    last = board.now;
    board.run(pause);
    assert.deepEqual(erases, [], `${pause} ms`);
  }
  board.run(LATEST + 400 - 1960);
  assert.ok(erases.length > 0 && erases[0] - last >= REST && erases[0] - last < LATEST, `${erases[0] - last} ms`);
  assert.ok(begun < last);
});

test('no sector is begun while a stone is in the air, however long', () => {
  const board = wornBoard(elf, {});
  board.lift('e2');
  const erases = watchErases(board);
  board.run(8000);
  assert.deepEqual(erases, []);
  board.place('e2');
  const down = board.now;
  board.run(LATEST);
  assert.ok(erases[0] - down >= REST, `${erases[0] - down} ms`);
});
