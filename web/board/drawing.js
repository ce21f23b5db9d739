// The arrows and circles on a board: the reader's, and below them the page's.

import { drawShapes } from './shapes.js';

export class Drawing {
  #scene;
  /** @type {Shape[]} the reader's */
  shapes = [];
  /** @type {Shape[]} */
  #hints = [];

  /** @param {import('./draw.js').Scene} scene */
  constructor(scene) {
    this.#scene = scene;
  }

  /** Leaves both out of the next drawing: another board may lack their squares. */
  forget() {
    this.shapes = [];
    this.#hints = [];
  }

  /** @param {Shape[]} shapes */
  set(shapes) {
    this.shapes = shapes;
    this.draw();
  }

  /** @param {Shape[]} hints */
  setHints(hints) {
    this.#hints = hints;
    this.draw();
  }

  /**
   * Redraws everything, including the shape being drawn once it has both ends.
   * @param {{ from?: string, to?: string, color: string } | null} sketch
   */
  draw(sketch = null) {
    const isWhole = sketch !== null && sketch.from !== undefined && sketch.to !== undefined;
    const shapes = [...this.#hints, ...this.shapes];
    if (isWhole)
      shapes.push(/** @type {Shape} */ (sketch));
    this.#scene.shapes.replaceChildren(...drawShapes(shapes, name => this.#scene.at(name)));
  }
}
