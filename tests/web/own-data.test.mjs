// usage: node own-data.test.mjs APOTHECARY [--only WORD]
// Personal data on the account page: downloaded, and deleted with a typed name.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { clickThrough, finish, person, seriousFindings, shot } from './support/world.mjs';
import { PASSWORD, account, ratedGame, untilCounted } from './support/accounts.mjs';
import { run, test } from './suite.mjs';

async function download(page, words) {
  const [file] = await Promise.all([page.waitForEvent('download'), page.click(`text=${words}`)]);
  return readFileSync(await file.path(), 'utf8');
}

test('downloaded, deleted, and the games stay', async () => {
  const ann = await account('Ann'), ben = await account('Ben');
  const id = await ratedGame(ben, ann);
  await untilCounted(ann.page, 'Ann', 1);
  const { page } = ann;
  await page.goto('/account');
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'account-data');
  const data = JSON.parse(await download(page, 'All your data'));
  assert.equal(data.person[0].name, 'Ann');
  assert.equal(data.score.length, 1);
  await clickThrough(page, 'text=Delete the account');
  await page.fill('#delete-name', 'Anna');
  await page.fill('#delete-password', PASSWORD);
  await clickThrough(page, 'button >> text=Delete the account');
  assert.match(await page.innerText('[role=alert]'), /exactly/);
  await page.fill('#delete-name', 'Ann');
  await page.fill('#delete-password', PASSWORD);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'account-delete');
  await clickThrough(page, 'button >> text=Delete the account');
  assert.match(page.url(), /\/account\/deleted/);
  assert.match(await page.innerText('.site-user'), /Log in/);
  const reader = await person({ javaScriptEnabled: false });
  for (const until = Date.now() + 300000; Date.now() < until;) {
    await reader.page.goto(`/game/${id}`);
    if (!(await reader.page.innerText('#game')).includes('Ann'))
      break;
    await reader.page.waitForTimeout(200);
  }
  assert.match(await reader.page.innerText('#game'), /deleted account/);
  for (const somebody of [ann, ben, reader])
    await somebody.close();
});

await run(finish);
