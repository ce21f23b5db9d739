/* A panel beside the board that explains the piece pointed at. It never covers the squares where
 * the piece could go. A board shows it in place of its tooltip: { tip: piecePanel() }. */
import { GAP, areasBeside, leastCovering } from '../board/beside.js';
import { drawPiece } from '../board/pieces.js';
import { svg } from '../board/svg.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { sidedPiece } from '../lib/piece-name.js';

// In pixels. Above or below the board, the picture stands beside the words if there is room.
const WIDTH = 300, WIDTH_WIDE = 760, WIDE_MIN = 340;
const HEIGHT_FULL = 240, HEIGHT_WIDE = 140; // a lower panel has no picture
const LINGER_MS = 800; // time to move the mouse from the piece to the panel's link

/** @typedef {import('../board/beside.js').Area} Area */

/**
 * @param {Area} area
 * @param {DOMRect} board
 */
const isLeftOf = (area, board) => area.left + area.width < board.left;

/**
 * @param {Area} area
 * @param {DOMRect} board
 */
const isBesideOf = (area, board) => isLeftOf(area, board) || area.left > board.right;

/**
 * The place in the area: close to the board, and level with the square.
 * @param {Area} area
 * @param {{ width: number, height: number }} box
 * @param {DOMRect} board
 * @param {DOMRect} square
 */
function within(area, box, board, square) {
  const middle = square.top + (square.height - box.height) / 2;
  return {
    left: isLeftOf(area, board) ? area.left + area.width - box.width : area.left,
    top: isBesideOf(area, board)
      ? Math.max(area.top, Math.min(middle, area.top + area.height - box.height)) : area.top,
  };
}

export class PiecePanel {
  #node = h('section', { class: 'piece-panel', hidden: true, tabindex: '-1' });
  /** @type {TipPlace | null} */
  #at = null;
  #timer = 0;
  /** @type {string[]} */
  #targets = []; // where the piece could go

  constructor() {
    document.body.append(this.#node);
    this.#node.addEventListener('pointerover', () => clearTimeout(this.#timer));
    this.#node.addEventListener('pointerout', () => {
      if (!this.#at?.isPinned)
        this.#hideSoon();
    });
    this.#node.addEventListener('keydown', event => {
      if (event.key !== 'Escape')
        return;
      event.stopPropagation();
      this.#at?.leave();
    });
    addEventListener('scroll', () => this.#place(), { passive: true });
    addEventListener('resize', () => this.#place(), { passive: true });
  }

  /**
   * @param {TipView | null} view
   * @param {TipPlace} [at]
   */
  show(view, at) {
    clearTimeout(this.#timer);
    if (view === null || at === undefined) {
      if (this.#at?.isPinned)
        this.#hide();
      else
        this.#hideSoon();
      return;
    }
    this.#at = at;
    this.#targets = (view.targets ?? []).map(({ to }) => to);
    this.#fill(view, at);
    // A panel shown by pointing lets clicks through to what it covers, except on its link.
    this.#node.classList.toggle('is-pinned', at.isPinned);
    this.#node.hidden = false;
    this.#place();
  }

  /** Moves the focus into the panel; false if it is hidden. */
  enter() {
    if (this.#node.hidden)
      return false;
    const link = this.#node.querySelector('a');
    (link ?? this.#node).focus();
    return true;
  }

  /**
   * @param {TipView} view
   * @param {TipPlace} at
   */
  #fill({ title, piece, text, picture, href }, { name, set }) {
    this.#node.setAttribute('aria-label', title);
    const words = h('div', { class: 'piece-words' },
      h('header', {},
        svg('svg', { viewBox: '0 0 100 100', 'aria-hidden': 'true' }, drawPiece(piece, set)),
        h('strong', {}, title.replace(` ${name}`, '')),
        h('span', { class: 'low' }, `${sidedPiece(piece.color, piece)}, ${name}`)),
      ...[text ?? []].flat().filter(Boolean).map(line => h('p', {}, line)));
    const moves = h('div', { class: 'piece-moves' },
      ...picture ? [h('figure', {}, h('div', { class: 'apo-board', 'aria-hidden': 'true' },
        picture()), h('figcaption', { class: 'low' },
        piece.isJoker ? t('Alone on the board, after the opponent moved a knight.')
          : t('Alone on the board. Ring: moves only. Cross: captures only.')))] : [],
      ...href ? [h('p', {}, h('a', { href }, t('Its rule')))] : []);
    this.#node.replaceChildren(words, moves);
  }

  #place() {
    const at = this.#at;
    if (this.#node.hidden || at === null)
      return;
    const view = { width: document.documentElement.clientWidth, height: innerHeight };
    const board = at.board.getBoundingClientRect();
    const [area] = areasBeside(board, view);
    const { style } = this.#node;
    const isWide = area !== undefined && !isBesideOf(area, board) && area.width >= WIDE_MIN;
    this.#node.classList.toggle('is-wide', isWide);
    this.#node.classList.toggle('is-low', area === undefined
      || area.height < (isWide ? HEIGHT_WIDE : HEIGHT_FULL));
    style.width = `${Math.min(isWide ? WIDTH_WIDE : WIDTH, area?.width ?? view.width - 2 * GAP)}px`;
    style.maxHeight = area === undefined ? '' : `${area.height}px`;
    const box = { width: this.#node.offsetWidth, height: this.#node.offsetHeight };
    // If the board fills the window, shows only the words, where they cover no target square.
    const { left, top } = area === undefined ? leastCovering(box, this.#precious(at), view)
      : within(area, box, board, at.rectOf(at.name) ?? board);
    style.left = `${left}px`;
    style.top = `${top}px`;
  }

  // The squares that must stay in sight.
  /** @param {TipPlace} at */
  #precious(at) {
    return [at.name, ...this.#targets].flatMap(name => at.rectOf(name) ?? []);
  }

  #hideSoon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#hide(), LINGER_MS);
  }

  #hide() {
    clearTimeout(this.#timer);
    this.#node.hidden = true;
    this.#at = null;
  }
}

/** @type {PiecePanel | null} */
let panel = null;

/** The page's panel. */
export function piecePanel() {
  panel ??= new PiecePanel();
  return panel;
}
