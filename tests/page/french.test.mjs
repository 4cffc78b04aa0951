// The page in French: chosen by the browser or by hand, played, whole, and open to everybody.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { DESKTOP, PHONE, launch } from './browser.mjs';
import { Player } from './player.mjs';
import { Program } from './program.mjs';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** French, with the spaces before its marks that no line breaks at. */
const fr = (text) => text.replaceAll(/ ([:;?!])/g, '\u00a0$1');
const FRENCH = { ...DESKTOP, locale: 'fr-FR' };

let browser;
let board;
let context;

before(async () => {
  browser = await launch();
  board = await Program.start(process.env.BRAIN);
});
after(async () => {
  await browser.close();
  await board.stop();
});
beforeEach(() => board.begin('on'));
afterEach(() => context.close());

async function open(screen = FRENCH, options = {}) {
  context = await browser.newContext(screen);
  return Player.open(context, board.url, options);
}

const language = (player) => player.page.getAttribute('html', 'lang');
const titled = (player, title) => player.until((expected) => document.title === expected, title);

async function begins(player) {
  await player.page.locator('input[name=sides][value=both]').check({ force: true });
  await player.press('Commencer');
  await player.hears(fr('Aux Blancs de jouer : levez un pion pour voir où il peut aller.'));
}

/** Every word that can be seen or is read out, and where it stands; the console speaks English, which is a contract. */
function words() {
  const found = [];
  const add = (text, where) => {
    for (const word of text?.match(/\p{L}[\p{L}\d-]*/gu) ?? []) found.push([word.toLowerCase(), `${where}: ${text.trim()}`]);
  };
  add(document.title, 'title');
  for (const element of document.body.querySelectorAll('*')) {
    if (element.closest('#log, [lang]:not(html)')) continue;
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.data, element.tagName);
    for (const name of ['aria-label', 'title', 'alt']) add(element.getAttribute(name), `${element.tagName} ${name}`);
    for (const pseudo of ['::before', '::after']) {
      const { content } = getComputedStyle(element, pseudo);
      if (content.startsWith('"')) add(content, `${element.tagName}#${element.id} ${pseudo}`);
    }
  }
  return found;
}

test('a French browser gets a French page, on which a turn is played to its end', async () => {
  const player = await open();
  assert.equal(await language(player), 'fr');
  await begins(player);
  await titled(player, 'Aux Blancs de jouer · Fanorona');
  await player.click('e2');
  await player.hears(fr('Les Blancs tiennent le pion de e2 : posez-le sur e3.'));
  await player.click('e3');
  await player.reads('e2e3A');
  await player.hears('Aux Noirs de jouer');
  await player.finds('e3', 'pion blanc');
  await player.names('button', 'Réserve, 2 pions noirs');
  await player.press('Abandonner');
  await player.answers('Abandonner');
  // How it ended is said with the same words everywhere.
  const ended = fr('Les Blancs ont gagné : les Noirs ont abandonné');
  await player.hears(`${ended}. Reposez les pions pour la partie suivante.`);
  await player.until((text) => document.querySelector('#result').textContent.startsWith(`${text}.`), ended);
  await titled(player, `${ended} · Fanorona`);
  assert.deepEqual(player.complaints, []);
});

test('what is refused or impossible is told in French', async () => {
  const player = await open();
  await begins(player);
  const refused = (text) => player.until((words) => document.querySelector('#refusal').textContent === words, text);
  await player.press('Arrêter');
  await refused('Aucun enchaînement ne peut être arrêté maintenant.');
  await player.press('Reprendre');
  await refused('Aucun coup n’a été joué.');
  await player.page.locator('[data-point=a1]').focus();
  await player.keys('w');
  await refused('Il y a déjà un pion sur a1.');
  await board.say('new b7b/9/2b1b4/2w1w3w/9 w');
  await player.finds('d2', 'vide');
  await player.hears('Aux Blancs de jouer');
  await player.click('i2');
  await player.hears(fr('Ce pion ne peut pas bouger : les Blancs doivent prendre, avec c2 ou e2. Remettez un pion blanc sur i2.'));
});

test('the language is chosen on the page, and remembered', async () => {
  const player = await open(DESKTOP);
  assert.equal(await language(player), 'en');
  const loaded = player.page.waitForEvent('load');
  await player.page.selectOption('#language', 'fr');
  await loaded;
  await player.names('button', 'Règles et lumières');
  await player.page.reload();
  assert.equal(await language(player), 'fr');
  await player.names('button', 'Commencer');
});

test('no English is left on the French page', async () => {
  const texts = await (await fetch(new URL('texts/fr.json', board.url))).json();
  const known = new Set(Object.entries(texts).filter(([key]) => !key.startsWith('?')).flatMap(([, text]) => text.toLowerCase().match(/\p{L}[\p{L}\d-]*/gu) ?? []));
  // Names, which are no words of a language: the game, its boards, points and turns.
  const isName = (word) => /^fanoron|^(tsivy|dimy|telo)$|^[a-i][1-5]([a-i][1-5]|[aw])*$|^[a-i]$/.test(word);
  const player = await open(FRENCH, { isNew: true });
  const check = async (state) => {
    const strange = (await player.page.evaluate(words)).filter(([word]) => !known.has(word) && !isName(word));
    assert.deepEqual(strange, [], state);
  };
  await player.until(() => !document.querySelector('#tour').hidden);
  await check('a first visit');
  await player.press('Faire la visite');
  await player.sees('e2', 'movable');
  await check('a lesson');
  await player.press('Quitter la visite');
  await player.hears('Aux Blancs de jouer');
  await player.press('Règles et lumières');
  await player.until(() => document.querySelectorAll('#panel .lights tbody tr').length > 10);
  await check('the rules');
  await player.keys('Escape');
  await player.click('d3');
  await player.hears('Les Blancs tiennent');
  await player.click('e3');
  await player.hears('Les Blancs choisissent');
  await check('a choice');
  await player.sees('f3', 'approach');
  await player.click('f3');
  await player.reads('d3e3A');
  await player.press('Nulle');
  await player.until(() => document.querySelector('#ask').open);
  await check('a question');
  await player.answers('Nulle');
  await player.hears(fr('La partie est nulle : d’un commun accord'));
  await check('an end');
});

test('axe-core finds nothing on the French page', async () => {
  const found = [];
  for (const screen of [FRENCH, { ...PHONE, locale: 'fr-FR' }]) {
    const player = await open({ ...screen, reducedMotion: 'reduce' });
    await begins(player);
    await player.press('Règles et lumières');
    await player.until(() => document.querySelector('#panel .lights'));
    await player.page.evaluate(axe);
    for (const key of ['', 'Escape']) {
      if (key) await player.keys(key);
      const { violations } = await player.page.evaluate(() => window.axe.run());
      found.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`)));
    }
    await context.close();
    await board.begin('on');
  }
  assert.deepEqual(found, []);
});

test('French fits at five sizes', async () => {
  const player = await open(FRENCH);
  await begins(player);
  await player.click('d3');
  await player.hears('Les Blancs tiennent');
  for (const [width, height] of [[1920, 1080], [1280, 720], [740, 360], [640, 400], [360, 740]]) {
    await player.page.setViewportSize({ width, height });
    await player.until(([w, h]) => innerWidth === w && innerHeight === h, [width, height]);
    for (const selector of ['#sentence', '#tray-black', '#board', '#tray-white', 'nav']) {
      const box = await player.page.locator(selector).boundingBox();
      const isIn = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
      assert.ok(isIn, `${selector} at ${width} × ${height}: ${JSON.stringify(box)}`);
    }
    const wide = await player.page.evaluate(() => {
      const all = [...document.querySelectorAll('header *, aside :is(button, label, legend, h2, p, summary), #sentence')];
      const cut = all.filter((it) => it.offsetParent && it.clientWidth > 0 && it.scrollWidth > it.clientWidth + 2);
      const [nav, play] = ['nav', '#play'].map((it) => document.querySelector(it).getBoundingClientRect());
      const isCovered = nav.left < play.right && nav.top < play.bottom && nav.bottom > play.top;
      return [...cut.map((it) => it.outerHTML), ...(isCovered ? ['nav lies under the board'] : []), ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : [])];
    });
    assert.deepEqual(wide, [], `${width} × ${height}`);
  }
});
