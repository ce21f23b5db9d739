/* Help in a casual game against the computer: a hint, and a sentence after a bad move. */
import { Thinker } from '../widgets/thinker.js';
import { h } from '../lib/dom.js';
import { t, tn } from '../lib/i18n.js';
import { pieceName } from '../lib/piece-name.js';
import { endsOf } from '../lib/record.js';
import { settings } from '../lib/settings.js';

const BAD_CP = 150;   // a move is called bad if it costs a pawn and a half
const MATE_CP = 10000;

/** @param {any} line */
const scoreOf = line => (line.mate_moves === undefined ? line.score_cp
  : Math.sign(line.mate_moves || -1) * MATE_CP - line.mate_moves);

/**
 * True for a game in which help is fair: unrated, against the computer.
 * @param {Game} game
 */
export function mayHelp(game) {
  const other = game.you === 'white' ? game.black : game.you === 'black' ? game.white : null;
  return other?.kind === 'computer' && !game.rated && game.status === 'playing';
}

export class Coach {
  #table;
  #session;
  #thinker;
  #fen = '';    // the position now
  #before = ''; // the last one in which it was the player's turn
  #isMine = false;
  #words = h('p', { class: 'coach-words', role: 'status' });
  #hint = h('button', { type: 'button', class: 'button', id: 'coach-hint',
    onclick: () => this.#showHint() }, t('Hint'));

  /**
   * @param {HTMLElement} root
   * @param {import('../widgets/table.js').Table} table
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
    document.querySelector('.game-facts').append(h('div', { class: 'coach', id: 'coach' },
      h('div', { class: 'row' }, this.#hint,
        h('label', { class: 'check' }, watch, t('Tell me about mistakes'))), this.#words));
    root.addEventListener('told', event => this.#hear(/** @type {any} */ (event).detail));
  }

  /** @param {{ name: string, game: Game, fen: string, turn: Color, data: any }} event */
  #hear({ name, game, fen, turn, data }) {
    if (fen === this.#fen)
      return;
    const wasMine = this.#isMine;
    this.#fen = fen;
    this.#isMine = game.status === 'playing' && turn === game.you;
    this.#hint.disabled = !this.#isMine;
    if (name === 'move' && wasMine && !this.#isMine && settings.get('coach'))
      this.#judge(this.#before, fen, data.san ?? data.text);
    if (name === 'takeback')
      this.#words.textContent = '';
    if (this.#isMine)
      this.#before = fen;
  }

  async #showHint() {
    const fen = this.#fen;
    this.#words.textContent = t('Thinking …');
    const best = await this.#thinker.best(fen);
    if (fen !== this.#fen)
      return;
    const ends = best && endsOf(best.pv[0]);
    this.#words.textContent = ends === null ? '' : t('Hint: {move}.',
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
    const [best, reply] = await Promise.all([this.#thinker.best(before),
      this.#thinker.best(after)]);
    if (best === null || reply === null)
      return;
    const loss = scoreOf(best) + scoreOf(reply); // the reply's score is the opponent's
    this.#words.textContent = loss < BAD_CP ? ''
      : [this.#why(after, move, reply, loss), t('Better was {move}.',
        { move: best.san?.[0] ?? best.pv[0] })].join(' ');
  }

  /**
   * @param {string} after
   * @param {string} move
   * @param {any} reply
   * @param {number} loss
   */
  #why(after, move, reply, loss) {
    const answer = reply.san?.[0] ?? reply.pv[0];
    if (reply.mate_moves > 0)
      return tn('{move} allows mate in {n}: {answer}.', '{move} allows mate in {n}: {answer}.',
        reply.mate_moves, { move, answer });
    this.#session.setFen(after);
    const { pieces } = this.#session.state();
    const taken = this.#session.moves().find(({ text }) => text === reply.pv[0])?.captures[0];
    return taken !== undefined && pieces[taken] !== undefined
      ? t('{move} loses material: after {answer} this piece is captured: {piece} on {square}.',
        { move, answer, piece: pieceName(pieces[taken]), square: taken })
      : t('{move} costs about {n} pawns: {answer} is strong.',
        { move, answer, n: Math.round(Math.min(loss, MATE_CP) / 100) });
  }
}
