// The stones that a record leaves on the board, computed without the firmware.
import { ranksOf, stonesOf } from './hands.mjs';

/** Where a point of the game lies in the ranks of a position, the top one first. */
const placeOf = (point, ranks) => [ranks.length - Number(point[1]), point.charCodeAt(0) - 'a'.charCodeAt(0)];

/** Takes the unbroken row of enemies that begins behind a place in a direction. */
function take(ranks, [row, column], [down, right], own) {
  for (let [r, c] = [row + down, column + right]; ![undefined, '.', own].includes(ranks[r]?.[c]); r += down, c += right) {
    ranks[r][c] = '.';
  }
}

/** The position after turns; by rules under which a capture takes its whole row. */
export function after(start, turns) {
  const ranks = ranksOf(start).map((rank) => [...rank]);
  for (const turn of turns) {
    const [[, origin], ...steps] = [...turn.matchAll(/([a-i][1-5])([AW]?)/g)];
    let from = placeOf(origin, ranks);
    for (const [, point, kind] of steps) {
      const to = placeOf(point, ranks);
      const own = ranks[from[0]][from[1]];
      const way = [to[0] - from[0], to[1] - from[1]];
      ranks[from[0]][from[1]] = '.';
      ranks[to[0]][to[1]] = own;
      if (kind === 'A') take(ranks, to, way, own);
      if (kind === 'W') take(ranks, from, way.map((part) => -part), own);
      from = to;
    }
  }
  return ranks.map((rank) => rank.join('')).join('/');
}

/** Whether the stones that a record leaves stand on the panel, and no others. */
export const isStanding = ({ start, turns }, stones) => String(stonesOf(after(start, turns)).toSorted()) === String([...stones].toSorted());
