// Finds space in the window beside a board. Sizes are in pixels.

export const GAP = 8; // between the board and the thing beside it
const WIDTH_MIN = 190;
const HEIGHT_MIN = 120; // a lower panel would show a line or two

/**
 * @typedef {{ left: number, top: number, width: number, height: number }} Area
 */

/**
 * The areas of the window beside a board, the best one first.
 * @param {DOMRect} board
 * @param {{ width: number, height: number }} view
 * @returns {Area[]}
 */
export function areasBeside(board, { width, height }) {
  const right = { left: board.right + GAP, top: GAP, width: width - board.right - 2 * GAP,
    height: height - 2 * GAP };
  const left = { left: GAP, top: GAP, width: board.left - 2 * GAP, height: height - 2 * GAP };
  const below = { left: GAP, top: board.bottom + GAP, width: width - 2 * GAP,
    height: height - board.bottom - 2 * GAP };
  const above = { left: GAP, top: GAP, width: width - 2 * GAP, height: board.top - 2 * GAP };
  return [right, left, below, above].filter(area => area.width >= WIDTH_MIN
    && area.height >= HEIGHT_MIN);
}

/**
 * @param {{ left: number, top: number, width: number, height: number }} one
 * @param {DOMRect} other
 */
const overlap = (one, other) => Math.max(0, Math.min(one.left + one.width, other.right)
  - Math.max(one.left, other.left)) * Math.max(0, Math.min(one.top + one.height, other.bottom)
  - Math.max(one.top, other.top));

/**
 * Where a box of this size covers as little as possible of `precious`: for windows that the board
 * fills.
 * @param {{ width: number, height: number }} box
 * @param {DOMRect[]} precious
 * @param {{ width: number, height: number }} view
 * @returns {Area}
 */
export function leastCovering(box, precious, view) {
  const xs = [GAP, (view.width - box.width) / 2, view.width - box.width - GAP];
  const ys = [view.height - box.height - GAP, GAP, (view.height - box.height) / 2];
  const places = ys.flatMap(top => xs.map(left => ({ left, top, ...box })));
  /** @param {Area} place */
  const cost = place => precious.reduce((sum, square) => sum + overlap(place, square), 0);
  return places.reduce((best, place) => (cost(place) < cost(best) ? place : best));
}
