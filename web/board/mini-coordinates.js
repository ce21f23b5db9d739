// Coordinates for a small board that stands alone, as in an article.

import { Geometry } from './geometry.js';
import { svg } from './svg.js';

const U = 100;
const MARGIN = 50; // left of and below the squares
const LETTERING = {
  fill: '#777', // can be read on light and on dark pages, for a picture that is taken to one
  'font-family': 'system-ui, "DejaVu Sans", sans-serif', 'font-size': 28, 'font-weight': 600,
};

/**
 * The picture of a position (drawMini) with the number of each rank beside its first square, and
 * the letter of each file below its last one.
 * @param {SVGElement} picture
 * @param {Places} places
 * @param {OnSquares<Piece>} pieces
 */
export function withCoordinates(picture, places, pieces) {
  const { files, rows, squares } = new Geometry(places);
  const shown = squares.filter(({ name, isTransient }) => !isTransient || pieces[name]);
  /** @type {Map<string | number, { x: number, y: number, 'text-anchor': string }>} */
  const labels = new Map();
  for (const { name, file, row, rank } of shown) {
    const x = file * U, y = (rows - 1 - row) * U, letter = name[0];
    labels.set(rank, { x: Math.min(x - 9, labels.get(rank)?.x ?? x), y: y + 60,
      'text-anchor': 'end' });
    labels.set(letter, { x: x + U / 2, y: Math.max(y + U + 30, labels.get(letter)?.y ?? 0),
      'text-anchor': 'middle' });
  }
  picture.setAttribute('viewBox', `${-MARGIN} 0 ${files * U + MARGIN} ${rows * U + MARGIN}`);
  picture.append(svg('g', LETTERING, ...[...labels].map(([words, place]) =>
    svg('text', place, String(words)))));
  return picture;
}
