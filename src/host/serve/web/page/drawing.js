// A small drawn board: a few points, stones on them and where one goes.
const NS = 'http://www.w3.org/2000/svg';
const CELL = 20;

function element(tag, attributes) {
  const made = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/**
 * Draws rows of letters, the top one first: `w` and `b` are stones, `x` is a black stone that is taken, `.` is empty. `way` is
 * where a stone goes: file and rank, from 0 at the lower left, of its origin and of each point that it comes to.
 */
export function drawing(rows, way, label) {
  const [width, height] = [rows[0].length, rows.length];
  const x = (file) => (file + 0.7) * CELL;
  const y = (rank) => (height - 1 - rank + 0.7) * CELL;
  const svg = element('svg', { viewBox: `0 0 ${(width + 0.4) * CELL} ${(height + 0.4) * CELL}`, class: 'drawing', role: 'img' });
  svg.setAttribute('aria-label', label);
  const lines = [];
  const line = (f1, r1, f2, r2) => lines.push(`M${x(f1)} ${y(r1)}L${x(f2)} ${y(r2)}`);
  for (let rank = 0; rank < height; rank++) line(0, rank, width - 1, rank);
  for (let file = 0; file < width; file++) line(file, 0, file, height - 1);
  for (let file = 0; file + 1 < width; file++) {
    for (let rank = 0; rank + 1 < height; rank++) {
      if ((file + rank) % 2 === 0) line(file, rank, file + 1, rank + 1);
      else line(file, rank + 1, file + 1, rank);
    }
  }
  svg.append(element('path', { d: lines.join(''), class: 'line' }));
  const stones = { w: 'white', b: 'black', x: 'black taken' };
  for (const [i, row] of rows.entries()) {
    for (const [file, letter] of [...row].entries()) {
      if (stones[letter]) svg.append(element('circle', { cx: x(file), cy: y(height - 1 - i), r: 7, class: stones[letter] }));
    }
  }
  const points = way.map(([file, rank]) => `${x(file)} ${y(rank)}`);
  svg.append(element('path', { d: `M${points.join('L')}`, class: 'way' }));
  const [endX, endY] = way.at(-1);
  svg.append(element('circle', { cx: x(endX), cy: y(endY), r: 3, class: 'end' }));
  return svg;
}
