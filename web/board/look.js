// Shows what the piece pointed at could do, with a tip in words.

import { squareWords } from './labels.js';
import { Tip } from './tip.js';

export class Look {
  #board;
  /** @type {TipLike} */
  #tip;
  #cellOf;
  /** @type {{ name: string, piece: Piece, view: LookView } | null} */
  #shown = null;

  /**
   * @param {HTMLElement} board
   * @param {TipLike | undefined} tip shows the words; without one, they are shown at the square
   * @param {(square: string) => Element | undefined} cellOf
   */
  constructor(board, tip, cellOf) {
    this.#board = board;
    this.#tip = tip ?? new Tip(board);
    this.#cellOf = cellOf;
  }

  get isShown() {
    return this.#shown !== null;
  }

  /** Where the piece could go. */
  get targets() {
    return this.#shown?.view.targets ?? [];
  }

  get #title() {
    return this.#shown === null ? '' : squareWords(this.#shown.name, this.#shown.piece);
  }

  /** The view in words, for screen readers. */
  get words() {
    return [this.#title, this.#shown?.view.text ?? []].flat().filter(Boolean)
      .map(words => (/[.!?]$/.test(words) ? words : `${words}.`)).join(' ');
  }

  /**
   * Gives the focus to the tip, if it can take it and shows the piece on this square.
   * @param {string | null} name
   */
  enter(name) {
    return this.#shown !== null && this.#shown.name === name && Boolean(this.#tip.enter?.());
  }

  /**
   * Shows the view of a piece; null hides it. False if nothing was shown before and nothing is now.
   * @param {{ name: string, piece: Piece, view: LookView } | null} shown
   * @param {{ isPinned: boolean, set: string, leave: () => void }} place
   */
  show(shown, place) {
    if (shown === null && this.#shown === null)
      return false;
    this.#shown = shown;
    this.#tip.show(shown && { title: this.#title, piece: shown.piece, ...shown.view }, {
      ...place, name: shown?.name ?? '', board: this.#board,
      rectOf: square => this.#cellOf(square)?.getBoundingClientRect(),
    });
    return true;
  }

  /** Call when the board has been cleared: the tip stays until the next look. */
  forget() {
    this.#shown = null;
  }
}
