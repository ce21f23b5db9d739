// usage: node settings.test.mjs APOTHECARY [--only WORD]
// Mail and programs on the account's pages: an address that is confirmed, a forgotten password, a
// token; with a small mail server of our own.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { account, PASSWORD } from './support/accounts.mjs';
import { Server } from './support/server.mjs';
import { api, clickThrough, finish, person, PHONE,
  seriousFindings, shot } from './support/world.mjs';
import { more, run, test } from './suite.mjs';

/** Accepts every mail; wait(fits) gives the text of the first that matches. */
class MailServer {
  #mails = [];
  #server = createServer(socket => this.#talk(socket));

  async start() {
    await new Promise(done => this.#server.listen(0, '127.0.0.1', done));
    this.url = `smtp://127.0.0.1:${this.#server.address().port}`;
    return this;
  }

  stop() {
    this.#server.close();
  }

  #talk(socket) {
    let text = '', isData = false;
    socket.on('error', () => {});
    socket.write('220 test\r\n');
    socket.on('data', bytes => {
      text += bytes;
      for (;;) {
        const end = isData ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n');
        if (end < 0)
          return;
        if (isData) {
          this.#mails.push(text.slice(0, end).replaceAll('=\r\n', '').replaceAll('=3D', '='));
          text = text.slice(end + 5);
          socket.write('250 taken\r\n');
          isData = false;
        } else {
          const line = text.slice(0, end);
          text = text.slice(end + 2);
          isData = line === 'DATA';
          socket.write(isData ? '354 go on\r\n' : line === 'QUIT' ? '221 bye\r\n' : '250 ok\r\n');
        }
      }
    });
  }

  async wait(part) {
    for (const until = Date.now() + 300000; ;) {
      const mail = this.#mails.find(each => each.includes(part));
      if (mail)
        return mail;
      if (Date.now() > until)
        throw new Error(`no mail with ${part} in ${this.#mails.length} mails`);
      await new Promise(done => setTimeout(done, 50));
    }
  }

  async link(path) {
    return new RegExp(`${path}[\\w/-]+`).exec(await this.wait(path))[0];
  }
}

async function withMail(work) {
  const post = await new MailServer().start();
  const server = await new Server('--smtp', post.url, '--mail-from', 'games@example.org').start();
  try {
    await work(post, server.url);
  } finally {
    post.stop();
    await server.stop();
  }
}

more('an address is confirmed, and brings a new password', () => withMail(async (post, base) => {
  const { page, close } = await account('Mara', { base, ...PHONE });
  await page.goto('/account');
  await clickThrough(page, 'main a[href="/account/mail"]');
  assert.deepEqual(await seriousFindings(page), []);
  await page.fill('#address', 'mara@example.net');
  await page.fill('#password', PASSWORD);
  await clickThrough(page, 'main form button[type=submit] >> nth=0');
  await page.waitForSelector('main [role=status]');
  await shot(page, 'mail-unconfirmed');
  await page.goto(await post.link('/mail/confirm#'));
  await clickThrough(page, 'main form button[type=submit]');
  await page.waitForSelector('main form', { state: 'detached' });
  await page.goto('/account/mail');
  await page.check('[name=want_digest]');
  await clickThrough(page, 'main form button[type=submit] >> nth=1');
  assert(await page.isChecked('[name=want_digest]'));
  await shot(page, 'mail');
  await page.goto('/login');
  await clickThrough(page, 'a[href="/forgot"]');
  await page.fill('#address', 'mara@example.net');
  await clickThrough(page, 'main form button[type=submit]');
  await page.waitForSelector('main [role=status]');
  await page.goto(await post.link('/reset#'));
  await page.waitForSelector('.show-password');
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'reset');
  await page.fill('#new', `${PASSWORD}!`);
  await clickThrough(page, 'main form button[type=submit]');
  const used = await post.link('/reset#');
  await page.goto('/about');
  await page.goto(used);
  await page.waitForSelector('main .button-main[href]');
  assert.deepEqual(await seriousFindings(page), []);
  assert.equal(await page.getAttribute('main .button-main', 'href'), '/forgot');
  await page.goto('/login');
  await page.fill('#name', 'Mara');
  await page.fill('#password', `${PASSWORD}!`);
  await clickThrough(page, 'main form button[type=submit]');
  await page.goto('/account');
  assert.match(await page.innerText('.site-user'), /Mara/);
  await close();
}));

/** Gives the account of `page` this mail address, and confirms it. */
async function confirmAddress(page, post, address) {
  await page.goto('/account/mail');
  await page.fill('#address', address);
  await page.fill('#password', PASSWORD);
  await clickThrough(page, 'main form button[type=submit] >> nth=0');
  await page.goto(await post.link('/mail/confirm#'));
  await clickThrough(page, 'main form button[type=submit]');
}

more('an invitation comes by mail, and no more of them after one click',
  () => withMail(async (post, base) => {
    const nora = await account('Nora', { base }), otto = await account('Otto', { base });
    const { page } = nora;
    await confirmAddress(page, post, 'nora@example.net');
    assert.equal((await api(otto.page, '/api/invitations', { to: 'Nora', variant: 'modern' }))
      .status, 201);
    const off = await post.link('/mail/off/');
    // The link works without a login, and only looking at it changes nothing.
    const reader = await person({ base, javaScriptEnabled: false });
    await reader.page.goto(off);
    assert.deepEqual(await seriousFindings(page), []);
    await page.goto('/account/mail');
    const chosen = await page.locator('input[name^=want_]:checked').count();
    await shot(reader.page, 'mail-off');
    await clickThrough(reader.page, 'main form button[type=submit]');
    await page.goto('/account/mail');
    assert.equal(await page.locator('input[name^=want_]:checked').count(), chosen - 1);
    for (const somebody of [nora, otto, reader])
      await somebody.close();
  }));

test('a token is shown once, works, and is revoked', async () => {
  const { page, context, close } = await account('Tokener');
  await page.goto('/account');
  await clickThrough(page, 'main a[href="/account/tokens"]');
  await page.fill('#name', 'my bot');
  await page.uncheck('[name=may_invite]');
  await page.fill('main [name=password]', 'nobody knows it');
  await clickThrough(page, 'text=Create it');
  assert.match(await page.innerText('main [role=alert]'), /password is wrong/);
  await page.fill('#name', 'my bot');
  await page.uncheck('[name=may_invite]');
  await page.fill('main [name=password]', PASSWORD);
  await clickThrough(page, 'text=Create it');
  const secret = await page.inputValue('#secret');
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'tokens');
  const ask = () => context.request.get('/api/me',
    { headers: { Authorization: `Bearer ${secret}` } });
  assert.equal((await (await ask()).json()).name, 'Tokener');
  await page.goto('/account/tokens');
  assert(!(await page.content()).includes(secret));
  await clickThrough(page, 'text=Revoke');
  await page.waitForSelector('.token', { state: 'detached' });
  assert.equal((await ask()).status(), 401);
  await close();
});

test('pages of mail without scripts and without mail', async () => {
  const { page, close } = await person({ javaScriptEnabled: false });
  await page.goto('/forgot');
  assert.match(await page.innerText('main'), /sends no mail/);
  await close();
});

await run(finish);
