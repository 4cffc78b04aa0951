// Every command of the console, in every phase of a game: what tests that try them all need.
import { START } from './play.mjs';

/** The chain of two steps: it waits for its end, or goes on. */
const CHAIN = '8b/9/9/w1b6/1b6w w';
const CHAIN_STONES = ['a2', 'b1', 'c2', 'i1', 'i5'];

/** Does movements one after another, `+e3` or `-e2`, each followed by a moment of rest. */
function move(board, ...movements) {
  for (const [how, ...point] of movements) {
    if (how === '+') board.place(point.join(''));
    else board.lift(point.join(''));
    board.run(200);
  }
}

/** Another game, with these stones; it begins by itself if they are those of its start. */
function start(board, line, stones) {
  board.ask(line);
  board.reeds(stones);
  board.run(600);
}

const game = (board) => start(board, 'new tsivy', START);

/** The start put up again after two turns: the board asks who gives the game up, and waits for the stone in the hand. */
function ask(board) {
  game(board);
  move(board, '-d3', '+e3', '-f3');
  board.run(600);
  move(board, '-d4', '+d3', '-d2', '-d1');
  board.run(600);
  board.reeds(START);
  board.run(600);
  move(board, '-a1');
}

/** How to get into each phase from anywhere, and what `cues` says there. */
export const PHASES = {
  empty: { reach: (board) => start(board, 'new tsivy', []), cues: /^= setup / },
  'putting up': { reach: (board) => start(board, 'new dimy', START.slice(0, 20)), cues: /^= setup / },
  'to move': { reach: game, cues: /^= to-move white/ },
  carrying: {
    reach(board) {
      game(board);
      move(board, '-e2');
    },
    cues: /^= carrying white/,
  },
  choosing: {
    reach(board) {
      game(board);
      move(board, '-d3', '+e3');
    },
    cues: /^= choosing white/,
  },
  clearing: {
    reach(board) {
      game(board);
      move(board, '-e2', '+e3', '-e4');
    },
    cues: /^= clearing white/,
  },
  chaining: {
    reach(board) {
      start(board, `new ${CHAIN}`, CHAIN_STONES);
      move(board, '-a2', '+b2', '-c2');
    },
    cues: /^= chaining white/,
  },
  replying: {
    reach(board) {
      game(board);
      move(board, '-e2', '+e3', '-e4', '-d4');
    },
    cues: /^= /,
  },
  'one turn later': {
    reach(board) {
      game(board);
      move(board, '-e2', '+e3', '-e4', '-e5');
      board.run(600);
    },
    cues: /^= to-move black/,
  },
  'taking back': {
    reach(board) {
      game(board);
      move(board, '-e2', '+e3', '-e4', '-e5');
      board.run(600);
      move(board, '+e5', '+e4');
      board.run(600);
    },
    cues: /^= wrong /,
  },
  wrong: {
    reach(board) {
      game(board);
      move(board, '-a1', '-b1', '-i5');
      board.run(600);
    },
    cues: /^= wrong /,
  },
  over: {
    reach(board) {
      game(board);
      board.ask('resign');
      board.run(50);
    },
    cues: /^= over /,
  },
  menu: {
    reach(board) {
      start(board, 'new tsivy', []);
      move(board, '+e3');
      board.run(1000);
    },
    cues: /^= menu /,
  },
  selftest: {
    reach(board) {
      game(board);
      board.ask('selftest');
      move(board, '-a1', '+a1');
    },
    cues: /^= selftest /,
  },
  ending: { reach: ask, cues: /^= ending / },
  'ended by hand': {
    reach(board) {
      ask(board);
      move(board, '+e3');
      board.run(600);
    },
    cues: /^= over /,
  },
  'between games': {
    reach(board) {
      board.ask('new tsivy');
      board.ask('rules booklet');
      board.reeds(START);
      board.run(600);
      board.ask('resign white');
      move(board, '-a1', '-b2');
      board.run(600);
    },
    cues: /^= /,
  },
};

const ALL_KEYS = 'direction=any takeback=no vela=nearest series=until-loser-wins one-each=offer leave=yes stranded=paika touch=move chain=must';

/** Lines that change nothing, or are refused, whatever the phase is. */
export const QUESTIONS = [
  'help', 'version', 'position', 'turns', 'cues', 'score', 'round', 'record', 'rules', 'assist', 'brightness', 'sound', 'settings', 'sensors',
  'faults',
  '', '   ', '   cues   ', 'Help', 'nonsense', 'level', 'judge', 'selftest last', 'selftest on', 'games',
  'help me', 'version 1', 'position w', 'turns all', 'cues all', 'record 1 2', 'sensors dead', 'faults 1', 'undo 1', 'stop it', 'draw 1',
  'new', 'new nothing', 'new 9/9/9/9/9 w', 'new bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww x', 'new 8b/9/9/w1b6/1b6w w capturer=nobody',
  'new 8b/9/9/w1b6/1b6w/9 w', 'new xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 'new tsivy tsivy', 'new tsivy capturer=white',
  'rules nothing', 'rules nothing=at-all', 'rules direction=', 'rules standard lemurs', `rules ${ALL_KEYS} ${ALL_KEYS}`,
  'assist', 'assist teach', 'assist quiet', 'assist play', 'assist nobody', 'brightness 0', 'brightness 8', 'brightness 5', 'brightness 9', 'brightness -1', 'brightness x',
  'sound on', 'sound off', 'sound loud', 'sound on off', 'level white', 'level red 3', 'level white 10', 'judge maybe', 'hint me', 'why', 'why a1', 'why d3 f4', 'why z9',
  'resign nobody', 'setup', 'clear', 'lift a1', 'place e3 100', 'wait 10', 'cut', 'bootloader now', 'bootloader bootloader',
  'x'.repeat(256), 'x'.repeat(257), 'y'.repeat(2000), `rules ${'k=v '.repeat(62)}`, `new ${'b'.repeat(250)}`, 'ünïcödé', '\u{0}\u{1}\u{2}', 'cues\tcues',
];

/** Lines after which the phase may be another one. */
export const CHANGES = [
  'undo', 'stop', 'draw', 'resign', 'resign white', 'resign black',
  'rules standard', 'rules lemurs', 'rules booklet', 'rules royal', 'rules relaxed', `rules ${ALL_KEYS}`,
  'hint', 'level white 3', 'level white off', 'judge on', 'judge off',
  'new tsivy', 'new telo', 'new dimy', `new ${CHAIN}`, `new ${CHAIN} capturer=black`,
  'new bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww b',
  'selftest', 'selftest off',
];
