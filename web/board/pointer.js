// Mouse, pen and touch: select, drag, hover, hold, draw.

import { shapeColor, toggleShape } from './shapes.js';

/** @type {{ [name: string]: number }} */
const DRAG_PIXELS = { mouse: 4, pen: 6, touch: 9 };
const HOLD_MS = 420;
const HOVER_MS = 260;
const FINGER_PIXELS = 46; // on smaller squares, touch uses the lens

export class Pointer {
  #board;
  /** @type {Press | null} */
  #press = null;
  #timer = 0;
  /** @type {string | null} */
  #over = null; // the square under the mouse while no button is pressed

  /**
   * @param {Board} board
   * @param {SVGElement} element
   */
  constructor(board, element) {
    this.#board = board;
    /**
     * @param {'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel' | 'pointerleave'} name
     * @param {(event: PointerEvent) => void} handler
     */
    const on = (name, handler) => element.addEventListener(name, handler.bind(this));
    on('pointerdown', this.#down);
    on('pointermove', this.#move);
    on('pointerup', this.#up);
    on('pointercancel', this.#abandon);
    on('pointerleave', this.#leave);
    element.addEventListener('contextmenu', event => event.preventDefault());
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (this.#press !== null || !event.isPrimary) {
      this.#abandon();
      return;
    }
    const spot = this.#board.spotOf(event);
    this.#press = { id: event.pointerId, type: event.pointerType, x: event.clientX,
      y: event.clientY, button: event.button, spot,
      isMoved: false };
    /** @type {Element} */ (event.currentTarget).setPointerCapture(event.pointerId);
    this.#rest();
    if (event.button === 2)
      this.#startShape(event);
    else if (event.button === 0)
      this.#startPress();
    else
      this.#press.mode = 'none';
  }

  /** @param {PointerEvent} event */
  #startShape(event) {
    this.#board.select(null);
    Object.assign(/** @type {Press} */ (this.#press), { mode: 'shape', color: shapeColor(event) });
  }

  #startPress() {
    const board = this.#board, press = /** @type {Press} */ (this.#press), { name } = press.spot;
    board.clearShapes();
    if (name !== undefined && board.isTarget(name)) {
      press.mode = 'target';
    } else if (name !== undefined && board.canPick(name)) {
      press.mode = 'piece';
      press.wasSelected = board.selected === name;
      board.select(name);
    } else {
      press.mode = 'none';
    }
    if (press.type !== 'mouse')
      this.#timer = setTimeout(() => this.#hold(), HOLD_MS);
  }

  /** Long press: explains the piece under the finger. */
  #hold() {
    const press = this.#press;
    if (press === null || press.isMoved)
      return;
    press.isHeld = true;
    if (press.mode === 'target')
      this.#magnify(press.spot, press.x, press.y);
    else
      this.#board.look(press.spot.name ?? null, false, true);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (press === null) {
      if (event.pointerType === 'mouse')
        this.#pointAt(this.#board.spotOf(event).name ?? null);
      return;
    }
    if (event.pointerId !== press.id)
      return;
    press.isMoved ||= Math.hypot(event.clientX - press.x, event.clientY - press.y) >
      DRAG_PIXELS[press.type];
    if (!press.isMoved)
      return;
    const spot = this.#board.spotOf(event);
    if (press.mode === 'shape')
      this.#board.sketchShape({ from: press.spot.name, to: spot.name, color: press.color ?? '' });
    else if (press.mode !== 'none')
      this.#drag(spot, event);
  }

  /**
   * @param {Spot} spot
   * @param {PointerEvent} event
   */
  #drag(spot, event) {
    const { scene, lens } = this.#board, press = /** @type {Press} */ (this.#press);
    if (this.#board.selected === null) { // the position has changed during the drag
      this.#abandon();
      return;
    }
    if (press.mode === 'piece') {
      const isFinger = press.type === 'touch';
      scene.carry(press.spot.name ?? '', spot.x * 100, spot.y * 100 - (isFinger ? 60 : 0),
        isFinger ? 1.6
          : 1.08);
      this.#board.look(null);
    }
    this.#board.hover(spot.name ?? null, press.type === 'touch');
    this.#magnify(spot, event.clientX, event.clientY);
    lens.refresh(scene);
  }

  /**
   * @param {Spot} spot
   * @param {number} left
   * @param {number} top
   */
  #magnify(spot, left, top) {
    const { scene, lens } = this.#board;
    if (this.#press?.type !== 'touch' || this.#board.squarePixels() > FINGER_PIXELS)
      return;
    this.#board.hover(spot.name ?? null, true);
    lens.show(scene, spot.x, spot.y, left, top);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (press === null || event.pointerId !== press.id)
      return;
    const { name } = this.#board.spotOf(event);
    this.#finish();
    if (press.mode === 'shape')
      this.#endShape(press, name);
    else if (press.mode === 'target')
      this.#endTarget(press, name);
    else if (press.mode === 'piece')
      this.#endPiece(press, name);
    else if (!press.isHeld)
      this.#endNowhere(press, name);
  }

  /**
   * A press on a square that is not a target, perhaps of a piece that cannot move. Dragging that
   * piece is an attempt to move it, and so is pressing such a square while another piece is
   * selected.
   * @param {Press} press
   * @param {string | undefined} name
   */
  #endNowhere({ spot, isMoved, button }, name) {
    const board = this.#board, from = isMoved ? spot.name : board.selected;
    if (button === 0 && name !== undefined && from !== undefined && from !== null)
      board.refuse(name, from);
    else
      board.select(null);
  }

  /**
   * @param {Press} press
   * @param {string | undefined} to
   */
  #endShape(press, to) {
    const board = this.#board, from = press.spot.name;
    board.sketchShape(null);
    if (from !== undefined && to !== undefined)
      board.setShapes(toggleShape(board.shapes, { from, to, color: press.color ?? '' }), true);
  }

  /**
   * @param {Press} press
   * @param {string | undefined} name
   */
  #endTarget(press, name) {
    if (name !== undefined && this.#board.isTarget(name))
      this.#board.input(name, press.type);
    else
      this.#board.select(null);
  }

  /**
   * @param {Press} press
   * @param {string | undefined} name
   */
  #endPiece(press, name) {
    const board = this.#board, from = press.spot.name;
    if (!press.isMoved) {
      if (press.wasSelected && !press.isHeld)
        board.select(null);
      return;
    }
    if (board.selected === null)
      return;
    if (name !== undefined && name !== from && board.isTarget(name)) {
      board.input(name, 'drag');
      return;
    }
    board.scene.drop(from ?? '');
    if (name === undefined)
      board.select(null);
    else if (name !== from)
      board.refuse(name);
  }

  /**
   * Resting the mouse on a piece shows its moves.
   * @param {string | null} name
   */
  #pointAt(name) {
    if (name === this.#over)
      return;
    this.#over = name;
    clearTimeout(this.#timer);
    this.#board.hover(name);
    this.#board.look(null);
    if (name !== null)
      this.#timer = setTimeout(() => this.#board.look(name), HOVER_MS);
  }

  /** @param {PointerEvent} event */
  #leave(event) {
    if (this.#press === null && event.pointerType === 'mouse')
      this.#pointAt(null);
  }

  /** Hides what was shown by hovering. */
  #rest() {
    clearTimeout(this.#timer);
    this.#over = null;
    this.#board.hover(null);
    this.#board.look(null);
  }

  #finish() {
    clearTimeout(this.#timer);
    this.#press = null;
    this.#board.lens.hide();
    this.#board.hover(null);
  }

  /** A second finger, or a pointer cancelled by the system. */
  #abandon() {
    const press = this.#press;
    if (press === null)
      return;
    this.#finish();
    this.#board.sketchShape(null);
    if (press.mode === 'piece' && press.isMoved)
      this.#board.scene.drop(press.spot.name ?? '');
  }
}
