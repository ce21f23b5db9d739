// usage: node offline.test.mjs APOTHECARY [--only WORD]
// Without a network: pages that are kept after one visit, and moves that are sent later, once.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { POLL, square } from './support/play.mjs';
import { api, finish, newGame, person, shot } from './support/world.mjs';
import { run, test } from './suite.mjs';

const LIMIT_BYTES = 700000;

/** The bytes that a browser gets from an address. */
const sizeOf = url => new Promise((done, fail) => {
  get(url, { headers: { 'Accept-Encoding': 'gzip, br' } }, answer => {
    let size = 0;
    answer.on('data', piece => { size += piece.length; });
    answer.on('end', () => done(size));
  }).on('error', fail);
});

/** A visitor whose browser has kept what it keeps. */
async function visitor() {
  const guest = await person({ serviceWorkers: 'allow' });
  await guest.page.goto('/about');
  // What an older version has left.
  await guest.page.evaluate(() => caches.open('apothecary /static/0123456789abcdef'));
  await guest.page.evaluate(() => navigator.serviceWorker.ready);
  await guest.page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, POLL);
  return guest;
}

test('rules, lessons, analysis and problems after one visit, and light', async () => {
  const guest = await visitor(), { page, context } = guest;
  const kept = await page.evaluate(async () => {
    const [name, ...others] = await caches.keys();
    if (others.length > 0)
      throw new Error(`still there: ${others}`);
    return (await (await caches.open(name)).keys()).map(({ url }) => url);
  });
  const sizes = await Promise.all(kept.map(sizeOf));
  const bytes = sizes.reduce((sum, size) => sum + size);
  console.log(`kept: ${Math.round(bytes / 1000)} kB as sent`);
  assert.ok(bytes > 100000 && bytes < LIMIT_BYTES, `${bytes} bytes`);
  await context.setOffline(true);
  await page.goto('/analysis#v=modern&n=14');
  await page.waitForSelector('#board .apo-piece');
  await square(page, 'e3').click();
  await square(page, 'e5').click();
  await page.waitForSelector('#moves .move');
  await page.check('#engine-on');
  await page.waitForSelector('.engine-score', { timeout: 20000 });
  await page.goto('/rules/alert');
  await page.waitForSelector('#pieces-board .apo-piece');
  await page.goto('/learn/modern');
  assert.ok(await page.locator('main a').count() > 5);
  await page.goto('/problems');
  // A game's page is never an old one.
  await page.goto('/game/whatever');
  await page.waitForSelector('text=You are offline');
  await shot(page, 'offline');
  await context.setOffline(false);
  await page.goto('/about');
  assert.equal(await page.locator('text=You are offline').count(), 0);
  await guest.close();
});

test('a move made offline is sent later, and once', async () => {
  const one = await person({ serviceWorkers: 'allow' }), other = await person();
  await one.page.goto('/about');
  await other.page.goto('/about');
  const { id, link } = await newGame(one.page, { variant: 'chess', opponent: { kind: 'link' },
    clock: { kind: 'days', days: 3 } });
  await api(other.page, `/api/games/${id}/join`, { secret: link.split('/').at(-1) });
  await one.page.evaluate(() => localStorage.setItem('apothecary.settings',
    JSON.stringify({ confirm: 'never' })));
  await one.page.goto(`/game/${id}`);
  await one.page.waitForSelector('#board .apo-piece');
  await one.context.setOffline(true);
  await square(one.page, 'e2').click();
  await square(one.page, 'e4').click();
  await one.page.waitForSelector('text=Your move is kept');
  assert.equal((await api(other.page, `/api/games/${id}`)).ply, 0);
  // The answer to it is lost the first time: it is sent again, with the same key.
  await one.context.setOffline(false);
  let lost = 0;
  await one.page.route(`**/api/games/${id}/moves`, async route => {
    if (lost++ > 0)
      return route.continue();
    await route.fetch();
    return route.abort();
  });
  await one.page.evaluate(() => dispatchEvent(new Event('online')));
  while (lost === 0)
    await one.page.waitForTimeout(50);
  await one.page.waitForTimeout(300);
  await one.page.evaluate(() => dispatchEvent(new Event('online')));
  await one.page.waitForSelector('text=Your move e2e4 was sent');
  const game = await api(other.page, `/api/games/${id}`);
  assert.deepEqual(game.moves.map(({ text }) => text), ['e2e4']);
  assert.equal(await one.page.evaluate(() => localStorage.getItem('apothecary.unsent')), '[]');
  await one.close();
  await other.close();
});

await run(finish);
