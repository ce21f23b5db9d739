// usage: node account.test.mjs APOTHECARY [--only WORD] Accounts: created from a guest, who
// keeps their games; logging in and out; with plain forms.
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { api, clickThrough, finish, newGame, person,
  seriousFindings, shot } from './support/world.mjs';
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
  const { id } = await newGame(page,
    { variant: 'modern', opponent: { kind: 'computer', level: 1 } });
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
  for (const [password, said] of [['short', 'Too short'], ['passwordpassword', 'Weak'],
    [PASSWORD, 'Strong']]) {
    await page.fill('#password', password);
    await page.waitForFunction(text => document.querySelector('.password-strength span')
      .textContent === text, said);
  }
  assert.deepEqual(await seriousFindings(page), []);
  await page.fill('#password', '');
  await words.waitFor({ state: 'hidden' });
  await reader.close();
});

// The code that an authenticator would show (RFC 6238).
function codeOf(secret, step) {
  let bits = '';
  for (const letter of secret)
    bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const key = Buffer.from(bits.match(/.{8}/g).map(byte => parseInt(byte, 2)));
  const text = Buffer.alloc(8);
  text.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', key).update(text).digest();
  return String((digest.readUInt32BE(digest[19] & 15) & 0x7fffffff) % 1000000).padStart(6, '0');
}

test('a second factor is switched on, and asked for', async () => {
  const here = await person(), there = await person();
  await fill(here.page, '/register', { name: 'Kay-5', password: PASSWORD });
  await here.page.goto('/account');
  await clickThrough(here.page, 'text=Second factor');
  await here.page.fill('#password', PASSWORD);
  await clickThrough(here.page, 'text=Switch it on');
  await here.page.waitForSelector('#secret');
  assert.deepEqual(await seriousFindings(here.page), []);
  const { width, height } = await here.page.locator('svg.qr').boundingBox();
  assert.ok(width > 150 && Math.abs(width - height) < 1, `${width} by ${height}`);
  await shot(here.page, 'second-begun');
  const secret = await here.page.inputValue('#secret');
  const step = Math.floor(Date.now() / 30000);
  await here.page.fill('#code', codeOf(secret, step));
  await clickThrough(here.page, 'text=Confirm');
  await here.page.waitForSelector('#recovery');
  assert.equal(await here.page.locator('#recovery li').count(), 10);
  assert.deepEqual(await seriousFindings(here.page), []);
  await shot(here.page, 'second-on');
  await fill(there.page, '/login', { name: 'Kay-5', password: PASSWORD });
  await there.page.waitForSelector('#code');
  assert.match(await there.page.innerText('[role=alert]'), /second factor/);
  await there.page.fill('#password', PASSWORD);
  await there.page.fill('#code', codeOf(secret, step + 1));
  await clickThrough(there.page, 'main form button[type=submit]');
  await there.page.waitForSelector('.site-user >> text=Kay-5');
  await here.close();
  await there.close();
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
  const one = await person({ javaScriptEnabled: false }),
    two = await person({ javaScriptEnabled: false });
  await fill(one.page, '/register', { name: 'Cleo', password: PASSWORD });
  await fill(two.page, '/register', { name: 'cleo', password: PASSWORD });
  assert.match(await two.page.innerText('[role=alert]'), /./);
  assert.equal(await two.page.inputValue('#name'), 'cleo');
  await one.close();
  await two.close();
});

await run(finish);
