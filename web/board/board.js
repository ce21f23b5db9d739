// A board on a page: shows a given position and reports user actions. Knows no rules and no
// network.
//
//   const board = new Board(element, { geometry, onMove: ({ from, to }) => ... });
//   board.set({ pieces, lastMove, check });
//   board.setTargets({ e2: [{ to: 'e4' }] });
//
// Squares are identified by name; pieces are { color: 'white' | 'black', name: 'rook', letter: 'R'
// }. docs/board.md has the details.

import { tn } from '../lib/i18n.js';
import { pieceName } from '../lib/piece-name.js';
import { choose, closeQuestion } from './choose.js';
import { diffPieces } from './diff.js';
import { Scene } from './draw.js';
import { Drawing } from './drawing.js';
import { Geometry } from './geometry.js';
import { Keys } from './keys.js';
import { labelCells } from './labels.js';
import { Lens } from './lens.js';
import { Look } from './look.js';
import { enclosedAt, marksOf } from './marks.js';
import { usualOptions } from './options.js';
import { isSpriteMissing } from './pieces.js';
import { Pointer } from './pointer.js';

export class Board {
  /** @type {Geometry} */
  geometry;
  #root;
  /** @type {BoardOptions} */
  #options;
  #keys;
  #look; // shows the moves of the piece pointed at
  /** @type {OnSquares<Piece>} */
  #pieces = {};
  /** @type {string[]} */
  #walls = [];
  /** @type {OnSquares<PieceType | null>} */
  #badges = {};
  /** @type {LastMove | null} */
  #lastMove = null;
  /** @type {string | null} */
  #check = null;
  /** @type {{ [from: string]: Target[] }} */
  #targets = {};
  /** @type {Color | null} */
  #premover = null;  // the side that may premove
  /** @type {{ from: string, to: string } | null} */
  #premove = null;
  /** @type {string | null} */
  #selected = null;
  /** @type {string | null} */
  #hovered = null;
  #isFinger = false; // whether a finger points at `hovered`
  /** @type {string | null} */
  #cursor = null;
  /** @type {Stage | null} */
  #stage = null;     // a half-chosen series: { from, on, targets, doomed }
  /** @type {{ letter: string, squares: string[] } | null} */
  #held = null;      // a piece in hand that is to be put on a square
  /** @type {{ from: string, to: string } | null} */
  #pending = null;   // a move passed to `onMove` and not yet answered
  #doomed = '';      // the pieces marked as captured, as one text
  #drawing;          // arrows and circles
  #isLettered = false; // if there are no drawings

  /** @param {HTMLElement} root */
  constructor(root, options = {}) {
    this.#root = root;
    this.#options = { ...usualOptions(), ...options };
    root.classList.add('apo-board');
    this.scene = new Scene(root);
    this.lens = new Lens(root);
    this.#drawing = new Drawing(this.scene);
    this.#look = new Look(root, this.#options.tip, square => this.scene.cells.get(square));
    this.#keys = new Keys(this, root);
    this.exists = this.exists.bind(this);
    this.#dress();
    this.setGeometry(this.#options.geometry);
    new Pointer(this, this.scene.svg);
    isSpriteMissing(this.#options.sprite).then(isMissing => {
      this.#isLettered = isMissing;
      if (isMissing)
        this.#layout();
    });
  }

  /* --- what is shown --- */

  /**
   * Switches to the board of another game: { files, rows, bottomRank, places }. Removes all
   * pieces.
   * @param {Places | Geometry} geometry
   */
  setGeometry(geometry) {
    this.geometry = geometry instanceof Geometry ? geometry : new Geometry(geometry);
    this.#root.style.setProperty('--apo-files', String(this.geometry.files));
    this.#root.style.setProperty('--apo-rows', String(this.geometry.rows));
    this.#forget();
    this.#layout();
  }

  /**
   * Changes settings: pieces ('drawn', 'moves', 'letters'), squares (a theme), coordinates, dots,
   * animation, isReadOnly, label, or a callback.
   * @param {Partial<BoardOptions>} options
   */
  configure(options) {
    Object.assign(this.#options, options);
    this.#dress();
    this.#layout();
  }

  /** Shows a position: { pieces, lastMove: { from, to, partner }, check: square or null,
   * badges: { square: piece or null }, walls: squares that are gone }. Omitted parts stay as they
   * are. An unfinished move is cancelled. */
  set({ pieces = this.#pieces, walls = this.#walls, lastMove = this.#lastMove, check = this.#check,
    badges = this.#badges,
    isAnimated = true }) {
    closeQuestion(this.#root);
    const before = this.#pieces;
    const hints = lastMove === null ? [] : [[lastMove.from, lastMove.to], ...lastMove.partner
      ? [lastMove.partner] : []];
    this.#pieces = pieces;
    this.#walls = walls;
    this.#lastMove = lastMove;
    this.#check = check;
    this.#badges = badges;
    this.#stage = this.#pending = null;
    this.look(null);
    if (this.#selected !== null && !this.canPick(this.#selected))
      this.#selected = null;
    this.#showPieces(diffPieces(before, pieces,
      (/** @type {string} */ a, b) => this.geometry.distance(a, b), hints),
    isAnimated, lastMove?.path);
    this.#refresh();
  }

  /**
   * Where pieces can go: { from: [{ to, isCapture, isDrop, isLaunch, isPromotion, isCastling,
   * captures }] }; a drop goes from a square to itself.
   * @param {{ [from: string]: Target[] }} targets
   */
  setTargets(targets) {
    this.#targets = targets;
    this.#stage = null;
    this.#letHeldGo();
    if (this.#selected !== null && !this.canPick(this.#selected))
      this.#selected = null;
    this.#refresh();
  }

  /**
   * Lets a side ('white', 'black' or null) choose a move before its turn.
   * @param {Color | null} side
   */
  setPremover(side) {
    this.#premover = side;
    if (side === null)
      this.#premove = null;
    this.#refresh();
  }

  get premove() {
    return this.#premove;
  }

  clearPremove() {
    this.#premove = null;
    this.#refresh();
  }

  /** The letter of the piece in hand that is to be put on a square; null if none is. */
  get held() {
    return this.#held?.letter ?? null;
  }

  /**
   * Chooses a piece in hand, which can be put on `squares`, instead of one on the board; null
   * deselects it.
   * @param {{ letter: string, squares: string[] } | null} held
   */
  hold(held) {
    this.select(null);
    this.#held = this.#isFree ? held : null;
    this.#options.onHold(this.held);
    this.#refresh();
    if (this.#held !== null)
      this.#say(tn('{n} move', '{n} moves', this.#held.squares.length));
  }

  /**
   * A half-chosen series: the piece from `from` is shown on `on`; `targets` are the next
   * squares, `doomed` the pieces that would be captured, [[square, 'jumped' | 'enclosed'],
   * ...].
   * @param {Stage} parts
   */
  setStage({ from, on, targets, doomed }) {
    this.#selected = from;
    this.#pending = null;
    this.#stage = { from, on, targets, doomed };
    this.scene.drop(from, on);
    this.#refresh();
  }

  /** Cancels a move that was shown but not made, or a half-chosen series. */
  cancel() {
    const from = this.#pending?.from ?? this.#stage?.from;
    this.#pending = this.#stage = null;
    if (from !== undefined)
      this.scene.drop(from);
    this.scene.fade([]);
    this.select(null);
  }

  flip() {
    this.setOrientation(this.isFlipped ? 'white' : 'black');
  }

  get isFlipped() {
    return this.#options.orientation === 'black';
  }

  /** @param {Color} orientation */
  setOrientation(orientation) {
    if (orientation === this.#options.orientation)
      return;
    this.#options.orientation = orientation;
    this.#layout();
  }

  get shapes() {
    return this.#drawing.shapes;
  }

  /**
   * Arrows and circles: [{ from, to, color }], color green, red, blue or yellow.
   * @param {Shape[]} shapes
   */
  setShapes(shapes, isByHand = false) {
    this.#drawing.set(shapes);
    if (isByHand)
      this.#options.onShapes(shapes);
  }

  /**
   * Arrows and circles that the page draws below those of the reader, like setShapes.
   * @param {Shape[]} shapes
   */
  setHints(shapes) {
    this.#drawing.setHints(shapes);
  }

  clearShapes() {
    if (this.shapes.length > 0 && !this.#options.keepsShapes)
      this.setShapes([], true);
  }

  /**
   * Asks a question next to a square; see choose.js.
   * @param {Question & { square?: string }} parts
   */
  choose({ square, ...question }) {
    return choose(this.#root, {
      near: square === undefined ? undefined
        : this.scene.cells.get(square)?.getBoundingClientRect(),
      set: this.#pieceSet, sprite: this.#options.sprite, ...question,
    });
  }

  focus(square = this.#keys.square) {
    this.#keys.focus(square);
  }

  /* --- user actions; called by pointer.js and keys.js --- */

  get selected() {
    return this.#selected;
  }

  /** @param {string} name */
  exists(name) {
    return this.#pieces[name] !== undefined
      || (!this.geometry.known(name).isTransient && !this.#walls.includes(name));
  }

  /**
   * The place of a pointer: { name, x, y }, x and y in squares of the picture.
   * @param {{ clientX: number, clientY: number }} parts
   */
  spotOf({ clientX, clientY }) {
    const box = this.scene.svg.getBoundingClientRect();
    const x = (clientX - box.left) / box.width * this.geometry.files;
    const y = (clientY - box.top) / box.height * this.geometry.rows;
    const square = this.geometry.pick(x, y, this.isFlipped);
    return { name: square && this.exists(square.name) ? square.name : undefined, x, y };
  }

  squarePixels() {
    return this.scene.svg.getBoundingClientRect().width / this.geometry.files;
  }

  /** @param {string} name */
  canPick(name) {
    return this.#isFree &&
      (this.#targets[name]?.some(({ isDrop }) => !isDrop) || this.#canPremove(name));
  }

  /** @param {string} name */
  isTarget(name) {
    return this.#selected === null && this.#held === null ? this.#canDrop(name)
      : this.#targetsNow().some(({ to }) => to === name);
  }

  /** @param {string | null} name */
  select(name) {
    if (this.#stage !== null && name !== this.#stage.from) {
      this.#giveUpStage();
      return;
    }
    if (name !== null && this.#premove !== null)
      this.#premove = null;
    this.#letHeldGo();
    const isChange = name !== this.#selected;
    this.#selected = name;
    this.#refresh();
    if (isChange) {
      this.#options.onSelect(name);
      if (name !== null)
        this.#say(`${pieceName(this.#pieces[name])} ${name}, ${
          tn('{n} move', '{n} moves', this.#targetsNow().length)}`);
    }
  }

  /**
   * Chooses a square as the target of the selected piece. `via`: 'mouse', 'touch', 'pen',
   * 'drag', 'key'.
   * @param {string} to
   * @param {Via} via
   */
  input(to, via) {
    const letter = this.held, from = this.#selected ?? (this.#canDrop(to) ? to : null);
    if (from === null)
      return;
    this.#letHeldGo();
    if (this.#canPremove(from) && this.#stage === null) {
      this.scene.drop(from);
      this.#premove = { from, to };
      this.#selected = null;
      this.#refresh();
      this.#options.onPremove({ from, to });
      return;
    }
    this.#pending = { from, to };
    this.#selected = this.#stage = null;
    this.scene.drop(from, to);
    this.scene.fade(to === from ? [] : [to]);
    this.#refresh();
    this.#options.onMove({ from, to, via, letter });
  }

  /**
   * An attempt to move a piece where it cannot go: deselects it, and the page may say why not.
   * @param {string} to
   * @param {string | null} from
   */
  refuse(to, from = this.#selected) {
    const isTry = from !== null && from !== to && this.#pieces[from] !== undefined &&
      this.#stage === null && this.#pending === null && !this.#options.isReadOnly &&
      !this.#canPremove(from);
    this.select(null);
    if (isTry)
      this.#options.onRefuse({ from, to });
  }

  /**
   * Acts like a click, for the keyboard and for programs.
   * @param {string} name
   */
  tap(name, via = 'key') {
    if (this.isTarget(name))
      this.input(name, via);
    else if (this.canPick(name))
      this.select(name === this.#selected ? null : name);
    else if (this.#selected !== null)
      this.refuse(name);
    else
      this.look(name, true);
  }

  /** Escape: cancels the current action. Returns false if there was none. */
  letGo() {
    if (this.#selected === null && this.#premove === null && !this.#look.isShown
      && this.#held === null)
      return false;
    this.look(null);
    this.clearPremove();
    this.select(null);
    return true;
  }

  /** @param {string | null} name */
  hover(name, isFinger = false) {
    if (name === this.#hovered)
      return;
    this.#hovered = name;
    this.#isFinger = isFinger;
    this.#options.onHover(name);
    this.#frame();
    // Only the pieces that the move would capture elsewhere change; the other marks stay.
    if (this.#selected !== null && this.#doomedNow().join() !== this.#doomed)
      this.#refresh();
  }

  /** @param {string | null} name */
  setCursor(name) {
    this.#cursor = name;
    this.#refresh();
  }

  /**
   * Shows what a piece could do and why; null hides it. A pinned view stays when the pointer
   * leaves; a second request by keyboard gives it the focus.
   * @param {string | null} name
   */
  look(name, isSpoken = false, isPinned = isSpoken) {
    const piece = name === null ? undefined : this.#pieces[name];
    if (isSpoken && piece && this.#look.enter(name))
      return;
    const view = piece && this.#stage === null ? this.#options.lookAt(name ?? '', piece) : null;
    const shown = piece && view && { name: name ?? '', piece, view };
    const leave = () => {
      this.look(null);
      this.focus();
    };
    if (!this.#look.show(shown ?? null, { isPinned, set: this.#pieceSet, leave }))
      return;
    if (isSpoken && shown)
      this.#say(this.#look.words);
    this.#refresh();
  }

  /**
   * An arrow while it is being drawn.
   * @param {{ from?: string, to?: string, color: string } | null} shape
   */
  sketchShape(shape) {
    this.#drawing.draw(shape);
  }

  /* --- inside --- */

  get #pieceSet() {
    return this.#isLettered ? 'letters' : this.#options.pieces;
  }

  get #isFree() {
    return !this.#options.isReadOnly && this.#pending === null;
  }

  /**
   * Whether a piece in hand can be put on the square.
   * @param {string} name
   */
  #canDrop(name) {
    return this.#isFree && (this.#targets[name] ?? []).some(({ isDrop }) => isDrop);
  }

  /** @param {string} name */
  #canPremove(name) {
    return this.#premover !== null && this.#pieces[name]?.color === this.#premover;
  }

  #targetsNow() {
    if (this.#stage !== null)
      return this.#stage.targets;
    if (this.#held !== null)
      return this.#held.squares.map(to => ({ to, isDrop: true }));
    if (this.#selected === null)
      return this.#drops();
    return this.#canPremove(this.#selected)
      ? this.#options.premovesOf(this.#selected).map(to => ({ to, style: 'ahead' }))
      : this.#targets[this.#selected] ?? [];
  }

  /** Squares for pieces in hand when no piece on the board can move, so that none need be
   * selected. */
  #drops() {
    const targets = Object.values(this.#targets).flat();
    return targets.every(({ isDrop }) => isDrop) ? targets : [];
  }

  #letHeldGo() {
    if (this.#held === null)
      return;
    this.#held = null;
    this.#options.onHold(null);
  }

  #giveUpStage() {
    this.cancel();
    this.#options.onCancel();
  }

  #forget() {
    this.#pieces = {};
    this.#walls = [];
    this.#badges = {};
    this.#targets = {};
    this.#drawing.forget();
    this.#lastMove = this.#check = this.#premove = this.#selected = null;
    this.#look.forget();
    this.#stage = this.#pending = null;
    this.scene.piecesLayer.replaceChildren();
    this.scene.pieces.clear();
  }

  #dress() {
    const { pieces, squares, coordinates, isReadOnly } = this.#options;
    Object.assign(this.#root.dataset, { pieces, ...squares ? { squares } : {} });
    this.#root.classList.toggle('apo-still', isReadOnly);
    this.#root.classList.toggle('apo-bare', !coordinates);
  }

  #layout() {
    const hasFocus = this.#root.matches(':focus-within');
    this.#root.classList.toggle('apo-flipped', this.isFlipped);
    this.scene.layout(this.geometry, this.isFlipped);
    this.scene.squares.setAttribute('aria-label', this.#options.label);
    this.#showPieces({ moved: [], came: [], went: [] }, false);
    this.#drawing.draw();
    this.#refresh();
    if (hasFocus)
      this.#keys.focus(this.#keys.square);
  }

  /**
   * @param {BoardChange} change
   * @param {boolean} isAnimated
   * @param {string[]} [path]
   */
  #showPieces(change, isAnimated, path = []) {
    const { sprite, animation } = this.#options;
    this.scene.showSquares(this.exists);
    this.scene.showPieces(this.#pieces, change, {
      set: this.#pieceSet, sprite, badges: this.#badges, isAnimated: isAnimated && animation, path,
    });
  }

  /** Updates marks, targets and labels. */
  #refresh() {
    const targets = this.#targetsNow(), doomed = this.#doomedNow();
    this.#doomed = doomed.join();
    const shown = this.#look.isShown && this.#selected === null ? this.#look.targets
      : this.#options.dots || this.#stage !== null ? targets : [];
    this.scene.showMarks(this.#marks(), shown, doomed);
    this.#frame();
    this.#label(targets);
    this.#keys.renew(this.geometry.squares.find(({ name }) => this.exists(name))?.name ?? null);
  }

  #marks() {
    return marksOf({ last: this.#lastMove, check: this.#check, premove: this.#premove,
      selected: this.#selected, stage: this.#stage?.on, cursor: this.#cursor })
      .filter(([name]) => this.geometry.get(name)
        && (this.exists(name) || name === this.#lastMove?.from));
  }

  /** Frames the square under the pointer, if that tells the user something. */
  #frame() {
    const name = this.#hovered;
    const isFramed = name !== null && this.geometry.get(name) && this.exists(name)
      && (this.#isFinger || this.isTarget(name));
    this.scene.frame(isFramed ? { name, kind: this.isTarget(name) ? 'hover' : 'missed' } : null);
  }

  /** The pieces that would be captured: by the series so far, and at the hovered square. */
  #doomedNow() {
    const doomed = this.#stage?.doomed ?? [];
    return [...doomed, ...enclosedAt(this.#hovered ?? this.#cursor, this.#targetsNow(), doomed)];
  }

  /** @param {Target[]} targets */
  #label(targets) {
    const byName = new Map(targets.map(target => [target.to, target]));
    labelCells(this.scene.cells, name => ({
      piece: this.#pieces[name], badge: this.#badges[name], target: byName.get(name),
      isSelected: name === this.#selected, isCheck: name === this.#check,
      isLast: name === this.#lastMove?.to, isHidden: !this.exists(name),
    }));
  }

  /** @param {string} text */
  #say(text) {
    this.#options.announce(text);
  }
}
