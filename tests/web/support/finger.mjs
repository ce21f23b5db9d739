// A finger that touches, slides and lifts; playwright's tap() can only tap.

/** What a finger does with `page`: { down, move, lift }. Places are [x, y] of the window. */
export async function fingerOn(page) {
  const perform = page.touchscreen._performTouch ?? await inChromium(page);
  return {
    down: place => perform('pointerDown', place),
    move: place => perform('pointerMove', place),
    lift: () => perform('pointerUp', null),
  };
}

const TYPES = { pointerDown: 'touchStart', pointerMove: 'touchMove', pointerUp: 'touchEnd' };

async function inChromium(page) {
  const tools = await page.context().newCDPSession(page);
  return (type, place) => tools.send('Input.dispatchTouchEvent', { type: TYPES[type],
    touchPoints: place === null ? [] : [{ x: place[0], y: place[1] }] });
}
