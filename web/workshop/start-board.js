/* The start board, on which pieces are put by hand. What is done for one side is done for the
 * other too, mirrored, unless the inventor wants otherwise. */
import { Board } from '../board/board.js';
import { byId } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { settings } from '../lib/settings.js';
import { Palette } from '../widgets/palette.js';
import { readRow, swapped, withPiece } from './rows.js';

export class StartBoard {
  /** @type {Session} */
  #session;
  /** @type {Board} */
  #board;
  /** @type {Palette} */
  #palette;
  /** @type {string[]} */
  #rows = []; // from the top
  #shape = ''; // of the game: while it stays, the chosen tool stays
  #onChange;

  /** @param {(rows: string) => void} onChange gets the value of `board` */
  constructor(onChange) {
    this.#onChange = onChange;
  }

  /**
   * @param {Session} session the last game that had no faults
   * @param {string} rows the value of `board` in the text
   */
  show(session, rows) {
    const { files, rows: ranks, places, types } = session.game;
    const shape = JSON.stringify([files, ranks, places, types]);
    const isNew = shape !== this.#shape;
    this.#shape = shape;
    this.#session = session;
    this.#rows = rows.split('\n');
    if (this.#board === undefined)
      this.#build();
    if (isNew) {
      this.#board.setGeometry(this.#geometry);
      this.#palette.offer(this.#types);
    }
    this.#draw();
  }

  get #geometry() {
    const { game } = this.#session;
    return { ...game, places: game.places.replaceAll('~', '.') };
  }

  // A promoted form has the letter of its piece, and comes after it.
  get #types() {
    const types = this.#session.types();
    return types.filter(({ letter }, i) => types.findIndex(type => type.letter === letter) === i);
  }

  #build() {
    const frame = document.querySelector('#start-board .board-frame');
    frame.replaceChildren();
    this.#board = new Board(frame, {
      geometry: this.#geometry, pieces: settings.get('pieces'), squares: settings.get('squares'),
      coordinates: true, animation: false, dots: false, label: t('The start'),
      /** @param {string} words */
      announce: words => { byId('spoken').textContent = words; },
      /** @param {{ from: string, to: string }} parts */
      onMove: ({ from, to }) => this.#move(from, to),
    });
    this.#palette = new Palette({
      element: byId('start-tools'), ghost: byId('ghost'), frame, board: this.#board,
      letterAt: square => this.#at(square),
      put: (square, letter) => this.#change([[square, letter ?? '.']]),
      onChoose: () => this.#draw(),
    });
  }

  /**
   * @param {string} square
   * @returns {{ row: number, file: number }} the row from the top
   */
  #placeOf(square) {
    const { rows, bottomRank } = this.#session.game;
    return { row: rows - 1 - (Number(square.slice(1)) - bottomRank),
      file: square.charCodeAt(0) - 97 };
  }

  /** @param {string} square */
  #at(square) {
    const { row, file } = this.#placeOf(square);
    const piece = readRow(this.#rows[row] ?? '')[file];
    return piece === undefined || /[.*]/.test(piece) ? undefined : piece;
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #move(from, to) {
    const piece = this.#at(from);
    if (piece !== undefined)
      this.#change([[from, '.'], [to, piece]]);
  }

  /** @param {[string, string][]} puts pieces by square, "." for none */
  #change(puts) {
    const last = this.#rows.length - 1;
    for (const [square, piece] of puts) {
      const { row, file } = this.#placeOf(square);
      const isTransient = this.#isTransient(row, file);
      /** @param {string} one */
      const put = one => (one === '.' && isTransient ? '*' : one);
      this.#rows = withPiece(this.#rows, row, file, put(piece));
      if (byId('mirror').checked && row !== last - row)
        this.#rows = withPiece(this.#rows, last - row, file,
          put(piece === '.' ? piece : swapped(piece)));
    }
    this.#draw();
    this.#onChange(this.#rows.join('\n'));
  }

  // A square that is there only while a piece is on it.
  /**
   * @param {number} row from the top
   * @param {number} file
   */
  #isTransient(row, file) {
    const { places, files, rows } = this.#session.game;
    return places[(rows - 1 - row) * files + file] === '~';
  }

  #draw() {
    /** @type {OnSquares<Piece>} */
    const pieces = {};
    for (const { name } of this.#board.geometry.squares) {
      const letter = this.#at(name), type = letter && this.#session.type(letter);
      if (letter !== undefined && type)
        pieces[name] = { ...type, color: letter === letter.toUpperCase() ? 'white' : 'black' };
    }
    this.#board.set({ pieces, lastMove: null, check: null, badges: {}, isAnimated: false });
    const targets = this.#board.geometry.squares.map(({ name }) => ({ to: name }));
    this.#board.setTargets(this.#palette.isHand
      ? Object.fromEntries(Object.keys(pieces).map(from =>
        [from, targets.filter(({ to }) => to !== from)])) : {});
  }
}
