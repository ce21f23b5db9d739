// What a square is called by those who hear the board.

import { t } from '../i18n.js';
import { manName } from '../man-name.js';
import { targetWords } from './targets.js';

export function labelOf(name, { man, badge, target, isSelected, isCheck, isLast }) {
  const words = [squareWords(name, man)];
  if (badge)
    words.push(t('moves as {man}', { man: manName(badge) }));
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

/** The square and who stands there. */
export function squareWords(square, man) {
  if (man === undefined)
    return t('{square} empty', { square });
  return man.color === 'white' ? t('{square} white {man}', { square, man: manName(man) })
    : t('{square} black {man}', { square, man: manName(man) });
}
