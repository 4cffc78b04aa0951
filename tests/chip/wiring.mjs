// How each board is wired, read from its folder: a new board needs nothing here.
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

const FILES = 'abcdefghi';
const RANKS = '12345';

/** All points of the panel, a1 to i5, file by file. */
export const POINTS = [...FILES].flatMap((file) => [...RANKS].map((rank) => file + rank));

/** Lines of points, every other one the other way round: a strip laid in a snake. */
const snake = (lines) => lines.flatMap((line, i) => (i % 2 === 0 ? line : line.toReversed()));
const SNAKES = {
  snake_by_ranks: snake([...RANKS].map((rank) => [...FILES].map((file) => file + rank))),
  snake_by_files: snake([...FILES].map((file) => [...RANKS].map((rank) => file + rank))),
};

/**
 * The wiring in the text of a `wiring.rs`. `reeds`: the pins of every point's switch. `lights`: the points in the
 * order of the strip. `data`, `button`, `switch` and `piezo`: pins, the last two or null. `milliamperes`: what the strip may draw, if the text has a number.
 */
export function parseWiring(text) {
  const field = (name, pattern) => {
    const found = text.match(new RegExp(`^    ${name}: ${pattern},$`, 'm'));
    if (!found) throw new Error(`the wiring says nothing of ${name} that is understood here`);
    return found[1];
  };
  const pins = (name) => field(name, String.raw`\[([\d, ]+)\]`).split(',').map(Number);
  const optional = (name) => Number(field(name, String.raw`(None|Some\(\d+\))`).match(/\d+/)?.[0] ?? NaN) || null;
  const [columns, rows] = [pins('columns'), pins('rows')];
  const lights = SNAKES[field('lights', String.raw`(\w+)\(\)`)];
  if (!lights) throw new Error('the lights are in an order that is not understood here');
  const reed = (point) => ({ column: columns[FILES.indexOf(point[0])], row: rows[RANKS.indexOf(point[1])] });
  return {
    reeds: new Map(POINTS.map((point) => [point, reed(point)])),
    lights,
    data: Number(field('strip', String.raw`(\d+)`)),
    button: Number(field('button', String.raw`(\d+)`)),
    switch: optional('switch'),
    piezo: optional('piezo'),
    milliamperes: Number(field('max_ma', String.raw`(\w+)`).replace('MAX_MA', '400')),
  };
}

const folder = resolve(import.meta.dirname, '../../boards');

/** All boards by name. */
export const BOARDS = Object.fromEntries(
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => [name, parseWiring(readFileSync(join(folder, name, 'wiring.rs'), 'utf8'))]),
);
