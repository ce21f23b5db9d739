/* Things that all boards of a page share, fetched once and only when needed. */
import { spriteOf } from '../board/pieces.js';
import { take } from '../lib/i18n.js';
import { once } from '../lib/once.js';
import { loadRules } from '../lib/rules.js';
import { readStudy } from '../lib/study-text.js';
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

/** The style sheets, constructed without a style element, which the page's policy might not
 * allow. */
export const theSheets = () => once('sheets', () => Promise.all(SHEETS.map(async address =>
  new CSSStyleSheet().replace(await textAt(address)))));

/** The drawings of a set as a tree, to be put beside each board; null if there are none. */
export const theDrawings = (/** @type {string} */ set) => once(`set ${spriteOf(set)}`, async () => {
  const text = await textAt(spriteOf(set)).catch(() => null);
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

/** The answer of the script's server at an address of its API. */
const ask = (/** @type {string} */ path) => once(`ask ${path}`, async () => {
  const answer = await fetch(new URL(path, HERE));
  if (answer.ok)
    return answer.text();
  const { message = `${path}: ${answer.status}` } = await answer.json().catch(() => ({}));
  throw new Error(message);
});

/**
 * The game with this name: built in, or one of the script's server.
 * @param {string} variant
 * @returns {Promise<GameChoice>}
 */
async function gameNamed(variant) {
  const { id, definition, is_own: isOwn } =
    JSON.parse(await ask(`/api/variants/${encodeURIComponent(variant)}`));
  return isOwn ? { definition: await ask(`/api/definitions/${definition}`), variant: id } : { id };
}

/**
 * The game that the tags of a PGN mean.
 * @param {Rules} rules
 * @param {import('./record.js').Recorded} record
 * @returns {Promise<GameChoice>}
 */
export async function gameOfRecord(rules, { variant, fen }) {
  const session = rules.open({ id: 'chess' });
  const [wanted] = (variant || 'Standard').split(':'), id = session.find(wanted, fen);
  session.close();
  return id === '' ? gameNamed(wanted.toLowerCase()) : { id };
}

/**
 * A finished game of the script's server: its PGN, and the rules that it was played by.
 * @param {string} id
 */
export async function playedGame(id) {
  const path = `/api/archive/games/${encodeURIComponent(id)}`;
  const [pgn, record] = await Promise.all([ask(`${path}/text?form=pgn`),
    ask(path).then(JSON.parse)]);
  /** @type {GameChoice} */
  const game = record.definition ? { definition: await ask(`/api/definitions/${record.definition}`),
    variant: record.variant } : { id: record.variant };
  return { pgn, game };
}

/**
 * The chapters of a study of the script's server.
 * @param {string} id
 */
export async function chaptersOf(id) {
  const text = await ask(`/api/studies/${encodeURIComponent(id)}/pgn`);
  let count = 0;
  return readStudy(text, () => `game${++count}`);
}

/**
 * Loads the texts of a language for all boards of the page. The first board decides which.
 * @param {string} tag
 */
export const speak = tag => once('words', async () => {
  const language = languageOf(tag);
  const words = language === 'en' ? null
    : await textAt(`/api/words/${language}`).then(JSON.parse, () => null);
  take(words ?? { forms: '', texts: {} }, words === null ? 'en' : language);
});
