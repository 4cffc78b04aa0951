// Where figures are recorded: a file for each, named by its key, that holds the number and nothing else.
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FIGURES } from './declared.mjs';

const root = resolve(import.meta.dirname, '../..');
const folder = join(resolve(root, process.env.CARGO_TARGET_DIR ?? 'target'), 'figures');

/** Records a figure. tests/common/figure.rs does the same for Rust, and `figure` in tests/run for the shell. */
export function record(key, value) {
  if (!FIGURES[key]) throw new Error(`tests/figures/declared.mjs does not declare ${key}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, key), `${value}\n`);
}

/** All figures that were recorded: numbers by key. */
export function recorded() {
  const keys = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(keys.map((key) => [key, number(join(folder, key))]));
}

function number(path) {
  const text = readFileSync(path, 'utf8').trim();
  if (text === '' || !Number.isFinite(Number(text))) throw new Error(`${path} holds no number: "${text}"`);
  return Number(text);
}
