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
import { piecePanel } from '../widgets/piece-panel.js';

const HAND = 'hand', ERASER = 'erase', RIGHTS = 'rights';
const LOOK = ['pieces', 'squares', 'coordinates', 'animation'];
const chosenLook = () => Object.fromEntries(LOOK.map(name => [name, settings.get(name)]));

/** @param {Color} color */
const sideName = color => (color === 'white' ? t('White') : t('Black'));

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
  /** @type {EditedPosition} */
  #position;
  /** @type {Board} */
  #board;
  #tool = HAND;
  /** @type {string[]} */
  #past = []; // FENs before each change
  /** @type {PositionCheck} */
  #checked = { fen: '', full: '', faults: [], rights: [], reserve: { white: {}, black: {} } };

  async open() {
    this.#rules = await loadRules();
    const asked = new URLSearchParams(location.hash.slice(1));
    await this.#setVariant(asked.get('v') ?? new URLSearchParams(location.search).get('variant')
      ?? 'alert');
    if (asked.has('fen'))
      this.#readFen(asked.get('fen') ?? '');
    this.#wire();
    this.#show();
  }

  /* --- Which game, which position --- */

  /** @param {string} variant */
  async #setVariant(variant) {
    const option = [...byId('variant').options].find(one => one.value === variant)
      ?? byId('variant').options[0];
    this.#variant = option.value;
    const session = this.#rules.open(await rulesOf(this.#variant, option.dataset.definition));
    this.#session?.close();
    this.#session = session;
    byId('variant').value = this.#variant;
    const { files, rows, starts } = session.game;
    Object.assign(byId('editor').dataset, { files, rows });
    byId('start').max = starts;
    byId('start-field').hidden = starts < 2;
    this.#position = new EditedPosition(session.game);
    this.#past = [];
    this.#makeBoard();
    this.#makeTools();
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
    this.#past.push(this.#position.fen());
    act(this.#position);
    this.#show();
  }

  #undo() {
    const fen = this.#past.pop();
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
      lookAt: (square, piece) => (this.#tool === HAND
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
    this.#listenToTools(frame);
  }

  /** @returns {DiagramPiece[]} */
  #standing() {
    return [...this.#position.pieces].map(([square, letter]) => ({ square,
      letter: letter.toUpperCase(), color: colorOf(letter),
      isUnmoved: this.#position.unmoved.has(square) }));
  }

  /**
   * Applies the chosen tool to a square; false if it does nothing.
   * @param {string} square
   */
  #use(square) {
    const letter = this.#position.pieces.get(square);
    if (this.#tool === RIGHTS) {
      if (letter === undefined)
        return false;
      this.#change(({ unmoved }) => (unmoved.has(square) ? unmoved.delete(square)
        : unmoved.add(square)));
    } else if (this.#tool === ERASER) {
      if (letter === undefined)
        return false;
      this.#change(position => position.put(square, null));
    } else if (letter !== this.#tool) {
      this.#change(position => position.put(square, this.#tool));
    } else {
      return false;
    }
    return true;
  }

  // While a tool is selected, the board's own ways of moving pieces are disabled.
  /** @param {any} frame */
  #listenToTools(frame) {
    let isPainting = false, /** @type {any} */ last = null;
    /** @param {PageEvent} event */
    const stop = event => {
      event.preventDefault();
      event.stopPropagation();
    };
    frame.addEventListener('pointerdown', (/** @type {PageEvent} */ event) => {
      if (this.#tool === HAND || event.button !== 0)
        return;
      stop(event);
      last = this.#board.spotOf(event).name ?? null;
      isPainting = last !== null;
      if (!isPainting)
        return;
      if (this.#position.pieces.get(last) === this.#tool)
        this.#change(position => position.put(last, null));
      else
        this.#use(last);
      frame.setPointerCapture(event.pointerId);
      this.#board.focus(last);
    }, true);
    frame.addEventListener('pointermove', (/** @type {PageEvent} */ event) => {
      const { name } = isPainting ? this.#board.spotOf(event) : { name: undefined };
      if (name === undefined || name === last)
        return;
      last = name;
      if (this.#tool !== RIGHTS)
        this.#use(name);
    }, true);
    for (const end of ['pointerup', 'pointercancel'])
      frame.addEventListener(end, () => { isPainting = false; }, true);
    frame.addEventListener('keydown', (/** @type {PageEvent} */ event) => {
      const { square } = event.target.dataset ?? {};
      if (square !== undefined && !event.ctrlKey && !event.metaKey && !event.altKey
        && this.#press(event.key, square))
        stop(event);
    }, true);
  }

  /**
   * A key on a square: a letter puts that piece there (capitals are White's), Delete removes
   * it.
   * @param {string} key
   * @param {string} square
   */
  #press(key, square) {
    const isLetter = key.length === 1 && this.#session.type(key) !== undefined;
    if (isLetter)
      this.#change(position => position.put(square, key));
    else if (key === 'Delete' || key === 'Backspace')
      this.#change(position => position.put(square, null));
    else if (key === '!')
      this.#change(({ unmoved }) => (unmoved.has(square) ? unmoved.delete(square)
        : unmoved.add(square)));
    else if ((key === 'Enter' || key === ' ') && this.#tool !== HAND)
      this.#use(square);
    else
      return false;
    this.#board.focus(square);
    return true;
  }

  /* --- The palette --- */

  #makeTools() {
    /** @param {Piece} piece */
    const picture = piece => piecePicture(piece, settings.get('pieces'));
    /**
     * @param {any} value
     * @param {string} title
     * @param {...any} content
     */
    const tool = (value, title, ...content) => h('label', { class: 'editor-tool', title },
      h('input', { type: 'radio', name: 'tool', value, 'aria-label': title,
        checked: value === this.#tool }), ...content);
    /** @param {Color} color */
    const pieces = color => h('div', { class: 'editor-pieces', role: 'group',
      'aria-label': sideName(color) },
    this.#session.types().map(type => tool(color === 'white' ? type.letter
      : type.letter.toLowerCase(),
    sidedPiece(color, type), picture({ ...type, color }))));
    this.#tool = HAND;
    byId('tools').replaceChildren(
      h('div', { class: 'editor-hands' }, tool(HAND, t('Move pieces'), h('span', {}, t('Move'))),
        tool(ERASER, t('Remove pieces'), h('span', {}, t('Remove'))),
        tool(RIGHTS, t('Pieces that have not moved: click on them'),
          h('span', {}, t('Not moved')))),
      pieces('white'), pieces('black'));
  }

  // Drags from the palette to a square.
  #dragFromTools() {
    /** @type {any} */
    let dragged = null;
    const ghost = byId('ghost');
    byId('tools').addEventListener('pointerdown', event => {
      const input = event.target.closest('.editor-tool')?.querySelector('input');
      dragged = input && input.value.length === 1 ? input : null;
    });
    addEventListener('pointermove', event => {
      if (dragged === null)
        return;
      if (ghost.hidden)
        ghost.replaceChildren(dragged.parentElement.querySelector('svg').cloneNode(true));
      ghost.hidden = false;
      ghost.style.left = `${event.clientX}px`;
      ghost.style.top = `${event.clientY}px`;
    });
    for (const end of ['pointerup', 'pointercancel'])
      addEventListener(end, (/** @type {any} */ event) => {
        const isDrop = dragged !== null && !ghost.hidden && end === 'pointerup';
        const letter = dragged?.value;
        dragged = null;
        ghost.hidden = true;
        const { name } = isDrop ? this.#board.spotOf(event) : { name: undefined };
        if (name !== undefined)
          this.#change(position => position.put(name, letter));
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
    this.#board.setTargets(this.#tool === HAND
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
    byId('undo').disabled = this.#past.length === 0;
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
    return `${side === 'white' ? t('Possible. White is to move.') : t('Possible. Black is to move.')} ${isCheck
      ? t('The king is in check.') : ''} ${tn('{n} legal move.', '{n} legal moves.', count)}`;
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
    on('variant', () => this.#setVariant(byId('variant').value));
    on('start', () => {
      this.#past.push(this.#position.fen());
      this.#setStart(Number(byId('start').value));
    });
    on('fen', () => {
      this.#past.push(this.#position.fen());
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
    byId('tools').addEventListener('change', ({ target }) => {
      this.#tool = target.value;
      this.#board.select(null);
      this.#show();
    });
  }

  #wire() {
    this.#wireFields();
    this.#wireButtons();
    this.#dragFromTools();
    addEventListener('keydown', event => {
      if (isTyping(event) || event.defaultPrevented || event.altKey)
        return;
      if ((event.ctrlKey || event.metaKey) && event.key === 'z')
        this.#undo();
      else if (!event.ctrlKey && !event.metaKey && event.key === 'Escape')
        byId('tools').querySelector(`input[value="${HAND}"]`).click();
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
