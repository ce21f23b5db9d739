/* A position being edited: anything that can be written as FEN, possible or not. Knows no page;
 * `game` describes the game, as a session of rules.js does. */

const SIDES = /** @type {Color[]} */ (['white', 'black']);
/**
 * @param {string} letter
 * @param {Color} color
 */
const cased = (letter, color) => (color === 'white' ? letter.toUpperCase() : letter.toLowerCase());

/**
 * @param {string} letter
 * @returns {Color}
 */
export const colorOf = letter => (letter === letter.toUpperCase() ? 'white' : 'black');

export class EditedPosition {
  /** Square to letter, upper case for White. @type {Map<string, string>} */
  pieces = new Map();
  /** @type {Set<string>} */
  unmoved = new Set();
  turn = 'w';
  passed = '-';
  imitated = { white: '', black: '' };
  /** @type {BySide<{ [letter: string]: number }>} */
  reserve = { white: {}, black: {} };
  /** @type {BySide<Set<string>>} */
  pocket = { white: new Set(), black: new Set() };
  quiet = 0;
  number = 1;

  /** @param {GameRules} game */
  constructor(game) {
    this.game = game;
  }

  /** An empty board, White to move. */
  clear() {
    this.pieces = new Map();
    this.unmoved = new Set();
    this.turn = 'w';
    this.passed = '-';
    this.imitated = { white: '', black: '' };
    this.reserve = { white: {}, black: {} };
    this.pocket = { white: new Set(), black: new Set() };
    this.quiet = 0;
    this.number = 1;
  }

  /**
   * Loads a FEN of nine fields.
   * @param {string} fen
   */
  read(fen) {
    const [board, turn, unmoved, passed, imitated, reserve, pocket, quiet, number] = fen.split(' ');
    this.clear();
    board.split('/').forEach((line, index) => this.#readRow(line, this.game.rows - 1 - index));
    this.turn = turn;
    this.passed = passed;
    this.unmoved = new Set(unmoved.match(/[a-p]\d+/g) ?? []);
    const [white = '-', black = '-'] = imitated === '-' ? [] : imitated;
    this.imitated = { white: white === '-' ? '' : white, black: black === '-' ? ''
      : black.toUpperCase() };
    for (const letter of reserve === '-' ? '' : reserve)
      this.hold(colorOf(letter), letter, 1);
    for (const letter of pocket === '-' ? '' : pocket)
      this.pocket[colorOf(letter)].add(letter.toUpperCase());
    this.quiet = Number(quiet);
    this.number = Number(number);
  }

  /**
   * @param {string} line
   * @param {number} row
   */
  #readRow(line, row) {
    let file = 0;
    for (const [part] of line.matchAll(/\d+|./g)) {
      if (/\d/.test(part)) {
        file += Number(part);
        continue;
      }
      if (part !== '*')
        this.pieces.set(this.nameOf(file, row), part);
      file++;
    }
  }

  /**
   * @param {number} file
   * @param {number} row
   */
  nameOf(file, row) {
    return String.fromCharCode(97 + file) + (row + this.game.bottomRank);
  }

  /**
   * Places a piece, or with null clears the square. A placed piece counts as moved.
   * @param {string} square
   * @param {string | null} letter
   */
  put(square, letter) {
    this.unmoved.delete(square);
    if (letter === null)
      this.pieces.delete(square);
    else
      this.pieces.set(square, letter);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  move(from, to) {
    const letter = this.pieces.get(from);
    if (letter === undefined || from === to)
      return;
    this.put(from, null);
    this.put(to, letter);
  }

  /**
   * Adds `more` (or, if negative, removes) pieces of a type in reserve.
   * @param {Color} color
   * @param {string} letter
   * @param {number} more
   */
  hold(color, letter, more) {
    const type = letter.toUpperCase(), count = (this.reserve[color][type] ?? 0) + more;
    if (count > 0)
      this.reserve[color][type] = count;
    else
      delete this.reserve[color][type];
  }

  #board() {
    /** @type {string[]} */
    const rows = [];
    for (let row = this.game.rows - 1; row >= 0; row--) {
      let line = '', empty = 0;
      for (let file = 0; file < this.game.files; file++) {
        const place = this.game.places[row * this.game.files + file];
        const text = this.pieces.get(this.nameOf(file, row)) ?? (place === '.' ? '' : '*');
        if (text === '') {
          empty++;
          continue;
        }
        line += (empty > 0 ? empty : '') + text;
        empty = 0;
      }
      rows.push(line + (empty > 0 ? empty : ''));
    }
    return rows.join('/');
  }

  #unmovedInOrder() {
    /** @param {string} name */
    const place = name => [Number(name.slice(1)), name.charCodeAt(0)];
    return [...this.unmoved].filter(name => this.pieces.has(name))
      .sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1]).join('');
  }

  #held() {
    const { reserveOrder } = this.game;
    /** @param {Color} color */
    const of = color => reserveOrder.map(type =>
      cased(type, color).repeat(this.reserve[color][type] ?? 0)).join('');
    return SIDES.map(of).join('') || '-';
  }

  /** The nine fields; empty ones are a dash. */
  fen() {
    const power = SIDES.map(color => (this.imitated[color] ? cased(this.imitated[color], color)
      : '-')).join('');
    const pocket = SIDES.map(color => [...this.pocket[color]].map(type => cased(type, color))
      .join('')).join('');
    return [this.#board(), this.turn, this.#unmovedInOrder() || '-', this.passed || '-', power,
      this.#held(),
      pocket || '-', this.quiet, this.number].join(' ');
  }
}
