// The lessons of the tour: a position, and the turns that do what is to be done in it. Their texts are `lesson.1` and so on.
export const LESSONS = [
  {
    position: 'b8/4b4/9/4w4/9 w',
    turns: ['e2e3A'],
  },
  {
    position: 'b8/9/4w4/4b4/9 w',
    turns: ['e3e4W'],
  },
  {
    position: 'b8/9/2bw1b3/9/9 w',
    turns: ['d3e3A', 'd3e3W'],
  },
  {
    position: '8b/9/9/w1b6/1b6w w',
    turns: ['a2b2Ab3W'],
  },
  {
    position: 'b7b/9/2b2b3/2w2w2w/9 w',
    turns: null,
  },
  {
    position: 'b7b/4b4/9/3ww4/9 w',
    turns: null,
  },
  {
    position: '3/3/w1b w',
    turns: ['a1b1A'],
  },
];
