// From what rules.js says of a position to what a board is given.

import { manTitle } from '../man-name.js';

/** { men, badges, check, lastMove } for Board.set. `move` is the move that led here, or null. */
export function viewOf(state, move = null) {
  const badges = {};
  for (const [square, man] of Object.entries(state.men))
    if (man.isJoker)
      badges[square] = state.imitated[man.color] === null ? null : { letter: state.imitated[man.color] };
  return {
    men: state.men, badges, check: state.isCheck ? state.kings[state.side] : null,
    lastMove: move === null ? null : { from: move.from, to: move.to, partner: move.partner },
  };
}

/** The same with the names of types, which badges are drawn by. */
export function viewOfSession(session, move = null) {
  const view = viewOf(session.state(), move);
  for (const [square, badge] of Object.entries(view.badges))
    view.badges[square] = badge === null ? null : { ...session.type(badge.letter) };
  return view;
}

/** A `lookAt` for a board: what the man on the square could do, and for a joker why. */
export function looker(session) {
  return (square, man) => {
    const isMover = man.color === session.state().side;
    const style = isMover ? 'legal' : 'look';
    const targets = new Map();
    for (const { to, isCapture, captures } of session.movesOf(square))
      targets.set(to, { to, isCapture, captures, style });
    return {
      title: `${manTitle(man)} ${square}`,
      text: man.isJoker ? session.explain(square) : '', targets: [...targets.values()],
    };
  };
}
