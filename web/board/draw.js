// The picture: squares, marks, pieces. Lengths are in hundredths of a square; colours are set by
// class in board.css.

import { Geometry } from './geometry.js';
import { Overlay } from './overlay.js';
import { drawBadge, drawPiece } from './pieces.js';
import { drawnOn, setChanged, svg } from './svg.js';

const U = 100;
const CORNERS = 'M0 0H29.6A54 54 0 0 0 0 29.6ZM70.4 0H100V29.6A54 54 0 0 0 70.4 0Z' +
  'M100 70.4V100H70.4A54 54 0 0 0 100 70.4ZM29.6 100H0V70.4A54 54 0 0 0 29.6 100Z';
const DIAMOND = 'M50 26L74 50L50 74L26 50Z';
const CHEVRON = 'M28 60L50 36L72 60L72 72L50 50L28 72Z';
const RING = 'M50 8A42 42 0 0 0 50 92A42 42 0 0 0 50 8ZM22 22L78 78';
const CROSS = 'M16 16L84 84M84 16L16 84';

const STEP_MS = 190; // of a movement; --apo-move-time in board.css
const GONE_MS = 260;

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export class Scene {
  /** @type {{ node: SVGElement | null, x: number, y: number } | null} */
  #carried = null;
  /** @type {{ name: string, kind: string } | null} */
  #framed = null;
  /** @type {Map<SVGElement, number>} */
  #turning = new Map(); // a promoted piece on its way -> the timer that turns it
  /** @type {WeakMap<SVGElement, string>} */
  #pictures = new WeakMap(); // what is drawn in the node of a piece

  /** @param {HTMLElement} root */
  constructor(root) {
    /** @type {Map<string, SVGElement>} */
    this.cells = new Map();
    /** @type {Map<string, SVGElement>} */
    this.pieces = new Map();
    this.geometry = new Geometry({ files: 8, rows: 8 });
    this.isFlipped = false;
    this.squares = svg('g', { class: 'apo-squares', role: 'grid' });
    this.under = svg('g', { class: 'apo-under', 'aria-hidden': 'true' });
    this.coordinates = svg('g', { class: 'apo-coordinates', 'aria-hidden': 'true' });
    this.piecesLayer = svg('g', { class: 'apo-pieces', 'aria-hidden': 'true' });
    this.over = svg('g', { class: 'apo-over', 'aria-hidden': 'true' });
    this.shapes = svg('g', { class: 'apo-shapes', 'aria-hidden': 'true' });
    this.svg = svg('svg', { class: 'apo-svg' }, this.squares, this.under, this.piecesLayer,
      this.coordinates,
      this.over, this.shapes);
    root.append(this.svg);
    this.overlay = new Overlay(root, this.svg);
  }

  /**
   * Lays the squares out, in reading order.
   * @param {Geometry} geometry
   * @param {boolean} isFlipped
   */
  layout(geometry, isFlipped) {
    this.geometry = geometry;
    this.isFlipped = isFlipped;
    this.frame(null);
    this.svg.setAttribute('viewBox', `0 0 ${geometry.files * U} ${geometry.rows * U}`);
    this.squares.replaceChildren();
    this.cells.clear();
    for (let line = 0; line < geometry.rows; line++) {
      const row = isFlipped ? line : geometry.rows - 1 - line;
      const cells = geometry.squares.filter(square => square.row === row)
        .map(square => this.#cell(square));
      if (isFlipped)
        cells.reverse();
      if (cells.length > 0)
        this.squares.append(svg('g', { role: 'row', 'data-row': row }, ...cells));
    }
    this.squares.append(...drawnOn(geometry, isFlipped));
    this.#drawCoordinates();
  }

  /** @param {BoardSquare} square */
  #cell(square) {
    const { x, y } = this.at(square.name);
    const shade = `${square.isDark ? 'dark' : 'light'}${square.isTransient ? ' transient' : ''}`;
    const cell = svg('rect', {
      x, y, width: U, height: U, class: `apo-square ${shade}`, role: 'gridcell', tabindex: -1,
      'data-square': square.name,
    });
    this.cells.set(square.name, cell);
    return cell;
  }

  /**
   * The top left corner of a square.
   * @param {string} name
   */
  at(name) {
    const { x, y } = this.geometry.place(name, this.isFlipped);
    return { x: x * U, y: y * U };
  }

  #drawCoordinates() {
    const { geometry } = this;
    this.coordinates.replaceChildren();
    for (let row = 0; row < geometry.rows; row++) {
      const line = geometry.squares.filter(square => square.row === row);
      if (line.length > 0)
        this.#numberRow(row, line[this.isFlipped ? line.length - 1 : 0]);
    }
    const nearest = this.isFlipped ? geometry.topRow : geometry.bottomRow;
    for (const square of geometry.squares.filter(({ row }) => row === nearest))
      this.#label(square.name[0], this.at(square.name).x + 50, 0, 'file',
        'middle').dataset.file = String(square.file);
  }

  /**
   * @param {number} row
   * @param {BoardSquare} first
   */
  #numberRow(row, first) {
    const { x, y } = this.at(first.name);
    // The blank places beside it may turn into squares.
    Object.assign(this.#label(first.rank, x - 9, y + 59, 'rank', 'end').dataset,
      { row, beside: x > 0 });
  }

  /**
   * @param {string | number} text
   * @param {number} x
   * @param {number} y
   * @param {string} kind
   * @param {string} anchor
   */
  #label(text, x, y, kind, anchor) {
    const node = svg('text', { x, y, class: kind, 'text-anchor': anchor });
    node.textContent = String(text);
    this.coordinates.append(node);
    return node;
  }

  /**
   * Shows and hides transient squares. The rank number beside them disappears with the last
   * one.
   * @param {(name: string) => boolean} exists
   */
  showSquares(exists) {
    /** @type {Set<string>} */
    const rows = new Set();
    for (const square of this.geometry.squares) {
      const isThere = exists(square.name);
      this.cells.get(square.name)?.classList.toggle('gone', !isThere);
      if (isThere)
        rows.add(String(square.row));
    }
    // Screen readers skip a row that has no squares.
    for (const row of /** @type {Iterable<any>} */ (this.squares.children))
      setChanged(row, 'role', rows.has(row.dataset.row) ? 'row' : 'presentation');
    for (const text of /** @type {Iterable<any>} */ (this.coordinates.children)) {
      if (text.dataset.row !== undefined)
        text.classList.toggle('gone', !rows.has(text.dataset.row));
      if (text.dataset.beside === 'true' && rows.has(text.dataset.row))
        setChanged(text, 'x', String(this.#leftOf(Number(text.dataset.row), exists) - 9));
      if (text.dataset.file !== undefined)
        setChanged(text, 'y', String(this.#below(Number(text.dataset.file), exists) + 27));
    }
  }

  /**
   * The left edge of the first existing square of a row.
   * @param {number} row
   * @param {(name: string) => boolean} exists
   */
  #leftOf(row, exists) {
    return Math.min(...this.geometry.squares.filter(square => square.row === row
      && exists(square.name))
      .map(({ name }) => this.at(name).x));
  }

  /**
   * The lower edge of the lowest existing square of a file.
   * @param {number} file
   * @param {(name: string) => boolean} exists
   */
  #below(file, exists) {
    const tops = this.geometry.squares.filter(square => square.file === file && exists(square.name))
      .map(({ name }) => this.at(name).y);
    return Math.max(...tops) + U;
  }

  /* --- marks --- */

  /**
   * @param {SVGElement} layer
   * @param {string} name
   * @param {string} shape
   * @param {Attributes} attributes
   */
  #put(layer, name, shape, attributes) {
    const { x, y } = this.at(name);
    layer.append(svg(shape, { ...attributes, transform: `translate(${x} ${y})` }));
  }

  /**
   * Draws the marks of squares ([square, class], later ones on top), where the piece can go, and
   * the pieces that would be captured ([square, kind]).
   * @param {string[][]} marks
   * @param {Target[]} targets
   * @param {string[][]} doomed
   */
  showMarks(marks, targets, doomed) {
    this.under.replaceChildren();
    this.over.replaceChildren();
    for (const [name, kind] of marks)
      this.#put(kind === 'cursor' ? this.over : this.under, name, 'rect',
        { class: `apo-mark ${kind}`, width: U, height: U });
    for (const target of targets)
      this.#showTarget(target);
    for (const [name, kind] of doomed)
      for (const part of ['apo-doomed-edge', 'apo-doomed'])
        this.#put(this.over, name, 'path', { class: `${part} ${kind}`, d: kind === 'jumped' ? CROSS
          : RING });
  }

  /**
   * Frames the square pointed at: `kind` is 'hover' for a target, else 'missed'.
   * @param {{ name: string, kind: string } | null} framed
   */
  frame(framed) {
    if (framed?.name === this.#framed?.name && framed?.kind === this.#framed?.kind)
      return;
    this.#framed = framed;
    this.overlay.frame(framed === null ? null
      : { ...this.at(framed.name), kind: framed.kind, files: this.geometry.files });
  }

  /** The same frame for a copy of the picture; null if there is none. */
  frameMark() {
    if (this.#framed === null)
      return null;
    const { x, y } = this.at(this.#framed.name);
    return svg('rect', { class: `apo-mark ${this.#framed.kind}`, x, y, width: U, height: U });
  }

  /** @param {Target} parts */
  #showTarget({ to, isCapture, isLaunch, isPromotion, isCastling, style = 'legal' }) {
    const name = `apo-target ${style}`;
    const isTaken = this.pieces.has(to);
    if (style === 'stop') {
      this.#put(this.over, to, 'circle', { class: `${name} ring`, cx: 50, cy: 50, r: 45 });
      return;
    }
    if (isCapture || isTaken)
      this.#put(this.under, to, 'path', { class: `${name} corners`, d: CORNERS });
    if (isLaunch)
      this.#put(isTaken ? this.over : this.under, to, 'path', {
        class: `${name} diamond${isTaken ? ' small' : ''}`, d: DIAMOND,
      });
    else if (isPromotion && !isTaken)
      this.#put(this.under, to, 'path', { class: `${name} chevron`, d: CHEVRON });
    else if (!isTaken)
      this.#put(this.under, to, 'circle', { class: `${name} dot`, cx: 50, cy: 50, r: isCapture ? 12
        : 15 });
    if (isCastling)
      this.#put(this.under, to, 'circle', { class: `${name} ring`, cx: 50, cy: 50, r: 28 });
  }

  /* --- pieces --- */

  /**
   * Updates the displayed pieces to `pieces`. `change` comes from diffPieces(). `path` are the
   * squares of a series, from the first to the last: the piece goes from one to the next, and what
   * it takes on the way disappears as it passes.
   * @param {OnSquares<Piece>} pieces
   * @param {BoardChange} change
   * @param {{ set: string, sprite?: string, badges: OnSquares<PieceType | null>,
   * isAnimated: boolean, path?: string[] }} parts
   */
  showPieces(pieces, change, { set, sprite, badges, isAnimated, path = [] }) {
    this.putDown();
    for (const timer of this.#turning.values())
      clearTimeout(timer);
    this.#turning.clear();
    /** @type {Map<string, SVGElement | undefined>} */
    const nodes = new Map();
    for (const { from, to } of change.moved)
      nodes.set(to, this.#take(from));
    const isSeries = isAnimated && path.length > 2 && !isCalm()
      && change.moved.some(({ from, to }) => from === path[0] && to === path.at(-1))
      && !this.#isThere(nodes.get(path.at(-1) ?? ''), path.at(-1) ?? '');
    for (const name of change.went)
      this.#dismiss(this.#take(name), isAnimated, isSeries ? this.#passedAt(name, path) : 0);
    for (const [name, node] of this.pieces)
      nodes.set(name, node);
    this.pieces = new Map();
    for (const [name, piece] of Object.entries(pieces)) {
      const node = nodes.get(name) ?? this.#newPiece(name, isAnimated
        && change.came.includes(name));
      if (isAnimated && isTurned(node, piece))
        this.#turnLater(node, () => this.#dress(node, piece, badges?.[name], set, sprite));
      else
        this.#dress(node, piece, badges?.[name], set, sprite);
      node.classList.toggle('moving', isAnimated);
      node.classList.toggle('faded', false); // unlike remove(), writes nothing if it is not there
      this.pieces.set(name, node);
      this.#place(node, name);
    }
    for (const { to } of change.moved)
      this.piecesLayer.append(...[this.pieces.get(to) ?? []].flat());
    if (isSeries)
      this.#goAlong(path);
  }

  /**
   * True if a piece is already shown on the square, because its series was chosen by hand.
   * @param {SVGElement | undefined} node
   * @param {string} name
   */
  #isThere(node, name) {
    const { x, y } = this.at(name);
    return node?.style.transform === `translate(${x}px, ${y}px)`;
  }

  /** @param {string[]} path */
  #goAlong(path) {
    const places = path.map(name => this.at(name));
    this.pieces.get(/** @type {string} */ (path.at(-1)))?.animate(
      places.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
      { duration: STEP_MS * (path.length - 1) });
  }

  /**
   * When a series has passed a piece, in milliseconds: with the jump over it, or at the end.
   * @param {string} name
   * @param {string[]} path
   */
  #passedAt(name, path) {
    const place = this.at(name);
    const jump = path.slice(1).findIndex((to, i) => {
      const a = this.at(path[i]), b = this.at(to);
      return a.x + b.x === 2 * place.x && a.y + b.y === 2 * place.y;
    });
    return STEP_MS * (jump < 0 ? path.length - 1 : jump + 0.5);
  }

  /**
   * Turns a promoted piece when it has arrived.
   * @param {SVGElement} node
   * @param {() => void} turn
   */
  #turnLater(node, turn) {
    this.#turning.set(node, setTimeout(() => {
      this.#turning.delete(node);
      turn();
      playOnce(node, 'turning');
    }, isCalm() ? 0 : STEP_MS));
  }

  /** @param {string} name */
  #take(name) {
    const node = this.pieces.get(name);
    this.pieces.delete(name);
    return node;
  }

  /**
   * @param {string} name
   * @param {boolean} isFading
   */
  #newPiece(name, isFading) {
    const node = svg('g', { class: 'apo-piece' });
    if (isFading)
      playOnce(node, 'coming');
    this.#place(node, name);
    this.piecesLayer.append(node);
    return node;
  }

  /**
   * @param {SVGElement} node
   * @param {Piece} piece
   * @param {PieceType | null | undefined} badge
   * @param {string | undefined} set
   * @param {string | undefined} sprite
   */
  #dress(node, piece, badge, set, sprite) {
    const look =
      `${piece.color} ${piece.name} ${set} ${badge === undefined ? '' : badge?.name ?? 'none'}`;
    const picture = [look, pictureOf(piece), badge ? pictureOf(badge) : ''].join('\n');
    if (this.#pictures.get(node) === picture)
      return;
    this.#pictures.set(node, picture);
    node.dataset.look = look;
    node.replaceChildren(drawPiece(piece, set, sprite),
      ...badge === undefined ? [] : [drawBadge(piece.color, badge, set, sprite)]);
  }

  /**
   * @param {SVGElement | undefined} node
   * @param {boolean} isAnimated
   * @param {number} delayMs
   */
  #dismiss(node, isAnimated, delayMs) {
    if (!node)
      return;
    node.style.transitionDelay = `${delayMs}ms`;
    node.classList.add('going');
    setTimeout(() => node.remove(), isAnimated ? GONE_MS + delayMs : 0);
  }

  /**
   * @param {SVGElement} node
   * @param {string} name
   */
  #place(node, name) {
    const { x, y } = this.at(name), transform = `translate(${x}px, ${y}px)`;
    if (node.style.transform !== transform)
      node.style.transform = transform;
  }

  /**
   * Lifts the piece of a square and moves it to a point (hundredths of a square), enlarged by
   * `scale`. A pale copy stays on its square.
   * @param {string} name
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   */
  carry(name, x, y, scale) {
    const node = this.pieces.get(name);
    if (!node)
      return;
    if (this.#carried?.node !== node) {
      this.putDown();
      node.classList.add('lifted');
      this.overlay.lift(node, this.geometry.files, scale);
    }
    this.#carried = { node, x, y };
    this.overlay.carry(x, y, scale);
  }

  /**
   * Lifts a piece from beside the board, like `carry` for one on the board.
   * @param {Element | null} picture
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   */
  bring(picture, x, y, scale) {
    if (this.#carried === null) {
      this.overlay.lift(picture, this.geometry.files, scale);
      this.#carried = { node: null, x, y };
    }
    this.overlay.carry(x, y, scale);
  }

  /** The hand is empty again. */
  putDown() {
    this.#carried?.node?.classList.remove('lifted');
    this.#carried = null;
    this.overlay.put();
  }

  /**
   * Puts the lifted piece back on its square, or shows it on another one before the move is made.
   * It is there at once, or flies back from where it was dropped.
   * @param {string} name
   */
  drop(name, on = name) {
    const node = this.pieces.get(name), carried = this.#carried;
    if (!node)
      return;
    this.putDown();
    if (carried?.node === node) {
      node.classList.remove('moving');
      if (on === name)
        node.style.transform = `translate(${carried.x - 50}px, ${carried.y - 50}px)`;
      else
        this.#place(node, on);
      node.getBoundingClientRect(); // forces a layout: the next change is animated from here
    }
    node.classList.add('moving');
    this.#place(node, on);
  }

  /**
   * Marks pieces that are about to be captured.
   * @param {string[]} names
   */
  fade(names) {
    for (const [name, node] of this.pieces)
      node.classList.toggle('faded', names.includes(name));
  }
}

/**
 * The properties besides its name that determine the picture of a type.
 * @param {PieceType} type
 */
const pictureOf = ({ letter, picture, emblem }) =>
  [letter, picture, emblem?.solid, emblem?.lines].join(' ');

/**
 * Plays an animation of board.css once; what is drawn in the piece later does not play it again.
 * @param {SVGElement} node
 * @param {'coming' | 'turning'} name
 */
function playOnce(node, name) {
  node.classList.add(name);
  setTimeout(() => node.classList.remove(name), GONE_MS * 2);
}

/**
 * True if the piece of this node changes its type, as by promotion.
 * @param {SVGElement} node
 * @param {Piece} piece
 */
function isTurned(node, piece) {
  const [color, ...rest] = (node.dataset.look ?? '').split(' ');
  return color === piece.color && !rest.join(' ').startsWith(piece.name);
}
