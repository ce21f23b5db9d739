/* The form beside the text: it reads the definition and writes each change into its text. */
import { DRAWN } from '../board/pictures.js';
import { piecePicture } from '../board/pieces.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { freeLetter, partOf, readPiece, withPart, withRoyal, writePiece } from './pieces.js';
import { readRow, resized } from './rows.js';

const PLAIN = ['game', 'board']; // sections whose keys come first; pieces and start have more
const START = 'start'; // the section of another start board, with its name as argument
const LAST = ['values', 'handicap'];
const OWN = ['names', 'names-with-fen']; // keys that only built-in games use

/**
 * @typedef {import('./definition.js').Definition} Definition
 * @typedef {import('./pieces.js').PieceLine} PieceLine
 *
 * @typedef {object} FormParts
 * @property {SectionHelp[]} help
 * @property {(text: string) => Definition} read
 * @property {() => Definition} now what the text says, even if the form does not show it yet
 * @property {() => PieceLine[]} known
 * @property {(text: string) => void} onChange
 * @property {(letter: string) => void} onLab
 */

export class Form {
  #element;
  #parts;
  /** @type {Definition} */
  #definition;
  /** @type {Set<string>} */
  #open = new Set(['game', 'board', 'pieces']); // parts that are unfolded

  /**
   * @param {HTMLElement} element
   * @param {FormParts} parts
   */
  constructor(element, parts) {
    this.#element = element;
    this.#parts = parts;
  }

  /** @param {Definition} definition */
  show(definition) {
    this.#definition = definition;
    const { help } = this.#parts;
    const focused = document.activeElement?.getAttribute('data-field');
    const rules = help.filter(({ isRule, name }) => isRule && !LAST.includes(name));
    const of = (/** @type {string} */ name) => /** @type {SectionHelp} */ (help.find(one =>
      one.name === name));
    this.#element.replaceChildren(
      ...PLAIN.map(name => this.#section(of(name))),
      this.#pieces(), this.#section(of('setup')), ...this.#otherStarts(of(START)),
      this.#section(of('starts')), ...rules.map(rule => this.#section(rule)),
      ...help.filter(({ name }) => LAST.includes(name)).map(rule => this.#section(rule)));
    if (focused)
      this.#element.querySelector(`[data-field="${CSS.escape(focused)}"]`)?.focus();
  }

  /**
   * Changes the text as it is now: another field may have changed it since the form was drawn.
   * @param {(now: Definition) => string} change
   */
  #write(change) {
    this.#definition = this.#parts.now();
    this.#parts.onChange(change(this.#definition));
  }

  /**
   * A part that can be folded.
   * @param {string} name
   * @param {Child[]} summary
   * @param {Child[]} content
   */
  #part(name, summary, ...content) {
    const details = h('details', { class: 'form-part panel', open: this.#open.has(name),
      'data-part': name, ontoggle: () => {
        if (details.open)
          this.#open.add(name);
        else
          this.#open.delete(name);
      } }, h('summary', {}, summary), h('div', { class: 'form-body' }, content));
    return details;
  }

  /* --- Sections with keys --- */

  /** @param {SectionHelp} section */
  #section(section) {
    const { name, isRule, doc, keys } = section;
    const isOn = this.#definition.section(name) !== undefined;
    const title = [h('code', {}, `[${name}]`), ' ', h('span', { class: 'low' }, plain(doc))];
    const fields = () => keys.filter(key => !OWN.includes(key.name)).flatMap(key =>
      this.#fields(name, key));
    if (!isRule && name !== 'starts' && !name.startsWith(`${START} `))
      return this.#part(name, title, fields());
    const toggle = h('input', { type: 'checkbox', 'data-field': `on ${name}`, checked: isOn,
      onchange: () => {
        this.#open.add(name);
        this.#write(now => (isOn ? now.withoutSection(name) : now.withSection(name)));
      } });
    return this.#part(name, title, h('label', { class: 'check' }, toggle,
      isRule ? t('The game has this rule') : t('The definition has this section')),
    isOn ? fields() : []);
  }

  /**
   * The other start boards, and a field for one more.
   * @param {SectionHelp} help
   */
  #otherStarts(help) {
    const id = 'field-start-new', names = this.#definition.named(START);
    const word = h('input', { type: 'text', id, 'data-field': 'start new', spellcheck: 'false',
      autocomplete: 'off', placeholder: 'second' });
    const add = () => {
      const name = `${START} ${word.value.trim().toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
      if (!/[a-z0-9]$/.test(name) || names.includes(name) || word.value.trim() === '')
        return;
      this.#open.add(name);
      this.#write(now => {
        const begun = this.#parts.read(now.withSection(name));
        return begun.with(name, 'board', null, [begun.value('setup', 'board')]);
      });
    };
    return [...names.map(name => this.#section({ ...help, name })),
      h('div', { class: 'field form-field panel' }, h('label', { for: id },
        t('another {key}', { key: START })), h('div', { class: 'row' }, word,
        h('button', { type: 'button', class: 'button', onclick: add }, t('Add'))),
      h('small', { class: 'low' }, plain(help.doc)))];
  }

  /**
   * @param {string} section
   * @param {KeyHelp} key
   */
  #fields(section, key) {
    if (!key.isIndexed)
      return [this.#field(section, key, null)];
    const numbers = [...new Set(this.#definition.keys(section).filter(({ name }) =>
      name === key.name).map(({ number }) => number ?? 0))].sort((a, b) => a - b);
    return [...numbers.map(number => this.#field(section, key, number)),
      this.#newNumber(section, key)];
  }

  /**
   * @param {string} section
   * @param {KeyHelp} key
   * @param {number | null} number
   */
  #field(section, key, number) {
    const { name, doc, form, without, isRequired, choices, isRepeatable } = key;
    const values = this.#definition.values(section, name, number);
    const field = [section, name, number ?? ''].join(' ').trim();
    /** @param {string[]} changed */
    const set = changed => this.#set(section, name, number, changed.map(one => one.trim())
      .filter(Boolean));
    const attributes = { 'data-field': field, id: `field-${field.replaceAll(' ', '-')}`,
      placeholder: isRequired ? form : without ?? '', spellcheck: 'false', autocomplete: 'off' };
    const isList = isRepeatable && number === null && choices.length === 0;
    const isBoard = name === 'board';
    const shown = isList ? values.join('\n')
      : (isBoard ? values[0] : values[0]?.replaceAll('\n', ' ')) ?? '';
    // An unchanged value is not written, not even one that comes from the game's base.
    const onchange = (/** @type {PageEvent} */ { target }) => (target.value === shown ? undefined
      : set(isList ? target.value.split('\n') : [rowsOf(target.value)]));
    const input = choices.length > 0
      ? h('select', { ...attributes, onchange }, ['', ...choices].map(choice =>
        h('option', { value: choice, selected: choice === shown }, choice || without
          || t('not set'))))
      : isList || isBoard ? h('textarea', { ...attributes, onchange,
        class: isBoard ? 'form-board' : null, wrap: isBoard ? 'off' : null,
        rows: Math.max(2, isBoard ? shown.split('\n').length : values.length) }, shown)
        : h('input', { ...attributes, type: 'text', value: shown, onchange });
    return h('div', { class: 'field form-field' },
      h('label', { for: attributes.id }, number === null ? name : `${name} ${number}`), input,
      h('small', { class: 'low' }, plain(`${form}. ${doc}`)));
  }

  /**
   * One more line of a key with a number.
   * @param {string} section
   * @param {KeyHelp} key
   */
  #newNumber(section, { name, form }) {
    const id = `field-${section}-${name}-new`;
    const number = h('input', { type: 'number', min: 0, max: 99, id,
      'data-field': `${section} ${name} new` });
    const value = h('input', { type: 'text', placeholder: form, 'aria-label': name });
    return h('div', { class: 'field form-field' },
      h('label', { for: id }, t('another {key}', { key: name })),
      h('div', { class: 'row' }, number, value,
        h('button', { type: 'button', class: 'button', onclick: () => {
          if (number.value !== '' && value.value.trim() !== '')
            this.#set(section, name, Number(number.value), [value.value.trim()]);
        } }, t('Add'))));
  }

  /**
   * @param {string} section
   * @param {string} name
   * @param {number | null} number
   * @param {string[]} values
   */
  #set(section, name, number, values) {
    const isSize = section === 'board' && (name === 'files' || name === 'ranks');
    this.#write(now => {
      const text = now.with(section, name, number, values);
      return isSize ? this.#fitted(text) : text;
    });
  }

  /**
   * The text with a start board, and a rank of promotion, that fit the board's new size.
   * @param {string} text
   */
  #fitted(text) {
    const { read } = this.#parts, old = this.#definition;
    let definition = read(text);
    const [files, ranks] = ['files', 'ranks'].map(name => Number(definition.value('board', name)));
    const before = Number(old.value('board', 'ranks'));
    if (!(files >= 2 && files <= 16 && ranks >= 2 && ranks <= 16))
      return text;
    for (const section of this.#boards()) {
      const rows = old.value(section, 'board').split('\n');
      if (rows.length >= before)
        definition = read(definition.with(section, 'board', null,
          [resized(rows, files, ranks - before).join('\n')]));
    }
    const promoted = definition.values('promotion', 'rank', before);
    if (before === ranks || promoted.length === 0)
      return definition.text;
    return read(definition.with('promotion', 'rank', before, []))
      .with('promotion', 'rank', ranks, promoted);
  }

  /** The sections with a board. */
  #boards() {
    return ['setup', ...this.#definition.named(START)];
  }

  /* --- Pieces --- */

  #pieces() {
    const keys = this.#definition.keys('pieces');
    const known = this.#parts.known();
    return this.#part('pieces', [h('code', {}, '[pieces]'), ' ',
      h('span', { class: 'low' }, t('The pieces, and how they move in XBetza.'))],
    h('datalist', { id: 'form-pictures' }, [...DRAWN].map(value => h('option', { value }))),
    h('div', { class: 'form-pieces' }, keys.map(({ name, texts }) =>
      this.#piece(name, readPiece(texts.map(({ text }) => text).join('\n'))))),
    h('details', { class: 'form-known', 'data-part': 'known', open: this.#open.has('known'),
      ontoggle: event => (event.target.open ? this.#open.add('known')
        : this.#open.delete('known')) },
    h('summary', {}, t('Add a piece')),
    h('div', { class: 'form-palette' },
      [{ name: t('new piece'), moves: 'W', more: [] }, ...known].map(piece =>
        h('button', { type: 'button', title: piece.moves, onclick: () => this.#add(piece) },
          piecePicture({ name: piece.name, letter: piece.name[0].toUpperCase(), color: 'white',
            picture: partOf(piece, 'picture') }), h('span', {}, piece.name))))));
  }

  /** @param {PieceLine} piece */
  #add(piece) {
    this.#write(now => {
      const letter = freeLetter(piece.name, new Set(now.keys('pieces').map(({ name }) => name)));
      return letter === undefined ? now.text
        : now.with('pieces', letter, null, [writePiece(piece)]);
    });
  }

  /**
   * @param {string} letter
   * @param {PieceLine} piece
   */
  #piece(letter, piece) {
    /** @param {(now: PieceLine) => PieceLine} change */
    const set = change => this.#write(now => now.with('pieces', letter, null,
      [writePiece(change(readPiece(now.value('pieces', letter))))]));
    /**
     * @param {string} part
     * @param {string} label
     * @param {string} value
     * @param {(value: string) => void} change
     * @param {object} [more]
     */
    const field = (part, label, value, change, more) => h('input', { type: 'text', value,
      class: `form-${part}`, 'aria-label': label, title: label,
      'data-field': `piece ${letter} ${part}`, spellcheck: 'false', autocomplete: 'off',
      onchange: ({ target }) => (target.value.trim() === value ? undefined
        : change(target.value.trim())), ...more });
    /**
     * @param {'points' | 'class' | 'picture'} word
     * @param {string} label
     * @param {object} [more]
     */
    const partField = (word, label, more) => h('label', { title: label }, h('code', {}, word),
      field(word, label, partOf(piece, word), value => set(now => withPart(now, word, value)),
        more));
    const isRoyal = piece.more.includes('royal');
    return h('div', { class: 'form-piece', 'data-letter': letter },
      piecePicture({ name: piece.name, letter: letter.slice(-1), color: 'white',
        picture: partOf(piece, 'picture') }),
      h('strong', {}, letter),
      field('name', t('Name of {letter}', { letter }), piece.name,
        name => set(now => ({ ...now, name }))),
      field('moves', t('Moves of {letter}', { letter }), piece.moves,
        moves => set(now => ({ ...now, moves }))),
      h('button', { type: 'button', class: 'button', onclick: () => this.#parts.onLab(letter) },
        t('Lab')),
      h('button', { type: 'button', class: 'button button-danger',
        'aria-label': t('Remove {name}', { name: piece.name }),
        onclick: () => this.#remove(letter) }, '×'),
      h('div', { class: 'form-more' },
        partField('points', t('Points of {letter}', { letter })),
        partField('class', t('Class of {letter}', { letter })),
        partField('picture', t('Picture of {letter}', { letter }), { list: 'form-pictures' }),
        h('label', { class: 'check' }, h('input', { type: 'checkbox',
          checked: isRoyal, 'data-field': `piece ${letter} royal`,
          onchange: ({ target }) => (target.checked === isRoyal ? undefined
            : set(now => withRoyal(now, target.checked))) }),
        t('royal'))));
  }

  /**
   * Removes the piece, also from the start boards.
   * @param {string} letter
   */
  #remove(letter) {
    const { read } = this.#parts;
    this.#write(now => {
      let definition = now;
      for (const section of this.#boards()) {
        const rows = definition.value(section, 'board').split('\n').map(row => {
          const places = readRow(row), left = places.map(place =>
            (place.toUpperCase() === letter ? '.' : place));
          return left.some((place, i) => place !== places[i]) ? left.join('') : row;
        });
        definition = read(definition.with(section, 'board', null, [rows.join('\n')]));
      }
      return definition.with('pieces', letter, null, []);
    });
  }
}

/**
 * The lines of a field, without blanks around them and empty ones.
 * @param {string} text
 */
const rowsOf = text => text.split('\n').map(row => row.trim()).filter(Boolean).join('\n');

/** @param {string} doc */
const plain = doc => doc.replaceAll('`', '');
