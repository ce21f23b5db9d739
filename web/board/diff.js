// The difference between two boards, for animation. A board is an object from square names to
// pieces { color, name }.

/**
 * { moved: [{ from, to }], came: [square], went: [square] }: the piece now on `moved.to` came
 * from `moved.from`. `hints` are known pairs [from, to], such as the last move; they apply even
 * if the piece has changed its type (a promotion). The rest are matched by type and distance.
 * @param {OnSquares<{ color: string, name: string }>} before
 * @param {OnSquares<{ color: string, name: string }>} after
 * @param {(a: string, b: string) => number} distance
 * @param {string[][]} [hints]
 */
export function diffPieces(before, after, distance, hints = []) {
  const went = new Set(Object.keys(before).filter(square => !isSame(before[square],
    after[square])));
  const came = new Set(Object.keys(after).filter(square => !isSame(before[square], after[square])));
  /** @type {{ from: string, to: string }[]} */
  const moved = [];
  /**
   * @param {string} from
   * @param {string} to
   */
  const take = (from, to) => {
    went.delete(from);
    came.delete(to);
    moved.push({ from, to });
  };
  for (const [from, to] of hints)
    if (went.has(from) && came.has(to) && before[from].color === after[to].color)
      take(from, to);
  for (const to of [...came]) {
    const from = nearest([...went].filter(square => isSame(before[square], after[to])), to,
      distance);
    if (from !== undefined)
      take(from, to);
  }
  return { moved, came: [...came], went: [...went] };
}

/**
 * @param {{ color: string, name: string } | undefined} a
 * @param {{ color: string, name: string } | undefined} b
 */
function isSame(a, b) {
  return a !== undefined && b !== undefined && a.color === b.color && a.name === b.name;
}

/**
 * @param {string[]} squares
 * @param {string} to
 * @param {(a: string, b: string) => number} distance
 */
function nearest(squares, to, distance) {
  let best, least = Infinity;
  for (const square of squares)
    if (distance(square, to) < least) {
      best = square;
      least = distance(square, to);
    }
  return best;
}
