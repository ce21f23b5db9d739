// usage: node invitations.test.mjs APOTHECARY [--only WORD]
// Invitations by name, as two people use them: from the profile, with another proposal, declined
// with words.
import assert from 'node:assert/strict';
import { PHONE, api, clickThrough, finish, person,
  seriousFindings, shot } from './support/world.mjs';
import { account } from './support/accounts.mjs';
import { more, run, test } from './suite.mjs';

test('invited from the profile, answered with another proposal, accepted', async () => {
  const ann = await account('Ann'), ben = await account('Ben', PHONE);
  await ben.page.goto('/');
  await ann.page.goto('/@/Ben');
  await clickThrough(ann.page, 'text=Invite to a game');
  await ann.page.waitForSelector('#create[open]');
  assert.equal(await ann.page.inputValue('#invite-name'), 'Ben');
  await ann.page.selectOption('#create-variant', 'modern');
  await ann.page.fill('#invite-message', 'A game this evening?');
  assert.ok(await ann.page.isChecked('#rated'));
  await shot(ann.page, 'invite-dialog');
  await ann.page.click('#create-submit');
  await ann.page.waitForURL(/\/invitations/);
  assert.match(await ann.page.innerText('.invitation'),
    /Ben[\s\S]*Modern[\s\S]*A game this evening\?/);

  // Ben sees it in the lobby without reloading.
  await ben.page.waitForSelector('#invitation-count:not([hidden])');
  await clickThrough(ben.page, '#invitation-count');
  await ben.page.waitForSelector('.invitation');
  assert.deepEqual(await seriousFindings(ben.page), []);
  await shot(ben.page, 'invitations-phone');
  await clickThrough(ben.page, 'text=Propose something else');
  await ben.page.waitForSelector('#create[open]');
  assert.equal(await ben.page.inputValue('#create-variant'), 'modern');
  assert.match(await ben.page.innerText('#create-title'), /Ann/);
  await ben.page.locator('#clock-field label', { hasText: 'Days a move' }).click();
  await ben.page.fill('#invite-message', 'Rather by post.');
  await shot(ben.page, 'counter-phone');
  await ben.page.click('#create-submit');
  await ben.page.waitForURL(/\/invitations/);

  await ann.page.goto('/');
  assert.match(await ann.page.innerText('.asked'), /Ben[\s\S]*days a move/);
  await shot(ann.page, 'lobby-invited');
  await ann.page.click('.asked .game-list a');
  await ann.page.waitForURL(/\/invitations#/);
  await shot(ann.page, 'invitations');
  await ann.page.click('.invitation >> text=Accept');
  await ann.page.waitForURL(/\/game\//);
  assert.match(await ann.page.innerText('#facts'), /days a move · rated/);
  await ben.page.goto('/invitations');
  assert.match(await ben.page.innerText('section:last-of-type .invitation'), /Ann accepts/);
  await ann.close();
  await ben.close();
});

more('an invitation is declined with words, without scripts; its sender is blocked', async () => {
  const cleo = await account('Cleo'), dan = await account('Dan');
  await cleo.page.goto('/about');
  assert.equal((await api(cleo.page, '/api/invitations', { to: 'Dan', variant: 'chess' }))
    .status, 201);
  const cookies = await dan.context.cookies();
  const reader = await person({ javaScriptEnabled: false });
  await reader.context.addCookies(cookies);
  await reader.page.goto('/invitations');
  await reader.page.fill('.invitation input[name=message]', 'Another time.');
  await clickThrough(reader.page, 'text=Decline');
  assert.match(await reader.page.innerText('main'), /Another time\./);
  await cleo.page.goto('/invitations');
  assert.match(await cleo.page.innerText('main'), /Dan declines[\s\S]*Another time\./);
  await reader.page.goto('/@/Cleo');
  await reader.page.click('text=Block…');
  await shot(reader.page, 'block');
  await clickThrough(reader.page, 'text=Block Cleo');
  assert.match(reader.page.url(), /blocked/);
  assert.match(await reader.page.innerText('main'), /Cleo/);
  await cleo.page.goto('/?invite=Dan');
  await cleo.page.waitForSelector('#create[open]');
  await cleo.page.click('#create-submit');
  await cleo.page.waitForSelector('#create-error:not(:empty)');
  assert.match(await cleo.page.innerText('#create-error'), /rather not play/);
  await clickThrough(reader.page, 'text=Unblock Cleo');
  assert.match(await reader.page.innerText('main'), /Nobody\./);
  for (const somebody of [cleo, dan, reader])
    await somebody.close();
});

await run(finish);
