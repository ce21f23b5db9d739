/* Additions to the archive's form, which works without this script. */
import { Board } from '../board/board.js';
import { Picker } from '../board/picker.js';
import { looker, viewOfSession } from '../board/view.js';
import { rulesOf } from '../lib/definitions.js';
import { byId } from '../lib/dom.js';
import { loadRules } from '../lib/rules.js';
import { settings } from '../lib/settings.js';
import { piecePanel } from '../widgets/piece-panel.js';

const form = byId('archive-form');

/** The first moves, played on a small board instead of typed. */
class OpeningBoard {
  /** @type {Session} */
  #session;
  #variant = '';
  /** @type {Board} */
  #board;
  /** @type {Picker} */
  #picker;
  /** @type {string[]} */
  #fens = [];
  /** @type {string[]} */
  #texts = [];

  async open() {
    const variant = byId('variant').value || 'alert';
    byId('variant').value = variant;
    if (variant !== this.#variant) {
      this.#session?.close();
      const { definition } = byId('variant').selectedOptions[0].dataset;
      const rules = await loadRules(definition ? '' : variant);
      this.#session = rules.open(await rulesOf(variant, definition));
      this.#variant = variant;
      this.#place();
    }
    this.#begin();
    this.#readField();
    this.#show();
  }

  #place() {
    const session = this.#session;
    if (this.#board) {
      this.#board.setGeometry(session.game);
      return;
    }
    this.#board = new Board(byId('archive-board-place'), {
      geometry: session.game, lookAt: (/** @type {string} */ square, /** @type {Piece} */ piece) =>
        looker(this.#session)(square, piece), tip: piecePanel(),
      label: byId('archive-board').querySelector('summary').textContent,
      pieces: settings.get('pieces'), squares: settings.get('squares'), announce: () => {},
    });
    this.#picker = new Picker(this.#board, { onPick: move => this.#play(move) });
  }

  // "17", "rank3", "rank3 2", or nothing.
  #begin() {
    const words = byId('start').value.trim().split(/\s+/).filter(Boolean);
    const name = words.find(word => !/^\d+$/.test(word)) ?? '';
    this.#session.start(Number(words.find(word => /^\d+$/.test(word)) ?? 1), name);
    this.#fens = [this.#session.fen()];
    this.#texts = [];
  }

  #readField() {
    const typed = byId('moves').value.split(/\s+/).filter(word => word && !/^\d+\.+$/.test(word));
    for (const word of typed) {
      const move = this.#session.moves().find(each => each.text === word
        || each.san === word.replace(/^\d+\.+/, ''));
      if (!move)
        break;
      this.#add(move);
    }
  }

  // Only the squares count, as the piece that moves depends on the start.
  /** @param {Move} move */
  #add(move) {
    const isAnyStart = this.#session.game.starts > 1 && byId('start').value.trim() === '';
    this.#texts.push(isAnyStart ? move.text : move.san);
    this.#session.play(move.text);
    this.#fens.push(this.#session.fen());
  }

  /** @param {Move} move */
  #play(move) {
    this.#add(move);
    this.#write();
  }

  back() {
    if (this.#fens.length < 2)
      return;
    this.#fens.pop();
    this.#texts.pop();
    this.#session.setFen(this.#fens[this.#fens.length - 1]);
    this.#write();
  }

  clear() {
    this.#begin();
    this.#write();
  }

  #write() {
    byId('moves').value = this.#texts.join(' ');
    this.#show();
  }

  #show() {
    const session = this.#session, state = session.state();
    this.#board.set(viewOfSession(session));
    this.#picker.setMoves(session.moves(), { color: state.side, types: session.types(),
      order: session.game.reserveOrder,
      reserve: session.game.rules.includes('reserve') ? state.reserve[state.side] : null });
  }
}

function wireBoard() {
  const place = byId('archive-board'), board = new OpeningBoard();
  /** @param {() => void} act */
  const tried = async act => {
    byId('archive-board-problem').textContent = '';
    try {
      await act();
    } catch (error) {
      byId('archive-board-problem').textContent = error.message;
    }
  };
  place.hidden = false;
  const look = () => place.open && tried(() => board.open());
  place.addEventListener('toggle', look);
  for (const id of ['variant', 'start', 'moves'])
    byId(id).addEventListener('change', look);
  byId('archive-back').addEventListener('click', () => tried(() => board.back()));
  byId('archive-clear').addEventListener('click', () => tried(() => board.clear()));
}

// A URL without empty fields is easier to read and share.
form.addEventListener('submit', () => {
  for (const field of form.elements)
    if (field.name && field.value === '')
      field.disabled = true;
});
// Back from the results: enables the fields again.
addEventListener('pageshow', () => {
  for (const field of form.elements)
    field.disabled = false;
});
wireBoard();
