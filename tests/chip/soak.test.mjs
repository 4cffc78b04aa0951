// The robot plays for long, while the power goes, hosts send noise and the firmware crashes: nothing is lost or misread, and
// no RAM is used but what was used before. Three emulated minutes; with `SOAK=60` an hour, and `SEED=1` makes it another.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { record } from '../figures/record.mjs';
import { Board } from './board.mjs';
import { panic } from './crash.mjs';
import { Replay } from './cutting.mjs';
import { readElf } from './elf.mjs';
import { firmware, transcripts } from './paths.mjs';
import { seeded } from './random.mjs';
import { freeUse, paintFree, paintStack, repaintStack, stackUse } from './stack.mjs';
import { old } from './stores.mjs';

const elf = readElf(firmware, 'cargo fw');
const USUAL = 3;
const minutes = Number(process.env.SOAK ?? USUAL);
const MINUTE = 60_000;
const KINDS = ['look', 'look', 'moment', 'program', 'erase'];
/** Three restarts within a minute lead to the safe state. */
const BETWEEN_CRASHES = 40_000;
/** What is used of the stack at most, in bytes, and by how much one minute may exceed all before. */
const STACK = { most: 24 * 1024, growth: 512 };
/** A board sleeps within this time if nobody asks for anything, in milliseconds. */
const SOON = 50;

/** Tells how far it is, where that takes long. */
const tell = (line) => process.stderr.write(`${line}\n`);

const text = (line) => [...Buffer.from(line)];
const noises = (random) => [
  () => Array.from({ length: 256 }, () => Math.floor(256 * random())),
  () => Array(256).fill(0),
  () => [...Array(400).fill(120), 10],
  () => Array(256).fill(10),
  () => text('turns\nhelp\nrecord\nsensors\n'),
];

test(`${minutes} minutes of play with cuts, noise and crashes`, (t) => {
  const random = seeded(Number(process.env.SEED ?? 31));
  const pick = (list) => list[Math.floor(random() * list.length)];
  const games = ['telo', 'tsivy', 'dimy'].map((name) =>
    readFileSync(join(transcripts, `${name}.jsonl`), 'utf8').trim().split('\n').map((line) => JSON.parse(line)),
  );
  const board = new Board(elf, { bounces: true, restarts: true, flash: { content: old() } });
  const paint = () => {
    paintStack(board.chip);
    paintFree(board.chip);
  };
  paint();
  // The deepest stack of each minute; where it ends whenever the board sleeps; and what was used of the RAM that is left free.
  const depths = [0];
  const asleep = new Set();
  let strayed = 0;
  const began = Date.now();
  const noteMemory = (elapsed) => {
    const last = depths.length - 1;
    depths[last] = Math.max(depths[last], stackUse(board.chip).used);
    strayed = Math.max(strayed, freeUse(board.chip));
    if (elapsed < depths.length * MINUTE) return;
    depths.push(0);
    repaintStack(board.chip);
    if (minutes > USUAL) tell(`${depths.length - 1} of ${minutes} minutes: stack ${depths.at(-2)}, ${Math.round((Date.now() - began) / 1000)} s`);
  };
  const fallAsleep = () => {
    board.run(SOON, () => board.chip.asleep);
    assert.ok(board.chip.asleep, 'the board sleeps');
  };
  const noteSleep = () => {
    fallAsleep();
    asleep.add(board.chip.mcu.core.SP);
  };
  const counts = { looks: 0, cuts: 0, settled: 0, noises: 0, crashes: 0, resets: 0, otherwise: 0, asked: 0, misread: 0 };
  let before = 0;
  const differences = [];
  for (let round = 0; before < minutes * MINUTE && differences.length === 0; round++) {
    const looks = games[round % games.length];
    const replay = new Replay(board, looks, random);
    const zero = board.now;
    const elapsed = () => before + replay.elapsed - zero;
    replay.onEnd = () => noteMemory(elapsed());
    replay.onStart = paint;
    replay.begin();
    let crashed = elapsed();
    for (let i = 0; i < looks.length && elapsed() < minutes * MINUTE && replay.differences.length + replay.misreads.length === 0; i++) {
      const what = random();
      const options = {};
      if (i > 0 && what < 0.06) options.cut = pick(KINDS);
      else if (what > 0.94) options.noise = pick(noises(random));
      else if (i > 0 && elapsed() - crashed > BETWEEN_CRASHES) {
        options.crash = () => {
          noteMemory(elapsed());
          // Not while the flash works: no code runs then that could panic.
          fallAsleep();
          panic(board);
        };
        crashed = elapsed();
        counts.crashes += 1;
      }
      if (options.noise) counts.noises += 1;
      replay.step(i, options);
      noteMemory(elapsed());
      noteSleep();
    }
    before = elapsed();
    counts.looks += replay.looked;
    counts.cuts += replay.total;
    for (const name of ['settled', 'resets', 'otherwise', 'asked']) counts[name] += replay[name];
    differences.push(...replay.differences);
    if (replay.misreads.length > 0) {
      counts.misread += 1;
      tell(`a turn that was cut is misread: ${replay.misreads.join('; ')}`);
    }
    if (minutes > USUAL) tell(JSON.stringify(counts));
    assert.deepEqual(replay.wrong, []);
    replay.leave();
    board.reeds([]);
    // Whatever was on: rules are set before a game only.
    board.ask('new tsivy');
    board.run(1000);
  }
  t.diagnostic(`${(before / MINUTE).toFixed(1)} minutes, ${JSON.stringify(counts)}, ${JSON.stringify(board.flash.figures)}`);
  t.diagnostic(`stack, minute by minute: ${depths.join(' ')}`);
  assert.deepEqual(differences.slice(0, 5), []);
  assert.ok(counts.misread <= 1 + (counts.cuts + counts.crashes) / 50, `${counts.misread} misread`);
  assert.equal(counts.resets, counts.crashes, 'no restart but those that were provoked');
  assert.equal(asleep.size, 1, `the stack ends at ${[...asleep]} when the board sleeps`);
  assert.equal(strayed, 0, 'bytes beyond the RAM of the image were written');
  assert.ok(Math.max(...depths) <= STACK.most, `${Math.max(...depths)} bytes of stack`);
  const half = Math.ceil(depths.length / 2);
  const [early, late] = [depths.slice(0, half), depths.slice(half)].map((part) => Math.max(0, ...part));
  // Within some minutes not all has happened yet.
  assert.ok(minutes < 10 || late <= early + STACK.growth, `${late} bytes of stack, after ${early}`);
  if (minutes >= 60) {
    for (const name of ['looks', 'cuts', 'noises', 'crashes', 'misread']) record(`soak-hour.${name}`, counts[name]);
    record('soak-hour.lost', differences.length);
    record('soak-hour.stack', Math.max(...depths));
  }
  if (process.env.SOAK !== undefined) return;
  record('soak.looks', counts.looks);
  record('soak.misread', differences.length);
  record('soak.stack', Math.max(...depths));
});
