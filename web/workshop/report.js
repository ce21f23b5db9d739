/* The report on the pieces' abilities and on games of the engine against itself. A worker plays;
 * the report grows with every game and can be stopped. */
import { byId, h, staticPath } from '../lib/dom.js';
import { number, t, tn } from '../lib/i18n.js';
import { GameStats } from './stats.js';

const GAMES = 60;
const NODES = 1500; // per move: about five games a second on small boards
const LIMIT_MS = 60000;
const BALANCED = 0.5;

/** @param {number} share */
const percent = share => number(share, { style: 'percent', maximumFractionDigits: 0 });

/** @param {import('./stats.js').Interval} interval */
const intervalWords = ({ low, mean, high }) => t('{mean} (between {low} and {high})',
  { mean: percent(mean), low: percent(low), high: percent(high) });

/** @param {number} value */
const one = value => number(value, { maximumFractionDigits: 1 });

export class Report {
  #module;
  /** @type {Worker | null} */
  #worker = null;
  #stats = new GameStats();
  /** @type {any} */
  #review = null;
  #began = 0;

  /**
   * @param {WebAssembly.Module | null} module
   * @param {() => string | null} text of the game; null while it has faults
   */
  constructor(module, text) {
    this.#module = module;
    byId('report-start').addEventListener('click', () => {
      if (this.#worker !== null) {
        this.#stop();
        return;
      }
      const game = text();
      if (game === null)
        byId('report-status').textContent = t('The game has faults.');
      else
        this.#start(game);
    });
  }

  /** @param {string} text */
  #start(text) {
    this.#stats = new GameStats();
    this.#review = null;
    this.#began = performance.now();
    this.#worker = new Worker(`${staticPath}/workshop/report-worker.js`, { type: 'module' });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.postMessage({ module: this.#module, text, games: GAMES, nodes: NODES,
      seed: Math.floor(Math.random() * 2 ** 31) });
    byId('report-start').textContent = t('Stop');
    byId('report-progress').hidden = false;
    this.#show();
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = null;
    byId('report-start').textContent = t('Make a report');
    byId('report-progress').hidden = true;
  }

  /** @param {{ review?: any, game?: any, isDone?: boolean, error?: string }} data */
  #hear({ review, game, isDone, error }) {
    this.#review = review ?? this.#review;
    if (game !== undefined)
      this.#stats.add(game);
    if (isDone || error !== undefined || performance.now() - this.#began > LIMIT_MS)
      this.#stop();
    this.#show();
    if (error !== undefined)
      byId('report-status').textContent = error;
  }

  #show() {
    const { count } = this.#stats;
    byId('report-progress').setAttribute('value', count / GAMES);
    byId('report-status').textContent = tn('{n} game played.', '{n} games played.', count);
    byId('report-pieces').replaceChildren(...this.#review === null ? [] : [this.#piecesTable()]);
    byId('report-games').replaceChildren(...count === 0 ? [] : this.#gameWords());
  }

  #piecesTable() {
    const { moves, captured } = this.#stats.pieces;
    const heads = [t('Piece'), t('Value in pawns'), t('Squares, empty board'),
      t('Squares, full board'), t('Moves a game'), t('Captured per game')];
    /** @param {any} type */
    const row = ({ letter, name, value, isMeasured, empty, filled, range }) => h('tr', {},
      h('th', { scope: 'row' }, `${letter}: ${name}`),
      h('td', {}, value === 0 ? '' : one(value / 100)),
      h('td', {}, isMeasured ? one(empty / 100) : ''),
      h('td', {}, isMeasured ? `${one(filled / 100)}${range === 2 ? ` ${t('(one colour)')}`
        : range === 3 ? ` ${t('(part of the board)')}` : ''}` : ''),
      h('td', {}, one(moves.get(letter) ?? 0)), h('td', {}, one(captured.get(letter) ?? 0)));
    return h('table', {}, h('thead', {}, h('tr', {}, heads.map(head =>
      h('th', { scope: 'col' }, head)))), h('tbody', {}, this.#review.types.map(row)));
  }

  #gameWords() {
    const { score, draws, moves, choices } = this.#stats.summary;
    return [h('ul', {}, [
      t('White scores {interval}.', { interval: intervalWords(score) }),
      score.low > BALANCED ? t('White has an advantage.')
        : score.high < BALANCED ? t('Black has an advantage.')
          : t('Neither side has an advantage that these games could show.'),
      t('Drawn: {interval}.', { interval: intervalWords(draws) }),
      tn('Half of the games last at most {n} move.', 'Half of the games last at most {n} moves.',
        moves),
      t('On average there are {choices} legal moves.', { choices: one(choices) }),
      ...this.#never(),
      ...(this.#review?.warnings ?? []).map((/** @type {any} */ { line, message }) =>
        t('Line {line}: {message}.', { line, message }))].map(words => h('li', {}, words)))];
  }

  // What no game had.
  #never() {
    const { moves, promoted } = this.#stats.pieces;
    /** @type {{ name: string, letter: string }[]} */
    const types = this.#review?.types ?? [];
    return [...types.filter(({ letter }) => !moves.has(letter)).map(({ name }) =>
      t('This piece never moved: {name}.', { name })),
    ...promoted.size === 0 ? [t('Nothing was ever promoted.')] : []];
  }
}
