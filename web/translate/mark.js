/* Finds a text in a page that is shown in a frame, makes it visible, and marks it. */

const ATTRIBUTES = ['title', 'aria-label', 'placeholder', 'alt', 'value', 'content'];
const SHORT = 4; // letters: too few to look for within other texts
const GAP = /%?\{\w+\}|%s/;

/** @param {string} text */
const plain = text => text.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ').trim();

/** @param {string} text */
const escaped = text => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** @param {string} text */
const pattern = text => plain(text).split(new RegExp(GAP, 'g')).map(escaped).join('.*?');

/**
 * Tests for a text or one of its plural forms: the whole of what is shown, and a part of it.
 * @param {string[]} forms
 */
export function tests(forms) {
  const all = forms.filter(form => plain(form).replace(new RegExp(GAP, 'g'), '').trim() !== '');
  const any = all.map(pattern).join('|');
  const long = all.filter(form => plain(form).length > SHORT).map(pattern).join('|');
  return [any, long].filter(source => source !== '').map((source, i) =>
    new RegExp(i === 0 ? `^(?:${source})$` : source, 'u'));
}

/** @param {Element} element @param {RegExp} test */
const says = (element, test) => test.test(plain(element.textContent ?? ''))
  || ATTRIBUTES.some(name => test.test(plain(element.getAttribute(name) ?? '')));

/** @param {Element} element */
function reveal(element) {
  for (let at = /** @type {any} */ (element); at !== null; at = at.parentElement) {
    if (at.localName === 'details')
      at.open = true;
    else if (at.localName === 'dialog' && !at.open)
      at.show();
    else if (at.hasAttribute('popover') && !at.matches(':popover-open'))
      at.showPopover();
    at.removeAttribute('hidden');
  }
}

/**
 * The innermost element that says one of the texts: one that can be seen, and rather in the page's
 * own part than around it.
 * @param {Document} page
 * @param {RegExp} test
 */
function find(page, test) {
  const all = [...page.body.querySelectorAll('*')].filter(element =>
    !['script', 'style', 'noscript'].includes(element.localName) && says(element, test));
  const inner = all.filter(element => !all.some(other => other !== element
    && element.contains(other)));
  const main = page.querySelector('main');
  const worth = (/** @type {Element} */ element) =>
    (element.checkVisibility() ? 2 : 0) + (main?.contains(element) ? 1 : 0);
  return inner.sort((a, b) => worth(b) - worth(a))[0] ?? null;
}

/**
 * Marks the text; null: the page does not say it now.
 * @param {Document} page
 * @param {string[]} forms
 */
export function markText(page, forms) {
  for (const test of tests(forms)) {
    const found = /** @type {any} */ (find(page, test));
    if (found === null)
      continue;
    if (!found.checkVisibility())
      reveal(found);
    const shown = found.checkVisibility() ? found : found.parentElement ?? found;
    shown.style.outline = '4px solid #d0342c';
    shown.style.outlineOffset = '3px';
    shown.scrollIntoView({ block: 'center', inline: 'center' });
    return found;
  }
  return null;
}
