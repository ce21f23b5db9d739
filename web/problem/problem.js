/* A problem on the board: the user plays the side that has to force the aim, and the rules
 * answer with the best defence, or with a move that escapes. */
import { withoutGoneRanks } from '../board/geometry.js';
import { get, post } from '../lib/api.js';
import { accountHere, accountName, byId, h } from '../lib/dom.js';
import { rulesOf } from '../lib/definitions.js';
import { t } from '../lib/i18n.js';
import { loadRules } from '../lib/rules.js';
import { wireKeys } from '../widgets/stepping.js';
import { Table } from '../widgets/table.js';

const ANSWER_MS = 350;
const CHECK_MS = 3000; // between polls while a problem waits to be checked

const { id, variant, fen, aim, moves, line } = byId('problem').dataset;
const side = byId('problem').dataset.side === 'black' ? 'black' : 'white';
const isWaiting = 'waiting' in byId('problem').dataset;
/** The only line that wins, if that is the aim. */
const solution = line ? line.split(' ') : [];
/** @param {number} ms */
const pause = ms => new Promise(done => setTimeout(done, ms));

class Problem {
  /** @type {Session} */
  #session;
  /** @type {Table} */
  #table;
  /** @type {{ text: string, san: string, before: string }[]} */
  #line = []; // moves made: { text, san, fen before }
  #isOver = false;
  #isBusy = false;
  #isShown = false; // true once the solution was shown: solving no longer counts
  /** Whether the next try is the one that is rated. */
  #counts = 'counts' in (document.getElementById('rating')?.dataset ?? {});
  /** @type {Promise<any>} */
  #sent = Promise.resolve(); // tries are sent one after the other

  async open() {
    const rules = await loadRules(variant, 'lessons');
    this.#session = rules.open(await rulesOf(variant, ''));
    this.#session.setFen(fen);
    this.#table = new Table(this.#session, { onMove: move => this.#try(move.text),
      places: withoutGoneRanks(this.#session.game, this.#session.state().squares) });
    this.#table.flipTo(side);
    byId('analyse').href = `/analysis#${new URLSearchParams({ v: variant, fen })}`;
    byId('back').addEventListener('click', () => this.#takeBack());
    byId('again').addEventListener('click', () => this.#restart());
    wireKeys({ b: () => this.#table.focus() });
    byId('show').addEventListener('click', () => this.#showSolution());
    this.#show();
    if (isWaiting)
      this.#waitForVerdict();
  }

  /** @param {string} words */
  #say(words, kind = '') {
    const status = byId('status');
    status.textContent = words;
    status.classList.toggle('notice-bad', kind === 'bad');
  }

  /** @param {string} text */
  #play(text) {
    const before = this.#session.fen();
    const san = this.#session.moves().find((/** @type {Move} */ move) => move.text === text)?.san
      ?? text;
    this.#session.play(text);
    this.#line.push({ text, san, before });
  }

  get #left() {
    return Number(moves) - Math.ceil(this.#line.length / 2);
  }

  /** @param {string} text */
  async #try(text) {
    if (this.#isBusy || this.#isOver)
      return;
    this.#isBusy = true;
    this.#play(text);
    this.#show();
    this.#say(t('Thinking…'));
    await pause(ANSWER_MS);
    this.#answer();
    this.#isBusy = false;
    this.#show();
  }

  /** Answers like `defend` of the rules, but from the known line. */
  #follow() {
    const ply = this.#line.length;
    const isRight = this.#line.every(({ text }, index) => text === solution[index]);
    return { verdict: isRight ? 'yes' : 'no', move: isRight ? solution[ply] ?? null : null };
  }

  #answer() {
    const { verdict, move } = solution.length > 0 ? this.#follow()
      : this.#session.defend(aim, this.#left);
    if (verdict === 'yes' && move === null) {
      this.#isOver = true;
      this.#solved();
      return;
    }
    if (move !== null)
      this.#play(move);
    const { san } = this.#line[this.#line.length - 1];
    if (verdict === 'yes') {
      this.#say(t('Correct. {move} is the best defence; your move.', { move: san }));
      return;
    }
    this.#isOver = true;
    if (verdict === 'no')
      this.#fail(move === null ? this.#line : this.#line.slice(0, -1));
    if (solution.length > 0)
      this.#say(t('There is a better move. Take it back.'), 'bad');
    else if (verdict === 'unknown')
      this.#say(t('Checking that move would take too long. Take it back.'), 'bad');
    else if (move === null)
      this.#say(t('That ends the game, but with the wrong result. Take it back.'), 'bad');
    else
      this.#say(t('No: {move} escapes. Take it back.', { move: san }), 'bad');
  }

  /**
   * Sends a try with its moves, and shows how the ratings have changed.
   * @param {{ text: string }[]} made
   */
  #send(made) {
    const texts = made.map(({ text }) => text);
    this.#counts = false;
    this.#sent = this.#sent.catch(() => { /* Said already. */ }).then(async () => {
      const answer = await post(`/api/problems/${id}/try`, { moves: texts },
        { patienceMs: 8000 });
      this.#showRatings(answer);
    });
    return this.#sent;
  }

  /** @param {{ change: number | null, you: any, problem: any }} answer */
  #showRatings({ change, you, problem }) {
    if (change === null || accountName === null)
      return;
    const sign = change < 0 ? '−' : '+';
    byId('rating').textContent = t('Your rating for problems: {rating} ± {deviation} ({change})',
      { rating: you.rating, deviation: you.deviation, change: `${sign}${Math.abs(change)}` });
    byId('problem-rating').textContent = t('Rating of this problem: {rating} ± {deviation}',
      { rating: problem.rating, deviation: problem.deviation });
  }

  /**
   * A failed first try counts; later ones are not sent.
   * @param {{ text: string }[]} made
   */
  #fail(made) {
    if (this.#counts)
      this.#send(made).catch(error => this.#say(error.message, 'bad'));
  }

  async #solved() {
    if (this.#isShown) {
      this.#say(t('That was the solution.'));
      return;
    }
    this.#say(t('Solved.'));
    if (accountHere() === null) {
      this.#say(t('Solved. With an account it would be recorded.'));
      return;
    }
    try {
      await this.#send(this.#line);
      this.#say(t('Solved and recorded.'));
    } catch (error) {
      this.#say(error.code === 'offline'
        ? t('Solved, but not recorded: the server cannot be reached just now.') : error.message,
      'bad');
    }
  }

  // Takes back the user's last move, with the answer if there is one.
  #takeBack() {
    const keep = Math.max(0, this.#line.length - (this.#line.length % 2 === 1 ? 1 : 2));
    this.#session.setFen(this.#line[keep].before);
    this.#line.length = keep;
    this.#isOver = false;
    this.#say(t('Your move.'));
    this.#show();
  }

  #restart() {
    this.#line = [];
    this.#session.setFen(fen);
    this.#isOver = this.#isShown = false;
    this.#say(t('Your move.'));
    this.#show();
  }

  async #showSolution() {
    if (this.#isBusy)
      return;
    this.#fail([]);
    this.#restart();
    this.#isShown = this.#isBusy = true;
    while (!this.#isOver) {
      const { verdict, move } = solution.length > 0
        ? { verdict: 'yes', move: solution[this.#line.length] }
        : this.#session.force(aim, this.#left, 20000000);
      if (verdict !== 'yes')
        break;
      this.#play(move);
      this.#show();
      await pause(ANSWER_MS * 2);
      this.#answer();
      this.#show();
      await pause(ANSWER_MS * 2);
    }
    this.#isBusy = false;
    this.#show();
  }

  #show() {
    const mine = this.#session.state().side === side;
    this.#table.show({ lastMove: this.#line.at(-1)?.text ?? '', mode: mine && !this.#isOver
      && !this.#isBusy ? 'move' : 'look',
    you: side });
    byId('moves').replaceChildren(...this.#line.map(({ san }, index) => h('li',
      { 'data-ply': index + 1, class: index % 2 === 0 ? 'is-own' : '' }, san)));
    byId('back').disabled = byId('again').disabled = this.#line.length === 0 || this.#isBusy;
    byId('show').disabled = this.#isBusy;
  }

  // For the author's own problem while it is being checked: reloads the page with the result.
  async #waitForVerdict() {
    for (;;) {
      await pause(CHECK_MS);
      const { state } = await get(`/api/problems/${id}`);
      if (state !== 'waiting') {
        location.reload();
        return;
      }
    }
  }
}

new Problem().open().catch(error => {
  byId('status').textContent = error.message;
  throw error;
});
