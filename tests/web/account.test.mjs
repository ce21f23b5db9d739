// usage: node account.test.mjs APOTHECARY [--only WORD]
// Accounts: created from a guest, who keeps their games; logging in and out; with plain forms.
import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { api, clickThrough, finish, newGame, person, seriousFindings, serverUrl,
  shot } from './support/world.mjs';
import { more, run, test } from './suite.mjs';

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

more('a passkey is added, and logs in', async () => {
  // Browsers allow passkeys for host names only, not for IP addresses.
  const base = (await serverUrl()).replace('127.0.0.1', 'localhost');
  const owner = await person({ base });
  const { page, context } = owner;
  const tools = await context.newCDPSession(page);
  await tools.send('WebAuthn.enable');
  await tools.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2',
    transport: 'internal', hasResidentKey: true, hasUserVerification: true,
    isUserVerified: true } });
  await fill(page, '/register', { name: 'Passa', password: PASSWORD });
  await page.goto('/account/passkeys');
  await page.fill('#password', 'wrong');
  await page.fill('#device', 'tablet');
  await page.click('#passkey-form button[type=submit]');
  await page.waitForFunction(() =>
    document.getElementById('passkey-status').textContent.includes('wrong'));
  await page.fill('#password', PASSWORD);
  await page.click('#passkey-form button[type=submit]');
  await page.locator('[data-passkey] strong', { hasText: 'tablet' }).waitFor();
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'passkeys');
  await api(page, '/api/logout', {});
  await page.goto('/login?next=/account');
  await page.click('#passkey-login');
  await page.waitForURL(url => url.pathname === '/account');
  assert.equal((await api(page, '/api/me')).name, 'Passa');
  await page.goto('/account/passkeys');
  await page.fill('#password', PASSWORD);
  await page.click('[data-passkey] button');
  await page.locator('[data-passkey]').waitFor({ state: 'detached' });
  await api(page, '/api/logout', {});
  await page.goto('/login');
  await page.click('#passkey-login');
  await page.waitForFunction(() =>
    document.getElementById('passkey-status').textContent.includes('not known'));
  await owner.close();
});

more('a second factor is switched on, and asked for', async () => {
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

more('one of several sessions is ended', async () => {
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

test('without scripts one registers, changes the password, logs out and in', async () => {
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

more('an app gets access, or not', async () => {
  const owner = await person(), { page } = owner;
  const app = createServer((asked, answer) => answer.end('The app')).listen(0, '127.0.0.1');
  await once(app, 'listening');
  const back = `http://127.0.0.1:${app.address().port}/back`, verifier = 'v'.repeat(43);
  await fill(page, '/register', { name: 'Oda', password: PASSWORD });
  const server = new URL(page.url()).origin;
  await page.goto('/account/apps');
  await page.fill('#name', 'board-app');
  await page.fill('#addresses', 'http://127.0.0.1/back');
  await clickThrough(page, 'main .button-main');
  const client = await page.innerText('main code');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const address = `${server}/oauth/authorize?${new URLSearchParams({ response_type: 'code',
    client_id: client, redirect_uri: back, scope: 'read play', state: 'mine',
    code_challenge: challenge, code_challenge_method: 'S256' })}`;
  await page.goto(address);
  await clickThrough(page, 'button[value=refuse]');
  assert.equal(new URL(page.url()).searchParams.get('error'), 'access_denied');
  await page.goto(address);
  assert.deepEqual(await seriousFindings(page), []);
  assert.match(await page.innerText('#oauth'), /board-app.*Oda/s);
  await page.fill('#password', PASSWORD);
  await clickThrough(page, 'button[value=allow]');
  const told = new URL(page.url());
  assert.equal(`${told.origin}${told.pathname}`, back);
  assert.equal(told.searchParams.get('state'), 'mine');
  // The app's own page turns the code into a token, and uses it; the browser asks first.
  const name = await page.evaluate(async ([site, form]) => {
    const made = await (await fetch(`${site}/oauth/token`,
      { method: 'POST', body: new URLSearchParams(form) })).json();
    const headers = { Authorization: `Bearer ${made.access_token}` };
    return (await (await fetch(`${site}/api/me`, { headers })).json()).name;
  }, [server, { grant_type: 'authorization_code', code: told.searchParams.get('code'),
    client_id: client, redirect_uri: back, code_verifier: verifier }]);
  assert.equal(name, 'Oda');
  await owner.close();
  app.close();
});

test('two accounts cannot have the same name, whatever its case', async () => {
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
