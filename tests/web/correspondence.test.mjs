// usage: node correspondence.test.mjs APOTHECARY [--only WORD]
// What players by correspondence do: clocks with a stock, vacation, the queue of games.
import assert from 'node:assert/strict';
import { PHONE, api, finish, person, seriousFindings, shot } from './support/world.mjs';
import { run, test } from './suite.mjs';

const DAY = 86400000;

async function openDialog(page) {
  await page.goto('/');
  await page.click('#open-create');
  await page.waitForSelector('#start-picture .apo-man');
  await page.check('#create input[name=opponent][value=link]', { force: true });
  await page.check('#create input[name=clock][value=stock]', { force: true });
}

test('a clock with a stock is chosen in plain words, or said in hours', async () => {
  const player = await person(PHONE);
  const { page } = player;
  await openDialog(page);
  await page.selectOption('#stock-preset', 'own');
  await page.fill('#stock-spare', '15');
  await page.fill('#stock-extra', '6');
  await page.check('#weekend');
  await page.locator('#weekend').scrollIntoViewIfNeeded();
  await shot(page, 'stock-phone');
  assert.deepEqual(await seriousFindings(page), []);
  await page.click('#create-submit');
  await page.waitForURL(/\/game\//);
  const game = await api(page, `/api/games/${page.url().split('/').pop()}`);
  const { white } = game.clock;
  assert.deepEqual([white.kind, white.spare_ms, white.grace_ms, white.extra_ms], ['stock', 15 * DAY, DAY, DAY / 4]);
  assert.equal(game.clock.weekend, true);
  assert.equal(game.clock.vacation, true);
  assert.match(await page.innerText('#facts'), /15 days in stock, 1 day a move free, \+ 6 h a move/);
  await player.close();
});

await run(finish);
