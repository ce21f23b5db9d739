// usage: node profile.test.mjs APOTHECARY [--only WORD]
// Profiles: ratings, their history, results, games; names lead there.
import assert from 'node:assert/strict';
import { PHONE, clickThrough, finish, person, seriousFindings, shot } from './support/world.mjs';
import { account, ratedGame, untilCounted } from './support/accounts.mjs';
import { more, run, test } from './suite.mjs';

test('a profile tells ratings, results and games, and names lead on', async () => {
  const ann = await account('Ann'), ben = await account('Ben');
  let last = '';
  for (const [winner, loser, setup] of [[ann, ben], [ben, ann], [ann, ben], [ann, ben],
    [ann, ben, { variant: 'modern', clock: { kind: 'days', days: 3 } }]])
    last = await ratedGame(winner, loser, setup);
  await untilCounted(ann.page, 'Ann', 5);
  const { page } = ann;
  await page.goto('/@/Ann');
  assert.match(await page.innerText('.profile-ratings'),
    /Alert[\s\S]*live[\s\S]*\?[\s\S]*Modern[\s\S]*days a move/);
  assert.equal(await page.locator('.chart').count(), 1);
  await page.click('.profile-history summary');
  assert.equal(await page.locator('.profile-history tbody tr').count(), 4);
  assert.match(await page.innerText('.profile-record tbody tr:nth-child(2)'),
    /Ben\s+5\s+4\s+0\s+0\s+0\s+1\s+80 %/);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'profile');
  await clickThrough(page, '.profile-ratings >> text=Modern');
  assert.match(page.url(), /variant=modern/);
  assert.match(await page.innerText('.chart-box figcaption'),
    /Modern, days a move: from 1500 to 1662/);
  await clickThrough(page, '.profile-games >> text=Ben >> nth=0');
  assert.match(page.url(), /\/@\/Ben$/);
  await shot(page, 'profile-other');
  await page.goto(`/game/${last}`);
  assert.equal(await page.innerText('.player-bottom .player-name'), 'Ann');
  // The position without scripts; these put the colour before it.
  assert.match(await page.innerText('.player-bottom .player-note'), /^(.* · )?1662 \+162$/);
  await shot(page, 'game-rated');
  // Scripts rewrite the names: a click before that would be lost.
  await page.waitForSelector('#board .apo-piece');
  // Ben is away, which would leave no space for his rating.
  assert.equal(await page.innerText('.player-top .player-note'), 'Black · 1338 −162');
  await clickThrough(page, '.player-name >> text=Ben');
  assert.match(page.url(), /\/@\/Ben$/);
  await ann.close();
  await ben.close();
});

more('a profile on a phone, in dark colours', async () => {
  const cleo = await account('Cleo', { ...PHONE, colorScheme: 'dark' }), dan = await account('Dan');
  for (let i = 0; i < 3; i++)
    await ratedGame(dan, cleo);
  await untilCounted(cleo.page, 'Cleo', 3);
  await cleo.page.goto('/@/cleo');
  assert.ok(await cleo.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await seriousFindings(cleo.page), []);
  await shot(cleo.page, 'profile-phone');
  await cleo.close();
  await dan.close();
});

test('players: by game and clock, and by the beginning of a name', async () => {
  const eve = await account('Evelyn');
  const { page } = eve;
  await clickThrough(page, '.site-footer >> text=Players');
  await page.selectOption('#variant', 'modern');
  await page.selectOption('#clock', { index: 1 });
  await clickThrough(page, 'main >> text=Show');
  assert.equal(await page.inputValue('#variant'), 'modern');
  assert.equal(await page.locator('#clock').evaluate(list => list.selectedIndex), 1);
  await page.waitForSelector('text=Nobody has a reliable rating here yet.');
  await page.fill('#name', 'evel');
  await clickThrough(page, 'main >> text=Find');
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'players');
  await clickThrough(page, '#players >> text=Evelyn');
  assert.match(page.url(), /\/@\/Evelyn$/);
  await eve.close();
});

test('the profile of a name that nobody has is a page not found', async () => {
  const guest = await person();
  const answer = await guest.page.goto('/@/nobody');
  assert.equal(answer.status(), 404);
  await guest.close();
});

await run(finish);
