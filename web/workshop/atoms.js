/* XBetza for squares: which atom, with which directions, reaches just these squares. The library is
 * asked what a text means, so the notation is known in one place only. Pure. */

const LEAPS = ['W', 'F', 'D', 'N', 'A', 'H', 'C', 'Z', 'G'];
const LONGER = ['X', 'Y']; // after an atom: a longer leap
/** @type {{ [atom: string]: string }} */
const SLIDERS = { W: 'R', F: 'B' }; // those with letters of their own; others are doubled
const DIRECTIONS = ['', 'f', 'b', 'l', 'r', 's', 'v', 'fs', 'bs', 'ff', 'bb', 'll', 'rr',
  'fl', 'fr', 'bl', 'br', 'lf', 'lb', 'rf', 'rb', 'ffl', 'ffr', 'fll', 'frr', 'bbl',
  'bbr', 'bll', 'brr'];

/** @typedef {[number, number]} Offset files to the right, ranks forward */
/** @typedef {'all' | 'mirror' | 'one'} Sameness in all directions, left and right, or not */

/** @param {Offset} offset */
const classOf = ([x, y]) => [Math.abs(x), Math.abs(y)].sort((a, b) => b - a).join();

/** @param {Offset[]} squares */
const setOf = squares => squares.map(String).sort().join(' ');

/** @param {Offset} offset */
function stepOf([x, y]) {
  let [a, b] = [Math.abs(x), Math.abs(y)];
  while (b > 0)
    [a, b] = [b, a % b];
  return /** @type {Offset} */ ([x / a, y / a]);
}

/**
 * The squares that count as the same as one.
 * @param {Offset} offset
 * @param {Sameness} same
 * @returns {Offset[]}
 */
function equals([x, y], same) {
  /** @type {Offset[]} */
  const all = same === 'one' ? [[x, y]] : same === 'mirror' ? [[x, y], [-x, y]]
    : [[x, y], [-x, y], [x, -y], [-x, -y], [y, x], [-y, x], [y, -x], [-y, -x]];
  return all.filter((one, i) => all.findIndex(other => String(other) === String(one)) === i);
}

export class Atoms {
  #moves;
  /** @type {Map<string, string>} */
  #byClass = new Map();
  /** @type {Map<string, Offset[] | null>} */
  #known = new Map();

  /** @param {(xbetza: string) => { moves: Offset[] }} moves the library's; throws on nonsense */
  constructor(moves) {
    this.#moves = moves;
    for (const atom of [...LEAPS, ...LEAPS.flatMap(leap => LONGER.map(more => leap + more))]) {
      const squares = this.#squares(atom);
      const name = squares && squares.length > 0 ? classOf(squares[0]) : '';
      if (name !== '' && !this.#byClass.has(name))
        this.#byClass.set(name, atom);
    }
  }

  /** @param {string} text */
  #squares(text) {
    const known = this.#known.get(text);
    if (known !== undefined)
      return known;
    let squares = null;
    try {
      squares = this.#moves(text).moves;
    } catch {
      /* Not every combination means something. */
    }
    this.#known.set(text, squares);
    return squares;
  }

  /**
   * The XBetza with which a piece goes to a square; null if there is none. `mode` is "" or m or c,
   * `kind` a leap, a slide, or a slide over one piece.
   * @param {Offset} offset
   * @param {{ mode: string, kind: 'leap' | 'slide' | 'hop', same: Sameness }} how
   */
  write(offset, { mode, kind, same }) {
    const step = kind === 'leap' ? offset : stepOf(offset);
    const atom = this.#byClass.get(classOf(step));
    if (atom === undefined || (kind !== 'leap' && atom.length > 1))
      return null;
    const wanted = setOf(equals(step, same));
    const directions = DIRECTIONS.find(each =>
      setOf(this.#squares(each + atom) ?? []) === wanted);
    if (directions === undefined)
      return null;
    const last = kind === 'leap' ? atom : SLIDERS[atom] ?? atom + atom;
    return `${directions}${mode}${kind === 'hop' ? 'p' : ''}${last}`;
  }
}

/**
 * The parts of a text, each a way to move.
 * @param {string} xbetza
 */
export const partsOf = xbetza =>
  xbetza.match(/[a-z]*(?:\[[^\]]*\]|\([^)]*\)\d*|([A-Z])(?:\1|[XY]+)?\d*\*?)|./g) ?? [];

/**
 * The text with one more part, or without it if it is there.
 * @param {string} xbetza
 * @param {string} part
 */
export function toggled(xbetza, part) {
  /** @type {string[]} */
  const parts = partsOf(xbetza);
  return (parts.includes(part) ? parts.filter(one => one !== part) : [...parts, part]).join('');
}
