// How a test file begins: a browser and a board for all of its tests, and for each a board that has forgotten everything.
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { DESKTOP, launch } from './browser.mjs';
import { Player } from './player.mjs';
import { Program } from './program.mjs';

/** What a test has before it: these change with every test. */
export let browser;
export let board;
export let context;
export let player;

after(() => browser?.close());

/** Opens a page at a screen, in a browser that knows of nothing else; options of the screen and of the player. */
export async function sit(screen = DESKTOP, options = {}) {
  await context?.close();
  context = await browser.newContext(screen);
  player = await Player.open(context, board.url, { touches: Boolean(screen.hasTouch), ...options });
  return player;
}

/** Ends the board as a power cut would, has `meanwhile` looked at, and starts it again. */
export async function cut(meanwhile = () => {}) {
  await board.cut();
  await meanwhile();
  board = await board.again();
}

/**
 * Begins every test of a file, or of a `describe`: whether `automatic` hands help, what is behind the page, and at which `screen`
 * the page is opened; without one the test opens it itself.
 */
export function opens({ automatic = 'on', brain = process.env.BRAIN, screen = null, ...options } = {}) {
  before(async () => {
    browser ??= await launch();
    board = await Program.start(brain);
  });
  after(() => board.stop());
  beforeEach(async () => {
    await board.begin(automatic);
    if (screen) await sit(screen, options);
  });
  afterEach(async () => {
    const complaints = player?.complaints ?? [];
    await context?.close();
    [context, player] = [undefined, undefined];
    assert.deepEqual(complaints, []);
  });
}
