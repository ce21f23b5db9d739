// usage: node leaving.test.mjs APOTHECARY [--only WORD]
// What a browser keeps of a person: only ciphertext until the server has it, and nothing after the
// log-out, or when the session has ended elsewhere.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { api, finish, newGame, seriousFindings, shot } from './support/world.mjs';
import { PASSWORD, account } from './support/accounts.mjs';
import { run, test } from './suite.mjs';

const SECRET = 'Keep the joker at home.';
const SETTINGS = JSON.stringify({ theme: 'dark' });

/** All that storage has, as one text; and the names of its entries. */
const stored = page => page.evaluate(() => JSON.stringify({ ...localStorage })
  + JSON.stringify({ ...sessionStorage }));
const names = page => page.evaluate(() => Object.keys(localStorage).sort());
const sealed = async page => (await names(page)).filter(name => name.includes('.sealed.'));

/** The names that docs/security.md lists. */
function listed() {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8');
  const [, table] = /### What a browser keeps\n([^#]*)/.exec(text);
  return [...table.matchAll(/`(apothecary\.[^`]*)`/g)].map(([, name]) => name);
}

/** An account with a note that does not reach the server, on the page of its game: as account(),
 * with the game's `id`. */
async function withNote(name, options) {
  const one = await account(name, options), { page } = one;
  const { id } = await newGame(page, { variant: 'chess', opponent: { kind: 'link' },
    clock: { kind: 'days', days: 3 } });
  await page.evaluate(text => localStorage.setItem('apothecary.settings', text), SETTINGS);
  await page.goto(`/game/${id}/desk`);
  await page.waitForSelector('#note:enabled');
  // Also what the page sends when it is left gets lost.
  await page.evaluate(() => {
    const send = globalThis.fetch;
    globalThis.fetch = (address, parts) => (String(address).endsWith('/desk')
      && parts.method === 'POST' ? Promise.reject(new TypeError()) : send(address, parts));
  });
  await page.fill('#note', SECRET);
  await page.waitForFunction(() => Object.keys(localStorage).some(each =>
    /note|sealed/.test(each)));
  return { ...one, id };
}

/** Asks to log out, on the account's page. */
async function askToLeave(page) {
  await page.goto('/account');
  await page.waitForSelector('#open-settings:not([hidden])');
  await page.click('form[action="/logout"] button');
}

test('an unsent note lies encrypted in storage, and only its owner reads it again', async () => {
  const one = await withNote('Notary'), { page, id } = one;
  const text = await stored(page);
  assert.ok(!text.includes('joker'), text);
  assert.ok(!text.includes(id), text);
  assert.equal((await sealed(page)).length, 1);
  // With another account in the same browser it cannot be read, and stays.
  await page.goto('/about');
  await api(page, '/api/logout', {});
  await api(page, '/api/register', { name: 'Notary2', password: PASSWORD });
  await page.goto('/about');
  const read = () => page.evaluate(async () => {
    const { openSealed } = await import(`${document.documentElement.dataset.static}/lib/sealed.js`);
    return (await openSealed()).list('');
  });
  assert.deepEqual(await read(), []);
  assert.equal((await sealed(page)).length, 1);
  // Its owner reads it after the next log-in, and sends it.
  await api(page, '/api/logout', {});
  await api(page, '/api/login', { name: 'Notary', password: PASSWORD });
  await page.goto('/about');
  assert.deepEqual(await read(), [SECRET]);
  await page.goto(`/game/${id}/desk`);
  await page.waitForFunction(wanted => document.getElementById('note').value === wanted, SECRET);
  await page.waitForSelector('#note-state >> text=/^saved/');
  assert.deepEqual(await sealed(page), []);
  assert.equal((await api(page, `/api/games/${id}/desk`)).note.text, SECRET);
  await one.close();
});

test('what was changed in storage is not taken; what lay there in the open is sealed', async () => {
  const one = await withNote('Tampered'), { page, id } = one;
  await page.evaluate(game => {
    const name = Object.keys(localStorage).find(each => each.includes('.sealed.'));
    const [at, iv, text] = localStorage[name].split('.');
    localStorage[name] = [at, iv, (text[0] === 'A' ? 'B' : 'A') + text.slice(1)].join('.');
    localStorage[`apothecary.analysis:/api/games/${game}/desk`] = '1. e4 {old secret}';
  }, id);
  await page.goto('/about');
  await page.waitForFunction(() => !JSON.stringify({ ...localStorage }).includes('old secret'));
  await page.goto(`/game/${id}/desk`);
  await page.waitForSelector('#note:enabled');
  assert.equal(await page.inputValue('#note'), '');
  await one.close();
});

test('logging out asks before something is lost, and then nothing of the account stays',
  async () => {
    const one = await withNote('Leaver', { serviceWorkers: 'allow' }), { page, context } = one;
    const tab = await context.newPage();
    await tab.goto('/messages');
    await tab.waitForSelector('#open-settings:not([hidden])');
    await page.evaluate(async () => {
      localStorage['apothecary.workshop.one'] = JSON.stringify({ id: 'one', name: 'Mine', at: 1,
        text: 'x', versions: [], kept: { by: 'Leaver', version: 1, isSame: true } });
      localStorage['apothecary.workshop.two'] = JSON.stringify({ id: 'two', name: 'Before', at: 1,
        text: 'y', versions: [] });
      const cache = await caches.open('test');
      await cache.put('/api/definitions/0123', new Response('[game]'));
      await cache.put('/rules/chess', new Response('rules'));
    });
    const known = listed();
    for (const name of await names(page))
      assert.ok(known.some(each => name === each || (each.endsWith('.') && name.startsWith(each))),
        `docs/security.md does not list ${name}`);
    await askToLeave(page);
    await page.waitForSelector('#leave');
    assert.deepEqual(await seriousFindings(page), []);
    await shot(page, 'leave');
    await page.click('#leave .button-main');
    await page.waitForSelector('#leave', { state: 'detached' });
    assert.equal((await sealed(page)).length, 1);
    assert.equal((await api(page, '/api/me')).kind, 'account');
    await page.click('form[action="/logout"] button');
    await Promise.all([page.waitForURL(url => url.pathname === '/'),
      page.click('#leave .button-danger')]);
    assert.equal((await api(page, '/api/me')).kind, 'guest');
    await tab.waitForFunction(() => !document.documentElement.dataset.account);
    assert.ok(!(await tab.content()).includes('Leaver'));
    assert.deepEqual(await names(page), ['apothecary.settings', 'apothecary.workshop.two']);
    assert.equal(JSON.parse(await page.evaluate(() => localStorage['apothecary.settings'])).theme,
      'dark');
    assert.deepEqual(await page.evaluate(async () =>
      (await (await caches.open('test')).keys()).map(({ url }) =>
        new URL(url).pathname)), ['/rules/chess']);
    await one.close();
  });

test('without a connection the browser forgets all the same', async () => {
  const one = await withNote('Distant'), { page, context } = one;
  await page.goto('/account');
  await page.waitForSelector('#open-settings:not([hidden])');
  await page.evaluate(async () => { // what the button needs has come
    await import(`${document.documentElement.dataset.static}/app/session.js`);
  });
  await context.setOffline(true);
  await page.click('form[action="/logout"] button');
  await page.click('#leave .button-danger');
  await page.waitForSelector('[role=alert] >> text=log out again');
  assert.ok(!(await page.innerText('body')).includes('Distant'));
  assert.deepEqual(await names(page), ['apothecary.settings']);
  await one.close();
});

/** Puts what a lesson page leaves behind that cannot reach the server. */
const leaveLesson = (page, name) => page.evaluate(owner => {
  localStorage[`apothecary.lessons.${owner}`] = '{"alert/rook":3}';
  localStorage[`apothecary.lessons-unsent.${owner}`] = '{"alert/rook":3}';
}, name);

test('lessons not yet sent: asked about, and never given to another account', async () => {
  const one = await account('Pupil'), { page, context } = one;
  await context.route('**/api/lessons', route => route.abort());
  await page.goto('/account');
  await page.waitForSelector('#open-settings:not([hidden])');
  await leaveLesson(page, 'Pupil');
  await page.click('form[action="/logout"] button');
  await Promise.all([page.waitForURL(url => url.pathname === '/'),
    page.click('#leave .button-danger')]);
  assert.deepEqual(await names(page), []);
  // If the session ends otherwise, what was not sent waits for its owner.
  await api(page, '/api/login', { name: 'Pupil', password: PASSWORD });
  await page.goto('/about');
  await page.waitForFunction(() => localStorage['apothecary.account'] !== undefined);
  await leaveLesson(page, 'Pupil');
  await context.clearCookies();
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForFunction(() => !document.documentElement.dataset.account);
  assert.deepEqual(await names(page), ['apothecary.lessons-unsent.Pupil']);
  await context.unroute('**/api/lessons');
  await page.goto('/about');
  await api(page, '/api/register', { name: 'Pupil2', password: PASSWORD });
  await page.goto('/learn/alert');
  await page.waitForSelector('[data-lesson="rook"]');
  assert.equal(await page.locator('.lesson-begun').count(), 0);
  assert.deepEqual((await api(page, '/api/lessons')).lessons, []);
  await api(page, '/api/logout', {});
  await api(page, '/api/login', { name: 'Pupil', password: PASSWORD });
  await page.goto('/about');
  await page.waitForFunction(() => localStorage['apothecary.lessons-unsent.Pupil'] === undefined);
  assert.equal((await api(page, '/api/lessons')).lessons[0].boards, 3);
  await one.close();
});

test('a session that has ended elsewhere: the page goes, but not what is being written',
  async () => {
    const one = await account('Ended'), { page, context } = one;
    await page.goto('/account');
    await page.waitForSelector('#open-settings:not([hidden])');
    const writer = await context.newPage();
    await writer.goto('/messages');
    await writer.waitForSelector('#open-settings:not([hidden])');
    await writer.evaluate(() => {
      const field = document.createElement('textarea');
      field.value = 'Dear Ann';
      document.getElementById('main').append(field);
    });
    await context.clearCookies();
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.waitForFunction(() => !document.documentElement.dataset.account);
    assert.ok(!(await page.content()).includes('Ended'));
    await writer.waitForSelector('#leave');
    assert.equal(await writer.inputValue('#main textarea'), 'Dear Ann');
    await writer.click('#leave .button-danger');
    await writer.waitForFunction(() => !document.documentElement.dataset.account);
    assert.deepEqual(await names(page), []);
    await one.close();
  });

await run(finish);
