/* The names of pieces: those of chess in the reader's language, all others as their inventors
 * named them. */
import { mark, noun, t } from './i18n.js';

const CHESS_TYPES = new Set([mark('king'), mark('queen'), mark('rook'), mark('bishop'),
  mark('knight'), mark('pawn')]);

/**
 * The name of a piece or a type of pieces { name }.
 * @param {{ name: string }} parts
 */
export const pieceName = ({ name }) => CHESS_TYPES.has(name) ? t(name) : noun(name);

/**
 * The same at the beginning of a line.
 * @param {{ name: string }} piece
 */
export function pieceTitle(piece) {
  const name = pieceName(piece);
  return `${name[0].toUpperCase()}${name.slice(1)}`;
}

/**
 * The name with its side.
 * @param {Color} color
 * @param {{ name: string }} piece
 */
export const sidedPiece = (color, piece) => (color === 'white'
  ? t('White: {piece}', { piece: pieceName(piece) }) : t('Black: {piece}',
    { piece: pieceName(piece) }));

/**
 * The name of a type by its letter in a session of rules.js.
 * @param {Session} session
 * @param {string} letter
 */
export function nameOfLetter(session, letter) {
  const type = session.type(letter);
  return type === undefined ? letter : pieceName(type);
}
