// usage: node publish.test.mjs APOTHECARY [--only WORD]
// A game is published from the workshop, a second person joins by link from another browser, a
// third makes a new game from it; and a hidden game is in no list.
import assert from 'node:assert/strict';
import { closeElsewhere, elsewhere } from './support/elsewhere.mjs';
import { api, clickThrough, finish, person, seriousFindings, serverUrl, shot }
  from './support/world.mjs';
import { PASSWORD, account } from './support/accounts.mjs';
import { square, untilPromised } from './support/play.mjs';
import { more, run, test } from './suite.mjs';

const LEAPER = '[game]\nname = Leaper Chess\nbase = chess\n\n[pieces]\n'
  + 'N = leaper, AD, points 2\n';

const publish = (page, id, text = LEAPER) =>
  api(page, '/api/workshop/games', { id, text });
const ready = page => page.waitForSelector('#workshop[data-ready]');

test('published from the workshop, and played by link', async () => {
  const ada = await account('Ada'), { page } = ada;
  await page.goto('/workshop#from=chess');
  await ready(page);
  // A name that no game of the server has is proposed; the one in the address follows it.
  await page.click('#publish');
  assert.equal(await page.inputValue('#publish-name'), 'Chess, remixed');
  assert.equal(await page.inputValue('#publish-id'), 'chess-remixed');
  await page.click('#publish-dialog [data-close]');
  await page.fill('#text', LEAPER.replace('Leaper Chess', 'Leapers'));
  await page.click('#publish');
  assert.equal(await page.inputValue('#publish-id'), 'leapers');
  await page.fill('#publish-name', 'Leaper Chess');
  assert.equal(await page.inputValue('#publish-id'), 'leaper-chess');
  await shot(page, 'publish');
  await page.click('#publish-submit');
  await page.waitForSelector('#publish-done a');
  assert.equal(await page.getAttribute('#publish-done a', 'href'), '/@/Ada/games/leaper-chess');
  assert.equal(await page.inputValue('#text'), LEAPER);
  assert.deepEqual(await seriousFindings(page), []);

  // The same draft again is a new version.
  await page.click('#publish-submit');
  await page.waitForFunction(() => /version 2/.test(
    document.getElementById('publish-done').textContent));
  await clickThrough(page, '#publish-done a');
  await page.waitForSelector('#pieces-board .apo-piece');
  assert.equal(await page.innerText('h1'), 'Leaper Chess');
  assert.match(await page.innerText('.rules-head'), /by Ada · version 2/);
  assert.match(await page.innerText('table.pieces tr[data-letter="N"]'), /leaps 2 diagonally/);
  assert.equal(await page.locator('.versions li').count(), 2);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'published');

  await clickThrough(page, '#play-this');
  await page.waitForSelector('#start-picture .apo-piece');
  await page.locator('#opponent-field label', { hasText: 'A friend' }).click();
  await page.locator('label', { hasText: /^White$/ }).click();
  await page.click('#create-submit');
  await page.waitForURL(/\/game\//);
  const { link } = await api(page, `/api/games/${page.url().split('/').pop()}`);
  const ben = await person();
  await ben.page.goto(link);
  await ben.page.waitForSelector('#join button');
  assert.match(await ben.page.innerText('main'), /Leaper Chess/);
  await Promise.all([ben.page.waitForURL(/\/game\//), ben.page.click('#join button')]);
  await square(page, 'b1').click();
  await square(page, 'd3').click();
  await ben.page.waitForSelector('#board [data-square="d3"][aria-label*=leaper]');
  await square(ben.page, 'g8').click();
  await square(ben.page, 'e6').click();
  await page.waitForSelector('#board [data-square="e6"][aria-label*=leaper]');
  await ben.close();
  await ada.close();
});

more('drafts follow an account into another browser, and both keep what both wrote', async () => {
  const one = await account('Drafty'), other = await person();
  const inAccount = (page, draft, text) => untilPromised(page, async wanted => {
    const answer = await (await fetch(`/api/drafts/${wanted.draft}`)).json();
    return answer.text?.includes(wanted.text);
  }, { draft, text });
  const named = (page, name) => page.waitForFunction(text =>
    document.getElementById('draft').textContent.includes(text), name);
  const leave = ({ page }) => page.evaluate(() =>
    document.dispatchEvent(new Event('visibilitychange')));
  await one.page.goto('/workshop');
  await ready(one.page);
  await one.page.fill('#text', LEAPER);
  await leave(one);
  const id = await one.page.inputValue('#draft');
  await inAccount(one.page, id, 'Leaper Chess');
  await one.page.waitForFunction(() => document.getElementById('drafts-place').textContent
    .includes('kept in your account'));
  await other.page.goto('/about');
  await api(other.page, '/api/login', { name: 'Drafty', password: PASSWORD });
  await other.page.goto('/workshop');
  await ready(other.page);
  await named(other.page, 'Leaper Chess');
  await other.page.selectOption('#draft', id);
  assert.equal(await other.page.inputValue('#text'), LEAPER);
  // The other browser's change arrives while the page is open.
  await other.page.fill('#text', LEAPER.replace('Leaper', 'Other'));
  await leave(other);
  await named(other.page, 'Other Chess');
  await one.page.waitForFunction(() => {
    document.dispatchEvent(new Event('visibilitychange'));
    return document.getElementById('text').value.includes('Other Chess');
  });
  // Both change the same draft before either sends it.
  await one.context.setOffline(true);
  await one.page.fill('#text', LEAPER.replace('Leaper', 'Third'));
  await leave(one);
  await one.page.waitForFunction(() => document.getElementById('drafts-place').textContent
    .includes('Not all'));
  await other.page.fill('#text', LEAPER.replace('Leaper', 'Fourth'));
  await leave(other);
  await inAccount(other.page, id, 'Fourth');
  await one.context.setOffline(false);
  await leave(one);
  await named(one.page, 'Fourth Chess');
  await named(one.page, 'Third Chess');
  assert.match(await one.page.inputValue('#text'), /Third/);
  await shot(one.page, 'workshop-drafts');
  assert.deepEqual(await seriousFindings(one.page), []);
  await other.close();
  await one.close();
});

more('a game made from another one credits it', async () => {
  const cleo = await account('Cleo'), dan = await account('Dan');
  assert.equal((await publish(cleo.page, 'leapers')).status, 201);
  await dan.page.goto('/@/Cleo/games/leapers');
  await clickThrough(dan.page, 'text=Open in the workshop');
  await ready(dan.page);
  // Lists of games would show two of the same name.
  assert.equal(await dan.page.inputValue('#text'),
    LEAPER.replace('Leaper Chess', 'Leaper Chess, remixed'));
  await dan.page.fill('#text', LEAPER.replace('Leaper', 'Camel').replace('leaper, AD', 'camel, C'));
  await dan.page.click('#publish');
  await dan.page.click('#publish-submit');
  await dan.page.waitForSelector('#publish-done a');
  await clickThrough(dan.page, '#publish-done a');
  assert.match(await dan.page.innerText('.rules-head'), /Made from Leaper Chess by Cleo/);
  await dan.page.goto('/@/Cleo');
  assert.match(await dan.page.innerText('.profile-published'), /Leaper Chess/);
  await dan.close();
  await cleo.close();
});

test('a published game is in the gallery until it is hidden', async () => {
  const eve = await account('Eve'), { page } = eve;
  assert.equal((await publish(page, 'shy', LEAPER.replace('Leaper', 'Shy'))).status, 201);
  await page.goto('/workshop/games?search=shy');
  await page.waitForSelector(
    '#published .mini .apo-piece, #published .mini image, #published .mini use');
  assert.equal(await page.locator('#published li').count(), 1);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'gallery');
  await clickThrough(page, '#published li a');
  assert.ok(await page.isVisible('.rules-play >> text=Hide it')); // in one row with the others
  await clickThrough(page, 'text=Hide it');
  assert.match(await page.innerText('.notice'), /You have hidden this game/);
  await page.goto('/workshop/games?search=shy');
  assert.equal(await page.locator('#published li').count(), 0);
  await eve.close();
});

test('a guest is asked to log in', async () => {
  const { page, close } = await person();
  await page.goto('/workshop');
  await ready(page);
  await page.click('#publish');
  await page.waitForSelector('#publish-guest:not([hidden])');
  assert.equal(await page.isVisible('#publish-submit'), false);
  await close();
});

/** Makes a game of 8x8 with one new piece, by clicks alone, and plays a move against the engine. */
async function makeByClicks(page) {
  await page.goto('/workshop');
  await ready(page);
  await page.click('#tab-form');
  await page.fill('[data-field="game name"]', 'Hoppers');
  await page.press('[data-field="game name"]', 'Enter');
  await page.click('#tab-lab');
  await page.selectOption('#lab-piece', '');
  await page.click('#lab-board [data-x="1"][data-y="2"]');
  await page.click('#lab-board [data-x="0"][data-y="1"]');
  await page.fill('#lab-name', 'hopper');
  await page.click('#lab-add');
  await page.click('text=Set up the start');
  await page.click('#start-tools [value=H]');
  await page.click('#start-board [data-square="b1"]');
  await page.waitForSelector('#start-board [data-square="b8"][aria-label*=hopper]');
  await page.click('.workshop-modes >> text=Play');
  await page.selectOption('#computer', 'black');
  await page.waitForSelector('#board [data-square="b1"][aria-label*=hopper]');
  await square(page, 'b1').click();
  await square(page, 'c3').click();
  await page.waitForFunction(() => document.querySelectorAll('#moves .move').length >= 2);
}

test('a game made by clicks is published, played by link, shown on another origin', async () => {
  const fay = await account('Fay'), { page } = fay, began = Date.now();
  await makeByClicks(page);
  await page.click('#publish');
  await page.click('#publish-submit');
  await page.waitForSelector('#publish-done a');
  const made = Date.now() - began;
  await clickThrough(page, '#publish-done a');
  await clickThrough(page, '#play-this');
  await page.waitForSelector('#start-picture .apo-piece');
  await page.locator('#opponent-field label', { hasText: 'A friend' }).click();
  await page.click('#create-submit');
  await page.waitForURL(/\/game\//);
  const { link } = await api(page, `/api/games/${page.url().split('/').pop()}`);
  const gus = await person(), asked = Date.now();
  await gus.page.goto(link);
  await Promise.all([gus.page.waitForURL(/\/game\//), gus.page.click('#join button')]);
  await gus.page.waitForSelector('#board [data-square="b1"][aria-label*=hopper]');
  const joined = Date.now() - asked;
  const url = await serverUrl(), reader = await person();
  await reader.page.goto(await elsewhere(`<!doctype html><html lang="en"><title>A page</title>
<script type="module" src="${url}/apothecary.js"></script>
<apothecary-board src="${url}/api/workshop/games/fay/hoppers/text"></apothecary-board></html>`));
  await reader.page.waitForSelector('apothecary-board [data-square="b1"][aria-label*=hopper]');
  console.log(`made and published in ${made} ms, joined in ${joined} ms`);
  for (const one of [fay, gus, reader])
    await one.close();
});

await run(async () => {
  await finish();
  await closeElsewhere();
});
