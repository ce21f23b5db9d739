// The moves of a game as an animated GIF.

import { encodeGif } from './gif.js';
import { drawPiece } from './pieces.js';
import { inlineDrawings, pictureImage, save } from './save-picture.js';
import { svg } from './svg.js';

const PIXELS = 32;       // of a square
const MOST_FRAMES = 400; // of a longer game the first moves are left out
const PAUSE = 100;       // hundredths of a second
const LAST_PAUSE = 400;

/** @typedef {{ pieces: OnSquares<Piece>, walls?: string[],
 *   lastMove: LastMove | null }} Frame */

/**
 * Saves the positions as `name`.gif, with the squares' colours and the side at the bottom as on the
 * board.
 * @param {Board} board
 * @param {Frame[]} frames
 * @param {string} name
 */
export async function saveAnimation(board, frames, name) {
  const shown = frames.slice(-MOST_FRAMES), stage = new Stage(board);
  await stage.load(shown);
  const pictures = shown.map(frame => stage.draw(frame));
  const bytes = encodeGif(pictures, shown.map((_, at) => at === shown.length - 1 ? LAST_PAUSE
    : PAUSE));
  save(new Blob([bytes], { type: 'image/gif' }), `${name}.gif`);
}

/** @param {Piece} piece */
const keyOf = ({ color, name }) => `${color} ${name}`;

/** A canvas on which positions are drawn one after the other. */
class Stage {
  #board;
  #geometry;
  #context;
  /** @type {Map<string, HTMLImageElement>} */
  #images = new Map();

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
    this.#geometry = board.geometry;
    const canvas = document.createElement('canvas');
    canvas.width = this.#geometry.files * PIXELS;
    canvas.height = this.#geometry.rows * PIXELS;
    this.#context = /** @type {CanvasRenderingContext2D} */ (
      canvas.getContext('2d', { willReadFrequently: true }));
  }

  /**
   * Makes the pictures of all pieces.
   * @param {Frame[]} frames
   */
  async load(frames) {
    const pieces = new Map(frames.flatMap(({ pieces: all }) =>
      Object.values(all).map(piece => [keyOf(piece), piece])));
    await Promise.all([...pieces].map(async ([key, piece]) => {
      const picture = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', width: PIXELS,
        height: PIXELS, viewBox: '0 0 100 100' }, drawPiece(piece));
      await inlineDrawings(picture);
      this.#images.set(key, await pictureImage(new XMLSerializer().serializeToString(picture)));
    }));
  }

  /** @param {Frame} frame */
  draw({ pieces, walls = [], lastMove }) {
    const context = this.#context, { width, height } = context.canvas;
    context.fillStyle = '#f3efe6';
    context.fillRect(0, 0, width, height);
    for (const { name, isDark, isTransient } of this.#geometry.squares)
      if ((!isTransient && !walls.includes(name)) || pieces[name])
        this.#fill(name, this.#colorOf(isDark, isTransient));
    for (const line of this.#board.scene.svg.querySelectorAll('.apo-lines, .apo-river'))
      this.#stroke(/** @type {any} */ (line));
    for (const name of [lastMove?.from, lastMove?.to])
      if (name !== undefined && this.#geometry.get(name))
        this.#fill(name, 'rgb(255 215 0 / 45%)');
    for (const [name, piece] of Object.entries(pieces)) {
      const { x, y } = this.#at(name);
      context.drawImage(/** @type {HTMLImageElement} */ (this.#images.get(keyOf(piece))), x, y,
        PIXELS, PIXELS);
    }
    return context.getImageData(0, 0, width, height);
  }

  /** @param {string} name */
  #at(name) {
    const { x, y } = this.#geometry.place(name, this.#board.isFlipped);
    return { x: x * PIXELS, y: y * PIXELS };
  }

  /**
   * @param {string} name
   * @param {string} color
   */
  #fill(name, color) {
    const { x, y } = this.#at(name);
    this.#context.fillStyle = color;
    this.#context.fillRect(x, y, PIXELS, PIXELS);
  }

  /**
   * What is drawn on the board, as the page shows it.
   * @param {SVGPathElement} line
   */
  #stroke(line) {
    const context = this.#context, { stroke, strokeWidth } = getComputedStyle(line);
    const matrix = line.transform.baseVal.consolidate()?.matrix;
    context.save();
    context.scale(PIXELS / 100, PIXELS / 100);
    if (matrix)
      context.transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f);
    context.strokeStyle = stroke;
    context.lineWidth = parseFloat(strokeWidth);
    context.stroke(new Path2D(line.getAttribute('d') ?? ''));
    context.restore();
  }

  /**
   * A square's colour in the board's theme.
   * @param {boolean} isDark
   * @param {boolean} isTransient
   */
  #colorOf(isDark, isTransient) {
    const shade = `.apo-square.${isDark ? 'dark' : 'light'}${isTransient ? '.transient'
      : ':not(.transient)'}`;
    const square = this.#board.scene.svg.querySelector(shade);
    return square === null ? isDark ? '#b58863' : '#f0d9b5' : getComputedStyle(square).fill;
  }
}
