// The controls beside the board: trays, buttons, settings and the turns.
import { stone } from './board.js';
import { say } from './link.js';

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

/** Says a line for a button; what is refused is shown, unless another button has been pressed meanwhile. */
async function order(line) {
  orders += 1;
  const number = orders;
  const show = (why) => number === orders && refuse(why);
  try {
    const answer = await say(line);
    const refused = answer.split('\n').find((text) => text.startsWith('? '));
    show(refused ? `${refused.slice(2)}.` : '');
  } catch (error) {
    show(error.message);
  }
}

/** Connects buttons and settings. */
export function connect(hand) {
  for (const button of document.querySelectorAll('[data-say]')) {
    button.addEventListener('click', () => order(button.dataset.say));
  }
  find('rules').addEventListener('change', ({ target }) => order(`rules ${target.value}`));
  find('assist').addEventListener('change', ({ target }) => order(`assist ${target.value}`));
  find('brightness').addEventListener('change', ({ target }) => order(`brightness ${target.value}`));
  find('brightness').addEventListener('input', ({ target }) => showStep(target.value));
  find('slide').addEventListener('change', ({ target }) => {
    hand.slides = target.checked;
  });
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
  find('step').textContent = step === '0' ? 'night' : step;
}

/** Shows how many stones lie in the trays. */
export function showTrays(tray) {
  for (const side of ['white', 'black']) {
    const element = find(`tray-${side}`);
    const count = tray[side];
    while (element.childElementCount > count) element.lastElementChild.remove();
    while (element.childElementCount < count) element.append(stone(side));
    const stones = count === 1 ? '1 stone' : `${count} stones`;
    element.setAttribute('aria-label', `Tray, ${stones} of ${side === 'white' ? 'White' : 'Black'}`);
    element.dataset.count = count;
  }
}

/** Shows everything that the board's console has answered. */
export function showWords(words) {
  const sentence = find('sentence');
  if (sentence.textContent !== words.sentence) sentence.textContent = words.sentence;
  sentence.dataset.phase = words.phase ?? '';
  sentence.dataset.side = words.side ?? '';
  showSelfTest(words.phase === 'selftest');
  find('about').textContent = `Behind this page: ${words.about}.`;
  const preset = PRESETS.includes(words.rules) ? words.rules : '';
  find('rules').value = preset;
  find('rules').title = words.rules;
  find('assist').value = words.assist;
  if (document.activeElement !== find('brightness')) find('brightness').value = words.brightness;
  showStep(words.brightness);
  const vela = words.capturer ? `, vela, ${words.capturer} captures` : '';
  find('game-name').textContent = words.board ? `${NAMES[words.board]}${vela}` : '';
  showTurns(words);
  find('result').textContent = words.result ? `Result: ${words.result}` : '';
}

/** The button for a self-test leaves one that is on. */
function showSelfTest(isOn) {
  const button = find('selftest');
  button.dataset.say = isOn ? 'selftest off' : 'selftest';
  button.textContent = isOn ? 'End test' : 'Self-test';
}

function showTurns({ turns, first }) {
  const list = find('turns');
  const sides = first === 'black' ? ['black', 'white'] : ['white', 'black'];
  const before = [...list.children].map((item) => item.dataset.turn);
  let same = 0;
  while (same < turns.length && before[same] === `${sides[same % 2]} ${turns[same]}`) same += 1;
  if (same === before.length && same === turns.length) return;
  while (list.childElementCount > same) list.lastElementChild.remove();
  for (let i = same; i < turns.length; i++) {
    const item = document.createElement('li');
    const side = sides[i % 2];
    item.dataset.turn = `${side} ${turns[i]}`;
    item.className = side;
    item.textContent = turns[i];
    item.setAttribute('aria-label', `${side} ${turns[i]}`);
    list.append(item);
  }
  list.scrollTop = list.scrollHeight;
}
