// What people do who have no mouse.
import assert from 'node:assert/strict';

const focused = page => page.evaluate(() => document.activeElement?.dataset?.square
  ?? document.activeElement?.id ?? '');

/** Tab until the element of this id has the focus. */
export async function tabTo(page, id) {
  for (let i = 0; i < 60; i++) {
    await page.keyboard.press('Tab');
    if (await focused(page) === id)
      return;
  }
  assert.fail(`Tab never comes to ${id}`);
}

/**
 * Tab until a button or link inside `within` has the focus to which readers give this name; if
 * there is `about`, it has to be what they say of it besides.
 */
export async function tabToNamed(page, name, { within = 'body', about = '' } = {}) {
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(wanted => {
      const { activeElement: at } = document;
      const words = (at.getAttribute('aria-describedby') ?? '').split(' ')
        .map(id => document.getElementById(id)?.textContent ?? '').join(' ');
      return at.closest(wanted.within) !== null && words.includes(wanted.about)
        && (at.getAttribute('aria-label') ?? at.textContent.trim()) === wanted.name;
    }, { name, within, about }))
      return;
  }
  assert.fail(`Tab never comes to "${name}"`);
}

/** The arrow keys move the board's cursor from square to square. */
export async function walkTo(page, target, isFlipped) {
  const steps = (from, to, [minus, plus]) => Array(Math.abs(to - from)).fill(to > from ? plus
    : minus);
  const at = await focused(page);
  const across = isFlipped ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight'];
  const along = isFlipped ? ['ArrowUp', 'ArrowDown'] : ['ArrowDown', 'ArrowUp'];
  for (const key of [...steps(Number(at.slice(1)), Number(target.slice(1)), along),
    ...steps(at.charCodeAt(0), target.charCodeAt(0), across)])
    await page.keyboard.press(key);
  assert.equal(await focused(page), target);
}
