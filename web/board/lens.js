// A magnifier for touch: shows the squares under a finger, enlarged, above it.

import { html } from './svg.js';

const WIDTH = 150;     // pixels
const SHOWN = 3.2;     // squares across
const ABOVE = 46;      // pixels between finger and lens

export class Lens {
  #node = html('div', { class: 'apo-lens', hidden: '', 'aria-hidden': 'true' });
  #root;
  /** @type {SVGElement | null} */
  #copy = null;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.#root = root;
    root.append(this.#node);
  }

  get isShown() {
    return !this.#node.hidden;
  }

  /**
   * Shows the board around a point: (x, y) in squares of the picture, (left, top) on the
   * screen.
   * @param {Scene} scene
   * @param {number} x
   * @param {number} y
   * @param {number} left
   * @param {number} top
   */
  show(scene, x, y, left, top) {
    this.#copy ??= this.#take(scene);
    const size = SHOWN * 100;
    this.#copy.setAttribute('viewBox',
      `${x * 100 - size / 2} ${y * 100 - size / 2} ${size} ${size}`);
    this.#node.hidden = false;
    let at = { left: left - WIDTH / 2, top: top - ABOVE - WIDTH };
    if (at.top < 4)
      at = { left: left > innerWidth / 2 ? left - ABOVE - WIDTH : left + ABOVE, top: 4 };
    const board = this.#root.getBoundingClientRect();
    this.#node.style.left =
      `${Math.max(4, Math.min(at.left, innerWidth - WIDTH - 4)) - board.left}px`;
    this.#node.style.top = `${at.top - board.top}px`;
  }

  /**
   * Redraws the lens after the marks have changed.
   * @param {Scene} scene
   */
  refresh(scene) {
    if (this.#copy === null)
      return;
    this.#copy.querySelector('.apo-under').replaceWith(scene.under.cloneNode(true));
    const over = scene.over.cloneNode(true), mark = scene.frameMark();
    if (mark !== null)
      over.appendChild(mark);
    this.#copy.querySelector('.apo-over').replaceWith(over);
  }

  hide() {
    this.#node.hidden = true;
    this.#node.replaceChildren();
    this.#copy = null;
  }

  /** @param {Scene} scene */
  #take(scene) {
    const copy = /** @type {SVGElement} */ (scene.svg.cloneNode(true));
    // A purely visual copy: nothing in it can be focused.
    for (const node of copy.querySelectorAll('[tabindex], [role]')) {
      node.removeAttribute('tabindex');
      node.removeAttribute('role');
    }
    this.#node.replaceChildren(copy);
    return copy;
  }
}
