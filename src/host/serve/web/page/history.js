// Looking back: earlier positions on the board, those of this game or of one that was loaded, without changing anything.
import { text } from './texts.js';
import { lastPoints, showTurns } from './turns.js';

const find = (id) => document.getElementById(id);

/** Shows the stones as they stand, or as they stood. */
export class History {
  #board;
  #stones = '';
  /** The game that is on, and one that was loaded: turns, and the stones before the first and after each. */
  #own = { course: [], turns: [] };
  #loaded = null;
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
    find('loaded-leave').addEventListener('click', () => this.load(null));
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.isOn && this.load(null));
    // Whoever reaches for the board sees it as it is first.
    for (const kind of ['pointerdown', 'click', 'keydown']) {
      board.element.addEventListener(kind, (event) => {
        if (!this.isOn) return;
        event.stopPropagation();
        event.preventDefault();
        this.load(null);
      }, true);
    }
  }

  /** Whether another position is shown than the one that stands. */
  get isOn() {
    return this.#at !== null;
  }

  /** The loaded game's position that is shown, as text, and its rules. */
  get shown() {
    const { positions, rules } = this.#loaded;
    return { position: positions[this.#at], rules };
  }

  get #game() {
    return this.#loaded ?? this.#own;
  }

  get #last() {
    return this.#game.course.length - 1;
  }

  get #now() {
    return this.#at ?? this.#last;
  }

  /** Takes the stones that stand. */
  stand(stones) {
    this.#stones = stones;
    this.#show();
  }

  /** Takes the game that is on; a turn more or less ends the looking back at it. */
  take(words) {
    const before = this.#own.course;
    const isSame = words.course.length === before.length && words.course.at(-1) === before.at(-1);
    this.#own = words;
    if (isSame || this.#loaded) this.#show();
    else this.#look(Infinity);
  }

  /** Looks at the end of a game that was loaded; with none, at the board as it is. */
  load(game) {
    this.#loaded = game;
    this.#look(Infinity);
  }

  #look(at) {
    const last = this.#last;
    const isNow = !this.#loaded && at >= last;
    this.#at = isNow ? null : Math.min(Math.max(at, 0), last);
    this.#show();
  }

  #show() {
    const game = this.#game;
    showTurns(game);
    this.#board.call((this.#loaded ? game.board : game.names) ?? 'tsivy');
    this.#board.mark(lastPoints({ board: game.board, turns: game.turns.slice(0, this.#now) }));
    this.#board.stand(this.isOn ? game.course[this.#at] : this.#stones);
    this.#board.element.classList.toggle('past', this.isOn);
    for (const [i, item] of [...find('turns').children].entries()) item.ariaCurrent = this.isOn && i + 1 === this.#at ? 'step' : null;
    const key = this.#loaded ? 'record.loaded' : 'turns.past';
    find('past').textContent = this.isOn ? text(key, { at: this.#at, count: this.#last }) : '';
    find('loaded').hidden = !this.#loaded;
  }
}
