// The rules and the lights, in a panel.
import { WORDS } from './board.js';
import { drawing } from './drawing.js';

/** The game in five sentences, each with a small board. */
const GAME = [
  ['A stone moves along a line to the next point, if that is empty.', ['...', '...', '.w.'], [[1, 0], [1, 1]], 'A white stone goes one point forward'],
  [
    'Moving towards enemy stones takes the whole row that it comes up to: an approach.',
    ['.x.', '.x.', '...', '.w.'],
    [[1, 0], [1, 1]],
    'A white stone goes one point forward and takes the two black stones in front of it',
  ],
  [
    'Moving away from enemy stones takes the row that it leaves: a withdrawal. If a move could do both, choose one.',
    ['...', '.w.', '.x.', '.x.'],
    [[1, 2], [1, 3]],
    'A white stone goes one point forward and takes the two black stones behind it',
  ],
  [
    'The same stone may go on capturing, in another direction each time, never back to a point where it was; it may stop at any time.',
    ['....', 'w.x.', '.x..'],
    [[0, 1], [1, 1], [1, 2]],
    'A white stone goes right and takes a stone in front, then up and takes a stone behind',
  ],
  ['Who can capture must; a move that takes nothing, a paika, is only for who cannot. Who has no stone left, or no move, loses.', ['...', 'w.x', '...'], [[0, 1], [1, 1]], 'A white stone takes the last black stone'],
];

/** Which lights are told, in the order in which a player meets them. */
const LIGHTS = ['turn', 'movable', 'origin', 'target', 'approach', 'withdrawal', 'victim', 'mover', 'missing', 'extra', 'takeback', 'hint', 'thinking', 'lapse', 'winner', 'dead'];

const WORDS_OF_THE_GAME = [
  ['paika', 'a move that takes nothing'],
  ['riatra', 'an ordinary game, from the whole start'],
  ['vela', 'the game after it, with a handicap: until five stones of the one side are left only the other captures'],
];

const PRESETS = [
  ['standard', 'Captures must be made, a chain may stop. Every game stands alone; the third time a position comes is a draw.'],
  ['booklet', 'Otherwise: a chain may go on in the same direction; nothing is taken back; velas follow until the loser wins; draws are offered.'],
  ['relaxed', 'Otherwise: nobody has to capture; lots decide who starts; one vela follows a win.'],
  ['royal', 'Otherwise: no direction twice in a turn; one vela follows a win, whose capturer takes whole rows.'],
  ['lemurs', 'Otherwise: in a vela the hunted must leave a capture; velas follow until the loser wins; draws are offered.'],
];

const GAMMA = 2.2;

function made(tag, className, ...parts) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...parts);
  return element;
}

/** A light as the palette has it: drive values are seen brighter than they are. */
function light({ white, motion, period }) {
  const element = made('span', `sample ${motion}`);
  const parts = [0, 2, 4].map((i) => Number.parseInt(white.slice(i, i + 2), 16));
  const seen = parts.map((part) => Math.round(255 * (part / 255) ** (1 / GAMMA)));
  element.style.setProperty('--colour', `rgb(${seen.join(' ')})`);
  element.style.setProperty('--period', `${period}ms`);
  return element;
}

const MOTIONS = { steady: 'steady', breathe: 'breathes', blink: 'blinks', fast: 'blinks fast' };

function pairs(list) {
  const element = made('dl', '');
  for (const [word, meaning] of list) element.append(made('dt', '', word), made('dd', '', meaning));
  return element;
}

/** Builds the panel once, with the palette that the board has. */
async function build(panel) {
  const body = panel.querySelector('.body');
  if (body.childElementCount > 0) return;
  const game = made('ol', 'game');
  for (const [sentence, ...board] of GAME) game.append(made('li', '', drawing(...board), made('p', '', sentence)));
  body.append(made('h3', '', 'The game'), game);
  const palette = await (await fetch('palette.json')).json();
  const rows = LIGHTS.map((cue) => {
    const look = palette[cue];
    return made('tr', '', made('td', '', light(look)), made('td', '', MOTIONS[look.motion]), made('td', '', WORDS[cue]));
  });
  const head = made('tr', '', ...['Light', 'Motion', 'What it says'].map((text) => made('th', '', text)));
  body.append(made('h3', '', 'The lights'), made('table', 'lights', made('thead', '', head), made('tbody', '', ...rows)));
  body.append(made('h3', '', 'Words'), pairs(WORDS_OF_THE_GAME), made('h3', '', 'Rule sheets'), pairs(PRESETS));
  body.append(
    made('h3', '', 'Notation'),
    made('p', '', 'd3e3A is the stone of d3 that goes to e3 and takes by approach; W takes by withdrawal; d3e3Af4W goes on. Nothing behind it: a paika.'),
  );
}

/** Connects the panel with the button that opens it. */
export function connectRules() {
  const panel = document.getElementById('panel');
  document.getElementById('open-rules').addEventListener('click', () => {
    build(panel);
    panel.showModal();
  });
}
