/* Recognises pasted text: a game in one of the readable formats, or a piece's moves. For anything
 * else it says what to do. */
import { t } from '../lib/i18n.js';

/**
 * A game, with its source format, its lost parts, and the sections that were not read; or a piece.
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
 * The reason why a text that is not a game cannot be read.
 * @param {string} text
 */
function refusal(text) {
  if (/^\s*[\w*+~]+(\/[\w*+~]+)+(\s|$)/.test(text))
    return t('This is a position, not a game. Begin with a game that has these pieces, and set up '
      + 'the start there.');
  return t('This is no game that can be read: neither a definition nor moves in XBetza, and no '
    + 'file of another program that is known here.');
}

// Variants in a file of Sjaak II.
const VARIANT = /^[ \t]*variant[ \t]*:[ \t]*(\S.*?)[ \t]*$/gim;

/** @type {{ [form: string]: () => string }} */
const SOURCES = {
  diagram: () => t('an Interactive Diagram'),
  xboard: () => t('the lines of an engine for XBoard'),
  zrf: () => t('a rules file of Zillions of Games'),
};

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
  const form = library.guess(text);
  if (form === 'diagram' && !/^[^\n]*:[^\n]*:/m.test(text))
    throw new Error(refusal(text));
  const names = form === 'sjaak' ? [...text.matchAll(VARIANT)].map(([, name]) => name)
    : form === 'fairy' ? headings.map(name => name.split(':')[0]) : [];
  const read = library.convert(text), [name, ...others] = names;
  return { text: read, lost: lostOf(read), others, source: form === 'sjaak'
    ? t('the variant {name} of a file of Sjaak II', { name })
    : form === 'fairy' ? t('the section {name} of a variants.ini', { name }) : SOURCES[form]() };
}
