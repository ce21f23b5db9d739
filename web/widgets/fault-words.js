/* Explains in a sentence why a move was bad. */
import { t, tn } from '../lib/i18n.js';
import { pieceName } from '../lib/piece-name.js';

const MOST_PAWNS = 100;

/**
 * `reply` is the engine's line after the move, `loss` what the move cost in hundredths of a pawn.
 * Changes the session's position to `after`.
 * @param {Session} session
 * @param {{ after: string, move: string, reply: EngineLine, loss: number }} fault
 */
export function faultWords(session, { after, move, reply, loss }) {
  const answer = reply.san?.[0] ?? reply.pv[0];
  if (reply.mate_moves !== undefined && reply.mate_moves > 0)
    return tn('{move} allows mate in {n}: {answer}.', '{move} allows mate in {n}: {answer}.',
      reply.mate_moves, { move, answer });
  session.setFen(after);
  const { pieces } = session.state();
  const taken = session.moves().find(({ text }) => text === reply.pv[0])?.captures[0];
  return taken !== undefined && pieces[taken] !== undefined
    ? t('{move} loses material: after {answer} this piece is captured: {piece} on {square}.',
      { move, answer, piece: pieceName(pieces[taken]), square: taken })
    : tn('{move} costs about {n} pawn: {answer} is strong.',
      '{move} costs about {n} pawns: {answer} is strong.',
      Math.round(Math.min(loss / 100, MOST_PAWNS)), { move, answer });
}
