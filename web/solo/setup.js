/* The form for a new game against the computer. */
import { byId } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { settings } from '../lib/settings.js';
import { noGame, showUnreadable } from '../widgets/link-problem.js';

const FIRST_GAME = 'modern';

/** @typedef {{ variant: string, definition: string, name: string, start: number, level: number,
 * you: Color | null }} Choice `start` is 0 for one at random, `you` null for either side. */

export class Setup {
  #onBegin;
  #onLook;

  /**
   * `onBegin(choice)` begins a game; `onLook(choice)` shows its start and gives the number of
   * starts that it has.
   * @param {{ onBegin: (choice: Choice) => Promise<void>, onLook: (choice: Choice) =>
   * Promise<number> }} parts
   */
  constructor({ onBegin, onLook }) {
    this.#onBegin = onBegin;
    this.#onLook = onLook;
    const asked = new URLSearchParams(location.search).get('v') ?? FIRST_GAME;
    if ([...byId('variant').options].some(({ value }) => value === asked))
      byId('variant').value = asked;
    else
      showUnreadable([noGame(asked)]);
    byId('level').value = settings.get('level');
    this.#showLevel();
    byId('level').addEventListener('input', () => this.#showLevel());
    byId('variant').addEventListener('change', () => {
      byId('start').value = '';
      this.look();
    });
    for (const element of [byId('start'), ...document.querySelectorAll('[name=color]')])
      element.addEventListener('change', () => this.look());
    byId('new-game').addEventListener('submit', event => {
      event.preventDefault();
      this.#begin();
    });
  }

  #showLevel() {
    byId('level-words').textContent = byId('level').value;
  }

  /** @returns {Choice} */
  #choice() {
    const variant = byId('variant'), [option] = variant.selectedOptions;
    const { value } = /** @type {PageElement} */ (document.querySelector('[name=color]:checked'));
    return { variant: variant.value, definition: option.dataset.definition ?? '',
      name: option.textContent, start: Number(byId('start').value) || 0,
      level: Number(byId('level').value),
      you: value === 'white' || value === 'black' ? value : null };
  }

  async #begin() {
    byId('begin').disabled = true;
    await this.#try(() => this.#onBegin(this.#choice()));
    byId('begin').disabled = false;
  }

  /** Opens the form and focuses it; on a phone it is out of view. */
  show() {
    byId('setup').open = true;
    byId('variant').focus();
  }

  /** Shows the start that is chosen. */
  async look() {
    await this.#try(async () => {
      const starts = await this.#onLook(this.#choice());
      byId('start').max = String(starts);
      byId('start').placeholder = t('1 to {n}, or at random', { n: starts });
      byId('start-field').hidden = starts === 1;
    });
  }

  /** @param {() => Promise<void>} act */
  async #try(act) {
    byId('problem').textContent = '';
    try {
      await act();
    } catch (error) {
      byId('problem').textContent = error.message;
    }
  }
}
