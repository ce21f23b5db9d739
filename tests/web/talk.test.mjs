// usage: node talk.test.mjs APOTHECARY [--only WORD]
// Talk in a game and between two people, in several browsers.
import assert from 'node:assert/strict';
import { account } from './support/accounts.mjs';
import { api, finish, newGame, person, seriousFindings, moderate, shot } from './support/world.mjs';
import { more, run, test } from './suite.mjs';
import { untilPromised } from './support/play.mjs';

const HOSTILE = 'Look \u202egpj.exe <img src=x onerror="document.title=1"> https://example.org/';

const untilSaid = (page, text) => page.waitForFunction(
  words => document.getElementById('chat-list').textContent.includes(words), text);

async function open(page, id) {
  await page.goto(`/game/${id}`);
  await page.waitForSelector('#chat:not([hidden])');
  await page.click('#chat summary');
  await page.waitForSelector('#chat-form:not([hidden]), #chat-why:not([hidden])');
}

async function say(page, text) {
  await page.fill('#chat-text', text);
  await page.press('#chat-text', 'Enter');
}

async function meet(white, black, setup = {}) {
  const { id } = await newGame(white.page, { variant: 'chess', opponent: { kind: 'open' },
    ...setup });
  await api(black.page, `/api/games/${id}/join`, {});
  return id;
}

more('what a guest writes can be reported', async () => {
  const anna = await account('Anna-Q'), guest = await person();
  await guest.page.goto('/about');
  const id = await meet(anna, guest, { rated: false });
  const said = await api(guest.page, `/api/games/${id}/chat`, { text: 'You are a fool' });
  assert.equal(said.status, 201, JSON.stringify(said));
  await open(anna.page, id);
  await untilSaid(anna.page, 'You are a fool');
  assert.equal(await anna.page.locator('#chat-list .person').count(), 0);
  await Promise.all([anna.page.waitForURL('**/report/Guest%20*'),
    anna.page.click('#chat-list .chat-report')]);
  assert.equal(await anna.page.innerText('.report-quote'), 'You are a fool');
  await anna.page.fill('#reason', 'An insult');
  await anna.page.click('#report button');
  await anna.page.waitForSelector('text=Thank you.');
  await anna.close();
  await guest.close();
});

test('talk: players and spectators, each in their room', async () => {
  const anna = await account('Anna-T'), bert = await account('Bert-T', { locale: 'de-DE' });
  const fan = await account('Fan-T'), stranger = await person();
  const id = await meet(anna, bert);
  for (const { page } of [anna, bert, fan, stranger])
    await open(page, id);
  await say(anna.page, HOSTILE);
  await untilSaid(bert.page, 'Look gpj.exe <img src=x');
  assert.equal(await bert.page.locator('#chat-list img').count(), 0);
  assert.equal(await bert.page.locator('#chat-list p a:not(.person):not(.chat-report)').count(), 0);
  // Beside the board there is space for some words, too.
  assert.ok(await anna.page.locator('#chat-text').evaluate(field => field.clientWidth) > 140);
  await anna.page.selectOption('#chat-preset', 'good-luck');
  await untilSaid(bert.page, 'Viel Glück!');
  await untilSaid(anna.page, 'Good luck!');
  await say(fan.page, 'A fine start');
  await untilSaid(stranger.page, 'A fine start');
  assert.ok(!(await anna.page.textContent('#chat-list')).includes('A fine start'));
  assert.ok(!(await fan.page.textContent('#chat-list')).includes('Look'));
  assert.match(await stranger.page.textContent('#chat-why'), /Log in/);
  await anna.page.waitForFunction(() => document.getElementById('chat-crowd').textContent
    .includes('2 spectators'));
  await api(anna.page, `/api/games/${id}/moves`, { ply: 0, move: 'e2e4' });
  await bert.page.waitForSelector('#chat-about:not([hidden])');
  await bert.page.check('#chat-on-move');
  await say(bert.page, 'I saw it coming');
  await anna.page.waitForSelector('#moves .has-comment[data-ply="1"]');
  assert.match(await anna.page.textContent('#move-comments'), /Bert-T\s*I saw it coming/);
  assert.equal(await anna.page.textContent('#chat-list .chat-move'), '1. e4');
  assert.equal(await fan.page.locator('#moves .has-comment').count(), 0);
  await anna.page.click('#chat-hush');
  await say(bert.page, 'Hidden from now on');
  await untilSaid(bert.page, 'Hidden from now on');
  assert.ok(!(await anna.page.textContent('#chat-list')).includes('Hidden'));
  assert.deepEqual(await seriousFindings(anna.page), []);
  await shot(anna.page, 'talk-game');
  await api(bert.page, `/api/games/${id}/resign`, {});
  await anna.page.waitForSelector('#chat-other-room:not([hidden])');
  await anna.page.click('#chat-hush');
  await anna.page.click('#chat-other-room');
  await untilSaid(anna.page, 'A fine start');
  for (const one of [anna, bert, fan, stranger])
    await one.close();
});

test('talk: an unread message is counted until the panel is opened', async () => {
  const anna = await account('Anna-U'), bert = await account('Bert-U');
  const id = await meet(anna, bert);
  await anna.page.goto(`/game/${id}`);
  await anna.page.waitForSelector('#chat:not([hidden])');
  await open(bert.page, id);
  await say(bert.page, 'Anybody there?');
  await anna.page.waitForSelector('#chat-unread:not([hidden])');
  await anna.page.click('#chat summary');
  await untilSaid(anna.page, 'Anybody there?');
  await anna.page.waitForSelector('#chat-unread', { state: 'hidden' });
  await anna.close();
  await bert.close();
});

test('talk: abort, and give time', async () => {
  const anna = await account('Anna-V'), bert = await account('Bert-V');
  const id = await meet(anna, bert, { color: 'white',
    clock: { kind: 'live', base_ms: 300000, increment_ms: 0 } });
  await anna.page.goto(`/game/${id}`);
  await anna.page.waitForSelector('#live-actions >> text=Abort the game');
  await api(anna.page, `/api/games/${id}/moves`, { ply: 0, move: 'e2e4' });
  await api(bert.page, `/api/games/${id}/moves`, { ply: 1, move: 'e7e5' });
  await anna.page.click('#live-actions >> text=Give 15 seconds');
  await untilPromised(anna.page, async game => {
    const { clock } = await (await fetch(`/api/games/${game}`)).json();
    return clock.black.left_ms > 310000;
  }, id);
  assert.equal(await anna.page.locator('#live-actions >> text=Abort the game').count(), 0);
  await anna.close();
  await bert.close();
});

// It takes the minute for which a player may be away.
more('talk: the opponent has left, and the win is claimed', async () => {
  const anna = await account('Anna-Z'), bert = await account('Bert-Z');
  const id = await meet(anna, bert, { color: 'white',
    clock: { kind: 'live', base_ms: 600000, increment_ms: 0 } });
  for (const { page } of [anna, bert]) {
    await page.goto(`/game/${id}`);
    await page.waitForSelector('#board .apo-piece');
  }
  await api(anna.page, `/api/games/${id}/moves`, { ply: 0, move: 'e2e4' });
  await api(bert.page, `/api/games/${id}/moves`, { ply: 1, move: 'e7e5' });
  await api(anna.page, `/api/games/${id}/moves`, { ply: 2, move: 'g1f3' });
  await anna.page.waitForSelector('.player-top .presence.is-online');
  assert.equal(await anna.page.locator('text=Claim the win').count(), 0);
  await bert.page.goto('about:blank');
  await anna.page.waitForSelector('.player-top .presence:not(.is-online)');
  assert.equal(await anna.page.locator('text=Claim the win').count(), 0);
  await anna.page.waitForSelector('text=Your opponent has left the game.');
  assert.deepEqual(await seriousFindings(anna.page), []);
  await anna.page.click('#live-actions >> text=Claim the win');
  await anna.page.waitForSelector('#state[data-state=over]');
  assert.match(await anna.page.innerText('#status'), /^1–0 · You won/);
  await anna.close();
  await bert.close();
});

/** A moderator reads the report about Bert-W, who is on `page`, and warns them. */
async function moderated(page) {
  const warden = await account('Warden-W');
  if (await moderate('appoint', 'Warden-W')) {
    await warden.page.goto('/about');
    await warden.page.click('footer >> text=Moderation');
    const report = warden.page.locator('#reports li', { hasText: 'Spam' });
    assert.match(await report.locator('blockquote').textContent(), /gpj\.exe <img/);
    assert.equal(await report.locator('img').count(), 0);
    assert.deepEqual(await seriousFindings(warden.page), []);
    await shot(warden.page, 'moderation');
    await report.getByLabel('Reason').fill('No advertising.');
    await report.getByText('Warn').click();
    await warden.page.waitForSelector('text=Done.');
    assert.match(await warden.page.textContent('#log'), /Warden-W.*warn.*Bert-W.*No advertising/s);
    await moderate('entrust', 'Warden-W');
    await warden.page.goto('/operator');
    await warden.page.click('text=Test the backup');
    await warden.page.waitForSelector('#backup [role=status]');
    assert.deepEqual(await seriousFindings(warden.page), []);
    await shot(warden.page, 'operator');
    await page.goto('/notices');
    await page.waitForSelector('text=A moderator warns you: No advertising.');
  }
  await warden.close();
}

more('messages: from a profile, answered, reported', async () => {
  const anna = await account('Anna-W'), bert = await account('Bert-W');
  await anna.page.goto('/@/Bert-W');
  await anna.page.click('text=Write a message');
  await anna.page.fill('#message-text', 'Shall we play?\n\nOn Sunday?');
  await anna.page.click('main >> text=Send');
  await anna.page.waitForSelector('.message-list .is-yours');
  await bert.page.goto('/messages');
  await bert.page.click('.conversation-list >> text=Anna-W');
  await bert.page.fill('#message-text', HOSTILE);
  await bert.page.click('main >> text=Send');
  await anna.page.waitForFunction(() => document.getElementById('message-list').textContent
    .includes('gpj.exe <img'));
  assert.equal(await anna.page.locator('#message-list img').count(), 0);
  assert.deepEqual(await seriousFindings(anna.page), []);
  await shot(anna.page, 'messages');
  await anna.page.click('#message-list >> text=Report');
  await anna.page.fill('#reason', 'Spam');
  await anna.page.click('main button >> text=Report');
  await anna.page.waitForSelector('text=A moderator will look at it');
  await moderated(bert.page);
  await anna.page.goto('/@/Bert-W');
  await anna.page.click('summary >> text=Block…');
  await anna.page.click('text=Block Bert-W');
  await bert.page.goto('/messages/Anna-W');
  await bert.page.waitForSelector('text=You cannot write to this person.');
  await anna.close();
  await bert.close();
});

more('notices: the bell, the page, the choice', async () => {
  const anna = await account('Anna-N'), bert = await account('Bert-N');
  const id = await meet(anna, bert, { clock: { kind: 'days', days: 3 }, color: 'white' });
  await api(anna.page, `/api/games/${id}/moves`, { ply: 0, move: 'e2e4' });
  await api(anna.page, `/api/games/${id}/offer`, { ply: 1, what: 'draw' });
  await bert.page.goto('/about');
  assert.equal(await bert.page.textContent('#notice-count .count'), '2');
  await bert.page.click('#notice-count');
  await bert.page.waitForSelector('.notice-list .is-unread >> text=Anna-N offers a draw in Chess.');
  assert.deepEqual(await seriousFindings(bert.page), []);
  await shot(bert.page, 'notices');
  await bert.page.click('text=Choose which notices you get');
  await bert.page.uncheck('[name="page_draw-offer"]');
  assert.deepEqual(await seriousFindings(bert.page), []);
  await shot(bert.page, 'notice-choices');
  await bert.page.click('main >> text=Save');
  await bert.page.waitForURL('**/account/notices');
  assert.equal(await bert.page.isChecked('[name="page_draw-offer"]'), false);
  assert.equal(await bert.page.isHidden('#notice-count .count'), true);
  await anna.close();
  await bert.close();
});

more('a study: a visitor comments below it, its owner is told and reports it', async () => {
  const anna = await account('Anna-S'), bert = await account('Bert-S');
  const made = await api(anna.page, '/api/studies', { name: 'Ends', visibility: 'public',
    text: '[Variant "chess"]\n\n1. e4 e5 2. Nf3 *\n' });
  await bert.page.goto(made.url);
  await bert.page.waitForSelector('#moves .move');
  await bert.page.fill('#remark-text', HOSTILE);
  await bert.page.click('#remark-form button');
  await bert.page.waitForSelector('#remark-list .message-text:has-text("gpj.exe <img")');
  assert.equal(await bert.page.locator('#remark-list a:has-text("Report")').count(), 0);
  assert.deepEqual(await seriousFindings(bert.page), []);
  await shot(bert.page, 'study-comments');
  await anna.page.goto('/notices');
  await anna.page.click('text=Bert-S has commented on your study “Ends”.');
  await anna.page.waitForSelector('#moves .move');
  await anna.page.click('#remark-list a:has-text("Report")');
  await anna.page.waitForSelector('.report-quote:has-text("gpj.exe <img")');
  await anna.close();
  await bert.close();
});

await run(finish);
