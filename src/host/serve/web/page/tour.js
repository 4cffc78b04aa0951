// The tour: lessons that the player's own hands do on the board, and the referee checks.
import { LESSONS } from './lessons.js';
import { say } from './link.js';
import { text } from './texts.js';

const find = (id) => document.getElementById(id);
const card = find('tour');

/** The lesson that is on; none before the first and after the last. */
let lesson = null;
let isDone = false;
/** Whether its game has been seen without a turn: turns before that are those of another game. */
let isReady = false;

function show(title, what, next, leave) {
  card.hidden = false;
  find('tour-title').textContent = title;
  find('tour-text').textContent = what;
  find('tour-next').textContent = next;
  find('tour-leave').textContent = leave;
  find('tour-next').classList.toggle('main', lesson === null);
}

/** Offers the tour to who has never been here. */
export function offerTour() {
  show(text('tour.new'), text('tour.offer'), text('tour.take'), text('tour.no'));
}

async function begin(number) {
  lesson = number;
  [isDone, isReady] = [false, false];
  const title = text('tour.title', { number: number + 1, of: LESSONS.length, title: text(`lesson.${number + 1}.title`) });
  show(title, text(`lesson.${number + 1}`), text('tour.skip'), text('tour.leave'));
  card.classList.remove('done');
  await say(`new ${LESSONS[number].position}`);
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
    find('tour-text').textContent = text('tour.other', { turn: turns[0], lesson: text(`lesson.${lesson + 1}`) });
    isReady = false;
    say(`new ${position}`);
    return;
  }
  isDone = true;
  card.classList.add('done');
  find('tour-next').classList.add('main');
  const isLast = lesson + 1 === LESSONS.length;
  find('tour-text').textContent = text(isLast ? 'tour.end' : 'tour.done');
  find('tour-next').textContent = text(isLast ? 'tour.finish' : 'tour.next');
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
