// usage: node tournament.test.mjs APOTHECARY [--only WORD]
// Tournaments: announced, joined, played, viewed.
import assert from 'node:assert/strict';
import { PHONE, api, clickThrough, finish, person,
  seriousFindings, shot } from './support/world.mjs';
import { account } from './support/accounts.mjs';
import { untilTournament as until } from './support/tournaments.mjs';
import { more, run, test } from './suite.mjs';
import { makeMove, openRules, untilPly } from './support/play.mjs';

const DAY = 24 * 3600 * 1000;

const running = state => state.pairings.filter(({ state: word }) => word === 'running');

/** Ends a game: `quarters` are White's. */
async function end(people, pairing, quarters) {
  const white = people[pairing.white].page, black = people[pairing.black].page;
  const game = `/api/games/${pairing.game}`;
  if (quarters === 4 || quarters === 0) {
    await api(quarters === 4 ? black : white, `${game}/resign`, {});
    return;
  }
  const what = { 1: 'advantage-black', 2: 'draw', 3: 'advantage-white' }[quarters];
  const { ply } = await api(white, game);
  await api(white, `${game}/offer`, { ply, what });
  await api(black, `${game}/answer`, { what, accept: true });
}

test('four accounts play a round robin and see the crosstable', async () => {
  const names = ['Ada', 'Bert', 'Cora', 'Dirk'];
  const people = {};
  for (const name of names)
    people[name] = await account(name);
  const { page } = people.Ada;
  await page.goto('/tournaments');
  await clickThrough(page, '#main >> text=Announce a tournament');
  await page.fill('#tournament-name', 'Cup of the four');
  await page.fill('#tournament-text', 'A quick game each.');
  await page.selectOption('#order', 'entry');
  await page.fill('#starts', '17 5');
  await page.fill('#players_max', '4');
  await page.check('input[name=clock][value=stock]');
  await page.waitForSelector('#stock-preset:visible');
  await page.selectOption('#entry', 'invited');
  await page.waitForSelector('#guests:visible');
  await shot(page, 'tournament-new');
  await page.selectOption('#entry', 'open');
  await page.check('input[name=clock][value=days]');
  assert.deepEqual(await seriousFindings(page), []);
  await clickThrough(page, '#announce');
  await page.waitForSelector('#tournament');
  const id = new URL(page.url()).pathname.split('/').pop();
  assert.match(await page.innerText('#tournament'), /Registration is open: 0 of 4 places/);

  for (const name of names) {
    await people[name].page.goto('/tournaments');
    await clickThrough(people[name].page, 'text=Cup of the four');
    await people[name].page.click('text=Take part');
    await people[name].page.waitForSelector('text=Withdraw your entry');
  }
  // Others joining shows without reloading.
  await page.waitForSelector('.tournament-table >> text=Dirk');
  await shot(page, 'tournament-open');
  await page.click('text=Begin now');
  await page.waitForSelector('text=Round 1 of 3 is being played.');

  // One game on the board: Ada and Dirk each make a move, then Dirk resigns.
  await clickThrough(page, 'text=Your game with White against Dirk, round 1');
  await page.waitForSelector('#board .apo-piece');
  const gameId = new URL(page.url()).pathname.split('/').pop();
  const session = openRules('alert');
  session.setFen((await api(page, `/api/games/${gameId}`)).start.fen);
  await makeMove(page, session, session.moves()[0].text);
  await untilPly(page, 1);
  await clickThrough(page, '#facts >> text=tournament');
  await page.waitForSelector('#tournament');

  const results = { 'Ada-Dirk': 4, 'Bert-Cora': 1, 'Dirk-Cora': 2, 'Ada-Bert': 3, 'Bert-Dirk': 4,
    'Cora-Ada': 0 };
  for (let round = 1; round <= 3; round++) {
    const state = await until(page, id, now => now.round === round && running(now).length === 2);
    for (const pairing of running(state))
      await end(people, pairing, results[`${pairing.white}-${pairing.black}`]);
  }
  await page.waitForSelector('text=It is over: Ada has won.');
  const state = await until(page, id, now => now.state === 'finished');
  assert.deepEqual(state.table.map(({ name, quarters }) => [name, quarters]),
    [['Ada', 11], ['Bert', 6], ['Cora', 5], ['Dirk', 2]]);
  assert.match(await page.innerText('.tournament-cross tbody tr:nth-child(1)'),
    /1\s+Ada\s+¾\s+1\s+1\s+2¾/);
  assert.match(await page.innerText('.tournament-rounds'), /Round 2[\s\S]*Dirk – Cora\s+½–½/);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'tournament-over');
  await clickThrough(page, '.tournament-cross >> text=¾');
  assert.match(page.url(), /\/game\//);
  for (const name of names)
    await people[name].close();
});

more('a Swiss tournament on a phone, in the dark; by the keyboard', async () => {
  const names = ['Emil', 'Fay', 'Gus', 'Hedy', 'Ida'];
  const people = { Emil: await account('Emil', { ...PHONE, colorScheme: 'dark' }) };
  for (const name of names.slice(1))
    people[name] = await account(name);
  const { page } = people.Emil;
  const { id } = await api(page, '/api/tournaments', { name: 'Swiss of the five', variant: 'modern',
    system: 'swiss', rounds: 3, order: 'entry', clock: { kind: 'days', days: 2 },
    closes: Date.now() + DAY,
    vacation: false });
  for (const name of names)
    await api(people[name].page, `/api/tournaments/${id}/join`, {});
  await page.goto(`/tournaments/${id}`);
  await page.focus('text=Begin now');
  // Others' actions change the page, and must not take the focus away.
  await api(people.Ida.page, `/api/tournaments/${id}/leave`, {});
  await page.waitForSelector('text=4 of 32 places are taken');
  await api(people.Ida.page, `/api/tournaments/${id}/join`, {});
  await page.waitForSelector('text=5 of 32 places are taken');
  await page.keyboard.press('Enter');
  await page.waitForSelector('text=Round 1 of 3 is being played.');
  assert.match(await page.innerText('.tournament-head'), /no vacation/);
  for (let round = 1; round <= 2; round++) {
    const state = await until(page, id, now => now.round === round && running(now).length === 2);
    for (const pairing of running(state))
      await end(people, pairing, 3);
  }
  await page.waitForSelector('text=Round 3 of 3 is being played.');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  // What decides between equals stands below the names.
  assert.ok(await page.locator('.tournament-table')
    .evaluate(table => table.scrollWidth <= table.parentElement.clientWidth));
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'tournament-swiss-phone');

  // Fay leaves, and resigns her games.
  const fay = people.Fay.page;
  await fay.goto(`/tournaments/${id}`);
  await fay.click('text=Leave the tournament…');
  await fay.check('input[value="resign"]');
  await fay.click('.tournament-more >> text="Leave"');
  await fay.waitForSelector('text=has left');
  await page.goto('/tournaments');
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'tournaments-phone');
  for (const name of names)
    await people[name].close();
});

more('an arena takes its players to their games', async () => {
  const people = { Kai: await account('Kai'), Lea: await account('Lea') };
  const { page } = people.Kai, lea = people.Lea.page;
  await page.goto('/tournaments/new');
  await page.fill('#tournament-name', 'Arena of the two');
  await page.check('input[name=system][value=arena]');
  assert.ok(await page.isDisabled('input[name=clock][value=days]'));
  await page.waitForSelector('#minutes:visible');
  await page.fill('#players_min', '2');
  await page.selectOption('#order', 'entry');
  assert.deepEqual(await seriousFindings(page), []);
  await clickThrough(page, '#announce');
  await page.waitForSelector('#tournament');
  const { pathname } = new URL(page.url());
  await lea.goto(pathname);
  for (const one of [page, lea]) {
    await one.click('text=Take part');
    await one.waitForSelector('text=Withdraw your entry');
  }
  // Not by the button: a page loaded after the first wave would stay where it is.
  const id = pathname.split('/').pop(), tab = await people.Kai.context.newPage();
  await tab.goto('/about');
  assert.equal((await api(tab, `/api/tournaments/${id}/begin`, {})).status, 200);
  await page.waitForURL('**/game/*');
  await lea.waitForURL('**/game/*');
  const [game] = running(await api(page, `/api/tournaments/${id}`));
  await end(people, game, 4);
  await until(page, id, now => now.table[0].quarters === 8);
  // The next begins at once, and looking at the table stays possible.
  await until(page, id, now => running(now).length === 1);
  await page.goto(pathname);
  await page.waitForSelector('text=New games begin until');
  assert.match(await page.innerText('.tournament-cross'), /Kai\s+2\s+2/);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'tournament-arena');
  await page.click('text="Pause"');
  await page.waitForSelector('text="Play on"');
  await page.waitForSelector('text="paused"');
  for (const one of Object.values(people))
    await one.close();
});

test('a stranger looks on, and is led to the login', async () => {
  const somebody = await account('Jon'), guest = await person();
  const { id } = await api(somebody.page, '/api/tournaments',
    { name: 'For all to see', variant: 'alert',
      clock: { kind: 'days', days: 2 }, closes: Date.now() + DAY });
  await guest.page.goto(`/tournaments/${id}`);
  await clickThrough(guest.page, '#tournament >> text=log in');
  assert.match(guest.page.url(), /\/login\?next=\/tournaments\//);
  const answer = await guest.page.goto('/tournaments/none');
  assert.equal(answer.status(), 404);
  await somebody.page.goto(`/tournaments/${id}`);
  await somebody.page.click('text=Call it off…');
  await somebody.page.click('text=Call the tournament off');
  await somebody.page.waitForSelector('text=It has been called off.');
  await somebody.close();
  await guest.close();
});

await run(finish);
