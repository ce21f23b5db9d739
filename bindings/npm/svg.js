/* The picture of a board: squares, coordinates, marks, pieces. Pieces are discs with the letters
 * of their types, or drawings of a sprite: an SVG text with <symbol id="w-knight"> and so on,
 * named after the types. */
import { ApothecaryError } from './errors.js';

const SQUARE = 45, MARGIN = 15;
const COLORS = { light: '#f0d9b5', dark: '#b58863', margin: '#3d3a37', coordinates: '#e5e0d8',
  lastMove: '#cdd26a', lines: '#3c280f', river: '#0a3c8c', check: '#e0402b', arrow: '#15781b',
  white: '#fffdf2', black: '#1d1a18' };

/** @param {any} text */
const escape = text => String(text).replace(/[<>&"']/g, c => `&#${c.charCodeAt(0)};`);

/**
 * @param {any} variant
 * @param {any} state of Board.state()
 * @param {any} options
 */
export function drawBoard(variant, state, { size = null, orientation = 'white', coordinates = true,
  lastMove = null, check = true, arrows = [], squares = {}, colors = {}, sprite = null } = {}) {
  if (orientation !== 'white' && orientation !== 'black')
    throw new ApothecaryError('an orientation is "white" or "black"', { code: 'unknown' });
  const view = new View(variant.layout, orientation, coordinates ? MARGIN : 0);
  const colours = { ...COLORS, ...colors };
  const marks = new Map(Object.entries(squares));
  if (check && state.isCheck)
    marks.set(state.kings[state.turn], colours.check);
  const names = (lastMove ?? '').match(/[a-p]\d{1,2}/g) ?? [];
  const parts = [
    `<rect width="${view.width}" height="${view.height}" fill="${escape(colours.margin)}"/>`,
    drawSquares(view, state, new Set(names.slice(0, 2)), marks, colours),
    drawLines(view, variant.layout, colours),
    coordinates ? drawCoordinates(view, colours) : '',
    drawPieces(view, variant, state, colours, sprite),
    ...arrows.map((/** @type {any} */ arrow) => drawArrow(view, arrow, colours)),
  ];
  const measure = size === null ? '' : ` width="${Number(size)}" height="${
    Math.round(Number(size) * view.height / view.width)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${view.width} ${view.height}"${
    measure} role="img" aria-label="${escape(variant.name)}: ${escape(state.fen)}">${
    parts.join('')}</svg>`;
}

/** The places of the squares in the picture. */
class View {
  /**
   * @param {any} layout
   * @param {string} orientation
   * @param {number} margin
   */
  constructor({ files, rows, bottomRank, places, names }, orientation, margin) {
    this.files = files;
    this.rows = rows;
    this.bottomRank = bottomRank;
    this.places = places;
    this.names = names;
    this.margin = margin;
    this.isFlipped = orientation === 'black';
    this.width = files * SQUARE + 2 * margin;
    this.height = rows * SQUARE + 2 * margin;
  }

  /** @param {number} file */
  x(file) {
    return this.margin + SQUARE * (this.isFlipped ? this.files - 1 - file : file);
  }

  /** @param {number} row */
  y(row) {
    return this.margin + SQUARE * (this.isFlipped ? row : this.rows - 1 - row);
  }

  /**
   * The middle of a square by its name.
   * @param {string} name
   */
  middle(name) {
    const index = this.names.indexOf(name);
    if (index < 0)
      throw new ApothecaryError(`"${name}" is not a square of this board`, { code: 'unknown' });
    return { x: this.x(index % this.files) + SQUARE / 2,
      y: this.y(Math.floor(index / this.files)) + SQUARE / 2 };
  }
}

/**
 * @param {View} view
 * @param {any} state
 * @param {Set<string>} last
 * @param {Map<string, any>} marks
 * @param {any} colours
 */
function drawSquares(view, state, last, marks, colours) {
  return view.names.map((/** @type {string} */ name, /** @type {number} */ i) => {
    // A square that exists only while a piece stands on it.
    if (view.places[i] === '#' || (view.places[i] === '~' && !(name in state.pieces)))
      return '';
    const file = i % view.files, row = Math.floor(i / view.files);
    const color = (file + row + view.bottomRank) % 2 === 0 ? colours.light : colours.dark;
    const place = `x="${view.x(file)}" y="${view.y(row)}" width="${SQUARE}" height="${SQUARE}"`;
    const mark = marks.get(name) ?? (last.has(name) ? colours.lastMove : null);
    return `<rect ${place} fill="${escape(color)}"/>${mark === null ? ''
      : `<rect ${place} fill="${escape(mark)}" fill-opacity="0.7"/>`}`;
  }).join('');
}

/**
 * Palaces, zones and goals, and the river. In these paths a square is 100 wide and high, and the
 * upper edge of rank n is at -100 n.
 * @param {View} view
 * @param {any} layout
 * @param {any} colours
 */
function drawLines({ files, rows, bottomRank, margin, isFlipped }, { lines, river }, colours) {
  const turn = isFlipped
    ? `translate(${margin + SQUARE * files} ${margin + SQUARE * (1 - bottomRank)})rotate(180)`
    : `translate(${margin} ${margin + SQUARE * (bottomRank + rows - 1)})`;
  return [[lines, colours.lines, 5], [river, colours.river, 14]].filter(([d]) => d !== '')
    .map(([d, color, width]) => `<path transform="${turn}scale(${SQUARE / 100})" d="${d}"
      fill="none" stroke="${escape(color)}" stroke-opacity="0.6" stroke-width="${width}"/>`)
    .join('');
}

/**
 * @param {View} view
 * @param {any} colours
 */
function drawCoordinates(view, colours) {
  /**
   * @param {number} x
   * @param {number} y
   * @param {any} text
   */
  const label = (x, y, text) => `<text x="${x}" y="${y}">${text}</text>`;
  const half = SQUARE / 2, edge = MARGIN / 2, labels = [];
  for (let file = 0; file < view.files; file++)
    labels.push(label(view.x(file) + half, view.height - edge, String.fromCharCode(97 + file)));
  for (let row = 0; row < view.rows; row++)
    labels.push(label(edge, view.y(row) + half, row + view.bottomRank));
  return `<g font-family="sans-serif" font-size="10" text-anchor="middle" fill="${
    escape(colours.coordinates)}" dominant-baseline="central">${labels.join('')}</g>`;
}

/**
 * @param {View} view
 * @param {any} variant
 * @param {any} state
 * @param {any} colours
 * @param {string | null} sprite
 */
function drawPieces(view, variant, state, colours, sprite) {
  const names = new Map(variant.pieceTypes.map((/** @type {any} */ type) =>
    [type.letter, type.name]));
  return Object.entries(state.pieces).map(([square, letter]) => {
    const isWhite = letter === letter.toUpperCase();
    const { x, y } = view.middle(square);
    const drawing = sprite === null ? null
      : symbolOf(sprite, `${isWhite ? 'w' : 'b'}-${names.get(letter.toUpperCase())}`);
    if (drawing !== null)
      return `<svg x="${x - SQUARE / 2}" y="${y - SQUARE / 2}" width="${SQUARE}" height="${
        SQUARE}" viewBox="${drawing.viewBox}">${drawing.content}</svg>`;
    const [disc, ink] = isWhite ? [colours.white, colours.black] : [colours.black, colours.white];
    return `<circle cx="${x}" cy="${y}" r="${SQUARE * 0.4}" fill="${escape(disc)}" stroke="${
      escape(ink)}" stroke-width="1.5"/><text x="${x}" y="${y}" fill="${escape(ink)}" font-size="${
      SQUARE * 0.5}" font-weight="bold" font-family="sans-serif" text-anchor="middle" ` +
      `dominant-baseline="central">${escape(letter.toUpperCase())}</text>`;
  }).join('');
}

/** @type {{ text: string, symbols: Map<string, { viewBox: string, content: string }> }} */
let known = { text: '', symbols: new Map() };

/**
 * @param {string} sprite
 * @param {string} id
 */
function symbolOf(sprite, id) {
  if (known.text !== sprite)
    known = { text: sprite, symbols: new Map([...sprite.matchAll(
      /<symbol id="([^"]*)" viewBox="([^"]*)"[^>]*>(.*?)<\/symbol>/gs)].map(
      ([, name, viewBox, content]) => [name, { viewBox, content }])) };
  return known.symbols.get(id) ?? null;
}

/**
 * @param {View} view
 * @param {any} arrow { from, to, color } or a text, "e2e4"
 * @param {any} colours
 */
function drawArrow(view, arrow, colours) {
  const [from, to] = typeof arrow === 'string' ? arrow.match(/[a-p]\d{1,2}/g) ?? []
    : [arrow.from, arrow.to];
  const color = escape(arrow.color ?? colours.arrow);
  const a = view.middle(from), b = view.middle(to ?? from);
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0)
    return `<circle cx="${a.x}" cy="${a.y}" r="${SQUARE * 0.45}" fill="none" stroke="${
      color}" stroke-width="4" stroke-opacity="0.7"/>`;
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length], head = SQUARE * 0.35;
  /** @param {number} number */
  const round = number => Math.round(number * 10) / 10;
  const [x, y] = [b.x - head * ux, b.y - head * uy];
  const corner = (/** @type {number} */ side) => `${round(x - side * uy * head / 2)} ${
    round(y + side * ux * head / 2)}`;
  return `<g opacity="0.7"><path d="M${a.x} ${a.y}L${round(x)} ${round(y)}" stroke="${
    color}" stroke-width="8" stroke-linecap="round"/><path d="M${b.x} ${b.y}L${corner(1)}L${
    corner(-1)}z" fill="${color}"/></g>`;
}
