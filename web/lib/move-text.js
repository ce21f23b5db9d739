/* Parses pasted moves: PGN with variations, Game Courier's lists, or just moves. Pure. */
import { suffixOf } from './annotations.js';
import { t } from './i18n.js';

const TAG = /^\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*$/;
const RESULT = /^(1-0|0-1|\*|1\/2-1\/2|3\/4-1\/4|1\/4-3\/4)$/;

/**
 * Returns { tags, tokens }, with tokens for Tree.plant().
 * @param {string} text
 */
export function readMoves(text) {
  /** @type {{ [name: string]: string }} */
  const tags = {};
  /** @type {string[]} */
  const lines = [];
  for (const line of text.split(/\r?\n/)) {
    const tag = TAG.exec(line);
    if (tag)
      tags[tag[1]] = tag[2].replace(/\\(.)/g, '$1');
    else
      lines.push(line);
  }
  const isCourier = lines.some(line => /(^|\s)[A-Za-z]?\s*[a-p]\d{1,2}-[a-p]\d{1,2}/.test(line));
  return { tags, tokens: isCourier ? courierTokens(lines) : pgnTokens(lines.join('\n')) };
}

// One move per line, or two after one number; text after a semicolon belongs to the move.
/** @param {any[]} lines */
function courierTokens(lines) {
  /** @type {string[]} */
  const tokens = [];
  for (const raw of lines) {
    const line = raw.replace(/\/\/.*$/, '').trim();
    for (const part of line.split(/(?:^|\s)\d+\s*\.+\s*/)) {
      for (const move of splitCourier(part.trim()))
        tokens.push(move);
    }
  }
  return tokens;
}

// "P e2-e4 p e11-e9": a new move begins unless a semicolon comes before it.
/** @param {any} part */
function splitCourier(part) {
  if (part === '' || RESULT.test(part))
    return [];
  /** @type {string[]} */
  const moves = [];
  for (const piece of part.split(/(?<![;\s])\s+(?=[A-Za-z]\s+[a-p]\d)/)) {
    if (piece.trim() !== '')
      moves.push(piece.trim());
  }
  return moves;
}

// A comment, one to the end of the line, a bracket, or a word.
const PGN_PARTS = /\{[^}]*\}?|(?<=^|\s);[^\n]*|[()]|[^\s(){]+/g;

/** @param {string} text */
function pgnTokens(text) {
  /** @type {string[]} */
  const tokens = [];
  for (const [part] of text.replace(/^%.*$/gm, ' ').matchAll(PGN_PARTS)) {
    const word = part.replace(/^\d+\.+/, '');
    if (/^[{;]/.test(part))
      tokens.push(`{${part.slice(1).replace(/\}$/, '')}}`);
    else if (/^[!?]+$/.test(word))
      tokens.push(`$${suffixOf(word)}`);
    else if (word !== '' && !RESULT.test(word) && !/^\d+\.*$/.test(word))
      tokens.push(word);
  }
  return tokens;
}

/**
 * Adds the tokens to a tree, starting at its root. Returns { node, error }: the last move of
 * the main line, and a sentence about the first error.
 * @param {Tree} tree
 * @param {string[]} tokens
 */
export function plant(tree, tokens) {
  const { node, fault } = tree.plant(tokens);
  return { node, error: fault === null ? ''
    : t('Move {number}, “{text}”: {reason}', { number: node.ply + 1, text: fault.token,
      reason: fault.error.message }) };
}
