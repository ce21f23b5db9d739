// usage: node teams.test.mjs APOTHECARY [--only WORD]
// Team matches, series, and players who follow each other: the pages.
import assert from 'node:assert/strict';
import { PHONE, api, clickThrough, finish, person, seriousFindings, shot }
  from './support/world.mjs';
import { account } from './support/accounts.mjs';
import { untilTournament as until } from './support/tournaments.mjs';
import { more, run, test } from './suite.mjs';

/** Looks at a page as a stranger with a phone does, and photographs it. */
async function look(path, name) {
  const reader = await person(PHONE);
  await reader.page.goto(path);
  assert.deepEqual(await seriousFindings(reader.page), [], name);
  assert.ok(await reader.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    `${name} is too broad`);
  await shot(reader.page, `${name}-phone`);
  await reader.close();
}

more('two teams are created, play and see the table', async () => {
  const names = ['Tess', 'Tom', 'Uma', 'Udo'];
  const people = {};
  for (const name of names)
    people[name] = await account(name);
  const { page } = people.Tess;
  await page.goto('/tournaments/new');
  await page.fill('#tournament-name', 'A friendly match');
  await page.check('input[name=system][value=teams]');
  await page.waitForSelector('#boards:visible');
  assert.equal(await page.isVisible('#players_max'), false);
  await page.fill('#boards', '2');
  await page.fill('#teams_max', '2');
  await page.selectOption('#order', 'entry');
  await clickThrough(page, '#announce');
  await page.waitForURL(/tournaments\/[^/]+$/);
  const id = page.url().split('/').pop();
  for (const [founder, friend, team] of [['Tess', 'Tom', 'The Towers'], ['Uma', 'Udo', 'United']]) {
    const own = people[founder].page, other = people[friend].page;
    await own.goto(`/tournaments/${id}`);
    await own.fill('#team-name', team);
    await clickThrough(own, 'text=Create it, as its captain');
    await other.goto(`/tournaments/${id}`);
    await clickThrough(other, `text=Join ${team}`);
    await other.waitForSelector(`.team-players >> text=${friend}`);
  }
  await page.goto(`/tournaments/${id}`);
  // The captain changes the order of the boards.
  await clickThrough(page, '[aria-label="Move Tom up one board"]');
  await page.waitForSelector('.team-players li:first-child >> text=Tom');
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'teams-open');
  await clickThrough(page, 'text=Begin now');
  const state = await until(page, id, ({ state: word }) => word === 'running');
  assert.deepEqual(state.pairings.map(({ white, black }) => [white, black]),
    [['Tom', 'Uma'], ['Udo', 'Tess']]);
  for (const { black, game } of state.pairings)
    await api(people[black].page, `/api/games/${game}/resign`, {});
  await until(page, id, ({ state: word }) => word === 'finished');
  await page.goto(`/tournaments/${id}`);
  await page.waitForSelector('text=The Towers – United');
  assert.match(await page.innerText('.tournament-teams'), /The Towers/);
  await shot(page, 'teams-over');
  await look(`/tournaments/${id}`, 'teams-over');
  for (const one of Object.values(people))
    await one.close();
});

test('a series is begun, and its organiser followed', async () => {
  const host = await account('Selma');
  const fan = await account('Fred');
  const { page } = host;
  await page.goto('/series');
  await page.fill('#series-name', 'Grand Prix of the autumn');
  await page.fill('#series-points', '5 3 1');
  await clickThrough(page, 'text=Begin it');
  await page.waitForURL(/series\/[^/]+$/);
  const path = new URL(page.url()).pathname;
  await page.waitForSelector('text=Nothing counts until a tournament is over.');
  await page.goto('/series');
  await page.waitForSelector('text=Grand Prix of the autumn');
  await shot(page, 'series-list');
  await look('/series', 'series-list');
  await look(path, 'series-empty');
  // Somebody follows the organiser.
  await fan.page.goto('/@/Selma');
  await clickThrough(fan.page, 'button:text-is("Follow")');
  await fan.page.waitForSelector('button:text-is("Unfollow")');
  await fan.page.goto('/following');
  await fan.page.waitForSelector('.followed-list >> text=Selma');
  assert.deepEqual(await seriousFindings(fan.page), []);
  await shot(fan.page, 'following');
  await clickThrough(fan.page, 'text=Unfollow');
  await fan.page.goto('/following');
  await fan.page.waitForSelector('text=Nobody yet.');
  for (const one of [host, fan])
    await one.close();
});

await run(finish);
