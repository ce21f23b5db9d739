/* A text that the server keeps for a player of a game, saved while the player writes. The browser
 * keeps a copy until the server confirms that the text is on disk. */
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
  #onState;

  /**
   * `stored` is { version, text } from the server; `onState(words)` gets the state of saving.
   * @param {string} game
   * @param {string} kind
   * @param {{ version: number, text: string }} stored
   * @param {(words: string) => void} onState
   */
  constructor(game, kind, stored, onState) {
    this.#path = `/api/games/${game}/desk`;
    this.#kind = kind;
    this.#version = stored.version;
    this.#stored = stored.text;
    this.#onState = onState;
    addEventListener('pagehide', () => this.#sendLast());
  }

  get #copyName() {
    return `apothecary.${this.#kind}:${this.#path}`;
  }

  /** The latest text, including this browser's copy. */
  get text() {
    return this.#wanted ?? this.#stored;
  }

  /** Recovers text that was not saved when the page was left. Returns the text. */
  recover() {
    const copy = localStorage.getItem(this.#copyName);
    if (copy !== null && copy !== this.#stored)
      this.write(copy);
    return this.text;
  }

  /**
   * Changes the text; it is saved soon.
   * @param {string} text
   */
  write(text) {
    this.#wanted = text;
    localStorage.setItem(this.#copyName, text);
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
    localStorage.removeItem(this.#copyName);
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
