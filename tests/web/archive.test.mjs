// usage: node archive.test.mjs APOTHECARY [--only WORD]
// The archive in use: with and without scripts, on a desktop and on a phone.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PHONE, api, clickThrough, finish, newGame, person,
  seriousFindings, shot } from './support/world.mjs';
import { more, run, test } from './suite.mjs';

const MOVES = ['e2e4', 'e7e5', 'g1f3', 'b8c6'];

/** Waits until a game is filed. Playwright's own waiting would take the pending promise for an
 * answer. */
async function untilFiled(page, id) {
  for (let left = 300; (await api(page, `/api/archive/games/${id}`)).status !== 200; left--) {
    assert.notEqual(left, 0, `${id} was not filed`);
    await new Promise(done => setTimeout(done, 50));
  }
}

/** Two people play the moves, and Black resigns: the game's id. */
async function playedGame(moves, setup = {}) {
  const white = await person(), black = await person();
  for (const { page } of [white, black])
    await page.goto('/about');
  const { id, link } = await newGame(white.page, { variant: 'chess', opponent: { kind: 'link' },
    ...setup });
  await api(black.page, `/api/games/${id}/join`, { secret: link.split('#')[1] });
  for (const [ply, move] of moves.entries()) {
    const made = await api([white, black][ply % 2].page, `/api/games/${id}/moves`, { ply, move });
    assert.equal(made.error, undefined, JSON.stringify(made));
  }
  await api(black.page, `/api/games/${id}/resign`, {});
  const name = (await api(white.page, '/api/me')).name;
  await untilFiled(white.page, id);
  await white.close();
  await black.close();
  return { id, name };
}

// A phone scales down a page that is too wide, so the page's own width says nothing.
const noOverflow = async page =>
  await page.evaluate(() => document.documentElement.scrollWidth) <= page.viewportSize().width;

test('a reader without scripts finds a game by player, result and first moves', async () => {
  const { id, name } = await playedGame(MOVES);
  const reader = await person({ javaScriptEnabled: false });
  const { page } = reader;
  await page.goto('/archive');
  await page.fill('#player', name);
  await page.selectOption('#result', '1-0');
  await clickThrough(page, 'text=Search');
  assert.equal(await page.locator(`#archive-list a[href="/game/${id}"]`).count(), 1);
  await page.goto('/archive');
  await page.selectOption('#variant', 'chess');
  await page.click('summary:has-text("More search options")');
  await page.fill('#moves', '1. e4 e5 2. Nf3 Nc6');
  await clickThrough(page, 'text=Search');
  const found = page.locator(`#archive-list a[href="/game/${id}"]`);
  assert.match(await found.textContent(), /1\. e4 e5 2\. Nf3 Nc6/);
  await shot(page, 'archive-found-desktop');
  await page.goto('/archive?variant=chess&result=1/2-1/2');
  assert.match(await page.textContent('main'), /No games found/);
  await reader.close();
});

more('the first moves can be played on a small board', async () => {
  const { id } = await playedGame(MOVES);
  const reader = await person();
  const { page } = reader;
  await page.goto('/archive?variant=chess');
  await page.click('summary:has-text("More search options")');
  await page.click('summary:has-text("Play the first moves")');
  for (const [from, to] of [['e2', 'e4'], ['e7', 'e5']]) {
    await page.click(`#archive-board-place [data-square="${from}"]`);
    await page.click(`#archive-board-place [data-square="${to}"]`);
  }
  await page.waitForFunction(() => document.getElementById('moves').value === 'e4 e5');
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'archive-board-desktop');
  await page.click('#archive-back');
  assert.equal(await page.inputValue('#moves'), 'e4');
  await clickThrough(page, 'text=Search');
  assert.match(page.url(), /moves=e4$/);
  assert.ok(await page.locator(`a[href="/game/${id}"]`).count() >= 1);
  await reader.close();
});

more('the analysis board shows what was played, and leads to the games', async () => {
  const { id } = await playedGame(MOVES);
  const reader = await person();
  const { page } = reader;
  await page.goto('/analysis?variant=chess');
  await page.waitForSelector('#board .apo-piece');
  await page.click('#explorer summary');
  await page.click('#explorer-moves button:has-text("e4")');
  await page.waitForSelector('#explorer-moves button:has-text("e5")');
  assert.match(await page.textContent('#moves'), /e4/);
  assert.match(await page.getAttribute('#explorer-moves svg', 'aria-label'), /White won \d+/);
  assert.deepEqual(await seriousFindings(page), []);
  await page.locator('#explorer').scrollIntoViewIfNeeded();
  await shot(page, 'explorer-desktop');
  await clickThrough(page, '#explorer-games');
  assert.match(page.url(), /\/archive\?/);
  assert.ok(await page.locator(`a[href="/game/${id}"]`).count() >= 1);
  await reader.close();
});

test('beside a game that is over: what others played; its own move leads on', async () => {
  await playedGame(['d2d4', 'd7d5']);
  const { id } = await playedGame(MOVES);
  const reader = await person();
  const { page } = reader;
  await page.goto(`/game/${id}`);
  await page.click('#explorer summary');
  await page.click('[data-step="first"]');
  await page.click('#explorer-moves button:has-text("e4")');
  await page.waitForSelector('.move[aria-current]:has-text("e4")');
  await page.waitForSelector('#explorer-moves button:has-text("e5")');
  assert.deepEqual(await seriousFindings(page), []);
  await page.locator('#explorer').scrollIntoViewIfNeeded();
  await shot(page, 'explorer-game');
  await page.click('[data-step="first"]');
  await clickThrough(page, '#explorer-moves button:has-text("d4")');
  await page.waitForSelector('#moves .move[aria-current]:has-text("d4")');
  assert.match(page.url(), /\/analysis#v=chess/);
  await reader.close();
});

more('beside the analysis: the name of the start, and what the engine begins with', async () => {
  const reader = await person();
  const { page } = reader;
  await page.goto('/analysis#v=modern&n=14');
  await page.waitForSelector('#board .apo-piece');
  await page.click('#explorer summary');
  assert.equal(await page.textContent('#explorer-start'),
    'Start 14: winged, bishops in, classic balanced');
  const book = words => page.waitForFunction(text =>
    document.getElementById('explorer-book').textContent.includes(text), words);
  await book('b4 +0.3');
  assert.match(await page.textContent('#explorer-book'), /book: *e5 \+0\.5 *f5 \+0\.5/);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'explorer-start');
  await page.click('#explorer-book button:has-text("f5")');
  await page.waitForSelector('#moves .move:has-text("f5")');
  await book('b7 +0.5');
  await page.click('#explorer-book button:has-text("b7")');
  assert.ok(await page.isVisible('#explorer-start'));
  await reader.close();
});

more('a finished game without what could not be fetched beside it', async () => {
  const { id } = await playedGame(MOVES);
  const reader = await person();
  const { page } = reader;
  const lost = new Set();
  await page.route(/\/(explorer|pictures-of-game)\.js$/, route => {
    lost.add(new URL(route.request().url()).pathname.replace(/.*\//, ''));
    return route.abort();
  });
  await page.goto(`/game/${id}`);
  await page.click('[data-step="first"]');
  while (lost.size < 2)
    await new Promise(done => setTimeout(done, 50));
  await page.waitForTimeout(200); // an error would be told by now
  await reader.close();
});

test('a game that is being played has no explorer', async () => {
  const player = await person();
  await player.page.goto('/about');
  const { id } = await newGame(player.page, { variant: 'chess', opponent: { kind: 'link' } });
  await player.page.goto(`/game/${id}`);
  await player.page.waitForSelector('#board .apo-piece');
  assert.ok(await player.page.isHidden('#explorer'));
  await player.close();
});

for (const [look, options] of [['desktop-light', {}], ['desktop-dark', { colorScheme: 'dark' }],
  ['phone-light', PHONE]]) {
  more(`archive and statistics, ${look}`, async () => {
    await playedGame(MOVES);
    await playedGame(['d2d4', 'd7d5']);
    const reader = await person(options);
    const { page } = reader;
    for (const [name, path] of [['archive', '/archive'], ['starts', '/archive/chess/starts']]) {
      await page.goto(path);
      assert.deepEqual(await seriousFindings(page), [], `axe on ${name}`);
      assert.ok(await noOverflow(page), `${name} is broader than the page`);
      await shot(page, `${name}-${look}`);
    }
    await reader.close();
  });
}

test('what was found is downloaded, as PGN and as lists of Game Courier', async () => {
  const { id, name } = await playedGame(MOVES);
  const reader = await person();
  const { page } = reader;
  await page.goto(`/archive?player=${encodeURIComponent(name)}`);
  await page.waitForSelector(`#archive-list a[href="/game/${id}"]`);
  for (const [words, wanted] of [['Download as PGN',
    /\[Variant "Standard"\][^]*1\. e4 e5 2\. Nf3 Nc6 1-0/i],
  ['as Game Courier lists', /e2-e4[^]*e7-e5/]]) {
    const [file] = await Promise.all([page.waitForEvent('download'), page.click(`text=${words}`)]);
    assert.match(readFileSync(await file.path(), 'utf8'), wanted);
  }
  await reader.close();
});

more('games are imported, viewed and analysed', async () => {
  const owner = await person();
  const { page } = owner;
  await page.goto('/about');
  const made = await api(page, '/api/register',
    { name: `Owner${Date.now() % 1e7}`, password: 'correct horse battery' });
  assert.equal(made.error, undefined, JSON.stringify(made));
  await page.goto('/archive');
  await clickThrough(page, 'text=Import games from files');
  await page.fill('#import-text',
    '[White "Ann"]\n[Black "Ben"]\n[Variant "chess"]\n\n1. e4 e5 2. Nf3 1-0\n\n'
    + '[Variant "chess"]\n\n1. e5 1-0\n');
  assert.deepEqual(await seriousFindings(page), []);
  await page.click('#import-button');
  await page.waitForFunction(() => document.getElementById('import-words')
    .textContent.includes('1 game added'));
  assert.match(await page.textContent('#import-faults'), /line 9, game 2/);
  await shot(page, 'archive-import-desktop');
  await clickThrough(page, 'text=My collection');
  await clickThrough(page, '#archive-list a:has-text("Ann – Ben")');
  assert.match(await page.textContent('main'), /not played here/);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'archive-game-desktop');
  await clickThrough(page, 'text=Analyse');
  await page.waitForSelector('#board .apo-piece');
  await page.waitForFunction(() => document.getElementById('moves').textContent.includes('Nf3'));
  await owner.close();
});

await run(finish);
