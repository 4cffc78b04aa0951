// Games on the page, with the program in process and with the image on the emulated chip behind it.
import { describe, test } from 'node:test';
import { DESKTOP, PHONE } from './browser.mjs';
import { BRAINS } from './program.mjs';
import { cut, opens, player } from './seat.mjs';

/** Where the menu has each sheet. */
const PRESETS = { standard: 'a5', booklet: 'b5', relaxed: 'c5', royal: 'd5', lemurs: 'e5' };
const SIZES = { desktop: DESKTOP, phone: PHONE };
const brains = Object.keys(BRAINS).filter((brain) => !process.env.BRAIN || process.env.BRAIN === brain);

for (const brain of brains) {
  for (const [size, screen] of Object.entries(SIZES)) {
    describe(`${brain}, ${size}`, () => {
      opens({ brain, screen, automatic: 'off' });

      test('the page says what is behind it', async () => {
        const behind = brain === 'in process' ? 'in process' : 'emulated RP2040';
        await player.until((words) => document.querySelector('#about').textContent.includes(words), behind);
      });

      test('an empty board asks for its stones, and all of them begin a game', async () => {
        await player.hears('22 white ones on the bright points and 22 black ones on the violet points');
        await player.sees('a1', 'white');
        await player.sees('e3');
        await player.press('Put all stones up');
        await player.hears('White to move');
        await player.seesLight('a1');
        await player.counts('white', 0);
      });

      test('a small game is put up stone by stone', async () => {
        await player.starts('telo');
        await player.hears('4 white ones');
        await player.sees('d2', 'white');
        for (const point of ['d2', 'e2', 'f2', 'f3', 'd3', 'd4', 'e4', 'f4']) await player.click(point);
        await player.hears('White to move');
        await player.finds('f3', 'white stone');
        await player.finds('d3', 'black stone');
        await player.counts('black', 18);
      });

      test('a capture with a choice is decided by the first stone taken off', async () => {
        await player.press('Put all stones up');
        await player.hears('White to move');
        await player.click('d3');
        await player.hears('White holds the stone of d3: set it down on e3.');
        await player.seesLight('a1', 'd3', 'e3');
        await player.click('e3');
        await player.hears('f3 ahead, lit yellow, or c3 behind, lit blue');
        await player.takes('c3', 'withdrawal');
        await player.hears('Black to move');
        await player.reads('d3e3W');
        await player.counts('black', 1);
      });

      test('a chain is played to its end and cleared afterwards', async () => {
        await player.types('new bbbb4b/b1b5b/b3b2ww/w1w5w/4b4 w');
        await player.press('Put all stones up');
        await player.hears('White to move');
        for (const [from, to] of [['c2', 'c3'], ['c3', 'b4']]) {
          await player.move(from, to);
          await player.rests(300);
        }
        await player.finds('b4', 'white stone');
        await player.click('b4');
        await player.finds('b4', 'empty');
        // A black stone stands where the white one is to land: the first click takes it off.
        await player.takes('c5', 'target');
        await player.click('c5');
        await player.finds('c5', 'white stone');
        await player.rests(300);
        for (const [from, to] of [['c5', 'd4'], ['d4', 'd3']]) {
          await player.move(from, to);
          await player.rests(300);
        }
        for (const point of ['a3', 'a5', 'c4', 'd5', 'e3']) {
          await player.takes(point, 'victim');
        }
        await player.hears('Black to move');
        await player.reads('c2c3Ab4Ac5Wd4Ad3W');
      });

      test('a stone on a wrong point is shown, and put right', async () => {
        await player.press('Put all stones up');
        await player.hears('White to move');
        await player.move('a1', 'e3');
        await player.hears('Something is wrong: no line from a1 to e3. Put back a white stone on a1; take the stone on e3 off, which does not belong there.');
        await player.sees('a1', 'missing');
        await player.takes('e3', 'extra');
        await player.hears('This stone cannot move: no line leads from it to an empty point. Put back a white stone on a1.');
        await player.sees('a1', 'missing');
        await player.click('a1');
        await player.hears('White to move');
        await player.reads();
      });

      test('a turn is taken back by restoring the stones', async () => {
        await player.press('Put all stones up');
        await player.hears('White to move');
        await player.move('d3', 'e3');
        await player.takes('f3', 'approach');
        await player.reads('d3e3A');
        await player.counts('black', 1);
        await player.page.locator('#tray-black').click();
        await player.counts('black', 0);
        await player.click('f3');
        await player.hears('To take the last turn back: put back a white stone on d3; take the stone on e3 off.');
        await player.move('e3', 'd3');
        await player.hears('White to move');
        await player.reads();
        await player.counts('black', 0);
      });

      test('a riatra is followed by a vela', async () => {
        await player.types('rules vela=nearest series=until-loser-wins');
        await player.starts('telo');
        await player.hears('4 white ones');
        await player.press('Put all stones up');
        await player.hears('White to move');
        await player.move('f3', 'e3');
        await player.takes('d3', 'victim');
        await player.reads('c2b2A');
        await player.press('Resign');
        await player.answers('Resign');
        await player.hears('White has won: Black has resigned.');
        await player.press('Put all stones up');
        await player.hears('Black to move');
        await player.until(() => document.querySelector('#game-name').textContent.includes('vela, black captures'));
        await player.move('d3', 'e3');
        await player.takes('f3', 'victim');
        await player.reads('a2b2A');
      });

      for (const [preset, value] of Object.entries(PRESETS)) {
        // A finger does what a mouse does: once is enough.
        if (size === 'phone' && preset !== 'lemurs') continue;
        test(`a match by ${preset} with stones alone: chosen, cut, given up, and what follows`, async () => {
          await player.puts('white', 'e3');
          await player.hears('Put a second stone on a lit point to choose it');
          for (const point of [value, 'a4']) {
            await player.puts('black', point);
            await player.sees(point, 'chosen');
            await player.clears(point, 'black');
          }
          await player.clears('e3', 'white');
          await player.hears('4 white ones');
          for (const point of ['d2', 'e2', 'f2', 'f3', 'd3', 'd4', 'e4', 'f4']) await player.click(point);
          await player.hears('to move');
          // Who was drawn by lots plays the same, half a turn around the middle.
          const isWhite = (await player.sentence()).startsWith('White');
          const [first, second] = isWhite ? ['White', 'Black'] : ['Black', 'White'];
          const at = (point) => (isWhite ? point : `${'fed'['def'.indexOf(point[0])]}${6 - point[1]}`);
          await player.move(at('f3'), 'e3');
          await player.takes(at('d3'), 'victim');
          await player.hears(`${second} to move`);
          await player.move(at('d4'), at('d3'));
          await player.takes(at('d2'), 'victim');
          await player.hears(`${first} to move`);
          await cut(() => player.hears('The board has gone'));
          await player.hears(`${first} to move`);
          // The start is put up again, and the second player gives up.
          await player.move(at('d3'), at('d4'));
          await player.move('e3', at('f3'));
          await player.puts(first.toLowerCase(), at('d2'));
          await player.puts(second.toLowerCase(), at('d3'));
          await player.hears('This is a start position.');
          await player.click(at('f4'));
          await player.hears(`${second} gives the game up`);
          await player.rests(200);
          await player.click(at('f4'));
          await player.hears(`${second} has resigned`);
          const follows = preset === 'standard' ? 'White' : second;
          await player.hears(`${follows} to move`);
          await player.until((expected) => document.querySelector('#game-name').textContent.includes('vela') === expected, preset !== 'standard');
        });
      }

      test('the end is told, and the next game begins when the stones stand again', async () => {
        await player.types('new 3/3/w1b w');
        await player.press('Put all stones up');
        await player.hears('White to move');
        await player.move('d2', 'e2');
        await player.takes('f2', 'victim');
        await player.hears('White has won: Black has no stone left. Put the stones up for the next game.');
        await player.until(() => document.querySelector('#result').textContent === 'White has won: Black has no stone left.');
        await player.press('Put all stones up');
        await player.hears('White to move');
        await player.reads();
      });
    });
  }
}
