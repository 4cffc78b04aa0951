// The tour: lessons that the player's own hands do on the board, and the referee checks.
import { LESSONS } from './lessons.js';
import { say } from './link.js';

const find = (id) => document.getElementById(id);
const card = find('tour');

/** The lesson that is on; none before the first and after the last. */
let lesson = null;
let isDone = false;
/** Whether its game has been seen without a turn: turns before that are those of another game. */
let isReady = false;

function show(title, text, next, leave) {
  card.hidden = false;
  find('tour-title').textContent = title;
  find('tour-text').textContent = text;
  find('tour-next').textContent = next;
  find('tour-leave').textContent = leave;
  find('tour-next').classList.toggle('main', lesson === null);
}

/** Offers the tour to who has never been here. */
export function offerTour() {
  show('New to Fanorona?', 'A tour of seven turns on the board shows the whole game, in a minute or two.', 'Take the tour', 'No, thanks');
}

async function begin(number) {
  lesson = number;
  [isDone, isReady] = [false, false];
  const { title, text, position } = LESSONS[number];
  show(`${number + 1} of ${LESSONS.length}: ${title}`, text, 'Skip this', 'Leave the tour');
  card.classList.remove('done');
  await say(`new ${position}`);
}

/** Begins the tour: people play both sides, the lights teach, and the automatic hands put stones up. */
export async function startTour(hand) {
  hand.leaveToItself(true);
  for (const line of ['level white off', 'level black off', 'assist teach']) await say(line);
  await begin(0);
}

function leave() {
  card.hidden = true;
  if (lesson === null) return;
  lesson = null;
  say('new tsivy');
}

function goOn(hand) {
  if (lesson === null) startTour(hand);
  else if (lesson + 1 < LESSONS.length) begin(lesson + 1);
  else leave();
}

/** Follows the game: a lesson is done by one of its turns, and begins anew after another. */
export function followTour({ turns }) {
  isReady ||= turns.length === 0;
  if (lesson === null || isDone || !isReady || turns.length === 0) return;
  const { position, turns: wanted } = LESSONS[lesson];
  if (wanted && !wanted.includes(turns[0])) {
    find('tour-text').textContent = `${turns[0]} is a turn, but not this one. ${LESSONS[lesson].text}`;
    isReady = false;
    say(`new ${position}`);
    return;
  }
  isDone = true;
  card.classList.add('done');
  find('tour-next').classList.add('main');
  const isLast = lesson + 1 === LESSONS.length;
  find('tour-text').textContent = isLast ? 'You have won, and know the whole game. Start one against the board.' : 'Well done.';
  find('tour-next').textContent = isLast ? 'Finish' : 'Next';
  find('tour-next').focus({ preventScroll: true });
}

/** Connects its buttons; `mayBegin` asks before a game is lost. */
export function connectTour(hand, mayBegin) {
  find('tour-next').addEventListener('click', () => goOn(hand));
  find('tour-leave').addEventListener('click', leave);
  find('open-tour').addEventListener('click', async () => {
    if (await mayBegin()) startTour(hand);
  });
}
