/* How a game ends without the players' doing, in words. */
import { t } from './i18n.js';

/** @type {{ [name: string]: string }} */
const ENDINGS = { mate: t('Mate.'), stalemate: t('Stalemate.'),
  bare: t('Two bare kings: a draw.'), repetition: t('The position has been repeated too often.'),
  movecount: t('Too many moves without a capture or a pawn move.') };

/**
 * How the game has ended in a position; '' if it has not.
 * @param {{ ending: string, side: Color }} state
 */
export function endWords({ ending, side }) {
  if (ending === 'none')
    return '';
  const words = ENDINGS[ending] ?? t('The game is over.');
  return ending === 'mate' ? `${words} ${side === 'white' ? t('Black wins') : t('White wins')}.`
    : words;
}
