// The lessons of the tour: a position, what is to be done in it, and the turns that do it.
export const LESSONS = [
  {
    title: 'Move and take',
    text: 'You play White. Take the stone on e2 one point forward, to e3: the black stone in front of it is taken. Drag it, or click it and then e3.',
    position: 'b8/4b4/9/4w4/9 w',
    turns: ['e2e3A'],
  },
  {
    title: 'Take by moving away',
    text: 'A stone also takes what it moves away from. Take the stone on e3 to e4.',
    position: 'b8/9/4w4/4b4/9 w',
    turns: ['e3e4W'],
  },
  {
    title: 'Choose',
    text: 'From d3 to e3 you approach f3 and leave c3. Make the move, then click one of the two blinking stones: you get only one row.',
    position: 'b8/9/2bw1b3/9/9 w',
    turns: ['d3e3A', 'd3e3W'],
  },
  {
    title: 'A chain',
    text: 'Who has captured may go on with the same stone. From a2 to b2, and then from b2 to b3. When nothing more can be taken the turn ends by itself; otherwise tap the stone to stop.',
    position: '8b/9/9/w1b6/1b6w w',
    turns: ['a2b2Ab3W'],
  },
  {
    title: 'You must capture',
    text: 'If you can capture you must. Two stones can, and breathe; lift the one on i2 if you like, and see what the board says. Then capture.',
    position: 'b7b/9/2b2b3/2w2w2w/9 w',
    turns: null,
  },
  {
    title: 'What the lights say',
    text: 'A steady green light: the stone in your hand may land there. A stone that blinks is to be taken off or put back. One dim light on the back rank shows whose turn it is. All others are under Rules and lights. Make any capture to go on.',
    position: 'b7b/4b4/9/3ww4/9 w',
    turns: null,
  },
  {
    title: 'Win',
    text: 'Who takes the last stone of the other side has won. From a1 to b1.',
    position: '3/3/w1b w',
    turns: ['a1b1A'],
  },
];
