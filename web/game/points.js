/* The count of points that ended a game, piece by piece. */
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/**
 * A table of both sides; `points` as the server gives it, `nameOf(letter)` names a piece.
 * @param {any} points
 * @param {(letter: string) => string} nameOf
 */
export function pointsTable(points, nameOf) {
  const types =
    [...new Set([...points.white, ...points.black].map(row => row.letter.toUpperCase()))];
  // Pieces of one type may count differently, such as advanced pawns: then there are several
  // rows.
  /**
   * @param {Color} side
   * @param {string} letter
   */
  const cell = (side, letter) => points[side].filter((/** @type {any} */ row) =>
    row.letter.toUpperCase() === letter)
    .flatMap((/** @type {any} */ row, /** @type {number} */ index, /** @type {any[]} */ all) =>
      [h('span', { class: 'term' },
        `${row.count} × ${row.points}${index + 1 < all.length ? ' +' : ''}`), ' '])
    .slice(0, -1);
  return h('table', {}, h('caption', { class: 'visually-hidden' },
    t('Points of the pieces on the board')),
  h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, t('Piece')),
    h('th', { scope: 'col', class: 'is-number' }, t('White')),
    h('th', { scope: 'col', class: 'is-number' }, t('Black')))),
  h('tbody', {}, types.map(letter => h('tr', {}, h('th', { scope: 'row' }, nameOf(letter)),
    h('td', { class: 'is-number' }, cell('white', letter)),
    h('td', { class: 'is-number' }, cell('black', letter))))),
  h('tfoot', {}, h('tr', {}, h('th', { scope: 'row' }, t('Together')),
    h('td', { class: 'is-number' }, points.white_sum),
    h('td', { class: 'is-number' }, points.black_sum))));
}
