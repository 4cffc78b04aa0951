// Looking back: the game's earlier positions on the board, without changing anything.
import { text } from './texts.js';

const find = (id) => document.getElementById(id);

/** Shows the stones as they stand, or as they stood. */
export class History {
  #board;
  #stones = '';
  #course = [];
  /** How many turns had been played where it looks; none for now. */
  #at = null;

  constructor(board) {
    this.#board = board;
    const steps = { 'go-first': () => 0, 'go-back': (at) => at - 1, 'go-on': (at) => at + 1, 'go-last': () => Infinity };
    for (const [id, step] of Object.entries(steps)) find(id).addEventListener('click', () => this.#look(step(this.#now)));
    find('turns').addEventListener('click', ({ target }) => {
      const turn = [...find('turns').children].indexOf(target.closest('li'));
      if (turn >= 0) this.#look(turn + 1);
    });
    // Whoever reaches for the board sees it as it is first.
    for (const kind of ['pointerdown', 'click', 'keydown']) {
      board.element.addEventListener(kind, (event) => {
        if (this.#at === null) return;
        event.stopPropagation();
        event.preventDefault();
        this.#look(Infinity);
      }, true);
    }
  }

  /** Whether an earlier position is shown. */
  get isOn() {
    return this.#at !== null;
  }

  get #now() {
    return this.#at ?? this.#course.length - 1;
  }

  /** Takes the stones that stand. */
  stand(stones) {
    this.#stones = stones;
    this.#show();
  }

  /** Takes the positions of the game; a turn more or less ends the looking back. */
  take(course) {
    const isSame = course.length === this.#course.length && course.at(-1) === this.#course.at(-1);
    this.#course = course;
    if (!isSame) this.#look(Infinity);
  }

  #look(at) {
    this.#at = at >= this.#course.length - 1 ? null : Math.max(at, 0);
    this.#show();
  }

  #show() {
    this.#board.stand(this.isOn ? this.#course[this.#at] : this.#stones);
    this.#board.element.classList.toggle('past', this.isOn);
    for (const [i, item] of [...find('turns').children].entries()) item.ariaCurrent = this.isOn && i + 1 === this.#at ? 'step' : null;
    find('past').textContent = this.isOn ? text('turns.past', { at: this.#at, count: this.#course.length - 1 }) : '';
  }
}
