/* The position editor: places pieces from a palette by click, drag and keyboard, edits
 * everything else in a position, and immediately shows what is wrong with it. */
import { Board } from '../board/board.js';
import { piecePicture } from '../board/pieces.js';
import { freeLooker } from '../board/view.js';
import { rulesOf } from '../lib/definitions.js';
import { byId, copyText, h, isTyping } from '../lib/dom.js';
import { colorOf, EditedPosition } from './editor-position.js';
import { t, tn } from '../lib/i18n.js';
import { pieceName, sidedPiece } from '../lib/piece-name.js';
import { loadRules } from '../lib/rules.js';
import { settings } from '../lib/settings.js';
import { COLORS } from '../lib/format.js';
import { Undo } from '../lib/undo.js';
import { noGame, showUnreadable } from '../widgets/link-problem.js';
import { Palette } from '../widgets/palette.js';
import { piecePanel } from '../widgets/piece-panel.js';
import { wireKeys } from '../widgets/stepping.js';

const CHANGES_MAX = 1000; // a FEN has some 200 bytes
const LOOK = ['pieces', 'squares', 'coordinates', 'animation'];
const chosenLook = () => Object.fromEntries(LOOK.map(name => [name, settings.get(name)]));

/**
 * The side that a field belongs to.
 * @param {HTMLElement} field
 * @returns {Color}
 */
const colorFrom = field => (field.dataset.color === 'black' ? 'black' : 'white');

class Editor {
  /** @type {Rules} */
  #rules;
  /** @type {Session} */
  #session;
  #variant = '';
  #shownHash = ''; // the address's hash, as this page wrote it
  /** @type {EditedPosition} */
  #position;
  /** @type {Board} */
  #board;
  /** @type {Palette} */
  #palette;
  /** @type {Undo<string>} */
  #changes = new Undo(CHANGES_MAX); // by their FENs
  /** @type {PositionCheck} */
  #checked = { fen: '', full: '', faults: [], rights: [], reserve: { white: {}, black: {} } };

  async open() {
    this.#rules = await loadRules(undefined, 'lessons');
    await this.#openAddress();
    this.#wire();
    addEventListener('hashchange', () => {
      if (location.hash !== this.#shownHash)
        this.#tried(() => this.#openAddress());
    });
  }

  /** Opens the game or position that the address names. If there is none, the page says so and
   * stays usable. */
  async #openAddress() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const wanted = asked.get('v') ?? new URLSearchParams(location.search).get('variant')
      ?? 'alert';
    const isKnown = [...byId('variant').options].some(({ value }) => value === wanted);
    const faults = isKnown ? [] : [noGame(wanted)];
    await this.#setVariant(isKnown ? wanted : 'alert');
    try {
      if (isKnown && asked.has('fen'))
        this.#readFen(asked.get('fen') ?? '');
    } catch (error) {
      faults.push(error.message);
      this.#setStart(1);
    }
    this.#show();
    showUnreadable(faults, [['/analysis', t('Analysis')]]);
  }

  /* --- Which game, which position --- */

  /** @param {string} variant */
  async #setVariant(variant) {
    const option = [...byId('variant').options].find(one => one.value === variant);
    this.#variant = variant;
    const session = this.#rules.open(await rulesOf(variant, option?.dataset.definition));
    this.#session?.close();
    this.#session = session;
    byId('variant').value = variant;
    const { files, rows, starts } = session.game;
    Object.assign(byId('editor').dataset, { files, rows });
    byId('start').max = starts;
    byId('start-field').hidden = starts < 2;
    this.#position = new EditedPosition(session.game);
    this.#changes.clear();
    this.#makeBoard();
    this.#palette.offer(this.#session.types());
    this.#setStart(1);
  }

  /** @param {number} number */
  #setStart(number) {
    this.#session.start(number);
    this.#position.read(this.#session.check(this.#session.fen()).full);
    byId('start').value = number;
  }

  /**
   * The typed FEN may have either form, and its position may be impossible.
   * @param {string} fen
   */
  #readFen(fen) {
    this.#position.read(this.#session.check(fen).full);
  }

  /** @param {(position: EditedPosition) => void} act */
  #change(act) {
    this.#changes.keep(this.#position.fen());
    act(this.#position);
    this.#show();
  }

  #undo() {
    const fen = this.#changes.undo(this.#position.fen());
    if (fen !== undefined)
      this.#position.read(fen);
    this.#show();
  }

  /* --- The board --- */

  // All places can be used here, so transient squares are always drawn, with a mark.
  #makeBoard() {
    const { game } = this.#session,
      geometry = { ...game, places: game.places.replaceAll('~', '.') };
    if (this.#board) {
      this.#board.setGeometry(geometry);
      return;
    }
    const frame = document.querySelector('#board .board-frame');
    frame.replaceChildren();
    this.#board = new Board(frame, {
      ...chosenLook(), geometry, dots: false, label: t('The position'), tip: piecePanel(),
      /**
       * @param {string} square
       * @param {Piece} piece
       */
      lookAt: (square, piece) => (this.#palette.isHand
        ? freeLooker(this.#session, () => this.#standing())(square, piece) : null),
      /** @param {string} words */
      announce: words => { byId('spoken').textContent = words; },
      /** @param {{ from: string, to: string }} parts */
      onMove: ({ from, to }) => this.#change(position => position.move(from, to)),
    });
    settings.onChange(() => {
      this.#board.configure(chosenLook());
      this.#show();
    });
    this.#makePalette(frame);
  }

  /** @returns {DiagramPiece[]} */
  #standing() {
    return [...this.#position.pieces].map(([square, letter]) => ({ square,
      letter: letter.toUpperCase(), color: colorOf(letter),
      isUnmoved: this.#position.unmoved.has(square) }));
  }

  /** @param {HTMLElement} frame */
  #makePalette(frame) {
    /** @param {string} square */
    const toggleRight = square => this.#change(({ unmoved }) => (unmoved.has(square)
      ? unmoved.delete(square) : unmoved.add(square)));
    this.#palette = new Palette({
      element: byId('tools'), ghost: byId('ghost'), frame, board: this.#board,
      letterAt: square => this.#position.pieces.get(square),
      put: (square, letter) => this.#change(position => position.put(square, letter)),
      onChoose: () => this.#show(),
      other: { name: 'rights', label: t('Not moved'), key: '!', use: toggleRight,
        title: t('Pieces that have not moved: click on them') },
    });
  }

  /* --- What is shown --- */

  #show() {
    const fen = this.#position.fen();
    let problem = '';
    try {
      this.#checked = this.#session.check(fen);
    } catch (error) {
      problem = error.message;
    }
    this.#showBoard();
    this.#showFields();
    this.#showVerdict(problem === '' ? this.#checked.fen : fen, problem);
  }

  #showBoard() {
    /** @type {OnSquares<Piece>} */
    const pieces = {};
    const { game } = this.#session;
    for (const [square, letter] of this.#position.pieces)
      pieces[square] = { ...this.#session.type(letter), color: colorOf(letter) };
    this.#board.set({ pieces, lastMove: null, check: null, badges: {}, isAnimated: false });
    const squares = this.#board.geometry.squares.map(({ name }) => name);
    const targets = squares.map(to => ({ to }));
    this.#board.setTargets(this.#palette.isHand
      ? Object.fromEntries(Object.keys(pieces)
        .map(from => [from, targets.filter(({ to }) => to !== from)])) : {});
    const wrong = new Set(this.#checked.faults.flatMap(fault => fault.squares));
    this.#board.setShapes([...[...this.#position.unmoved].map(square => ({ from: square, to: square,
      color: 'blue' })),
    ...[...wrong].map(square => ({ from: square, to: square, color: 'red' }))]);
    for (const [name, cell] of this.#board.scene.cells) {
      const { file, row } = this.#board.geometry.known(name);
      cell.classList.toggle('editor-transient', game.places[row * game.files + file] === '~');
    }
  }

  #showFields() {
    const { game } = this.#session, position = this.#position;
    /** @param {string} rule */
    const has = rule => game.rules.includes(rule);
    byId('turn').value = position.turn.startsWith('b') ? 'b' : 'w';
    byId('quiet').value = position.quiet;
    byId('number').value = position.number;
    byId('passed').value = position.passed;
    byId('passed-field').hidden = !has('multi-step') && position.passed === '-';
    byId('powers').hidden = !has('joker');
    byId('held').hidden = !has('reserve');
    byId('pockets').hidden = !has('launch');
    if (has('joker'))
      this.#showPowers();
    if (has('reserve'))
      this.#showReserve();
    if (has('launch'))
      this.#showPockets();
    byId('undo').disabled = !this.#changes.canUndo;
  }

  #showPowers() {
    const types = this.#session.types().filter(type => !type.isJoker);
    for (const color of COLORS) {
      const select = byId(`power-${color}`);
      select.replaceChildren(h('option', { value: '' }, t('nothing yet')),
        ...types.map(type => h('option', { value: type.letter }, pieceName(type))));
      select.value = this.#position.imitated[color];
    }
  }

  #showReserve() {
    for (const color of COLORS)
      byId(`reserve-${color}`).replaceChildren(...[...this.#session.game.reserveOrder].reverse()
        .map(letter => {
          const type = this.#session.type(letter);
          const count = this.#position.reserve[color][letter] ?? 0;
          const input = h('input', { type: 'number', min: 0, max: 99, value: count,
            'data-color': color, 'data-letter': letter,
            'aria-label': sidedPiece(color, type) });
          return h('label', { class: 'editor-count', title: pieceName(type) },
            piecePicture({ ...type, color }, settings.get('pieces')), input);
        }));
  }

  #showPockets() {
    for (const color of COLORS)
      byId(`pocket-${color}`).replaceChildren(...this.#session.types()
        .filter(type => !type.isRoyal && !type.isPawn).map(type => {
          const input = h('input', { type: 'checkbox', 'data-color': color,
            'data-letter': type.letter,
            'aria-label': sidedPiece(color, type) });
          input.checked = this.#position.pocket[color].has(type.letter);
          return h('label', { class: 'editor-count', title: pieceName(type) },
            piecePicture({ ...type, color }, settings.get('pieces')), input);
        }));
  }

  /**
   * @param {string} fen
   * @param {any} problem
   */
  #showVerdict(fen, problem) {
    const { faults } = this.#checked;
    /** @param {{ message: string, squares: string[] }} parts */
    const sentence = ({ message, squares }) =>
      `${message[0].toUpperCase()}${message.slice(1)}${squares.length > 0
        ? `: ${squares.join(', ')}` : ''}.`;
    const words = problem ? [`${problem[0].toUpperCase()}${problem.slice(1)}.`]
      : faults.map(sentence);
    const isRight = words.length === 0;
    byId('verdict').classList.toggle('notice-bad', !isRight);
    byId('verdict').replaceChildren(...(isRight ? [this.#rightWords(fen)]
      : [h('strong', {}, t('This position is not possible yet.')),
        h('ul', {}, words.map(text => h('li', {}, text)))]));
    if (document.activeElement !== byId('fen'))
      byId('fen').value = fen;
    const hash = new URLSearchParams({ v: this.#variant, fen });
    history.replaceState(null, '', `#${hash}`);
    this.#shownHash = location.hash;
    const query = { analyse: `/analysis#${hash}`,
      play: `/?${new URLSearchParams({ new: this.#variant, fen })}`,
      publish: `/problems/new#${hash}` };
    for (const [id, href] of Object.entries(query)) {
      const link = byId(id);
      if (isRight)
        link.href = href;
      else
        link.removeAttribute('href');
      link.setAttribute('aria-disabled', !isRight);
    }
  }

  /** @param {string} fen */
  #rightWords(fen) {
    this.#session.setFen(fen);
    const { ending, isCheck, side } = this.#session.state();
    if (ending === 'mate')
      return t('Possible, and the game is over: mate.');
    if (ending === 'stalemate')
      return t('Possible, and the game is over: stalemate.');
    if (ending !== 'none')
      return t('Possible, and the game is over.');
    const count = this.#session.moves().length;
    const mover =
      side === 'white' ? t('Possible. White is to move.') : t('Possible. Black is to move.');
    const check = isCheck ? t('The king is in check.') : '';
    return `${mover} ${check} ${tn('{n} legal move.', '{n} legal moves.', count)}`;
  }

  /* --- Fields and buttons --- */

  /** @param {() => void} act */
  async #tried(act) {
    byId('problem').textContent = '';
    try {
      await act();
      this.#show();
    } catch (error) {
      byId('problem').textContent = error.message;
    }
  }

  #wireFields() {
    /**
     * @param {string} id
     * @param {() => void} act
     */
    const on = (id, act) => byId(id).addEventListener('change', () => this.#tried(act));
    on('variant', async () => {
      showUnreadable([]);
      await this.#setVariant(byId('variant').value);
    });
    on('start', () => {
      this.#changes.keep(this.#position.fen());
      this.#setStart(Number(byId('start').value));
    });
    on('fen', () => {
      this.#changes.keep(this.#position.fen());
      this.#readFen(byId('fen').value.trim());
    });
    /**
     * @param {string} id
     * @param {(position: EditedPosition) => void} set
     */
    const field = (id, set) => on(id, () => this.#change(set));
    field('turn', position => { position.turn = byId('turn').value; });
    field('passed', position => { position.passed = byId('passed').value.trim() || '-'; });
    field('quiet',
      position => { position.quiet = Math.max(0, Math.trunc(Number(byId('quiet').value) || 0)); });
    field('number',
      position => {
        position.number = Math.max(1,
          Math.trunc(Number(byId('number').value) || 1));
      });
    for (const color of COLORS)
      field(`power-${color}`,
        position => { position.imitated[color] = byId(`power-${color}`).value; });
    byId('held').addEventListener('change', ({ target }) => {
      const color = colorFrom(target), { letter } = target.dataset;
      const count = Math.min(99, Math.max(0, Math.trunc(Number(target.value) || 0)));
      this.#change(position => position.hold(color, letter,
        count - (position.reserve[color][letter] ?? 0)));
    });
    byId('pockets').addEventListener('change', ({ target }) => this.#change(position => {
      const pocket = position.pocket[colorFrom(target)];
      if (target.checked)
        pocket.add(target.dataset.letter);
      else
        pocket.delete(target.dataset.letter);
    }));
  }

  #wireButtons() {
    /**
     * @param {string} id
     * @param {() => void} act
     */
    const on = (id, act) => byId(id).addEventListener('click', () => this.#tried(act));
    on('undo', () => this.#undo());
    on('clear', () => this.#change(position => position.clear()));
    on('flip', () => this.#board.flip());
    on('all-rights',
      () => this.#change(position => { position.unmoved = new Set(this.#checked.rights); }));
    on('no-rights', () => this.#change(position => position.unmoved.clear()));
    on('fill-reserve',
      () => this.#change(position => {
        position.reserve =
          structuredClone(this.#checked.reserve);
      }));
    on('empty-reserve',
      () => this.#change(position => { position.reserve = { white: {}, black: {} }; }));
    on('copy', () => copyText(byId('fen').value));
  }

  #wire() {
    this.#wireFields();
    this.#wireButtons();
    wireKeys({ b: () => this.#board.focus() });
    addEventListener('keydown', event => {
      if (isTyping(event) || event.defaultPrevented || event.altKey)
        return;
      if ((event.ctrlKey || event.metaKey) && event.key === 'z')
        this.#undo();
      else if (!event.ctrlKey && !event.metaKey && event.key === 'Escape')
        this.#palette.drop();
      else
        return;
      event.preventDefault();
    });
  }
}

new Editor().open().catch(error => {
  byId('problem').textContent = error.message;
  throw error;
});
