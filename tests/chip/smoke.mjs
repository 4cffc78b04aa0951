// A short game that every board and every driver of the strip must play.
import { begin, isLit } from './play.mjs';

const FIRST = 'bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w';
const SECOND = 'bbbb1bbbb/bbbb1bbbb/bwbwwbwbw/wwww1wwww/wwwwwwwww b';

/** Plays d3–e3… and tells what is not as it should be. */
export function smoke(board) {
  const wrong = [];
  const expect = (what, got, expected) => {
    if (got !== expected) wrong.push(`${what}: expected ${expected}, got ${got}`);
  };
  const lit = () => [...board.lights.keys()].filter((point) => isLit(board.lights, point)).join(' ');
  const answer = (line) => board.ask(line).at(-1);
  board.connect();
  expect('lights of an empty board', lit().split(' ').length, 44);
  begin(board);
  expect('position', answer('position'), `= ${FIRST}`);
  expect('lights before a turn', lit(), 'a1');
  board.lift('e2');
  board.run(300);
  expect('lights of a lifted stone', lit(), 'a1 e2 e3');
  expect('cues', answer('cues'), '= carrying white turn=a1 origin=e2 target=e3');
  board.place('e3');
  board.run(300);
  board.lift('e4');
  board.run(300);
  board.lift('e5');
  board.run(1000);
  expect('position after a turn', answer('position'), `= ${SECOND}`);
  return [...wrong, ...board.violations];
}
