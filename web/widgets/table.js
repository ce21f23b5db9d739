/* The board, the trays beside it, and the rules session behind it. */
import { Board } from '../board/board.js';
import { Picker } from '../board/picker.js';
import { Tray, trayOf } from '../board/tray.js';
import { looker, viewOfSession } from '../board/view.js';
import { byId, toast } from '../lib/dom.js';
import { endsOf } from '../lib/record.js';
import { addHandle, addZenLeave } from './board-size.js';
import { settings } from '../lib/settings.js';
import { otherColor } from '../lib/format.js';
import { piecePanel } from './piece-panel.js';

const REFUSAL_MS = 9000;
const LOOK = ['pieces', 'squares', 'coordinates', 'dots', 'animation'];

const chosenLook = () => Object.fromEntries(LOOK.map(name => [name, settings.get(name)]));

export class Table {
  #session;
  #board;
  #picker;
  #trays = { top: new Tray(byId('hand-top')), bottom: new Tray(byId('hand-bottom')) };
  /** @type {Color} */
  #bottom = 'white';
  #shown = '';
  #mode = 'look';
  #hasHands = false;
  #unsay = () => {}; // removes the last refusal

  /**
   * `onMove(move)` gets the legal move that was chosen; `onPremove()` is called when a premove
   * is set. `onShapes(shapes)` gets what was drawn, which then stays when a move is made.
   * `places` are those that are shown, if not all of the game's.
   * @param {Session} session
   * @param {{ onMove: (move: Move) => void, onPremove?: () => void,
   * onShapes?: (shapes: Shape[]) => void, places?: Places }} parts
   */
  constructor(session, { onMove, onPremove = () => {}, onShapes, places = session.game }) {
    this.#session = session;
    const frame = document.querySelector('#board .board-frame');
    frame.replaceChildren();
    this.#board = new Board(frame, {
      ...chosenLook(), geometry: places, onPremove,
      ...onShapes && { onShapes, keepsShapes: true },
      /** @param {string} words */
      announce: words => { byId('spoken').textContent = words; },
      /**
       * @param {string} square
       * @param {Piece} piece
       */
      lookAt: (square, piece) => looker(this.#session)(square, piece), tip: piecePanel(),
      /** @param {{ from: string, to: string }} tried */
      onRefuse: ({ from, to }) => this.#refuse(from, to), onSelect: () => this.#unsay(),
      /** @param {string} square */
      premovesOf: square => this.#session.reachOf(square),
    });
    if (document.querySelector('.game')) {
      addHandle(byId('board'));
      addZenLeave();
    }
    this.#picker = new Picker(this.#board, { onPick: move => onMove(move) });
    this.#offerHands();
    settings.onChange(() => {
      this.#board.configure(chosenLook());
      this.#showHands();
    });
  }

  /**
   * Switches to another game on the same board.
   * @param {Session} session
   */
  take(session) {
    this.#session = session;
    this.#shown = '';
    this.#board.setGeometry(session.game);
    this.#offerHands();
  }

  /**
   * Shows the same game under changed rules: unchanged squares and pieces stay.
   * @param {Session} session
   */
  renew(session) {
    const old = this.#session.game;
    /** @type {(keyof Places)[]} */
    const kept = ['files', 'rows', 'bottomRank', 'places', 'lines', 'river'];
    if (kept.some(key => old[key] !== session.game[key])) {
      this.take(session);
      return;
    }
    this.#session = session;
    this.#shown = '';
    this.#offerHands();
  }

  /** Sets the side at the bottom. */
  get bottom() {
    return this.#bottom;
  }

  get isCheck() {
    return this.#session.state().isCheck;
  }

  get board() {
    return this.#board;
  }

  /** @param {Color} color */
  flipTo(color) {
    this.#bottom = color;
    this.#board.setOrientation(color);
    this.#showHands();
  }

  flip() {
    this.flipTo(otherColor(this.#bottom));
  }

  focus() {
    this.#board.focus();
  }

  /**
   * Shows the position that the session holds. `lastMove` is the move that led to it, in
   * coordinates; `mode` is 'move' (moves of the side to move can be made), 'premove' (of `you`, for
   * later) or 'look'.
   * @param {{ lastMove?: string, mode?: string, you?: Color | null }} parts
   */
  show({ lastMove = '', mode = 'look', you = 'white' }) {
    const state = this.#session.state();
    const key = JSON.stringify([state.fen, lastMove, mode, you]);
    if (key === this.#shown)
      return;
    this.#shown = key;
    this.#mode = mode;
    this.#unsay();
    this.#board.set({ ...viewOfSession(this.#session), lastMove: endsOf(lastMove) });
    // A premove stays until playPremove has checked it.
    if (mode !== 'move' || this.#board.premove === null)
      this.#board.setPremover(mode === 'premove' ? you : null);
    this.#picker.setMoves(mode === 'move' ? this.#session.moves() : [], {
      color: state.side, types: this.#session.types(), order: this.#session.game.reserveOrder,
      reserve: this.#session.game.rules.includes('reserve') ? state.reserve[state.side] : null,
    });
    this.#showHands();
  }

  /** Makes the premove if it is legal now. */
  playPremove() {
    const isMade = this.#picker.tryPremove();
    this.#board.setPremover(null);
    return isMade;
  }

  /** Cancels the premove. */
  clearPremove() {
    this.#board.clearPremove();
  }

  /**
   * Says why a move that was tried is not legal. The next selection or position removes it.
   * @param {string} from
   * @param {string} to
   */
  #refuse(from, to) {
    const words = this.#mode === 'move' ? this.#session.refusal(from, to) : '';
    if (words !== '')
      this.#unsay = toast(words, REFUSAL_MS);
  }

  /** Pieces in hand can be dragged to the board; only some games have any. */
  async #offerHands() {
    if (this.#hasHands || !this.#session.game.rules.includes('hands'))
      return;
    this.#hasHands = true;
    /** @param {string | null} letter */
    const onHold = letter => {
      for (const tray of Object.values(this.#trays))
        tray.hold(letter);
    };
    this.#board.configure({ onHold });
    const { Hand } = await import('../board/hand.js');
    for (const tray of Object.values(this.#trays))
      new Hand(this.#board, tray.root, letter => this.#picker.dropsOf(letter));
  }

  #showHands() {
    const { top, bottom } = this.#trays, { side } = this.#session.state();
    for (const tray of [top, bottom]) {
      tray.configure({ pieces: settings.get('pieces') });
      tray.offer(this.#mode === 'move' && (tray === bottom) === (side === this.#bottom));
    }
    bottom.set(trayOf(this.#session, this.#bottom));
    top.set(trayOf(this.#session, otherColor(this.#bottom)));
  }
}
