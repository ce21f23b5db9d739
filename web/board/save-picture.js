// The board as a file of its own, SVG or PNG: its styles and drawings are in it.

import { svg } from './svg.js';

const PIXELS = 96; // of a square, as PNG
const LOOK = ['fill', 'stroke', 'stroke-width', 'stroke-linecap', 'stroke-linejoin', 'rotate',
  'transform-origin', 'opacity', 'visibility', 'font',
  'fill-opacity', 'stroke-opacity', 'text-anchor', 'dominant-baseline'];
const MARGIN = 40; // hundredths of a square, for the coordinates

/**
 * Saves the position shown; `form` is 'svg' or 'png', `name` the file's, without its extension.
 * @param {Board} board
 * @param {string} form
 * @param {string} name
 */
export async function savePicture(board, form, name) {
  const text = new XMLSerializer().serializeToString(await standalone(board));
  save(form === 'png' ? await drawn(text, sizeOf(board))
    : new Blob([text], { type: 'image/svg+xml' }), `${name}.${form}`);
}

/**
 * A PNG of the picture.
 * @param {string} text
 * @param {{ width: number, height: number }} size
 */
async function drawn(text, { width, height }) {
  const image = await pictureImage(text);
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
  return new Promise(done => canvas.toBlob(done, 'image/png'));
}

/**
 * A picture, given as the text of its SVG, that can be drawn on a canvas.
 * @param {string} text
 */
export async function pictureImage(text) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  return image;
}

/** @param {string} address */
const drawingsAt = async address => new DOMParser().parseFromString(
  await (await fetch(address)).text(), 'image/svg+xml');

/**
 * Puts the drawings that a picture uses into it.
 * @param {SVGElement} picture
 */
export async function inlineDrawings(picture) {
  /** @type {Map<string, Promise<Document>>} */
  const sprites = new Map();
  /** @type {Map<string, Node>} */
  const used = new Map();
  for (const use of picture.querySelectorAll('use')) {
    const [address, id] = /** @type {string} */ (use.getAttribute('href')).split('#');
    const sprite = sprites.get(address) ?? drawingsAt(address);
    sprites.set(address, sprite);
    const drawing = (await sprite).getElementById(id);
    if (drawing !== null)
      used.set(id, drawing);
    use.setAttribute('href', `#${id}`);
  }
  picture.prepend(svg('defs', {}, ...[...used.values()].map(node => node.cloneNode(true))));
}

/**
 * A self-contained copy of a picture in the page.
 * @param {SVGElement} picture
 */
export async function selfContained(picture) {
  const copy = /** @type {SVGElement} */ (picture.cloneNode(true));
  dress(picture, copy);
  await inlineDrawings(copy);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return copy;
}

/** @param {Board} board */
function sizeOf({ geometry: { files, rows } }) {
  return { width: Math.round((files + MARGIN / 100) * PIXELS),
    height: Math.round((rows + MARGIN / 100) * PIXELS) };
}

/**
 * The board's picture as a file of its own, with its coordinates.
 * @param {Board} board
 */
async function standalone(board) {
  const { scene, geometry: { files, rows } } = board;
  const copy = await selfContained(scene.svg);
  const { width, height } = sizeOf(board);
  for (const [key, value] of Object.entries({ width, height,
    viewBox: `${-MARGIN} 0 ${files * 100 + MARGIN} ${rows * 100 + MARGIN}` }))
    copy.setAttribute(key, String(value));
  copy.removeAttribute('class');
  copy.prepend(svg('rect', { x: -MARGIN, y: 0, width: files * 100 + MARGIN,
    height: rows * 100 + MARGIN, fill: '#f3efe6' }));
  return copy;
}

/**
 * Writes the computed styles into the copy, node by node.
 * @param {Element} from
 * @param {Element} to
 */
function dress(from, to) {
  const style = getComputedStyle(from), target = /** @type {SVGElement} */ (to);
  for (const name of ['class', 'aria-label', 'aria-selected', 'aria-hidden', 'role', 'tabindex'])
    to.removeAttribute(name);
  if (style.visibility === 'hidden' || style.display === 'none')
    target.setAttribute('visibility', 'hidden');
  if (/^(rect|path|circle|text|g)$/.test(from.nodeName))
    for (const name of LOOK)
      target.style.setProperty(name, style.getPropertyValue(name));
  const children = [...to.children];
  for (const [index, child] of [...from.children].entries())
    if (from.nodeName !== 'use')
      dress(child, children[index]);
}

/**
 * @param {any} blob
 * @param {string} name
 */
export function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
