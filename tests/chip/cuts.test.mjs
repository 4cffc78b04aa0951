// The power goes at any moment of the robot's game, within a page and within a sector too: the board goes on by itself, and
// plays the same game to its end. With `CUTS=300` the power goes so often, on all boards; `SEED=1` makes it other moments.
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
const first = Number(process.env.SEED ?? 100);
/** The usual cuts go into a game or two of the smallest board, and some into a large one. */
const RUNS =
  wanted <= USUAL
    ? [['telo', 'typical'], ['telo', 'worst'], ['tsivy', 'worst']]
    : ['telo', 'dimy', 'tsivy'].flatMap((name) => Object.keys(FLASHES).map((times) => [name, times]));
const share = Math.ceil(wanted / RUNS.length);
/** How many cuts come to a look, about, while there are some; and at most how many looks pass before the first. */
const DENSITY = 0.5;
const LEAD = wanted <= USUAL ? 5 : 200;
/** How many looks follow the last. */
const TAIL = 15;
const KINDS = ['moment', 'look', 'program', 'program', 'erase'];

const tried = { moment: 0, program: 0, erase: 0, start: 0 };
let lost = 0;
let misread = 0;
const total = () => Object.values(tried).reduce((sum, count) => sum + count);

/** Tells how far it is, where that takes long. */
const tell = (text) => wanted > USUAL && process.stderr.write(`${text}\n`);

/** Plays with so many cuts, or until a turn that was cut is misread; how many there were. */
function play(t, { name, times, cuts, seed }) {
  const random = seeded(seed);
  const board = new Board(elf, { bounces: true, seed, flash: { ...FLASHES[times], content: old() } });
  const looks = readFileSync(join(transcripts, `${name}.jsonl`), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
  const replay = new Replay(board, looks, random);
  replay.begin();
  // The first look puts a game up.
  const begin = 1 + Math.floor(LEAD * random());
  let end = looks.length;
  for (let i = 0; i < end && replay.misreads.length === 0; i++) {
    const isCut = i >= begin && replay.total < cuts && random() < DENSITY;
    replay.step(i, { cut: isCut ? KINDS[Math.floor(random() * KINDS.length)] : null });
    if (isCut) tell(`${name}, ${times} times, seed ${seed}, look ${i + 1}: ${total() + replay.total} of ${wanted} cuts`);
    if (isCut && replay.total >= cuts) end = Math.min(end, i + TAIL);
  }
  const scans = board.ask('sensors').filter((line) => /scan/.test(line));
  const { looked, asked, otherwise, settled } = replay;
  t.diagnostic(`seed ${seed}: ${JSON.stringify({ looked, settled, asked, otherwise })}, ${JSON.stringify(replay.cuts)}, ${JSON.stringify(board.flash.figures)}`);
  for (const [kind, count] of Object.entries(replay.cuts)) tried[kind] += count;
  lost += replay.differences.length;
  if (replay.misreads.length > 0) {
    misread += 1;
    t.diagnostic(`a turn that was cut is misread: ${replay.misreads.join('; ')}`);
  }
  assert.deepEqual(replay.differences.slice(0, 5), []);
  assert.deepEqual(scans, []);
  assert.deepEqual(replay.wrong, []);
  return replay.total;
}

for (const [run, [name, times]] of RUNS.entries()) {
  test(`cuts in the robot's game on ${name}, with the ${times} times of the flash`, (t) => {
    for (let left = share, seed = first + run; left > 0; seed += RUNS.length) left -= play(t, { name, times, cuts: left, seed });
  });
}

test('the power went within pages and within sectors too', () => {
  assert.ok(tried.program >= wanted / 10, `${tried.program} in mid-write`);
  assert.ok(tried.erase >= wanted / 30, `${tried.erase} in mid-erase`);
  assert.ok(misread <= 1 + total() / 50, `${misread} misread of ${total()}`);
});

after(() => {
  if (wanted >= 300) {
    record('cuts-long.chip', total());
    record('cuts-long.chip.lost', lost);
    record('cuts-long.chip.misread', misread);
  }
  if (process.env.CUTS !== undefined) return;
  record('cuts.chip', total());
  record('cuts.chip.lost', lost);
});
