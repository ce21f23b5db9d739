/* The two clocks. Only the server's time counts; between its messages the page counts down
 * itself. */
import { t } from '../lib/i18n.js';
import { COLORS, isSlow, leftSpoken, leftWords, otherColor } from '../lib/format.js';

const LOW_MS = 20000;
const LOW_DAYS_MS = 6 * 3600000;

export class Clocks {
  /** @type {GameClock | null} */
  #clock = null;
  #offset = 0; // server's time minus ours, ms
  /** @type {Partial<BySide<HTMLElement>>} */
  #places = {};
  #timer = 0;
  #onFlag;
  #flagged = '';

  /**
   * `onFlag(color)` is called once when a running clock reaches zero.
   * @param {(color: Color) => void} onFlag
   */
  constructor(onFlag) {
    this.#onFlag = onFlag;
  }

  /**
   * Sets the elements that show the clocks: { white, black }.
   * @param {Partial<BySide<HTMLElement>>} places
   */
  place(places) {
    this.#places = places;
    this.#draw();
  }

  /**
   * `clock` as the server sends it, and the server's time when it was sent.
   * @param {GameClock} clock
   * @param {number} [now]
   */
  set(clock, now) {
    this.#clock = clock;
    if (now)
      this.#offset = now - Date.now();
    this.#flagged = '';
    this.#draw();
  }

  /** @param {Color} color */
  left(color) {
    const clock = this.#clock, side = clock?.[color];
    if (!clock || !side || side.kind === 'none' || side.left_ms === undefined
      || side.left_ms === null)
      return null;
    const gone = clock.running === color && clock.at && !clock.is_resting
      ? Date.now() + this.#offset - clock.at : 0;
    return side.left_ms - Math.max(0, gone);
  }

  spoken() {
    const words = COLORS.filter(color => this.left(color) !== null)
      .map(color => (color === 'white'
        ? t('White has {time}.', { time: leftSpoken(this.left(color) ?? 0) })
        : t('Black has {time}.', { time: leftSpoken(this.left(color) ?? 0) })));
    return words.join(' ') || t('This game has no clock.');
  }

  stop() {
    clearTimeout(this.#timer);
  }

  #draw() {
    clearTimeout(this.#timer);
    for (const color of COLORS)
      this.#drawOne(color, this.#places[color]);
    const running = this.#clock?.running, left = running ? this.left(running) : null;
    if (!running || left === null)
      return;
    if (left <= 0 && this.#flagged !== running) {
      this.#flagged = running;
      this.#onFlag(running);
    }
    // Tenths are shown only below ten seconds.
    this.#timer = setTimeout(() => this.#draw(), left > 10000 && !document.hidden ? 250 : 100);
  }

  /**
   * @param {Color} color
   * @param {HTMLElement | undefined} element
   */
  #drawOne(color, element) {
    if (!element)
      return;
    const left = this.left(color);
    element.hidden = left === null;
    if (left === null)
      return;
    const isDays = isSlow(this.#clock?.[color]);
    const text = leftWords(left, isDays);
    if (element.textContent !== text)
      element.textContent = text;
    element.classList.toggle('is-days', isDays);
    element.classList.toggle('is-long', text.length > 5);
    element.classList.toggle('is-running', this.#clock?.running === color);
    element.classList.toggle('is-low', left < (isDays ? LOW_DAYS_MS : LOW_MS)
      && this.#clock?.running !== otherColor(color));
  }
}
