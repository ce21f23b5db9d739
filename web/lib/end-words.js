/* Describes endings that need no action of the players, such as mate and repetition. */
import { resultName, resultWords } from './format.js';
import { t } from './i18n.js';

/** @type {{ [name: string]: string }} */
const ENDINGS = { mate: t('Mate.'), stalemate: t('Stalemate.'),
  bare: t('Two bare kings: a draw.'), repetition: t('The position has been repeated too often.'),
  movecount: t('Too many moves without a capture or a pawn move.') };

/**
 * How the game has ended in a position; '' if it has not.
 * @param {{ ending: string, side: Color, whiteQuarters: number }} state
 */
export function endWords({ ending, side, whiteQuarters }) {
  if (ending === 'none')
    return '';
  const words = ENDINGS[ending] ?? t('The game is over.');
  if (ending === 'mate')
    return `${words} ${side === 'white' ? t('Black wins') : t('White wins')}.`;
  return ending === 'repetition' || ending === 'movecount'
    ? `${words} ${resultName(whiteQuarters)}.` : words;
}

/**
 * A warning that the last of these moves, not yet played, would end the game by repetition or by
 * the move count, which the board does not show; '' if it would not.
 * @param {Session} session
 * @param {string} fen
 * @param {string[]} moves from that position on
 * @param {Color | null} [you] who is told
 */
export function endWarning(session, fen, moves, you = null) {
  const { ending, whiteQuarters } = session.outcome(fen, moves);
  return ending !== 'repetition' && ending !== 'movecount' ? ''
    : t('This move ends the game. {result}.', { result: resultWords({ reason: ending,
      white_quarters: whiteQuarters, words: '' }, you) });
}
