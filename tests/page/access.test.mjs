// Nothing that axe-core knows of keeps anybody out, in ten states of the page.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { DESKTOP, PHONE } from './browser.mjs';
import { board, opens, sit } from './seat.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

opens();

async function begin(player) {
  await player.starts('tsivy', 'both');
  await player.hears('White to move');
}

/** How each state comes about. */
const STATES = {
  'an empty board': () => {},
  'a first visit': (player) => player.until(() => !document.querySelector('#tour').hidden),
  'a lesson of the tour': async (player) => {
    await player.press('Tour');
    await player.sees('e2', 'movable');
  },
  'the rules': async (player) => {
    await player.press('Rules and lights');
    await player.until(() => document.querySelector('#panel .lights'));
  },
  'a game': begin,
  'a stone in the hand': async (player) => {
    await begin(player);
    await player.click('d3');
    await player.hears('holds');
  },
  'a choice': async (player) => {
    await begin(player);
    await player.move('d3', 'e3');
    await player.hears('chooses');
  },
  'something wrong': async (player) => {
    await begin(player);
    await player.move('a1', 'e3');
    await player.hears('wrong');
  },
  'a question': async (player) => {
    await begin(player);
    await player.move('e2', 'e3');
    await player.reads('e2e3A');
    await player.press('Resign');
    await player.until(() => document.querySelector('#ask').open);
  },
  'an end': async (player) => {
    await board.say('new 3/3/w1b w');
    await player.hears('White to move');
    await player.move('d2', 'e2');
    await player.hears('White has won');
  },
};

for (const [state, comes] of Object.entries(STATES)) {
  test(`axe-core finds nothing in ${state}`, async () => {
    const found = [];
    for (const screen of [DESKTOP, PHONE]) {
      await board.begin('on');
      const player = await sit({ ...screen, reducedMotion: 'reduce' }, { touches: false, isNew: state === 'a first visit' });
      await comes(player);
      await player.page.evaluate(axe);
      const { violations } = await player.page.evaluate(() => window.axe.run());
      found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)));
    }
    assert.deepEqual(found, []);
  });
}
