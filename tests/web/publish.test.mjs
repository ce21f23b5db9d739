// usage: node publish.test.mjs APOTHECARY [--only WORD]
// A game is published from the workshop, a second person joins by link from another browser, a
// third makes a new game from it; and a hidden game is in no list.
import assert from 'node:assert/strict';
import { api, clickThrough, finish, person, seriousFindings, shot } from './support/world.mjs';
import { account } from './support/accounts.mjs';
import { POLL, square } from './support/play.mjs';
import { run, test } from './suite.mjs';

const LEAPER = '[game]\nname = Leaper Chess\nbase = chess\n\n[pieces]\n'
  + 'N = leaper, AD, points 2\n';

const publish = (page, id, text = LEAPER) =>
  api(page, '/api/workshop/games', { id, text });
const ready = page => page.waitForSelector('#workshop[data-ready]');

test('published from the workshop, and played by link', async () => {
  const ada = await account('Ada'), { page } = ada;
  await page.goto('/workshop#from=chess');
  await ready(page);
  await page.fill('#text', LEAPER);
  await page.click('#publish');
  assert.equal(await page.inputValue('#publish-id'), 'leaper-chess');
  await shot(page, 'publish');
  await page.click('#publish-submit');
  await page.waitForSelector('#publish-done a');
  assert.equal(await page.getAttribute('#publish-done a', 'href'), '/@/Ada/games/leaper-chess');
  assert.deepEqual(await seriousFindings(page), []);

  // The same draft again is a new version.
  await page.click('#publish-submit');
  await page.waitForFunction(() => /version 2/.test(
    document.getElementById('publish-done').textContent), null, POLL);
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

test('made from another game, with credit', async () => {
  const cleo = await account('Cleo'), dan = await account('Dan');
  assert.equal((await publish(cleo.page, 'leapers')).status, 201);
  await dan.page.goto('/@/Cleo/games/leapers');
  await clickThrough(dan.page, 'text=Open in the workshop');
  await ready(dan.page);
  assert.equal(await dan.page.inputValue('#text'), LEAPER);
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

test('in the gallery until it is hidden', async () => {
  const eve = await account('Eve'), { page } = eve;
  assert.equal((await publish(page, 'shy', LEAPER.replace('Leaper', 'Shy'))).status, 201);
  await page.goto('/workshop/games?search=shy');
  await page.waitForSelector('#published .mini .apo-piece, #published .mini image, #published .mini use');
  assert.equal(await page.locator('#published li').count(), 1);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'gallery');
  await clickThrough(page, '#published li a');
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

await run(finish);
