// Tells the player about the connection: one sentence, in one place, however many requests fail.
import { t } from '../lib/i18n.js';

export class Connection {
  #place;
  #isOpen = true;
  #isPolling = false; // there is no stream, so the page polls for news
  #isWaiting = false; // a move is waiting for the server to come back

  /** @param {Element} place for the sentence */
  constructor(place) {
    this.#place = place;
  }

  get isOpen() {
    return this.#isOpen;
  }

  /** @param {boolean} isOpen */
  setOpen(isOpen) {
    this.#isOpen = isOpen;
    this.#isPolling &&= !isOpen;
    this.#show();
  }

  /** Call when the server answers but has no place for another stream.
   * @param {boolean} isPolling */
  setPolling(isPolling) {
    this.#isPolling = isPolling;
    this.#show();
  }

  /** @param {boolean} isWaiting */
  setWaiting(isWaiting) {
    this.#isWaiting = isWaiting;
    this.#show();
  }

  #words() {
    if (this.#isWaiting)
      return t('The server cannot be reached; your move is sent as soon as it is back.');
    if (this.#isOpen)
      return '';
    return this.#isPolling ? t('Very many people are watching: updates come every few seconds.')
      : t('Connection lost; trying again…');
  }

  #show() {
    const words = this.#words();
    if (this.#place.textContent !== words)
      this.#place.textContent = words;
  }
}
