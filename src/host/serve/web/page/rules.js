// The rules and the lights, in a panel.
import { drawing } from './drawing.js';
import { text } from './texts.js';

/** A small board for each of the game's five sentences, `rules.game.1` and so on: its rows, and where a stone goes. */
const GAME = [
  [['...', '...', '.w.'], [[1, 0], [1, 1]]],
  [['.x.', '.x.', '...', '.w.'], [[1, 0], [1, 1]]],
  [['...', '.w.', '.x.', '.x.'], [[1, 2], [1, 3]]],
  [['....', 'w.x.', '.x..'], [[0, 1], [1, 1], [1, 2]]],
  [['...', 'w.x', '...'], [[0, 1], [1, 1]]],
];

/** Which lights are told, in the order in which a player meets them. */
const LIGHTS = ['turn', 'movable', 'origin', 'target', 'approach', 'withdrawal', 'victim', 'mover', 'missing', 'extra', 'takeback', 'hint', 'thinking', 'lapse', 'winner', 'dead'];

/** The Malagasy words that are explained. */
const WORDS = ['vato', 'laka', 'paika', 'riatra', 'vela', 'tsivy', 'dimy', 'telo'];
const PRESETS = ['standard', 'booklet', 'relaxed', 'royal', 'lemurs'];

const GAMMA = 2.2;

function made(tag, className, ...parts) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...parts);
  return element;
}

/** A light as the palette has it: drive values are seen brighter than they are. */
function light({ white, motion, period, lowest }) {
  const element = made('span', `sample ${motion}`);
  const parts = [0, 2, 4].map((i) => Number.parseInt(white.slice(i, i + 2), 16));
  const seen = parts.map((part) => Math.round(255 * (part / 255) ** (1 / GAMMA)));
  element.style.setProperty('--colour', `rgb(${seen.join(' ')})`);
  element.style.setProperty('--period', `${period}ms`);
  element.style.setProperty('--lowest', `${(lowest / 255) ** (1 / GAMMA)}`);
  return element;
}

/** Words with their meanings; `lang` is the language of the words, if it is another than the page's. */
function pairs(list, lang) {
  const element = made('dl', '');
  for (const [word, meaning] of list) {
    const term = made('dt', '', word);
    if (lang) term.lang = lang;
    element.append(term, made('dd', '', meaning));
  }
  return element;
}

/** Builds the panel once, with the palette that the board has. */
async function build(panel) {
  const body = panel.querySelector('.body');
  if (body.childElementCount > 0) return;
  const game = made('ol', 'game');
  for (const [i, board] of GAME.entries()) {
    const label = text(`rules.game.${i + 1}.drawn`);
    game.append(made('li', '', drawing(...board, label), made('p', '', text(`rules.game.${i + 1}`))));
  }
  body.append(made('h3', '', text('rules.game')), game);
  const palette = await (await fetch('palette.json')).json();
  const rows = LIGHTS.map((cue) => {
    const look = palette[cue];
    return made('tr', '', made('td', '', light(look)), made('td', '', text(`motion.${look.motion}`)), made('td', '', text(`cue.${cue}`)));
  });
  const head = made('tr', '', ...['rules.light', 'rules.motion', 'rules.says'].map((key) => made('th', '', text(key))));
  body.append(made('h3', '', text('rules.lights')), made('table', 'lights', made('thead', '', head), made('tbody', '', ...rows)));
  body.append(made('h3', '', text('rules.words')), pairs(WORDS.map((word) => [word, text(`word.${word}`)]), 'mg'));
  body.append(made('h3', '', text('rules.vela')), made('p', '', text('rules.vela.text')), made('p', '', text('rules.vela.presets')));
  body.append(made('h3', '', text('rules.presets')), pairs(PRESETS.map((preset) => [text(`preset.${preset}`), text(`rules.preset.${preset}`)])));
  body.append(made('h3', '', text('rules.notation')), made('p', '', text('rules.notation.text')));
}

/** Connects the panel with the button that opens it. */
export function connectRules() {
  const panel = document.getElementById('panel');
  document.getElementById('open-rules').addEventListener('click', () => {
    build(panel);
    panel.showModal();
  });
}
