// A checker's series of jumps, chosen jump by jump. Pure: works on moves from rules.js.

/**
 * The possible continuations after the landing squares of `path`: { done, next, moves }. `done` is
 * the move that is complete there, or null; `next` maps each next landing square to the moves
 * through it; `moves` are all moves still possible.
 * @param {Move[]} moves
 * @param {string} from
 * @param {string[]} path
 */
export function continueSeries(moves, from, path) {
  const next = new Map(), possible = new Set();
  /** @type {Move | null} */
  let done = null;
  for (const move of moves) {
    if (move.from !== from)
      continue;
    for (const way of move.paths) {
      if (!path.every((/** @type {string} */ square, i) => way[i] === square))
        continue;
      possible.add(move);
      if (way.length === path.length) {
        done = path.length > 0 ? move : null;
      } else {
        const list = next.get(way[path.length]) ?? new Set();
        next.set(way[path.length], list.add(move));
      }
    }
  }
  return { done, next, moves: [...possible] };
}

/**
 * The pieces jumped over on a path, by geometry: each lies between two landing squares.
 * @param {Geometry} geometry
 * @param {string} from
 * @param {string[]} path
 */
export function jumpedOver(geometry, from, path) {
  let last = geometry.known(from);
  return path.map(name => {
    const square = geometry.known(name);
    const middle = geometry.nameOf((last.file + square.file) / 2, (last.row + square.row) / 2);
    last = square;
    return middle;
  });
}
