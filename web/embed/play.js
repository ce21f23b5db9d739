/* A game on the board of an element: against the engine, or with both sides moved by hand. */
import { h } from '../lib/dom.js';
import { resultWords, turnWords } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { Thinker } from '../widgets/thinker.js';
import { Stage, barButton } from './stage.js';

const LEVELS = [1, 2, 3, 4, 5, 6, 7, 8];

export class Play {
  #session;
  #stage;
  #opponent;
  #level;
  /** @type {string} */
  #first;
  /** @type {Move[]} */
  #moves = [];
  #turn = 0;     // counts changes, so that a late answer of the engine is recognised
  #tell;
  #back = barButton(t('Take back'), () => this.#takeBack());

  /**
   * `tell(detail)` is called after each move: { fen, san, moves }. `module` is the engine's, if
   * the page has it already.
   * @param {HTMLElement} root
   * @param {Session} session with the position to begin with
   * @param {GameChoice} game
   * @param {{ options: import('./source.js').EmbedOptions, hasDrawings: boolean,
   *   module: WebAssembly.Module | null, tell: (detail: object) => void }} parts
   */
  constructor(root, session, game, { options, hasDrawings, module, tell }) {
    this.#session = session;
    this.#first = session.fen();
    this.#opponent = new Thinker(game, { module });
    this.#level = options.level;
    this.#tell = tell;
    this.#stage = new Stage(root, session,
      { options, hasDrawings, onMove: move => this.#play(move) });
    this.#stage.setBar(this.#buttons());
    this.#show();
  }

  close() {
    this.#turn++;
    this.#opponent.close();
  }

  #buttons() {
    const level = h('select', { 'aria-label': t('Opponent'), onchange: event => {
      this.#level = Number(event.target.value);
      this.#show();
    } }, h('option', { value: 0 }, t('Both sides by hand')),
    LEVELS.map(one => h('option', { value: one }, t('Computer, level {level}', { level: one }))));
    level.value = String(this.#level);
    return [level, this.#back, barButton(t('New game'), () => this.#restart()),
      barButton(t('Flip the board'), () => {
        this.#stage.flip();
        this.#show();
      })];
  }

  /** True if the person at the board makes the next move. */
  get #isByHand() {
    return this.#level === 0 || this.#session.state().side === this.#stage.bottom;
  }

  /** @param {Move} move */
  #play(move) {
    this.#session.play(move.text);
    this.#moves.push(move);
    this.#show();
    this.#tell({ fen: this.#session.fen(), san: move.san,
      moves: this.#moves.map(({ text }) => text) });
  }

  #restart() {
    this.#session.setFen(this.#first);
    this.#moves = [];
    this.#show();
  }

  // Takes moves back until the person is to move.
  #takeBack() {
    const session = this.#session;
    do {
      this.#moves.pop();
      session.setFen(this.#first);
      for (const { text } of this.#moves)
        session.play(text);
    } while (!this.#isByHand && this.#moves.length > 0);
    this.#show();
  }

  #show() {
    const { ending, whiteQuarters } = this.#session.outcome(this.#first,
      this.#moves.map(({ text }) => text));
    const isOver = ending !== 'none', { side, isCheck } = this.#session.state();
    const mine = ++this.#turn;
    this.#stage.show(this.#moves.at(-1) ?? null, !isOver && this.#isByHand);
    this.#back.disabled = this.#moves.length === 0;
    this.#stage.say(isOver ? resultWords({ reason: ending, words: '',
      white_quarters: whiteQuarters }) : turnWords(side, isCheck));
    if (!isOver && !this.#isByHand)
      this.#answer(mine);
  }

  /** @param {number} mine */
  async #answer(mine) {
    this.#stage.say(t('Thinking…'));
    const text = await this.#opponent.choose(
      [this.#first, this.#moves.map(move => move.text).join(' ')].join('\n'), this.#level);
    if (mine !== this.#turn)
      return;
    const move = this.#session.moves().find(legal => legal.text === text);
    if (move === undefined)
      this.#stage.say(t('The engine could not be loaded.'));
    else
      this.#play(move);
  }
}

/**
 * Shows a position for viewing only; its pieces show what they can do.
 * @param {HTMLElement} root
 * @param {Session} session
 * @param {{ options: import('./source.js').EmbedOptions, hasDrawings: boolean }} parts
 */
export function showStill(root, session, parts) {
  const stage = new Stage(root, session, parts);
  const { side, isCheck } = session.state();
  stage.show(null, false);
  stage.say(turnWords(side, isCheck));
}
