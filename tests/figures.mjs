// Holds the figures in all Markdown files to those that the last run has recorded.
//
//   node tests/figures.mjs fill     writes the recorded values into the documents
//   node tests/figures.mjs check    lists the figures that differ beyond noise
//
// The exit code of check: 0 if all are as measured, 3 if some that are exact differ, 1 if some are unknown or lost.
//
// tests/figures/declared.mjs says what each figure is.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FIGURES, GROUPS } from './figures/declared.mjs';
import { compare, fill, marks, write } from './figures/marks.mjs';
import { recorded } from './figures/record.mjs';

const root = resolve(import.meta.dirname, '..');
const HINT = 'node tests/figures.mjs fill';

/** All Markdown files of the repository, with their texts. */
function documents() {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' });
  const names = list.split('\0').filter((name) => name && existsSync(join(root, name)));
  return names.map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }));
}

function fillAll(values) {
  for (const { name, text } of documents()) {
    const filled = fill(text, name, values);
    if (filled === text) continue;
    writeFileSync(join(root, name), filled);
    console.log(`${name}: changed`);
  }
  console.log(`${values.size} recorded figures are in the documents`);
}

/** Prints how the documents compare; returns the exit code. `passed` has the parts of tests/run that passed. */
function check(values, passed) {
  const said = documents().flatMap(({ name, text }) => marks(text, name));
  const results = said.map((mark) => ({ ...mark, result: compare(mark, values) }));
  const count = (result) => results.filter((mark) => mark.result === result).length;
  for (const { key, name, line, said, result } of results) {
    if (result !== 'differs' && result !== 'varies') continue;
    const measured = write(values.get(key), FIGURES[key]);
    const remark = result === 'varies' ? ' (varies with the machine)' : '';
    console.log(`${result} ${key.padEnd(28)} ${name}:${line} says ${said}, measured ${measured}${remark}`);
  }
  const unknown = [...values.keys()].filter((key) => !FIGURES[key]);
  for (const key of unknown) console.log(`unknown ${key}: it was recorded, but tests/figures/declared.mjs does not declare it`);
  let lost = 0;
  for (const { part, by, figures } of GROUPS) {
    const keys = Object.keys(figures).filter((key) => !values.has(key));
    if (keys.length === 0) continue;
    const isLost = passed.has(part);
    if (isLost) lost += keys.length;
    const why = isLost ? `LOST: the part "${part}" passed and recorded no` : `not measured in this run, but by ${by ?? `the part "${part}"`}:`;
    console.log(`${why} ${keys.join(', ')}`);
  }
  const numbers = [`${said.length} said`, `${count('same')} as measured`, `${count('differs')} differ`, `${count('varies')} vary`, `${count('unmeasured')} not measured`];
  console.log(`figures: ${numbers.join(', ')}`);
  if (count('differs') > 0) console.log(`the measured values are written by: ${HINT}`);
  if (unknown.length + lost > 0) return 1;
  return count('differs') > 0 ? 3 : 0;
}

try {
  const values = recorded();
  const passed = new Set((process.env.PASSED ?? '').split('|'));
  if (process.argv[2] === 'fill') fillAll(values);
  else if (process.argv[2] === 'check') process.exitCode = check(values, passed);
  else throw new Error('usage: node tests/figures.mjs fill|check');
} catch (error) {
  console.error(`error: ${error.message}`);
  process.exitCode = 2;
}
