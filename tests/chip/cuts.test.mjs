// The power goes at any moment of the robot's game, within a page and within a sector too: the board goes on by itself, and
// plays the same game to its end. With `CUTS=300` the power goes so often, on all boards.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { record } from '../figures/record.mjs';
import { Board } from './board.mjs';
import { Replay } from './cutting.mjs';
import { readElf } from './elf.mjs';
import { firmware, transcripts } from './paths.mjs';
import { seeded } from './random.mjs';
import { old } from './stores.mjs';

const elf = readElf(firmware, 'cargo fw');
const FLASHES = { typical: { program: 0.7, erase: 45 }, worst: { program: 3, erase: 400 } };
const USUAL = 36;
const wanted = Number(process.env.CUTS ?? USUAL);
/** The usual cuts go into a game or two of the smallest board, and some into the midst of a large one. */
const RUNS =
  wanted <= USUAL
    ? [['telo', 'typical', 44], ['telo', 'worst', 44], ['tsivy', 'worst', 60]]
    : ['tsivy', 'dimy', 'telo'].flatMap((name) => Object.keys(FLASHES).map((times) => [name, times, Infinity]));
const share = Math.ceil(wanted / RUNS.length);
const KINDS = ['moment', 'look', 'program', 'program', 'erase'];

const tried = { moment: 0, program: 0, erase: 0, start: 0 };
let lost = 0;
let misread = 0;
const total = () => Object.values(tried).reduce((sum, count) => sum + count);

/** Plays with so many cuts, or until a turn that was cut is misread; how many there were. */
function play(t, { name, times, most, cuts, seed }) {
  const random = seeded(seed);
  const board = new Board(elf, { bounces: true, seed, flash: { ...FLASHES[times], content: old() } });
  const looks = readFileSync(join(transcripts, `${name}.jsonl`), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const replay = new Replay(board, looks, random);
  replay.begin();
  const end = Math.min(most, looks.length);
  for (let i = 0; i < end && replay.misreads.length === 0; i++) {
    // As many as are left, over the looks that are left; the first one puts a game up.
    const left = cuts - replay.total;
    const isCut = i > 0 && left > 0 && random() < (1.5 * left) / (end - i);
    replay.step(i, { cut: isCut ? KINDS[Math.floor(random() * KINDS.length)] : null });
  }
  const scans = board.ask('sensors').filter((line) => /scan/.test(line));
  t.diagnostic(
    `seed ${seed}: ${replay.looked} looks, ${replay.asked} asked, ${replay.otherwise} otherwise, ${JSON.stringify(replay.cuts)}, ${JSON.stringify(board.flash.figures)}`,
  );
  for (const [kind, count] of Object.entries(replay.cuts)) tried[kind] += count;
  lost += replay.differences.length;
  if (replay.misreads.length > 0) {
    misread += 1;
    t.diagnostic(`a turn that was cut is misread: ${replay.misreads[0]}`);
  }
  assert.deepEqual(replay.differences.slice(0, 5), []);
  assert.deepEqual(scans, []);
  assert.deepEqual(replay.wrong, []);
  return replay.total;
}

for (const [run, [name, times, most]] of RUNS.entries()) {
  test(`cuts in the robot's game on ${name}, with the ${times} times of the flash`, (t) => {
    let left = share;
    for (let seed = 100 + run; left > 0; seed += RUNS.length) {
      left -= play(t, { name, times, most, cuts: left, seed });
      if (left < share / 2 && wanted <= USUAL) break;
    }
  });
}

test('the power went within pages and within sectors too', () => {
  assert.ok(tried.program >= wanted / 10, `${tried.program} in mid-write`);
  assert.ok(tried.erase >= wanted / 30, `${tried.erase} in mid-erase`);
  assert.ok(misread <= 1 + total() / 50, `${misread} misread of ${total()}`);
});

after(() => {
  if (process.env.CUTS !== undefined) return;
  record('cuts.chip', total());
  record('cuts.chip.lost', lost);
});
