/* What players can do besides moving: make and answer offers, resign, ask for a rematch. */
import { armed } from '../widgets/armed.js';
import { byId, h } from '../lib/dom.js';
import { t, tn } from '../lib/i18n.js';
import { offerWords, otherColor } from '../lib/format.js';

/**
 * @param {string} label
 * @param {() => void} act
 */
const plainButton = (label, act, more = {}) => h('button',
  { type: 'button', class: 'button', onclick: act, ...more }, label);

// The link to another game in which it is the player's turn.
/**
 * @param {Game} game
 * @param {number} count
 */
function nextGame(game, count) {
  return count === 0 ? []
    : [h('a', { class: 'button button-main', id: 'next-game', href: `/games/next?from=${game.id}`,
      'aria-keyshortcuts': 'n' },
    tn('Next game ({n})', 'Next game ({n})', count))];
}

export class GameActions {
  #send;
  #shown = '';
  #asked = '';

  /**
   * `send(what, body)` posts to the game; it never throws.
   * @param {(what: string, body?: object) => Promise<any>} send
   */
  constructor(send) {
    this.#send = send;
  }

  /**
   * Updates the buttons; `hasAdvantage`: the game has such a result.
   * @param {Game} game
   * @param {{ hasAdvantage: boolean, canTakeBack: boolean, isPending: boolean, warning?: string,
   * nextCount?: number, onConfirm: () => void, onUndo: () => void }} parts `warning`: the effect of
   * the pending move
   */
  show(game, { hasAdvantage, canTakeBack, isPending, warning = '', nextCount = 0, onConfirm,
    onUndo }) {
    const key = JSON.stringify([nextCount, game.status, game.you, game.offers, game.rematch,
      hasAdvantage, canTakeBack, isPending, warning]);
    if (key === this.#shown)
      return;
    this.#shown = key;
    byId('actions').replaceChildren(...nextGame(game, nextCount),
      ...this.#buttons(game, hasAdvantage, canTakeBack));
    this.#ask(isPending ? this.#pending(warning, onConfirm, onUndo) : this.#questions(game));
  }

  /**
   * @param {Game} game
   * @param {boolean} hasAdvantage
   * @param {boolean} canTakeBack
   */
  #buttons(game, hasAdvantage, canTakeBack) {
    const isPlayer = game.you === 'white' || game.you === 'black';
    const analyse = h('a', { class: 'button', href: `/analysis?game=${game.id}` }, t('Analyse'));
    if (game.status === 'waiting' && isPlayer)
      return [armed(t('Cancel the game'), t('Really cancel?'), () => this.#send('cancel'))];
    if (game.status !== 'playing')
      return [isPlayer && game.status === 'finished' ? this.#rematch(game) : null,
        h('a', { class: 'button', href: '/' }, t('Lobby')), analyse,
        game.status === 'finished' && game.moves.length > 0
          ? h('a', { class: 'button', href: `/analysis?game=${game.id}&review=yes` }, t('Review'))
          : null].filter(each => each !== null);
    if (!isPlayer)
      return [analyse];
    const hasOffer = Boolean(game.offers[game.you ?? '']);
    const isSlow = game.clock[game.you ?? '']?.kind !== 'live';
    return [
      isSlow && h('a', { class: 'button', href: `/game/${game.id}/desk` }, t('Lines and notes')),
      game.tournament ? null
        : plainButton(t('Take back'), () => this.#send('offer', { what: 'takeback' }),
          { disabled: hasOffer || !canTakeBack }),
      hasAdvantage ? this.#offerMenu(hasOffer)
        : plainButton(t('Offer a draw'), () => this.#send('offer', { what: 'draw' }),
          { disabled: hasOffer }),
      armed(t('Resign'), t('Really resign?'), () => this.#send('resign')),
    ].filter(each => each !== null && each !== false);
  }

  /** @param {boolean} hasOffer */
  #offerMenu(hasOffer) {
    const menu = h('select', { class: 'button', 'aria-label': t('Offer a result'),
      disabled: hasOffer, onchange: () => {
        if (menu.value)
          this.#send('offer', { what: menu.value });
        menu.value = '';
      } }, h('option', { value: '' }, t('Offer…')), h('option', { value: 'draw' }, t('A draw')),
    h('option', { value: 'advantage-white' }, t('An advantage for White')),
    h('option', { value: 'advantage-black' }, t('An advantage for Black')));
    return menu;
  }

  /** @param {Game} game */
  #rematch(game) {
    const { offered_by: by, game: next } = game.rematch ?? {};
    if (next)
      return h('a', { class: 'button button-main', href: `/game/${next}` }, t('To the rematch'));
    if (by === game.you)
      return plainButton(t('Rematch offered'), () => {}, { disabled: true });
    return plainButton(by ? t('Accept the rematch') : t('Rematch'), () => this.#send('rematch'),
      by ? { class: 'button button-main' } : {});
  }

  /** @param {Game} game */
  #questions(game) {
    const isPlayer = game.you === 'white' || game.you === 'black';
    if (game.status !== 'playing' || !isPlayer)
      return [];
    const theirs = game.offers[otherColor(game.you)], mine = game.offers[game.you ?? ''];
    /** @type {Child[]} */
    const out = [];
    if (theirs)
      out.push(h('p', {}, `${offerWords(theirs, otherColor(game.you))}.`),
        h('div', { class: 'row' },
          plainButton(t('Accept'), () => this.#send('answer', { what: theirs, accept: true }),
            { class: 'button button-main' }),
          plainButton(t('Decline'), () => this.#send('answer', { what: theirs, accept: false }))));
    if (mine)
      out.push(h('p', {}, `${mineWords(mine)}.`), h('div', { class: 'row' },
        plainButton(t('Withdraw'), () => this.#send('withdraw'))));
    return out;
  }

  /**
   * @param {string} warning
   * @param {() => void} onConfirm
   * @param {() => void} onUndo
   */
  #pending(warning, onConfirm, onUndo) {
    return [h('p', { role: warning === '' ? null : 'alert' }, warning, warning === '' ? '' : ' ',
      t('Send this move?')), h('div', { class: 'row' },
      plainButton(t('Send the move'), onConfirm,
        { class: 'button button-main', id: 'confirm-move' }),
      plainButton(t('Undo'), onUndo, { id: 'undo-move' }))];
  }

  /** @param {any} parts */
  #ask(parts) {
    const words = parts.map((/** @type {any} */ part) => part.textContent).join(' ');
    if (words !== this.#asked)
      byId('ask').replaceChildren(...parts);
    this.#asked = words;
  }
}

/** @param {string} what */
function mineWords(what) {
  return {
    draw: t('You offer a draw'),
    'advantage-white': t('You offer an advantage for White'),
    'advantage-black': t('You offer an advantage for Black'),
    takeback: t('You ask to take back a move'),
  }[what] ?? t('You have made an offer');
}
