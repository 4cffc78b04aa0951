// Small pieces of play that several tests need.
import { POINTS } from './wiring.mjs';

/** Where stones stand at the start of Tsivy. */
export const START = POINTS.filter((point) => point !== 'e3');

/** Puts the start position up and waits for the game to begin. */
export function begin(board) {
  board.reeds(START);
  board.run(1000);
}

/** Whether a point is lit. */
export const isLit = (lights, point) => lights.get(point).some((value) => value > 0);

/** How long it takes from `act` to the last bit of the first frame that `answers`, in milliseconds. */
export function reaction(board, act, answers, patience = 100) {
  const before = board.onFrame;
  let end = null;
  board.onFrame = (lights, frame) => {
    before(lights, frame);
    if (end === null && answers(lights)) end = frame.end;
  };
  const start = board.chip.now;
  act();
  board.run(patience, () => end !== null);
  board.onFrame = before;
  if (end === null) throw new Error(`no light answers within ${patience} ms`);
  return (end - start) / 1e6;
}

/** Lifts a stone that may only move to e3 and puts it back, a number of times: all reaction times, in milliseconds. */
export function reactions(board, count, random) {
  const movers = ['d3', 'd2', 'e2', 'f2'];
  return Array.from({ length: count }, (_, i) => {
    const mover = movers[i % movers.length];
    const pause = () => board.run(150 + 100 * random());
    const lifted = reaction(board, () => board.lift(mover), (lights) => isLit(lights, 'e3'));
    pause();
    const placed = reaction(board, () => board.place(mover), (lights) => !isLit(lights, 'e3'));
    pause();
    return [lifted, placed];
  }).flat();
}

/** A quantile of some values. */
export const quantile = (values, part) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(part * values.length) - 1)];

/** What a strip draws with these colours, in mA: 1 for each LED, and 20 for each of its three colours at full light. */
export function current(lights) {
  const driven = [...lights.values()].flat().reduce((sum, value) => sum + value, 0);
  return lights.size + (20 * driven) / 255;
}
