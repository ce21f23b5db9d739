/* Further actions for players of a live game: abort it before the second move, give time, and claim
 * the result when the opponent has left a live game. */
import { post } from '../lib/api.js';
import { byId, h, toast } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { otherColor } from '../lib/format.js';

// As the server: docs/http-api.md.
const CLAIM_MS = 60000;

export class LiveActions {
  #id = '';
  /** @type {Game | null} */
  #game = null;
  #ply = 0;
  #turn = 'white';  // to move
  #awaySince = 0;   // 0: the opponent is here
  #timer = 0;
  #shown = '';

  /** @param {PageElement} root */
  constructor(root) {
    this.#id = root.dataset.id ?? '';
    root.addEventListener('told', event => this.#hear(/** @type {any} */ (event).detail));
  }

  /** @param {{ game: Game, ply: number, turn: Color }} event */
  #hear({ game, ply, turn }) {
    this.#game = game;
    this.#ply = ply;
    this.#turn = turn;
    const other = game.you === 'white' || game.you === 'black' ? otherColor(game.you) : null;
    const isHere = !other || game[other]?.is_online !== false;
    if (isHere)
      this.#awaySince = 0;
    else
      this.#awaySince ||= Date.now();
    this.#show();
  }

  /** @param {string} what */
  async #send(what, body = {}) {
    try {
      await post(`/api/games/${this.#id}/${what}`, body, { patienceMs: 8000 });
    } catch (error) {
      toast(error.message);
    }
  }

  /**
   * @param {string} label
   * @param {() => void} onclick
   */
  #button(label, onclick) {
    return h('button', { type: 'button', class: 'button', onclick }, label);
  }

  #claims() {
    clearTimeout(this.#timer);
    const game = this.#game;
    if (!game || !this.#awaySince || this.#turn === game.you || !game.clock.running)
      return [];
    const left = this.#awaySince + CLAIM_MS - Date.now();
    if (left > 0) {
      this.#timer = setTimeout(() => this.#show(), left + 500);
      return [];
    }
    return [h('p', {}, t('Your opponent has left the game.')),
      this.#button(t('Claim the win'), () => this.#send('claim', { what: 'win' })),
      this.#button(t('Claim a draw'), () => this.#send('claim', { what: 'draw' }))];
  }

  #buttons() {
    const game = this.#game;
    if (!game || game.status !== 'playing' || (game.you !== 'white' && game.you !== 'black'))
      return [];
    const other = otherColor(game.you);
    const isLive = game.clock[other]?.kind === 'live';
    const isPerson = game[other]?.kind !== 'computer';
    return [
      ...isLive && isPerson ? this.#claims() : [],
      ...isLive && isPerson && !game.tournament && game.clock.running
        ? [this.#button(t('Give 15 seconds'), () => this.#send('give-time'))] : [],
      ...this.#ply < 2 && !game.tournament
        ? [this.#button(t('Abort the game'), () => this.#send('cancel'))] : [],
    ];
  }

  #show() {
    const buttons = this.#buttons();
    const words = buttons.map(one => one.textContent).join('|');
    if (words !== this.#shown)
      byId('live-actions').replaceChildren(...buttons);
    this.#shown = words;
  }
}
