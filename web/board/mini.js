// A small static board: one node for the light squares, one for the dark ones, one for each
// piece.

import { Geometry } from './geometry.js';
import { drawPiece } from './pieces.js';
import { drawnOn, svg } from './svg.js';

const U = 100;

/**
 * A picture of a position: `pieces` are as Board.set takes them, `lastMove` is { from, to } or
 * null.
 * @param {Places} places
 * @param {OnSquares<Piece>} pieces
 * @param {{ walls?: string[], lastMove?: LastMove | null, isFlipped?: boolean, set?: string,
 *   sprite?: string }} [parts]
 */
export function drawMini(places, pieces,
  { walls = [], lastMove = null, isFlipped = false, set = 'drawn', sprite } = {}) {
  const geometry = new Geometry(places);
  /** @param {string} name */
  const at = name => {
    const { x, y } = geometry.place(name, isFlipped);
    return [x * U, y * U];
  };
  /** @type {Map<string, string>} */
  const shades = new Map();
  for (const { name, isDark, isTransient } of geometry.squares) {
    const shade = `${isDark ? 'dark' : 'light'}${isTransient ? ' transient' : ''}`;
    if ((!isTransient && !walls.includes(name)) || pieces[name])
      shades.set(shade, `${shades.get(shade) ?? ''}M${at(name)}h${U}v${U}h-${U}z`);
  }
  const marks = lastMove === null ? []
    : [lastMove.from, lastMove.to].filter(name => geometry.get(name)
      && (!geometry.known(name).isTransient || pieces[name]));
  return svg('svg',
    { class: 'apo-mini', viewBox: `0 0 ${geometry.files * U} ${geometry.rows * U}` },
    ...[...shades].map(([shade, d]) => svg('path', { class: `apo-square ${shade}`, d })),
    ...drawnOn(geometry, isFlipped),
    ...marks.map(name => svg('rect', { class: 'apo-mark last', x: at(name)[0], y: at(name)[1],
      width: U, height: U })),
    ...Object.entries(pieces)
      .map(([name, piece]) => svg('g', { transform: `translate(${at(name)})` },
        drawPiece(piece, set, sprite))));
}
