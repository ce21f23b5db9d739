/* The game on the board: moves by hand and by the engine, taken back and made again, while its
 * rules change. */
import { Thinker } from '../widgets/thinker.js';
import { byId } from '../lib/dom.js';
import { endWords } from '../lib/end-words.js';
import { turnWords } from '../lib/format.js';
import { Tree } from '../lib/tree.js';
import { showSteps, stepKeys, wireKeys, wireSteps } from '../widgets/stepping.js';
import { Table } from '../widgets/table.js';
import { TreeView } from '../widgets/tree-view.js';

const BREATH_MS = 150; // between two moves of the computer, so that they can be seen

export class Trial {
  /** @type {Session} */
  #session;
  /** @type {Tree} */
  #tree;
  /** @type {TreeNode} */
  #node;
  /** @type {Table} */
  #table;
  /** @type {Thinker | null} */
  #thinker = null;
  /** @type {GameChoice} */
  #game = { definition: '' };
  #module;
  #view = new TreeView(byId('moves'), node => this.#go(node));
  #turn = 0; // counts positions: an answer for an earlier one is not played

  /** @param {WebAssembly.Module | null} module the engine's */
  constructor(module) {
    this.#module = module;
  }

  /**
   * Goes on by the rules of this definition; the moves so far stay as far as they are legal.
   * @param {Session} session
   * @param {string} definition
   */
  take(session, definition) {
    const old = this.#session, moves = this.#tree === undefined ? []
      : this.#tree.pathTo(this.#node).map(({ move }) => move?.text ?? '');
    this.#session = session;
    this.#game = { definition };
    this.#thinker?.open(this.#game);
    if (this.#table)
      this.#table.renew(session);
    else
      this.#build();
    this.#plant(moves);
    old?.close();
  }

  get table() {
    return this.#table;
  }

  /** The position on the board again, after something else was shown there. */
  refresh() {
    this.#table.take(this.#session);
    this.#show();
  }

  /** From the start. */
  reset() {
    this.#plant([]);
  }

  /** Takes moves back until it is a person's turn again. */
  takeBack() {
    do
      this.#node = this.#tree.remove(this.#node);
    while (this.#node.parent !== null && this.#isComputers());
    this.#showAll();
  }

  #build() {
    this.#table = new Table(this.#session, { onMove: move => this.#play(move.text) });
    /** @param {string} where */
    const step = where => this.#step(where);
    const flip = () => this.#table.flip(), table = this.#table;
    wireSteps({ step, flip });
    const { m: _, t: __, z: ___, ...keys } = stepKeys({ step, flip, table,
      words: { focus() {}, toggle() {} } });
    wireKeys(keys);
    byId('take-back').addEventListener('click', () => this.takeBack());
    byId('reset').addEventListener('click', () => this.reset());
    for (const id of ['computer', 'level'])
      byId(id).addEventListener('change', () => this.#think());
  }

  /** @param {string[]} moves */
  #plant(moves) {
    this.#session.start(1);
    this.#tree = new Tree(this.#session, this.#session.fen());
    this.#node = this.#tree.plant(moves).node;
    this.#showAll();
  }

  /** @param {string} text */
  #play(text) {
    this.#node = this.#tree.play(this.#node, text);
    this.#showAll();
  }

  /** @param {TreeNode} node */
  #go(node) {
    this.#node = node;
    this.#show();
    this.#view.mark(node);
  }

  /** @param {string} where */
  #step(where) {
    this.#go(this.#tree.step(this.#node, where));
  }

  #showAll() {
    this.#view.show(this.#tree, this.#node);
    this.#show();
  }

  #show() {
    const node = this.#node, session = this.#session;
    this.#turn++;
    session.setFen(node.fen);
    const state = session.state();
    const { ending, whiteQuarters } = this.#outcome();
    const isOver = ending !== 'none';
    this.#table.show({ lastMove: node.move?.text ?? '', mode: isOver ? 'look' : 'move',
      you: state.side });
    byId('status').textContent = endWords({ ending, whiteQuarters, side: state.side })
      || turnWords(state.side, state.isCheck);
    byId('take-back').disabled = node.parent === null;
    showSteps(node.parent === null, node.children.length === 0);
    this.#think();
  }

  // With repetitions and counted moves, which the position alone does not tell.
  #outcome() {
    const moves = this.#tree.pathTo(this.#node).map(({ move }) => move?.text ?? '');
    return this.#session.outcome(this.#tree.root.fen, moves);
  }

  #isComputers() {
    const who = byId('computer').value;
    this.#session.setFen(this.#node.fen);
    return who === 'both' || who === this.#session.state().side;
  }

  get #level() {
    const { value, min, max } = byId('level');
    return Math.min(Number(max), Math.max(Number(min), Math.trunc(Number(value)) || Number(min)));
  }

  /** The computer moves if it is its turn and nothing has been played here yet. */
  async #think() {
    const turn = this.#turn, node = this.#node;
    if (!this.#isComputers() || node.children.length > 0 || this.#outcome().ending !== 'none')
      return;
    this.#thinker ??= new Thinker(this.#game, { module: this.#module });
    const [text] = await Promise.all([
      this.#thinker.choose(node.fen, this.#level),
      new Promise(done => setTimeout(done, BREATH_MS))]);
    if (text !== null && turn === this.#turn && this.#isComputers())
      this.#play(text);
  }
}
