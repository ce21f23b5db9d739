/* For a page opened by a link that it cannot follow: says what is wrong, offers alternatives, and
 * keeps the page usable. The sentence is in the element `link-problem`. */
import { byId, h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/** @typedef {[href: string, words: string]} Way */

/** The sentence that no game has this name. @param {string} name */
export const noGame = name => t('There is no game "{name}" here.', { name });

/**
 * @param {string} words why; '' takes an earlier sentence away
 * @param {Way[]} ways
 */
export function showLinkProblem(words, ways = []) {
  byId('link-problem').replaceChildren(words, ...words === '' ? []
    : ways.flatMap(([href, text]) => [' ', h('a', { href }, text)]));
}

/**
 * The same for a link to a game or a position.
 * @param {string[]} faults sentences; none take an earlier one away
 * @param {Way[]} ways
 */
export function showUnreadable(faults, ways = []) {
  showLinkProblem(faults.length === 0 ? ''
    : t('This link cannot be read: {reason}', { reason: faults.join(' ') }),
  [...ways, ['/rules', t('All games')]]);
}
