// The controls beside the board: trays, buttons, settings and the turns.
import { ask } from './ask.js';
import { stone } from './board.js';
import { say } from './link.js';
import { connectLoad } from './load.js';
import { connectRecord } from './record.js';
import { connectRules } from './rules.js';
import { begin, greet, showLevels } from './start.js';
import { counted, refused, said, text } from './texts.js';
import { connectTour, followTour } from './tour.js';

const find = (id) => document.getElementById(id);
const PRESETS = [...find('rules').options].map((option) => option.value);
const NAMES = { tsivy: 'Fanoron-Tsivy', dimy: 'Fanoron-Dimy', telo: 'Fanoron-Telo' };

/** Shows a refusal until something else happens. */
export function refuse(why) {
  find('refusal').textContent = why;
  clearTimeout(refuse.timer);
  refuse.timer = setTimeout(() => {
    find('refusal').textContent = '';
  }, 6000);
}

/** How many lines buttons have said. */
let orders = 0;

/** Does what a button says; what is refused is shown, unless another button has been pressed meanwhile. */
async function order(does) {
  orders += 1;
  const number = orders;
  const show = (why) => number === orders && refuse(why);
  try {
    const answer = await does();
    const refusal = answer.split('\n').find((line) => line.startsWith('? '));
    show(refusal ? refused(refusal) : '');
    if (refusal) showSettings();
  } catch (error) {
    show(error.message);
  }
}

/** What is lost by a button during a game, and what its answer says. */
const LOSES = {
  begin: ['ask.begin', 'start.title'],
  setup: ['ask.setup', 'ask.setup.yes'],
  clear: ['ask.clear', 'table.clear'],
  tour: ['ask.tour', 'tour.take'],
  draw: ['ask.draw', 'game.draw'],
  resign: ['ask.resign', 'game.resign'],
};

/** Whether something may be done; asks where a game would be lost by it. */
async function may(what) {
  const [question, answer] = LOSES[what] ?? [];
  const isOn = words.turns.length > 0 && !words.result;
  return !question || !isOn || ask(text(question), text(answer));
}

/** Says what a button says. */
async function press(line, does = () => say(line)) {
  if (await may(line)) order(does);
}

/** Connects buttons and settings. */
export function connect(hand, history) {
  for (const button of document.querySelectorAll('[data-say]')) {
    button.addEventListener('click', () => press(button.dataset.say));
  }
  find('start').addEventListener('submit', (event) => {
    event.preventDefault();
    press('begin', begin);
  });
  find('rules').addEventListener('change', ({ target }) => order(() => say(`rules ${target.value}`)));
  find('assist').addEventListener('change', ({ target }) => order(() => say(`assist ${target.value}`)));
  find('brightness').addEventListener('change', ({ target }) => order(() => say(`brightness ${target.value}`)));
  find('brightness').addEventListener('input', ({ target }) => showStep(target.value));
  find('slide').addEventListener('change', ({ target }) => {
    hand.slides = target.checked;
  });
  find('judge').addEventListener('change', ({ target }) => order(() => say(`judge ${target.checked ? 'on' : 'off'}`)));
  find('automatic').addEventListener('change', ({ target }) => hand.leaveToItself(target.checked));
  connectRules();
  connectTour(hand, () => may('tour'));
  connectRecord(refuse);
  connectLoad(history, press);
  connectButton(find('button'), hand);
  find('shake').addEventListener('click', () => hand.shake());
}

/** The board's button is down while a pointer or a key holds it down. */
function connectButton(button, hand) {
  let isDown = false;
  const press = (down) => {
    if (down === isDown) return;
    isDown = down;
    hand.press(down);
  };
  const isKey = ({ key }) => key === ' ' || key === 'Enter';
  button.addEventListener('pointerdown', ({ button: which }) => which === 0 && press(true));
  button.addEventListener('keydown', (event) => isKey(event) && press(true));
  button.addEventListener('keyup', (event) => isKey(event) && press(false));
  button.addEventListener('blur', () => press(false));
  for (const kind of ['pointerup', 'pointercancel']) addEventListener(kind, () => press(false));
}

function showStep(step) {
  find('step').textContent = step === '0' ? text('table.night') : step;
}

/** What the board's console has answered. */
let words = { turns: [], level: '', judge: '', rules: '', assist: '', brightness: '' };

/** Shows how many stones lie in the trays, and whether the automatic hands help, or wait. */
export function showTable({ tray, stones: standing, automatic, waiting }) {
  find('automatic').checked = automatic;
  find('sentence').classList.toggle('waiting', waiting);
  for (const side of ['white', 'black']) {
    const element = find(`tray-${side}`);
    const count = tray[side];
    while (element.childElementCount > count) element.lastElementChild.remove();
    while (element.childElementCount < count) element.append(stone(side));
    element.setAttribute('aria-label', counted(`tray.${side}`, count));
    element.dataset.count = count;
    element.style.setProperty('--count', count);
    element.dataset.left = [...standing].filter((letter) => letter === side[0]).length;
  }
}

/** Shows everything that the board's console has answered. */
export function showWords(told) {
  words = told;
  const sentence = find('sentence');
  const sense = said(words.sentence);
  if (sentence.textContent !== sense) sentence.textContent = sense;
  sentence.dataset.phase = words.phase ?? '';
  sentence.dataset.side = words.side ?? '';
  sentence.classList.toggle('thinking', Object.values(words.cues).includes('thinking'));
  const isOpen = ['setup', 'resume', 'over'].includes(words.phase);
  find('begin').classList.toggle('main', isOpen || words.turns.length === 0);
  find('setup').classList.toggle('main', isOpen && !find('automatic').checked);
  showTurn(words);
  showSelfTest(words.phase === 'selftest');
  find('about').textContent = text('about.sentence', { what: words.about });
  document.body.classList.toggle('real', words.real);
  showSettings();
  const name = words.capturer ? text(`turns.vela.${words.capturer}`, { board: NAMES[words.board] }) : NAMES[words.board];
  find('game-name').textContent = name ?? '';
  followTour(words);
  find('result').textContent = [words.result && text('result.sentence', words), matchScore(words.score)].filter(Boolean).join(' ');
}

/** What a board that has gone cannot do. */
const DEAD = 'nav, #tour, .tray, #points, aside';

/** Says that the board has gone, and lets nothing else pretend; or that it is there again, which the news that follow fill in. */
export function showLost(isLost) {
  document.body.classList.toggle('lost', isLost);
  for (const element of document.querySelectorAll(DEAD)) element.inert = isLost;
  if (!isLost) return;
  for (const dialog of document.querySelectorAll('dialog[open]')) dialog.close();
  const gone = text('said.gone');
  for (const id of ['about', 'sentence']) find(id).textContent = gone;
  find('sentence').classList.remove('waiting', 'thinking');
  for (const name of ['phase', 'side']) find('sentence').dataset[name] = '';
  find('refusal').textContent = '';
  showTurn({ sentence: { key: 'said.gone' } });
}

/** Says whose turn it is beside that side's tray, and in the title. */
function showTurn({ phase, side, result, sentence }) {
  const isOn = !result && ['to-move', 'carrying', 'choosing', 'clearing', 'chaining', 'wrong'].includes(phase);
  for (const one of ['white', 'black']) find(`tray-${one}`).classList.toggle('turn', isOn && one === side);
  const state = isOn ? text(`title.${side}`) : said(result ?? sentence).split('.')[0];
  document.title = text('title.page', { state });
}

/** Shows the settings as the board has them. */
function showSettings() {
  find('rules').value = PRESETS.includes(words.rules) ? words.rules : '';
  find('rules').title = words.rules;
  find('assist').value = words.assist;
  if (document.activeElement !== find('brightness')) find('brightness').value = words.brightness;
  showStep(words.brightness);
  find('judge').checked = words.judge === 'on';
  if (words.level) showLevels(words.level, words.turns.length > 0);
  // Nobody who only looks at a real board changes its settings.
  if (words.assist && !words.real) greet(words);
}

/** The games won, once one is: `white 2 black 1; …`. */
function matchScore(score) {
  const [white, black] = (/^white (\d+) black (\d+)/.exec(score) ?? [0, 0, 0]).slice(1).map(Number);
  if (white + black === 0) return '';
  const [more, less] = [Math.max(white, black), Math.min(white, black)];
  if (more === less) return text('score.even', { more, less });
  return text('score.leads', { side: { key: white > black ? 'side.white' : 'side.black' }, more, less });
}

/** The button for a self-test leaves one that is on. */
function showSelfTest(isOn) {
  const button = find('selftest');
  button.dataset.say = isOn ? 'selftest off' : 'selftest';
  button.textContent = text(isOn ? 'table.test.end' : 'table.test');
}
