// The page: shows what the room tells, and passes on what hands do.
import { Board } from './board.js';
import { connect, refuse, showLost, showTable, showWords } from './controls.js';
import { clear, print } from './drawer.js';
import { Glide } from './glide.js';
import { Hand } from './hand.js';
import { History } from './history.js';
import { Lights } from './lights.js';
import { HAND, listen } from './link.js';
import { hearTable, hearWords } from './sounds.js';

const board = new Board();
const lights = new Lights(board);
const glide = new Glide(board);
// Before the hand, which does not see what only ends looking back.
const history = new History(board);
const hand = new Hand(board, refuse);
connect(hand, history);
document.getElementById('flip').addEventListener('click', () => board.flip());

listen(
  {
    frame: (frame) => lights.show(frame),
    table(table) {
      history.stand(table.stones);
      hand.show(table);
      showTable(table);
      glide.show(table, HAND, history.isOn);
      hearTable(table);
      board.element.classList.toggle('shaking', table.shaking);
    },
    words(words) {
      board.mean(words.cues);
      lights.know(words.motions, words.brightness);
      hand.wants = words.wants;
      showWords(words);
      history.take(words);
      hearWords(words);
    },
    line: print,
    lost(isLost) {
      showLost(isLost);
      if (isLost) {
        lights.dark();
      } else {
        clear();
        hand.forget();
      }
    },
  },
  () => hand.isBusy,
);
