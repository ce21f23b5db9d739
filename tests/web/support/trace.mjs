// What the browser says of its own work.

/** The events of these categories while `act()` runs, of the page of a CDP session. */
export async function traced(tools, categories, act) {
  const events = [], gather = ({ value }) => events.push(...value);
  tools.on('Tracing.dataCollected', gather);
  await tools.send('Tracing.start', { transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories } });
  await act();
  const done = new Promise(end => tools.once('Tracing.tracingComplete', end));
  await tools.send('Tracing.end');
  await done;
  tools.off('Tracing.dataCollected', gather);
  return events;
}

/** Two frames later all that a change causes has been drawn. */
export const drawn = page => page.evaluate(() => new Promise(done =>
  requestAnimationFrame(() => requestAnimationFrame(done))));

/** Waits until the pieces of the board are seen. Their drawings are in a file: the browser shows
 * them some time after they have been put on the board, a few or many at once, and finds out their
 * styles then. */
const pictured = page => page.waitForFunction(() => [...document.querySelectorAll('#board use')]
  .every(use => !use.checkVisibility() || use.getBBox().width > 0));

/** For how many elements the browser finds out their style anew because of `act()`. */
export async function restyledBy(page, act) {
  const tools = await page.context().newCDPSession(page);
  await pictured(page);
  await drawn(page);
  const events = await traced(tools, ['devtools.timeline'], async () => {
    await act();
    await drawn(page);
  });
  await tools.detach();
  return events.filter(({ name }) => name === 'UpdateLayoutTree')
    .reduce((sum, { args }) => sum + args.elementCount, 0);
}
