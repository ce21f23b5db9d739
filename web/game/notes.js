/* A player's private data for a game: conditional lines, an analysis, notes. */
import { follow, get, post } from '../lib/api.js';
import { byId, h, toast } from '../lib/dom.js';
import { GameWords } from '../widgets/game-words.js';
import { t } from '../lib/i18n.js';
import { lineWords, nodeAfter, plan, strayNodes } from './line-plan.js';
import { loadRules } from '../lib/rules.js';
import { Sheet } from './sheet.js';
import { stepKeys, wireKeys, wireSteps } from '../widgets/stepping.js';
import { Table } from '../widgets/table.js';
import { Tree } from '../lib/tree.js';
import { TreeView } from '../widgets/tree-view.js';
import { colorName } from '../lib/format.js';

class GameNotes {
  #id = byId('game-notes').dataset.id;
  /** @type {any} */
  #game;
  /** @type {Session} */
  #session;
  /** @type {Table} */
  #table;
  /** @type {GameWords} */
  #words;
  #view = new TreeView(byId('moves'), node => this.#go(node));
  /** @type {{ [kind: string]: Tree }} */
  #trees = {};     // lines, analysis
  /** @type {{ [kind: string]: TreeNode }} */
  #bases = {};     // the node of the current position in each
  /** @type {TreeNode} */
  #node;
  #mode = 'lines';
  #version = 0;    // of the stored lines
  #stored = '';    // the stored lines as text
  /** @type {{ [kind: string]: Sheet }} */
  #sheets = {};

  async open() {
    const [game, notes, rules, sealed] = await Promise.all([get(`/api/games/${this.#id}`),
      get(`/api/games/${this.#id}/desk`), loadRules(''),
      import('../lib/sealed.js').then(({ openSealed }) => openSealed())]);
    const definition = await (await fetch(`/api/definitions/${game.definition}`)).text();
    this.#session = rules.open({ definition });
    this.#table = new Table(this.#session, { onMove: move => this.#play(move.text) });
    this.#words = new GameWords(this.#session, move => this.#play(move.text));
    await this.#openSheets(notes, sealed);
    this.#version = notes.lines.version;
    this.#take(game, notes.lines.text, this.#sheets.analysis.text);
    this.#stored = this.#trees.lines.write();
    this.#table.flipTo(game.you === 'black' ? 'black' : 'white');
    this.#wire();
    this.#setMode(game.status === 'playing' ? 'lines' : 'analysis');
    this.#follow();
  }

  #follow() {
    const reload = () => feed.reload().catch(error => toast(error.message));
    const feed = follow(`/api/games/${this.#id}/events?after=${this.#game.seq}`, {
      load: () => get(`/api/games/${this.#id}`),
      /** @param {Game} game */
      show: game => this.#takeOn(game),
      handlers: { move: reload, takeback: reload, end: reload },
    });
  }

  /**
   * @param {any} notes
   * @param {import('../lib/sealed.js').Sealed | null} sealed
   */
  async #openSheets(notes, sealed) {
    for (const kind of ['note', 'analysis']) {
      this.#sheets[kind] = new Sheet(this.#id, kind, notes[kind], sealed,
        words => { byId(`${kind}-state`).textContent = words; });
      await this.#sheets[kind].recover();
    }
    byId('note').value = this.#sheets.note.text;
    byId('note').disabled = false;
    byId('note').addEventListener('input', () => this.#sheets.note.write(byId('note').value));
  }

  // The current game, and its two trees.
  /**
   * @param {Game} game
   * @param {string} lines
   * @param {string} analysis
   */
  #take(game, lines, analysis) {
    this.#game = game;
    for (const [name, text] of [['lines', lines], ['analysis', analysis]]) {
      const tree = this.#trees[name] = new Tree(this.#session, game.start.fen ?? '');
      nodeAfter(tree, game.moves);
      try {
        tree.read(text);
      } catch {
        /* An unreadable tree is replaced by an empty one; the server has already checked the
         * lines. */
      }
      this.#bases[name] = nodeAfter(tree, game.moves);
    }
    this.#node = this.#base;
  }

  // The game may have continued.
  /** @param {Game} game */
  #takeOn(game) {
    if (game.seq === this.#game.seq)
      return;
    this.#take(game, this.#trees.lines.write(), this.#trees.analysis.write());
    if (this.#mode === 'lines' && !this.#isDirty)
      this.#stored = this.#trees.lines.write();
    this.#showAll();
  }

  get #tree() {
    return this.#trees[this.#mode];
  }

  get #base() {
    return this.#bases[this.#mode];
  }

  get #isDirty() {
    return this.#trees.lines.write() !== this.#stored;
  }

  /** @param {string} mode */
  #setMode(mode) {
    this.#mode = mode;
    byId('game-notes').querySelector(`[name="mode"][value="${mode}"]`).checked = true;
    byId('lines-part').hidden = mode !== 'lines';
    byId('analysis-part').hidden = mode !== 'analysis';
    this.#node = this.#base;
    this.#showAll();
  }

  /* --- Moves --- */

  /** @param {string} text */
  #play(text) {
    const isLines = this.#mode === 'lines';
    if (isLines && !this.#isPlanned(this.#node))
      this.#node = this.#base;
    this.#session.setFen(this.#node.fen);
    // One answer to each move: a new one replaces the old one.
    if (isLines && this.#session.state().side === this.#game.you)
      this.#node.children = this.#node.children.filter(child => child.move?.text === text);
    try {
      this.#node = this.#tree.play(this.#node, text);
    } catch (error) {
      this.#showAll();
      return error.message;
    }
    this.#words.say(`${colorName(this.#node.move?.side)}: ${this.#node.move?.san}.`);
    this.#changed();
    return '';
  }

  /** @param {TreeNode} node */
  #isPlanned(node) {
    return node === this.#base || this.#tree.pathTo(node).includes(this.#base);
  }

  #remove(node = this.#node) {
    const isInGame = this.#tree.pathTo(this.#base).includes(node);
    if (!node.parent || isInGame)
      return;
    this.#node = this.#tree.remove(node);
    if (this.#mode === 'lines' && !this.#isPlanned(this.#node))
      this.#node = this.#base;
    this.#changed();
  }

  #changed() {
    if (this.#mode === 'analysis')
      this.#sheets.analysis.write(this.#tree.write());
    this.#showAll();
  }

  /** @param {TreeNode} node */
  #go(node) {
    this.#node = node;
    this.#showPosition();
    this.#view.mark(node);
  }

  /** @param {string} where */
  #step(where) {
    this.#go(this.#tree.step(this.#node, where,
      this.#mode === 'lines' ? this.#base : this.#tree.root));
  }

  /* --- Display --- */

  #showAll() {
    const isLines = this.#mode === 'lines';
    this.#view.show(isLines ? { root: this.#base } : this.#tree, this.#node);
    this.#showPosition();
    if (isLines)
      this.#showPlan();
  }

  #showPlan() {
    const isOver = this.#game.status !== 'playing', isTurn = this.#game.turn === this.#game.you;
    byId('lines-note').textContent = isOver ? t('The game is over; lines are no longer played.')
      : this.#game.clock[this.#game.you]?.kind === 'live'
        ? t('Lines are not played in live games.')
        : isTurn
          ? t('It is your turn. A line begins with your own move, which you must make yourself.')
          : t('Make a move for your opponent on the board, then your answer. If your opponent '
            + 'plays that move, the server plays your answer.');
    byId('plan').replaceChildren(...plan(this.#base, this.#game.you)
      .map(({ node, words }) => this.#row(node, words)));
    const strays = strayNodes(this.#tree, this.#base);
    byId('strays').hidden = strays.length === 0;
    byId('stray-list').replaceChildren(...strays.map(node => this.#row(node, lineWords(node))));
    byId('save-lines').disabled = !this.#isDirty;
    byId('lines-state').textContent = this.#isDirty ? t('not saved yet') : this.#version > 0
      ? t('saved') : '';
  }

  /**
   * @param {TreeNode} node
   * @param {string} words
   */
  #row(node, words) {
    return h('li', {},
      h('button', { type: 'button', class: 'as-link', onclick: () => this.#go(node) }, words), ' ',
      h('button', { type: 'button', class: 'button button-icon', 'aria-label': t('Delete: {line}',
        { line: words }), onclick: () => this.#remove(node) }, '✕'));
  }

  #showPosition() {
    const node = this.#node;
    this.#session.setFen(node.fen);
    const state = this.#session.state();
    this.#table.show({ lastMove: node.move?.text ?? '', mode: 'move', you: state.side });
    byId('status').textContent = state.ending === 'none'
      ? t('{color} to move', { color: colorName(state.side) }) : t('The game is over here.');
    byId('remove').disabled = node === this.#base || !node.parent || this.#tree.pathTo(this.#base)
      .includes(node);
    this.#words.refresh();
  }

  /* --- Saving lines, buttons, keys --- */

  async #save() {
    const text = this.#trees.lines.write();
    byId('save-lines').disabled = true;
    try {
      const { version } = await post(`/api/games/${this.#id}/desk`,
        { kind: 'lines', version: this.#version, text }, { patienceMs: 8000 });
      this.#version = version;
      this.#stored = text;
    } catch (error) {
      toast(error.message);
    }
    this.#showAll();
  }

  #wire() {
    for (const box of byId('game-notes').querySelectorAll('[name="mode"]'))
      box.addEventListener('change', () => this.#setMode(box.value));
    byId('save-lines').addEventListener('click', () => this.#save());
    byId('remove').addEventListener('click', () => this.#remove());
    const parts = { step: (/** @type {string} */ where) => this.#step(where),
      flip: () => this.#table.flip(),
      table: this.#table, words: this.#words };
    wireSteps(parts);
    wireKeys(stepKeys(parts));
    addEventListener('beforeunload', event => {
      if (this.#isDirty || Object.values(this.#sheets).some(({ isAtRisk }) => isAtRisk))
        event.preventDefault();
    });
  }
}

new GameNotes().open().catch(error => {
  byId('status').textContent = error.message;
  throw error;
});
