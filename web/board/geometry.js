// Squares and their places in the picture. Columns and rows of the picture count from its top left
// corner, in squares. Knows no rules: a place is '.' (a square), '~' (one that exists while a piece
// stands on it) or '#' (none).

/**
 * The part of a board that can still be seen from a position on: without the border ranks of which
 * no square is left, as vanished squares never come back.
 * @param {Required<Places>} places
 * @param {{ rank: number, exists: boolean }[]} squares
 * @returns {Required<Places>}
 */
export function withoutGoneRanks({ files, rows, bottomRank, places, ...drawn }, squares) {
  const ranks = squares.filter(({ exists }) => exists).map(({ rank }) => rank);
  const first = Math.max(0, Math.min(...ranks) - bottomRank);
  const end = Math.min(rows, Math.max(...ranks) - bottomRank + 1);
  return { ...drawn, files, rows: end - first, bottomRank: bottomRank + first,
    places: places.slice(first * files, end * files) };
}

/**
 * The part of a board that has squares: without border ranks of holes alone.
 * @param {Required<Places>} places
 */
export const withoutEmptyRanks = places => withoutGoneRanks(places,
  new Geometry(places).squares.map(({ rank }) => ({ rank, exists: true })));

export class Geometry {
  /** @type {Map<string, BoardSquare>} */
  #byName = new Map();

  /** @param {Places} parts */
  constructor({ files, rows, bottomRank = 1, places = '.'.repeat(files * rows), lines, river }) {
    this.drawn = { lines, river };
    this.files = files;
    this.rows = rows;
    this.bottomRank = bottomRank;
    this.places = places;
    /** @type {BoardSquare[]} */
    this.squares = [];
    for (let row = 0; row < rows; row++)
      for (let file = 0; file < files; file++) {
        const place = places[row * files + file];
        if (place === '#')
          continue;
        const square = {
          name: this.nameOf(file, row), file, row, rank: row + bottomRank,
          isTransient: place === '~', isDark: (file + row + bottomRank) % 2 === 1,
        };
        this.squares.push(square);
        this.#byName.set(square.name, square);
      }
    const proper = this.squares.filter(({ isTransient }) => !isTransient).map(({ row }) => row);
    this.bottomRow = Math.min(...proper);
    this.topRow = Math.max(...proper);
  }

  /**
   * @param {number} file
   * @param {number} row
   */
  nameOf(file, row) {
    return String.fromCharCode(97 + file) + (row + this.bottomRank);
  }

  /**
   * The square with this name, or undefined.
   * @param {string} name
   */
  get(name) {
    return this.#byName.get(name);
  }

  /**
   * A square that must exist.
   * @param {string} name
   */
  known(name) {
    return /** @type {BoardSquare} */ (this.get(name));
  }

  /**
   * The straight-line distance in squares.
   * @param {string} a
   * @param {string} b
   */
  distance(a, b) {
    const first = this.known(a), second = this.known(b);
    return Math.hypot(first.file - second.file, first.row - second.row);
  }

  /**
   * Column and row of a square in the picture.
   * @param {string} name
   */
  place(name, isFlipped = false) {
    const { file, row } = this.known(name);
    return this.placeOf(file, row, isFlipped);
  }

  /**
   * @param {number} file
   * @param {number} row
   */
  placeOf(file, row, isFlipped = false) {
    return isFlipped ? { x: this.files - 1 - file, y: row } : { x: file, y: this.rows - 1 - row };
  }

  /**
   * The square at a point of the picture, or undefined.
   * @param {number} x
   * @param {number} y
   */
  pick(x, y, isFlipped = false) {
    const column = Math.floor(x), line = Math.floor(y);
    if (column < 0 || line < 0 || column >= this.files || line >= this.rows)
      return undefined;
    return isFlipped ? this.get(this.nameOf(this.files - 1 - column, line))
      : this.get(this.nameOf(column, this.rows - 1 - line));
  }

  /**
   * The next square from `name` by a step on the picture, skipping squares that do not exist;
   * undefined at the edge.
   * @param {string} name
   * @param {number} dx
   * @param {number} dy
   * @param {boolean} isFlipped
   * @param {(name: string) => boolean} exists
   */
  step(name, dx, dy, isFlipped, exists) {
    let { x, y } = this.place(name, isFlipped);
    for (;;) {
      x += dx;
      y += dy;
      if (x < 0 || y < 0 || x >= this.files || y >= this.rows)
        return undefined;
      const square = this.pick(x + 0.5, y + 0.5, isFlipped);
      if (square && exists(square.name))
        return square.name;
    }
  }

  /**
   * The squares of one line of the picture, from the left.
   * @param {string} name
   * @param {boolean} isFlipped
   * @param {(name: string) => boolean} exists
   */
  line(name, isFlipped, exists) {
    const { y } = this.place(name, isFlipped);
    return this.squares.filter(square => exists(square.name)
      && this.place(square.name, isFlipped).y === y)
      .sort((a, b) => this.place(a.name, isFlipped).x - this.place(b.name, isFlipped).x)
      .map(square => square.name);
  }
}
