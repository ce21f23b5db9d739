// The labels of squares for screen readers.

import { t } from '../lib/i18n.js';
import { pieceName } from '../lib/piece-name.js';
import { setChanged } from './svg.js';
import { targetWords } from './targets.js';

/** @typedef {{ piece?: Piece, badge?: PieceType | null, target?: Target, isSelected?: boolean,
 * isCheck?: boolean, isLast?: boolean }} SquareState */

/**
 * @param {Map<string, Element>} cells
 * @param {(name: string) => SquareState & { isHidden: boolean }} stateOf
 */
export function labelCells(cells, stateOf) {
  for (const [name, cell] of cells) {
    const state = stateOf(name);
    setChanged(cell, 'aria-label', labelOf(name, state));
    setChanged(cell, 'aria-selected', String(state.isSelected));
    setChanged(cell, 'aria-hidden', state.isHidden ? 'true' : null);
  }
}

/**
 * @param {string} name
 * @param {SquareState} state
 */
export function labelOf(name, { piece, badge, target, isSelected, isCheck, isLast }) {
  const words = [squareWords(name, piece)];
  if (badge)
    words.push(t('moves as {piece}', { piece: pieceName(badge) }));
  if (isCheck)
    words.push(t('in check'));
  if (isSelected)
    words.push(t('selected'));
  if (isLast)
    words.push(t('moved last'));
  if (target !== undefined)
    words.push(targetWords(target, (target.captures ?? []).filter(square => square !== name)));
  return words.join(', ');
}

/**
 * The square and the piece on it.
 * @param {string} square
 * @param {Piece | undefined} piece
 */
export function squareWords(square, piece) {
  if (piece === undefined)
    return t('{square} empty', { square });
  return piece.color === 'white' ? t('{square} white {piece}', { square, piece: pieceName(piece) })
    : t('{square} black {piece}', { square, piece: pieceName(piece) });
}
