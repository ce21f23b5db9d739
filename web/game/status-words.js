/* The state of a game in words: whose move it is, or how the game ended. */
import { resultWords, scoreWords, turnWords } from '../lib/format.js';
import { t } from '../lib/i18n.js';

/** @typedef {{ side: Color, isMine: boolean, isCheck: boolean }} Turn */

/**
 * Below the moves; '' while the game goes on.
 * @param {Game} game
 */
export function endWords({ status, result }) {
  if (status === 'cancelled')
    return t('cancelled');
  return status === 'finished' && result ? `${scoreWords(result)} ${resultWords(result)}` : '';
}

/**
 * For screen readers, when the game has ended.
 * @param {Game} game
 */
export function endSentence({ result, you }) {
  const sentence = result ? `${scoreWords(result)}. ${resultWords(result, you)}`
    : t('The game was cancelled');
  return `${sentence}.`;
}

/**
 * @param {Game} game
 * @param {Turn} turn
 */
export function statusWords({ status, result, you }, { side, isMine, isCheck }) {
  if (status === 'finished' && result)
    return `${scoreWords(result)} · ${resultWords(result, you)}`;
  if (status === 'cancelled')
    return t('This game was cancelled.');
  if (status === 'waiting')
    return t('Waiting for an opponent…');
  if (isMine)
    return isCheck ? t('You are in check.') : t('Your move.');
  return `${turnWords(side)}.`;
}

/**
 * For the style sheet.
 * @param {Game} game
 * @param {Turn} turn
 */
export function stateName({ status }, { isMine, isCheck }) {
  if (status === 'finished' || status === 'cancelled')
    return 'over';
  if (!isMine)
    return '';
  return isCheck ? 'check' : 'yours';
}
