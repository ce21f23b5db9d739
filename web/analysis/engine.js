/* The engine panel on the analysis page: several lines with scores, computed in a worker. */
import { scoreText } from '../lib/chances.js';
import { byId, h } from '../lib/dom.js';
import { sayReason, t, tn } from '../lib/i18n.js';
import { startEngine } from '../widgets/thinker.js';

const LINES = [1, 2, 3, 4, 5];

export class EnginePanel {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {GameChoice | null} */
  #game = null;
  #fen = '';
  /** @type {Color} */
  #side = 'white';
  #isOn = false;
  #lines = 3;
  #onMove;
  #parts;

  /**
   * `onMove(text)` plays the first move of a clicked line.
   * @param {(move: any) => any} onMove
   */
  constructor(onMove) {
    this.#onMove = onMove;
    this.#parts = this.#build();
    byId('engine').append(...Object.values(this.#parts));
    byId('engine').hidden = false;
  }

  /**
   * Sets the game, { id } or { definition }; set its position afterwards.
   * @param {GameChoice} game
   */
  open(game) {
    this.#game = game;
    this.#worker?.postMessage(game);
  }

  /**
   * Sets the position to analyse. If `isOver`, there is nothing to analyse.
   * @param {string} fen
   * @param {Color} side
   * @param {boolean} isOver
   */
  show(fen, side, isOver) {
    this.#fen = isOver ? '' : fen;
    this.#side = side;
    this.#begin();
  }

  #build() {
    const toggle = h('input', { type: 'checkbox', id: 'engine-on', role: 'switch',
      onchange: event => this.#switch(event.target.checked) });
    const lines = h('select',
      { 'aria-label': t('Lines'), onchange: event => this.#setLines(event.target.value) },
      LINES.map(count => h('option', { value: count, selected: count === this.#lines },
        tn('{n} line', '{n} lines', count))));
    return {
      head: h('div', { class: 'engine-head' }, h('label', { class: 'check' }, toggle, t('Engine')),
        h('span', { class: 'engine-depth low number' }), lines),
      list: h('ol', { class: 'engine-lines' }),
    };
  }

  /** @param {boolean} isOn */
  #switch(isOn) {
    this.#isOn = isOn;
    if (!isOn)
      this.#worker?.postMessage({ stop: true });
    this.#begin();
  }

  /** @param {number} count */
  #setLines(count) {
    this.#lines = Number(count);
    this.#begin();
  }

  async #start() {
    this.#worker = await startEngine(/** @type {GameChoice} */ (this.#game),
      data => this.#hear(data));
  }

  async #begin() {
    this.#parts.list.replaceChildren(...this.#isOn ? Array.from({ length: this.#lines },
      () => h('li', {}, '…')) : []);
    this.#say('');
    if (!this.#isOn)
      return;
    if (!this.#worker)
      await this.#start().catch(error => this.#say(error.message));
    this.#worker?.postMessage(this.#fen ? { fen: this.#fen, lines: this.#lines } : { stop: true });
    if (!this.#fen)
      this.#parts.list.replaceChildren();
  }

  /** @param {string} words */
  #say(words, more = '') {
    const place = this.#parts.head.querySelector('.engine-depth');
    place.textContent = words;
    place.title = more;
  }

  /** @param {{ fen: string, lines: any[], error?: string, isDone: any }} parts */
  #hear({ fen, lines, error, isDone }) {
    if (error)
      this.#say(sayReason(error));
    if (!this.#isOn || fen !== this.#fen)
      return;
    const best = lines.find(({ line }) => line === 1);
    if (best)
      this.#say(isDone ? t('depth {depth}, done', { depth: best.depth })
        : t('depth {depth}', { depth: best.depth }),
      t('{count} positions', { count: thousands(best.nodes) }));
    lines.sort((/** @type {any} */ a, b) => a.line - b.line);
    this.#parts.list.replaceChildren(...Array.from({ length: this.#lines }, (_, i) =>
      this.#line(lines.find(({ line }) => line === i + 1))));
  }

  /** @param {any} line */
  #line(line) {
    if (!line)
      return h('li', {});
    const score = scoreOf(line, this.#side), text = scoreText(score);
    return h('li', {}, h('button', { type: 'button', onclick: () => this.#onMove(line.pv[0]) },
      h('span', { class: `engine-score number ${text.includes('-') ? 'is-black' : ''}` }, text),
      h('span', { class: 'engine-pv' }, (line.san ?? line.pv).slice(0, 12).join(' '))));
  }
}

/** @param {number} nodes */
const thousands = nodes => (nodes < 1e6 ? `${Math.round(nodes / 1000)}k`
  : `${(nodes / 1e6).toFixed(1)}M`);

/**
 * The score of a line for White.
 * @param {EngineLine} line
 * @param {Color} side the side to move
 * @returns {import('../lib/chances.js').Score}
 */
function scoreOf({ score_cp: cp = 0, mate_moves: mate }, side) {
  const sign = side === 'white' ? 1 : -1;
  return mate === undefined ? { cp: sign * cp } : { mate: sign * mate };
}
