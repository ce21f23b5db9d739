// usage: node offline.test.mjs APOTHECARY [--only WORD]
// Without a network: pages that are kept after one visit, and moves that are sent later, once.
import assert from 'node:assert/strict';
import { get } from 'node:http';
import { makeMove, openRules, square, untilPly, untilPromised, untilTakenBack }
  from './support/play.mjs';
import { PASSWORD, account } from './support/accounts.mjs';
import { PushService } from './support/push-service.mjs';
import { Server } from './support/server.mjs';
import { api, finish, newGame, person, seriousFindings, shot } from './support/world.mjs';
import { more, run, test, useWholeBrowser } from './suite.mjs';

const LIMIT_BYTES = 700000;

useWholeBrowser();

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
  // A cache that an older version left behind.
  await guest.page.evaluate(() => caches.open('apothecary /static/0123456789abcdef'));
  await guest.page.evaluate(() => navigator.serviceWorker.ready);
  await guest.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  return guest;
}

const keptGame = page => page.evaluate(() => JSON.parse(localStorage['apothecary.solo'])[0]);

/** A game against the computer of the browser, on a page that comes from the browser too. */
async function playAlone(page) {
  await page.goto('/solo?v=chess');
  await page.waitForSelector('#board .apo-piece');
  await page.fill('#level', '1');
  await page.check('#new-game input[value=white]');
  await shot(page, 'solo');
  await page.click('#begin');
  const session = openRules('chess');
  await makeMove(page, session, 'e2e4');
  await untilPly(page, 2);
  const { moves, result } = await keptGame(page);
  assert.equal(result, null);
  session.play(moves[1]);

  // It goes on where it was left, and what was taken back is not kept.
  await page.goto('/solo');
  await page.waitForSelector('#moves [data-ply="2"]');
  assert.equal((await page.textContent('#moves [data-ply="1"]')).trim(), 'e4');
  await page.click('#take-back');
  await untilTakenBack(page, 0);
  await makeMove(page, openRules('chess'), 'f2f3');
  await untilPly(page, 2);
  await shot(page, 'solo-game');

  await page.evaluate(() => {
    const button = document.getElementById('resign');
    button.click();
    button.click();
  });
  await page.waitForSelector('#state[data-state=over]');
  assert.match(await page.textContent('#status'), /0–1 · You lost: you have resigned/);
  const { you, result: end, ...rest } = await keptGame(page);
  assert.deepEqual([you, end.white_quarters, rest.moves[0]], ['white', 0, 'f2f3']);

  // Its result stays, and another one begins from its own start, not from where this has ended.
  await page.click('#new');
  await page.click('#begin');
  await page.waitForFunction(() => JSON.parse(localStorage['apothecary.solo']).length === 2);
  const next = await keptGame(page), modern = openRules('modern');
  modern.start(next.start);
  assert.deepEqual([next.variant, next.fen], ['modern', modern.fen()]);
  await page.goto('/solo?v=modern');
  await page.click('#kept summary');
  assert.match(await page.textContent('#kept-list'), /Chess · level 1.*0–1/);
  await page.click(`#kept-list [data-game="${rest.id}"]`);
  await page.waitForSelector('#state[data-state=over]');
  assert.deepEqual(await seriousFindings(page), []);
  await page.click('#analyse');
  await page.waitForSelector('#moves .move >> text=f3');
}

/** A lesson and problems that have not been visited before. */
async function learnAlone(page) {
  await page.goto('/rules/prequel');
  await page.waitForSelector('#pieces-board .apo-piece');
  await page.goto('/learn/modern');
  await page.click('[data-lesson="griffin"]');
  await page.waitForSelector('#board .apo-piece');
  assert.equal(await page.textContent('h1'), 'Griffin');
  await page.goto('/learn/prequel/checker-series');
  await page.waitForSelector('#board .apo-piece');
  assert.equal(await page.textContent('h1'), 'Checkers: jumps and series');
  await page.goto('/problems');
  const kept = await page.locator('.problem-list a').count();
  assert.equal(kept, 12, 'the list has those problems that can be opened');
  await page.click('.problem-list a');
  await page.waitForSelector('#board .apo-piece');
  await page.click('#show');
  await page.waitForSelector('text=That was the solution.');
  const { pathname } = new URL(page.url());
  await page.click('#next');
  await page.waitForSelector('#board .apo-piece');
  assert.match(page.url(), /\/problems\/[^/]+$/);
  assert.notEqual(new URL(page.url()).pathname, pathname);
}

/** Solves the problem of the page, as its own rules do. */
async function solve(page) {
  await page.waitForSelector('#board .apo-piece');
  const { variant, fen, aim, moves, line } = await page.$eval('#problem', node => ({
    ...node.dataset }));
  const session = openRules(variant), known = line ? line.split(' ') : null;
  session.setFen(fen);
  for (let left = Number(moves); left > 0; left--) {
    const ply = 2 * (Number(moves) - left);
    const key = known?.[ply] ?? session.force(aim, left).move;
    await makeMove(page, session, key);
    if (left === 1)
      return;
    session.play(known === null ? session.defend(aim, left - 1).move : known[ply + 1]);
    await page.waitForSelector(`#moves [data-ply="${ply + 2}"]`);
  }
}

test('a problem solved without a network by somebody with an account', async () => {
  const anna = await account('Anna-S', { serviceWorkers: 'allow' }), { page, context } = anna;
  await page.goto('/about');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await context.setOffline(true);
  await page.goto('/problems');
  await page.click('.problem-list a');
  await solve(page);
  await page.waitForSelector('#status >> text=Solved, but not recorded: the server cannot be');
  // With the network the same page records it: the browser knows the account, if not the page.
  await context.setOffline(false);
  await page.click('#again');
  await solve(page);
  await page.waitForSelector('#status >> text=Solved and recorded.');
  const id = new URL(page.url()).pathname.split('/').pop();
  assert.equal((await api(page, `/api/problems/${id}`)).solved, true);
  await anna.close();
});

/** Solves the next board of the lesson of the page by its hints. */
async function solveBoard(page) {
  while (!await page.isVisible('#next')) {
    await page.click('#hint');
    const before = await page.textContent('#status');
    for (const name of /([a-p]\d+)\D+([a-p]\d+)/.exec(before).slice(1))
      await square(page, name).click();
    await page.waitForFunction(old => document.getElementById('status').textContent !== old,
      before);
  }
}

const unsent = page => page.evaluate(() => Object.keys(localStorage)
  .filter(name => name.startsWith('apothecary.lessons-')));

test('what is learnt without a network reaches the account, and nothing is lost by it',
  async () => {
    const phone = await account('Paul', { serviceWorkers: 'allow' }), { page, context } = phone;
    const desktop = await person();
    const tell = (name, boards) => api(desktop.page, '/api/lessons', { lessons:
      [{ variant: 'modern', lesson: name, boards, finished: false }] });
    await desktop.page.goto('/about');
    await api(desktop.page, '/api/login', { name: 'Paul', password: PASSWORD });
    await tell('griffin', 1);
    await page.goto('/learn/modern/griffin');
    await page.waitForFunction(() =>
      document.getElementById('step').textContent.startsWith('Board 2 of'));
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    // The page of the browser's own is a stranger's, and yet knows how far the account is.
    for (const [name, number] of [['griffin', 2], ['wizard', 1]]) {
      await page.goto(`/learn/modern/${name}`);
      await page.waitForFunction(n =>
        document.getElementById('step').textContent.startsWith(`Board ${n} of`), number);
      await solveBoard(page);
    }
    assert.deepEqual(await unsent(page), ['apothecary.lessons-unsent.Paul']);
    // Meanwhile another browser has come farther in one of the two.
    await tell('wizard', 3);
    // The first report is lost: the network is back, but not yet for long.
    let reports = 0, isLost = false;
    await context.route('**/api/lessons', route => {
      const isReport = route.request().method() === 'POST';
      if (isReport && !isLost) {
        isLost = true;
        return route.abort();
      }
      reports += isReport;
      return route.continue();
    });
    await context.setOffline(false);
    const all = async () => (await api(desktop.page, '/api/lessons')).lessons
      .map(({ lesson, boards }) => `${lesson} ${boards}`);
    while (String(await all()) !== 'griffin 2,wizard 3')
      await page.waitForTimeout(50);
    await page.waitForFunction(() => Object.keys(localStorage)
      .every(name => !name.startsWith('apothecary.lessons-')));
    assert.ok(isLost && reports === 1, 'one report of both, after a lost one');
    await page.goto('/learn/modern/wizard');
    await page.waitForFunction(() =>
      document.getElementById('step').textContent.startsWith('Board 4 of'));
    assert.equal(reports, 1, 'nothing is sent again');
    await phone.close();
    await desktop.close();
  });

more('rules, lessons, analysis, games and problems after one visit, and light', async () => {
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
  assert.deepEqual(kept.filter(url => url.includes('/nets/')), []);
  await context.setOffline(true);
  await page.goto('/analysis#v=modern&n=14');
  await page.waitForSelector('#board .apo-piece');
  await square(page, 'e3').click();
  await square(page, 'e5').click();
  await page.waitForSelector('#moves .move');
  await page.check('#engine-on');
  await page.waitForSelector('.engine-score');
  await page.goto('/rules/alert');
  await page.waitForSelector('#pieces-board .apo-piece');
  await learnAlone(page);
  await playAlone(page);
  // A game's page is never an old one.
  await page.goto('/game/whatever');
  await page.waitForSelector('text=You are offline');
  await shot(page, 'offline');
  await context.setOffline(false);
  await page.goto('/about');
  assert.equal(await page.locator('text=You are offline').count(), 0);
  // The net of a game comes when the engine starts, and is kept from then on.
  await page.goto('/analysis#v=modern&n=14');
  await page.check('#engine-on');
  await page.waitForSelector('.engine-score');
  const netsKept = await untilPromised(page, async () => {
    const found = (await (await caches.open((await caches.keys())[0])).keys())
      .map(({ url }) => url.split('/nets/')[1]).filter(Boolean);
    return found.length === 2 && found.sort();
  });
  assert.deepEqual(netsKept, ['list.json', 'modern.net']);
  await guest.close();
});

test('a move made offline is sent later, and once', async () => {
  const one = await person({ serviceWorkers: 'allow' }), other = await person();
  await one.page.goto('/about');
  await other.page.goto('/about');
  const { id, link } = await newGame(one.page, { variant: 'chess', opponent: { kind: 'link' },
    clock: { kind: 'days', days: 3 } });
  await api(other.page, `/api/games/${id}/join`, { secret: link.split('#')[1] });
  await one.page.evaluate(() => localStorage.setItem('apothecary.settings',
    JSON.stringify({ confirm: 'never' })));
  await one.page.goto(`/game/${id}`);
  await one.page.waitForSelector('#board [data-square="e2"]');
  await one.page.evaluate(() => navigator.serviceWorker.ready);
  await one.page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await one.context.setOffline(true);
  await square(one.page, 'e2').click();
  await square(one.page, 'e4').click();
  await one.page.waitForSelector('text=Your move is kept');
  const entries = () => one.page.evaluate(() => JSON.stringify(Object.entries(localStorage)
    .filter(([name]) => name !== 'apothecary.settings')));
  assert.match(await entries(), /^\[\["apothecary\.sealed\./);
  assert.doesNotMatch(await entries(), new RegExp(`e2e4|${id}`));
  assert.equal((await api(other.page, `/api/games/${id}`)).ply, 0);
  // The answer to it is lost the first time: it is sent again, with the same key.
  let lost = 0;
  await one.page.route(`**/api/games/${id}/moves`, async route => {
    if (lost++ > 0)
      return route.continue();
    await route.fetch();
    return route.abort();
  });
  await one.context.setOffline(false);
  await one.page.evaluate(() => dispatchEvent(new Event('online')));
  while (lost === 0)
    await one.page.waitForTimeout(50);
  await one.page.waitForTimeout(300);
  await one.page.evaluate(() => dispatchEvent(new Event('online')));
  await one.page.waitForSelector('text=Your move e2e4 was sent');
  const game = await api(other.page, `/api/games/${id}`);
  assert.deepEqual(game.moves.map(({ text }) => text), ['e2e4']);
  assert.equal(await entries(), '[]');
  await one.close();
  await other.close();
});

test('push: a notice comes encrypted and is shown; a browser that is gone', async () => {
  const service = await new PushService().start();
  const server = await new Server('--push-service', service.origin).start();
  const bert = await account('Bert-P', { base: server.url, serviceWorkers: 'allow',
    permissions: ['notifications'] });
  const anna = await account('Anna-P', { base: server.url });
  const { page, context } = bert;
  assert.equal((await api(page, '/api/push', { ...service.subscription,
    endpoint: 'https://example.org/' })).status, 400);
  assert.equal((await api(page, '/api/push', service.subscription)).status, 200);
  await page.goto('/account/notices');
  await page.waitForSelector('#push[data-is-on]:not([hidden])');
  await page.waitForSelector('text=This device shows notices');
  const key = await page.getAttribute('#push', 'data-key');
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'push');
  const say = text => api(anna.page, '/api/people/Bert-P/messages', { text });

  await say('Hello');
  const message = await service.next();
  assert.equal(message.key, key);
  const notice = JSON.parse(message.text);
  assert.equal(notice.text, 'Anna-P has written to you.');
  assert.equal(notice.url, '/messages/Anna-P');

  // What the push service would deliver to the browser.
  await page.evaluate(() => navigator.serviceWorker.ready);
  const tools = await context.newCDPSession(page);
  const known = new Promise(done => tools.on('ServiceWorker.workerRegistrationUpdated',
    ({ registrations }) => registrations.forEach(done)));
  await tools.send('ServiceWorker.enable');
  const { registrationId } = await known;
  const deliver = () => tools.send('ServiceWorker.deliverPushMessage',
    { origin: server.url, registrationId, data: message.text });
  await deliver();
  // The browser's tool now and then loses one.
  const again = setInterval(() => deliver().catch(() => {}), 5000);
  const shown = await untilPromised(page, async () => {
    const { active } = await navigator.serviceWorker.ready;
    const [one] = await (await navigator.serviceWorker.getRegistration()).getNotifications();
    return active && one && { title: one.title, body: one.body, data: one.data };
  });
  clearInterval(again);
  assert.deepEqual(shown,
    { title: 'Apothecary', body: notice.text, data: notice.url });

  // The first message has to be read: otherwise the second would cause no notice.
  await api(page, '/api/notices/read', { last: notice.id });
  service.status = 410;
  await say('Are you there?');
  await service.next();
  await untilPromised(page, () => fetch('/account/notices').then(answer => answer.text())
    .then(text => !text.includes('data-is-on')));
  await bert.close();
  await anna.close();
  await server.stop();
  service.stop();
});

await run(finish);
