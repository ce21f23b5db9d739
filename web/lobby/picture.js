/* A small picture of a start, drawn in the page with the same rules as everything else. */
import { get } from '../lib/api.js';
import { Board } from '../board/board.js';
import { viewOfSession } from '../board/view.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { sessionOf } from '../lib/sessions.js';
import { settings } from '../lib/settings.js';

export class StartPicture {
  #element;
  #frame = h('div', { inert: true });
  /** @type {Board | null} */
  #board = null;
  #variant = '';
  #orientation;

  /**
   * `orientation` is the side at the bottom.
   * @param {HTMLElement} element
   * @param {Color} [orientation]
   */
  constructor(element, orientation = 'white') {
    this.#element = element;
    this.#orientation = orientation;
  }

  /**
   * Shows a start { number, name, handicap } or { fen } of a game; `definition` is its digest
   * if it is not built in. Returns '' or what is wrong.
   * @param {string} variant
   * @param {Start} start
   */
  async show(variant, start, definition = '') {
    try {
      const game = await sessionOf(variant, definition);
      if (start.handicap)
        game.setFen((await this.#ask(variant, start)).fen);
      else if (start.fen !== undefined)
        game.setFen(start.fen);
      else
        game.start(start.number, start.name ?? '');
      this.#draw(variant, game);
      return '';
    } catch (error) {
      return start.fen === '' ? '' : error.message;
    }
  }

  /**
   * @param {string} variant
   * @param {Start} start
   */
  #ask(variant, start) {
    const query = new URLSearchParams({ number: String(start.number), name: start.name ?? '',
      handicap: start.handicap ?? '' });
    return get(`/api/variants/${variant}/start?${query}`);
  }

  /**
   * @param {string} variant
   * @param {Session} game
   */
  #draw(variant, game) {
    if (!this.#board)
      this.#element.replaceChildren(this.#frame);
    // A picture only: nothing in it can be focused.
    this.#board ??= new Board(this.#frame, {
      geometry: game.game, orientation: this.#orientation, isReadOnly: true,
      coordinates: false, animation: false,
      pieces: settings.get('pieces'), squares: settings.get('squares'), label: t('Start position'),
    });
    if (this.#variant !== variant)
      this.#board.setGeometry(game.game);
    this.#variant = variant;
    this.#board.set({ ...viewOfSession(game), isAnimated: false });
  }
}
