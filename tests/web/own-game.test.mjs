// usage: node own-game.test.mjs APOTHECARY [--only WORD]
// A game that only this server knows: on each page that shows it, and after its definition has
// changed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newGame, person, finish } from './support/world.mjs';
import { Server } from './support/server.mjs';
import { square, untilPly } from './support/play.mjs';
import { more, run, test } from './suite.mjs';

const folder = mkdtempSync(join(tmpdir(), 'apothecary-games-'));
const write = piece => writeFileSync(join(folder, 'mine.variant'),
  `[game]\nname = Mine\nbase = chess\n\n[pieces]\nN = ${piece}\n`);
write('hopper, A, points 2');
const server = await new Server('--definitions', folder).start();

test('a game of this server on all pages', async () => {
  const player = await person({ base: server.url });
  const { page } = player;
  await page.goto('/rules/mine');
  await page.waitForSelector('#pieces-board .apo-piece');
  assert.equal(await page.locator('#pieces-buttons button[title=hopper]').count(), 1);
  assert.match(await page.innerText('table.pieces tr[data-letter="N"]'), /leaps 2 diagonally/);
  assert.match(await page.innerText('table.pieces tr[data-letter="Q"]'), /slides in any direction/);
  assert.equal(await page.locator('table.pieces th .apo-picture').count(), 6);
  await page.goto('/analysis?variant=mine');
  await square(page, 'b1').hover();
  await page.waitForSelector('.piece-panel >> text=Leaps 2 diagonally.');
  assert.equal(await page.getAttribute('.piece-panel a', 'href'), '/rules/mine#hopper');
  await square(page, 'b1').click();
  await square(page, 'd3').click();
  await page.waitForSelector('#board [data-square="d3"][aria-label*=hopper]');
  await page.goto('/?new=mine');
  await page.waitForSelector('#start-picture .apo-piece');
  assert.equal(await page.inputValue('#create-variant'), 'mine');
  assert.equal(await page.textContent('#start-error'), '');
  // On a phone the table of pieces is not wider than the page: the pictures would be cut off.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/rules/capablanca');
  await page.locator('table.pieces tr[data-letter]').last().scrollIntoViewIfNeeded();
  await page.waitForSelector('table.pieces .apo-mini');
  assert.ok(await page.locator('.table-box:has(.pieces)').evaluate(box =>
    box.scrollWidth <= box.clientWidth));
  await player.close();
});

more('a game goes on by the rules it began with, when its definition has changed', async () => {
  const player = await person({ base: server.url });
  const { page } = player;
  await page.goto('/');
  const { id } = await newGame(page, { variant: 'mine', opponent: { kind: 'computer', level: 1 } });
  await server.kill();
  write('camel, C, points 2');
  await server.start();
  await page.goto(`/game/${id}`);
  await square(page, 'b1').click();
  await square(page, 'd3').click();
  await untilPly(page, 2);
  await page.goto('/analysis?variant=mine');
  await square(page, 'b1').click();
  await square(page, 'c4').click();
  await page.waitForSelector('#board [data-square="c4"][aria-label*=camel]');
  await page.goto(`/analysis?game=${id}`);
  await page.waitForSelector('#board [data-square="g1"][aria-label*=hopper]');
  await player.close();
});

await run(async () => {
  await finish();
  await server.stop();
  rmSync(folder, { recursive: true });
});
