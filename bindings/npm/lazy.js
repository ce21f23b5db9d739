/* The whole package, for programs that load the module themselves: await load(source) before
 * anything else. */
export { Board, memoryUse } from './board.js';
export { Engine } from './engine.js';
export { AmbiguousMoveError, ApothecaryError, DefinitionError, EpdError, FenError, GameOverError,
  IllegalMoveError, InvalidMoveError, PgnError } from './errors.js';
export { load } from './module.js';
export { PgnGame, parsePgn } from './pgn.js';
export { Variant, variants, version } from './variant.js';
