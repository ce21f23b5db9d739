/* A recorded game, to be stepped through. */
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { readMoves } from '../lib/move-text.js';
import { mainLine } from './source.js';
import { Stage, barButton } from './stage.js';

/**
 * @typedef {object} Recorded
 * @property {string} game id of a built-in game, or ''
 * @property {string} fen of the first position, or ''
 * @property {string} title
 * @property {string[]} moves
 */

/**
 * @param {string} pgn
 * @param {Session} session of any game
 * @returns {Recorded}
 */
export function readRecord(pgn, session) {
  const { tags, tokens } = readMoves(pgn);
  const fen = tags.FEN ?? '';
  const players = [tags.White, tags.Black].filter(name => name && name !== '?').join(' – ');
  return { game: session.find(tags.Variant ?? 'Standard', fen), fen, moves: mainLine(tokens),
    title: [players, tags.Event === '?' ? '' : tags.Event, tags.Result].filter(Boolean)
      .join(', ') };
}

export class Replay {
  #session;
  #stage;
  #fens;
  /** @type {Move[]} */
  #moves = [];
  #ply = 0;
  #title;
  /** @type {HTMLButtonElement[]} */
  #links = [];
  #problem = '';
  #list = h('div', { class: 'moves', role: 'group', 'aria-label': t('Moves') });

  /**
   * @param {HTMLElement} root
   * @param {Session} session with the first position
   * @param {Recorded} record
   * @param {{ wish: import('./source.js').Wish, hasDrawings: boolean }} parts
   */
  constructor(root, session, record, parts) {
    this.#session = session;
    this.#title = record.title;
    this.#fens = [session.fen()];
    this.#readAll(record.moves);
    this.#stage = new Stage(root, session, parts);
    this.#stage.setBar([barButton(t('To the start'), () => this.go(0), '⏮'),
      barButton(t('One move back'), () => this.go(this.#ply - 1), '◀'),
      barButton(t('One move on'), () => this.go(this.#ply + 1), '▶'),
      barButton(t('To the last move'), () => this.go(this.#moves.length), '⏭'),
      barButton(t('Flip the board'), () => this.#stage.flip())]);
    root.append(this.#list);
    root.addEventListener('keydown', event => this.#press(event));
    this.go(0);
  }

  /**
   * Shows the position after so many moves.
   * @param {number} ply
   */
  go(ply) {
    this.#ply = Math.max(0, Math.min(ply, this.#moves.length));
    this.#session.setFen(this.#fens[this.#ply]);
    this.#stage.show(this.#moves[this.#ply - 1] ?? null, false);
    for (const [at, link] of this.#links.entries())
      link.toggleAttribute('aria-current', at === this.#ply - 1);
    this.#stage.say(this.#problem || this.#title);
    this.#reveal();
  }

  // Within the list only: the page of the host stays where it is.
  #reveal() {
    const link = this.#links[this.#ply - 1];
    if (link === undefined)
      return;
    const { offsetTop, offsetHeight } = link, { scrollTop, clientHeight } = this.#list;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight)
      this.#list.scrollTop = offsetTop - clientHeight / 2;
  }

  /** @param {string[]} texts */
  #readAll(texts) {
    const session = this.#session;
    for (const text of texts) {
      const { side, moveNumber } = session.state(), known = session.moves();
      try {
        session.play(text);
      } catch (error) {
        this.#problem = t('Move {number}, “{text}”: {reason}', { number: moveNumber, text,
          reason: error instanceof Error ? error.message : '' });
        return;
      }
      const fen = session.fen(), from = this.#fens[this.#fens.length - 1];
      const move = known.find(one => one.text === text || one.san === text)
        ?? known.find(one => {
          session.setFen(from);
          session.play(one.text);
          return session.fen() === fen;
        });
      session.setFen(fen);
      this.#fens.push(fen);
      this.#add(/** @type {Move} */ (move), side, moveNumber);
    }
  }

  /**
   * @param {Move} move
   * @param {Color} side
   * @param {number} number
   */
  #add(move, side, number) {
    const at = this.#moves.push(move);
    const before = side === 'white' ? `${number}.` : at === 1 ? `${number}…` : '';
    const link = h('button', { type: 'button', onclick: () => this.go(at) }, move.san);
    this.#links.push(link);
    this.#list.append(before === '' ? ' ' : ` ${before} `, link);
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest('.apo-squares') !== null)
      return; // there the arrows go from square to square
    const ply = { ArrowLeft: this.#ply - 1, ArrowRight: this.#ply + 1, Home: 0,
      End: this.#moves.length }[event.key];
    if (ply === undefined)
      return;
    event.preventDefault();
    this.go(ply);
  }
}
