/* Help in a casual game against the computer: a hint, and a sentence after a bad move. The engine
 * runs in the browser, in a worker that is started when it is first asked. */
import { faultWords } from './fault-words.js';
import { byId, h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { endsOf } from '../lib/record.js';
import { settings } from '../lib/settings.js';
import { Thinker, scoreOf } from './thinker.js';

const BAD_CP = 150;   // a move is called bad if it costs a pawn and a half
// Events that may bring another position. Other events may come while a move waits to be confirmed.
const NEWS = ['game', 'move', 'takeback', 'end'];
const FACTS_BELOW = matchMedia('(max-width: 75rem)'); // as game.css has it

/**
 * Keeps the element in sight with the board: among the facts, or by the moves where the facts are
 * below the board.
 * @param {HTMLElement} element
 */
function settle(element) {
  const place = () => (FACTS_BELOW.matches ? byId('coach-place')
    : document.querySelector('.game-facts')).append(element);
  FACTS_BELOW.addEventListener('change', place);
  place();
}

export class Coach {
  #table;
  #session;
  #thinker;
  #fen = '';    // the position now
  #ply = 0;     // its number
  #judged = 0;  // counts judgements, so that a pending one is dropped when its move is taken back
  #before = ''; // the last one in which it was the player's turn
  #isMine = false;
  #words = h('p', { class: 'coach-words', role: 'status' });
  #hint = h('button', { type: 'button', class: 'button', id: 'coach-hint', disabled: true,
    onclick: () => this.#showHint() }, t('Hint'));

  /**
   * @param {HTMLElement} root
   * @param {import('./table.js').Table} table
   * @param {Session} session one of its own
   * @param {GameChoice} game
   */
  constructor(root, table, session, game) {
    this.#table = table;
    this.#session = session;
    this.#thinker = new Thinker(game);
    const watch = h('input', { type: 'checkbox', id: 'coach-watch',
      checked: settings.get('coach'), onchange: event =>
        settings.set('coach', event.target.checked) });
    settle(h('div', { class: 'coach', id: 'coach' },
      h('div', { class: 'row' }, this.#hint,
        h('label', { class: 'check' }, watch, t('Tell me about mistakes'))), this.#words));
    root.addEventListener('told', event => this.#hear(/** @type {any} */ (event).detail));
  }

  /**
   * Switches to another game on the same board.
   * @param {Session} session
   * @param {GameChoice} game
   */
  take(session, game) {
    this.#session.close();
    this.#session = session;
    this.#thinker.open(game);
    this.#fen = this.#before = '';
    this.#ply = 0;
    this.#isMine = false;
    this.#forget();
  }

  /**
   * @param {{ name: string, game: Game, record: import('../lib/record.js').Record, ply: number,
   * fen: string, turn: Color }} event
   */
  #hear({ name, game, record, ply, fen, turn }) {
    if (!NEWS.includes(name))
      return;
    // Not by the event's name: a load may have shown the move or the take-back before its event.
    const known = this.#ply;
    if (ply < known)
      this.#forget();
    this.#ply = ply;
    if (fen === this.#fen)
      return;
    const wasMine = this.#isMine;
    this.#fen = fen;
    this.#isMine = game.status === 'playing' && turn === game.you;
    this.#hint.disabled = !this.#isMine;
    if (wasMine && ply > known && settings.get('coach')
      && (record.moves[known + 1]?.side ?? turn) !== game.you) {
      const { san, text } = record.moves[known];
      this.#judge(this.#before, record.fenAt(known + 1), san ?? text);
    }
    if (this.#isMine)
      this.#before = fen;
  }

  #forget() {
    this.#judged++;
    this.#words.textContent = '';
  }

  async #showHint() {
    const fen = this.#fen;
    this.#words.textContent = t('Thinking…');
    const best = await this.#thinker.best(fen);
    if (fen !== this.#fen)
      return;
    const ends = best === null ? null : endsOf(best.pv[0]);
    this.#words.textContent = best === null ? '' : t('Hint: {move}.',
      { move: best.san?.[0] ?? best.pv[0] });
    if (ends !== null)
      this.#table.board.setShapes([{ ...ends, color: 'green' }]);
  }

  /**
   * @param {string} before
   * @param {string} after
   * @param {string} move
   */
  async #judge(before, after, move) {
    const judged = ++this.#judged;
    const [best, reply] = await Promise.all([this.#thinker.best(before),
      this.#thinker.best(after)]);
    if (best === null || reply === null || judged !== this.#judged)
      return;
    const loss = scoreOf(best) + scoreOf(reply); // the reply's score is the opponent's
    this.#words.textContent = loss < BAD_CP ? ''
      : [faultWords(this.#session, { after, move, reply, loss }), t('{move} was better.',
        { move: best.san?.[0] ?? best.pv[0] })].join(' ');
  }
}
