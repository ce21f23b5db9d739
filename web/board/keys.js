// The keyboard: one square has the cursor, and it alone is in the tab order.
//   arrows, Home, End   move the cursor      Enter, space   select, move, stop a series
//   Escape              let go               i              what can this piece do?
// While the cursor is hidden, as after a click, arrows, Home and End belong to the page.

import { setChanged } from './svg.js';

/** @type {{ [name: string]: [number, number] }} */
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Keys {
  #board;
  /** @type {string | null} */
  #square = null;
  #isShown = false;

  /**
   * `element` is an HTML element: Chromium puts an SVG node that listens for focus into the tab
   * order.
   * @param {Board} board
   * @param {HTMLElement} element
   */
  constructor(board, element) {
    this.#board = board;
    element.addEventListener('keydown', event => this.#press(event));
    element.addEventListener('focusin', event => this.#enter(event.target));
    element.addEventListener('focusout', () => this.#leave());
  }

  /** The square that Tab focuses. */
  get square() {
    return this.#square;
  }

  /**
   * Call after squares have been rearranged or have disappeared.
   * @param {string | null} fallback
   */
  renew(fallback) {
    const { scene } = this.#board;
    if (this.#square === null || !scene.cells.has(this.#square)
      || !this.#board.exists(this.#square))
      this.#square = fallback;
    for (const [name, cell] of scene.cells)
      setChanged(cell, 'tabindex', name === this.#square ? '0' : '-1');
  }

  /** @param {string | null} name */
  focus(name) {
    this.#board.scene.cells.get(name ?? '')?.focus();
  }

  /** @param {HTMLElement} node */
  #enter(node) {
    const name = node.dataset?.square;
    if (name === undefined)
      return;
    this.#square = name;
    this.renew(name);
    this.#isShown = node.matches(':focus-visible');
    this.#board.setCursor(this.#isShown ? name : null);
  }

  #leave() {
    this.#board.setCursor(null);
  }

  /** @param {PageEvent} event */
  #press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey
      || event.target.dataset?.square === undefined)
      return;
    if (this.#act(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  /** @param {string} key */
  #act(key) {
    const board = this.#board, square = this.#square;
    if (square === null)
      return false;
    if (!this.#isShown && (STEPS[key] || key === 'Home' || key === 'End'))
      return false;
    if (STEPS[key])
      this.#go(board.geometry.step(square, ...STEPS[key], board.isFlipped, board.exists));
    else if (key === 'Home' || key === 'End')
      this.#go(board.geometry.line(square, board.isFlipped, board.exists).at(key === 'Home'
        ? 0 : -1));
    else if (key === 'Enter' || key === ' ')
      board.tap(square, 'key');
    else if (key === 'i')
      board.look(square, true);
    else if (key === 'Escape')
      return board.letGo();
    else
      return false;
    return true;
  }

  /** @param {string | undefined} name */
  #go(name) {
    if (name === undefined)
      return;
    this.focus(name);
    this.#board.setCursor(name);
  }
}
