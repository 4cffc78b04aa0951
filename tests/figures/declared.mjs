// All figures: which command records each, how it is written, and how much it may differ from what the documents say.

/** How many times as much, or as little, a figure may be as the documents say; and whether more than that fails. */
const EXACT = { factor: 1, fails: true };
const NEARLY = { factor: 1.01, fails: true };
const PLACED = { factor: 1.25, fails: true };
const ANOTHER_MACHINE = { factor: 2, fails: false };

/** One `unit` is `per` of what is recorded; `step` rounds. */
const figure = (noise, unit, { digits = 0, per = 1, step = 0 }) => ({ noise, unit, digits, per, step });
/** Emulated time without the cache, counts: the same on every machine. */
const exact = (unit = '', format = {}) => figure(EXACT, unit, format);
/** Sizes of code, which holds the paths of the crates in the builder's home; instructions, some of which are libc's. */
const nearly = (unit = '') => figure(NEARLY, unit, {});
/**
 * Emulated time with the cache, and what depends on it: which lines of the flash share a place in the cache differs with the
 * paths of the builder and with the commit, both of which an image holds. The limits hold in any case.
 */
const placed = (unit = '', format = {}) => figure(PLACED, unit, format);
/** What a clock of the host says. */
const clock = (unit, format = {}) => figure(ANOTHER_MACHINE, unit, format);

/** What a run of the robot counts. */
const robot = (name) => ({
  [`${name}.turns`]: exact(),
  [`${name}.games`]: exact(),
  [`${name}.misread`]: exact(),
  [`${name}.stuck`]: exact(),
  [`${name}.mirrors`]: exact(),
  [`${name}.dropped`]: exact('', { per: 100 }),
  [`${name}.asked`]: exact(),
  [`${name}.unasked`]: exact(),
});

/** Whole games with a bad reed: by the rules where it is known, where two are, where turns are taken back, where the power is cut, and
    where it fails on the way; and what each counts beside the rest. */
const badReeds = {
  ...Object.fromEntries(
    ['standard', 'booklet', 'relaxed', 'royal', 'lemurs', 'booklet-vela', 'relaxed-vela', 'royal-vela', 'lemurs-vela', 'two'].map((name) => [name, []]),
  ),
  takebacks: ['back'],
  cuts: ['cuts'],
  failing: ['presses', 'noticed', 'late'],
};
const reeds = Object.fromEntries(
  Object.entries(badReeds).flatMap(([name, more]) =>
    ['games', 'turns', 'misread', 'stuck', 'asked', ...more].map((what) => [
      `reeds.${name}.${what}`,
      exact(),
    ]),
  ),
);

/** Figures of the chip that are also measured as if the flash were as fast as RAM. */
const uncached = Object.fromEntries(
  Object.entries({
    'reed-to-light.median': exact('ms', { digits: 2 }),
    'reed-to-light.99': exact('ms', { digits: 2 }),
    'reed-to-light.worst': exact('ms', { digits: 2 }),
    'robot-game.median': exact('ms', { digits: 2 }),
    'robot-game.worst': exact('ms', { digits: 2 }),
    'first-light': exact('ms', { digits: 2 }),
    'asleep.rest': exact('%', { digits: 2 }),
    'asleep.breathing': exact('%', { digits: 2 }),
    'awake.longest': exact('ms', { digits: 2 }),
    'interrupts.off': exact('µs', { digits: 1 }),
  }).map(([key, figure]) => [`${key}.uncached`, figure]),
);

/** The kinds of hands, and how many of 1,000 turns of each are misread or sent back, by all rules. */
const KINDS = [
  'base', 'slide', 'quick', 'slow', 'overlap', 'three', 'forgotten', 'drag', 'fat', 'hover', 'knocks', 'knocks-lit',
  'wrong-row', 'too-many', 'chess', 'corrected', 'dropouts', 'flicker', 'takeback', 'abandon', 'touch-move', 'vela',
  'natural', 'fat.alarms', 'stuck',
];
const TABLES = [
  'standard', 'booklet', 'booklet-vela', 'relaxed', 'relaxed-vela', 'royal', 'royal-vela', 'lemurs', 'lemurs-vela',
];
/** Hands of the vela are played in velas, and by rules that have none. */
const isPlayed = (table, kind) => kind !== 'vela' || table === 'standard' || table.endsWith('-vela');
const kinds = Object.fromEntries(
  TABLES.flatMap((table) =>
    KINDS.filter((kind) => isPlayed(table, kind)).map((kind) => [`kinds.${table}.${kind}`, exact()]),
  ),
);

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
      'menu.set-ups': exact(),
      'menu.set-ups.entered': exact(),
      'menu.first-move': exact('s', { digits: 1, per: 1000 }),
      'menu.choosing': exact('s', { digits: 1, per: 1000 }),
      'selftest.hand': exact('s', { digits: 1, per: 1000 }),
      ...reeds,
      'engine.tactics.1000': exact('%'),
      'engine.tactics.10000': exact('%'),
      'engine.tactics.100000': exact('%'),
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
      'robot.menus': exact(),
      ...kinds,
    },
  },
  {
    part: 'tests, store at length',
    figures: {
      'cuts.tried': exact(),
      'cuts.lost': exact(),
      'resume.cuts': exact(),
      'resume.otherwise': exact(),
      'resume.dark.cuts': exact(),
      'resume.dark.otherwise': exact(),
      'store.bytes-a-turn': exact(),
      'store.erases-a-game': exact('', { digits: 1, per: 10 }),
      'store.years': exact(),
    },
  },
  {
    part: 'sizes',
    figures: {
      'image.flash': nearly('bytes'),
      'image.ram': exact('bytes'),
      'image.mind': exact('bytes'),
    },
  },
  {
    part: 'tests, chip',
    figures: {
      'tests.chip': exact(),
      'selftest.current': exact('mA'),
      'stack.commands': placed('bytes'),
      'stack.bound': nearly('bytes'),
      'stack.core1': nearly('bytes'),
      'hostile.hosts': exact(),
      'hostile.worst': placed('ms', { digits: 2 }),
      'restart.hangs': exact(),
      'restart.worst': placed('s', { digits: 2, per: 1000 }),
      'cuts.chip': placed(),
      'cuts.chip.lost': exact(),
      'soak.looks': placed(),
      'soak.misread': exact(),
      'soak.stack': placed('bytes'),
      'reed-to-light.thinking.worst': placed('ms', { digits: 2 }),
      'mind.rate': nearly('nodes a second'),
    },
  },
  {
    part: 'figures, chip',
    figures: {
      'reed-to-light.median': placed('ms', { digits: 2 }),
      'reed-to-light.99': placed('ms', { digits: 2 }),
      'reed-to-light.worst': placed('ms', { digits: 2 }),
      'robot-game.turns': exact(),
      'robot-game.median': placed('ms', { digits: 2 }),
      'robot-game.current': exact('mA'),
      'robot-game.worst': placed('ms', { digits: 2 }),
      'first-light': placed('ms', { digits: 2 }),
      scans: exact('a second'),
      'asleep.rest': placed('%', { digits: 2 }),
      'asleep.breathing': placed('%', { digits: 2 }),
      'asleep.breathing.ws2812-pio': placed('%', { digits: 2 }),
      'awake.longest': placed('ms', { digits: 2 }),
      'awake.instructions': placed('instructions'),
      'flash.pages': placed('', { digits: 1 }),
      'flash.bytes': placed('bytes'),
      'flash.pause': exact('ms', { digits: 2 }),
      'resume.light': placed('ms'),
      'resume.light.longest': placed('ms'),
      'flash.pause.erase': exact('ms'),
      'flash.pause.erase.worst': exact('ms'),
      'reed-to-light.erase': placed('ms'),
      'reed-to-light.erase.worst': placed('ms'),
      'current.before-usb': exact('mA'),
      'current.brightest': exact('mA'),
      'pulse.zeroHigh': exact('ns'),
      'pulse.zeroLow': exact('ns'),
      'pulse.oneHigh': exact('ns'),
      'pulse.oneLow': exact('ns'),
      'pulse.margin': exact('ns'),
      'pulse.zeroHigh.ws2812-pio': exact('ns'),
      'pulse.zeroLow.ws2812-pio': exact('ns'),
      'pulse.oneHigh.ws2812-pio': exact('ns'),
      'pulse.oneLow.ws2812-pio': exact('ns'),
      'pulse.margin.ws2812-pio': exact('ns'),
      'pulse.gap': placed('µs'),
      'refresh.longest': exact('ms'),
      'stack.used': placed(),
      'interrupts.off': placed('µs', { digits: 1 }),
      ...uncached,
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
      'page.turn.clicks': exact(),
      'page.turn.seconds': clock('s', { digits: 1 }),
      'page.bytes': exact('bytes'),
      'page.paint': clock('ms'),
      crates: exact(),
    },
  },
  {
    part: 'tests, page in Firefox',
    figures: {
      'tests.page-firefox': exact(),
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
      'turns.code': nearly('bytes'),
      'rules.stack': exact('bytes'),
      'rules.code': nearly('bytes'),
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
      'perft-6.instructions': nearly(),
      'engine.instructions': nearly(),
      'referee.instructions': nearly(),
      'referee.instructions.worst': nearly(),
    },
  },
  {
    by: 'cargo bench --bench engine',
    figures: { 'engine.rate': clock('million a second', { digits: 1, per: 1e6 }) },
  },
  {
    by: 'ENGINE=all cargo test --release --test engine telo',
    figures: { 'engine.telo': exact() },
  },
  {
    by: 'ENDINGS=all cargo test --release --test endings',
    figures: {
      'endings.held': exact(),
      'endings.sample': exact(),
      'endings.won': exact(),
      'endings.nodes': exact(),
      'endings.bytes': exact('bytes'),
    },
  },
  {
    by: 'IMAGES=100000 cargo test --test store any_image',
    figures: { 'store.images': exact() },
  },
  {
    by: 'SOAK=60 node --test tests/chip/soak.test.mjs',
    figures: {
      'soak-hour.looks': placed(),
      'soak-hour.cuts': placed(),
      'soak-hour.noises': placed(),
      'soak-hour.crashes': placed(),
      'soak-hour.lost': exact(),
      'soak-hour.misread': placed(),
      'soak-hour.stack': placed('bytes'),
    },
  },
  {
    by: 'CUTS=300 node --test tests/chip/cuts.test.mjs',
    figures: { 'cuts-long.chip': placed(), 'cuts-long.chip.lost': exact(), 'cuts-long.chip.misread': placed() },
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
