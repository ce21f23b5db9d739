/* The board in its element, with trays, a line of words and a row of buttons. */
import { Board } from '../board/board.js';
import { withoutEmptyRanks } from '../board/geometry.js';
import { Picker } from '../board/picker.js';
import { Tray, trayOf } from '../board/tray.js';
import { looker, viewOfSession } from '../board/view.js';
import { h } from '../lib/dom.js';
import { otherColor } from '../lib/format.js';

export class Stage {
  #session;
  #board;
  #picker;
  #trays;
  /** @type {Color} */
  #bottom;
  #said = h('p', { class: 'said', role: 'status' });
  #spoken = h('p', { class: 'unseen', 'aria-live': 'polite' });
  #bar = h('div', { class: 'bar' });

  /**
   * @param {HTMLElement} root
   * @param {Session} session
   * @param {{ options: import('./source.js').EmbedOptions, hasDrawings: boolean,
   *   onMove?: (move: Move) => void }} parts
   */
  constructor(root, session, { options, hasDrawings, onMove = () => {} }) {
    const look = { sprite: '', pieces: hasDrawings ? options.pieces : 'letters' };
    const frame = h('div', { class: 'frame' }), geometry = withoutEmptyRanks(session.game);
    const top = h('div', { class: 'top' }), bottom = h('div', { class: 'bottom' });
    this.#session = session;
    this.#bottom = options.orientation;
    this.#trays = { top: new Tray(top, look), bottom: new Tray(bottom, look) };
    root.replaceChildren(top, h('div', { class: 'room' }, frame), bottom, this.#said, this.#bar,
      this.#spoken);
    // The style sheet makes the board as large as the window allows.
    root.style.setProperty('--wide', String(geometry.files));
    root.style.setProperty('--high', String(geometry.rows));
    this.#board = new Board(frame, {
      ...look, squares: options.squares, geometry, orientation: this.#bottom,
      /** @param {string} words */
      announce: words => { this.#spoken.textContent = words; },
      lookAt: looker(session),
      /** @param {{ from: string, to: string }} tried */
      onRefuse: ({ from, to }) => this.say(session.refusal(from, to)),
    });
    this.#picker = new Picker(this.#board, { onPick: onMove });
  }

  get board() {
    return this.#board;
  }

  /** The side at the bottom. */
  get bottom() {
    return this.#bottom;
  }

  flip() {
    this.#bottom = otherColor(this.#bottom);
    this.#board.setOrientation(this.#bottom);
    this.#showTrays();
  }

  /**
   * Shows the session's position.
   * @param {Move | null} last the move that led there
   * @param {boolean} canMove
   */
  show(last, canMove) {
    const session = this.#session, state = session.state();
    this.#board.set(viewOfSession(session, last));
    this.#picker.setMoves(canMove ? session.moves() : [], {
      color: state.side, types: session.types(), order: session.game.reserveOrder,
      reserve: session.game.rules.includes('reserve') ? state.reserve[state.side] : null,
    });
    this.#showTrays();
  }

  /** @param {string} words */
  say(words) {
    this.#said.textContent = words;
  }

  /**
   * The row below the board.
   * @param {Node[]} parts
   */
  setBar(parts) {
    this.#bar.replaceChildren(...parts);
  }

  #showTrays() {
    this.#trays.bottom.set(trayOf(this.#session, this.#bottom));
    this.#trays.top.set(trayOf(this.#session, otherColor(this.#bottom)));
  }
}

/**
 * A button of the row.
 * @param {string} words
 * @param {() => void} onclick
 * @param {string} [sign] shown in place of the words
 */
export const barButton = (words, onclick, sign) => h('button', { type: 'button', onclick,
  ...sign === undefined ? {} : { 'aria-label': words, title: words } }, sign ?? words);
