// What the speed of the search is measured by.

/** The start, two positions of the middle game and an ending: those of tests/bench/engine.rs. */
export const POSITIONS = [
  'bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w',
  'b2b3bb/1b2w4/3b2wbw/w8/www1w1www b',
  '3bb2b1/2b6/b2b5/4ww1w1/1w3ww2 w',
  '1b3b3/4b4/9/2w3w2/4w4 w',
];
/** The level that is measured, and how many nodes it has. */
export const [LEVEL, NODES] = [6, 1200];

/** The points on which stones stand in a position of Tsivy. */
export const standing = (position) =>
  position.split(' ')[0].split('/').flatMap((rank, i) =>
    [...rank.replaceAll(/\d/g, (count) => '.'.repeat(Number(count)))].flatMap((stone, j) => (stone === '.' ? [] : [`${'abcdefghi'[j]}${5 - i}`])),
  );
