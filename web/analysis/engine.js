/* The engine panel on the analysis page: several lines with scores, computed in a worker. */
import { chancesOf, scoreText } from '../lib/chances.js';
import { byId, h } from '../lib/dom.js';
import { canShare } from '../lib/engine-memory.js';
import { sayReason, t, tn } from '../lib/i18n.js';
import { otherColor } from '../lib/format.js';
import { settings } from '../lib/settings.js';
import { chancesBar } from '../widgets/outcomes.js';
import { startEngine } from '../widgets/thinker.js';

const LINES = [1, 2, 3, 4, 5];
const WORDS = 12; // moves of a line that are shown
const THREADS_MAX = 32, THREADS_USUAL = 4;

/** How many threads of the engine this machine can run at once. */
const threadsHere = () => (canShare() ? Math.min(THREADS_MAX, navigator.hardwareConcurrency) : 1);

/** The number chosen in the settings; by default up to four, with one left to the page. */
const threadsWanted = () => Math.min(threadsHere(), settings.get('threads') ||
  Math.max(1, Math.min(THREADS_USUAL, navigator.hardwareConcurrency - 1)));

export class EnginePanel {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {GameChoice | null} */
  #game = null;
  #fen = '';
  /** @type {Color} */
  #side = 'white';
  #asked = { fen: '', side: /** @type {Color} */ ('white'), isOver: true };
  #isOn = false;
  #lines = 3;
  #isThreat = false;
  /** @type {EngineLine[]} */
  #found = [];
  #calls;
  #parts;

  /**
   * `onMove(text)` plays the first move of a clicked line; `onLines(lines, isThreat)` gets the
   * lines, best first, or an empty list; `pass(fen)` gives the position with the other side to
   * move, '' if there is none; `draw(fen, moves)` a small picture of the position after some moves.
   * @param {{ onMove: (move: string) => any,
   * onLines: (lines: EngineLine[], isThreat: boolean) => void, pass: (fen: string) => string,
   * draw: (fen: string, moves: string[]) => Node, fit: () => OutcomeFit }} calls
   */
  constructor(calls) {
    this.#calls = calls;
    this.#parts = this.#build();
    const { head, bar, list, preview } = this.#parts;
    byId('engine').append(head, bar, list, preview);
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
    this.#asked = { fen, side, isOver };
    this.#isThreat = false;
    this.#look();
  }

  /** Shows the other side's threat, as if it were its turn, or stops showing it. */
  toggleThreat() {
    this.#isThreat = !this.#isThreat && this.#isOn;
    this.#look();
  }

  #look() {
    const { fen, side, isOver } = this.#asked;
    this.#fen = isOver ? '' : this.#isThreat ? this.#calls.pass(fen) : fen;
    this.#side = this.#isThreat ? otherColor(side) : side;
    this.#parts.threat.setAttribute('aria-pressed', String(this.#isThreat));
    this.#begin();
    if (this.#isThreat && this.#fen === '')
      this.#say(t('There are no threats to be shown: the king is in check.'));
  }

  #build() {
    const toggle = h('input', { type: 'checkbox', id: 'engine-on', role: 'switch',
      onchange: event => this.#switch(event.target.checked) });
    const lines = h('select',
      { 'aria-label': t('Lines'), onchange: event => this.#setLines(event.target.value) },
      LINES.map(count => h('option', { value: count, selected: count === this.#lines },
        tn('{n} line', '{n} lines', count))));
    const threads = h('select', { 'aria-label': t('Threads'), class: 'engine-threads',
      hidden: threadsHere() < 2, onchange: event => this.#setThreads(event.target.value) },
    Array.from({ length: threadsHere() }, (_, i) => h('option',
      { value: i + 1, selected: i + 1 === threadsWanted() },
      tn('{n} thread', '{n} threads', i + 1))));
    const threat = h('button', { type: 'button', class: 'button engine-threat',
      'aria-pressed': 'false', 'aria-keyshortcuts': 'x', 'aria-label': t('Threat'),
      title: t('What the other side threatens'),
      onclick: () => this.toggleThreat() }, '!');
    const list = h('ol', { class: 'engine-lines',
      onmouseover: event => this.#preview(event.target.closest('[data-move]')),
      onmouseleave: () => this.#preview(null) });
    return {
      head: h('div', { class: 'engine-head' }, h('label', { class: 'check' }, toggle, t('Engine')),
        h('span', { class: 'engine-depth low number' }), threat,
        h('div', { class: 'engine-choices' }, threads, lines)),
      bar: h('div', { class: 'engine-bar', hidden: true }),
      list, threat,
      preview: h('div', { class: 'engine-preview apo-board', 'aria-hidden': 'true', hidden: true }),
    };
  }

  /**
   * The position after the moves of a line up to the one pointed at.
   * @param {HTMLElement | null} word
   */
  #preview(word) {
    const { preview } = this.#parts;
    const line = this.#found[Number(word?.dataset.line)];
    preview.hidden = line === undefined;
    if (line !== undefined)
      preview.replaceChildren(this.#calls.draw(this.#fen,
        line.pv.slice(0, Number(word?.dataset.move) + 1)));
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

  /** @param {number} count */
  #setThreads(count) {
    settings.set('threads', Number(count));
    this.#worker?.postMessage({ threads: threadsWanted() });
    this.#begin();
  }

  async #start() {
    this.#worker = await startEngine(/** @type {GameChoice} */ (this.#game),
      data => this.#hear(data));
    this.#worker.postMessage({ threads: threadsWanted() });
  }

  /** @param {EngineLine[]} lines the best one first */
  #tell(lines) {
    const { bar } = this.#parts;
    this.#found = lines;
    bar.hidden = lines.length === 0 || this.#isThreat;
    if (!bar.hidden)
      bar.replaceChildren(chancesBar(chancesOf(scoreOf(lines[0], this.#side), this.#calls.fit())));
    this.#calls.onLines(lines, this.#isThreat);
  }

  async #begin() {
    this.#tell([]);
    this.#preview(null);
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

  /** @param {{ fen: string, lines: EngineLine[], error?: string, isDone: any }} parts */
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
    lines.sort((a, b) => a.line - b.line);
    this.#tell(lines);
    for (let i = 0; i < this.#lines; i++)
      this.#show(this.#line(lines.find(({ line }) => line === i + 1), i), i);
  }

  /**
   * Shows a line in its row. Keeps unchanged nodes, which may be under the pointer.
   * @param {Element} row
   * @param {number} index
   */
  #show(row, index) {
    const shown = this.#parts.list.children[index];
    if (shown === undefined)
      this.#parts.list.append(row);
    else if (!shown.isEqualNode(row))
      shown.replaceWith(row);
  }

  /**
   * @param {EngineLine | undefined} line
   * @param {number} index
   */
  #line(line, index) {
    if (!line)
      return h('li', {});
    const score = scoreOf(line, this.#side), text = scoreText(score);
    return h('li', {}, h('button', { type: 'button', disabled: this.#isThreat,
      onclick: () => this.#calls.onMove(line.pv[0]) },
    h('span', { class: `engine-score number ${text.includes('-') ? 'is-black' : ''}` }, text),
    h('span', { class: 'engine-pv' }, (line.san ?? line.pv).slice(0, WORDS).flatMap(
      (word, move) => [h('span', { 'data-move': move, 'data-line': index }, word), ' ']))));
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
