// usage: node computer.test.mjs APOTHECARY [--only WORD]
// A visitor without an account plays the computer.
import assert from 'node:assert/strict';
import { PHONE, api, finish, person, shot } from './support/world.mjs';
import { more, run, test } from './suite.mjs';
import { makeMove, openRules, square, untilPly } from './support/play.mjs';

async function gameOf(page) {
  await page.waitForURL(/\/game\//);
  return api(page, `/api/games/${new URL(page.url()).pathname.split('/').pop()}`);
}

test('two clicks into a game of modern against the computer', async () => {
  const visitor = await person();
  const { page } = visitor;
  await page.goto('/');
  await page.click('#play-computer');
  const game = await gameOf(page);
  assert.equal(game.variant, 'modern');
  assert.ok(game.start.number >= 1 && game.start.number <= 24);
  assert.ok([game.white.kind, game.black.kind].includes('computer'));
  const session = openRules('modern');
  if (game.you === 'black')
    await untilPly(page, 1);
  const { moves, start } = await gameOf(page);
  session.setFen(start.fen);
  moves.forEach(({ text }) => session.play(text));

  // All legal moves of a piece are shown.
  const [{ from }] = session.moves();
  await square(page, from).click();
  const shown = await page.locator('#board .apo-under .apo-target, #board .apo-over .apo-target')
    .count();
  assert.ok(shown >= new Set(session.movesOf(from).map(({ to }) => to)).size);
  await square(page, from).click();

  await makeMove(page, session, session.moves().at(-1).text);
  await untilPly(page, moves.length + 2);
  await shot(page, 'computer-desktop');
  await visitor.close();
});

more('a game against the computer, put together in the dialog, on a phone', async () => {
  const visitor = await person({ ...PHONE, colorScheme: 'dark' });
  const { page } = visitor;
  await page.goto('/');
  await page.tap('#open-create');
  await page.selectOption('#create-variant', 'classic');
  // A person who has not chosen a level begins with the easiest.
  assert.equal(await page.inputValue('#play-level'), '1');
  assert.equal(await page.inputValue('#level'), '1');
  await page.fill('#level', '2');
  await page.locator('#create input[name=start][value=number]').tap();
  await page.fill('#start-number', '7');
  await page.locator('#create input[name=color][value=white]').tap();
  await shot(page, 'create-phone-dark');
  await page.tap('#create-submit');
  const game = await gameOf(page);
  assert.deepEqual([game.variant, game.start.number, game.you], ['classic', 7, 'white']);
  const session = openRules('classic');
  session.setFen(game.start.fen);
  await makeMove(page, session, 'e3e5', { isTouch: true });
  await untilPly(page, 2);
  await shot(page, 'computer-phone-dark');
  // Coordinates are beside the board, clear of the pieces, and all visible.
  for (const label of await page.locator('#board .apo-coordinates text:not(.gone)').all()) {
    const words = await label.textContent();
    const isAlone = await label.evaluate(node => {
      const at = node.getBoundingClientRect();
      const squares = [...document.querySelectorAll('#board .apo-square:not(.gone)')].map(each =>
        each.getBoundingClientRect());
      const free = 0.75; // of a pixel: a digit's box is wider than its ink
      return at.left >= -free && !squares.some(box => at.left < box.right - free
        && at.right > box.left + free
        && at.top + at.height / 4 < box.bottom - free && at.bottom - at.height / 4 > box.top +
          free);
    });
    assert.ok(isAlone, `"${words}" is on a square, or off the page`);
  }
  // The level is remembered.
  await page.goto('/');
  assert.equal(await page.inputValue('#play-level'), '2');
  await visitor.close();
});

test('without the server: the end by the count is announced, and said to the player', async () => {
  const visitor = await person();
  const { page } = visitor;
  const fen = '**********/9k/10/10/10/10/10/10/10/10/4KQ4/********** w - - -- - - 199 130';
  await page.goto('/about');
  await page.evaluate(start => {
    localStorage['apothecary.solo'] = JSON.stringify([{ id: 'one', variant: 'modern',
      definition: '', name: 'Modern', start: 1, level: 1, fen: start, you: 'white', moves: [],
      result: null, began: 1 }]);
  }, fen);
  await page.goto('/solo');
  const status = words => page.waitForFunction(text =>
    document.getElementById('status').textContent === text, words);
  await status('Your move.');
  const counted = 'Advantage to you: too many moves without a capture or a pawn move';
  const move = async () => {
    await square(page, 'e1').click();
    await square(page, 'e2').click();
  };
  await move();
  await status(`This move ends the game. ${counted}. Make the move again if you want that.`);
  assert.equal(await page.locator('#moves [data-ply]').count(), 0);
  await move();
  await status(`¾–¼ · ${counted}`);
  await page.waitForFunction(text => document.getElementById('spoken').textContent.includes(text),
    counted);
  await visitor.close();
});

more('odds of two moves and of time, put together in the dialog', async () => {
  const visitor = await person();
  const { page } = visitor;
  await page.goto('/?new=apothecary2&start=3');
  await page.waitForSelector('#create[open]');
  await page.selectOption('#handicap', 'move:white');
  await page.check('#create input[name=color][value=white]');
  await page.check('#create input[name=clock][value=live]');
  await page.check('#odds');
  await page.locator('#base2').fill('0');
  await shot(page, 'create-odds');
  await page.click('#create-submit');
  const game = await gameOf(page);
  assert.deepEqual([game.start.number, game.start.handicap], [3, 'move:white']);
  assert.deepEqual([game.clock.white.base_ms, game.clock.black.base_ms], [900000, 30000]);
  const session = openRules('apothecary2');
  session.setFen(game.start.fen);
  // The second move of the turn is chosen while the first is still being sent.
  let letGo;
  const isChosen = new Promise(resolve => { letGo = resolve; });
  await page.route('**/moves', async route => {
    await isChosen;
    await route.continue();
  }, { times: 1 });
  await makeMove(page, session, 'e3e5');
  await square(page, 'd3').click();
  await square(page, 'd5').click();
  letGo();
  await untilPly(page, 3);
  assert.deepEqual((await gameOf(page)).moves.slice(0, 2).map(({ text }) => text),
    ['e3e5', 'd3d5']);
  await visitor.close();
});

await run(finish);
