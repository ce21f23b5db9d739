/* Games: built in, or from the text of a definition. */
import { ApothecaryError, DefinitionError, FenError, AmbiguousMoveError, GameOverError,
  IllegalMoveError, InvalidMoveError } from './errors.js';
import { exportsOf, indexOfByte, newSession, textAt, wordOf } from './module.js';

export const COORDINATES = 0, SAN = 1, COURIER = 2;

const PROMOTED_SHIFT = 17; // of the numbers in src/wasm/library.h
const UNCODED = 0x80000000; // the number of moves that have none

/** @type {FinalizationRegistry<any>} */
const unused = new FinalizationRegistry(handle => handle.free());

/** @type {Map<string, Variant>} */
const builtins = new Map();

/** The version of the library, as "0.2.0". */
export const version = () => textAt(exportsOf().apo_library_version());

/** @param {string} what */
const kindOfError = what => ({ illegal: IllegalMoveError, ambiguous: AmbiguousMoveError,
  finished: GameOverError }[what] ?? InvalidMoveError);

/**
 * The error of a failed call.
 * @param {any} handle
 * @param {number} status
 * @param {string | null} [text] what was in the input
 * @param {any} [kind] the class of the error; those of moves by default
 */
export function failureOf(handle, status, text = null, kind = null) {
  const code = wordOf(status);
  const position = text === null ? null
    : indexOfByte(text, handle.api.apo_session_error_position(handle.at));
  const message = handle.output().trim() || code;
  return new (kind ?? kindOfError(code))(message, { code, text, position });
}

/** A position has more moves than the library lists: with walls there can be so many. */
export const tooManyMoves = () => new ApothecaryError(
  'more results than fit: a list of moves holds 8,192', { code: 'overflow' });

/**
 * Checks that a value for the library is a string; anything else is the caller's mistake.
 * @param {any} value
 * @param {string} what
 */
export function textOf(value, what) {
  if (typeof value !== 'string')
    throw new ApothecaryError(`${what} is a text, not ${value === null ? 'null' : typeof value}`,
      { code: 'syntax' });
  return value;
}

/**
 * Checks that a value for the library is a whole number.
 * @param {any} value
 * @param {string} what
 * @param {number} [least]
 * @param {number} [most]
 */
export function numberOf(value, what, least = 0, most = 0xFFFFFFFF) {
  if (!Number.isInteger(value) || value < least || value > most)
    throw new ApothecaryError(`${what} is a whole number from ${least} to ${most}`,
      { code: 'range' });
  return value;
}

export class Variant {
  #handle;
  #source;
  #facts;
  /** @type {string | null} */
  #startFen = null;
  /** @type {any[]} */
  #warnings = [];
  /** @type {Map<number, string>} */
  #texts = new Map(); // of moves, by their numbers
  /** @type {Map<number, string>} */
  #sans = new Map(); // the same in SAN
  /** @type {string[]} */
  #names = []; // of squares

  /**
   * @param {any} handle
   * @param {any} source { id } or { definition }
   * @param {any[]} warnings
   */
  constructor(handle, source, warnings) {
    this.#handle = handle;
    this.#source = source;
    this.#warnings = warnings;
    this.#check(handle.api.apo_session_describe(handle.at));
    this.#facts = JSON.parse(handle.output());
    const { files, places, bottomRank } = this.#facts;
    for (let i = 0; i < places.length; i++)
      this.#names.push(String.fromCharCode(97 + i % files) + (Math.floor(i / files) + bottomRank));
    unused.register(this, handle, this);
  }

  /**
   * A built-in game; opened once.
   * @param {string} id
   */
  static get(id) {
    textOf(id, 'the id of a game');
    const known = builtins.get(id);
    if (known !== undefined)
      return known;
    const handle = newSession();
    const status = handle.api.apo_session_open(handle.at, handle.put(id));
    if (status !== 0) {
      const error = new ApothecaryError(`there is no game "${id}"`,
        { code: wordOf(status), text: id, position: 0 });
      handle.free();
      throw error;
    }
    const made = new Variant(handle, { id }, []);
    builtins.set(id, made);
    return made;
  }

  /**
   * The game of a definition file; `bases` has the texts of definitions that it may build on, by
   * their names.
   * @param {string} text
   * @param {{ id?: string, bases?: { [name: string]: string } }} [options]
   */
  static define(text, { id = 'own', bases = {} } = {}) {
    const definition = [textOf(text, 'a definition'), ...Object.entries(bases).map(
      ([name, base]) => `#base-file ${name}\n${textOf(base, 'a definition')}`)].join('\n');
    const handle = newSession();
    try {
      const status = handle.api.apo_library_define(handle.at,
        handle.put(`${textOf(id, 'the id of a game')}\n${definition}`));
      const reason = handle.output();
      handle.api.apo_library_faults(handle.at);
      const faults = JSON.parse(handle.output());
      if (status !== 0)
        throw new DefinitionError(firstFault(faults) ?? reason.trim(),
          { code: wordOf(status), text, faults });
      return new Variant(handle, { definition }, faults);
    } catch (error) {
      handle.free();
      throw error;
    }
  }

  /** Frees the game's memory. Its boards must not be used afterwards. */
  free() {
    if (this.#handle.at === 0)
      return;
    unused.unregister(this);
    if (builtins.get(this.id) === this)
      builtins.delete(this.id);
    this.#handle.free();
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.free();
  }

  get id() { return this.#facts.id; }
  get name() { return this.#facts.name; }
  get inventor() { return this.#facts.inventor; }
  get files() { return this.#facts.files; }
  get ranks() { return this.#facts.ranks; }
  get starts() { return this.#facts.starts; }
  get startNames() { return this.#facts.startNames; }
  get rules() { return this.#facts.rules; }
  get hasAdvantage() { return this.#facts.hasAdvantage; }
  get pieceTypes() { return this.#facts.types; }
  get warnings() { return this.#warnings; }

  /** Where the game comes from: { id } or { definition }. */
  get source() { return this.#source; }

  /** The names of all squares, row by row from the bottom left. */
  get squares() {
    return this.#names.filter((_, i) => this.#facts.places[i] !== '#');
  }

  /** The places of the board: see `places` of apo_session_describe. Internal to the package. */
  get layout() {
    const { files, rows, bottomRank, places, lines, river } = this.#facts;
    return { files, rows, bottomRank, places, lines, river, names: this.#names };
  }

  /** The FEN of the usual start. */
  get startFen() {
    this.#startFen ??= this.start(1);
    return this.#startFen;
  }

  /**
   * The FEN of a numbered start, of the default board or of a named one.
   * @param {number} number
   * @param {string} [name]
   */
  start(number, name = '') {
    const index = this.startNames.indexOf(name);
    if (index < 0)
      throw new ApothecaryError(`there is no start called "${name}"`,
        { code: 'unknown', text: name, position: 0 });
    const handle = this.session();
    const chosen = numberOf(number, 'the number of a start');
    this.#check(handle.api.apo_session_start(handle.at, index, chosen));
    this.#check(handle.api.apo_session_fen(handle.at));
    return handle.output();
  }

  /**
   * All legal moves of the position in coordinates.
   * @param {string} fen
   * @returns {string[]}
   */
  legalMoves(fen) {
    const handle = this.session();
    const text = textOf(fen, 'a FEN');
    const count = handle.api.apo_library_encode_fen(handle.at, handle.put(text));
    if (count < 0)
      throw failureOf(handle, -count, text, FenError);
    return this.decode(handle, count);
  }

  /**
   * All legal moves of the position as people write them, in no particular order.
   * @param {string} fen
   * @returns {string[]}
   */
  legalSans(fen) {
    const handle = this.session();
    const text = textOf(fen, 'a FEN');
    const count = handle.api.apo_library_encode_sans_fen(handle.at, handle.put(text));
    if (count < 0)
      throw failureOf(handle, -count, text, FenError);
    return this.decodeSans(handle, count,
      () => handle.api.apo_library_list_fen(handle.at, handle.put(text), SAN));
  }

  /**
   * The texts of the moves that the module has just encoded as SAN. Internal to the package.
   * @param {any} handle
   * @param {number} count
   * @param {() => number} list lets the module write all texts in the same order, and returns a
   *   status; for positions with a move that was never seen before
   * @returns {string[]}
   */
  decodeSans(handle, count, list) {
    const at = handle.api.apo_library_codes(handle.at) >> 2;
    const codes = handle.words();
    const texts = this.#sans, moves = new Array(count);
    for (let i = 0; i < count; i++) {
      const text = texts.get(codes[at + i]);
      if (text === undefined)
        return this.#learnSans(handle, list);
      moves[i] = text;
    }
    return moves;
  }

  /**
   * @param {any} handle
   * @param {() => number} list
   */
  #learnSans(handle, list) {
    const status = list();
    if (status !== 0)
      throw failureOf(handle, status, null, ApothecaryError);
    const at = handle.api.apo_library_codes(handle.at) >> 2;
    const codes = handle.words(), moves = handle.output().split(' ');
    for (const [i, text] of moves.entries())
      if (codes[at + i] < UNCODED)
        this.#sans.set(codes[at + i], text);
    return moves;
  }

  /**
   * The texts of the moves that the module has just encoded. Internal to the package.
   * @param {any} handle
   * @param {number} count
   * @returns {string[]}
   */
  decode(handle, count) {
    const at = handle.api.apo_library_codes(handle.at) >> 2;
    const codes = handle.words();
    const texts = this.#texts, moves = new Array(count);
    let others = null, next = 0;
    for (let i = 0; i < count; i++) {
      const code = codes[at + i];
      let text = texts.get(code);
      if (text === undefined) {
        if (code >= UNCODED) {
          others ??= handle.output().split(' ');
          text = others[next++];
        } else {
          text = this.#spell(code);
        }
      }
      moves[i] = text;
    }
    return moves;
  }

  /** @param {number} code */
  #spell(code) {
    const squares = this.#names.length, way = code & ((1 << PROMOTED_SHIFT) - 1);
    const promoted = code >>> PROMOTED_SHIFT;
    const letter = promoted === 0 ? '' : this.pieceTypes[promoted - 1].letter.toLowerCase();
    const text = this.#names[Math.floor(way / squares)] + this.#names[way % squares] + letter;
    this.#texts.set(code, text);
    return text;
  }

  /** The session of this game, not used by any board. Internal to the package. */
  session() {
    if (this.#handle.at === 0)
      throw new ApothecaryError('the game has been freed', { code: 'unsupported' });
    return this.#handle;
  }

  /** @param {number} status */
  #check(status) {
    if (status !== 0)
      throw failureOf(this.#handle, status, null, ApothecaryError);
  }
}

/** @param {any[]} faults */
function firstFault(faults) {
  const fault = faults.find(({ isWarning }) => !isWarning);
  return fault && `line ${fault.line}: ${fault.message}`;
}

/** The ids of all built-in games. */
export function variants() {
  const handle = newSession();
  try {
    handle.api.apo_library_variants(handle.at);
    return handle.output().trim().split('\n');
  } finally {
    handle.free();
  }
}

/**
 * A game by its id, or the game itself.
 * @param {Variant | string} variant
 */
export function variantOf(variant) {
  if (variant instanceof Variant)
    return variant;
  return Variant.get(variant);
}
