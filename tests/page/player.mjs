// Somebody in front of the page, with a mouse, a finger or a keyboard.
import assert from 'node:assert/strict';
import { PATIENCE } from './program.mjs';

/** One page and who uses it. */
export class Player {
  /** Opens the page and waits for its first light. `touches`: whether fingers are used; `isNew`: who has never been here. */
  static async open(context, url, { touches = false, isNew = false } = {}) {
    const page = await context.newPage();
    if (!isNew) await page.addInitScript(() => localStorage.setItem('visited', 'yes'));
    const player = new Player(page, touches);
    page.on('pageerror', (error) => player.complaints.push(String(error)));
    // A board that was ended cannot be reached: that the page says itself.
    const isComplaint = (message) => message.type() === 'error' && !message.text().includes('ERR_CONNECTION');
    page.on('console', (message) => isComplaint(message) && player.complaints.push(message.text()));
    await page.goto(url);
    await player.until(() => document.querySelector('#sentence').dataset.phase);
    return player;
  }

  constructor(page, touches) {
    this.page = page;
    this.touches = touches;
    /** What the browser complained about. */
    this.complaints = [];
  }

  /** Waits until something holds on the page. */
  until(holds, argument) {
    return this.page.waitForFunction(holds, argument, { timeout: PATIENCE, polling: 20 });
  }

  /** Waits until the sentence says this. */
  async hears(text) {
    await this.until((words) => document.querySelector('#sentence').textContent.includes(words), text).catch(async () => {
      assert.fail(`expected "${text}", the page says "${await this.sentence()}"`);
    });
  }

  /** Waits until these turns are listed. */
  async reads(...turns) {
    const listed = () => [...document.querySelectorAll('#turns li')].map((item) => item.textContent).join(' ');
    const isListed = (expected) => [...document.querySelectorAll('#turns li')].map((item) => item.textContent).join(' ') === expected;
    await this.until(isListed, turns.join(' ')).catch(async () => {
      assert.fail(`expected ${turns}, the page lists ${await this.page.evaluate(listed)}`);
    });
  }

  /** Waits until a point has this cue; none if it is dark. */
  async sees(point, cue = '') {
    await this.until(([name, word]) => document.querySelector(`[data-point=${name}]`).dataset.cue === word, [point, cue]);
  }

  /** Waits until exactly these points are lit, whatever their motion. */
  async seesLight(...points) {
    const lit = (names) => {
      const element = (name) => document.querySelector(`[data-point=${name}] .light`);
      window.seen ??= {};
      for (const { dataset } of document.querySelectorAll('.point')) {
        if (Number(element(dataset.point).style.getPropertyValue('--level')) > 0) window.seen[dataset.point] = performance.now();
      }
      const recently = Object.keys(window.seen).filter((name) => performance.now() - window.seen[name] < 1000);
      return recently.sort().join() === names;
    };
    await this.page.evaluate(() => delete window.seen);
    await this.until(lit, points.sort().join());
  }

  sentence() {
    return this.page.textContent('#sentence');
  }

  /** Waits until this is on a point: `white stone`, `black stone`, `stone` for either, or `empty`. */
  async finds(point, what) {
    const label = (name) => document.querySelector(`[data-point=${name}]`).ariaLabel.split(', ')[1];
    const isThere = ([name, words]) => document.querySelector(`[data-point=${name}]`).ariaLabel.split(', ')[1].endsWith(words);
    await this.until(isThere, [point, what]).catch(async () => {
      assert.fail(`expected ${what} on ${point}, the page has ${await this.page.evaluate(label, point)}`);
    });
  }

  /** Waits until so many stones of a colour are in the tray. */
  async counts(side, number) {
    const isSo = ([name, count]) => document.querySelector(`#tray-${name}`).dataset.count === `${count}`;
    await this.until(isSo, [side, number]).catch(async () => {
      const count = await this.page.getAttribute(`#tray-${side}`, 'data-count');
      assert.fail(`expected ${number} stones in the tray of ${side}, the page has ${count}`);
    });
  }

  /** Waits until an element with this role has this name, and is the only one. */
  async names(role, name) {
    await this.page.getByRole(role, { name, exact: true }).waitFor({ timeout: PATIENCE });
  }

  /** Where a point is on the screen. */
  async place(point) {
    await this.page.locator('#board').scrollIntoViewIfNeeded();
    const { x, y, width, height } = await this.page.locator(`[data-point=${point}]`).boundingBox();
    return [x + width / 2, y + height / 2];
  }

  /** Clicks a point, or touches it, once it shows this cue: what a click does depends on it. */
  async takes(point, cue) {
    await this.sees(point, cue);
    await this.click(point);
    await this.finds(point, 'empty');
  }

  /** Clicks a point, or touches it. */
  async click(point) {
    const [x, y] = await this.place(point);
    if (this.touches) await this.page.touchscreen.tap(x, y);
    else await this.page.mouse.click(x, y);
  }

  /** Takes a stone from one point to another by two clicks or taps. */
  async move(from, to) {
    await this.finds(from, 'stone');
    await this.click(from);
    await this.finds(from, 'empty');
    await this.click(to);
    await this.finds(to, 'stone');
  }

  /** Lifts a stone and sets it down where it stood. */
  async taps(point) {
    await this.finds(point, 'stone');
    await this.click(point);
    await this.finds(point, 'empty');
    await this.rests(200);
    await this.click(point);
    await this.finds(point, 'stone');
  }

  /** Takes a stone of a side from its tray to a point. */
  async puts(side, point) {
    await this.#touch(`#tray-${side}`);
    await this.until((name) => document.querySelector(`#tray-${name}`).dataset.count !== '22', side);
    await this.click(point);
    await this.finds(point, `${side} stone`);
  }

  /** Takes a stone from its point to the tray of its side. */
  async clears(point, side) {
    await this.finds(point, `${side} stone`);
    await this.click(point);
    await this.finds(point, 'empty');
    await this.#touch(`#tray-${side}`);
  }

  async #touch(selector) {
    const place = this.page.locator(selector);
    if (this.touches) await place.tap();
    else await place.click();
  }

  /** Drags a stone from one point to another; `steps` is the number of moves of the mouse. */
  async drag(from, to, steps = 8) {
    const { mouse } = this.page;
    await this.finds(from, 'stone');
    await mouse.move(...(await this.place(from)));
    await mouse.down();
    await mouse.move(...(await this.place(to)), { steps });
    await mouse.up();
  }

  /** Presses a button by its words. */
  press(name) {
    return this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Starts a game on a board, by who `You play`; against the board at a level. */
  async starts(board, sides = 'both', level = '1') {
    await this.page.locator(`input[name=sides][value=${sides}]`).check({ force: true });
    await this.page.locator(`input[name=board][value=${board}]`).check({ force: true });
    await this.page.selectOption('#level', level);
    await this.press('Start');
  }

  /** Answers the question whether something is to be lost. */
  async answers(name) {
    await this.page.locator('#ask').getByRole('button', { name, exact: true }).click();
  }

  /** Presses keys one after another. */
  async keys(...keys) {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Types a line into the console in its drawer. */
  async types(line) {
    if (!(await this.page.locator('#line').isVisible())) await this.page.click('#drawer summary');
    await this.page.fill('#line', line);
    await this.page.press('#line', 'Enter');
  }

  /** Lets time go by: for a pause of the hands, never to wait for an answer. */
  rests(milliseconds) {
    return this.page.waitForTimeout(milliseconds);
  }
}
