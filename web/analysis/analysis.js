/* The analysis board: any game, any position, moves with variations, the engine, a link to
 * share. */
import { get, post } from '../lib/api.js';
import { rulesOf } from '../lib/definitions.js';
import { byId, copyText } from '../lib/dom.js';
import { Annotator, showUndo, wireUndo } from '../widgets/annotator.js';
import { engineBeside } from './engine-board.js';
import { Explorer } from '../widgets/explorer.js';
import { endWords } from '../lib/end-words.js';
import { GameWords } from '../widgets/game-words.js';
import { t } from '../lib/i18n.js';
import { noGame, showLinkProblem, showUnreadable } from '../widgets/link-problem.js';
import { plant, readMoves } from '../lib/move-text.js';
import { ReviewPanel } from './review-panel.js';
import { loadRules } from '../lib/rules.js';
import { showSteps, stepKeys, wireKeys, wireSteps } from '../widgets/stepping.js';
import { Table } from '../widgets/table.js';
import { Tree } from '../lib/tree.js';
import { TreeView } from '../widgets/tree-view.js';
import { Undo } from '../lib/undo.js';
import { colorName, turnWords } from '../lib/format.js';

// Tags that the analysis writes itself.
const OWN_TAGS = ['Variant', 'Setup', 'SetUp', 'FEN'];

/**
 * The tags of a PGN that say who played, when, and how it ended.
 * @param {any} game as the server gives it, a game or a record of the archive
 */
function tagsOf({ id, white, black, result, begun, moves }) {
  const at = begun ?? moves?.[0]?.at;
  const day = at ? new Date(at).toISOString().slice(0, 10).replaceAll('-', '.') : '????.??.??';
  /** @param {number} quarters */
  const part = quarters => ['0', '1/4', '1/2', '3/4', '1'][quarters];
  const quarters = result?.white_quarters;
  return {
    Event: '?', Site: new URL(`/game/${id}`, location.href).href, Date: day,
    White: white?.name || '?', Black: black?.name || '?',
    Result: quarters === null || quarters === undefined ? '*'
      : `${part(quarters)}-${part(4 - quarters)}`,
  };
}

class Analysis {
  /** @type {Rules} */
  #rules;
  /** @type {Session} */
  #session;
  #variant = '';
  /** @type {{ number: number, name: string } | null} */
  #start = { number: 1, name: '' };
  /** @type {Tree} */
  #tree;
  /** @type {TreeNode} */
  #node;
  /** @type {Table} */
  #table;
  #view = new TreeView(byId('moves'), node => this.#go(node));
  /** @type {GameWords} */
  #words;
  #engine = engineBeside({ onMove: text => this.#play(text), table: () => this.#table,
    session: () => this.#second });
  #explorer = new Explorer(text => this.#play(text));
  #annotator = new Annotator((change, isMore) => this.#annotate(change, isMore));
  /** @type {Undo<ReturnType<Tree['copy']>>} */
  #undo = new Undo();
  #review = new ReviewPanel(node => this.#go(node));
  /** @type {Session} */
  #second;          // for the review and the engine's pictures
  /** @type {GameChoice} */
  #choice;
  /** @type {{ [name: string]: string }} */
  #tags = {};       // of the game shown: names, result, date
  #kept = '';       // the finished game of this server that was opened
  #keptTree = '';   // its moves and notes as they were opened,
  #keptSearch = ''; // ... and how the address named it
  #shownHash = '';  // the address's hash, as this page wrote it

  async open() {
    this.#rules = await loadRules();
    await this.#openAddress();
    this.#wire();
    addEventListener('hashchange', () => {
      if (location.hash !== this.#shownHash)
        this.#openAddress().catch(error => this.#problem(error.message));
    });
  }

  /** Opens the game or position that the address names. If there is none, the page says so and
   * stays usable. */
  async #openAddress() {
    const query = new URLSearchParams(location.search);
    const asked = new URLSearchParams(location.hash.slice(1));
    const isLink = asked.has('v') || asked.has('fen') || asked.has('m');
    showLinkProblem('');
    this.#kept = '';
    try {
      if (query.has('game') && !isLink)
        await this.#openGame(query.get('game') ?? '', asked);
      else if (query.has('archive') && !isLink)
        await this.#openRecord(query.get('archive') ?? '', asked);
      else
        await this.#openLink(query.get('variant') ?? asked.get('v') ?? 'alert', asked);
    } catch (error) {
      await this.#openLink('alert', new URLSearchParams());
      showLinkProblem(error.status === 404 ? t('There is no such game here.') : error.message,
        [['/archive', t('Search the archive')], ['/games', t('Your games')]]);
    }
    await this.#openReview(query.get('review') === 'yes');
  }

  /**
   * @param {string} wanted
   * @param {URLSearchParams} asked
   */
  async #openLink(wanted, asked) {
    const isKnown = [...byId('variant').options].some(({ value }) => value === wanted);
    const faults = isKnown ? [] : [noGame(wanted)];
    await this.#setVariant(isKnown ? wanted : 'alert');
    this.#tags = {};
    try {
      if (isKnown && asked.has('fen'))
        this.#setFen(asked.get('fen') ?? '');
      else
        this.#setStart(isKnown ? Number(asked.get('n') ?? 1) : 1,
          isKnown ? asked.get('name') ?? '' : '');
      this.#node = this.#tree.read(isKnown ? asked.get('m') ?? '' : '');
      if (isKnown && asked.has('c'))
        this.#tree.readNotes(asked.get('c') ?? '');
    } catch (error) {
      faults.push(error.message);
      this.#setStart(1);
    }
    this.#turnTo(asked);
    this.#showAll();
    showUnreadable(faults, [[`/editor?variant=${this.#variant}`, t('Set up a position')]]);
  }

  /**
   * Goes back to the position that an address names.
   * @param {URLSearchParams} asked
   */
  #turnTo(asked) {
    if (asked.has('at'))
      this.#node = this.#tree.pathTo(this.#node)[Number(asked.get('at')) - 1] ?? this.#tree.root;
  }

  /**
   * @param {string} id
   * @param {URLSearchParams} asked
   */
  async #openGame(id, asked) {
    const game = await get(`/api/games/${encodeURIComponent(id)}`);
    await this.#setVariant(game.variant, game.definition);
    this.#setFen(game.start.fen);
    if (game.start.number && !game.start.handicap)
      this.#start = { number: game.start.number, name: game.start.name };
    this.#tags = tagsOf(game);
    for (const { text } of game.moves)
      this.#node = this.#tree.play(this.#node, text);
    if (game.you === 'black')
      this.#table.flipTo('black');
    this.#showKept(game.status === 'finished' ? id : '', asked);
  }

  /**
   * A game from the archive that was not played here.
   * @param {string} id
   * @param {URLSearchParams} asked
   */
  async #openRecord(id, asked) {
    const record = await get(`/api/archive/games/${encodeURIComponent(id)}`);
    const { variant, definition, start, moves } = record;
    await this.#setVariant(variant, definition);
    if (start.fen)
      this.#setFen(start.fen);
    else
      this.#setStart(start.number, start.name);
    this.#tags = tagsOf(record);
    for (const text of moves.split(' '))
      this.#node = this.#tree.play(this.#node, text);
    this.#showKept(id, asked);
  }

  /**
   * @param {string} id
   * @param {URLSearchParams} asked
   */
  #showKept(id, asked) {
    this.#kept = id;
    this.#keptTree = this.#treeText();
    this.#keptSearch = location.search;
    this.#turnTo(asked);
    this.#showAll();
  }

  #treeText() {
    return `${this.#tree.write()} ${this.#tree.writeNotes()}`;
  }

  /** Offers to review the first line. */
  #openReview(mayStart = false) {
    const { root } = this.#tree;
    return this.#review.open(() => ({ session: this.#second, game: this.#choice,
      nodes: [root, ...this.#tree.pathTo(this.#tree.endOf(root))] }), this.#kept, mayStart);
  }

  /* --- Which game, which position --- */

  /** @param {string} variant */
  async #setVariant(variant, hash = '') {
    if (this.#session && variant === this.#variant)
      return;
    this.#variant = variant;
    this.#session?.close();
    const option = [...byId('variant').options].find(one => one.value === variant);
    const game = await rulesOf(variant, hash || option?.dataset.definition);
    this.#second?.close();
    this.#session = this.#rules.open(game);
    this.#second = this.#rules.open(game);
    this.#choice = game;
    const { files, rows, starts } = this.#session.game;
    byId('variant').value = variant;
    Object.assign(byId('analysis').dataset, { files, rows });
    byId('start').max = starts;
    byId('start-field').hidden = starts < 2;
    if (this.#table)
      this.#table.take(this.#session);
    else
      this.#table = new Table(this.#session, { onMove: move => this.#play(move.text),
        onShapes: shapes => this.#annotate({ shapes }) });
    if (this.#words)
      this.#words.take(this.#session);
    else
      this.#words = new GameWords(this.#session, move => this.#play(move.text));
    this.#engine.open(game);
  }

  /** @param {number} number */
  #setStart(number, name = '') {
    this.#start = { number, name };
    this.#session.start(number, name);
    this.#plantAt(this.#session.fen());
  }

  /** @param {string} fen */
  #setFen(fen) {
    this.#session.setFen(fen);
    this.#start = null;
    this.#plantAt(this.#session.fen());
  }

  /** @param {string} fen */
  #plantAt(fen) {
    this.#tree = new Tree(this.#session, fen);
    this.#node = this.#tree.root;
    this.#kept = '';
    this.#undo.clear();
    this.#openReview();
  }

  /* --- Moves --- */

  /** @param {string} text */
  #play(text) {
    if (this.#review.take(text)) {
      this.#table.board.cancel();
      return '';
    }
    const before = this.#tree.copy(this.#node), { length } = this.#node.children;
    try {
      const node = this.#tree.play(this.#node, text);
      if (this.#node.children.length > length)
        this.#undo.keep(before);
      this.#node = node;
    } catch (error) {
      this.#showAll();
      return error.message;
    }
    const { side, san } = /** @type {GameMove} */ (this.#node.move);
    this.#showAll();
    const end = this.#end(this.#node);
    this.#words.say([`${colorName(side)}: ${san}.`, end].filter(Boolean).join(' '));
    return '';
  }

  /**
   * Makes a change that can be undone; without `hasState` it is undone together with the one
   * before it.
   * @param {() => void} act
   */
  #change(act, hasState = true) {
    if (hasState)
      this.#undo.keep(this.#tree.copy(this.#node));
    act();
    this.#showAll();
  }

  /**
   * @param {import('../widgets/annotator.js').Annotation} change
   */
  #annotate(change, isMore = false) {
    this.#change(() => Object.assign(this.#node, change), !isMore);
  }

  /** @param {'undo' | 'redo'} way */
  #goBack(way) {
    const state = this.#undo[way](this.#tree.copy(this.#node));
    if (state === undefined)
      return;
    this.#node = this.#tree.restore(state);
    this.#showAll();
  }

  /** @param {TreeNode} node */
  #go(node) {
    this.#node = node;
    this.#showPosition();
    this.#view.mark(node);
  }

  /* --- What is shown --- */

  #showAll() {
    this.#view.show(this.#tree, this.#node);
    this.#showPosition();
    this.#view.mark(this.#node);
  }

  #showPosition() {
    const session = this.#session, node = this.#node;
    session.setFen(node.fen);
    const state = session.state(), end = this.#end(node);
    this.#table.show({ lastMove: node.move?.text ?? '', mode: 'move', you: state.side });
    this.#table.board.setShapes(node.shapes ?? []);
    this.#annotator.show(node);
    showUndo(this.#undo);
    const isOver = state.ending !== 'none';
    byId('status').textContent = end || turnWords(state.side, state.isCheck);
    byId('state').dataset.state = isOver || end !== '' ? 'over' : state.isCheck ? 'check' : '';
    byId('fen').value = node.fen;
    byId('start-shown').textContent = this.#start
      ? t('{number} of {count}',
        { number: this.#start.number, count: session.game.starts }) : t('own position');
    byId('start').value = this.#start?.number ?? '';
    byId('play-from').href = `/?${new URLSearchParams({ new: this.#variant, fen: node.fen })}`;
    for (const id of ['raise', 'remove'])
      byId(id).disabled = !node.parent || (id === 'raise' && node.parent.children[0] === node);
    showSteps(!node.parent, node.children.length === 0);
    this.#engine.show(node.fen, state.side, isOver || this.#review.isTrying);
    this.#explorer.show(this.#variant, node.fen,
      this.#start && !this.#start.name ? this.#start.number : 0);
    this.#review.mark(node);
    this.#words.refresh();
    history.replaceState(null, '', this.#address());
    this.#shownHash = location.hash;
  }

  /**
   * How the game has ended at a node, repetition included; '' if it has not.
   * @param {TreeNode} node
   */
  #end(node) {
    const session = this.#session, moves = this.#tree.pathTo(node).map(({ move }) => move?.text
      ?? '');
    session.setFen(node.fen);
    const state = session.state();
    if (state.ending !== 'none')
      return endWords(state);
    try {
      return endWords({ ...session.outcome(this.#tree.root.fen, moves), side: state.side });
    } catch {
      return ''; // the moves go on after the end of a game
    } finally {
      session.setFen(node.fen);
    }
  }

  /** @param {string} words */
  #problem(words) {
    byId('problem').textContent = words;
  }

  /** For the address bar: a finished game that is only looked at keeps its own address, which has
   * its review and the names of its players. */
  #address() {
    if (this.#kept === '' || this.#treeText() !== this.#keptTree)
      return this.#link();
    const at = this.#tree.pathTo(this.#node).length;
    const isEnd = this.#node === this.#tree.endOf(this.#tree.root);
    return `/analysis${this.#keptSearch}${isEnd ? '' : `#at=${at}`}`;
  }

  #link() {
    const parts = new URLSearchParams({ v: this.#variant });
    if (!this.#start)
      parts.set('fen', this.#tree.root.fen);
    else if (this.#start.name)
      parts.set('name', this.#start.name);
    if (this.#start)
      parts.set('n', this.#start.number);
    const moves = this.#tree.write();
    if (moves)
      parts.set('m', moves);
    const notes = this.#tree.writeNotes();
    if (notes)
      parts.set('c', notes);
    const path = this.#tree.pathTo(this.#node);
    if (moves && this.#node !== this.#tree.endOf(this.#tree.root))
      parts.set('at', path.length);
    return `/analysis#${parts}`;
  }

  // A game defined on this server keeps its id.
  #pgnName() {
    const { id, pgnName } = this.#session.game;
    return id === this.#variant ? pgnName : this.#variant;
  }

  #startTags() {
    if (!this.#start)
      return [['SetUp', '1'], ['FEN', this.#tree.root.fen]];
    const { starts, startNames } = this.#session.game;
    return starts === 1 && startNames.length === 1 ? []
      : [['Setup', this.#start.name || `${this.#start.number}`]];
  }

  #pgn() {
    const known = { Event: 'Analysis', Site: location.host, Date: '????.??.??', Round: '-',
      White: '?', Black: '?', Result: '*', ...this.#tags };
    const tags = [...Object.entries(known).filter(([name]) => !OWN_TAGS.includes(name)),
      ['Variant', this.#pgnName()], ...this.#startTags()];
    /** @param {string} value */
    const quoted = value => value.replace(/[\\"]/g, '\\$&');
    const head = tags.map(([name, value]) => `[${name} "${quoted(value)}"]`).join('\n');
    return `${head}\n\n${this.#tree.text()} ${known.Result}\n`;
  }

  /* --- Fields and buttons --- */

  /**
   * The game named by the tags of a PGN, by our id or by the name that other programs use.
   * @param {{ [name: string]: string }} tags
   */
  async #setNamedVariant({ Variant: name, FEN: fen }) {
    if (!name)
      return;
    const [wanted] = name.split(':'), known = this.#session.find(wanted, fen);
    const option = [...byId('variant').options]
      .find(({ value }) => value === wanted.toLowerCase() || value === known);
    if (!option)
      throw new Error(noGame(wanted));
    await this.#setVariant(option.value);
  }

  async #readPasted() {
    const pasted = readMoves(byId('paste').value);
    const { tags } = pasted;
    await this.#setNamedVariant(tags);
    if (tags.FEN)
      this.#setFen(tags.FEN);
    else if (/^\d+$/.test(tags.Setup ?? ''))
      this.#setStart(Number(tags.Setup));
    else if (tags.Setup && this.#session.game.startNames.includes(tags.Setup))
      this.#setStart(1, tags.Setup);
    else if (tags.Variant)
      this.#setStart(1);
    else
      this.#plantAt(this.#tree.root.fen);
    this.#tags = tags;
    const { node, error } = plant(this.#tree, pasted.tokens);
    this.#node = node;
    this.#problem(error);
    this.#showAll();
  }

  /** @param {() => void} act */
  async #tried(act) {
    this.#problem('');
    try {
      await act();
    } catch (error) {
      this.#problem(error.message);
    }
  }

  #wire() {
    /**
     * @param {string} id
     * @param {string} event
     * @param {() => void} act
     */
    const on = (id, event, act) => byId(id).addEventListener(event, () => this.#tried(act));
    on('variant', 'change', async () => {
      await this.#setVariant(byId('variant').value);
      this.#tags = {};
      this.#setStart(1);
      this.#showAll();
    });
    on('start', 'change', () => {
      this.#tags = {};
      this.#setStart(Number(byId('start').value));
      this.#showAll();
    });
    on('dice', 'click', () => {
      this.#tags = {};
      this.#setStart(1 + Math.floor(Math.random() * this.#session.game.starts));
      this.#showAll();
    });
    on('fen', 'change', () => {
      this.#tags = {};
      this.#setFen(byId('fen').value.trim());
      this.#showAll();
    });
    on('load', 'click', () => this.#readPasted());
    on('share', 'click', () => copyText(new URL(this.#link(), location.href).href));
    on('copy', 'click', () => copyText(this.#pgn()));
    if (document.getElementById('to-study'))
      on('to-study', 'click', async () => {
        const { id } = await post('/api/studies', { name: byId('analysis').querySelector('h1')
          .textContent, visibility: 'private', text: this.#pgn() });
        location.assign(`/study/${id}`);
      });
    on('raise', 'click', () => this.#change(() => this.#tree.raise(this.#node)));
    on('remove', 'click', () => this.#change(() => {
      this.#node = this.#tree.remove(this.#node);
    }));
    wireUndo(way => this.#goBack(way));
    const parts = {
      step: (/** @type {string} */ where) => this.#go(this.#tree.step(this.#node, where)),
      flip: () => this.#table.flip(),
      table: this.#table, words: this.#words };
    wireSteps(parts);
    wireKeys({ ...stepKeys(parts), ...this.#annotator.keys,
      n: () => this.#review.step(1), p: () => this.#review.step(-1),
      x: () => this.#engine.toggleThreat() });
  }
}

new Analysis().open().catch(error => {
  byId('problem').textContent = error.message;
  throw error;
});
