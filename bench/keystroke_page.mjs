#!/usr/bin/env node
// What a keystroke in the workshop costs the page: processor time of its thread in milliseconds,
// all that is drawn included, and how many nodes and attributes of the page change. Chromium. The
// first keystroke in a new page has its own figure, because the browser has prepared little by
// then; the other is the mean of some keystrokes after as many more. The text has the focus before.
// bench/keystroke.mjs has the check alone.
//
// usage: bench/keystroke_page.mjs APOTHECARY [GAME ...]     alert, modern and chess by default
import { finish, person } from '../tests/web/support/world.mjs';

const ROUNDS = 12;
const games = process.argv.length > 3 ? process.argv.slice(3) : ['alert', 'modern', 'chess'];

/** Three frames later all that a change causes has been drawn. */
const frames = page => page.evaluate(async () => {
  for (let i = 0; i < 3; i++)
    await new Promise(requestAnimationFrame);
});

/** Puts the cursor behind the game's name, and begins to count what changes. */
async function begin(page) {
  await page.evaluate(() => {
    const field = document.getElementById('text'), end = /^name = .*$/m.exec(field.value);
    field.focus();
    field.setSelectionRange(end.index + end[0].length, end.index + end[0].length);
    window.changes = 0;
    window.watch = new MutationObserver(list => {
      for (const { type: kind, addedNodes, removedNodes } of list)
        window.changes += kind === 'childList' ? addedNodes.length + removedNodes.length : 1;
    });
    window.watch.observe(document.body, { subtree: true, childList: true, attributes: true,
      characterData: true });
  });
  await frames(page);
}

/** Types letters, after each of which the game is compiled. */
async function type(page, rounds) {
  for (let i = 0; i < rounds; i++) {
    await page.keyboard.press('e');
    await frames(page);
  }
}

/** How much of the page has changed. */
const changed = page => page.evaluate(() => {
  window.watch.disconnect();
  return window.changes;
});

for (const id of games) {
  const { page, context, close } = await person();
  const tools = await context.newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const processorMs = async () => {
    const { metrics } = await tools.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const measure = async rounds => {
    await begin(page);
    const began = await processorMs();
    await type(page, rounds);
    const ms = (await processorMs() - began) / rounds;
    return { ms: ms.toFixed(1), changes: await changed(page) / rounds };
  };
  await page.goto(`/workshop?from=${id}`);
  await page.waitForSelector('#workshop[data-ready]');
  const first = await measure(1);
  await measure(ROUNDS);
  const { ms, changes } = await measure(ROUNDS);
  console.log(`${id.padEnd(20)} ${first.ms} ms the first, then ${ms} ms  ${
    Math.round(changes)} changes`);
  await close();
}
await finish();
