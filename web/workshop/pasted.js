/* What has been pasted: a game in one of the formats that can be read, a piece's moves, or
 * something else, and then what to do about it. */
import { t } from '../lib/i18n.js';

/**
 * A game, with what it was, what of it is lost, and the sections that were not read; or a piece.
 * @typedef {{ text: string, source: string, lost: string[], others: string[] }} Game
 * @typedef {{ piece: string }} Piece
 */

const HEADING = /^\s*\[([^\]\n]+)\]/gm;

/**
 * The moves in XBetza, or null. Moves may be written with blanks between them.
 * @param {import('./library.js').Library} library
 * @param {string} text
 */
function pieceOf(library, text) {
  const moves = text.replace(/[ \t]+/g, '');
  const isWord = !/\s/.test(text);
  if (/[\s=:/]/.test(moves))
    return null;
  try {
    library.moves(moves);
    return moves;
  } catch (error) {
    if (isWord) // it can be nothing else
      throw error;
    return null;
  }
}

/**
 * Why something that is no game cannot be read.
 * @param {string} text
 */
function refusal(text) {
  if (/^\s*\((version|game|define|variant)\b/m.test(text))
    return t('Rules files of Zillions of Games can be written here, but not read.');
  if (/^\s*[\w*+~]+(\/[\w*+~]+)+(\s|$)/.test(text))
    return t('This is a position, not a game. Begin with a game that has these pieces, and set up '
      + 'the start there.');
  return t('This is no game that can be read: neither an Interactive Diagram nor a section of a '
    + 'variants.ini, neither a definition nor moves in XBetza.');
}

/** @param {string} text */
const lostOf = text =>
  [...new Set([...text.matchAll(/# LOST: (.*)$/gm)].map(([, words]) => words))];

/**
 * Reads what has been pasted.
 * @param {import('./library.js').Library} library
 * @param {string} pasted
 * @returns {Game | Piece}
 */
export function readPasted(library, pasted) {
  const text = pasted.trim();
  if (text === '')
    throw new Error(t('Paste something first.'));
  const moves = pieceOf(library, text);
  if (moves !== null)
    return { piece: moves };
  const headings = [...text.matchAll(HEADING)].map(([, name]) => name.trim());
  if (headings.includes('game') && /^\s*name\s*=/m.test(text))
    return { text: `${text}\n`, source: t('a definition'), lost: [], others: [] };
  if (headings.length === 0 && !/^[^\n]*:[^\n]*:/m.test(text))
    throw new Error(refusal(text));
  const read = library.convert(text), [first, ...others] = headings;
  return { text: read, lost: lostOf(read), others: others.map(name => name.split(':')[0]),
    source: first === undefined ? t('an Interactive Diagram')
      : t('the section {name} of a variants.ini', { name: first.split(':')[0] }) };
}
