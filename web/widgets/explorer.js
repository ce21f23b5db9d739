/* Shows the moves of the archive and of the engine's book from a position, and the name of the
 * start; for the analysis board and finished games. Sends requests only while it is open, and only
 * once the position has stopped changing for a moment. */
import { get } from '../lib/api.js';
import { byId, h } from '../lib/dom.js';
import { number, t, tn } from '../lib/i18n.js';
import { scoreText } from '../lib/chances.js';
import { startName } from '../lib/start-names.js';
import { outcomeBar } from './outcomes.js';

const PAUSE_MS = 180;
const KEPT = 60; // answers

export class Explorer {
  #root = byId('explorer');
  #onMove;
  #asked = { variant: '', fen: '' };
  /** @type {Map<string, any>} */
  #answers = new Map();
  #timer = 0;

  /**
   * `onMove(text)` gets the chosen move, in coordinates.
   * @param {(move: any) => any} onMove
   */
  constructor(onMove) {
    this.#onMove = onMove;
    this.#root.addEventListener('toggle', () => this.#look());
    const mine = byId('explorer-mine');
    mine.closest('label').hidden = document.querySelector('.site-user a[href="/account"]') === null;
    mine.addEventListener('change', () => this.#look());
  }

  /**
   * Shows another position. `start` is the number of the start that it comes from, 0 for none.
   * @param {string} variant
   * @param {string} fen
   * @param {number} start
   */
  show(variant, fen, start) {
    this.#asked = { variant, fen };
    this.#showStart(variant, start);
    const query = new URLSearchParams({ variant, fen });
    byId('explorer-games').href = `/archive?${query}`;
    if (this.#root.open)
      this.#look();
  }

  /**
   * @param {string} variant
   * @param {number} start
   */
  #showStart(variant, start) {
    const name = startName(variant, start), words = byId('explorer-start');
    words.hidden = name === '';
    words.textContent = name === '' ? '' : t('Start {number}: {name}',
      { number: start, name });
  }

  #look() {
    clearTimeout(this.#timer);
    if (!this.#root.open)
      return;
    const query = new URLSearchParams(this.#asked);
    if (byId('explorer-mine').checked)
      query.set('mine', 'yes');
    const key = String(query);
    if (this.#answers.has(key))
      this.#draw(this.#answers.get(key));
    else
      this.#timer = setTimeout(() => this.#ask(key), PAUSE_MS);
  }

  /** @param {string} key */
  async #ask(key) {
    try {
      const answer = await get(`/api/archive/explorer?${key}`);
      if (this.#answers.size >= KEPT)
        this.#answers.delete([...this.#answers.keys()][0]);
      this.#answers.set(key, answer);
      this.#look();
    } catch (error) {
      byId('explorer-words').textContent = error.message;
    }
  }

  /** @param {any} answer */
  #draw(answer) {
    byId('explorer-words').textContent = answer.games === 0
      ? t('No game in the archive continued from here.')
      : tn('{n} game continued from here.', '{n} games continued from here.', answer.games);
    byId('explorer-table').hidden = answer.games === 0;
    byId('explorer-moves')
      .replaceChildren(...answer.moves.map((/** @type {any} */ line) => this.#row(line)));
    byId('explorer-book').hidden = answer.book.length === 0;
    byId('explorer-book').replaceChildren(t('The engine’s book:'),
      ...answer.book.map((/** @type {any} */ line) => this.#bookMove(line)));
  }

  /** @param {any} line */
  #bookMove({ move, san, white_cp: cp }) {
    const score = cp === undefined ? [] : [' ', h('span', { class: 'number low' },
      scoreText({ cp }))];
    return h('span', { class: 'explorer-move' }, h('button', { type: 'button', class: 'button',
      onclick: () => this.#onMove(move) }, san), ...score);
  }

  /** @param {any} line */
  #row(line) {
    const score = Math.round(line.white_per_mille / 10);
    return h('tr', {},
      h('th', { scope: 'row' },
        h('button', { type: 'button', class: 'button', onclick: () => this.#onMove(line.move) },
          line.san)),
      h('td', {}, number(line.games)),
      h('td', {}, outcomeBar(line.results)),
      h('td', {}, `${score} %`),
      h('td', {}, number(Math.ceil(line.average_plies / 2))));
  }
}
