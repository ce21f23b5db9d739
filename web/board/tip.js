// The tooltip next to a piece.

import { html } from './svg.js';

export class Tip {
  #node = html('div', { class: 'apo-tip', hidden: '', 'aria-hidden': 'true' });

  /** @param {HTMLElement} root */
  constructor(root) {
    root.append(this.#node);
  }

  /**
   * Shows { title, text } near a square's rectangle on the screen; null hides it.
   * @param {{ title: string, text?: string | string[] } | null} words
   * @param {DOMRect | undefined} square
   * @param {DOMRect} board
   */
  show(words, square, board) {
    this.#node.hidden = words === null;
    if (words === null)
      return;
    const title = html('strong');
    title.textContent = words.title;
    const lines = [words.text ?? []].flat().filter(Boolean).map(line => {
      const node = html('span');
      node.textContent = line;
      return node;
    });
    this.#node.replaceChildren(title, ...lines);
    if (square !== undefined)
      this.#placeNear(square, board);
  }

  /**
   * @param {DOMRect} square
   * @param {DOMRect} board
   */
  #placeNear(square, board) {
    const { offsetWidth: width, offsetHeight: height } = this.#node;
    const isBelow = square.top - board.top < height + 6;
    const left = square.left + square.width / 2 - width / 2 - board.left;
    this.#node.style.left = `${Math.max(0, Math.min(left, board.width - width))}px`;
    this.#node.style.top =
      `${isBelow ? square.bottom - board.top + 6 : square.top - board.top - height - 6}px`;
  }
}
