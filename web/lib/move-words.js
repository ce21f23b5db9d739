/* Describes how a piece type moves, in one sentence: the library's phrases for its definition and
 * for the rules that move it, in the reader's language. */
import { t } from './i18n.js';

/**
 * All phrases that describe a type, untranslated.
 * @param {Session} session
 * @param {PieceType} type
 */
export const movePhrases = (session, type) => session.moveWords(type.sign ?? type.letter);

/**
 * How a type moves: "Slides orthogonally; leaps (2,1) like a knight."
 * @param {Session} session
 * @param {PieceType} type
 */
export function moveSentence(session, type) {
  const words = movePhrases(session, type).map(phrase => t(phrase)).join('; ');
  return `${words[0].toUpperCase()}${words.slice(1)}.`;
}
