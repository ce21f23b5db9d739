/* The types of the package; docs/javascript.md is its manual. */

export type Color = 'white' | 'black';
export type Notation = 'coordinates' | 'san' | 'courier';

/** The version of the library, as "0.2.0". */
export function version(): string;

/** The ids of all built-in games. */
export function variants(): string[];

/**
 * Loads the WebAssembly module; only programs that import "apothecary/lazy" call it. `source` is
 * its address (beside the scripts by default), its bytes, a response of fetch(), or the compiled
 * module.
 */
export function load(source?: string | URL | BufferSource | WebAssembly.Module | Response
  | Promise<Response>): Promise<void>;

/** How many boards have memory in the module now, and the bytes of its whole memory. */
export function memoryUse(): { boards: number; bytes: number };

/* --- errors --------------------------------------------------------------- */

/** The kind of failure, as one word: the statuses of the C library. */
export type ErrorCode = 'memory' | 'syntax' | 'range' | 'too_large' | 'unknown' | 'unsupported'
  | 'definition' | 'position' | 'illegal' | 'ambiguous' | 'overflow' | 'io' | 'finished' | 'exists';

/** The parent of all errors of this package. `message` says what was expected. */
export class ApothecaryError extends Error {
  readonly code: ErrorCode;
  /** The text that was given, and the index in it of the character at fault; null where there is
   * none. */
  readonly text: string | null;
  readonly position: number | null;
}

/** A FEN cannot be read, or its position is not possible. */
export class FenError extends ApothecaryError {}
/** A line of EPD cannot be read, or an operation cannot be written. */
export class EpdError extends ApothecaryError {}
/** The text is not a move. */
export class InvalidMoveError extends ApothecaryError {}
/** The move is not legal. */
export class IllegalMoveError extends InvalidMoveError {}
/** More than one legal move fits the text. */
export class AmbiguousMoveError extends InvalidMoveError {}
/** The game has ended. */
export class GameOverError extends ApothecaryError {}
/** A definition has faults. */
export class DefinitionError extends ApothecaryError {
  readonly faults: Fault[];
}
/** A game in PGN cannot be read; `line` and `column` count from 1. */
export class PgnError extends ApothecaryError {
  readonly line: number;
  readonly column: number;
}

/** A fault of a definition. `line` and `column` count from 1; 0: it belongs to no line. */
export interface Fault {
  line: number;
  column: number;
  key: string;
  message: string;
  isWarning: boolean;
}

/* --- games ---------------------------------------------------------------- */

export interface PieceType {
  /** Upper case. */
  letter: string;
  name: string;
  /** Such as "heavy"; "" if it has none. */
  className: string;
  isRoyal: boolean;
  isPawn: boolean;
  isJoker: boolean;
  isChecker: boolean;
}

/** A game: a built-in one, or that of a definition. */
export class Variant {
  private constructor();

  /** A built-in game, opened once. */
  static get(id: string): Variant;

  /** The game of a definition file (docs/variant-format.md). `bases` has the texts of definitions
   * that it builds on, by their names; built-in games need no text. Throws a DefinitionError. */
  static define(text: string, options?: { id?: string; bases?: { [name: string]: string } }):
    Variant;

  readonly id: string;
  readonly name: string;
  readonly inventor: string;
  readonly files: number;
  readonly ranks: number;
  /** The names of all squares, row by row from the bottom left. */
  readonly squares: string[];
  readonly pieceTypes: PieceType[];
  /** The number of numbered starts, and the names of boards; "" is the usual one. */
  readonly starts: number;
  readonly startNames: string[];
  /** The special rules: "castling", "joker", "reserve" and so on. */
  readonly rules: string[];
  /** True if a result can be three quarters or one quarter of a point. */
  readonly hasAdvantage: boolean;
  /** The library's warnings about the definition. */
  readonly warnings: Fault[];
  readonly startFen: string;
  /** The source from which the same game can be made again. */
  readonly source: { id: string } | { definition: string };

  /** The FEN of a numbered start. */
  start(number: number, name?: string): string;

  /** The legal moves of a position, in coordinates: the fastest way from a FEN to moves. */
  legalMoves(fen: string): string[];
  /** The same in standard algebraic notation. */
  legalSans(fen: string): string[];

  /** Frees the game's memory; its boards must not be used afterwards. A game is freed automatically
   * once nothing refers to it. */
  free(): void;
  [Symbol.dispose](): void;
}

/* --- boards --------------------------------------------------------------- */

export interface Move {
  /** In coordinates. */
  move: string;
  san: string;
  from: string;
  to: string;
  kind: 'plain' | 'en-passant' | 'castling' | 'leap' | 'checker' | 'path' | 'drop' | 'pass'
    | 'effect' | 'succession';
  /** The squares of all pieces that it captures. */
  captures: string[];
  /** The letter of the type that the piece becomes. */
  promoted: string | null;
  /** The letter of the type launched from the pocket, and its square. */
  launched: string | null;
  launchSquare: string | null;
  /** The squares of a castling partner before and after. */
  partner: [string, string] | null;
  /** The square on which it puts a wall. */
  wall: string | null;
  /** A checker's landing squares, and all orders of jumping that make the same move. */
  path: string[];
  paths: string[][];
}

export interface Status {
  ending: Ending | 'none';
  /** White's result in quarters of a point, -1 while the game goes on. */
  whiteQuarters: number;
  /** How often the position has occurred, this time included. */
  occurrences: number;
  /** Moves made by both sides. */
  plies: number;
  /** In games that count points: those of each piece, and the sums. */
  points?: {
    white: { square: string; letter: string; points: number }[];
    black: { square: string; letter: string; points: number }[];
    whiteSum: number;
    blackSum: number;
  };
}

export type Ending = 'mate' | 'stalemate' | 'bare' | 'repetition' | 'movecount' | 'resignation'
  | 'agreement' | 'goal' | 'extinction' | 'checks' | 'bikjang' | 'dead' | 'passes' | (string & {});

export interface Outcome {
  ending: Ending;
  /** Quarters of a point: 4 and 0, 2 and 2, 3 and 1. */
  quarters: { white: number; black: number };
  /** As in PGN: "1-0", "3/4-1/4". */
  result: string;
  winner: Color | null;
}

export interface State {
  fen: string;
  turn: Color;
  /** 0: an ordinary turn; 1 and 2: the first and second move of a double turn. */
  turnOfDouble: number;
  fullmoveNumber: number;
  halfmoveClock: number;
  isCheck: boolean;
  /** How the position by itself ends the game: "none", "mate", "stalemate", "bare". */
  ending: string;
  /** White's result by that, in quarters of a point; -1 while the game goes on. */
  whiteQuarters: number;
  /** Letters by the names of squares, upper case for White. */
  pieces: { [square: string]: string };
  /** Squares of pieces with a right that only an unmoved piece has. */
  unmoved: string[];
  reserve: { [side in Color]: { [letter: string]: number } };
  pocket: { [side in Color]: string[] };
  /** The letter of the type that the jokers of a side imitate. */
  imitated: { [side in Color]: string | null };
  kings: { [side in Color]: string };
  points: { [side in Color]: number } | null;
}

/** One change of a remedy. */
export interface Change {
  kind: 'remove' | 'put' | 'shift' | 'side' | 'turn' | 'unmoved' | 'passed' | 'imitated' |
    'reserve' | 'pocket' | 'move_number' | 'move';
  square?: string;
  to?: string;
  /** As in a FEN. */
  piece?: string;
  /** A move number. */
  number?: number;
  /** What follows "the move would be legal if". */
  if: string;
}

/** Which rule forbids a move, and what would have to be different for it to be legal. */
export interface Remedy {
  isLegal: boolean;
  reason: string;
  /** The reason more precisely: "castling_check". */
  cause: string;
  /** The rule and its section, as in docs/rules-index.md; "" if none. */
  rule: string;
  section: string;
  /** The square that matters most. */
  at: string | null;
  because: string;
  changes: Change[];
  /** The position after the changes, and the move that is legal there; null if none was found. */
  fen: string | null;
  move: string | null;
}

export interface Explanation {
  isLegal: boolean;
  /** One word: "legal", "check", "power", "promotion"; for a text that is not a move, the code of
   * its error. */
  reason: string;
  message: string;
}

export interface SvgOptions {
  /** Width in pixels; by default the picture fills its place. */
  size?: number | null;
  orientation?: Color;
  coordinates?: boolean;
  /** In coordinates; the board's last move by default, null for none. */
  lastMove?: string | null;
  /** Marks the king in check. */
  check?: boolean;
  arrows?: (string | { from: string; to?: string; color?: string })[];
  /** Colours for squares, by their names. */
  squares?: { [square: string]: string };
  colors?: { [part in 'light' | 'dark' | 'margin' | 'coordinates' | 'lastMove' | 'lines'
    | 'river' | 'check' | 'arrow' | 'white' | 'black']?: string };
  /** Drawings: the text of an SVG with <symbol id="w-knight"> and so on, such as that of
   * "apothecary/pieces.svg". Types without one are discs with letters. */
  sprite?: string | null;
}

/** The operands of bm, am, pm, sm and pv are moves, in coordinates where they are read and in any
 * notation where they are written; those of pv follow each other. An operation without operands is
 * null; a text in quotation marks is a string, and so is anything that is neither a number nor
 * moves. */
export type EpdValue = string | number | null | string[];

/** A position and the game that led to it. Moves are texts in any notation. */
export class Board {
  constructor(variant?: Variant | string, fen?: string);

  readonly variant: Variant;
  /** The FEN of the start of the game. */
  readonly startFen: string;
  /** The moves made, in coordinates. */
  readonly moveStack: string[];
  readonly turn: Color;
  readonly fullmoveNumber: number;
  readonly halfmoveClock: number;
  readonly legalMoveCount: number;

  fen(): string;
  /** Sets up a position; the game so far is forgotten. Throws a FenError. */
  setFen(fen: string): void;
  /** The board of a line of EPD, with its operations. Throws an EpdError, or an InvalidMoveError
   * for a move that is not legal. */
  static fromEpd(line: string, variant?: Variant | string):
    { board: Board; operations: { [name: string]: EpdValue } };
  /** The position as EPD with operations: epd({ bm: ['Nf3'], id: 'test 1', ce: 30 }). */
  epd(operations?: { [name: string]: EpdValue }): string;
  /** Applies one of the game's handicaps ("pawn:e4", "move:white"). */
  setHandicap(handicap: string): void;
  copy(): Board;

  /** All legal moves: in coordinates, as people write them, and with everything that a board shows
   * of them; in no particular order. */
  legalMoves(): string[];
  legalSans(): string[];
  legalCouriers(): string[];
  richMoves(): Move[];
  /** Where each piece can go: target squares by the square that it leaves, each once, as boards on
   * pages want them. Drops and passes are not among them. */
  dests(): Map<string, string[]>;

  /** The legal move that a text means. Throws an InvalidMoveError. */
  parse(text: string): Move;
  /** A legal move in another notation. */
  format(text: string, notation?: Notation): string;
  san(text: string): string;
  isLegal(text: string): boolean;
  /** Why a move is legal or not. */
  explain(move: string | { from: string; to: string; promoted?: string | null;
    launched?: string | null }): Explanation;
  /** Which rule forbids a move, and the smallest change that would make it legal. */
  remedy(asked: string | { from: string; to: string; promoted?: string | null;
    launched?: string | null }): Remedy;

  /** Makes a move and returns it in coordinates. Throws an InvalidMoveError or a GameOverError. */
  push(text: string): string;
  /** Like push(), but also after the end of the game, for records of games that went on after a
   * third repetition or fifty moves without progress. */
  advance(text: string): string;
  /** Takes the last move back and returns it in coordinates; or takes back the result that the
   * players agreed on, and returns null. */
  pop(): string | null;

  state(): State;
  pieces(): { [square: string]: string };
  pieceAt(square: string): string | null;
  isCheck(): boolean;
  isAttacked(square: string, side: Color): boolean;
  /** The squares of all pieces of the side that could capture an enemy there, pinned ones too. */
  attackers(square: string, side: Color): string[];
  explainJoker(side: Color): string;
  /** The number of sequences of `depth` legal moves. */
  perft(depth: number): number;

  status(): Status;
  isGameOver(): boolean;
  /** Null while the game goes on. */
  outcome(): Outcome | null;
  /** As in PGN; "*" while the game goes on. */
  result(): string;
  resign(side?: Color): void;
  end(whiteQuarters: number): void;

  svg(options?: SvgOptions): string;
  toString(): string;

  /** Frees the board's memory now. It can still be used, and takes memory again then; a board is
   * freed automatically once nothing refers to it. */
  free(): void;
  [Symbol.dispose](): void;
}

/* --- PGN ------------------------------------------------------------------ */

export interface PgnMove {
  /** In any notation; in coordinates where the package has read it. */
  move: string;
  san?: string;
  /** Each line is a comment of its own. */
  comment?: string;
  commentBefore?: string;
  nags?: number[];
  /** Lines that could have been played instead of this move. */
  variations?: PgnMove[][];
}

export interface PgnParts {
  variant?: Variant | string;
  headers?: { [name: string]: string };
  startFen?: string | null;
  /** Before all moves. */
  comment?: string;
  moves?: PgnMove[];
  result?: string;
}

/** A game with its headers, variations, comments and NAGs. */
export class PgnGame {
  constructor(parts?: PgnParts);
  /** The game of a board. */
  static of(board: Board, headers?: { [name: string]: string }): PgnGame;

  variant: Variant;
  headers: { [name: string]: string };
  startFen: string;
  comment: string;
  /** The main line. */
  moves: PgnMove[];
  result: string;

  /** A board after all moves of the main line. */
  board(): Board;
  /** The game as PGN. */
  toString(): string;
}

/** The games of a PGN text, one after the other. The tag Variant says which game it is, unless
 * `variant` does. A game that cannot be read throws a PgnError, or, if `onError` is given, is
 * passed to it and skipped. */
export function parsePgn(text: string, options?: { variant?: Variant | string;
  onError?: (error: PgnError) => void }): Generator<PgnGame, void, void>;

/* --- the engine ----------------------------------------------------------- */

/** Hundredths of a pawn, or moves to a mate (negative: the side to move is mated), for the side to
 * move. */
export type Score = { cp: number; mate?: undefined } | { mate: number; cp?: undefined };

export interface Line {
  depth: number;
  /** From 1, the best. */
  line: number;
  score: Score;
  nodes: number;
  /** In coordinates, and in SAN. */
  pv: string[];
  san: string[];
}

export interface EngineMove {
  /** In coordinates; null if there is no legal move. */
  move: string | null;
  san: string | null;
  /** The expected answer. */
  ponder: string | null;
  score: Score | null;
}

export interface Limits {
  /** Half-moves. */
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  time?: number;
  /** The search ends when it has found a mate in this many moves. */
  mate?: number;
  /** How many best moves to find, 1 by default. */
  lines?: number;
}

export class Engine {
  private constructor();

  /** Starts an engine; `hash` is the size of its table in megabytes, 16 by default. Without a
   * worker it searches in the calling thread, in slices. */
  static start(options?: { hash?: number; worker?: boolean }): Promise<Engine>;

  /** Searches until a limit is reached or `signal` aborts, and returns the best found by then. */
  search(board: Board, options?: Limits & { signal?: AbortSignal;
    onInfo?: (line: Line & { time: number }) => void }): Promise<EngineMove & { lines: Line[] }>;

  /** The move of a player of a level, 1 to 8; the same seed chooses the same move. */
  play(board: Board, options?: { level?: number; seed?: number; nodes?: number }):
    Promise<EngineMove>;

  /** Searches four fixed positions of a game with `nodes` nodes each (20000). All builds of one
   * version give the same result, as does `apothecary bench GAME --eval-file none`. */
  bench(variant?: Variant | string, options?: { nodes?: number }):
    Promise<{ nodes: number; signature: string }>;

  close(): void;
  [Symbol.dispose](): void;
}
