/* The inventor's names for the starts of his games on ten files: where the strong pieces stand,
 * which minor pieces are inside, and the order of the strong ones. */
import { t } from './i18n.js';

const GAMES = ['apothecary2', 'classic', 'modern'];

/** By the remainder of the number modulo 6; docs/games/classic.md lists the letters. */
const orders = () => [t('ladder'), t('classic balanced'), t('horned unbalanced'),
  t('classic unbalanced'), t('horned balanced'), t('reversed ladder')];

/**
 * The names of a numbered start, or '' where it has none.
 * @param {string} game
 * @param {number} number
 */
export function startName(game, number) {
  if (!GAMES.includes(game) || !(number >= 1 && number <= 24))
    return '';
  const at = number - 1;
  return [Math.floor(at / 6) % 2 === 0 ? t('winged') : t('grand classic'),
    at < 12 ? t('knights in') : t('bishops in'), orders()[at % 6]].join(', ');
}
