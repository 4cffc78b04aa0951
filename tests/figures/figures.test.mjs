// The figures' own tools: what is written into the documents, what is found to be stale, what is refused.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { FIGURES, GROUPS } from './declared.mjs';
import { compare, fill, marks, write } from './marks.mjs';

const ROW = '| stack | <!--figure turns.stack-->3,680 bytes<!--/figure--> of <!--figure stack.size-->9 bytes<!--/figure--> | 3,680 bytes |';
const results = (text, values) => marks(text, 'a.md').map((mark) => compare(mark, new Map(values)));

test('a value is written as its figure is declared', () => {
  const written = (key, value) => write(value, FIGURES[key]);
  assert.equal(written('turns.stack', 4908), '4,908 bytes');
  assert.equal(written('reed-to-light.median', 5.0899), '5.09 ms');
  assert.equal(written('asleep.rest', 97.816), '97.82 %');
  assert.equal(written('perft-7.turns', 175243243), '175,243,243');
  assert.equal(written('perft-6.rate', 46_400_000), '46 million a second');
  assert.equal(written('lines.src', 12_345), '12,300');
  assert.equal(written('robot.misread', 0), '0');
});

test('fill replaces what is marked and measured, and nothing else', () => {
  const filled = fill(ROW, 'a.md', new Map([['turns.stack', 4908]]));
  assert.equal(filled, ROW.replace('3,680 bytes<', '4,908 bytes<'));
  assert.equal(fill(filled, 'a.md', new Map([['turns.stack', 4908]])), filled);
});

test('a stale figure is found, and one that nobody has measured', () => {
  assert.deepEqual(results(ROW, [['turns.stack', 4908]]), ['differs', 'unmeasured']);
  assert.deepEqual(results(ROW, [['turns.stack', 3680], ['stack.size', 9]]), ['same', 'same']);
});

test('a time of the host may be half or twice what is said, and is told beyond that', () => {
  const text = '<!--figure build.cold-->10.0 s<!--/figure-->';
  assert.deepEqual(results(text, [['build.cold', 19]]), ['same']);
  assert.deepEqual(results(text, [['build.cold', 5.1]]), ['same']);
  assert.deepEqual(results(text, [['build.cold', 21]]), ['varies']);
  assert.deepEqual(results(text.replace('10.0 s', '?'), [['build.cold', 10]]), ['varies']);
});

test('code may be a little larger in another home', () => {
  const text = '<!--figure image.flash-->215,384 bytes<!--/figure-->';
  assert.deepEqual(results(text, [['image.flash', 216_000]]), ['same']);
  assert.deepEqual(results(text, [['image.flash', 220_000]]), ['differs']);
});

test('a mark that is wrong is refused with its file and line', () => {
  for (const [text, message] of [
    ['\n<!--figure no.such-->1<!--/figure-->', /^a\.md:2: .*does not declare/],
    ['<!--figure-->1<!--/figure-->', /^a\.md:1: .*takes one key/],
    ['<!--figure scans 2-->1<!--/figure-->', /^a\.md:1: .*takes one key/],
    ['<!--figure scans-->1', /^a\.md:1: the figure scans has no/],
    ['<!--figure scans-->1\n<!--figure crates-->2<!--/figure-->', /^a\.md:2: .*scans, has no/],
    ['<!--figure scans-->1\n<!--/figure-->', /^a\.md:2: .*must stand on the line/],
    ['1<!--/figure-->', /^a\.md:1: .*none has begun/],
  ]) {
    assert.throws(() => marks(text, 'a.md'), { message }, text);
  }
});

test('a mark in code is an example', () => {
  assert.deepEqual(marks('`<!--figure KEY-->5<!--/figure-->`\n```\n<!--figure KEY-->\n```\n', 'a.md'), []);
});

test('tests/README.md shows every figure of tests/run', () => {
  const text = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const shown = new Set(marks(text, 'tests/README.md').map(({ key }) => key));
  const keys = GROUPS.filter(({ part }) => part).flatMap(({ figures }) => Object.keys(figures));
  assert.deepEqual(keys.filter((key) => !shown.has(key)), []);
});
