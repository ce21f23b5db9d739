/* Errors, one class for each kind. The message is a sentence that says what is wrong and what
 * was expected. */

/** The parent of all errors of this package. */
export class ApothecaryError extends Error {
  /**
   * @param {string} message
   * @param {{ code?: string, text?: string | null, position?: number | null }} [parts]
   */
  constructor(message, { code = 'unsupported', text = null, position = null } = {}) {
    super(message);
    this.name = new.target.name;
    this.code = code;
    this.text = text;
    this.position = position;
  }
}

export class FenError extends ApothecaryError {}
export class EpdError extends ApothecaryError {}
export class InvalidMoveError extends ApothecaryError {}
export class IllegalMoveError extends InvalidMoveError {}
export class AmbiguousMoveError extends InvalidMoveError {}
export class GameOverError extends ApothecaryError {}

/** A definition cannot be used: `faults` lists everything that is wrong with it. */
export class DefinitionError extends ApothecaryError {
  /**
   * @param {string} message
   * @param {any} parts
   */
  constructor(message, { faults, ...parts }) {
    super(message, parts);
    this.faults = faults;
  }
}

/** A game in PGN cannot be read: `line` and `column` count from 1. */
export class PgnError extends ApothecaryError {
  /**
   * @param {string} message
   * @param {any} parts
   */
  constructor(message, parts) {
    super(message, parts);
    const before = (this.text ?? '').slice(0, this.position ?? 0);
    this.line = before.split('\n').length;
    this.column = before.length - before.lastIndexOf('\n');
  }
}
