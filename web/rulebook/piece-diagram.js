/* Shows what one piece can do on an otherwise empty board. The reader can add pieces to hop over or
 * to capture. */
import { Board } from '../board/board.js';
import { COMPANY, centreOf, cropped } from '../board/moves-picture.js';
import { t } from '../lib/i18n.js';
import { settings } from '../lib/settings.js';

export class PieceDiagram {
  #session;
  #board;
  /** @type {PieceType} */
  #type;
  #square = '';
  /** @type {Set<string>} */
  #enemies = new Set();
  #onWords;
  #proper; // the visible squares

  /**
   * `onWords(words)` gets what the marks mean now.
   * @param {HTMLElement} element
   * @param {Session} session
   * @param {(words: string) => void} onWords
   */
  constructor(element, session, onWords) {
    this.#onWords = onWords;
    this.#session = session;
    this.#proper = new Set(session.state().squares.filter(square => !square.isBrouhaha)
      .map(({ name }) => name));
    this.#board = new Board(element, {
      geometry: cropped(session.game), isReadOnly: true, animation: false, coordinates: false,
      pieces: settings.get('pieces'), squares: settings.get('squares'),
      label: t('What a piece can do'),
    });
    element.addEventListener('click', event => this.#toggle(this.#board.spotOf(event).name));
    element.addEventListener('keydown', event => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        this.#toggle(event.target.dataset?.square);
      }
    });
  }

  /**
   * Shows a piece type and what it can do.
   * @param {PieceType} type
   */
  show(type) {
    this.#type = type;
    this.#square = centreOf(this.#session.game, type);
    this.#enemies = new Set((COMPANY[type.name] ?? []).map((/** @type {[number, number]} */ step) =>
      this.#beside(step))
      .filter(Boolean));
    this.#draw();
  }

  /** @param {string | undefined} square */
  #toggle(square) {
    if (!square || !this.#type || square === this.#square)
      return;
    if (!this.#enemies.delete(square))
      this.#enemies.add(square);
    this.#draw();
  }

  /** @param {any[]} items */
  #beside([dx, dy]) {
    const name = String.fromCharCode(this.#square.charCodeAt(0) + dx) +
      (Number(this.#square.slice(1)) + dy);
    return this.#isSquare(name) ? name : null;
  }

  /** @param {string} name */
  #isSquare(name) {
    return this.#proper.has(name);
  }

  #draw() {
    /** @type {OnSquares<Piece>} */
    const pieces = { [this.#square]: { ...this.#type, color: 'white' } };
    for (const square of this.#enemies)
      pieces[square] = { ...this.#anyPawn(), color: 'black' };
    /** @type {Target[]} */
    const targets = this.#enemies.size > 0 ? this.#targets(pieces) : this.#allTargets();
    this.#board.set({ pieces, isAnimated: false });
    this.#board.setTargets({ [this.#square]: targets });
    this.#board.select(this.#square);
    const isMixed = targets.some(target => target.style === 'look' || target.isCapture);
    this.#onWords(this.#enemies.size > 0 ? t('Corners: captures.')
      : isMixed ? t('Dot: moves and captures. Ring: moves only. Corners: captures only.') : '');
  }

  #anyPawn() {
    return this.#session.types().find(type => type.isPawn) ?? this.#session.types()[0];
  }

  // A joker imitates the opponent's last moved piece: here a knight.
  get #imitated() {
    return this.#type?.isJoker ? 'N' : null;
  }

  /** @param {OnSquares<Piece>} pieces */
  #targets(pieces) {
    const list = Object.entries(pieces).map(([square, { letter, color }]) =>
      ({ letter, color, square }));
    return this.#session.diagram(list, this.#imitated).filter(({ to }) => this.#isSquare(to))
      .map(({ to, isCapture, captures }) => ({ to, isCapture, captures }));
  }

  // Alone on the board: its moves to empty squares only, and its captures only.
  #allTargets() {
    const { moves, captures, firstMoves } = this.#session.moveDiagram(this.#type.letter,
      this.#square, this.#imitated);
    const free = new Set([...moves, ...firstMoves]), taken = new Set(captures);
    return [...new Set([...free, ...taken])].filter(to => this.#isSquare(to)).map(to => ({ to,
      style: free.has(to) && !taken.has(to) ? 'look' : 'legal', isCapture: taken.has(to)
        && !free.has(to) }));
  }
}
