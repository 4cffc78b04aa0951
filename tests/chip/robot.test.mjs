// The robot's hands on the image: it must show what the board in memory shows.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Board } from './board.mjs';
import { readElf } from './elf.mjs';
import { Hands } from './hands.mjs';
import { firmware, transcripts } from './paths.mjs';
import { playTranscript } from './transcript.mjs';

const BUILD = `TRANSCRIPTS=${transcripts} TURNS=70 cargo test --test robot transcript`;
if (!existsSync(transcripts)) throw new Error(`no transcripts in ${transcripts}: write them with \`${BUILD}\``);
const elf = readElf(firmware, 'cargo fw');

// The usual one on Tsivy is played by figures.mjs.
const isElsewhere = (name) => name === 'tsivy.jsonl' && !process.env.TRANSCRIPTS;
for (const name of readdirSync(transcripts).filter((name) => !isElsewhere(name)).toSorted()) {
  test(`a robot on ${name.replace('.jsonl', '')}`, (t) => {
    const board = new Board(elf, { bounces: true });
    board.connect();
    // Until then the lights are dimmed, for a port that might not give more.
    board.run(1200);
    const looks = readFileSync(join(transcripts, name), 'utf8').trim().split('\n').map((line) => JSON.parse(line));
    const { turns, differences } = playTranscript(new Hands(board), looks);
    t.diagnostic(`${turns} turns, looked at ${looks.length} times, ${(board.now / 1000).toFixed(0)} s on the board`);
    assert.deepEqual(differences.slice(0, 5), []);
    assert.deepEqual(board.violations, []);
    assert.ok(turns > 50, `${turns} turns`);
  });
}
