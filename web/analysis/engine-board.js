/* The engine's panel beside a table: its arrows on the board, its lines as small boards, and what
 * the other side threatens. */
import { drawMini } from '../board/mini.js';
import { endsOf } from '../lib/record.js';
import { settings } from '../lib/settings.js';
import { EnginePanel } from './engine.js';

/**
 * `session()` gives a session of the game, separate from the board's; `table()` the table, which
 * may not exist yet; `onMove(text)` plays the first move of a clicked line.
 * @param {{ onMove: (move: string) => any, table: () => Table | undefined,
 * session: () => Session }} parts
 */
export function engineBeside({ onMove, table, session }) {
  return new EnginePanel({ onMove, fit: () => session().game.outcomes,
    onLines: (lines, isThreat) => table()?.board.setHints(arrowsOf(lines, isThreat)),
    pass: fen => passed(session(), fen),
    draw: (fen, moves) => picture(session(), fen, moves, table()?.board.isFlipped ?? false) });
}

/**
 * The first moves of the engine's lines; a threat is red.
 * @param {EngineLine[]} lines
 * @param {boolean} isThreat
 */
function arrowsOf(lines, isThreat) {
  const color = isThreat ? 'red' : 'blue';
  const ends = lines.map(({ pv }) => endsOf(pv[0])).filter(each => each !== null);
  return ends.map((each, i) => ({ ...each, color: i === 0 ? color : `${color} faint` }));
}

/**
 * The position with the other side to move; '' if there is none, as in check.
 * @param {Session} session
 * @param {string} fen
 */
function passed(session, fen) {
  const flip = (/** @type {string} */ side) => (side === 'w' ? 'b' : 'w');
  const flipped = fen.replace(/^(\S+ )([wb])/, (_, board, side) => board + flip(side));
  // The en-passant squares are in one of the next two fields.
  for (const each of [flipped, flipped.replace(/^((?:\S+ ){3})\S+/, '$1-')])
    try {
      session.setFen(each);
      return session.fen();
    } catch {
      continue;
    }
  return '';
}

/**
 * A small board.
 * @param {Session} session
 * @param {string} fen
 * @param {string[]} moves
 * @param {boolean} isFlipped
 */
function picture(session, fen, moves, isFlipped) {
  session.setFen(fen);
  for (const text of moves)
    session.play(text);
  const { pieces, walls } = session.state();
  return drawMini(session.game, pieces, { walls, set: settings.get('pieces'),
    lastMove: endsOf(moves[moves.length - 1] ?? ''), isFlipped });
}
