/* Publishes the current draft as a game or as a new version of one, and makes drafts from published
 * games. */
import { get, post } from '../lib/api.js';
import { accountName, byId, h, openDialog } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/** @typedef {import('./drafts.js').Origin} Origin */

/**
 * The text of a published game, "@NAME/ID", and where it comes from.
 * @param {string} from
 * @returns {Promise<{ text: string, origin: Origin }>}
 */
export async function published(from) {
  const [name, id] = from.slice(1).split('/').map(encodeURIComponent);
  const path = `/api/workshop/games/${name}/${id}`;
  const [{ game }, answer] = await Promise.all([get(path), fetch(`${path}/text`)]);
  const isOwn = accountName !== null && game.author === accountName;
  return { text: await answer.text(), origin: isOwn ? { id: game.id }
    : { remix: game.variant, version: game.version } };
}

/**
 * An id from a game's name: "Leaper Chess" becomes "leaper-chess".
 * @param {string} name
 */
export const idOf = name => name.normalize('NFD').toLowerCase().replace(/[^a-z0-9]+/g, '-')
  .replace(/^-|-$/g, '').slice(0, 31);

/**
 * The letters of a name: the server refuses one that has those of a game of its own.
 * @param {string} name
 */
const lettersOf = name => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * The name with which a game can be published.
 * @param {string} name as the definition says it
 */
function proposed(name) {
  const isTaken = [...byId('from').querySelectorAll('optgroup option')].some(({ textContent }) =>
    lettersOf(textContent ?? '') === lettersOf(name));
  return isTaken ? t('{name}, remixed', { name }) : name;
}

export class Publisher {
  #drafts;
  #game;
  #rename;
  #idOfName = ''; // of the name in the dialog
  #isVersion = false; // publishes a version of the user's game, not a new game

  /**
   * `game()` returns the text and the name of the current draft; `rename(name)` changes the name.
   * @param {import('./drafts.js').Drafts} drafts
   * @param {() => { text: string, name: string }} game
   * @param {(name: string) => void} rename
   */
  constructor(drafts, game, rename) {
    this.#drafts = drafts;
    this.#game = game;
    this.#rename = rename;
    byId('publish').addEventListener('click', () => this.#open());
    byId('publish-form').addEventListener('submit', (/** @type {Event} */ event) => {
      event.preventDefault();
      this.#send();
    });
    byId('publish-id').addEventListener('input', () => this.#showKind(this.#ownId));
    byId('publish-name').addEventListener('input', () => this.#followName());
  }

  /** @returns {Origin} */
  get #origin() {
    return this.#drafts.current?.origin ?? {};
  }

  get #ownId() {
    return this.#origin.id === byId('publish-id').value;
  }

  #open() {
    const name = proposed(this.#game().name);
    byId('publish-name').value = name;
    byId('publish-id').value = this.#origin.id ?? idOf(name);
    this.#idOfName = idOf(name);
    byId('publish-guest').hidden = accountName !== null;
    byId('publish-fields').hidden = accountName === null;
    byId('publish-submit').hidden = accountName === null;
    byId('publish-error').textContent = '';
    byId('publish-done').replaceChildren();
    this.#showKind(this.#ownId);
    openDialog(byId('publish-dialog'));
  }

  /** The name in the address follows the game's, unless it was chosen. */
  #followName() {
    const id = idOf(byId('publish-name').value);
    if (this.#origin.id === undefined && byId('publish-id').value === this.#idOfName) {
      byId('publish-id').value = id;
      this.#showKind(false);
    }
    this.#idOfName = id;
  }

  /** @param {boolean} isVersion */
  #showKind(isVersion) {
    this.#isVersion = isVersion;
    byId('publish-address').textContent = `/@/${accountName}/games/${byId('publish-id').value}`;
    byId('publish-submit').textContent = isVersion ? t('Publish a new version') : t('Publish it');
  }

  async #send() {
    byId('publish-error').textContent = '';
    byId('publish-submit').disabled = true;
    try {
      this.#finish(await this.#post());
    } catch (error) {
      this.#fail(error);
    }
    byId('publish-submit').disabled = false;
  }

  #post() {
    const name = byId('publish-name').value.trim();
    if (name !== '' && name !== this.#game().name)
      this.#rename(name);
    const { text } = this.#game(), id = byId('publish-id').value;
    const { remix, version } = this.#origin, credit = remix === undefined ? {} : { remix,
      ...version === undefined ? {} : { remix_version: version } };
    const patience = { patienceMs: 8000 };
    return this.#isVersion
      ? post(`/api/workshop/games/${accountName}/${encodeURIComponent(id)}/versions`, { text },
        patience)
      : post('/api/workshop/games', { id, text, ...credit }, patience);
  }

  /** @param {{ id: string, url: string, name: string, version: number }} game */
  #finish({ id, url, name, version }) {
    this.#drafts.note({ id });
    this.#showKind(true);
    byId('publish-done').replaceChildren(h('a', { href: url },
      t('{name}, version {version}, is published.', { name, version })));
  }

  /** @param {any} error */
  #fail(error) {
    const fault = error.body?.faults?.[0];
    if (error.code === 'exists')
      this.#showKind(true);
    byId('publish-error').textContent = fault ? t('Line {line}: {fault}',
      { line: fault.line, fault: fault.message }) : error.message;
  }
}
