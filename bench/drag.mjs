#!/usr/bin/env node
// What dragging a piece costs the main thread of the browser: processor time for each move of the
// pointer, and how often the board is painted meanwhile. Uses Chromium and web/board/demo.html.
//
// usage: bench/drag.mjs [ROUNDS]
import { serve } from '../tests/web/serve.mjs';
import { launchBrowser } from '../tests/web/suite.mjs';
import { dragAlong } from '../tests/web/support/drag.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const WAY = ['b5', 'e5', 'e7', 'c7', 'b4', 'h5', 'j7'];

const { server, url } = await serve();
const browser = await launchBrowser();
for (const variant of ['alert', 'modern']) {
  const all = [];
  let paints = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 950 } });
    await page.goto(`${url}/board/demo.html?variant=${variant}`);
    await page.waitForFunction(() => window.demo?.session);
    await page.waitForTimeout(500);
    all.push(await dragAlong(page, 'b3', WAY, { steps: 20, isTraced: false }));
    if (round === 0)
      ({ paints } = await dragAlong(page, 'b3', WAY, { steps: 20 }));
    await page.close();
  }
  all.sort((a, b) => a.ms / a.moves - b.ms / b.moves);
  const { moves, ms } = all[Math.floor(all.length / 2)];
  console.log(`${variant}: ${(ms / moves).toFixed(2)} ms a move of the pointer `
    + `(median of ${ROUNDS}; ${moves} moves, ${paints} paintings of the board)`);
}
await browser.close();
server.close();
