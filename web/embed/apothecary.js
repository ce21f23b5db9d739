/* <apothecary-board>: boards on any page, of any origin. docs/embedding.md explains its use. A
 * board begins to load when it comes near the window, and the engine when it is to move. */
import { exchangeModule, readForeign } from '../lib/exchange.js';
import { t } from '../lib/i18n.js';
import { h } from '../lib/dom.js';
import { idOf, nameOf, writeChapter } from '../lib/study-text.js';
import { chaptersOf, definitionAt, gameOfRecord, playedGame, speak, theDrawings, theRules,
  theSheets } from './needs.js';
import { showPiece } from './piece.js';
import { Play, showStill } from './play.js';
import { Replay, readRecord } from './record.js';
import { optionsOf } from './source.js';
import { barButton } from './stage.js';

const NAME = 'apothecary-board';
const ATTRIBUTES = ['chapter', 'diagram', 'fen', 'game', 'lang', 'level', 'orientation', 'pgn',
  'piece', 'pieces', 'played', 'squares', 'src', 'start', 'still', 'study'];
const BLOCKS = '.idiagram'; // Interactive Diagrams
const LOST = /(?<=^# LOST: ).*$/gm;
const PGN = 'script[type="application/x-chess-pgn"]';
const NEAR = '300px';
const FRAME_MARGIN = '0.5rem';
const FRAME_GROUND = 'light-dark(#fffdf8, #222524)'; // as --panel in embed.css

/** @typedef {import('./source.js').EmbedOptions} EmbedOptions */

export class ApothecaryBoard extends HTMLElement {
  static observedAttributes = ATTRIBUTES;

  #root = h('div', { class: 'embed' });
  #turn = 0;        // counts the loads begun, so that only the latest is shown
  #isNear = false;
  #isAsked = false;
  #isLossTaken = false; // the reader wants to play without what a diagram loses
  /** @type {Play | null} */
  #play = null;
  /** @type {IntersectionObserver | null} */
  #watch = null;

  connectedCallback() {
    if (this.shadowRoot === null)
      this.attachShadow({ mode: 'open' }).append(this.#root);
    this.#watch = new IntersectionObserver(entries => {
      if (!entries.some(({ isIntersecting }) => isIntersecting))
        return;
      this.#watch?.disconnect();
      this.#isNear = true;
      this.#ask();
    }, { rootMargin: NEAR });
    this.#watch.observe(this);
  }

  disconnectedCallback() {
    this.#watch?.disconnect();
    this.#isNear = false;
    this.#turn++;
    this.#play?.close();
    this.#play = null;
  }

  attributeChangedCallback() {
    this.#isLossTaken = false;
    if (this.#isNear)
      this.#ask();
  }

  // Treats several attributes that change together as one change.
  async #ask() {
    if (this.#isAsked)
      return;
    this.#isAsked = true;
    if (document.readyState === 'loading')
      await new Promise(done => document.addEventListener('DOMContentLoaded', done));
    else
      await null;
    this.#isAsked = false;
    const mine = ++this.#turn;
    this.#play?.close();
    this.#play = null;
    await this.#show(mine).catch(error => {
      if (mine === this.#turn)
        this.#root.replaceChildren(faultOf(error, () => {
          this.#isLossTaken = true;
          this.#ask();
        }));
    });
  }

  #options() {
    const query = this.hasAttribute('from-address') ? new URLSearchParams(location.search) : null;
    return optionsOf(name =>
      (name === 'chapter' ? this.getAttribute(name) : null) ?? query?.get(name)
      ?? this.getAttribute(name),
    { text: [...this.childNodes].filter(node => node.nodeType === Node.TEXT_NODE)
      .map(node => node.textContent).join(''),
    pgn: this.getElementsByTagName('script').length === 0 ? ''
      : this.querySelector(PGN)?.textContent ?? '' });
  }

  /** @param {number} mine */
  async #show(mine) {
    const options = this.#options();
    const address = this.hasAttribute('from-address')
      ? new URLSearchParams(location.search).get('lang') : null;
    await speak(address ?? this.closest('[lang]')?.getAttribute('lang') ?? '');
    const [rules, sheets, drawings] = await Promise.all([theRules(), theSheets(),
      theDrawings(options.pieces)]);
    if (mine !== this.#turn)
      return;
    this.#dress(sheets, drawings); // also for the words that say why there is no game
    const told = options.kind === 'record' ? await this.#told(options, rules) : null;
    const game = told?.game ?? await this.#gameOf(options);
    const module = options.diagram === null ? null : await exchangeModule();
    if (mine !== this.#turn)
      return;
    const session = rules.open(game), record = told?.record, fen = options.fen || record?.fen || '';
    if (options.diagram !== null)
      blockOf(options.diagram).hidden = true;
    const parts = { options, hasDrawings: drawings !== null };
    if (fen !== '')
      session.setFen(fen);
    else if (record?.setup)
      startAs(session, record.setup);
    else
      session.start(options.number, options.startName);
    if (record)
      new Replay(this.#root, session, record, { ...parts, more: told.more });
    else if (options.kind === 'piece')
      showPiece(this.#root, session, parts);
    else if (options.kind === 'still')
      showStill(this.#root, session, parts);
    else
      this.#play = new Play(this.#root, session, game, { ...parts,
        module,
        tell: detail => this.dispatchEvent(new CustomEvent('move', { detail, bubbles: true })) });
    this.dispatchEvent(new CustomEvent('ready', { bubbles: true }));
  }

  /**
   * The record, its game, and the choices beside it.
   * @param {EmbedOptions} options
   * @param {Rules} rules
   * @returns {Promise<{ record: import('./record.js').Recorded, game: GameChoice, more: Node[] }>}
   */
  async #told(options, rules) {
    if (options.played !== '') {
      const { pgn, game } = await playedGame(options.played);
      return { record: readRecord(pgn), game, more: [] };
    }
    const chapters = options.study === '' ? [] : await chaptersOf(options.study);
    const chapter = chapters.find(one => idOf(one) === options.chapter) ?? chapters[0];
    const record = readRecord(chapter ? writeChapter(chapter) : options.pgn);
    const isOwn = options.game !== '' || options.definition !== '' || options.src !== ''
      || options.diagram !== null;
    return { record, game: await (isOwn ? this.#gameOf(options) : gameOfRecord(rules, record)),
      more: chapters.length < 2 ? [] : [this.#choice(chapters, chapter)] };
  }

  /**
   * @param {import('../lib/study-text.js').Chapter[]} chapters
   * @param {import('../lib/study-text.js').Chapter} current
   */
  #choice(chapters, current) {
    return h('select', { 'aria-label': t('Chapters'),
      onchange: event => this.setAttribute('chapter', event.target.value) },
    chapters.map((one, index) => h('option', { value: idOf(one), selected: one === current },
      nameOf(one) || t('Chapter {number}', { number: index + 1 }))));
  }

  /**
   * @param {EmbedOptions} options
   * @returns {Promise<GameChoice>}
   */
  async #gameOf(options) {
    if (options.diagram !== null)
      return { definition: await diagramText(blockOf(options.diagram), this.#isLossTaken),
        isStrange: true };
    if (options.definition !== '')
      return { definition: options.definition, isStrange: true };
    if (options.src !== '')
      return { definition: await definitionAt(options.src), isStrange: true };
    return { id: options.game || 'chess' };
  }

  /**
   * @param {CSSStyleSheet[]} sheets
   * @param {Element | null} drawings
   */
  #dress(sheets, drawings) {
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    root.adoptedStyleSheets = sheets;
    if (drawings !== null && root.querySelector('.drawings') === null) {
      const copy = /** @type {Element} */ (document.importNode(drawings, true));
      copy.setAttribute('class', 'drawings');
      copy.setAttribute('aria-hidden', 'true');
      root.prepend(copy);
    }
  }
}

/**
 * Sets the start that a PGN's tag names: its number, or its name.
 * @param {Session} session
 * @param {string} setup
 */
function startAs(session, setup) {
  const isNamed = session.game.startNames.includes(setup);
  session.start(isNamed ? 1 : Number(setup) || 1, isNamed ? setup : '');
}

/**
 * An Interactive Diagram on the page.
 * @param {string} selector '' for the first
 */
function blockOf(selector) {
  const block = document.querySelector(selector || BLOCKS);
  if (block === null)
    throw new Error(t('There is no Interactive Diagram on this page.'));
  return block;
}

/**
 * The game of an Interactive Diagram.
 * @param {Element} block
 * @param {boolean} isLossTaken
 */
async function diagramText(block, isLossTaken) {
  const definition = await readForeign(block.outerHTML);
  const reasons = definition.match(LOST) ?? [];
  if (reasons.length > 0 && !isLossTaken)
    throw Object.assign(new Error(t('This diagram cannot be played here in full:')), { reasons });
  return definition;
}

/**
 * Why there is no board; `onTake` gives one without what would be lost.
 * @param {Error & { reasons?: string[] }} error
 * @param {() => void} onTake
 */
const faultOf = ({ message, reasons = [] }, onTake) => h('div', { class: 'fault', role: 'alert' },
  h('p', {}, message),
  reasons.length > 0 && [h('ul', {}, ...reasons.map(words => h('li', {}, words))),
    h('div', { class: 'bar' }, barButton(t('Play it with these differences'), onTake))]);

// A page written for frames: nothing but the board.
function clearPage() {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`body { margin: ${FRAME_MARGIN}; background: ${FRAME_GROUND}; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Lays a board over each Interactive Diagram of the page, if the script's element asks for it. */
function coverDiagrams() {
  if (document.querySelector('script[src*="apothecary.js"][data-diagrams]') === null)
    return;
  for (const [at, block] of [...document.querySelectorAll(BLOCKS)].entries()) {
    block.dataset.apothecary = String(at);
    const board = document.createElement(NAME);
    board.setAttribute('diagram', `[data-apothecary="${at}"]`);
    block.before(board);
  }
}

if (customElements.get(NAME) === undefined) {
  customElements.define(NAME, ApothecaryBoard);
  if (document.querySelector(`${NAME}[from-address]`) !== null)
    clearPage();
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', coverDiagrams);
  else
    coverDiagrams();
}
