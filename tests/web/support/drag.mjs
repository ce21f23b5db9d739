// Drags a piece over the board, and reports the browser's work meanwhile.
import { drawn, traced } from './trace.mjs';

/**
 * Drags the piece on `from` along `way`, squares by name, in `steps` steps each. Gives { moves,
 * paints, layerings, ms }: the pointer's moves, how often the whole board was painted and how often
 * the page's layers were arranged anew, and the processor time of the main thread in all. Tracing
 * counts the paintings and the layerings, but takes processor time itself: `isTraced`.
 */
export async function dragAlong(page, from, way, { steps = 12, isTraced = true } = {}) {
  const tools = await page.context().newCDPSession(page);
  const spots = await page.evaluate(names => names.map(name => {
    const box = document.querySelector(`[data-square="${name}"]`).getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  }), [from, ...way]);
  const width = await page.evaluate(() => document.querySelector('.apo-svg').clientWidth);
  await page.mouse.move(spots[0].x, spots[0].y);
  await page.mouse.down();
  await page.mouse.move(spots[0].x + 8, spots[0].y + 8);
  await drawn(page);
  await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
  let moves = 0, ms = 0;
  const drag = async () => {
    const before = await taskSeconds(tools);
    for (const [at, spot] of spots.slice(1).entries())
      for (let step = 1; step <= steps; step++) {
        const last = spots[at], part = step / steps;
        // page.mouse would add work of its own to the page: it watches for drops from elsewhere.
        await tools.send('Input.dispatchMouseEvent', { type: 'mouseMoved', buttons: 1,
          x: last.x + (spot.x - last.x) * part, y: last.y + (spot.y - last.y) * part });
        moves++;
      }
    await drawn(page);
    ms = 1000 * (await taskSeconds(tools) - before);
  };
  const events = isTraced ? await traced(tools, ['devtools.timeline', 'cc', 'blink'], drag) : [];
  if (!isTraced)
    await drag();
  await page.mouse.up();
  await tools.detach();
  return { moves, ms, paints: events.filter(event => isLarge(event, width)).length,
    layerings: events.filter(({ name }) => name === 'PaintArtifactCompositor::Update').length };
}

async function taskSeconds(tools) {
  const { metrics } = await tools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value;
}

/** A painted part of the page that is as wide as the board. */
function isLarge({ name, args }, width) {
  if (name !== 'Paint')
    return false;
  const [left, , right] = args.data.clip;
  return Math.abs(right - left) >= width * 0.9;
}
