/* Tools for a board on which pieces are placed by hand: a palette of pieces to click, drag and
 * type, an eraser, and the hand, with which the board works as usual. */
import { piecePicture } from '../board/pieces.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { sidedPiece } from '../lib/piece-name.js';
import { settings } from '../lib/settings.js';

const HAND = 'hand';
const ERASER = 'erase';

/**
 * @typedef {object} PaletteParts
 * @property {HTMLElement} element where the tools are
 * @property {HTMLElement} ghost what is dragged
 * @property {HTMLElement} frame of the board
 * @property {Board} board
 * @property {(square: string) => string | undefined} letterAt in upper case for White
 * @property {(square: string, letter: string | null) => void} put null clears the square
 * @property {() => void} onChoose another tool
 * @property {OtherTool} [other] a tool of the page's own
 *
 * @typedef {object} OtherTool
 * @property {string} name
 * @property {string} label
 * @property {string} title
 * @property {string} key does the same on a square
 * @property {(square: string) => void} use on an occupied square
 */

export class Palette {
  #parts;
  #tool = HAND;
  /** @type {Set<string>} */
  #letters = new Set();

  /** @param {PaletteParts} parts */
  constructor(parts) {
    this.#parts = parts;
    parts.element.addEventListener('change', ({ target }) => {
      this.#tool = target.value;
      parts.board.select(null);
      parts.onChoose();
    });
    this.#listen();
    this.#listenToKeys();
    this.#listenToDrags();
  }

  /** Whether the board's own ways of moving pieces work. */
  get isHand() {
    return this.#tool === HAND;
  }

  /** Takes the hand again. */
  drop() {
    this.#parts.element.querySelector(`input[value="${HAND}"]`).click();
  }

  /**
   * Offers these types, and selects the hand.
   * @param {PieceType[]} types
   */
  offer(types) {
    this.#tool = HAND;
    this.#letters = new Set(types.flatMap(({ letter }) => [letter, letter.toLowerCase()]));
    const { element, other } = this.#parts;
    /** @param {Color} color */
    const pieces = color => h('div', { class: 'editor-pieces', role: 'group',
      'aria-label': color === 'white' ? t('White') : t('Black') },
    types.map(type => this.#button(color === 'white' ? type.letter : type.letter.toLowerCase(),
      sidedPiece(color, type), piecePicture({ ...type, color }, settings.get('pieces')))));
    element.replaceChildren(
      h('div', { class: 'editor-hands' },
        this.#button(HAND, t('Move pieces'), h('span', {}, t('Move'))),
        this.#button(ERASER, t('Remove pieces'), h('span', {}, t('Remove'))),
        other && this.#button(other.name, other.title, h('span', {}, other.label))),
      pieces('white'), pieces('black'));
  }

  /**
   * @param {string} value
   * @param {string} title
   * @param {...any} content
   */
  #button(value, title, ...content) {
    return h('label', { class: 'editor-tool', title }, h('input', { type: 'radio',
      name: `${this.#parts.element.id}-tool`, value, 'aria-label': title,
      checked: value === this.#tool }), ...content);
  }

  /**
   * Applies the chosen tool to a square.
   * @param {string} square
   */
  #use(square) {
    const { letterAt, put, other } = this.#parts, letter = letterAt(square);
    if (this.#tool === other?.name && letter !== undefined)
      other.use(square);
    else if (this.#tool === ERASER && letter !== undefined)
      put(square, null);
    else if (this.#letters.has(this.#tool) && letter !== this.#tool)
      put(square, this.#tool);
  }

  // While a tool is selected, the board's own ways of moving pieces are disabled.
  #listen() {
    const { frame, board, letterAt, put, other } = this.#parts;
    let isPainting = false, /** @type {string | null} */ last = null;
    frame.addEventListener('pointerdown', event => {
      if (this.isHand || event.button !== 0)
        return;
      event.preventDefault();
      event.stopPropagation();
      last = board.spotOf(event).name ?? null;
      isPainting = last !== null;
      if (last === null)
        return;
      if (letterAt(last) === this.#tool)
        put(last, null);
      else
        this.#use(last);
      frame.setPointerCapture(event.pointerId);
      board.focus(last);
    }, true);
    frame.addEventListener('pointermove', event => {
      const { name } = isPainting ? board.spotOf(event) : { name: undefined };
      if (name === undefined || name === last)
        return;
      last = name;
      if (this.#tool !== other?.name)
        this.#use(name);
    }, true);
    for (const end of ['pointerup', 'pointercancel'])
      frame.addEventListener(end, () => { isPainting = false; }, true);
  }

  #listenToKeys() {
    this.#parts.frame.addEventListener('keydown', event => {
      const { square } = event.target.dataset ?? {};
      if (square === undefined || event.ctrlKey || event.metaKey || event.altKey
        || !this.#press(event.key, square))
        return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
  }

  /**
   * A key on a square: a letter puts that piece there (capitals are White's), Delete removes
   * it.
   * @param {string} key
   * @param {string} square
   */
  #press(key, square) {
    const { put, other, board } = this.#parts;
    if (this.#letters.has(key))
      put(square, key);
    else if (key === 'Delete' || key === 'Backspace')
      put(square, null);
    else if (key === other?.key)
      other.use(square);
    else if ((key === 'Enter' || key === ' ') && !this.isHand)
      this.#use(square);
    else
      return false;
    board.focus(square);
    return true;
  }

  // Handles drags from the palette to a square.
  #listenToDrags() {
    const { element, ghost, board, put } = this.#parts;
    /** @type {PageElement | null} */
    let dragged = null;
    element.addEventListener('pointerdown', event => {
      const input = event.target.closest('.editor-tool')?.querySelector('input');
      dragged = input && this.#letters.has(input.value) ? input : null;
    });
    addEventListener('pointermove', event => {
      if (dragged === null)
        return;
      if (ghost.hidden)
        ghost.replaceChildren(/** @type {any} */ (dragged.parentElement)
          .querySelector('svg').cloneNode(true));
      ghost.hidden = false;
      ghost.style.left = `${event.clientX}px`;
      ghost.style.top = `${event.clientY}px`;
    });
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, (/** @type {any} */ event) => {
        const isDrop = dragged !== null && !ghost.hidden && end === 'pointerup';
        const letter = dragged?.value;
        dragged = null;
        ghost.hidden = true;
        const { name } = isDrop ? board.spotOf(event) : { name: undefined };
        if (name !== undefined && letter !== undefined)
          put(name, letter);
      });
  }
}
