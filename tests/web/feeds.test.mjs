// usage: node feeds.test.mjs APOTHECARY [--only WORD]
// Pages that request something and receive events about it at the same time: whichever comes first,
// nothing is lost. The order is forced: an answer of the server is held back until an event that it
// does not include has arrived.
import assert from 'node:assert/strict';
import { api, finish, newGame, person, seriousFindings } from './support/world.mjs';
import { account } from './support/accounts.mjs';
import { more, run, test } from './suite.mjs';
import { untilPly } from './support/play.mjs';

/** A person whose page counts the events received, by name, in `came`. */
async function listener() {
  const somebody = await person();
  await somebody.context.addInitScript(() => {
    globalThis.came = {};
    const add = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (name, handler, ...rest) {
      return add.call(this, name, event => {
        handler(event);
        globalThis.came[name] = (globalThis.came[name] ?? 0) + 1;
      }, ...rest);
    };
  });
  return somebody;
}

const untilCame = (page, name) => page.waitForFunction(event => globalThis.came[event] > 0,
  name);

/** Holds back the first answer at `path`. Returns { isAsked, give }: a promise, and a function that
 * lets the answer through. */
async function holdBack(page, path) {
  let give, asked;
  const isAsked = new Promise(done => { asked = done; });
  const isFree = new Promise(done => { give = done; });
  await page.route(url => url.pathname === path, async route => {
    const answer = await route.fetch();
    asked();
    await isFree;
    await route.fulfill({ response: answer });
  }, { times: 1 });
  return { isAsked, give };
}

more('a game opened while the lobby is loading is shown', async () => {
  const white = await person(), black = await listener();
  await white.page.goto('/about');
  const lobby = await holdBack(black.page, '/api/lobby');
  await black.page.goto('/');
  await lobby.isAsked;
  await newGame(white.page, { variant: 'classic', opponent: { kind: 'open' } });
  await untilCame(black.page, 'open');
  lobby.give();
  await black.page.locator('#open-list tr', { hasText: 'Classic' }).locator('button').waitFor();
  await white.close();
  await black.close();
});

test('a lobby that cannot be had is asked for again', async () => {
  const visitor = await person(), { page } = visitor;
  let failures = 0;
  await page.route(url => url.pathname === '/api/lobby', route => {
    failures++;
    return failures === 1 ? route.abort() : route.fulfill({ status: 503, body: 'later' });
  }, { times: 2 });
  await Promise.all([page.goto('/'),
    page.waitForResponse(answer => answer.url().endsWith('/api/lobby')
      && answer.status() === 200)]);
  assert.equal(failures, 2);
  await visitor.close();
});

/** White and Black at a game, White's page a listener(). */
async function pair() {
  const white = await listener(), black = await person();
  await white.page.goto('/about');
  await black.page.goto('/about');
  const { id, link } = await newGame(white.page, { variant: 'chess', opponent: { kind: 'link' },
    color: 'black' });
  await api(black.page, `/api/games/${id}/join`, { secret: link.split('#')[1] });
  return { white, black, id };
}

test('the first page shows one\'s games, and what becomes of them', async () => {
  const { white, black, id } = await pair();
  const row = page => page.locator(`#mine-list a[href="/game/${id}"]`);
  await black.page.goto('/');
  await row(black.page).locator('.mini svg').waitFor();
  await white.page.goto('/');
  await row(white.page).locator('.mini svg').waitFor();
  assert.equal(await row(white.page).getAttribute('class'), null);
  assert.deepEqual(await seriousFindings(white.page), []);
  assert.equal(await white.page.getByRole('heading', { level: 1 }).count(), 1);
  await api(black.page, `/api/games/${id}/moves`, { ply: 0, move: 'e2e4' });
  for (const { page } of [white, black]) {
    await row(page).locator('.mini[data-last=e2e4] svg').waitFor();
    await page.locator(`#mine-list a.is-yours[href="/game/${id}"]`)
      .waitFor({ state: page === white.page ? 'attached' : 'detached' });
  }
  await api(white.page, `/api/games/${id}/resign`, {});
  for (const { page } of [white, black])
    await row(page).waitFor({ state: 'detached' });
  await white.close();
  await black.close();
});

test('an answer that is older than a move does not undo the move', async () => {
  const { white, black, id } = await pair();
  const answer = await holdBack(white.page, `/api/games/${id}`);
  await white.page.goto(`/game/${id}`);
  await answer.isAsked;
  await api(black.page, `/api/games/${id}/moves`, { ply: 0, move: 'e2e4' });
  await untilCame(white.page, 'move');
  answer.give();
  await untilPly(white.page, 1);
  await white.page.waitForFunction(() => document.getElementById('status')
    .textContent === 'Your move.');
  await white.close();
  await black.close();
});

test('a move while the notes ask for the game is followed', async () => {
  const { white, black, id } = await pair();
  await white.page.goto(`/game/${id}/desk`);
  await white.page.waitForSelector('#board .apo-piece');
  const answer = await holdBack(white.page, `/api/games/${id}`);
  await api(black.page, `/api/games/${id}/moves`, { ply: 0, move: 'e2e4' });
  await answer.isAsked;
  await api(white.page, `/api/games/${id}/moves`, { ply: 1, move: 'e7e5' });
  await white.page.waitForFunction(() => globalThis.came.move >= 2);
  answer.give();
  await white.page.waitForSelector('#board [data-square="e5"][aria-label*=pawn]');
  await white.close();
  await black.close();
});

test('a tournament shows what happened between its page and its stream', async () => {
  const ada = await account('Ada'), bert = await account('Bert'), { page } = ada;
  const { id } = await api(page, '/api/tournaments',
    { name: 'A cup', variant: 'alert', clock: { kind: 'days', days: 2 },
      closes: Date.now() + 24 * 3600 * 1000 });
  const fresh = await holdBack(page, `/tournaments/${id}`);
  const going = page.goto(`/tournaments/${id}`);
  await fresh.isAsked;
  await api(bert.page, `/api/tournaments/${id}/join`, {});
  fresh.give();
  await going;
  await page.waitForSelector('.tournament-table >> text=Bert');
  await ada.close();
  await bert.close();
});

more('a page that gets no stream asks for news', async () => {
  const { white, black, id } = await pair();
  const words = text => white.page.waitForFunction(wanted =>
    document.getElementById('connection').textContent.includes(wanted), text);
  const streams = url => url.pathname === `/api/games/${id}/events`;
  await white.page.route(streams, route => route.fulfill({ status: 503,
    headers: { 'Retry-After': '5' }, body: '{"error":"too_many_streams"}' }));
  await white.page.goto(`/game/${id}`);
  await words('Very many people are watching');
  await api(black.page, `/api/games/${id}/moves`, { ply: 0, move: 'e2e4' });
  await untilPly(white.page, 1);
  await white.page.unroute(streams);
  await white.page.waitForFunction(() =>
    document.getElementById('connection').textContent === '');
  await white.close();
  await black.close();
});

await run(finish);
