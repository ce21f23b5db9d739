/* What all boards of a page share, fetched once and only when it is needed. */
import { take } from '../lib/i18n.js';
import { once } from '../lib/once.js';
import { loadRules } from '../lib/rules.js';
import { languageOf } from './source.js';

const SHEETS = ['../board/board.css', '../embed/embed.css'];
const HERE = import.meta.url;

/** @param {string} address */
async function textAt(address) {
  const answer = await fetch(new URL(address, HERE));
  if (!answer.ok)
    throw new Error(`${address}: ${answer.status}`);
  return answer.text();
}

/** The rules of all games. */
export const theRules = () => once('rules', () => loadRules());

/** The style sheets, as a page's own policy allows them: no element of the page. */
export const theSheets = () => once('sheets', () => Promise.all(SHEETS.map(async address =>
  new CSSStyleSheet().replace(await textAt(address)))));

/** The drawings as a tree, to be put beside each board; null if there are none. */
export const theDrawings = () => once('drawings', async () => {
  const text = await textAt('../pieces.svg').catch(() => null);
  return text === null ? null
    : new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
});

/** The definition at an address. */
export const definitionAt = (/** @type {string} */ address) => once(`src ${address}`, async () => {
  const answer = await fetch(new URL(address, document.baseURI));
  if (!answer.ok)
    throw new Error(`${address}: ${answer.status}`);
  return answer.text();
});

/**
 * Makes all texts of the page's boards those of a language. The first board decides.
 * @param {string} tag
 */
export const speak = tag => once('words', async () => {
  const language = languageOf(tag);
  const words = language === 'en' ? null
    : await textAt(`/api/words/${language}`).then(JSON.parse, () => null);
  take(words ?? { forms: '', texts: {} }, words === null ? 'en' : language);
});
