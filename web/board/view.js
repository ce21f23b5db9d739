// Converts a position from rules.js for a board.

import { pieceTitle } from '../lib/piece-name.js';

/**
 * { pieces, badges, check, lastMove } for Board.set. `move` is the move that led here, or null.
 * @param {Position} state
 * @param {Move | null} [move]
 */
export function viewOf(state, move = null) {
  /** @type {OnSquares<PieceType | null>} */
  const badges = {};
  for (const [square, piece] of Object.entries(state.pieces))
    if (piece.isJoker) {
      const letter = state.imitated[piece.color];
      badges[square] = letter === null ? null : { letter, name: '' };
    }
  return {
    pieces: state.pieces, badges, check: state.isCheck ? state.kings[state.side] : null,
    lastMove: move === null ? null : { from: move.from, to: move.to, partner: move.partner },
  };
}

/**
 * The same, with the type names needed to draw badges.
 * @param {Session} session
 * @param {Move | null} [move]
 */
export function viewOfSession(session, move = null) {
  const view = viewOf(session.state(), move);
  for (const [square, badge] of Object.entries(view.badges))
    view.badges[square] = badge === null ? null : { ...session.type(badge.letter) };
  return view;
}

/**
 * A `lookAt` for a board: what the piece on the square could do and, for a joker, why.
 * @param {Session} session
 */
export function looker(session) {
  return (/** @type {string} */ square, /** @type {Piece} */ piece) => {
    const isMover = piece.color === session.state().side;
    const style = isMover ? 'legal' : 'look';
    /** @type {Map<string, Target>} */
    const targets = new Map();
    for (const { to, isCapture, captures } of session.movesOf(square))
      targets.set(to, { to, isCapture, captures, style });
    return {
      title: `${pieceTitle(piece)} ${square}`,
      text: piece.isJoker ? session.explain(square) : '', targets: [...targets.values()],
    };
  };
}
