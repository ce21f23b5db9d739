// usage: node account.test.mjs APOTHECARY [--only WORD]
// Accounts: made from a guest who keeps the games, in and out, by plain forms.
import assert from 'node:assert/strict';
import { api, clickThrough, finish, newGame, person, seriousFindings, shot } from './support/world.mjs';
import { run, test } from './suite.mjs';

const PASSWORD = 'correct horse battery';

async function fill(page, path, fields) {
  await page.goto(path);
  for (const [id, value] of Object.entries(fields))
    await page.fill(`#${id}`, value);
  await clickThrough(page, 'main form button[type=submit]');
}

test('a guest who makes an account keeps the games', async () => {
  const guest = await person();
  const { page } = guest;
  await page.goto('/');
  const { id } = await newGame(page, { variant: 'modern', opponent: { kind: 'computer', level: 1 } });
  await fill(page, '/register', { name: 'Ann-1', password: PASSWORD });
  assert.notEqual(new URL(page.url()).pathname, '/register');
  await page.goto('/');
  assert.equal(await page.innerText('.site-user a'), 'Ann-1');
  await page.waitForSelector(`#mine-list a[href="/game/${id}"]`);
  assert.equal((await api(page, `/api/games/${id}`)).you, 'white');
  await page.goto('/account');
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'account');
  await clickThrough(page, 'text=Log out >> nth=0');
  assert.notEqual(new URL(page.url()).pathname, '/account');
  await page.goto('/');
  assert.equal(await page.innerText('.site-user a'), 'Log in');
  await guest.close();
});

test('a typed password can be looked at', async () => {
  const reader = await person();
  await reader.page.goto('/login');
  await reader.page.fill('#password', PASSWORD);
  await reader.page.click('.show-password');
  assert.equal(await reader.page.getAttribute('#password', 'type'), 'text');
  await reader.page.click('.show-password');
  assert.equal(await reader.page.getAttribute('#password', 'type'), 'password');
  await reader.close();
});

test('a new password says how strong it is', async () => {
  const reader = await person();
  const { page } = reader;
  await page.goto('/register');
  const words = page.locator('.password-strength span');
  for (const [password, said] of [['short', 'Too short'], ['passwordpassword', 'Weak'], [PASSWORD, 'Strong']]) {
    await page.fill('#password', password);
    await page.waitForFunction(text => document.querySelector('.password-strength span').textContent === text, said);
  }
  assert.deepEqual(await seriousFindings(page), []);
  await page.fill('#password', '');
  await words.waitFor({ state: 'hidden' });
  await reader.close();
});

test('one of several sessions is ended', async () => {
  const here = await person(), there = await person();
  await fill(here.page, '/register', { name: 'Eva-3', password: PASSWORD });
  await fill(there.page, '/login', { name: 'Eva-3', password: PASSWORD });
  await here.page.goto('/account');
  await here.page.check('#sessions input[type=radio]');
  await here.page.fill('#end-password', PASSWORD);
  await clickThrough(here.page, 'text=End the chosen session');
  await here.page.waitForSelector('#end-password', { state: 'detached' });
  await there.page.goto('/');
  assert.equal(await there.page.innerText('.site-user a'), 'Log in');
  await here.close();
  await there.close();
});

test('in and out without scripts, with another password', async () => {
  const reader = await person({ javaScriptEnabled: false });
  const { page } = reader;
  await fill(page, '/register', { name: 'Ben_2', password: PASSWORD });
  assert.match(await page.innerText('.site-user'), /Ben_2/);
  await page.goto('/account');
  await page.fill('#old', PASSWORD);
  await page.fill('#new', `${PASSWORD}!`);
  await clickThrough(page, 'text=Change it');
  await page.goto('/account');
  await clickThrough(page, 'text=Log out everywhere');
  await fill(page, '/login', { name: 'Ben_2', password: PASSWORD });
  assert.match(await page.innerText('[role=alert]'), /./);
  await shot(page, 'login-refused');
  await fill(page, '/login', { name: 'Ben_2', password: `${PASSWORD}!` });
  assert.match(await page.innerText('.site-user'), /Ben_2/);
  await reader.close();
});

test('names are taken once', async () => {
  const one = await person({ javaScriptEnabled: false }), two = await person({ javaScriptEnabled: false });
  await fill(one.page, '/register', { name: 'Cleo', password: PASSWORD });
  await fill(two.page, '/register', { name: 'cleo', password: PASSWORD });
  assert.match(await two.page.innerText('[role=alert]'), /./);
  assert.equal(await two.page.inputValue('#name'), 'cleo');
  await one.close();
  await two.close();
});

await run(finish);
