// Layers above the board for things that follow the pointer: the lifted piece, and the frame of the
// square pointed at. Moving them does not repaint the board.

import { html, svg } from './svg.js';

/* Farther than any window is wide or high, in pixels. */
const FAR = 20000;
/** @type {[name: string, at: (pixels: number) => string][]} */
const WAYS = [['translate', pixels => `${pixels}px`],
  ['transform', pixels => `translateY(${pixels}px)`]];

export class Overlay {
  #hand = html('div', { class: 'apo-hand', hidden: '', 'aria-hidden': 'true' });
  #frame = html('div', { class: 'apo-frame', hidden: '', 'aria-hidden': 'true' });
  /**
   * The ways of the lifted piece, to the right and down: animations that never run, in which a
   * millisecond is a pixel. A browser arranges all its layers anew when a style changes, which is
   * half of its work for a move of the pointer; for an animation it need not.
   * @type {Animation[]}
   */
  #ways = [];
  #root;
  #board;
  /** The picture's offset in the root element, and the size of a hundredth of a square in
   * pixels. */
  #place = { left: 0, top: 0, unit: 1 };

  /**
   * @param {HTMLElement} root
   * @param {SVGElement} board
   */
  constructor(root, board) {
    this.#root = root;
    this.#board = board;
    root.append(this.#frame, this.#hand);
  }

  /** @param {number} files */
  #measure(files) {
    const root = this.#root.getBoundingClientRect(), board = this.#board.getBoundingClientRect();
    this.#place = { left: board.left - root.left, top: board.top - root.top,
      unit: board.width / files / 100 };
  }

  /**
   * Lifts a copy of a piece, `scale` times as large as on the board.
   * @param {Element | null} piece
   * @param {number} files
   * @param {number} scale
   */
  lift(piece, files, scale) {
    this.#measure(files);
    const picture = svg('svg', { viewBox: '0 0 100 100' },
      ...[...piece?.childNodes ?? []].map(node => node.cloneNode(true)));
    this.#hand.replaceChildren(picture);
    const size = `${100 * scale * this.#place.unit}px`;
    Object.assign(this.#hand.style, { width: size, height: size });
    this.#hand.hidden = false;
    this.#ways = WAYS.map(([name, at]) => this.#hand.animate({ [name]: [at(-FAR), at(FAR)] },
      { duration: 2 * FAR, fill: 'both' }));
    for (const way of this.#ways)
      way.pause();
  }

  /**
   * Moves the lifted piece: its middle goes to (x, y), in hundredths of a square.
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   */
  carry(x, y, scale) {
    const { left, top, unit } = this.#place;
    const at = [left + (x - 50 * scale) * unit, top + (y - 50 * scale) * unit];
    for (const [i, way] of this.#ways.entries())
      way.currentTime = FAR + at[i];
  }

  put() {
    for (const way of this.#ways.splice(0))
      way.cancel();
    this.#hand.hidden = true;
    this.#hand.replaceChildren();
  }

  /**
   * Frames the square whose corner is at (x, y); `kind` is 'hover' or 'missed'.
   * @param {{ x: number, y: number, kind: string, files: number } | null} at
   */
  frame(at) {
    this.#frame.hidden = at === null;
    if (at === null)
      return;
    this.#measure(at.files);
    const { left, top, unit } = this.#place;
    this.#frame.className = `apo-frame ${at.kind}`;
    Object.assign(this.#frame.style, { width: `${100 * unit}px`, height: `${100 * unit}px`,
      transform: `translate3d(${left + at.x * unit}px, ${top + at.y * unit}px, 0)` });
  }
}
