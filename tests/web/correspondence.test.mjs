// usage: node correspondence.test.mjs APOTHECARY [--only WORD]
// Correspondence play: clocks with a stock, vacation, the queue of games.
import assert from 'node:assert/strict';
import { PHONE, api, clickThrough, finish, newGame, person,
  seriousFindings, shot } from './support/world.mjs';
import { more, run, test } from './suite.mjs';
import { square } from './support/play.mjs';

const DAY = 86400000;

async function openDialog(page) {
  await page.goto('/');
  await page.click('#open-create');
  await page.waitForSelector('#start-picture .apo-piece');
  await page.check('#create input[name=opponent][value=link]', { force: true });
  await page.check('#create input[name=clock][value=stock]', { force: true });
}

more('a clock with a stock is chosen in plain words, or said in hours', async () => {
  const player = await person(PHONE);
  const { page } = player;
  await openDialog(page);
  await page.selectOption('#stock-preset', 'own');
  await page.fill('#stock-spare', '15');
  await page.fill('#stock-extra', '6');
  await page.check('#weekend');
  await page.locator('#weekend').scrollIntoViewIfNeeded();
  await shot(page, 'stock-phone');
  assert.deepEqual(await seriousFindings(page), []);
  await page.click('#create-submit');
  await page.waitForURL(/\/game\//);
  const game = await api(page, `/api/games/${page.url().split('/').pop()}`);
  const { white } = game.clock;
  assert.deepEqual([white.kind, white.spare_ms, white.grace_ms, white.extra_ms],
    ['stock', 15 * DAY, DAY, DAY / 4]);
  assert.equal(game.clock.weekend, true);
  assert.equal(game.clock.vacation, true);
  assert.match(await page.innerText('#facts'),
    /15 days in stock, 1 day a move free, \+ 6 h a move/);
  await player.close();
});

/** Two people and games between them, in which White has not moved; with clocks of the given
 * days. */
async function slowGames(...days) {
  const white = await person(), black = await person();
  await white.page.goto('/');
  await black.page.goto('/');
  const ids = [];
  for (const count of days) {
    const { id, link } = await newGame(white.page, { variant: 'modern', opponent: { kind: 'link' },
      clock: { kind: 'days', days: count } });
    await api(black.page, `/api/games/${id}/join`, { secret: link.split('#')[1] });
    await api(white.page, `/api/games/${id}/moves`, { ply: 0, move: 'd3d5' });
    await api(black.page, `/api/games/${id}/moves`, { ply: 1, move: 'e8e6' });
    ids.push(id);
  }
  return { white, black, ids };
}

more('from game to game, the most urgent first, by keys alone', async () => {
  const { white, black, ids: [slow, quick, middle] } = await slowGames(10, 1, 3);
  const { page } = white;
  await page.goto('/games');
  const order = await page.$$eval('#turn-list a',
    links => links.map(link => link.pathname.split('/').pop()));
  assert.deepEqual(order, [quick, middle, slow]);
  assert.equal(await page.innerText('.site-nav .count'), '3');
  await shot(page, 'queue');
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await page.waitForURL(new RegExp(`/game/${quick}`));
  for (const [here, next] of [[quick, middle], [middle, slow]]) {
    await page.waitForSelector('#board .apo-piece');
    await page.keyboard.press('m');
    await page.fill('#type-move', 'e3e5');
    await page.keyboard.press('Enter');
    await page.click('#confirm-move');
    await page.waitForSelector('#next-game');
    await shot(page, 'next-game');
    await page.locator('#board').focus();
    await page.evaluate(() => document.activeElement.blur());
    await page.keyboard.press('n');
    await page.waitForURL(new RegExp(`/game/${next}`));
    assert.equal((await api(page, `/api/games/${here}`)).moves.length, 3);
  }
  await white.close();
  await black.close();
});

test('lines are built on the board, stored, played, and those that no longer fit are kept',
  async () => {
    const { white, black, ids: [id] } = await slowGames(3);
    const { page } = white;
    await api(page, `/api/games/${id}/moves`, { ply: 2, move: 'e3e5' });
    await page.goto(`/game/${id}`);
    await clickThrough(page, 'text=Lines and notes');
    await page.waitForSelector('#board .apo-piece');
    await page.waitForSelector('#lines-note >> text=Make a move for your opponent');
    const play = async (from, to) => {
      await square(page, from).click();
      await square(page, to).click();
    };
    await play('f8', 'f7');
    await page.waitForSelector('#plan >> text=nothing is planned yet');
    await play('f3', 'f4');
    // Another answer takes the place of the first one; then another move of the opponent.
    await page.click('[data-step=back]');
    await play('f3', 'f5');
    await page.click('[data-step=first]');
    await play('g8', 'g7');
    await play('g3', 'g4');
    await page.waitForSelector('#plan li:nth-child(2)');
    assert.equal(await page.locator('#plan li').count(), 2);
    assert.match(await page.innerText('#plan'), /After 2… f7 you play 3\. f5\./);
    await shot(page, 'lines');
    assert.deepEqual(await seriousFindings(page), []);
    await page.click('#save-lines');
    await page.waitForSelector('#lines-state >> text=saved');
    await page.goto(`/game/${id}`);
    await api(black.page, `/api/games/${id}/moves`, { ply: 3, move: 'f8f7' });
    await page.waitForSelector('#moves .by-line');
    assert.equal((await api(page, `/api/games/${id}`)).moves.at(-1).text, 'f3f5');
    await shot(page, 'by-line');
    await black.page.goto(`/game/${id}`);
    await black.page.waitForSelector('#board .apo-piece');
    assert.equal(await black.page.locator('.by-line').count(), 0);
    await page.goto(`/game/${id}/desk`);
    await page.waitForSelector('#stray-list >> text=3. g4');
    await page.click('#stray-list .button-icon');
    await page.waitForSelector('#strays', { state: 'hidden' });
    await page.click('#save-lines');
    await page.waitForSelector('#lines-state >> text=/^saved/');
    await white.close();
    await black.close();
  });

more('notes and the analysis are stored as they are written, and only their owner reads them',
  async () => {
    const { white, black, ids: [id] } = await slowGames(3);
    const { page } = white;
    await page.goto(`/game/${id}/desk`);
    await page.waitForSelector('#note:enabled');
    await page.fill('#note', 'Keep the joker at home.');
    await page.waitForSelector('#note-state >> text=/^saved/');
    await page.check('#game-notes input[value=analysis]', { force: true });
    await page.keyboard.press('m');
    await page.fill('#type-move', 'e3e5');
    await page.keyboard.press('Enter');
    await page.waitForSelector('#analysis-state >> text=/^saved/');
    // The page is left at once; what was typed last is kept all the same.
    await page.fill('#note', 'Keep the joker at home, and the king too.');
    await page.goto('/');
    await page.goto(`/game/${id}/desk`);
    await page.waitForFunction(() => document.getElementById('note').value.endsWith('king too.'));
    await page.check('#game-notes input[value=analysis]', { force: true });
    await page.waitForSelector('#moves >> text=e5');
    await black.page.goto(`/game/${id}/desk`);
    await black.page.waitForSelector('#note:enabled');
    assert.equal(await black.page.inputValue('#note'), '');
    const stranger = await person(PHONE);
    await stranger.page.goto(`/game/${id}/desk`);
    assert.equal(await stranger.page.locator('#note').count(), 0);
    await page.setViewportSize({ width: 390, height: 844 });
    await shot(page, 'notes-phone');
    await stranger.close();
    await white.close();
    await black.close();
  });

more('a vacation begins and ends on the page of games; the opponent sees it', async () => {
  const { white, black, ids: [id] } = await slowGames(2);
  await white.page.goto('/games');
  await white.page.fill('#vacation-days', '5');
  await white.page.click('#vacation-button');
  await white.page.waitForSelector('#vacation-words >> text=You are on vacation');
  await shot(white.page, 'vacation');
  await black.page.goto(`/game/${id}`);
  await black.page.waitForSelector('.player-note >> text=on vacation');
  await shot(black.page, 'vacation-seen');
  await white.page.click('#vacation-button');
  await white.page.waitForSelector('#vacation-words >> text=You have 29 days');
  await white.close();
  await black.close();
});

more('a clock that rests at the weekend says so', async () => {
  const { white, black, ids: [id] } = await slowGames(3);
  const { page } = black;
  // On any day: the server's answer is that of a Saturday.
  await page.route(url => url.pathname === `/api/games/${id}`, async route => {
    const answer = await route.fetch(), game = await answer.json();
    await route.fulfill({ response: answer,
      json: { ...game, seq: game.seq + 1, clock: { ...game.clock, is_resting: true } } });
  });
  await page.goto(`/game/${id}`);
  await page.waitForSelector('.player.is-turn .player-note >> text=weekend');
  await white.close();
  await black.close();
});

test('reminders are chosen on a page of the account, without a script', async () => {
  const player = await person(PHONE);
  const { page } = player;
  await page.goto('/');
  await api(page, '/api/register', { name: `Minder_${Date.now() % 1e7}`,
    password: 'correct horse' });
  await page.goto('/account');
  await clickThrough(page, 'text=Reminders before your time is up');
  assert.equal(await page.isChecked('[name=before_24]'), true);
  await page.check('[name=before_72]');
  await page.check('[name=before_6]');
  await shot(page, 'reminders');
  assert.deepEqual(await seriousFindings(page), []);
  await clickThrough(page, '#reminders button');
  assert.match(page.url(), /\/account$/);
  assert.deepEqual((await api(page, '/api/reminders')).hours, [72, 24, 6]);
  await player.close();
});

await run(finish);
