/* A board: a position and the game that led to it. */
import { epdLines, epdValue } from './epd.js';
import { ApothecaryError, EpdError, FenError } from './errors.js';
import { exportsOf, newSession } from './module.js';
import { drawBoard } from './svg.js';
import { COORDINATES, COURIER, SAN, failureOf, numberOf, textOf, tooManyMoves,
  variantOf } from './variant.js';

const SIDES = ['white', 'black'];
const RESULTS = ['0-1', '1/4-3/4', '1/2-1/2', '3/4-1/4', '1-0'];
const NOTATIONS = { coordinates: COORDINATES, san: SAN, courier: COURIER };

// The maximum number of boards with a session in the module. A session is only a cache: a board
// without one sets it up again when used. So a program can make millions of boards and free
// none. FinalizationRegistry alone would not do: it runs only when the program pauses.
const RESIDENT_MAX = 256;

/** @type {Map<any, WeakRef<Board>>} */
const resident = new Map();
/** @type {FinalizationRegistry<any>} */
const unused = new FinalizationRegistry(handle => {
  if (resident.delete(handle))
    handle.free();
});

/** @type {(board: Board) => void} */
let leave;

/**
 * @param {Board} board
 * @param {any} handle
 */
function settle(board, handle) {
  resident.set(handle, new WeakRef(board));
  unused.register(board, handle, handle);
  if (resident.size <= RESIDENT_MAX)
    return;
  const [[oldest, owner]] = resident;
  const other = owner.deref();
  if (other !== undefined)
    leave(other);
  else
    dismiss(oldest);
}

/** @param {any} handle */
function dismiss(handle) {
  resident.delete(handle);
  unused.unregister(handle);
  handle.free();
}

export class Board {
  #variant;
  #start = '';
  /** @type {string[]} */
  #moves = [];
  /** @type {number | null} */
  #agreed = null; // White's quarters, if the players have ended the game
  /** @type {any} */
  #handle = null;

  static {
    leave = board => {
      if (board.#handle !== null)
        dismiss(board.#handle);
      board.#handle = null;
    };
  }

  /**
   * A board with the position of a FEN, or the usual start.
   * @param {import('./variant.js').Variant | string} [variant] a game or its id
   * @param {string} [fen]
   */
  constructor(variant = 'chess', fen = undefined) {
    this.#variant = variantOf(variant);
    this.setFen(fen ?? this.#variant.startFen);
  }

  /** Frees the board's memory now; it can still be used, and takes memory again then. */
  free() {
    leave(this);
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.free();
  }

  get variant() { return this.#variant; }

  /** The FEN of the position. */
  fen() {
    const handle = this.#open();
    this.#check(handle.api.apo_session_fen(handle.at));
    return handle.output();
  }

  /**
   * Sets up a position and forgets the game so far.
   * @param {string} fen
   */
  setFen(fen) {
    const handle = this.#handle ?? newSession(this.#variant.session().at);
    const text = textOf(fen, 'a FEN');
    const status = handle.api.apo_library_set_fen(handle.at, handle.put(text));
    if (status !== 0) {
      const error = failureOf(handle, status, text, FenError);
      if (this.#handle === null)
        handle.free();
      throw error;
    }
    this.#begin(handle, text);
  }

  /**
   * Reads a line of EPD: returns { board, operations }.
   * @param {string} line
   * @param {import('./variant.js').Variant | string} [variant]
   */
  static fromEpd(line, variant = 'chess') {
    const board = new Board(variant), handle = board.#open();
    const status = handle.api.apo_library_set_epd(handle.at, handle.put(textOf(line, 'EPD')));
    if (status !== 0)
      throw failureOf(handle, status, line, EpdError);
    /** @type {[string, string][]} */
    const read = JSON.parse(handle.output());
    board.#begin(handle, board.fen());
    return { board, operations: Object.fromEntries(
      read.map(([name, operands]) => [name, epdValue(board, name, operands)])) };
  }

  /**
   * The position as EPD with operations: { bm: ['Nf3'], id: 'test 1', ce: 30 }.
   * @param {{ [name: string]: any }} [operations]
   */
  epd(operations = {}) {
    const lines = epdLines(this, operations), handle = this.#open();
    const status = handle.api.apo_library_epd(handle.at, handle.put(lines));
    if (status !== 0)
      throw failureOf(handle, status, lines, EpdError);
    return handle.output();
  }

  /**
   * Applies one of the game's handicaps ("pawn:e4", "move:white") and forgets the game so far.
   * @param {string} handicap
   */
  setHandicap(handicap) {
    const handle = this.#open(), text = textOf(handicap, 'a handicap');
    const status = handle.api.apo_library_handicap(handle.at, handle.put(text));
    if (status !== 0)
      throw failureOf(handle, status, text, ApothecaryError);
    this.#begin(handle, this.fen());
  }

  /** Another board with the same game. */
  copy() {
    const copy = new Board(this.#variant, this.#start);
    copy.#moves = [...this.#moves];
    copy.#agreed = this.#agreed;
    leave(copy);
    return copy;
  }

  /* --- moves -------------------------------------------------------------- */

  /** All legal moves in coordinates. */
  legalMoves() {
    const handle = this.#open();
    const count = handle.api.apo_library_encode(handle.at);
    this.#check(Math.max(0, -count));
    return this.#variant.decode(handle, count);
  }

  /** All legal moves as people write them. */
  legalSans() {
    const handle = this.#open();
    const count = handle.api.apo_library_encode_sans(handle.at);
    this.#check(Math.max(0, -count));
    return this.#variant.decodeSans(handle, count,
      () => handle.api.apo_library_list(handle.at, SAN));
  }

  /** All legal moves as Game Courier writes them. */
  legalCouriers() {
    const handle = this.#open();
    return this.legalMoves().map(move => this.#rewrite(handle, move, COURIER));
  }

  /** All legal moves with all details that a board shows. */
  richMoves() {
    const handle = this.#open();
    this.#check(handle.api.apo_session_list(handle.at));
    return JSON.parse(handle.output()).map(completeMove);
  }

  /** Where each piece can go: target squares by the square that it leaves, each once. Drops and
   * passes are not among them. */
  dests() {
    /** @type {Map<string, string[]>} */
    const found = new Map();
    for (const { from, to, kind } of this.richMoves()) {
      const targets = found.get(from) ?? [];
      if (kind !== 'drop' && kind !== 'pass' && !targets.includes(to))
        found.set(from, [...targets, to]);
    }
    return found;
  }

  get legalMoveCount() {
    const handle = this.#open();
    const count = handle.api.apo_library_count(handle.at) >>> 0;
    if (count === 0xFFFFFFFF)
      throw tooManyMoves();
    return count;
  }

  /**
   * The legal move that a text in any notation means, as in richMoves().
   * @param {string} text
   */
  parse(text) {
    const handle = this.#open();
    const status = handle.api.apo_library_read_move(handle.at, handle.put(textOf(text, 'a move')));
    if (status !== 0)
      throw failureOf(handle, status, text);
    return completeMove(JSON.parse(handle.output()));
  }

  /**
   * A legal move in coordinates ("e2e4"), SAN or Game Courier's notation.
   * @param {string} text in any notation
   * @param {'coordinates' | 'san' | 'courier'} [notation]
   */
  format(text, notation = 'coordinates') {
    if (!Object.hasOwn(NOTATIONS, notation))
      throw new ApothecaryError(`expected one of ${Object.keys(NOTATIONS).join(', ')}`,
        { code: 'unknown', text: String(notation), position: 0 });
    return this.#rewrite(this.#open(), text, NOTATIONS[notation]);
  }

  /** @param {string} text */
  san(text) {
    return this.format(text, 'san');
  }

  /**
   * True if the text, in any notation, is one legal move.
   * @param {string} text
   */
  isLegal(text) {
    const handle = this.#open();
    return handle.api.apo_library_write_move(handle.at, handle.put(textOf(text, 'a move')),
      COORDINATES) === 0;
  }

  /**
   * Why a move is legal or not: { isLegal, reason, message }. `move` is a text, or { from, to,
   * promoted, launched } with the names of squares and the letters of types.
   * @param {any} move
   */
  explain(move) {
    try {
      const [reason, message] = this.#ask('explain', move ?? {}).split('\n');
      return { isLegal: reason === 'legal', reason, message };
    } catch (error) {
      if (typeof move !== 'string' || !(error instanceof ApothecaryError))
        throw error;
      return { isLegal: false, reason: error.code, message: error.message };
    }
  }

  /**
   * Which rule forbids a move, and the smallest change that would make it legal, tried out:
   * { isLegal, reason, cause, rule, section, because, changes, fen, move }. `fen` and `move` are
   * null if no change was found. Asked for as with explain(), but a text that is not clear is an
   * error.
   * @param {any} asked
   */
  remedy(asked) {
    const { at, fen = null, move = null, ...found } = JSON.parse(this.#ask('remedy', asked ?? {}));
    return { isLegal: found.reason === 'legal', ...found, at: at ?? null, fen, move };
  }

  /**
   * @param {'explain' | 'remedy'} what
   * @param {any} move
   */
  #ask(what, move) {
    const handle = this.#open();
    const isText = typeof move === 'string';
    const text = isText ? textOf(move, 'a move')
      : [move.from, move.to, move.promoted ?? '-', move.launched ?? '-'].map(part =>
        textOf(part, 'a square or the letter of a type')).join(' ');
    const status = handle.api[isText ? `apo_library_${what}_text` : `apo_library_${what}`](
      handle.at, handle.put(text));
    if (status !== 0)
      throw failureOf(handle, status, text);
    return handle.output();
  }

  /**
   * Makes a move, in any notation, and returns it in coordinates.
   * @param {string} text
   */
  push(text) {
    return this.#make('apo_library_push', text);
  }

  /**
   * Like push(), but also after the end of the game, for records of games that went on after a
   * third repetition or fifty moves without progress.
   * @param {string} text
   */
  advance(text) {
    return this.#make('apo_library_advance', text);
  }

  /**
   * @param {'apo_library_push' | 'apo_library_advance'} name
   * @param {string} text
   */
  #make(name, text) {
    const handle = this.#open();
    const status = handle.api[name](handle.at, handle.put(textOf(text, 'a move')));
    if (status !== 0)
      throw failureOf(handle, status, text);
    const move = handle.output();
    this.#moves.push(move);
    return move;
  }

  /** Takes the last move back and returns it in coordinates. If the players agreed on a result,
   * takes that back instead and returns null. */
  pop() {
    const handle = this.#open();
    if (this.#agreed === null && this.#moves.length === 0)
      throw new ApothecaryError('there is no move to take back', { code: 'range' });
    this.#check(handle.api.apo_library_pop(handle.at));
    if (this.#agreed === null)
      return this.#moves.pop();
    this.#agreed = null;
    return null;
  }

  /** The moves made, in coordinates. */
  get moveStack() { return [...this.#moves]; }

  /** The FEN of the start of the game. */
  get startFen() { return this.#start; }

  /* --- the position -------------------------------------------------------- */

  /** The position: pieces, reserves, pockets, powers and so on. */
  state() {
    const handle = this.#open();
    this.#check(handle.api.apo_session_state(handle.at));
    const { side, turn, moveNumber, quietPlies, ...rest } = JSON.parse(handle.output());
    return { turn: side, turnOfDouble: turn, fullmoveNumber: moveNumber,
      halfmoveClock: quietPlies, points: null, ...rest };
  }

  /** The side to move. */
  get turn() { return this.state().turn; }
  get fullmoveNumber() { return this.state().fullmoveNumber; }
  get halfmoveClock() { return this.state().halfmoveClock; }

  /** The letters of the pieces by the names of their squares, upper case for White. */
  pieces() {
    return this.state().pieces;
  }

  /** @param {string} square */
  pieceAt(square) {
    return this.state().pieces[square] ?? null;
  }

  isCheck() {
    const handle = this.#open();
    return handle.api.apo_session_is_check(handle.at) !== 0;
  }

  /**
   * True if a piece of the side could capture an enemy on the square.
   * @param {string} square
   * @param {'white' | 'black'} side
   */
  isAttacked(square, side) {
    const handle = this.#open();
    const index = this.#indexOf(square, side);
    return handle.api.apo_library_is_attacked(handle.at, index, SIDES.indexOf(side)) !== 0;
  }

  /**
   * The squares of all pieces of the side that could capture an enemy on the square.
   * @param {string} square
   * @param {'white' | 'black'} side
   */
  attackers(square, side) {
    const handle = this.#open();
    const index = this.#indexOf(square, side);
    this.#check(handle.api.apo_library_attackers(handle.at, index, SIDES.indexOf(side)));
    return handle.output().split(' ').filter(Boolean)
      .map(number => this.#variant.layout.names[Number(number)]);
  }

  /** The number of a square. Throws if the square or the side does not exist. */
  #indexOf(square, side) {
    const index = this.#variant.layout.names.indexOf(textOf(square, 'a square'));
    if (index < 0 || !SIDES.includes(side))
      throw new ApothecaryError('expected the name of a square and "white" or "black"',
        { code: 'unknown', text: square, position: 0 });
    return index;
  }

  /**
   * Why the jokers of a side move as they do; for games with a joker.
   * @param {'white' | 'black'} side
   */
  explainJoker(side) {
    const handle = this.#open();
    this.#check(handle.api.apo_session_explain_joker(handle.at, SIDES.indexOf(side) >>> 0));
    return handle.output();
  }

  /**
   * The number of sequences of legal moves.
   * @param {number} depth
   */
  perft(depth) {
    const handle = this.#open();
    const count = BigInt.asUintN(64, handle.api.apo_session_perft(handle.at,
      numberOf(depth, 'a depth', 0, 64)));
    if (count === 0xFFFFFFFFFFFFFFFFn)
      throw tooManyMoves();
    return Number(count);
  }

  /* --- the game ------------------------------------------------------------ */

  /** The state of the game: { ending, whiteQuarters, occurrences, plies, points }; `ending` is
   * "none" while it goes on, and `whiteQuarters` is -1 then. */
  status() {
    const handle = this.#open();
    this.#check(handle.api.apo_library_outcome(handle.at));
    return JSON.parse(handle.output());
  }

  isGameOver() {
    return this.status().ending !== 'none';
  }

  /** The result: { ending, quarters, result, winner }, or null while the game goes on. */
  outcome() {
    const { ending, whiteQuarters } = this.status();
    if (ending === 'none')
      return null;
    return { ending, quarters: { white: whiteQuarters, black: 4 - whiteQuarters },
      result: RESULTS[whiteQuarters], winner: { 0: 'black', 4: 'white' }[whiteQuarters] ?? null };
  }

  /** The result as in PGN: "1-0", "3/4-1/4", "*". */
  result() {
    return this.outcome()?.result ?? '*';
  }

  /**
   * A player resigns.
   * @param {'white' | 'black'} [side] the side to move by default
   */
  resign(side = this.turn) {
    if (!SIDES.includes(side))
      throw new ApothecaryError('expected "white" or "black"',
        { code: 'unknown', text: String(side), position: 0 });
    this.end(side === 'white' ? 0 : 4);
  }

  /**
   * The players agree on a result, in quarters of a point for White.
   * @param {number} whiteQuarters
   */
  end(whiteQuarters) {
    const handle = this.#open();
    const status = handle.api.apo_library_end(handle.at,
      numberOf(whiteQuarters, 'a result in quarters', 0, 4));
    if (status !== 0)
      throw failureOf(handle, status);
    this.#agreed = whiteQuarters;
  }

  /* --- pictures ------------------------------------------------------------ */

  /**
   * The board as an SVG picture.
   * @param {any} [options] see index.d.ts
   */
  svg(options = {}) {
    return drawBoard(this.#variant, this.state(), { lastMove: this.#moves.at(-1) ?? null,
      ...options });
  }

  toString() {
    return this.fen();
  }

  /* --- the module ---------------------------------------------------------- */

  /**
   * @param {any} handle
   * @param {string} start
   */
  #begin(handle, start) {
    this.#start = start;
    this.#moves = [];
    this.#agreed = null;
    if (this.#handle === null)
      settle(this, handle);
    this.#handle = handle;
  }

  /** The board's session, set up again if it was evicted. */
  #open() {
    if (this.#handle !== null)
      return this.#handle;
    const handle = newSession(this.#variant.session().at);
    this.#check(handle.api.apo_library_set_fen(handle.at, handle.put(this.#start)), handle);
    for (const move of this.#moves)
      this.#check(handle.api.apo_library_advance(handle.at, handle.put(move)), handle);
    if (this.#agreed !== null)
      this.#check(handle.api.apo_library_end(handle.at, this.#agreed), handle);
    this.#handle = handle;
    settle(this, handle);
    return handle;
  }

  /**
   * @param {any} handle
   * @param {string} text
   * @param {number} notation
   */
  #rewrite(handle, text, notation) {
    const status = handle.api.apo_library_write_move(handle.at,
      handle.put(textOf(text, 'a move')), notation);
    if (status !== 0)
      throw failureOf(handle, status, text);
    return handle.output();
  }

  /** @param {number} status */
  #check(status, handle = this.#handle) {
    if (status !== 0)
      throw failureOf(handle, status, null, ApothecaryError);
  }
}

/** How many boards currently have memory in the module, and its size in bytes. */
export const memoryUse = () => ({ boards: resident.size,
  bytes: exportsOf().memory.buffer.byteLength });

/** @param {any} move */
function completeMove({ text, san, path, paths, captures = [], ...rest }) {
  return { move: text, san, promoted: null, launched: null, launchSquare: null, partner: null,
    wall: null, ...rest, captures, path: path ?? [],
    paths: paths ?? (path === undefined ? [] : [path]) };
}
