/* The piece lab: clicked squares become XBetza, and typed XBetza is shown as squares. */
import { piecePicture } from '../board/pieces.js';
import { byId, h } from '../lib/dom.js';
import { mark, sayReason, t } from '../lib/i18n.js';
import { Atoms, toggled } from './atoms.js';
import { freeLetter, partOf, readPiece, writePiece } from './pieces.js';

const REACH = 5; // squares shown on each side of the piece

/** @type {{ [mark: string]: string }} */
const MARKS = { '': '{square}', both: mark('{square}: moves and captures'),
  move: mark('{square}: moves'), capture: mark('{square}: captures'),
  hop: mark('{square}: over another piece') };

/** @typedef {import('./atoms.js').Offset} Offset */

export class Lab {
  #library;
  #atoms;
  #onChange;
  /** @type {import('./definition.js').Definition} */
  #definition;
  #letter = ''; // of the piece; '' for a new one

  /**
   * @param {import('./library.js').Library} library
   * @param {(text: string) => void} onChange
   */
  constructor(library, onChange) {
    this.#library = library;
    this.#onChange = onChange;
    this.#atoms = new Atoms(xbetza => library.moves(xbetza));
    byId('lab-board').replaceChildren(...this.#cells());
    byId('lab-piece').addEventListener('change', () => this.choose(byId('lab-piece').value));
    byId('lab-moves').addEventListener('input', () => this.#take(byId('lab-moves').value.trim()));
    byId('lab-name').addEventListener('input', () => this.#showHere());
    byId('lab-add').addEventListener('click', () => this.#add());
    byId('lab-board').addEventListener('click', ({ target }) => {
      const cell = target.closest('[data-x]');
      if (cell)
        this.#click([Number(cell.dataset.x), Number(cell.dataset.y)]);
    });
    byId('lab-board').addEventListener('keydown', event => this.#walk(event));
  }

  /** @param {import('./definition.js').Definition} definition */
  show(definition) {
    this.#definition = definition;
    const pieces = definition.keys('pieces').map(({ name }) => name);
    if (!pieces.includes(this.#letter))
      this.#letter = '';
    byId('lab-piece').replaceChildren(...pieces.map(letter => h('option', { value: letter,
      selected: letter === this.#letter }, `${letter}: ${this.#piece(letter).name}`)),
    h('option', { value: '', selected: this.#letter === '' }, t('a new piece')));
    this.#showPiece();
  }

  /** @param {string} letter '' for a new piece */
  choose(letter) {
    this.#letter = letter;
    byId('lab-piece').value = letter;
    this.#showPiece();
  }

  /**
   * A new piece with these moves.
   * @param {string} moves
   */
  offer(moves) {
    byId('lab-moves').value = moves;
    this.choose('');
  }

  /** @param {string} letter */
  #piece(letter) {
    return readPiece(this.#definition.value('pieces', letter));
  }

  #showPiece() {
    byId('lab-new').hidden = this.#letter !== '';
    const moves = this.#letter === '' ? byId('lab-moves').value : this.#piece(this.#letter).moves;
    if (document.activeElement !== byId('lab-moves'))
      byId('lab-moves').value = moves === 'none' ? '' : moves;
    this.#showHere();
    this.#draw();
  }

  /** The piece itself in the middle of the squares. */
  #showHere() {
    const isNew = this.#letter === '', piece = this.#piece(this.#letter);
    const name = isNew ? byId('lab-name').value.trim().toLowerCase() : piece.name;
    byId('lab-board').querySelector('.lab-here').replaceChildren(piecePicture({ name,
      letter: isNew ? name[0] ?? '?' : this.#letter, color: 'white',
      picture: partOf(piece, 'picture') }));
  }

  /* --- Changes --- */

  /** @param {string} moves */
  #take(moves) {
    if (!this.#draw() || this.#letter === '')
      return;
    const piece = this.#piece(this.#letter);
    this.#onChange(this.#definition.with('pieces', this.#letter, null,
      [writePiece({ ...piece, moves })]));
  }

  /** @param {Offset} offset */
  #click(offset) {
    const chosen = (/** @type {string} */ name) =>
      /** @type {any} */ (document.querySelector(`input[name="lab-${name}"]:checked`)).value;
    const part = this.#atoms.write(offset, { mode: chosen('mode'), kind: chosen('kind'),
      same: chosen('same') });
    if (part === null) {
      byId('lab-problem').textContent = t('There is no short way to write this.');
      return;
    }
    byId('lab-moves').value = toggled(byId('lab-moves').value.trim(), part);
    this.#take(byId('lab-moves').value);
  }

  #add() {
    const name = byId('lab-name').value.trim().toLowerCase() || t('new piece');
    const letter = freeLetter(name, new Set(this.#definition.keys('pieces').map(key => key.name)));
    if (letter === undefined || byId('lab-moves').value.trim() === '')
      return;
    this.#letter = letter;
    byId('lab-name').value = '';
    this.#onChange(this.#definition.with('pieces', letter, null,
      [writePiece({ name, moves: byId('lab-moves').value.trim(), more: [] })]));
  }

  /* --- The board --- */

  #cells() {
    const side = Array.from({ length: 2 * REACH + 1 }, (_, i) => i - REACH);
    return [...side].reverse().map(y => h('div', { role: 'row' }, side.map(x =>
      h('div', { role: 'gridcell' }, x === 0 && y === 0 ? h('span', { class: 'lab-here' })
        : h('button', { type: 'button', 'data-x': x, 'data-y': y,
          tabindex: x === 0 && y === 1 ? 0 : -1,
          class: (x + y) % 2 === 0 ? 'is-dark' : null })))));
  }

  /** @param {PageEvent} event */
  #walk(event) {
    /** @type {{ [key: string]: Offset }} */
    const steps = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    const cell = event.target.closest('[data-x]'), step = steps[event.key];
    if (!cell || step === undefined)
      return;
    event.preventDefault();
    const [x, y] = [Number(cell.dataset.x) + step[0], Number(cell.dataset.y) + step[1]];
    const next = this.#cell(x, y) ?? this.#cell(x + step[0], y + step[1]);
    if (!next)
      return;
    cell.setAttribute('tabindex', -1);
    next.setAttribute('tabindex', 0);
    next.focus();
  }

  /**
   * @param {number} x
   * @param {number} y
   */
  #cell(x, y) {
    return byId('lab-board').querySelector(`[data-x="${x}"][data-y="${y}"]`);
  }

  /** Shows the squares of the typed moves; false if they mean nothing. */
  #draw() {
    const text = byId('lab-moves').value.trim();
    byId('lab-problem').textContent = '';
    /** @type {any} */
    let found = { words: [] };
    try {
      if (text !== '')
        found = this.#library.moves(text);
    } catch (error) {
      byId('lab-problem').textContent = error.message;
      return false;
    }
    /** @param {...string} names */
    const setOf = (...names) => new Set(names.flatMap(name => (found[name] ?? []).map(String)));
    const moves = setOf('moves', 'first_moves'), captures = setOf('captures', 'first_captures');
    const hops = setOf('hop_moves', 'hop_captures');
    for (const cell of byId('lab-board').querySelectorAll('[data-x]')) {
      const at = `${cell.dataset.x},${cell.dataset.y}`;
      const kind = moves.has(at) && captures.has(at) ? 'both' : moves.has(at) ? 'move'
        : captures.has(at) ? 'capture' : hops.has(at) ? 'hop' : '';
      cell.dataset.mark = kind;
      cell.setAttribute('aria-label', t(MARKS[kind], { square: at }));
    }
    byId('lab-words').replaceChildren(...found.words.map((/** @type {string} */ words) =>
      h('li', {}, sayReason(words))));
    return text !== '';
  }
}
