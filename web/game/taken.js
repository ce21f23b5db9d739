/* The pieces that a side has lost, small, in the line of the player who has captured them. */
import { piecePicture } from '../board/pieces.js';
import { html } from '../board/svg.js';
import { t } from '../lib/i18n.js';
import { pieceName } from '../lib/piece-name.js';

/**
 * How often each letter of a side stands on the board of a FEN.
 * @param {string} fen
 * @param {Color} color
 */
function countLetters(fen, color) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const [letter] of fen.split(/[ []/)[0].matchAll(color === 'white' ? /[A-Z]/g : /[a-z]/g))
    counts.set(letter.toUpperCase(), (counts.get(letter.toUpperCase()) ?? 0) + 1);
  return counts;
}

/**
 * What a side has lost between two positions, the rarest first: [[letter, count]]. Gained pieces
 * come from promotions, so as many of its most numerous type are not lost.
 * @param {Color} color
 * @param {string} first
 * @param {string} now
 * @returns {[string, number][]}
 */
export function lostBy(color, first, now) {
  const before = countLetters(first, color), after = countLetters(now, color);
  const size = (/** @type {string} */ letter) => before.get(letter) ?? 0;
  let gained = 0;
  /** @type {[string, number][]} */
  const lost = [];
  for (const letter of new Set([...before.keys(), ...after.keys()])) {
    const count = size(letter) - (after.get(letter) ?? 0);
    gained += Math.max(0, -count);
    if (count > 0)
      lost.push([letter, count]);
  }
  lost.sort(([one], [other]) => size(one) - size(other));
  while (gained > 0 && lost.length > 0) {
    const last = lost[lost.length - 1], promoted = Math.min(gained, last[1]);
    gained -= promoted;
    last[1] -= promoted;
    if (last[1] === 0)
      lost.pop();
  }
  return lost;
}

/**
 * Pictures of the pieces that a side has lost; null if there are none, or if captured pieces stay
 * in the game and are shown in the trays.
 * @param {Session} session
 * @param {Color} color
 * @param {{ first: string, now: string, pieces: string }} parts two positions, and the set of
 *   pieces that is shown
 */
export function takenPieces(session, color, { first, now, pieces }) {
  if (['hands', 'reserve', 'launch'].some(rule => session.game.rules.includes(rule)))
    return null;
  const lost = lostBy(color, first, now)
    .map(([letter, count]) => ({ type: session.type(letter), count }));
  if (lost.length === 0)
    return null;
  const words = lost.map(({ type, count }) =>
    (count > 1 ? `${count} × ${pieceName(type)}` : pieceName(type))).join(', ');
  return html('span', { class: 'taken', role: 'img', 'aria-label': t('Captured: {pieces}',
    { pieces: words }), title: t('Captured: {pieces}', { pieces: words }) },
  ...lost.map(({ type, count }) => html('span', {}, piecePicture({ ...type, color }, pieces),
    count > 1 ? String(count) : '')));
}
