/* Comments on moves: messages of the talk that are about a move. The list of moves marks such
 * moves, and the comments on the current one appear below it. */
import { byId, h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

const moves = () => byId('moves');

/** @param {number} ply */
const buttonOf = ply => moves().querySelector(`[data-ply="${ply}"]`);

/** The half-move shown on the board; 0: none, or the start. */
export const shownPly = () =>
  Number(moves().querySelector('[data-ply][aria-current]')?.dataset.ply ?? 0);

/**
 * "12. Nf3", "12... Nf6": the move's name.
 * @param {number} ply
 */
export function nameOf(ply) {
  const button = buttonOf(ply);
  const line = button?.closest('li');
  if (!button || !line)
    return t('move {n}', { n: ply });
  const number = line.querySelector('.move-number')?.textContent ?? '';
  const isFirst = line.querySelector('.move') === button;
  return `${number}${isFirst ? '.' : '...'} ${button.firstChild?.textContent ?? ''}`;
}

/**
 * A button that shows the move on the board.
 * @param {number} ply
 */
export const linkTo = ply => h('button', { type: 'button', class: 'as-link chat-move',
  onclick: () => buttonOf(ply)?.click() }, nameOf(ply));

/**
 * The link by which a message is reported, under what others write. A guest's name leads to nobody:
 * they are found by the message.
 * @param {string} game
 * @param {{ id: number, by: string, is_yours?: boolean }} one
 */
export const reportLink = (game, one) => !one.is_yours && h('a', {
  class: 'chat-report', href: `/report/${encodeURIComponent(one.by)}?message=${one.id}&place=${
    encodeURIComponent(`/game/${game}`)}` }, t('Report'));

export class MoveComments {
  /** @type {any[]} */
  #said = [];
  #place = byId('move-comments');
  /** @type {() => void} */
  #onStep;

  #game;

  /**
   * @param {string} game
   * @param {() => void} onStep another move is shown
   */
  constructor(game, onStep) {
    this.#game = game;
    this.#onStep = onStep;
    // Each move rebuilds the list, with the current move marked in it.
    new MutationObserver(() => this.#mark()).observe(moves(), { childList: true, subtree: true,
      attributes: true, attributeFilter: ['aria-current'] });
  }

  /** @param {any[]} messages those to be shown, the oldest first */
  show(messages) {
    this.#said = messages.filter(one => one.ply > 0);
    this.#mark();
  }

  #mark() {
    const plies = new Set(this.#said.map(one => String(one.ply)));
    for (const button of moves().querySelectorAll('[data-ply]'))
      button.classList.toggle('has-comment', plies.has(button.dataset.ply));
    const ply = shownPly();
    const said = this.#said.filter(one => one.ply === ply);
    this.#place.hidden = said.length === 0;
    this.#place.replaceChildren(...said.map(one =>
      h('p', {}, h('bdi', { class: 'chat-name' }, one.by), ' ', h('bdi', {}, one.text),
        reportLink(this.#game, one))));
    this.#onStep();
  }
}
