/* A study: chapters with variations and comments, written by several people at once. */
import { get, post } from '../lib/api.js';
import { rulesOf } from '../lib/definitions.js';
import { byId, copyText, h } from '../lib/dom.js';
import { endWords } from '../lib/end-words.js';
import { colorName, turnWords } from '../lib/format.js';
import { frameCode } from '../lib/frame-code.js';
import { t } from '../lib/i18n.js';
import { showLinkProblem } from '../widgets/link-problem.js';
import { readMoves } from '../lib/move-text.js';
import { loadRules } from '../lib/rules.js';
import { CHAPTERS_MAX, idOf, nameOf, writeChapter } from '../lib/study-text.js';
import { Tree } from '../lib/tree.js';
import { Undo } from '../lib/undo.js';
import { Veil } from '../lib/veil.js';
import { Annotator, showUndo, wireUndo } from '../widgets/annotator.js';
import { GameWords } from '../widgets/game-words.js';
import { showSteps, stepKeys, wireKeys, wireSteps } from '../widgets/stepping.js';
import { Table } from '../widgets/table.js';
import { TreeView } from '../widgets/tree-view.js';
import { offerGames, takeChapters } from './chapter-form.js';
import { engineBeside } from './engine-board.js';
import { SharedText } from './shared-text.js';

/** @typedef {import('../lib/study-text.js').Chapter} Chapter */
/** @typedef {{ game: GameChoice, session: Session, second: Session }} Place a game's sessions: that
 * of the board, and one for the engine's pictures */

const GUESS = 'guess'; // the mode of a chapter whose moves readers find themselves

/**
 * A chapter's name, or its players; isolates names by direction, so that they do not reorder each
 * other.
 * @param {Chapter} chapter
 * @param {number} index
 */
function chapterWords(chapter, index) {
  const name = nameOf(chapter), { White, Black, ChapterName } = chapter.tags;
  const isOfBoth = ChapterName === undefined && name === `${White} – ${Black}`;
  return isOfBoth ? [h('bdi', {}, White), ' – ', h('bdi', {}, Black)]
    : [h('bdi', {}, name || t('Chapter {number}', { number: index + 1 }))];
}

class Study {
  #root = byId('study');
  #id = byId('study').dataset.id;
  #mayWrite = byId('study').dataset.mayWrite === 'yes';
  /** @type {Rules} */
  #rules;
  /** @type {Map<string, Place>} */
  #places = new Map();   // by variant
  /** @type {Chapter[]} */
  #chapters = [];
  #current = '';         // id of the chapter on the board
  #planted = '';         // its text when it was put there
  #mode = '';            // who finds its moves, when it was put there
  #isBroken = false;     // it cannot be read completely, and must not be written
  /** @type {Place} */
  #place;
  /** @type {Tree} */
  #tree;
  /** @type {TreeNode} */
  #node;
  /** @type {Table} */
  #table;
  /** @type {GameWords} */
  #words;
  #veil = new Veil();
  #view = new TreeView(byId('moves'), node => this.#go(node), node => this.#veil.isHidden(node));
  #engine = engineBeside({ onMove: text => this.#play(text), table: () => this.#table,
    session: () => this.#place.second });
  /** @type {Annotator | null} */
  #annotator = null;
  /** @type {Undo<ReturnType<Tree['copy']>>} */
  #undo = new Undo();
  #shared = new SharedText(byId('study').dataset.id, { take: () => this.#chapters,
    show: (chapters, study) => this.#receive(chapters, study),
    tell: state => this.#tell(state) });

  async open() {
    this.#rules = await loadRules();
    if (this.#mayWrite)
      this.#annotator = new Annotator((change, isMore) =>
        this.#change(() => Object.assign(this.#node, change), !isMore));
    await this.#shared.open();
    this.#wire();
    addEventListener('hashchange', () => {
      if (location.hash.slice(1) !== this.#current)
        this.#openAsked();
    });
  }

  /* --- Chapters --- */

  get #session() {
    return this.#place.session;
  }

  get #chapter() {
    return this.#chapters.find(chapter => idOf(chapter) === this.#current);
  }

  /**
   * @param {Chapter[] | null} chapters
   * @param {any} study
   */
  #receive(chapters, study) {
    byId('study-name').textContent = study.name;
    byId('embed-code').hidden = study.visibility === 'private';
    this.#showMembers(study);
    if (chapters === null)
      return;
    this.#chapters = chapters;
    if (this.#current === '')
      this.#openAsked();
    else
      this.#openWanted(this.#current);
  }

  /** Opens the chapter that the address names; if there is none, the page says so. */
  #openAsked() {
    const asked = location.hash.slice(1);
    const isThere = asked === '' || this.#chapters.some(each => idOf(each) === asked);
    showLinkProblem(isThere ? '' : t('There is no such chapter here; this is the first one.'),
      [['/studies', t('Studies')]]);
    this.#openWanted(asked);
  }

  /** @param {string} wanted a chapter; if there is none, the first one is opened */
  #openWanted(wanted) {
    const chapter = this.#chapters.find(each => idOf(each) === wanted) ?? this.#chapters[0];
    if (chapter && (idOf(chapter) !== this.#current || writeChapter(chapter) !== this.#planted))
      this.#openChapter(chapter).catch(error => this.#problem(error.message));
    else
      this.#listChapters();
  }

  #listChapters() {
    byId('chapters').replaceChildren(...this.#chapters.map((chapter, index) =>
      h('li', {}, h('button', { type: 'button', class: 'as-link',
        'aria-current': idOf(chapter) === this.#current ? 'true' : null,
        onclick: () => {
          showLinkProblem('');
          return this.#openChapter(chapter);
        } },
      chapterWords(chapter, index)))));
  }

  /** @param {string} variant */
  async #placeOf(variant) {
    const known = this.#places.get(variant);
    if (known)
      return known;
    const { id, definition, is_own: isOwn } =
      await get(`/api/variants/${encodeURIComponent(variant)}`);
    const game = await rulesOf(id, isOwn ? definition : '');
    const place = { game, session: this.#rules.open(game), second: this.#rules.open(game) };
    this.#places.set(variant, place);
    return place;
  }

  /**
   * The game of a PGN, by our id or by the name that other programs use.
   * @param {Chapter} chapter
   */
  async #placeFor({ tags: { Variant: name = 'chess', FEN: fen } }) {
    const [wanted] = name.split(':');
    const { session: chess } = await this.#placeOf('chess');
    return this.#placeOf(chess.find(wanted, fen) || wanted.toLowerCase());
  }

  /** @param {Chapter} chapter */
  async #openChapter(chapter) {
    const before = this.#tree && idOf(chapter) === this.#current
      ? this.#tree.pathTo(this.#node).map(({ move }) => move?.san) : [];
    const place = await this.#placeFor(chapter);
    this.#problem('');
    this.#undo.clear();
    this.#hide(chapter);
    this.#current = idOf(chapter);
    this.#seat(place);
    this.#start(chapter);
    const { fault } = this.#tree.plant(readMoves(writeChapter(chapter)).tokens);
    this.#isBroken = fault !== null;
    if (fault !== null)
      this.#problem(t('“{text}” was not understood; from there on, this chapter can be '
        + 'neither shown nor changed.', { text: fault.token }));
    this.#planted = writeChapter(chapter);
    this.#node = this.#tree.root;
    for (const san of before)
      this.#node = this.#node.children.find(({ move }) => move?.san === san) ?? this.#node;
    this.#listChapters();
    this.#showAll();
  }

  /**
   * Hides the moves ahead from readers of a chapter that they are to find themselves.
   * @param {Chapter} chapter
   */
  #hide(chapter) {
    const mode = chapter.tags.ChapterMode ?? '', isOther = idOf(chapter) !== this.#current;
    if (isOther)
      this.#veil.clear();
    if (isOther || mode !== this.#mode)
      this.#veil.isOn = mode === GUESS && !this.#mayWrite;
    this.#mode = mode;
    byId('hide-ahead').checked = this.#veil.isOn;
    if (this.#mayWrite)
      byId('chapter-guess').checked = mode === GUESS;
  }

  /** @param {Place} place */
  #seat(place) {
    if (place === this.#place)
      return;
    this.#place = place;
    this.#engine.open(place.game);
    const { session } = place, { files, rows } = session.game;
    Object.assign(this.#root.dataset, { files, rows });
    if (this.#table) {
      this.#table.take(session);
      this.#words.take(session);
      return;
    }
    this.#table = new Table(session, { onMove: move => this.#play(move.text),
      ...this.#mayWrite && { onShapes: shapes => this.#change(() => {
        this.#node.shapes = shapes;
      }) } });
    this.#words = new GameWords(session, move => this.#play(move.text));
  }

  /** @param {Chapter} chapter */
  #start({ tags: { FEN: fen, Setup: setup = '' } }) {
    const session = this.#session;
    if (fen)
      session.setFen(fen);
    else if (session.game.startNames.includes(setup))
      session.start(1, setup);
    else
      session.start(Number(setup) || 1);
    this.#tree = new Tree(session, session.fen());
  }

  /* --- Changes --- */

  /**
   * A change that can be undone, and is shared.
   * @param {() => void} act
   */
  #change(act, hasState = true) {
    if (!this.#mayWrite || this.#isBroken)
      return;
    if (hasState)
      this.#undo.keep(this.#tree.copy(this.#node));
    act();
    this.#changed();
  }

  #changed() {
    const chapter = this.#chapter;
    if (chapter) {
      if (!this.#isBroken) // otherwise the tree lacks a part of the text
        chapter.root = this.#tree.root;
      this.#planted = writeChapter(chapter);
    }
    this.#shared.touch();
    this.#showAll();
  }

  /** @param {'undo' | 'redo'} way */
  #goBack(way) {
    const state = this.#undo[way](this.#tree.copy(this.#node));
    if (state === undefined)
      return;
    this.#node = this.#tree.restore(state);
    this.#changed();
  }

  /** @param {string} text */
  #play(text) {
    const known = this.#node.children.find(({ move }) => move?.text === text);
    if (this.#veil.isOn)
      return this.#guess(known);
    try {
      if (known)
        this.#node = known;
      else if (!this.#mayWrite || this.#isBroken)
        throw new Error(t('This move is not in the study.'));
      else
        this.#change(() => { this.#node = this.#tree.play(this.#node, text); });
    } catch (error) {
      this.#table.board.cancel();
      this.#problem(error.message);
      this.#showAll();
      return error.message;
    }
    const { side, san } = /** @type {GameMove} */ (this.#node.move);
    this.#showAll();
    this.#words.say(`${colorName(side)}: ${san}.`);
    return '';
  }

  /**
   * Handles a guess by a reader who must find the move.
   * @param {TreeNode | undefined} node where it leads; undefined: it is another one
   */
  #guess(node) {
    if (node) {
      this.#go(node);
      this.#answer(t('Right.'));
      return '';
    }
    this.#table.board.cancel();
    this.#showAll();
    const words = t('That is not the move of this study. Try another one, or step on to see it.');
    this.#answer(words);
    return words;
  }

  /**
   * Comments on a guess and says what comes next.
   * @param {string} words
   */
  #answer(words) {
    const status = byId('status');
    status.textContent = `${words} ${status.textContent}`;
  }

  /** @param {TreeNode} node */
  #go(node) {
    this.#node = node;
    this.#showPosition();
    if (this.#veil.isOn)
      this.#view.show(this.#tree, node);
    else
      this.#view.mark(node);
  }

  /**
   * Goes to the last visible move while later ones are hidden.
   * @param {string} where
   */
  #step(where) {
    this.#go(this.#veil.isOn && where === 'last' ? this.#veil.endOf(this.#node)
      : this.#tree.step(this.#node, where));
  }

  /* --- What is shown --- */

  #showAll() {
    this.#showPosition();
    this.#view.show(this.#tree, this.#node);
  }

  #showPosition() {
    const session = this.#session, node = this.#node;
    session.setFen(node.fen);
    const state = session.state(), isOver = state.ending !== 'none';
    this.#veil.lift(node);
    this.#table.show({ lastMove: node.move?.text ?? '', mode: 'move', you: state.side });
    this.#table.board.setShapes(node.shapes ?? []);
    byId('status').textContent = endWords(state)
      || (this.#veil.isOn && node.children.length === 0 ? t('This line ends here.')
        : turnWords(state.side, state.isCheck));
    byId('engine').hidden = this.#veil.isOn;
    this.#engine.show(node.fen, state.side, isOver || this.#veil.isOn);
    byId('to-analysis').href =
      `/analysis#${new URLSearchParams({ v: session.game.id, fen: node.fen })}`;
    showSteps(!node.parent, node.children.length === 0);
    if (this.#annotator !== null) {
      this.#annotator.show(node);
      showUndo(this.#undo);
      byId('raise').disabled = !node.parent || node.parent.children[0] === node;
      byId('remove').disabled = !node.parent;
    }
    this.#words.refresh();
    history.replaceState(null, '', `#${this.#current}`);
  }

  /** @param {any} study */
  #showMembers({ name, visibility, right, members }) {
    if (right !== 'own')
      return;
    const form = byId('study-form');
    if (!form.contains(document.activeElement)) {
      byId('study-title').value = name;
      byId('visibility').value = visibility;
    }
    byId('members').replaceChildren(...members.map((/** @type {any} */ member) => h('li', {},
      member.right === 'write' ? t('{name} may write', { name: member.name })
        : t('{name} may read', { name: member.name }), ' ',
      h('button', { type: 'button', class: 'button button-icon',
        'aria-label': t('Remove {name}', { name: member.name }),
        onclick: () => this.#tried(() => this.#setMember(member.name, 'none')) }, '✕'))));
  }

  /** @param {string} state */
  #tell(state) {
    byId('saved').textContent = state === 'saved' ? t('saved') : state === 'open'
      ? t('not saved yet') : state;
  }

  /** @param {string} words */
  #problem(words) {
    byId('problem').textContent = words;
  }

  /* --- Forms and buttons --- */

  /** @param {() => any} act */
  async #tried(act) {
    this.#problem('');
    try {
      await act();
    } catch (error) {
      this.#problem(error.message);
    }
  }

  /** @param {string} name @param {string} right */
  async #setMember(name, right) {
    const path = `/api/studies/${this.#id}`;
    await post(`${path}/members`, { name, right });
    this.#showMembers(await get(path));
  }

  #addChapters() {
    const added = takeChapters(byId('chapter-name').value.trim(),
      CHAPTERS_MAX - this.#chapters.length);
    byId('chapter-name').value = '';
    this.#chapters.push(...added);
    this.#shared.touch();
    return this.#openChapter(added[0]);
  }

  #removeChapter() {
    if (this.#chapters.length < 2)
      throw new Error(t('A study has at least one chapter.'));
    this.#chapters = this.#chapters.filter(chapter => idOf(chapter) !== this.#current);
    this.#shared.touch();
    return this.#openChapter(this.#chapters[0]);
  }

  #renameChapter() {
    const chapter = this.#chapter;
    const name = chapter && prompt(t('Name of the chapter'), nameOf(chapter));
    if (!chapter || !name)
      return;
    chapter.tags.ChapterName = name.slice(0, 80);
    this.#changed();
    this.#listChapters();
  }

  #wireOwner() {
    byId('study-form').addEventListener('submit', event => {
      event.preventDefault();
      this.#tell('open');
      this.#tried(async () => {
        await post(`/api/studies/${this.#id}/settings`, { name: byId('study-title').value,
          visibility: byId('visibility').value });
        byId('study-name').textContent = byId('study-title').value;
        this.#tell('saved');
      });
    });
    byId('member-form').addEventListener('submit', event => {
      event.preventDefault();
      this.#tried(async () => {
        await this.#setMember(byId('member-name').value.trim(), byId('member-right').value);
        byId('member-name').value = '';
      });
    });
    byId('study-remove').addEventListener('click', () => this.#tried(async () => {
      if (!confirm(t('Delete this study for everybody?')))
        return;
      await post(`/api/studies/${this.#id}/delete`, {});
      location.assign('/studies');
    }));
  }

  #wireWriter() {
    /** @param {string} id @param {() => any} act */
    const on = (id, act) => byId(id).addEventListener('click', () => this.#tried(act));
    offerGames().catch(error => this.#problem(error.message));
    byId('chapter-form').addEventListener('submit', event => {
      event.preventDefault();
      this.#tried(() => this.#addChapters());
    });
    on('chapter-rename', () => this.#renameChapter());
    on('chapter-remove', () => this.#removeChapter());
    byId('chapter-guess').addEventListener('change', () => {
      const chapter = this.#chapter;
      if (!chapter)
        return;
      chapter.tags.ChapterMode = this.#mode = byId('chapter-guess').checked ? GUESS : 'read';
      this.#changed();
    });
    on('raise', () => this.#change(() => this.#tree.raise(this.#node)));
    on('remove', () => this.#change(() => { this.#node = this.#tree.remove(this.#node); }));
    wireUndo(way => this.#goBack(way));
  }

  #wire() {
    byId('share').addEventListener('click', () => copyText(location.href));
    byId('embed-code').addEventListener('click', () => copyText(frameCode({ study: this.#id,
      chapter: this.#current }, byId('study-name').textContent)));
    byId('hide-ahead').addEventListener('change', () => {
      this.#veil.isOn = byId('hide-ahead').checked;
      this.#veil.clear();
      this.#showAll();
    });
    if (this.#mayWrite)
      this.#wireWriter();
    if (document.getElementById('study-form'))
      this.#wireOwner();
    const parts = {
      step: (/** @type {string} */ where) => this.#step(where),
      flip: () => this.#table.flip(), table: { focus: () => this.#table.focus() },
      words: { focus: () => this.#words.focus(), toggle: () => this.#words.toggle() } };
    wireSteps(parts);
    wireKeys({ ...stepKeys(parts), ...this.#annotator?.keys,
      x: () => this.#engine.toggleThreat() });
  }
}

new Study().open().catch(error => {
  byId('problem').textContent = error.message;
  throw error;
});
