/* An undo history of states, which must not be changed once they are in it. Pure. */
const KEPT = 200; // a copy of a tree of a thousand moves takes about 100 kB

/** @template State */
export class Undo {
  /** @type {State[]} */
  #past = [];
  /** @type {State[]} */
  #future = [];
  #kept;

  /** Keeps at most `kept` changes. */
  constructor(kept = KEPT) {
    this.#kept = kept;
  }

  /**
   * Records the state before a change.
   * @param {State} state
   */
  keep(state) {
    this.#past = [...this.#past, state].slice(-this.#kept);
    this.#future = [];
  }

  /**
   * The state before the last change; undefined if there is none. `now` is kept for `redo`.
   * @param {State} now
   */
  undo(now) {
    return step(this.#past, this.#future, now);
  }

  /** @param {State} now */
  redo(now) {
    return step(this.#future, this.#past, now);
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  clear() {
    this.#past = [];
    this.#future = [];
  }
}

/**
 * @template State
 * @param {State[]} from
 * @param {State[]} to
 * @param {State} now
 */
function step(from, to, now) {
  const state = from.pop();
  if (state !== undefined)
    to.push(now);
  return state;
}
