// How a board is wired, said independently of the firmware: the tests compare the two.

const FILES = 'abcdefghi';
const RANKS = '12345';

/** All points of the panel, a1 to i5, file by file. */
export const POINTS = [...FILES].flatMap((file) => [...RANKS].map((rank) => file + rank));

/** Points from a1 on, every other rank from right to left: a strip laid in a snake. */
const SNAKE = [...RANKS].flatMap((rank, i) => {
  const row = [...FILES].map((file) => file + rank);
  return i % 2 === 0 ? row : row.toReversed();
});

/** A board with a column for each file and a row for each rank. */
const byFileAndRank = (columns, rows) =>
  new Map(POINTS.map((point) => [point, { column: columns[FILES.indexOf(point[0])], row: rows[RANKS.indexOf(point[1])] }]));

/**
 * `reeds`: the pins of every point's switch. `lights`: the points in the order of the strip. `data`: the strip's pin.
 * `button` and `piezo`: pins, where there are any. `milliamperes`: what the strip may draw.
 */
export const BOARDS = {
  pico: {
    reeds: byFileAndRank([2, 3, 4, 5, 6, 7, 8, 9, 10], [11, 12, 13, 14, 15]),
    lights: SNAKE,
    data: 16,
    button: 17,
    piezo: 18,
    milliamperes: 400,
  },
};
