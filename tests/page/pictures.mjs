// Pictures of the page: board.png, which the README shows; into a folder that is named also every state at every size.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PHONE, launch } from './browser.mjs';
import { Player } from './player.mjs';
import { encode } from './png.mjs';
import { Program } from './program.mjs';

const SCREEN = { viewport: { width: 1120, height: 692 } };
/** Of the 256 values of a colour every fourth is kept: nobody sees it, and the file is half as large. */
const COARSENESS = 4;

/** A game of eight turns: origin, destination and the stones taken. */
const TURNS = [
  'f2 e3 d4 c5',
  'f3 f2 f1',
  'd3 d4 d5',
  'c3 d3 e3',
  'b3 c3 d3',
  'a3 b3 c3',
  'e2 e3 e4 e5',
  'f2 e2 d2 c2 b2 a2',
];
/** The step that follows, and a stone of either row that it could take. */
const CHOICE = { from: 'd4', to: 'e4', ahead: 'f4', behind: 'c4' };

async function play(player) {
  await player.press('Put all stones up');
  await player.hears('White to move');
  for (const [i, turn] of TURNS.entries()) {
    const [from, to, ...taken] = turn.split(' ');
    await player.move(from, to);
    await player.rests(300);
    for (const point of taken) {
      await player.until((name) => ['victim', 'approach', 'withdrawal'].includes(document.querySelector(`[data-point=${name}]`).dataset.cue), point);
      await player.click(point);
      await player.finds(point, 'empty');
    }
    await player.hears(i % 2 === 0 ? 'Black to move' : 'White to move');
    await player.until((count) => document.querySelectorAll('#turns li').length === count, i + 1);
  }
  await player.move(CHOICE.from, CHOICE.to);
  await player.hears('White chooses what to take');
  await player.page.mouse.move(5, 5);
  await player.page.evaluate(() => scrollTo(0, 0));
}

/** Lets the lights of the pages of a context be stopped: a picture takes longer than a blink. */
async function makeStoppable(context) {
  await context.addInitScript(() => {
    const { set } = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
    Object.defineProperty(WebSocket.prototype, 'onmessage', {
      set(listener) {
        set.call(this, (event) => window.areLightsStopped || listener(event));
      },
    });
  });
  return context;
}

/** A picture in which both rows are lit. */
async function shoot({ page }, path) {
  await page.waitForFunction((points) => {
    window.areLightsStopped ||= points.every((point) => {
      const { style } = document.querySelector(`[data-point=${point}] .light`);
      return Number(style.getPropertyValue('--level')) > 0;
    });
    return window.areLightsStopped;
  }, [CHOICE.ahead, CHOICE.behind], { polling: 10 });
  await writeFile(path, await coarsen(page.context(), await page.screenshot()));
}

/** A picture of fewer colours, in a smaller file. */
async function coarsen(context, png) {
  const page = await context.newPage();
  const { width, text } = await page.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const pen = new OffscreenCanvas(image.width, image.height).getContext('2d');
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    return { width: image.width, text: data.filter((_, i) => i % 4 < 3).join() };
  }, `data:image/png;base64,${png.toString('base64')}`);
  await page.close();
  const coarse = (value) => Math.min(Math.round(value / COARSENESS) * COARSENESS, 255);
  return encode(Buffer.from(text.split(',').map(coarse)), width);
}

/** The sizes at which every state is looked at. */
const SIZES = {
  desktop: { viewport: { width: 1280, height: 720 } },
  large: { viewport: { width: 2560, height: 1440 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true },
  phone: PHONE,
  'phone-on-its-side': { ...PHONE, viewport: { width: 740, height: 360 } },
};

/** States to look at, and what a player does to come there from an empty board; automatic hands help. */
const STATES = {
  'first-visit': (player) => player.until(() => !document.querySelector('#tour').hidden),
  lesson: async (player) => {
    await player.press('Tour');
    await player.sees('e2', 'movable');
  },
  rules: async (player) => {
    await player.press('Rules and lights');
    await player.until(() => document.querySelector('#panel .lights'));
  },
  game: async (player) => {
    await player.starts('tsivy', 'white');
    await player.hears('White to move');
    await player.move('e2', 'e3');
    await player.until(() => document.querySelectorAll('#turns li').length === 2);
    await player.hears('White to move');
  },
  question: async (player) => {
    await player.starts('tsivy', 'both');
    await player.hears('White to move');
    await player.move('e2', 'e3');
    await player.reads('e2e3A');
    await player.press('Resign');
  },
  choice: async (player) => {
    await player.starts('tsivy', 'both');
    await player.hears('White to move');
    await player.move('d3', 'e3');
    await player.hears('chooses');
  },
  wrong: async (player) => {
    await player.starts('tsivy', 'both');
    await player.hears('White to move');
    await player.move('a1', 'e3');
    await player.hears('wrong');
  },
  end: async (player) => {
    await player.types('new 3/3/w1b w');
    await player.hears('White to move');
    await player.move('d2', 'e2');
    await player.hears('White has won');
  },
  loading: async (player) => {
    await player.press('Load');
    await player.page.fill('#load-text', 'start bbb/b1w/www w\n1 c2b2A\n2 a1a3');
    await player.press('Look at it');
    await player.until(() => document.querySelector('#load-error').textContent);
  },
  loaded: async (player) => {
    await player.press('Load');
    await player.page.fill('#load-text', 'start bbb/b1w/www w\n1 c2b2A\n2 a3a2A');
    await player.press('Look at it');
    await player.until(() => !document.querySelector('#loaded').hidden);
  },
  flipped: async (player) => {
    await player.starts('tsivy', 'both');
    await player.hears('White to move');
    await player.press('Flip');
  },
  gone: async (player, board) => {
    await player.starts('tsivy', 'both');
    await player.hears('White to move');
    await board.cut();
    await player.hears('The board has gone');
  },
  small: async (player) => {
    await player.starts('telo', 'both');
    await player.hears('White to move');
  },
};

/** A picture of every state at every size. */
async function shootAll(browser, folder) {
  let board = await Program.start();
  for (const [size, screen] of Object.entries(SIZES)) {
    for (const [state, comes] of Object.entries(STATES)) {
      await board.begin('on');
      const context = await browser.newContext(screen);
      const player = await Player.open(context, board.url, { touches: Boolean(screen.hasTouch), isNew: state === 'first-visit' });
      await comes(player, board);
      await player.page.evaluate(() => scrollTo(0, 0));
      // What glides comes to rest.
      await player.page.waitForFunction(() => document.getAnimations().every((it) => it instanceof CSSAnimation));
      await player.page.screenshot({ path: join(folder, `${state}-${size}.png`) });
      await context.close();
      if (state === 'gone') board = await board.again();
    }
  }
  await board.stop();
}

const folder = process.argv[2];
const board = await Program.start();
const browser = await launch();
try {
  const player = await Player.open(await makeStoppable(await browser.newContext(SCREEN)), board.url);
  await board.begin();
  await play(player);
  await shoot(player, join(folder ?? import.meta.dirname, 'board.png'));
  await player.page.close();
  if (folder) await shootAll(browser, folder);
} finally {
  await browser.close();
  await board.stop();
}
