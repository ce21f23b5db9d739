/* A lesson in which one white piece moves alone: to reach stars, or to capture enemies that do not
 * move. Knows no page. */

const STATES_MAX = 3000; // positions looked at for a hint; the library's own search takes 1500

export class Drill {
  #session;
  #lesson;
  #type;
  at = ''; // where the piece stands
  /** @type {string[]} */
  left = []; // the targets to come
  moveCount = 0;

  /**
   * `lesson` comes from Session.lesson() for 'stars' or 'capture'.
   * @param {Session} session
   * @param {PieceType} type
   * @param {PieceLesson} lesson
   */
  constructor(session, type, lesson) {
    this.#session = session;
    this.#type = type;
    this.#lesson = lesson;
    this.restart();
  }

  restart() {
    this.at = this.#lesson.from;
    this.left = [...this.#lesson.targets];
    this.moveCount = 0;
  }

  get isDone() {
    return this.left.length === 0;
  }

  /** The letter that a joker moves as before this move, or null. */
  get power() {
    return this.#powerAt(this.moveCount);
  }

  /** @param {number} move */
  #powerAt(move) {
    const { powers } = this.#lesson;
    return powers.length === 0 ? null : powers[move % powers.length];
  }

  /**
   * The pieces on the board. Stars are only drawn; the rules do not know them.
   * @param {string} star the name of a star
   */
  pieces(star) {
    const { helpers, extra, task } = this.#lesson;
    const type = this.#session.type(extra);
    /** @type {OnSquares<Piece>} */
    const pieces = { [this.at]: { ...this.#type, color: 'white' } };
    for (const square of helpers)
      pieces[square] = { ...type, color: 'white' };
    for (const square of this.left)
      pieces[square] = task === 'stars' ? { name: star, letter: '★', color: 'white' }
        : { ...type, color: 'black' };
    return pieces;
  }

  moves() {
    return this.#movesFrom(this.at, this.left, this.moveCount);
  }

  /** @param {Move} move */
  play(move) {
    this.left = this.#leftAfter(move, this.left);
    this.at = move.to;
    this.moveCount++;
  }

  /** The first move of a shortest solution from here, or null. */
  hint() {
    /** @type {{ at: string, left: string[], count: number, first: Move | null }[]} */
    const queue = [{ at: this.at, left: this.left, count: this.moveCount, first: null }];
    const seen = new Set();
    for (let i = 0; i < queue.length && queue.length < STATES_MAX; i++) {
      const { at, left, count, first } = queue[i];
      for (const move of this.#movesFrom(at, left, count)) {
        const next = { at: move.to, left: this.#leftAfter(move, left), count: count + 1,
          first: first ?? move };
        const key = `${next.at} ${next.left} ${this.#powerAt(next.count)}`;
        if (next.left.length === 0)
          return next.first;
        if (!seen.has(key))
          queue.push(next);
        seen.add(key);
      }
    }
    return null;
  }

  /**
   * @param {string} at
   * @param {string[]} left
   * @param {number} count
   * @returns {Move[]}
   */
  #movesFrom(at, left, count) {
    const { helpers, extra, task } = this.#lesson;
    /** @type {DiagramPiece[]} */
    const pieces = [{ square: at, letter: this.#type.letter, color: 'white' },
      ...helpers.map(square => ({ square, letter: extra, color: /** @type {Color} */ ('white') })),
      ...task === 'stars' ? [] : left.map(square => ({ square, letter: extra,
        color: /** @type {Color} */ ('black') }))];
    return this.#session.diagram(pieces, this.#powerAt(count));
  }

  /**
   * @param {Move} move
   * @param {string[]} left
   */
  #leftAfter({ to, captures }, left) {
    const taken = this.#lesson.task === 'stars' ? [to] : captures;
    return left.filter(square => !taken.includes(square));
  }
}
