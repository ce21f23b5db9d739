// The rules of the games, from the WebAssembly build of the library. Independent of any page.
//
//   const rules = await loadRules();
//   const game = rules.open({ id: 'modern' });     // or { definition: text }
//   game.start(14); game.play('b2c4'); game.state(); game.moves();
//
// Squares are identified by name ('e4', 'a0', 'e13'), sides 'white' and 'black', pieces by type
// letter. Failures throw a RulesError, whose message is for people, in the page's language.
import { fetchFile, fetchModule } from './fetch-module.js';
import { list, sayReason, t } from './i18n.js';
import { once } from './once.js';
import { Handle, OutOfMemory, compile, instantiate } from './wasm.js';

export class RulesError extends Error {
  /**
   * `reason` has a %s where `word` belongs.
   * @param {string} reason
   * @param {string | number} [word]
   */
  constructor(reason, word = '') {
    super(sayReason(reason.replace('%s', () => String(word))));
  }
}

const textAt = (/** @type {URL} */ address) => once(String(address), async () =>
  (await fetchFile(String(address))).text());

/**
 * Reads the module beside this file, for all games, or for the built-in game `only`: the module
 * has few games itself, and the others are a file of their own. For one that is not built in,
 * `only` is ''. Pages that use check(), lesson(), defend() or force() of sessions need the module
 * 'lessons', which has them besides.
 * @param {string} [only]
 * @param {'rules' | 'lessons'} [module]
 */
export async function loadRules(only, module = 'rules') {
  const games = new URL('../games.txt', import.meta.url);
  const early = only === undefined ? textAt(games) : null;
  const rules = new Rules(await instantiate(await fetchModule(
    String(new URL(`../${module}.wasm`, import.meta.url)))));
  if (early !== null || !rules.has(only ?? ''))
    rules.add(await (early ?? textAt(games)));
  return rules;
}

/**
 * The rules of a module that has been read; `games` are the texts of the games that it lacks.
 * @param {Uint8Array<ArrayBuffer>} bytes
 * @param {string} games
 */
export async function rulesFrom(bytes, games) {
  const rules = new Rules(await instantiate(await compile(bytes)));
  rules.add(games);
  return rules;
}

export class Rules {
  #api;

  /** @param {RulesExports} api */
  constructor(api) {
    this.#api = api;
  }

  /**
   * Whether a built-in game can be opened.
   * @param {string} id
   */
  has(id) {
    return this.#withText(id, (at, length) => this.#api.apo_session_has_game(at, length)) !== 0;
  }

  /**
   * Adds definitions of built-in games, each below a line "#game-file ID"; a module that has them
   * all needs none.
   * @param {string} games
   */
  add(games) {
    if (this.#api.apo_session_add_games === undefined)
      return;
    if (this.#withText(games, (at, length) => this.#api.apo_session_add_games(at, length)) !== 0)
      throw new OutOfMemory();
  }

  /**
   * @param {string} text
   * @param {(at: number, length: number) => number} work
   */
  #withText(text, work) {
    const handle = new Handle(this.#api, 'session', this.#api.apo_session_new());
    try {
      return work(handle.at, handle.put(text));
    } finally {
      handle.free();
    }
  }

  /**
   * A session for one game: { id } of a built-in one or the text of a { definition }. One that
   * `isStrange`, from anywhere, is refused if it is more complex than a published game may be.
   * @param {GameChoice} parts
   */
  open({ id, definition, variant = id, isStrange = false }) {
    const session = new Session(this.#api);
    try {
      session.open(id, definition, variant, isStrange);
    } catch (error) {
      session.close();
      throw error;
    }
    return session;
  }

  /**
   * A session for the game that the one at this address of the module has compiled from
   * `definition`.
   * @param {number} at
   * @param {string} definition
   */
  share(at, definition) {
    const session = new Session(this.#api, this.#api.apo_session_share(at));
    session.take(definition, '');
    return session;
  }
}

export class Session {
  #handle;
  /** @type {GameRules} */
  #game; // what the game is: see `game`
  /** @type {Map<string, PieceType>} */
  #types = new Map();
  /** @type {Position | undefined} */
  #state;
  /** @type {Move[] | undefined} */
  #moves;
  #definition = '';
  #variant = '';
  /** @type {Map<string, string[]> | undefined} */
  #words;

  /**
   * @param {RulesExports} api
   * @param {number} [at] its address in the module
   */
  constructor(api, at = api.apo_session_new()) {
    this.#handle = new Handle(api, 'session', at);
  }

  /**
   * @param {string | undefined} id
   * @param {string | undefined} definition
   * @param {string} [variant]
   * @param {boolean} [isStrange] the definition is of unknown cost
   */
  open(id, definition, variant = id, isStrange = false) {
    if (definition === undefined)
      this.#call('open', id ?? '');
    else
      this.#call(isStrange ? 'define_strange' : 'define', definition);
    this.take(definition ?? '', variant ?? '');
  }

  /**
   * Reads the properties of the game that the module's session has compiled.
   * @param {string} definition
   * @param {string} variant
   */
  take(definition, variant) {
    this.#definition = definition;
    this.#variant = variant;
    this.#words = undefined;
    this.#game = this.#ask('describe');
    // Promoted forms share their piece's letter, come after it, and are "+N" on squares.
    this.#types = new Map();
    for (const type of this.#game.types) {
      type.sign = this.#types.has(type.letter) ? `+${type.letter}` : type.letter;
      this.#types.set(type.sign, type);
    }
    this.#forget();
  }

  /** Frees the session's memory; it must not be used afterwards. */
  close() {
    this.#handle.free();
  }

  /** { id, name, files, rows, ranks, bottomRank, places, types, reserveOrder, starts, startNames,
   * rules, hasAdvantage }; `places` has a character a place from the bottom left: '.' a square,
   * '~' one that exists while a piece is on it, '#' none. */
  get game() {
    return this.#game;
  }

  /** The id by which the pages know the game; '' if they do not. */
  get variant() {
    return this.#variant;
  }

  /**
   * How the type with this sign moves, in English phrases: ['slides orthogonally'].
   * @param {string} sign
   */
  moveWords(sign) {
    this.#words ??= this.#readWords();
    return this.#words.get(sign.toUpperCase()) ?? [];
  }

  #readWords() {
    /** @type {Map<string, string[]>} */
    const words = new Map();
    this.#call('words', this.#definition);
    for (const line of this.#output().split('\n').filter(Boolean)) {
      const [sign, phrase] = line.split('\t');
      words.set(sign, [...words.get(sign) ?? [], phrase]);
    }
    return words;
  }

  /**
   * All piece types: { letter, name, className, isRoyal, isPawn, isJoker, isChecker }.
   * @returns {PieceType[]}
   */
  types() {
    return this.#game.types;
  }

  /**
   * The type with this letter, which must exist.
   * @param {string} letter
   * @returns {PieceType}
   */
  type(letter) {
    return /** @type {PieceType} */ (this.#types.get(letter.toUpperCase()));
  }

  /** Sets up a numbered start, of the default board or of a named one. */
  start(number = 1, name = '') {
    const index = this.#game.startNames.indexOf(name);
    if (index < 0)
      throw new RulesError('there is no start called "%s"', name);
    const { api, at } = this.#handle;
    this.#check(api.apo_session_start(at, index, number));
    this.#forget();
  }

  /**
   * The id of the built-in game that PGN calls so ("Standard", "S-Chess"), or ''. Some names, like
   * "From Position", mean a game only together with a FEN.
   * @param {string} name
   * @param {string} fen
   * @returns {string}
   */
  find(name, fen = '') {
    this.#call('find', `${name}\n${fen}`);
    return this.#output();
  }

  /** @param {string} fen */
  setFen(fen) {
    this.#call('set_fen', fen);
    this.#forget();
  }

  /**
   * Checks a position. Returns { fen, full, faults: [{ message, squares }], rights, reserve }:
   * `fen` is as fen() writes it, `full` has nine fields, `squares` are those of the pieces at
   * fault, `rights` those of all pieces that may be unmoved, `reserve` what is missing on the
   * board, as in state(). Throws only if the FEN cannot be read; the session stays as it is.
   * @param {string} fen
   * @returns {PositionCheck}
   */
  check(fen) {
    this.#call('check', fen);
    const { faults, ...rest } = JSON.parse(this.#output());
    return { faults: faults.map((/** @type {any} */ fault) =>
      ({ ...fault, message: sayReason(fault.message) })),
    ...rest };
  }

  /**
   * Makes a move, written in any notation.
   * @param {string} text
   */
  play(text) {
    this.#call('play', text);
    this.#forget();
  }

  fen() {
    return this.state().fen;
  }

  /** The position: { fen, side, turn, moveNumber, quietPlies, isCheck, ending, files, ranks,
   * squares, pieces, unmoved, reserve, pocket, imitated, points, kings }. `squares` has an entry
   * for each place that is ever a square; `pieces` maps square names to pieces; reserve[side] maps
   * letters to numbers; imitated[side] is the type that side's jokers move as, or null.
   * @returns {Position}
   */
  state() {
    return (this.#state ??= this.#complete(this.#ask('state')));
  }

  /** The legal moves: { text, san, from, to, kind, captures, path, paths, promoted, launched,
   * launchSquare, wall, partner, isCapture }. `path` are a checker's landing squares, `paths` all
   * orders of jumping that make the same move.
   * @returns {Move[]}
   */
  moves() {
    return (this.#moves ??= this.#ask('list').map(completeMove));
  }

  /**
   * The moves of the piece on a square: the legal ones, or with { any: true } all that it could
   * make, regardless of the side to move and the safety of its king.
   * @param {string} square
   * @param {{ any?: boolean }} [parts]
   */
  movesOf(square, { any = false } = {}) {
    const isMover = this.state().pieces[square]?.color === this.state().side;
    return isMover && !any
      ? this.moves().filter(move => move.from === square)
      : this.#preview(square).moves;
  }

  /**
   * Squares that the piece may reach on its next turn, whatever moves come before.
   * @param {string} square
   */
  reachOf(square) {
    const { moves, reach } = this.#preview(square);
    return [...new Set([...reach, ...moves.map((/** @type {Move} */ move) => move.to)])];
  }

  /**
   * What a piece can do on a board without kings: `pieces` are { letter, color, square, isUnmoved
   * }, the first is the one examined; `imitated` is the letter that a joker moves as. Returns moves
   * like movesOf().
   * @param {DiagramPiece[]} pieces
   * @param {string | null} [imitated]
   * @returns {Move[]}
   */
  diagram(pieces, imitated = null) {
    /**
     * @param {string} letter
     * @param {Color} color
     */
    const cased = (letter, color) => color === 'white' ? letter.toUpperCase()
      : letter.toLowerCase();
    const words = pieces.map(({ letter, color, square, isUnmoved }) =>
      `${isUnmoved ? '!' : ''}${cased(letter, color)}${square}`);
    if (imitated !== null)
      words.push(`=${cased(imitated, pieces[0].color === 'white' ? 'black' : 'white')}`);
    this.#call('diagram', words.join(' '));
    return JSON.parse(this.#output()).moves.map(completeMove);
  }

  /**
   * What a type can do from a square of an otherwise empty board: { moves, captures, firstMoves },
   * lists of squares. It captures on those of `captures` if an enemy stands there, with no other
   * piece on the board.
   * @param {string} letter
   * @param {string} square
   * @param {string | null} [imitated]
   */
  moveDiagram(letter, square, imitated = null) {
    /** @type {DiagramPiece} */
    const piece = { letter, color: 'white', square };
    /** @param {Move[]} moves */
    const names = moves => moves.map(({ to }) => to);
    const enemy = (this.#game.types.find(({ isRoyal }) => !isRoyal) ?? this.#game.types[0]).letter;
    const moves = names(this.diagram([piece], imitated));
    const captures = this.state().squares.map(({ name }) => name).filter(name =>
      name !== square && this.diagram([piece, { letter: enemy, color: 'black', square: name }],
        imitated)
        .some(({ captures: taken }) => taken.includes(name)));
    const firstMoves = names(this.diagram([{ ...piece, isUnmoved: true }], imitated))
      .filter(name => !moves.includes(name));
    return { moves, captures, firstMoves };
  }

  /**
   * A lesson on the type with this letter; null if there is none. The same seed gives the same
   * lesson.
   * @param {string} letter
   * @param {LessonTask} task
   * @param {number} seed
   * @returns {PieceLesson | null}
   */
  lesson(letter, task, seed) {
    const type = 1 + this.#game.types.findIndex(one => one.letter === letter.toUpperCase());
    const number = ['stars', 'capture', 'mate', 'mate-in-two'].indexOf(task);
    const { api, at } = this.#handle;
    return api.apo_session_lesson(at, type, number, seed) !== 0 ? null
      : { task, ...JSON.parse(this.#output()) };
  }

  /**
   * Why the joker on the square, or of the side, moves as it does; '' for other pieces.
   * @param {any} squareOrSide
   */
  explain(squareOrSide) {
    const side = ['white', 'black'].indexOf(squareOrSide);
    const piece = this.state().pieces[squareOrSide];
    if (side < 0 && !piece?.isJoker)
      return '';
    const { api, at } = this.#handle;
    this.#check(api.apo_session_explain_joker(at,
      side >= 0 ? side : Number(piece.color === 'black')));
    return `${sayReason(this.#output())}.`;
  }

  /**
   * Why a move from one square to another is not legal, and the smallest change that would make
   * it so, as a sentence; '' if it is legal.
   * @param {string} from
   * @param {string} to
   */
  refusal(from, to) {
    /** @type {Remedy} */
    const { reason, because, changes, section } =
      this.#ask('remedy', this.#indexOf(from), this.#indexOf(to));
    if (reason === 'legal')
      return '';
    const gaps = { section, words: sayReason(because),
      change: list(changes.map(change => sayReason(change.if))) };
    if (changes.length === 0)
      return section === '' ? t('Not legal: {words}.', gaps)
        : t('Not legal (rule {section}): {words}.', gaps);
    return section === '' ? t('Not legal: {words}; it would be legal if {change}.', gaps)
      : t('Not legal (rule {section}): {words}; it would be legal if {change}.', gaps);
  }

  /**
   * The state of a game after `moves` (texts in any notation) from `fen` on, with repetition and
   * move counts. Returns { ending, whiteQuarters, occurrences, plies, points }.
   * @param {string} fen
   * @param {string[]} moves
   */
  outcome(fen, moves) {
    this.#call('outcome', [fen, ...moves].join('\n'));
    return JSON.parse(this.#output());
  }

  /**
   * Whether the other side can force mate ('mate') or stalemate ('stalemate') of the side to move
   * in `moves` more moves. Returns { verdict, move }: the verdict is 'yes', 'no' or 'unknown', the
   * move the best defence, or one that escapes; null if there is no move. Gives up after `limit`
   * positions.
   * @param {string} aim
   * @param {number} moves
   */
  defend(aim, moves, limit = 3000000) {
    return this.#ask('defend', Number(aim === 'stalemate'), moves, limit);
  }

  /**
   * Whether the side to move can force the aim in `moves` moves. Returns { verdict, move } as
   * above.
   * @param {string} aim
   * @param {number} moves
   */
  force(aim, moves, limit = 3000000) {
    return this.#ask('force', Number(aim === 'stalemate'), moves, limit);
  }

  /** @param {string} square */
  #preview(square) {
    const { moves, reach } = this.#ask('preview', this.#indexOf(square));
    return { moves: moves.map(completeMove), reach };
  }

  /** @param {string} square */
  #indexOf(square) {
    const file = square.charCodeAt(0) - 97;
    return (Number(square.slice(1)) - this.#game.bottomRank) * this.#game.files + file;
  }

  /** @param {any} state */
  #complete(state) {
    const unmoved = new Set(state.unmoved);
    for (const [name, letter] of Object.entries(state.pieces))
      state.pieces[name] = {
        ...this.type(letter),
        color: letter === letter.toUpperCase() ? 'white' : 'black',
        isUnmoved: unmoved.has(name),
      };
    const { places, files, ranks, bottomRank } = this.#game;
    state.squares = [];
    for (let i = 0; i < places.length; i++) {
      if (places[i] === '#')
        continue;
      const file = i % files, rank = Math.floor(i / files) + bottomRank;
      const name = String.fromCharCode(97 + file) + rank;
      const isBrouhaha = places[i] === '~', piece = state.pieces[name] ?? null;
      state.squares.push({ name, file, rank, isBrouhaha, exists: !isBrouhaha
        || piece !== null, piece });
    }
    return Object.assign(state, { files, ranks });
  }

  #forget() {
    this.#state = this.#moves = undefined;
  }

  #output() {
    return this.#handle.output();
  }

  /** @param {number} status */
  #check(status) {
    if (status !== 0)
      throw new RulesError(this.#output().trim());
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  #call(name, text) {
    const { api, at } = this.#handle;
    this.#check(api[`apo_session_${name}`](at, this.#handle.put(text)));
  }

  /**
   * @param {string} name
   * @param {number[]} numbers
   */
  #ask(name, ...numbers) {
    const { api, at } = this.#handle;
    this.#check(api[`apo_session_${name}`](at, ...numbers));
    return JSON.parse(this.#output());
  }
}

/** @param {any} move */
function completeMove(move) {
  const captures = move.captures ?? [];
  return {
    text: '', san: '', path: [], promoted: null, launched: null, launchSquare: null, wall: null,
    partner: null, ...move, captures, isCapture: captures.length > 0,
    paths: move.paths ?? (move.path === undefined ? [] : [move.path]),
  };
}
