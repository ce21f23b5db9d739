// Pieces in hand, by mouse, finger and keyboard: dragged from beside the board onto a square, or
// chosen there and then put on a square.

/** @type {{ [name: string]: number }} */
const DRAG_PIXELS = { mouse: 4, pen: 6, touch: 9 };
const FINGER_LIFT = 60; // in hundredths of a square: above the finger, which would hide it

export class Hand {
  #board;
  #root;
  /** @type {(letter: string) => string[]} */
  #squaresOf;
  /** @type {{ id: number, letter: string, x: number, y: number, type: string, isMoved: boolean,
   * wasHeld: boolean, picture: Element | null } | null} */
  #press = null;

  /**
   * `root` is a tray's element; `squaresOf(letter)` gives the squares on which such a piece may be
   * put now.
   * @param {Board} board
   * @param {HTMLElement} root
   * @param {(letter: string) => string[]} squaresOf
   */
  constructor(board, root, squaresOf) {
    this.#board = board;
    this.#root = root;
    this.#squaresOf = squaresOf;
    /**
     * @param {'pointerdown' | 'pointermove' | 'pointerup' | 'pointercancel'} name
     * @param {(event: PointerEvent) => void} handler
     */
    const on = (name, handler) => root.addEventListener(name, handler.bind(this));
    on('pointerdown', this.#down);
    on('pointermove', this.#move);
    on('pointerup', this.#up);
    on('pointercancel', this.#abandon);
    root.addEventListener('click', event => this.#click(event));
    root.addEventListener('keydown', event => {
      if (event.key === 'Escape' && board.letGo())
        event.stopPropagation();
    });
  }

  /** @param {Event} event */
  #pieceAt(event) {
    const node = event.target instanceof Element ? event.target.closest('[data-held]') : null;
    return node instanceof HTMLElement && this.#root.contains(node) ? node : null;
  }

  /** @param {string} letter */
  #hold(letter) {
    this.#board.hold({ letter, squares: this.#squaresOf(letter) });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const node = this.#pieceAt(event), letter = node?.dataset.held;
    if (this.#press !== null || letter === undefined || event.button !== 0 || !event.isPrimary)
      return;
    this.#press = { id: event.pointerId, letter, x: event.clientX, y: event.clientY,
      type: event.pointerType, isMoved: false, wasHeld: this.#board.held === letter,
      picture: node?.querySelector('svg') ?? null };
    this.#root.setPointerCapture(event.pointerId);
    this.#hold(letter);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press, board = this.#board;
    if (press === null || event.pointerId !== press.id)
      return;
    press.isMoved ||= Math.hypot(event.clientX - press.x, event.clientY - press.y)
      > DRAG_PIXELS[press.type];
    if (!press.isMoved)
      return;
    if (board.held !== press.letter) { // the position has changed meanwhile
      this.#abandon();
      return;
    }
    const spot = board.spotOf(event), isFinger = press.type === 'touch';
    board.scene.bring(press.picture, spot.x * 100, spot.y * 100 - (isFinger ? FINGER_LIFT : 0),
      isFinger ? 1.6 : 1.08);
    board.hover(spot.name ?? null, isFinger);
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press, board = this.#board;
    if (press === null || event.pointerId !== press.id)
      return;
    this.#finish();
    const { name } = board.spotOf(event);
    if (!press.isMoved) {
      if (press.wasHeld)
        board.hold(null);
    } else if (board.held === press.letter && name !== undefined && board.isTarget(name)) {
      board.input(name, 'drag');
    } else {
      board.hold(null);
    }
  }

  /**
   * A key pressed on the button; pointers have been dealt with.
   * @param {MouseEvent} event
   */
  #click(event) {
    const letter = this.#pieceAt(event)?.dataset.held;
    if (letter === undefined || event.detail !== 0)
      return;
    if (this.#board.held === letter) {
      this.#board.hold(null);
      return;
    }
    this.#hold(letter);
    this.#board.focus();
  }

  #finish() {
    this.#press = null;
    this.#board.scene.putDown();
    this.#board.hover(null);
  }

  /** A pointer that the system has taken away. */
  #abandon() {
    if (this.#press === null)
      return;
    this.#finish();
    this.#board.hold(null);
  }
}
