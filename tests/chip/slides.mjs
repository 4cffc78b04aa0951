// What a stone that slides to the next point does to the two reeds, as the model of magnet and reed has it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What `cargo run -- reeds --slides` prints, to which a test of the host holds it. */
const SLIDES = JSON.parse(readFileSync(join(import.meta.dirname, 'slides.json'), 'utf8'));

/** The ampere-turns of the reeds for which there are slides. */
export const TURNS = [...new Set(SLIDES.map(({ turns }) => turns))];

/** The changes from a point to one of its neighbours, and how far it is: `{ length, changes }`, in millimetres. */
export function slideOf(from, to, turns) {
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  const ranks = Number(to[1]) - Number(from[1]);
  const found = SLIDES.find((slide) => slide.turns === turns && slide.files === files && slide.ranks === ranks);
  if (!found) throw new Error(`no slide leads from ${from} to ${to} over reeds of ${turns} AT`);
  return found;
}
