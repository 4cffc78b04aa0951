// All figures: which command records each, how it is written, and how much it may differ from what the documents say.

/** A figure that is the same on every machine: what the documents say must be what was measured. */
const EXACT = 1;
/** A time on the wall clock may be this many times longer or shorter before `check` tells it; it never fails. */
const ANOTHER_MACHINE = 2;

/** Emulated time, instructions, bytes, counts. One `unit` is `per` of what is recorded; `step` rounds. */
const exact = (unit = '', { digits = 0, per = 1, step = 0 } = {}) => ({ unit, digits, per, step, noise: EXACT });
/** What a clock of the host says. */
const clock = (unit, { digits = 0, per = 1 } = {}) => ({ unit, digits, per, step: 0, noise: ANOTHER_MACHINE });

/** What a run of the robot counts. */
const robot = (name) => ({
  [`${name}.turns`]: exact(),
  [`${name}.games`]: exact(),
  [`${name}.misread`]: exact(),
  [`${name}.stuck`]: exact(),
  [`${name}.mirrors`]: exact(),
  [`${name}.dropped`]: exact('', { per: 100 }),
});

/**
 * Groups of figures that are recorded together, by the `part` of tests/run that records them. A part that passes must
 * record all of its group. What tests/run does not always measure has no part, and `by` says who does.
 */
export const GROUPS = [
  {
    part: 'lines',
    figures: {
      'lines.src': exact('', { step: 100 }),
      'lines.tests': exact('', { step: 100 }),
    },
  },
  {
    part: 'tests, host',
    figures: {
      'tests.host': exact(),
      'oracle.positions': exact(),
    },
  },
  {
    part: 'tests, all of perft',
    figures: {
      'perft-held.tsivy': exact(),
      'perft-held.dimy': exact(),
      'perft-held.telo': exact(),
    },
  },
  {
    part: 'tests, referee at length',
    figures: {
      'model.positions': exact(),
      'model.turns': exact(),
      'model.realisations': exact(),
      'model.states': exact(),
      'model.changes': exact(),
      ...robot('robot'),
    },
  },
  {
    part: 'sizes',
    figures: {
      'image.flash': exact('bytes'),
      'image.ram': exact('bytes'),
    },
  },
  {
    part: 'tests, chip',
    figures: {
      'tests.chip': exact(),
      'hostile.hosts': exact(),
      'hostile.worst': exact('ms', { digits: 2 }),
    },
  },
  {
    part: 'figures, chip',
    figures: {
      'reed-to-light.median': exact('ms', { digits: 2 }),
      'reed-to-light.99': exact('ms', { digits: 2 }),
      'reed-to-light.worst': exact('ms', { digits: 2 }),
      'robot-game.turns': exact(),
      'robot-game.median': exact('ms', { digits: 2 }),
      'robot-game.worst': exact('ms', { digits: 2 }),
      'first-light': exact('ms', { digits: 2 }),
      scans: exact('a second'),
      'asleep.rest': exact('%', { digits: 2 }),
      'asleep.breathing': exact('%', { digits: 2 }),
      'asleep.breathing.ws2812-pio': exact('%', { digits: 2 }),
      'awake.longest': exact('ms', { digits: 2 }),
      'awake.instructions': exact('instructions'),
      'current.before-usb': exact('mA'),
      'current.brightest': exact('mA'),
      'pulse.zeroHigh': exact('ns'),
      'pulse.zeroLow': exact('ns'),
      'pulse.oneHigh': exact('ns'),
      'pulse.oneLow': exact('ns'),
      'pulse.gap': exact('µs'),
      'stack.used': exact(),
      'stack.size': exact('bytes'),
    },
  },
  {
    part: 'tests, page',
    figures: {
      'tests.page': exact(),
      'page.start': clock('ms'),
      'page.press.median': clock('ms', { digits: 1 }),
      'page.press.95': clock('ms', { digits: 1 }),
      crates: exact(),
    },
  },
  {
    part: 'tests, page on the chip',
    figures: {
      'tests.page-on-chip': exact(),
      'page-on-chip.start': clock('ms'),
      'page-on-chip.press.median': clock('ms', { digits: 1 }),
      'page-on-chip.press.95': clock('ms', { digits: 1 }),
    },
  },
  {
    part: 'footprint',
    figures: {
      'turns.stack': exact('bytes'),
      'turns.code': exact('bytes'),
      'rules.stack': exact('bytes'),
      'rules.code': exact('bytes'),
    },
  },
  {
    part: 'speed',
    figures: {
      'perft-6.turns': exact(),
      'perft-6.rate': clock('million a second', { per: 1e6 }),
      'perft-7.turns': exact(),
      'perft-7.rate': clock('million a second', { per: 1e6 }),
      'referee.state': exact('bytes'),
      'build.cold': clock('s', { digits: 1 }),
    },
  },
  {
    by: 'the part "speed" where valgrind is installed',
    figures: {
      'perft-6.instructions': exact(),
      'referee.instructions': exact(),
      'referee.instructions.worst': exact(),
    },
  },
  {
    by: 'ROBOT=1000000 cargo test --release --test robot random_hands',
    figures: robot('robot-million'),
  },
  {
    by: 'SEED=20001 ROBOT=1000000 cargo test --release --test robot random_hands',
    figures: robot('robot-others'),
  },
];

/** Every figure by its key. */
export const FIGURES = Object.assign({}, ...GROUPS.map(({ figures }) => figures));
