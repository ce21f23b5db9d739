/* The moves of one game and the position after each, replayed with the rules. */
export class Record {
  #session;
  /** @type {string[]} */
  #fens = [];
  /** @type {RecordedMove[]} */
  #moves = [];

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
  }

  /**
   * Starts over: `moves` are { text, san }, from the position `fen` on.
   * @param {string} fen
   * @param {{ text: string, san?: string }[]} moves
   */
  load(fen, moves) {
    this.#session.setFen(fen);
    this.#fens = [this.#session.fen()];
    this.#moves = [];
    for (const move of moves)
      this.#add(move);
  }

  get length() {
    return this.#moves.length;
  }

  get moves() {
    return this.#moves;
  }

  /**
   * The position after `ply` moves.
   * @param {number} ply
   */
  fenAt(ply) {
    return this.#fens[ply];
  }

  /**
   * Sets the session to the position after `ply` moves, and returns the move that led there.
   * @param {number} ply
   */
  enter(ply) {
    this.#session.setFen(this.#fens[ply]);
    return this.#moves[ply - 1] ?? null;
  }

  /** @param {{ text: string, san?: string }} move */
  push(move) {
    this.#session.setFen(this.#fens[this.#fens.length - 1]);
    this.#add(move);
  }

  /**
   * Drops the moves after the first `ply`.
   * @param {number} ply
   */
  cut(ply) {
    this.#moves.length = Math.min(this.#moves.length, ply);
    this.#fens.length = this.#moves.length + 1;
  }

  /** @param {{ text: string, san?: string }} move */
  #add(move) {
    const side = this.#session.state().side;
    this.#session.play(move.text);
    this.#moves.push({ ...move, side, number: this.#numberOf(this.#fens[this.#fens.length - 1]) });
    this.#fens.push(this.#session.fen());
  }

  /** @param {string} fen */
  #numberOf(fen) {
    return Number(fen.split(' ').at(-1)) || 1;
  }
}

/**
 * The squares of a move in coordinates: { from, to, path }, `path` with all squares of a series,
 * and one of a drop; null if it names none.
 * @param {string} text
 */
export function endsOf(text) {
  const path = text.replace(/\*.*/, '').match(/[a-p]\d{1,2}/g) ?? [];
  const [from] = path, to = path[path.length - 1];
  return from === undefined || to === undefined ? null : { from, to, path: [...path] };
}
