// Pictures of pieces, for the board, the tray and the chooser. Sizes are in hundredths of a square.

import { symbolsOf } from './pictures.js';
import { svg } from './svg.js';

// The sets that are drawn, and the file of each beside board/. All have the same names.
/** @type {{ [set: string]: string }} */
const FILES = { drawn: 'pieces.svg', silhouettes: 'silhouettes.svg' };

/**
 * The address of a set's drawings; the usual one's for a set that is not drawn.
 * @param {string} set
 */
export const spriteOf = set =>
  new URL(`../${FILES[set] ?? FILES.drawn}`, import.meta.url).href;

/** @type {Map<string, Promise<boolean>>} */
const missing = new Map(); // address of a sprite -> promise of whether it is missing

/**
 * True if there are no drawings, as in a build without the packages that supply them. The sprite ''
 * stands in the same document or shadow tree.
 * @param {string} [sprite]
 */
export function isSpriteMissing(sprite = spriteOf('drawn')) {
  if (sprite === '')
    return Promise.resolve(false);
  const answer = missing.get(sprite)
    ?? fetch(sprite, { method: 'HEAD' }).then(({ ok }) => !ok, () => false);
  missing.set(sprite, answer);
  return answer;
}

/**
 * Draws a piece. `piece` is { color, name, letter, picture, emblem }; `set` is 'drawn',
 * 'silhouettes', 'moves' (a tablet with its moves, which the drawn sets also use for types without
 * a drawing) or 'letters'. Without `sprite` the drawings are the set's own.
 * @param {Piece} piece
 */
export function drawPiece(piece, set = 'drawn', sprite = spriteOf(set)) {
  const symbols = set in FILES ? symbolsOf(piece) : null;
  if (symbols === null)
    return piece.emblem === undefined || set === 'letters' ? drawLetter(piece)
      : drawEmblem(piece.color, piece.emblem);
  const uses = symbols.map(({ symbol, x, y, size }) => svg('use',
    { href: `${sprite}#${piece.color[0]}-${symbol}`, x, y, width: size, height: size }));
  return uses.length === 1 ? uses[0] : svg('g', {}, ...uses);
}

/**
 * The moves of a type on a tablet, as Session.types() has them. Its side's forward is up for White;
 * board.css turns it for Black, and on a board seen from Black's side.
 * @param {Color} color
 * @param {{ solid: string, lines: string }} emblem
 */
function drawEmblem(color, { solid, lines }) {
  return svg('g', { class: `apo-emblem ${color}` },
    svg('rect', { x: 7, y: 7, width: 86, height: 86, rx: 16 }),
    svg('g', { class: 'apo-marks' }, svg('g', { transform: 'scale(.1)' },
      svg('path', { class: 'solid', d: solid }), svg('path', { d: lines }))));
}

/**
 * A letter on a disc: needs no picture, and is readable at small sizes.
 * @param {Piece} piece
 */
function drawLetter(piece) {
  const text = svg('text', { x: 50, y: 50, 'text-anchor': 'middle',
    'dominant-baseline': 'central' });
  text.textContent = piece.letter.toUpperCase();
  return svg('g', { class: `apo-letter ${piece.color}` },
    svg('circle', { cx: 50, cy: 50, r: 40 }), text);
}

/**
 * The small picture in a joker's corner: the piece it moves as now. `power` null: it cannot
 * move.
 * @param {Color} color
 * @param {PieceType | null} power
 * @param {string} [set]
 * @param {string} [sprite]
 */
export function drawBadge(color, power, set, sprite) {
  const inner = power === null ? svg('path', { class: 'none', d: 'M20 20L80 80M80 20L20 80' })
    : drawPiece({ ...power, color }, set, sprite);
  return svg('g', { class: 'apo-badge', transform: 'translate(54 52) scale(.48)' },
    svg('circle', { class: color, cx: 50, cy: 50, r: 50 }),
    svg('g', { transform: 'translate(11 11) scale(.78)' }, inner));
}

/**
 * A standalone picture, for use in an HTML page.
 * @param {Piece} piece
 * @param {string} [set]
 * @param {string} [sprite]
 */
export function piecePicture(piece, set, sprite) {
  return svg('svg', { class: 'apo-picture', viewBox: '0 0 100 100', 'aria-hidden': 'true' },
    drawPiece(piece, set, sprite));
}
