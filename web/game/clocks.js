/* The two clocks. The server's time is the only one that counts; between its words ours runs on. */
import { t } from '../lib/i18n.js';
import { isSlow, leftSpoken, leftWords, otherColor } from '../lib/format.js';

const LOW_MS = 20000;
const LOW_DAYS_MS = 6 * 3600000;

export class Clocks {
  #clock = null;
  #offset = 0; // server's time minus ours, ms
  #places = {};
  #timer = 0;
  #onFlag;
  #flagged = '';

  /** `onFlag(color)` is called once when a running clock has come to nothing. */
  constructor(onFlag) {
    this.#onFlag = onFlag;
  }

  /** Which element shows whose clock: { white, black }. */
  place(places) {
    this.#places = places;
    this.#draw();
  }

  /** `clock` as the server tells it, and the server's time when it did. */
  set(clock, now) {
    this.#clock = clock;
    if (now)
      this.#offset = now - Date.now();
    this.#flagged = '';
    this.#draw();
  }

  left(color) {
    const side = this.#clock?.[color];
    if (!side || side.kind === 'none' || side.left_ms === undefined || side.left_ms === null)
      return null;
    const gone = this.#clock.running === color && this.#clock.at && !this.#clock.is_resting
      ? Date.now() + this.#offset - this.#clock.at : 0;
    return side.left_ms - Math.max(0, gone);
  }

  spoken() {
    const words = ['white', 'black'].filter(color => this.left(color) !== null)
      .map(color => (color === 'white'
        ? t('White has {time}.', { time: leftSpoken(this.left(color)) })
        : t('Black has {time}.', { time: leftSpoken(this.left(color)) })));
    return words.join(' ') || t('This game has no clock.');
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #draw() {
    clearTimeout(this.#timer);
    for (const color of ['white', 'black'])
      this.#drawOne(color, this.#places[color]);
    const running = this.#clock?.running;
    if (!running || this.left(running) === null)
      return;
    const left = this.left(running);
    if (left <= 0 && this.#flagged !== running) {
      this.#flagged = running;
      this.#onFlag(running);
    }
    // Tenths are shown below ten seconds only.
    this.#timer = setTimeout(() => this.#draw(), left > 10000 && !document.hidden ? 250 : 100);
  }

  #drawOne(color, element) {
    if (!element)
      return;
    const left = this.left(color);
    element.hidden = left === null;
    if (left === null)
      return;
    const isDays = isSlow(this.#clock[color]);
    const text = leftWords(left, isDays);
    if (element.textContent !== text)
      element.textContent = text;
    element.classList.toggle('is-days', isDays);
    element.classList.toggle('is-long', text.length > 5);
    element.classList.toggle('is-running', this.#clock.running === color);
    element.classList.toggle('is-low', left < (isDays ? LOW_DAYS_MS : LOW_MS)
      && this.#clock.running !== otherColor(color));
  }
}
