// What a square is called by those who hear the board.

import { targetWords } from './targets.js';

export function labelOf(name, { man, badge, target, isSelected, isCheck, isLast }) {
  const words = [man === undefined ? `${name} empty` : `${name} ${man.color} ${man.name}`];
  if (badge)
    words.push(`moves as ${badge.name}`);
  if (isCheck)
    words.push('in check');
  if (isSelected)
    words.push('selected');
  if (isLast)
    words.push('moved last');
  if (target !== undefined)
    words.push(`${targetWords(target)}${captureWords(target, name)}`);
  return words.join(', ');
}

function captureWords(target, name) {
  const others = (target.captures ?? []).filter(square => square !== name);
  return others.length > 0 ? ` of ${others.join(' and ')}` : '';
}
