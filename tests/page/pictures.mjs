// Pictures of the page, in the folder that is named or here: board.png, which the README shows, and phone.png.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PHONE, launch } from './browser.mjs';
import { Player } from './player.mjs';
import { VirtualBoard } from './program.mjs';

const SCREEN = { viewport: { width: 1120, height: 692 } };
/** Of the 256 values of a colour every so-manieth is kept, which nobody sees and a file of half the size thanks for. */
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
    for (const point of taken) await player.click(point);
    await player.hears(i % 2 === 0 ? 'Black to move' : 'White to move');
    await player.until((count) => document.querySelectorAll('#turns li').length === count, i + 1);
  }
  await player.move(CHOICE.from, CHOICE.to);
  await player.hears('White chooses what to take');
  await player.page.mouse.move(5, 5);
}

/** Lets the lights of the pages of a context be stopped: a picture takes longer than a blink. */
async function makeStoppable(context) {
  await context.addInitScript(() => {
    const { addEventListener } = EventSource.prototype;
    EventSource.prototype.addEventListener = function (kind, listener) {
      addEventListener.call(this, kind, (event) => window.areLightsStopped || listener(event));
    };
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

/** A picture of fewer colours. */
async function coarsen(context, png) {
  const page = await context.newPage();
  const url = await page.evaluate(async ([source, step]) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
    const pen = canvas.getContext('2d');
    pen.drawImage(image, 0, 0);
    const pixels = pen.getImageData(0, 0, image.width, image.height);
    pixels.data.forEach((value, i) => {
      if (i % 4 < 3) pixels.data[i] = Math.min(Math.round(value / step) * step, 255);
    });
    pen.putImageData(pixels, 0, 0);
    return canvas.toDataURL('image/png');
  }, [`data:image/png;base64,${png.toString('base64')}`, COARSENESS]);
  await page.close();
  return Buffer.from(url.split(',')[1], 'base64');
}

const folder = process.argv[2] ?? import.meta.dirname;
const board = await VirtualBoard.start();
const browser = await launch();
try {
  const player = await Player.open(await makeStoppable(await browser.newContext(SCREEN)), board.url);
  await play(player);
  await shoot(player, join(folder, 'board.png'));
  const phone = await Player.open(await makeStoppable(await browser.newContext(PHONE)), board.url, { touches: true });
  await phone.rests(500);
  await shoot(phone, join(folder, 'phone.png'));
} finally {
  await browser.close();
  await board.stop();
}
