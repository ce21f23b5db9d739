// usage: node keyboard.test.mjs APOTHECARY [--only WORD]
// Everything without a mouse: into a game, on the board, by typed moves, to the end.
import assert from 'node:assert/strict';
import { tabTo, walkTo } from './support/keys.mjs';
import { api, clickThrough, finish, person, shot } from './support/world.mjs';
import { openRules, untilPly } from './support/play.mjs';
import { run, test } from './suite.mjs';

test('a game by the keyboard alone', async () => {
  const player = await person();
  const { page } = player;
  await page.goto('/');
  await page.waitForSelector('#open-create:enabled');
  await tabTo(page, 'open-create');
  await page.keyboard.press('Enter');
  await page.waitForSelector('#create[open]');
  await tabTo(page, 'create-variant');
  await page.keyboard.type('Apothecary Chess-M');
  for (let i = 0; i < 40
    && !await page.evaluate(() => document.activeElement.name === 'color'); i++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/game\//);
  await page.waitForSelector('#board .apo-piece');
  const id = new URL(page.url()).pathname.split('/').pop();
  const game = await api(page, `/api/games/${id}`);
  assert.deepEqual([game.variant, game.you], ['modern', 'white']);

  // With the cursor on the board.
  await page.keyboard.press('b');
  await walkTo(page, 'e3');
  await page.keyboard.press('Enter');
  await walkTo(page, 'e5');
  await shot(page, 'keyboard');
  await page.keyboard.press('Enter');
  await untilPly(page, 2);

  // By typing.
  const session = openRules('modern');
  session.setFen((await api(page, `/api/games/${id}`)).fen);
  await page.keyboard.press('m');
  await page.keyboard.type('Zz9');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.getElementById('type-answer').textContent !== '');
  await page.fill('#type-move', session.moves()[0].san);
  await page.keyboard.press('Enter');
  await untilPly(page, 4);
  assert.match(await page.innerText('#words-position'), /White: king/);
  assert.match(await page.innerText('#words-events'), /Black: /);

  // Through the moves and back.
  await page.keyboard.press('Escape');
  await page.locator('#moves').focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelectorAll('#moves [aria-current]').length === 0);
  await page.keyboard.press('End');
  await page.waitForSelector('#moves [data-ply="4"][aria-current]');

  // And out.
  for (let i = 0; i < 40
    && await page.evaluate(() => document.activeElement.textContent) !== 'Resign'; i++)
    await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.move-end');
  await player.close();
});

const BOARDS = ['/analysis?variant=modern', '/learn/modern/joker', '/editor#v=modern',
  '/rules/modern', '/problems'];

test('b leads to the board of each page, and i says what a piece is', async () => {
  const guest = await person(), { page } = guest;
  for (const path of BOARDS) {
    await page.goto(path);
    if (path === '/problems')
      await clickThrough(page, '.problem-list a >> nth=0');
    await page.waitForSelector('#board .apo-piece, #rules-board .apo-piece');
    await page.keyboard.press('b');
    const focused = await page.evaluate(() => document.activeElement.dataset.square ?? null);
    assert.notEqual(focused, null, path);
  }
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  assert.match(await page.innerText('.keys >> nth=1'), /\bi\b.*what the piece is/);
  await guest.close();
});

await run(finish);
