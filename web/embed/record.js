/* A recorded game or a chapter of a study, to be stepped through, with variations and comments. */
import { h } from '../lib/dom.js';
import { turnWords } from '../lib/format.js';
import { t } from '../lib/i18n.js';
import { plant, readMoves } from '../lib/move-text.js';
import { Tree } from '../lib/tree.js';
import { Veil } from '../lib/veil.js';
import { TreeView } from '../widgets/tree-view.js';
import { Stage, barButton } from './stage.js';

/**
 * @typedef {object} Recorded
 * @property {string} variant as the tags name the game, or ''
 * @property {string} fen of the first position, or ''
 * @property {string} setup which start, or ''
 * @property {string} title
 * @property {string[]} tokens the moves, as Tree.plant() takes them
 * @property {boolean} isGuessed whether the reader is to find the moves
 */

/**
 * @param {string} pgn
 * @returns {Recorded}
 */
export function readRecord(pgn) {
  const { tags, tokens } = readMoves(pgn);
  const players = [tags.White, tags.Black].filter(name => name && name !== '?').join(' – ');
  return { variant: tags.Variant ?? '', fen: tags.FEN ?? '', setup: tags.Setup ?? '', tokens,
    isGuessed: tags.ChapterMode === 'guess',
    title: tags.ChapterName || [players, tags.Event === '?' ? '' : tags.Event, tags.Result]
      .filter(part => part && part !== '*').join(', ') };
}

export class Replay {
  #session;
  #stage;
  #title;
  #problem;
  /** @type {Tree} */
  #tree;
  /** @type {TreeNode} */
  #node;
  #veil = new Veil();
  #list = h('div', { class: 'moves', role: 'group', 'aria-label': t('Moves') });
  #view = new TreeView(this.#list, node => this.#go(node), node => this.#veil.isHidden(node));

  /**
   * `more` are put before the buttons below the board.
   * @param {HTMLElement} root
   * @param {Session} session with the first position
   * @param {Recorded} record
   * @param {{ options: import('./source.js').EmbedOptions, hasDrawings: boolean,
   *   more?: Node[] }} parts
   */
  constructor(root, session, record, { more = [], ...parts }) {
    this.#session = session;
    this.#title = record.title;
    this.#tree = new Tree(session, session.fen());
    this.#problem = plant(this.#tree, record.tokens).error;
    this.#veil.isOn = record.isGuessed;
    this.#stage = new Stage(root, session, { ...parts, onMove: move => this.#guess(move) });
    const step = (/** @type {string} */ where) => () => this.#step(where);
    this.#stage.setBar([...more, barButton(t('To the start'), step('first'), '|◀'),
      barButton(t('One move back'), step('back'), '◀'),
      barButton(t('One move on'), step('forward'), '▶'),
      barButton(t('To the last move'), step('last'), '▶|'),
      barButton(t('Flip the board'), () => this.#stage.flip())]);
    root.append(this.#list);
    root.onkeydown = event => this.#press(event);
    this.#go(this.#tree.root);
  }

  /** @param {string} where */
  #step(where) {
    this.#go(this.#veil.isOn && where === 'last' ? this.#veil.endOf(this.#node)
      : this.#tree.step(this.#node, where));
  }

  /** @param {TreeNode} node */
  #go(node) {
    const session = this.#session, text = node.move?.text;
    this.#node = node;
    this.#veil.lift(node);
    session.setFen(node.parent?.fen ?? node.fen);
    const move = session.moves().find(one => one.text === text) ?? null;
    session.setFen(node.fen);
    this.#stage.show(move, this.#veil.isOn);
    this.#stage.board.setShapes(node.shapes ?? []);
    this.#view.show(this.#tree, node);
    const { side, isCheck } = session.state();
    this.#stage.say(this.#problem || (!this.#veil.isOn ? this.#title
      : node.children.length === 0 ? t('This line ends here.') : turnWords(side, isCheck)));
  }

  /**
   * Handles a guess by a reader who must find the move.
   * @param {Move} move
   */
  #guess({ text }) {
    const node = this.#node.children.find(each => each.move?.text === text);
    this.#go(node ?? this.#node);
    if (!node)
      this.#stage.say(
        t('That is not the move of this study. Try another one, or step on to see it.'));
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    const target = event.composedPath()[0];
    if (target instanceof Element && target.closest('.apo-squares, select') !== null)
      return; // in these elements arrow keys go from square to square, or choose
    const where = { ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first',
      End: 'last' }[event.key];
    if (where === undefined)
      return;
    event.preventDefault();
    this.#step(where);
  }
}
