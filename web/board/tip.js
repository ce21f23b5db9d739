// The tooltip next to a piece.

import { html } from './svg.js';

export class Tip {
  #node = html('div', { class: 'apo-tip', hidden: '', 'aria-hidden': 'true' });

  /** @param {HTMLElement} root */
  constructor(root) {
    root.append(this.#node);
  }

  /**
   * Shows { title, text } near a square; null hides it.
   * @param {TipView | null} view
   * @param {TipPlace} [at]
   */
  show(view, at) {
    this.#node.hidden = view === null;
    if (view === null)
      return;
    const title = html('strong');
    title.textContent = view.title;
    const lines = [view.text ?? []].flat().filter(Boolean).map(line => {
      const node = html('span');
      node.textContent = line;
      return node;
    });
    this.#node.replaceChildren(title, ...lines);
    const square = at?.rectOf(at.name);
    if (at !== undefined && square !== undefined)
      this.#placeNear(square, at.board.getBoundingClientRect());
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
