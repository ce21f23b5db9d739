/* The boards of a lesson. Each says what to do, what is on the board and which moves there are, and
 * judges the move that was made. Knows no page. */
import { t, tn } from '../lib/i18n.js';
import { moveSentence } from '../lib/move-words.js';
import { pieceName } from '../lib/piece-name.js';
import { viewOfSession } from '../board/view.js';
import { Drill } from './drill.js';
import { fulfils, setUp } from './special.js';

/**
 * The verdict on a move: 'more', 'done' or 'wrong', and what to say; after 'wrong' the board is as
 * before the move, and `reply` is a move of the opponent that has been made already.
 * @typedef {{ state: 'more' | 'done' | 'wrong', say: string, reply?: string }} Verdict
 */

export class DrillStage {
  #session;
  #type;
  #lesson;
  #drill;

  /**
   * @param {Session} session
   * @param {PieceType} type
   * @param {PieceLesson} lesson
   */
  constructor(session, type, lesson) {
    this.#session = session;
    this.#type = type;
    this.#lesson = lesson;
    this.#drill = new Drill(session, type, lesson);
  }

  get session() {
    return this.#session;
  }

  get isAlone() {
    return true;
  }

  text() {
    const { moves, task } = this.#lesson;
    const how = moveSentence(this.#session, this.#type);
    const what = task === 'stars'
      ? tn('Reach all stars, in {n} move if you can.', 'Reach all stars, in {n} moves if you can.',
        moves)
      : tn('Capture everything, in {n} move if you can.',
        'Capture everything, in {n} moves if you can.', moves);
    return [how, what, this.#powerWords()].filter(Boolean).join(' ');
  }

  #powerWords() {
    const { power } = this.#drill;
    return power === null ? '' : t('Now the joker moves like this piece: {piece}.',
      { piece: pieceName(this.#session.type(power)) });
  }

  view() {
    const { power } = this.#drill;
    return {
      pieces: this.#drill.pieces(t('star')), check: null, lastMove: null,
      badges: power === null ? {} : { [this.#drill.at]: this.#session.type(power) },
    };
  }

  moves() {
    return this.#drill.moves();
  }

  /** @returns {DiagramPiece[]} */
  standing() {
    return Object.entries(this.#drill.pieces('')).filter(([, { letter }]) => letter !== '★')
      .map(([square, { letter, color }]) => ({ square, letter, color }));
  }

  /**
   * @param {Move} move
   * @returns {Verdict}
   */
  play(move) {
    this.#drill.play(move);
    if (!this.#drill.isDone)
      return { state: 'more', say: [tn('{n} left.', '{n} left.', this.#drill.left.length),
        this.#powerWords()].filter(Boolean).join(' ') };
    const { moveCount } = this.#drill;
    return { state: 'done', say: moveCount <= this.#lesson.moves
      ? t('Well done, in the fewest moves possible.')
      : tn('Done. It is possible in {n} move.', 'Done. It is possible in {n} moves.',
        this.#lesson.moves) };
  }

  hint() {
    return this.#drill.hint();
  }

  /**
   * Why a move that was tried is not legal; the board need not be a position of the game.
   * @param {string} from
   * @param {string} to
   */
  refusal(from, to) {
    return from === this.#drill.at
      ? t('This piece does not go from {from} to {to} in one move.', { from, to }) : '';
  }

  restart() {
    this.#drill.restart();
  }
}

export class MateStage {
  #session;
  #lesson;
  #left = 0;

  /**
   * @param {Session} session
   * @param {PieceLesson} lesson
   */
  constructor(session, lesson) {
    this.#session = session;
    this.#lesson = lesson;
    this.restart();
  }

  get session() {
    return this.#session;
  }

  get isAlone() {
    return false;
  }

  text() {
    return this.#lesson.moves === 1 ? t('Mate in one move.') : t('Mate in two moves.');
  }

  view() {
    return viewOfSession(this.#session);
  }

  moves() {
    return this.#session.moves();
  }

  /**
   * @param {Move} move
   * @returns {Verdict}
   */
  play(move) {
    const before = this.#session.fen();
    this.#session.play(move.text);
    const { verdict, move: reply } = this.#session.defend('mate', this.#left - 1);
    if (verdict === 'yes' && reply === null)
      return { state: 'done', say: t('Mate.') };
    if (verdict === 'yes' && reply !== null) {
      this.#left--;
      this.#session.play(reply);
      return { state: 'more', reply, say: t('Good. Now mate.') };
    }
    const escape = this.#session.moves().find(({ text }) => text === reply)?.san;
    this.#session.setFen(before);
    return { state: 'wrong', say: escape === undefined ? t('That is not mate. Try again.')
      : t('{move} escapes. Try again.', { move: escape }) };
  }

  hint() {
    const { move } = this.#session.force('mate', this.#left);
    return this.moves().find(({ text }) => text === move) ?? null;
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  refusal(from, to) {
    return this.#session.refusal(from, to);
  }

  restart() {
    this.#session.setFen(this.#lesson.fen ?? '');
    this.#left = this.#lesson.moves;
  }
}

export class StepStage {
  #session;
  #scratch;
  #step;
  #fen;

  /**
   * @param {Session} session of the step's game
   * @param {() => Session} scratch another one of that game
   * @param {import('./special.js').Step} step
   */
  constructor(session, scratch, step) {
    this.#session = session;
    this.#scratch = scratch;
    this.#step = step;
    setUp(session, step);
    this.#fen = session.fen();
  }

  get session() {
    return this.#session;
  }

  get isAlone() {
    return false;
  }

  text() {
    return t(this.#step.text);
  }

  view() {
    return viewOfSession(this.#session);
  }

  moves() {
    return this.#session.moves();
  }

  /**
   * @param {Move} move
   * @returns {Verdict}
   */
  play(move) {
    if (!this.#does(move))
      return { state: 'wrong', say: t('That is a legal move, but not what is asked for.') };
    this.#session.play(move.text);
    return { state: 'done', say: t(this.#step.done) };
  }

  /** The opponent's answer, before the next step. */
  goOn() {
    if (this.#step.reply !== undefined)
      this.#session.play(this.#step.reply);
  }

  hint() {
    return this.moves().find(move => this.#does(move)) ?? null;
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  refusal(from, to) {
    return this.#session.refusal(from, to);
  }

  restart() {
    this.#session.setFen(this.#fen);
  }

  /** @param {Move} move */
  #does(move) {
    return fulfils(this.#session, move, this.#step.goal, this.#scratch);
  }
}
