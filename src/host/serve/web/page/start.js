// A new game: who plays what, how strongly the board plays, and on which board.
import { say } from './link.js';
import { offerTour } from './tour.js';

const form = document.getElementById('start');
const { sides, board } = form.elements;
const level = document.getElementById('level');
/** The levels that were shown last, as the console tells them. */
let shown = '';

/** The lines that have the board play what the form says. */
function levels() {
  const strength = (side) => (sides.value === side || sides.value === 'both' ? 'off' : level.value);
  return ['white', 'black'].map((side) => `level ${side} ${strength(side)}`);
}

/** Says the lines of a new game one after another, until one is refused; resolves with the last answer. */
export async function begin() {
  let answer = '';
  for (const line of [...levels(), `new ${board.value}`]) {
    answer = await say(line);
    if (/^\?/m.test(answer)) break;
  }
  return answer;
}

/** Follows what the board plays, if that has changed: `white off black 5`. */
export function showLevels(told, isOn) {
  if (told === shown) return;
  const isFirst = shown === '';
  shown = told;
  const [, white, , black] = told.split(' ');
  const strength = [white, black].find((word) => word !== 'off');
  if (strength) level.value = strength;
  // Before the first game the form proposes one against the board.
  if (isFirst && !strength && !isOn) return;
  const plays = { 'off off': 'both', 'off on': 'white', 'on off': 'black', 'on on': 'none' };
  sides.value = plays[[white, black].map((word) => (word === 'off' ? 'off' : 'on')).join(' ')];
}

/** At a first visit, before any turn, the lights teach. */
export function greet({ assist, turns }) {
  if (localStorage.getItem('visited')) return;
  localStorage.setItem('visited', 'yes');
  if (turns.length > 0) return;
  if (assist === 'play') say('assist teach');
  offerTour();
}

level.value = '3';
level.addEventListener('change', () => {
  for (const [i, line] of levels().entries()) if (shown.split(' ')[2 * i + 1] !== 'off') say(line);
});
