/* What the rules, the board and the server say, for tsc: these names hold in all modules of web/.
 * docs/http-api.md describes the answers of the server, docs/board.md the board. */

/* --- Elements of pages --- */

/** An element found by its id: the templates say of what kind it is. It has the fields of forms,
 * dialogs and links besides those of every element. */
interface PageElement extends HTMLElement {
  readonly dataset: TemplateData;
  get value(): string;
  set value(text: string | number);
  get href(): string;
  set href(address: string);
  get max(): string;
  set max(most: string | number);
  get min(): string;
  set min(least: string | number);
  type: string;
  name: string;
  placeholder: string;
  checked: boolean;
  disabled: boolean;
  required: boolean;
  open: boolean;
  returnValue: string;
  files: FileList | null;
  readonly form: PageForm | null;
  readonly options: HTMLOptionsCollection;
  readonly selectedOptions: HTMLCollectionOf<HTMLOptionElement>;
  readonly elements: PageFields;
  selectedIndex: number;
  add(option: HTMLOptionElement): void;
  select(): void;
  setSelectionRange(start: number, end: number): void;
  showModal(): void;
  close(): void;
  submit(): void;
  requestSubmit(): void;
  reset(): void;
  reportValidity(): boolean;
  setCustomValidity(message: string): void;
}

/** The templates have every element that pages look for, so no answer is null. */
interface ParentNode {
  querySelector(selectors: string): PageElement;
  querySelectorAll(selectors: string): NodeListOf<PageElement>;
}
interface Element {
  closest(selectors: string): PageElement;
  setAttribute(name: string, value: string | number | boolean): void;
}
interface URLSearchParams {
  set(name: string, value: string | number): void;
}

/** An event of a page's element; the name that is listened to says of what kind it is. */
type PageEvent = KeyboardEvent & PointerEvent & DragEvent & { target: any; currentTarget: any };
interface HTMLElement {
  addEventListener(type: string, listener: (event: PageEvent) => any, options?: any): void;
}
interface SVGElement {
  addEventListener(type: string, listener: (event: PageEvent) => any, options?: any): void;
}
/** What a template has put into data-... */
interface TemplateData extends DOMStringMap { [name: string]: string }
type PageForm = PageElement;
interface PageFields extends Iterable<PageElement> { [name: string]: any }

type Attribute = string | number | boolean | null | undefined | ((event: any) => unknown);
type Attributes = { [name: string]: Attribute };
type Child = Node | string | number | boolean | null | undefined | Child[];

/** Values for the gaps of a text. */
type Gaps = { [name: string]: unknown };

/* --- The rules --- */

type Color = 'white' | 'black';
type BySide<T> = { white: T; black: T };
/** Square names to something. */
type OnSquares<T> = { [square: string]: T };

interface PieceType {
  letter: string;
  /** As lists and FENs have it: the letter, after a + for a promoted form. */
  sign?: string;
  name: string;
  className?: string;
  isRoyal?: boolean;
  isPawn?: boolean;
  isJoker?: boolean;
  isChecker?: boolean;
  /** The drawing that its definition chooses: "knight-crown", or ''. */
  picture?: string;
  /** Its moves as two SVG paths in a square of 1000 units: filled, and only drawn. */
  emblem?: { solid: string; lines: string };
}

/** What stands on a square. */
interface Piece extends PieceType {
  color: Color;
  isUnmoved?: boolean;
}

/** A legal move, as Session.moves() gives it. */
interface Move {
  text: string;
  san: string;
  from: string;
  to: string;
  kind: string;
  captures: string[];
  isCapture: boolean;
  path: string[];
  paths: string[][];
  promoted: string | null;
  launched: string | null;
  launchSquare: string | null;
  wall: string | null;
  partner: [string, string] | null;
}

interface Places {
  files: number;
  rows: number;
  bottomRank?: number;
  places?: string;
  lines?: string;
  river?: string;
}

/** What a game is: Session.game. */
interface GameRules extends Places {
  id: string;
  name: string;
  pgnName: string;
  ranks: number;
  bottomRank: number;
  places: string;
  lines: string;
  river: string;
  types: PieceType[];
  reserveOrder: string[];
  starts: number;
  startNames: string[];
  rules: string[];
  hasAdvantage?: boolean;
  outcomes: OutcomeFit;
}

/** What scores mean in a game: see web/lib/chances.js and src/search/outcome_fit.h. */
interface OutcomeFit {
  scale: number;
  win: number;
  better: number;
}

/** A line of the engine, for the side to move: see docs/wasm.md. */
interface EngineLine {
  line: number;
  depth: number;
  nodes: number;
  score_cp?: number;
  mate_moves?: number;
  pv: string[];
  san?: string[];
}

type LessonTask = 'stars' | 'capture' | 'mate' | 'mate-in-two';

/** A lesson on a type of pieces: Session.lesson(). A mate has `fen` and `key`, the others the
 * rest. */
interface PieceLesson {
  task: LessonTask;
  moves: number;
  fen?: string;
  key?: string;
  from: string;
  targets: string[];
  helpers: string[];
  extra: string;
  powers: string[];
  solution: string[];
}

/** What Session.check() finds wrong with a position. */
interface PositionCheck {
  fen: string;
  full: string;
  faults: { message: string; squares: string[] }[];
  rights: string[];
  reserve: BySide<{ [letter: string]: number }>;
}

interface StateSquare {
  name: string;
  file: number;
  rank: number;
  isBrouhaha: boolean;
  exists: boolean;
  piece: Piece | null;
}

/** A position: Session.state(). */
interface Position {
  fen: string;
  side: Color;
  turn: number;
  moveNumber: number;
  quietPlies: number;
  isCheck: boolean;
  ending: string;
  whiteQuarters: number;
  files: number;
  ranks: number;
  squares: StateSquare[];
  pieces: OnSquares<Piece>;
  walls?: string[];
  unmoved: string[];
  reserve: BySide<{ [letter: string]: number }>;
  pocket: BySide<string[]>;
  imitated: BySide<string | null>;
  points?: BySide<number> | null;
  kings: BySide<string>;
}

/** Which game: one of the library, or a definition. */
type GameChoice = { isStrange?: boolean; variant?: string }
  & ({ id: string; definition?: undefined } | { id?: undefined; definition: string });

/** What the WebAssembly modules export: functions, and `memory`. */
/** The parts of docs/explain.md that the pages use. */
interface Remedy {
  reason: string;
  section: string;
  because: string;
  changes: { if: string }[];
}

type RulesExports = { [name: string]: any };

/* --- The board --- */

interface Target {
  to: string;
  style?: string;
  isCapture?: boolean;
  isDrop?: boolean;
  isLaunch?: boolean;
  isPromotion?: boolean;
  isCastling?: boolean;
  captures?: string[];
  partner?: [string, string] | null;
}

interface LastMove {
  from: string;
  to: string;
  partner?: [string, string] | null;
  /** The squares of a series, from the first to the last. */
  path?: string[];
}

/** A square of a Geometry. */
interface BoardSquare {
  name: string;
  file: number;
  row: number;
  rank: number;
  isTransient: boolean;
  isDark: boolean;
}

interface Point {
  x: number;
  y: number;
}

/** An arrow, or a circle where both ends are one square. */
interface Shape {
  from: string;
  to?: string;
  color: string;
}

interface BoardChange {
  moved: { from: string; to: string }[];
  came: string[];
  went: string[];
}

/** What can be said about a piece that is pointed at. */
interface LookView {
  title?: string;
  text?: string | string[];
  targets?: Target[];
  picture?: () => SVGElement;
  href?: string;
}

/** What a Tip shows, and where: the square, and what must stay in sight. */
interface TipView extends LookView {
  title: string;
  piece: Piece;
}
interface TipPlace {
  name: string;
  board: HTMLElement;
  rectOf: (name: string) => DOMRect | undefined;
  isPinned: boolean;
  set: string;
  leave: () => void;
}
interface TipLike {
  show(view: TipView | null, at?: TipPlace): void;
  enter?(): boolean;
}

type Via = 'mouse' | 'touch' | 'pen' | 'drag' | 'key' | string;

interface Question<T = any> {
  title: string;
  text?: string;
  cancel?: string;
  options: QuestionOption<T>[];
}

interface QuestionOption<T = any> {
  label: string;
  piece?: Piece;
  note?: string;
  disabled?: boolean;
  value?: T;
}

interface BoardOptions {
  geometry: Places | import('../board/geometry.js').Geometry;
  orientation: Color;
  /** 'drawn', 'silhouettes', 'moves' or 'letters'. */
  pieces: string;
  /** Where the drawings are; undefined: where those of the set are. */
  sprite?: string;
  squares: string | null;
  coordinates: boolean;
  dots: boolean;
  animation: boolean;
  isReadOnly: boolean;
  /** Pressing on the board does not remove drawn shapes. */
  keepsShapes: boolean;
  label: string;
  onSelect(square: string | null): void;
  onHold(letter: string | null): void;
  onMove(input: { from: string; to: string; via: Via; letter: string | null }): void;
  onPremove(move: { from: string; to: string }): void;
  onHover(square: string | null): void;
  onShapes(shapes: Shape[]): void;
  onCancel(): void;
  onRefuse(move: { from: string; to: string }): void;
  lookAt(square: string, piece: Piece): LookView | null;
  tip?: TipLike;
  premovesOf(square: string): string[];
  announce(words: string): void;
}

interface TraySide {
  color: Color;
  reserve: { type: PieceType; count: number }[] | null;
  hand: { type: PieceType; count: number }[] | null;
  pocket: PieceType[] | null;
  joker: { power: PieceType | null; why: string } | null;
}

/* --- The server --- */

interface Player {
  kind: string;
  name: string;
  level?: number;
  is_online?: boolean;
  rating?: number;
}

interface Start {
  number?: number;
  name?: string;
  handicap?: string;
  fen?: string;
}

/** A clock, as a game sets it and, with left_ms, as it stands. */
interface Clock {
  kind: string;
  days: number;
  base_ms: number;
  increment_ms: number;
  spare_ms: number;
  grace_ms: number;
  extra_ms: number;
  bonus_ms: number;
  within_ms: number;
  cap_ms: number;
  left_ms?: number | null;
}

interface GameClock extends BySide<Clock> {
  running?: Color | null;
  at?: number;
  is_resting?: boolean;
}

interface GameMove {
  ply?: number;
  text: string;
  san: string;
  side: Color;
  number: number;
  by_line?: boolean;
}

interface GameResult {
  points?: any;
  white_quarters?: number | null;
  reason: string;
  words: string;
}

/** Functions that hear the events of a stream. */
interface Handlers { [event: string]: (data: any, id: string) => void }

/** A game, as GET /api/games/<id> and the page of a game have it. */
interface Game {
  [field: string]: any;
  id: string;
  variant: string;
  definition?: string;
  status: string;
  you?: Color | null;
  white: Player;
  black: Player;
  fen: string;
  start: Start;
  moves: GameMove[];
  clock?: any;
  result?: GameResult | null;
}

/* --- Classes that many modules are given --- */

type ApiError = import('./api.js').ApiError;
type Rules = import('./rules.js').Rules;
type Session = import('./rules.js').Session;
type Table = import('../widgets/table.js').Table;
type GameWords = import('../widgets/game-words.js').GameWords;
type Scene = import('../board/draw.js').Scene;
type Board = import('../board/board.js').Board;
type Picker = import('../board/picker.js').Picker;
type Geometry = import('../board/geometry.js').Geometry;
type Sheet = import('../game/sheet.js').Sheet;
type Tree = import('./tree.js').Tree;
type EditedPosition = import('../editor/editor-position.js').EditedPosition;

/** A node of a Tree; the root has neither move nor parent. */
interface TreeNode {
  parent: TreeNode | null;
  children: TreeNode[];
  move: GameMove | null;
  fen: string;
  ply: number;
  /** What is said about the move; see web/lib/annotations.js. */
  comment?: string;
  nags?: number[];
  shapes?: Shape[];
  /** Commands of a PGN that we keep as they are: "[%clk 0:10:00]". */
  commands?: string;
}

/** Where a pointer is on a board. */
interface Spot extends Point {
  name?: string;
}

/** A pointer that is held down on a board. */
interface Press extends Point {
  id: number;
  type: string;
  button: number;
  spot: Spot;
  mode?: string;
  color?: string;
  isMoved: boolean;
  isHeld?: boolean;
  wasSelected?: boolean;
}

/** Pieces of Session.diagram(). */
interface DiagramPiece {
  letter: string;
  color: Color;
  square: string;
  isUnmoved?: boolean;
}

/** A text of a catalogue whose gaps a message may have filled. */
interface Pattern {
  text: string;
  gaps: string[];
  form: RegExp;
  before: number;
  said: number;
  isQuoted: boolean[];
}

/** A catalogue of /api/words/<language>. */
interface Catalogue {
  forms: string;
  texts: { [text: string]: string | string[] };
}

/** What a person has chosen; web/lib/settings.js has the defaults. */
interface Settings {
  [name: string]: any;
  theme: string;
  squares: string;
  pieces: string;
  confirm: string;
  dots: boolean;
  coordinates: boolean;
  animation: boolean;
  premove: boolean;
  sound: boolean;
  textMode: boolean;
  zen: boolean;
  boardSize: number;
  level: number;
  threads: number;
}

/** A move of a Record, with whose it is. */
interface RecordedMove {
  text: string;
  san?: string;
  side: Color;
  number: number;
  by_line?: boolean;
}

/** A series of jumps half chosen, as the board shows it. */
interface Stage {
  from: string;
  on: string;
  targets: Target[];
  doomed: string[][];
}

/** How a series can go on. */
interface Continuation {
  done: Move | null;
  next: Map<string, Set<Move>>;
  moves: Move[];
}

/** Whose moves a Picker chooses from. */
interface PickerSide {
  color: Color;
  types: PieceType[];
  reserve: { [letter: string]: number } | null;
  order: string[];
}

/* --- The workshop --- */

interface OutlineSection {
  name: string;
  argument: string;
  line: number;
  /** 0: of the definition itself; 1: of its base. */
  level: number;
}
interface OutlineKey {
  /** Index of the section. */
  section: number;
  name: string;
  number: number | null;
  line: number;
  level: number;
  texts: { line: number; column: number; text: string }[];
}
/** What a definition says and where (src/definition/file/outline.h). */
interface Outline {
  sections: OutlineSection[];
  keys: OutlineKey[];
}
/** A section of the format with the help for it (src/definition/file/definition.h). */
interface SectionHelp {
  name: string;
  argument: string | null;
  doc: string;
  isRule: boolean;
  keys: KeyHelp[];
}
interface KeyHelp {
  name: string;
  form: string;
  without: string | null;
  doc: string;
  isRequired: boolean;
  isIndexed: boolean;
  isRepeatable: boolean;
  choices: string[];
}
