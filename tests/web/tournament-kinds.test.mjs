// usage: node tournament-kinds.test.mjs APOTHECARY [--only WORD]
// Sixteen people in tournaments of the kinds that tournament.test.mjs does not have, each from the
// invitation to the table. One uses the pages; the fifteen others are scripted. The better number
// wins each game.
import assert from 'node:assert/strict';
import { POLL, clickThrough, finish, seriousFindings, shot } from './support/world.mjs';
import { account } from './support/accounts.mjs';
import { openRules } from './support/play.mjs';
import { Scripted, openGame, scripted } from './support/scripted.mjs';
import { more, run, test } from './suite.mjs';

const NAMES = [...Array(16).keys()].map(number => `P${number}`);
const GAMES_AT_ONCE = 8;
const number = name => NAMES.indexOf(name);
let gathered = null;

/** The host, with a page, and all sixteen by name; P0 is the host without the page. */
function gather() {
  gathered ??= (async () => {
    const host = await account('P0');
    const people = { P0: new Scripted('P0') };
    await people.P0.sure('/api/login', { name: 'P0', password: 'correct horse battery' });
    for (const name of NAMES.slice(1))
      people[name] = await scripted(name);
    return { ...host, people };
  })();
  return gathered;
}

const each = (list, act) => Promise.all([...Array(GAMES_AT_ONCE).keys()].map(async first => {
  for (let at = first; at < list.length; at += GAMES_AT_ONCE)
    await act(list[at]);
}));

/** Waits until what `ask` promises is true: the server tells people after it has answered. */
async function until(ask) {
  while (!await ask())
    await new Promise(next => setTimeout(next, POLL.polling));
}

/** Announces one on its page; `fill` sees to what is special. Gives its path. */
async function announce({ page }, name, system, fill, { path = '/tournaments/new' } = {}) {
  await page.goto(path);
  await page.fill('#tournament-name', name);
  await page.check(`input[name=system][value=${system}]`);
  await page.selectOption('#order', 'entry');
  await page.selectOption('#entry', 'invited');
  await page.fill('#guests', NAMES.slice(1).join(' '));
  if (system !== 'teams')
    await page.fill('#players_max', '16');
  await fill(page);
  await clickThrough(page, '#announce');
  await page.waitForSelector('#tournament');
  return new URL(page.url()).pathname;
}

/** Each of the fifteen finds the invitation among the notices and accepts it. */
async function joinOthers({ people }, path, bodyOf = () => ({})) {
  for (const name of NAMES.slice(1)) {
    await until(async () => (await people[name].sure('/api/notices')).notices
      .some(({ kind, url }) => kind === 'tournament-invitation' && url === path));
    await people[name].sure(`/api${path}/${bodyOf(name).name ? 'found' : 'join'}`, bodyOf(name));
  }
}

/** The host joins and begins on the page, and the others come by themselves in between. */
async function begin(all, path) {
  const { page } = all;
  await page.click('text=Take part');
  await page.waitForSelector('text=Withdraw your entry');
  await joinOthers(all, path);
  await page.waitForSelector('.tournament-table >> text=P15');
  await page.click('text=Begin now');
}

/** Plays it to the end, while the page is elsewhere; `open` makes two moves first. Then the page
 * shows who has won. Gives the final state, and the ids of the games played. */
async function play({ page, people }, path, { isOpened = false, during = () => {} } = {}) {
  const done = new Set();
  await page.goto('/about');
  for (;;) {
    const state = await people.P0.sure(`/api${path}`);
    const games = state.pairings.filter(one => one.state === 'running' && !done.has(one.game));
    if (state.state === 'finished')
      return { state, done };
    await during(state, games);
    await each(games, async ({ game, white, black }) => {
      const loser = number(white) < number(black) ? black : white;
      done.add(game);
      if (isOpened)
        await openGame([people[white], people[black]], game);
      await people[loser].sure(`/api/games/${game}/resign`, {});
    });
    if (games.length === 0)
      await new Promise(next => setTimeout(next, POLL.polling));
  }
}

/** The page at the end: `words` stand there, all sixteen have a row, it has no serious faults. */
async function look({ page, problems }, path, name, ...words) {
  await page.goto(path);
  const text = await page.innerText('#tournament');
  for (const word of words)
    assert.match(text, word);
  assert.equal(await page.locator('section[aria-labelledby=table-title] tbody tr').count(), 16);
  assert.deepEqual(await seriousFindings(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await shot(page, `tournament-${name}`);
  assert.deepEqual(problems, []);
}

const placesOf = ({ table }) => table.map(({ place }) => place);

more('a series of two: a knock-out, and a thematic Swiss', async () => {
  const all = await gather(), { page } = all;
  await page.goto('/series');
  await page.fill('#series-name', 'Season of the sixteen');
  await page.fill('#series-points', '25 18 15 12');
  await clickThrough(page, 'text="Begin it"');
  const series = new URL(page.url()).pathname;
  await clickThrough(page, 'text=Announce a tournament of the series');
  const form = { path: page.url() };

  const cup = await announce(all, 'Cup of the sixteen', 'knock-out', () => {}, form);
  await begin(all, cup);
  await page.waitForSelector('text=Round 1 of 4 is being played.');
  await page.waitForSelector('text=/^Your game with .* against P/');
  const first = await play(all, cup);
  assert.equal(first.done.size, 15);
  assert.deepEqual(placesOf(first.state), [1, 2, 3, 3, 5, 5, 5, 5, ...Array(8).fill(9)]);
  await look(all, cup, 'knock-out', /Knock-out/, /It is over: P0 has won\./,
    /Part of the series Season of the sixteen/);

  const fen = openRules('modern').fen();
  const swiss = await announce(all, 'Theme of the sixteen', 'swiss', async () => {
    await page.selectOption('#variant', 'modern');
    await page.fill('#theme', fen);
    await page.fill('#rounds', '4');
  }, form);
  await begin(all, swiss);
  const second = await play(all, swiss);
  assert.equal(second.done.size, 32);
  for (const id of second.done)
    assert.equal((await all.people.P0.sure(`/api/games/${id}`)).start.fen, fen);
  await look(all, swiss, 'thematic', /from a set position/, /It is over: P0 has won\./);
  assert.ok((await page.innerText('.tournament-theme')).includes(fen));

  // Two first places.
  await page.goto(series);
  assert.equal(await page.locator('.series-table tbody tr').count(), 16);
  assert.match(await page.innerText('.series-table tbody tr:nth-child(1)'),
    /1\s+P0\s+50\s+25\s+25/);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'series');
});

more('a double round robin by correspondence, a time bank each; one is on vacation', async () => {
  const all = await gather(), { page, people } = all;
  const pool = await announce(all, 'Pool of the sixteen', 'round-robin', async () => {
    await page.selectOption('#cycles', '2');
    await page.check('input[name=clock][value=stock]');
    await page.selectOption('#pace', 'all');
  });
  await begin(all, pool);
  await page.waitForSelector('text=All rounds are being played.');
  assert.equal(await page.locator('.notice-wait:has-text("Your game with")').count(), 30);
  const { done, state } = await play(all, pool, { during: async (_, games) => {
    if (games.length < 240)
      return;
    await people.P3.sure('/api/vacation', { days: 5 });
    const { game, white } = games.find(one => one.white === 'P3' || one.black === 'P3');
    const [own, other] = white === 'P3' ? ['white', 'black'] : ['black', 'white'];
    await until(async () => {
      const { clock } = await people.P3.sure(`/api/games/${game}`);
      assert.ok(!clock[other].is_on_vacation);
      return clock[own].is_on_vacation;
    });
  } });
  assert.equal(done.size, 240);
  assert.equal(state.vacation, true);
  assert.deepEqual(state.table.map(({ name, quarters }) => [name, quarters]),
    NAMES.map((name, at) => [name, 4 * 2 * (15 - at)]));
  await look(all, pool, 'pool', /Round robin, two cycles/, /P0 has won/, /Crosstable/);
  assert.equal(await page.locator('.tournament-cross tbody a[href^="/game/"]').count(), 480);
});

test('team matches: four teams of four boards', async () => {
  const all = await gather(), { page } = all;
  const match = await announce(all, 'Teams of the sixteen', 'teams', async () => {
    await page.fill('#boards', '4');
    await page.fill('#teams_max', '4');
  });
  await page.fill('#team-name', 'Team 0');
  await page.click('text=Create it, as its captain');
  await page.waitForSelector('.team-name >> text=Team 0');
  await joinOthers(all, match, name => (number(name) < 4 ? { name: `Team ${number(name)}` }
    : { team: number(name) % 4 + 1 }));
  await page.waitForSelector('.team-players >> text=P15');
  await page.click('text=Begin now');
  const { state, done } = await play(all, match);
  assert.equal(done.size, 24);
  assert.deepEqual(state.teams.map(({ name, match_points }) => [name, match_points]),
    [['Team 0', 6], ['Team 1', 4], ['Team 2', 2], ['Team 3', 0]]);
  await look(all, match, 'teams', /Team matches, boards: 4/, /Team 0 has won/, /captain: P3/);
  assert.match(await page.innerText('.tournament-teams tbody tr:nth-child(1)'), /3\/0\/0/);
});

more('a simultaneous exhibition: fifteen against one', async () => {
  const all = await gather(), { page } = all;
  const path = await announce(all, 'One against fifteen', 'exhibition', () =>
    page.selectOption('#host', 'alternate'));
  await joinOthers(all, path);
  await page.waitForSelector('.tournament-table >> text=P15');
  await page.click('text=Begin now');
  await page.waitForSelector('.notice-wait >> text=against P15');
  assert.equal(await page.locator('.notice-wait:has-text("Your game with")').count(), 15);
  const { state, done } = await play(all, path);
  assert.equal(done.size, 15);
  const white = state.pairings.filter(one => one.white === 'P0').length;
  assert.ok(white === 7 || white === 8, white);
  await look(all, path, 'exhibition', /Simultaneous exhibition/, /P0 has won/);
});

more('a handicap Swiss: those rated 100 points less are a pawn up', async () => {
  const all = await gather(), { page, people } = all;
  // Half of them win a rated game, and half of them lose one.
  for (let at = 0; at < 8; at++) {
    const [winner, loser] = [people[NAMES[at]], people[NAMES[15 - at]]];
    const { id } = await winner.sure('/api/games', { variant: 'apothecary2', color: 'white',
      opponent: { kind: 'open' }, clock: { kind: 'days', days: 3 }, rated: true });
    await loser.sure(`/api/games/${id}/join`, {});
    await openGame([winner, loser], id);
    await loser.sure(`/api/games/${id}/resign`, {});
  }
  const path = await announce(all, 'Odds of the sixteen', 'swiss', async () => {
    await page.selectOption('#variant', 'apothecary2');
    await page.fill('#odds', '100 pawn:e4');
    await page.fill('#rounds', '4');
  });
  await begin(all, path);
  await page.waitForSelector('text=Round 1 of 4 is being played.');
  const { state, done } = await play(all, path, { isOpened: true });
  assert.equal(done.size, 32);
  const rating = Object.fromEntries(state.table.map(one => [one.name, one.rating]));
  const seen = new Set();
  for (const { game, white, black } of state.pairings) {
    const { start, rated } = await people.P0.sure(`/api/games/${game}`);
    const handicap = Math.abs(rating[white] - rating[black]) < 100 ? null
      : rating[white] < rating[black] ? 'pawn:e4' : 'pawn:e7';
    assert.deepEqual([start.handicap ?? null, rated], [handicap, handicap === null]);
    seen.add(handicap);
  }
  assert.ok(seen.has(null) && seen.size > 1, [...seen].join());
  await look(all, path, 'handicap', /Swiss, 4 rounds/, /P0 has won/);
});

await run(finish);
