/* Games in PGN, with variations, comments and NAGs. */
import { Board } from './board.js';
import { PgnError } from './errors.js';
import { newSession } from './module.js';
import { failureOf, textOf, variantOf } from './variant.js';

const QUARTERS = { '0-1': 0, '1/4-3/4': 1, '1/2-1/2': 2, '3/4-1/4': 3, '1-0': 4 };
const RESULTS = Object.keys(QUARTERS);

// Tags that follow from the game itself.
const DERIVED = ['Result', 'FEN', 'SetUp', 'Setup'];

export class PgnGame {
  /**
   * A game with its headers. Each of `moves` is { move, san, comment, commentBefore, nags,
   * variations }; only `move`, a text in any notation, is needed. A variation is a list of moves
   * that could have been played instead of the one that has it.
   * @param {any} [parts]
   */
  constructor({ variant = 'chess', headers = {}, startFen = null, comment = '', moves = [],
    result = '*' } = {}) {
    this.variant = variantOf(variant);
    this.headers = { ...headers };
    this.startFen = startFen ?? this.variant.startFen;
    this.comment = comment;
    this.moves = moves;
    this.result = result;
  }

  /** The game of a board. */
  static of(/** @type {Board} */ board, headers = {}) {
    return new PgnGame({ variant: board.variant, headers, startFen: board.startFen,
      moves: board.moveStack.map(move => ({ move })), result: board.result() });
  }

  /** A board after all moves of the main line. A result not given by the rules is set as
   * agreed. */
  board() {
    const board = new Board(this.variant, this.startFen);
    for (const { move } of this.moves)
      board.advance(move);
    if (!board.isGameOver() && this.result in QUARTERS)
      board.end(QUARTERS[this.result]);
    return board;
  }

  /** The game as PGN. */
  toString() {
    const lines = [], handle = newSession(this.variant.session().at);
    for (const [name, value] of Object.entries(this.headers))
      if (!DERIVED.includes(name))
        lines.push(`T ${name} ${oneLine(value)}`);
    lines.push(`F ${this.startFen}`);
    addComments(lines, 'A', 0, this.comment);
    addMoves(lines, this.moves, 0, 1);
    if (this.result in QUARTERS)
      lines.push(`R ${QUARTERS[this.result]}`);
    const text = lines.join('\n');
    try {
      const status = handle.api.apo_library_pgn_write(handle.at, handle.put(text));
      if (status !== 0)
        throw failureOf(handle, status, text, PgnError);
      return handle.output();
    } finally {
      handle.free();
    }
  }
}

/** @param {any} text */
const oneLine = text => String(text).replace(/\s+/g, ' ').trim();

/**
 * Adds the comments of a node, each a line of `text`.
 * @param {string[]} lines
 * @param {string} what
 * @param {number} node
 * @param {any} text
 */
function addComments(lines, what, node, text = '') {
  for (const comment of String(text).split('\n').map(oneLine).filter(Boolean))
    lines.push(`${what} ${node} ${comment}`);
}

/**
 * Adds a line of moves, the first of them with the number `next`, after the node `at` or as its
 * variation; returns the number after the last one.
 * @param {string[]} lines
 * @param {any[]} moves
 * @param {number} at
 * @param {number} next
 * @param {'M'|'V'} what
 * @returns {number}
 */
function addMoves(lines, moves, at, next, what = 'M') {
  for (const { move, san, comment, commentBefore, nags = [], variations = [] } of moves) {
    const node = next++;
    lines.push(`${what} ${at} ${oneLine(move ?? san)}`);
    addComments(lines, 'B', node, commentBefore);
    addComments(lines, 'A', node, comment);
    lines.push(...nags.map((/** @type {number} */ nag) => `N ${node} ${nag}`));
    for (const variation of variations)
      next = addMoves(lines, variation, node, next, 'V');
    at = node;
    what = 'M';
  }
  return next;
}

/**
 * The games of a PGN text, one after the other. A game that cannot be read throws a PgnError
 * or, if `onError` is given, is passed to it and skipped.
 * @param {string} text
 * @param {{ variant?: any, onError?: (error: PgnError) => void }} [options]
 */
export function* parsePgn(text, { variant = null, onError = undefined } = {}) {
  const tags = newSession(), length = tags.put(textOf(text, 'PGN'));
  try {
    for (let from = 0; ;) {
      const { game, error, next } = readNext(tags, text, length, from, variant);
      if (error !== undefined && onError === undefined)
        throw error;
      if (game === undefined && error === undefined)
        return;
      from = next;
      if (error !== undefined)
        onError?.(error);
      else
        yield game;
    }
  } finally {
    tags.free();
  }
}

/**
 * The game that begins at byte `from`, or why it cannot be read; neither if there is none.
 * @param {any} tags the session whose input has the whole text
 * @param {string} text
 * @param {number} length
 * @param {number} from
 * @param {any} variant
 */
function readNext(tags, text, length, from, variant) {
  const api = tags.api;
  const status = api.apo_library_pgn_tags(tags.at, length, from);
  if (status !== 0)
    return { error: failureOf(tags, status, text, PgnError),
      next: api.apo_library_pgn_next(tags.at) };
  const head = JSON.parse(tags.output());
  if (head === null)
    return { next: length };
  let chosen = null, unknown = null;
  try {
    chosen = variantOf(variant ?? (head.variant || 'chess'));
  } catch (error) {
    unknown = error;
  }
  api.apo_library_pgn_use(tags.at, chosen === null ? 0 : chosen.session().at);
  const failed = api.apo_library_pgn_read(tags.at, length, from);
  const next = api.apo_library_pgn_next(tags.at);
  if (chosen === null)
    return { error: new PgnError(unknown.message, { code: unknown.code, text, position: from }),
      next };
  if (failed !== 0)
    return { error: failureOf(tags, failed, text, PgnError), next };
  return { game: gameOf(chosen, JSON.parse(tags.output())), next };
}

/**
 * @param {any} variant
 * @param {any} read what apo_library_pgn_read answers
 */
function gameOf(variant, { tags, fen, whiteQuarters, nodes }) {
  /** @type {any[]} */
  const lines = nodes.map(() => null); // of each node, the line that its first child continues
  lines[0] = [];
  const made = [null];
  for (let i = 1; i < nodes.length; i++) {
    const { parent, replaces, text, san, before = '', after = '', nags = [] } = nodes[i];
    const move = { move: text, san, comment: after, commentBefore: before, nags, variations: [] };
    made.push(move);
    if (replaces === 0) {
      lines[parent].push(move);
      lines[i] = lines[parent];
    } else {
      lines[i] = [move];
      made[replaces].variations.push(lines[i]);
    }
  }
  return new PgnGame({ variant, headers: Object.fromEntries(tags), startFen: fen,
    comment: nodes[0].after ?? '', moves: lines[0], result: RESULTS[whiteQuarters] ?? '*' });
}
