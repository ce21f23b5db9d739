/* A text that the server keeps for a player of a game, saved while the player writes. The browser
 * keeps a copy, encrypted, until the server confirms that the text is on disk. */
import { get, newKey, post } from '../lib/api.js';
import { t } from '../lib/i18n.js';

const WAIT_MS = 700;

export class Sheet {
  #path;
  #kind;
  #version;
  #stored;        // the text of that version
  /** @type {string | null} */
  #wanted = null; // a text that is not saved yet
  #timer = 0;
  #isBusy = false;
  #sealed;
  #onState;

  /**
   * `stored` is { version, text } from the server; `sealed` keeps what it does not have yet (null:
   * nothing does); `onState(words)` gets the state of saving.
   * @param {string} game
   * @param {string} kind
   * @param {{ version: number, text: string }} stored
   * @param {import('../lib/sealed.js').Sealed | null} sealed
   * @param {(words: string) => void} onState
   */
  constructor(game, kind, stored, sealed, onState) {
    this.#path = `/api/games/${game}/desk`;
    this.#kind = kind;
    this.#version = stored.version;
    this.#stored = stored.text;
    this.#sealed = sealed;
    this.#onState = onState;
    addEventListener('pagehide', () => this.#sendLast());
  }

  get #copyName() {
    return `${this.#kind}:${this.#path}`;
  }

  /** Whether leaving the page would lose something. */
  get isAtRisk() {
    return this.#wanted !== null && this.#sealed === null;
  }

  /** The latest text, including this browser's copy. */
  get text() {
    return this.#wanted ?? this.#stored;
  }

  /** Recovers text that was not saved when the page was left. Returns the text. */
  async recover() {
    const copy = await this.#sealed?.find(this.#copyName);
    if (typeof copy === 'string' && copy !== this.#stored)
      this.write(copy);
    return this.text;
  }

  /**
   * Changes the text; it is saved soon.
   * @param {string} text
   */
  write(text) {
    this.#wanted = text;
    this.#sealed?.keep(this.#copyName, text);
    this.#onState(t('not saved yet'));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#store(), WAIT_MS);
  }

  async #store() {
    if (this.#isBusy || this.#wanted === null)
      return;
    const text = this.#wanted;
    this.#isBusy = true;
    try {
      const { version } = await post(this.#path, { kind: this.#kind, version: this.#version, text },
        { patienceMs: 600000 });
      this.#accept(version, text);
    } catch (error) {
      await this.#resolve(error);
    }
    this.#isBusy = false;
    if (this.#wanted !== null)
      this.#timer = setTimeout(() => this.#store(), WAIT_MS);
  }

  /**
   * @param {number} version
   * @param {string} text
   */
  #accept(version, text) {
    this.#version = version;
    this.#stored = text;
    if (this.#wanted !== text)
      return;
    this.#wanted = null;
    this.#sealed?.drop(this.#copyName);
    this.#onState(t('saved'));
  }

  // If another window has stored a different text, continues from the newer version without losing
  // any of it.
  /** @param {ApiError} error */
  async #resolve(error) {
    if (error.status !== 409) {
      this.#onState(error.message);
      this.#wanted = null;
      return;
    }
    const { [this.#kind]: theirs } = await get(this.#path);
    this.#version = theirs.version;
    this.#stored = theirs.text;
    if (this.#kind === 'note' && theirs.text !== '' && !this.#wanted?.includes(theirs.text))
      this.write(`${theirs.text}\n\n${this.#wanted}`);
  }

  // The page is closing: sends a request that outlives it.
  #sendLast() {
    if (this.#wanted === null)
      return;
    fetch(this.#path, { method: 'POST', keepalive: true, credentials: 'same-origin',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: newKey(), kind: this.#kind, version: this.#version,
        text: this.#wanted }) }).catch(() => {});
  }
}
