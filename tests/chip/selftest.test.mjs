// The self-test, with reeds and lights that fail, by a hand that goes where the lights lead it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { record } from '../figures/record.mjs';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { firmware, variant } from './paths.mjs';
import { begin, current, isLit } from './play.mjs';
import { BOARDS, POINTS } from './wiring.mjs';

/** How long a light has one colour, and how long a hand leaves a stone down, or takes to the next point, in milliseconds. */
const COLOUR = 100;
const HAND = 150;
/** What 45 dark lights and one colour at full light draw, in mA. */
const ONE_COLOUR = 65;

const WAY = [1, 2, 3, 4, 5].flatMap((rank) => {
  const points = POINTS.filter((point) => point.endsWith(rank));
  return rank % 2 === 1 ? points : points.toReversed();
});

const pico = () => readElf(firmware, 'cargo fw');
const elfs = {
  pico,
  ...Object.fromEntries(
    Object.keys(BOARDS)
      .filter((name) => name !== 'pico')
      .map((name) => [name, () => readElf(variant(name), `BOARD=${name} cargo fw, and copy the image`)]),
  ),
};

const light = (board, point) => board.lights.get(point).reduce((sum, value) => sum + value, 0);
const answer = (board, line) => board.ask(line).at(-1);

/** A board whose self-test has begun. */
function tested(name) {
  const board = new Board(elfs[name](), { wiring: BOARDS[name], bounces: true });
  board.connect();
  assert.deepEqual(board.ask('selftest'), ['* phase selftest', '=']);
  return board;
}

/** What the lights show one after another until points are asked for: `red a1`, as far as `sees` lets them be seen. */
function watch(board, sees = () => true) {
  const seen = [];
  let most = 0;
  board.onFrame = (lights) => {
    most = Math.max(most, current(lights));
    const lit = POINTS.filter((point) => isLit(lights, point) && sees(point));
    const colours = lit.map((point) => ['red', 'green', 'blue'].filter((_, i) => lights.get(point)[i] > 0).join('+'));
    const shown = lit.map((point, i) => `${colours[i]} ${point}`).join();
    if (shown !== seen.at(-1)) seen.push(shown);
  };
  board.run(COLOUR * 3 * POINTS.length - 60);
  board.onFrame = () => {};
  board.run(200);
  return { seen, most };
}

/** Moves the stone on a point, or one to it, and back. */
function touch(board, point) {
  for (let time = 0; time < 2; time++) {
    if (!board.lift(point)) board.place(point);
    board.run(HAND);
  }
}

/** Goes where the brightest light is; twice in vain, and it goes on to the others; then it waits. What was told in the end. */
function follow(board) {
  const tries = new Map();
  let alone = null;
  for (let time = 0; time < 400; time++) {
    const said = board.console.take().find((line) => line.startsWith('* selftest '));
    if (said) return said.slice('* selftest '.length);
    const lit = WAY.filter((point) => isLit(board.lights, point));
    const next = lit.toSorted((a, b) => light(board, b) - light(board, a))[0];
    if (lit.length === 1 && alone !== next) tries.set((alone = next), 0);
    const behind = (point) => (WAY.indexOf(point) - WAY.indexOf(next) + WAY.length) % WAY.length;
    const fresh = lit.filter((point) => (tries.get(point) ?? 0) < 2).sort((a, b) => behind(a) - behind(b));
    if (fresh.length === 0) {
      board.run(500);
      continue;
    }
    tries.set(fresh[0], (tries.get(fresh[0]) ?? 0) + 1);
    touch(board, fresh[0]);
  }
  throw new Error('the self-test does not end');
}

for (const name of Object.keys(BOARDS)) {
  test(`${name}: each light has its turn in each colour, with little current, and who looks finds the one that is missing`, () => {
    const board = tested(name);
    board.ask('brightness 8');
    const { seen, most } = watch(board);
    const turns = WAY.flatMap((point) => ['red', 'green', 'blue'].map((colour) => `${colour} ${point}`));
    assert.deepEqual(seen, turns);
    assert.ok(most <= ONE_COLOUR, `${most} mA`);
    if (name === 'pico') record('selftest.current', Math.ceil(most));
    assert.equal(answer(board, 'selftest off'), '=');
    board.ask('selftest');
    const blind = watch(board, (point) => point !== 'e3');
    const dark = blind.seen.indexOf('');
    assert.equal(blind.seen.lastIndexOf(''), dark, 'it is dark once');
    assert.deepEqual(blind.seen.slice(dark - 1, dark + 2), ['blue d3', '', 'red f3']);
    assert.deepEqual(board.violations, []);
  });

  test(`${name}: a hand that follows the lights finds all reeds well`, () => {
    const board = tested(name);
    watch(board);
    assert.equal(follow(board), '45 points well');
    assert.ok(POINTS.every((point) => board.lights.get(point)[1] > 0), 'all are green');
    board.run(5100);
    assert.match(answer(board, 'cues'), /^= setup /);
    assert.deepEqual(board.violations, []);
  });

  test(`${name}: a dead reed, a swapped pair and a neighbour that answers too are named, shown and kept`, () => {
    const board = tested(name);
    board.contacts.stick('e3', false);
    board.contacts.swap('b4', 'c4');
    board.contacts.feel('h1', ['h1', 'g1']);
    watch(board);
    const found = '40 points well; e3 open; b4,c4 swapped; g1,h1 together';
    assert.equal(follow(board), found);
    const bad = ['b4', 'c4', 'e3', 'g1', 'h1'];
    assert.match(answer(board, 'cues'), new RegExp(`^= selftest white dead=${bad.join()} green=`));
    board.run(5100);
    assert.equal(answer(board, 'selftest last'), `= ${found}`);
    board.cut();
    board.connect();
    assert.equal(answer(board, 'selftest last'), `= ${found}`);
    assert.deepEqual(board.violations, []);
  });

  test(`${name}: the button held for a second from power-on and let go begins it, a shorter hold does not, a press leaves it`, () => {
    for (const [hold, begins] of [[900, false], [1100, true], [7800, true]]) {
      const board = new Board(elfs[name](), { wiring: BOARDS[name] });
      board.press();
      board.run(hold);
      assert.ok(!board.chip.isDrive);
      board.press(false);
      board.run(100);
      board.connect();
      assert.match(answer(board, 'cues'), begins ? /^= selftest white red=a1/ : /^= setup /, `${hold} ms`);
      board.console.take();
      board.press();
      board.run(1500);
      const left = begins ? ['* selftest 0 points well; 45 untried', '* phase setup'] : [];
      assert.deepEqual(board.console.take(), left, `${hold} ms`);
    }
  });
}

test('a game waits for a self-test, and goes on', () => {
  const board = new Board(pico(), { bounces: true });
  board.connect();
  begin(board);
  const position = answer(board, 'position');
  board.ask('selftest');
  watch(board);
  for (const point of ['a1', 'b1', 'e3']) touch(board, point);
  assert.equal(answer(board, 'selftest'), '= 3 points well; 42 untried');
  board.press();
  board.run(100);
  board.press(false);
  board.run(500);
  assert.equal(answer(board, 'cues'), '= to-move white turn=a1');
  assert.equal(answer(board, 'position'), position);
});

test('margins are learnt from contacts that bounce, and a reed that drops out is the worst', () => {
  const board = new Board(pico(), { bounces: true });
  board.connect();
  begin(board);
  for (const opening of [5, 20, 40]) {
    board.lift('c2');
    board.run(opening);
    board.place('c2');
    board.run(300);
  }
  const margins = board.ask('sensors').filter((line) => line.startsWith('  margin '));
  assert.match(margins[0], /^ {2}margin c2 bounce=\d+ms drops=3$/);
  assert.ok(margins.length <= 5, margins.join());
});
