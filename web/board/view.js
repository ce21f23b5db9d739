// Converts a position from rules.js for a board.

import { list, t, tn } from '../lib/i18n.js';
import { moveSentence } from '../lib/move-words.js';
import { pieceTitle } from '../lib/piece-name.js';
import { movesPicture } from './moves-picture.js';

/**
 * { pieces, walls, badges, check, lastMove } for Board.set. `move` is the move that led here, or
 * null.
 * @param {Position} state
 * @param {Move | null} [move]
 */
function viewOf(state, move = null) {
  /** @type {OnSquares<PieceType | null>} */
  const badges = {};
  for (const [square, piece] of Object.entries(state.pieces))
    if (piece.isJoker) {
      const letter = state.imitated[piece.color];
      badges[square] = letter === null ? null : { letter, name: '' };
    }
  return {
    pieces: state.pieces, walls: state.walls ?? [], badges,
    check: state.isCheck ? state.kings[state.side] : null,
    lastMove: move === null ? null : { from: move.from, to: move.to, partner: move.partner,
      path: [move.from, ...move.path] },
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
 * Facts about a type of piece, wherever it stands: how it moves, a picture of its moves, and where
 * its rule is.
 * @param {Session} session
 * @param {PieceType} type
 */
const aboutType = (session, type) => ({
  sentence: moveSentence(session, type),
  picture: () => movesPicture(session, type),
  href: session.variant === '' ? undefined
    : `/rules/${session.variant}#${encodeURIComponent(type.name)}`,
});

/**
 * A `lookAt` for a board: how the piece on the square moves, what it could do now and, for a joker,
 * why.
 * @param {Session} session
 */
export function looker(session) {
  return (/** @type {string} */ square, /** @type {Piece} */ piece) => {
    const isMover = piece.color === session.state().side;
    const { sentence, picture, href } = aboutType(session, piece);
    const targets = lookTargets(session.movesOf(square), isMover ? 'legal' : 'look');
    return {
      title: `${pieceTitle(piece)} ${square}`,
      text: [sentence, ...piece.isJoker ? [session.explain(square)] : [],
        reachSentence(targets.map(({ to }) => to), isMover)],
      targets, picture, href,
    };
  };
}

/**
 * The same for a board whose position need not be possible: `pieces` are those on it.
 * @param {Session} session
 * @param {() => DiagramPiece[]} pieces
 */
export function freeLooker(session, pieces) {
  return (/** @type {string} */ square, /** @type {Piece} */ piece) => {
    const { sentence, picture, href } = aboutType(session, piece);
    const all = pieces(), own = all.filter(one => one.square === square);
    const targets = lookTargets(session.diagram([...own, ...all.filter(one =>
      one.square !== square)]), 'look');
    return { title: `${pieceTitle(piece)} ${square}`, text: [sentence], targets, picture, href };
  };
}

/**
 * @param {Move[]} moves
 * @param {string} style
 * @returns {Target[]}
 */
const lookTargets = (moves, style) => [...new Map(moves.map(({ to, isCapture, captures }) =>
  [to, { to, isCapture, captures, style }])).values()];

const NAMED_MAX = 12; // squares; beyond this the marks on the board are clearer

/**
 * @param {string[]} squares
 * @param {boolean} isMover
 */
function reachSentence(squares, isMover) {
  if (squares.length === 0)
    return isMover ? t('It has no legal move now.') : t('It could go nowhere now.');
  if (squares.length > NAMED_MAX)
    return tn('Now it can go to {n} square.', 'Now it can go to {n} squares.', squares.length);
  return isMover ? t('Now it can go to {squares}.', { squares: list(squares) })
    : t('If it were its turn, it could go to {squares}.', { squares: list(squares) });
}
