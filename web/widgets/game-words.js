/* The game in words for people who cannot see the board, and a field for typed moves. */
import { byId, h } from '../lib/dom.js';
import { list, t } from '../lib/i18n.js';
import { pieceName, nameOfLetter, sidedPiece } from '../lib/piece-name.js';
import { settings } from '../lib/settings.js';
import { COLORS, turnWords } from '../lib/format.js';

const EVENTS_KEPT = 200;

/**
 * The pieces of one side by their names: [["king", ["g1"]], ["rook", ["a2", "l2"]]].
 * @param {Position} state
 * @param {Color} color
 */
function piecesOf(state, color) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const { name, piece } of state.squares) {
    if (piece?.color !== color)
      continue;
    groups.set(piece.name, [...groups.get(piece.name) ?? [], name]);
  }
  return [...groups];
}

/** @param {{ [letter: string]: number } | undefined} counts */
const counted = counts => Object.entries(counts ?? {}).filter(([, count]) => count > 0);

export class GameWords {
  #session;
  #onMove;

  /**
   * `onMove(move)` makes a typed legal move and returns '' or why it cannot.
   * @param {Session} session
   * @param {(move: Move) => string} onMove
   */
  constructor(session, onMove) {
    this.#session = session;
    this.#onMove = onMove;
    const details = byId('words');
    details.open = settings.get('textMode');
    details.addEventListener('toggle', () => {
      settings.set('textMode', details.open);
      this.refresh();
    });
    byId('type-form').addEventListener('submit', event => {
      event.preventDefault();
      this.#type();
    });
    byId('type-form').addEventListener('focusout', event => {
      if (!byId('type-form').contains(/** @type {Node | null} */ (event.relatedTarget)))
        byId('type-form').classList.remove('is-afloat');
    });
    byId('type-move').addEventListener('keydown', event => {
      if (event.key === 'Escape')
        byId('type-move').blur();
    });
  }

  /**
   * Another game.
   * @param {Session} session
   */
  take(session) {
    this.#session = session;
  }

  /** Shows the field for moves beside the board, and focuses it. Nothing scrolls. */
  focus() {
    byId('words').open = true;
    byId('type-form').classList.add('is-afloat');
    byId('type-move').focus({ preventScroll: true });
  }

  toggle() {
    byId('words').open = !byId('words').open;
    if (byId('words').open)
      byId('words').querySelector('summary').focus();
  }

  /**
   * Announces a sentence to screen readers immediately, and adds it to the list of events.
   * @param {string} sentence
   * @param {{ isAloud?: boolean }} [parts]
   */
  say(sentence, { isAloud = true } = {}) {
    if (isAloud)
      byId('spoken').textContent = sentence;
    const events = byId('words-events');
    events.prepend(h('li', {}, sentence));
    while (events.children.length > EVENTS_KEPT)
      events.lastElementChild?.remove();
  }

  /** Lists the position that the session holds. */
  refresh() {
    if (!byId('words').open)
      return;
    const state = this.#session.state();
    byId('words-position').replaceChildren(this.#position(state));
    byId('words-moves').replaceChildren(this.#moves());
  }

  /** @param {Position} state */
  #position(state) {
    /** @type {[string, string][]} */
    const rows = [];
    for (const color of COLORS) {
      for (const [name, squares] of piecesOf(state, color))
        rows.push([sidedPiece(color, { name }), squares.join(' ')]);
      const reserve = counted(state.reserve?.[color]);
      if (reserve.length > 0)
        rows.push([color === 'white' ? t('White reserve') : t('Black reserve'),
          reserve.map(([letter, count]) => `${this.#name(letter)} ${count}`).join(', ')]);
      if (state.pocket?.[color]?.length > 0)
        rows.push([color === 'white' ? t('White pocket') : t('Black pocket'),
          t('a joker, to be launched')]);
      if (state.imitated?.[color])
        rows.push([color === 'white' ? t('White jokers move as') : t('Black jokers move as'),
          this.#name(state.imitated[color])]);
    }
    const turn = `${turnWords(state.side, state.isCheck)}.`;
    return h('div', {}, h('p', {}, turn),
      h('dl', {}, rows.map(([term, words]) => [h('dt', {}, term), h('dd', {}, words)])));
  }

  /** @param {string} letter */
  #name(letter) {
    return nameOfLetter(this.#session, letter);
  }

  #moves() {
    /** @type {Map<string, string[]>} */
    const byPiece = new Map();
    const { pieces } = this.#session.state();
    for (const move of this.#session.moves()) {
      const piece = pieces[move.from], key = piece === undefined ? move.from
        : `${pieceName(piece)} ${move.from}`;
      byPiece.set(key, [...byPiece.get(key) ?? [], move.san]);
    }
    return h('dl', {},
      [...byPiece].map(([piece, sans]) => [h('dt', {}, piece), h('dd', {}, sans.join(' '))]));
  }

  #type() {
    const field = byId('type-move'), answer = byId('type-answer');
    const text = field.value.trim();
    if (text === '')
      return;
    const move = findTyped(this.#session, text);
    answer.textContent = typeof move === 'string' ? move : this.#onMove(move);
    if (answer.textContent === '')
      field.value = '';
  }
}

/** @param {string} san */
const plain = san => san.replace(/[+#!?]+$/, '');

/**
 * The legal move that the text means, or a sentence that says why there is none.
 * @param {Session} session
 * @param {string} text
 */
function findTyped(session, text) {
  const moves = session.moves();
  const wanted = plain(text);
  const same = moves.filter(move => move.text === wanted || plain(move.san) === wanted);
  const alike = same.length > 0 ? same : moves.filter(move =>
    [move.text, plain(move.san), plain(move.san).replace(/[x=/-]/g, '')]
      .some(form => form.toLowerCase() === wanted.toLowerCase()
        .replace(/^o-o(-o)?$/i, all => all)));
  if (alike.length === 1)
    return alike[0];
  if (alike.length > 1)
    return t('This can be {moves}; please say which.',
      { moves: list(alike.map(move => move.san), 'disjunction') });
  try {
    // The library reads every notation, and says why a move is impossible.
    const fen = session.fen();
    session.play(text);
    const reached = session.fen();
    session.setFen(fen);
    for (const move of session.moves()) {
      session.play(move.text);
      const isIt = session.fen() === reached;
      session.setFen(fen);
      if (isIt)
        return move;
    }
    return t('That move was not understood.');
  } catch (error) {
    return error.message;
  }
}
