#!/usr/bin/env node
// What a keystroke in the workshop costs the page: processor time of its thread in milliseconds,
// all that is drawn included, and how many nodes and attributes of the page change. Chromium. The
// first keystroke in a new page has its own figure, because the browser has not optimised the
// module by then; the other is the mean of some keystrokes after as many more.
// bench/keystroke.mjs has the check alone.
//
// usage: bench/keystroke_page.mjs APOTHECARY [GAME ...]     alert, modern and chess by default
import { finish, person } from '../tests/web/support/world.mjs';

const ROUNDS = 12;
const games = process.argv.length > 3 ? process.argv.slice(3) : ['alert', 'modern', 'chess'];

/** Types letters into the game's name, which is compiled; returns how much of the page changed. */
const type = (page, rounds) => page.evaluate(async count => {
  const field = document.getElementById('text'), frame = () => new Promise(requestAnimationFrame);
  let changes = 0;
  const watch = new MutationObserver(list => {
    for (const { type: kind, addedNodes, removedNodes } of list)
      changes += kind === 'childList' ? addedNodes.length + removedNodes.length : 1;
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true,
    characterData: true });
  for (let i = 0; i < count; i++) {
    const end = /^name = .*$/m.exec(field.value);
    const at = end.index + end[0].length;
    field.setRangeText('e', at, at, 'end');
    field.dispatchEvent(new Event('input'));
    await frame();
    await frame();
    await frame();
  }
  watch.disconnect();
  return changes;
}, rounds);

for (const id of games) {
  const { page, context, close } = await person();
  const tools = await context.newCDPSession(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const processorMs = async () => {
    const { metrics } = await tools.send('Performance.getMetrics');
    return 1000 * metrics.find(({ name }) => name === 'TaskDuration').value;
  };
  const measure = async rounds => {
    const began = await processorMs(), changes = await type(page, rounds);
    return { ms: ((await processorMs() - began) / rounds).toFixed(1), changes: changes / rounds };
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
