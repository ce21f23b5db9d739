/* Annotations of moves as in PGN: comments, glyphs (NAGs), drawn arrows and circles. Pure. */

/** Glyphs for the move; a node has at most one of them. */
export const MOVE_GLYPHS = [1, 2, 3, 4, 5, 6, 7];
/** Glyphs for the position; a node has at most one of these too. */
export const POSITION_GLYPHS = [10, 13, 14, 15, 16, 17, 18, 19];
/** Other glyphs; a node may have any number of them. */
export const OTHER_GLYPHS = [22, 32, 36, 40, 44, 132, 138, 140, 146];

/** @type {{ [nag: number]: string }} */
const SIGNS = { 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞',
  14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+', 22: '⨀', 32: '⟳',
  36: '→', 40: '↑', 44: '=∞', 132: '⇆', 138: '⊕', 140: '∆', 146: 'N' };
/** @type {{ [color: string]: string }} */
const LETTERS = { green: 'G', red: 'R', blue: 'B', yellow: 'Y' };
const COMMENT_MAX = 4000; // characters; a page of text

/** @param {number} nag */
export const signOf = nag => SIGNS[nag] ?? `$${nag}`;

/**
 * The glyph written at the end of a move: 3 for "e4!!"; 0 if there is none.
 * @param {string} move
 */
export function suffixOf(move) {
  const [sign] = /[!?]{1,2}$/.exec(move) ?? [''];
  return MOVE_GLYPHS.find(nag => SIGNS[nag] === sign) ?? 0;
}

/**
 * A PGN move without the glyph at its end: "e4" for "e4!?". The ! of a piece such as B! is not a
 * glyph: `isPiece` tells which letters have one.
 * @param {string} word
 * @param {(letter: string) => boolean} isPiece
 */
export function withoutSuffix(word, isPiece) {
  const move = word.replace(/[!?]+$/, '');
  const [letter] = /[A-Z]$/.exec(move) ?? [''];
  return letter !== '' && word[move.length] === '!' && isPiece(`${letter}!`) ? `${move}!` : move;
}

/**
 * The glyphs after `nag` has been added or, if it was there, removed.
 * @param {number[]} nags
 * @param {number} nag
 */
export function toggleGlyph(nags, nag) {
  const group = [MOVE_GLYPHS, POSITION_GLYPHS].find(each => each.includes(nag)) ?? [nag];
  const rest = nags.filter(each => !group.includes(each));
  return nags.includes(nag) ? rest : [...rest, nag].sort((a, b) => a - b);
}

/**
 * "Gd4,Re5" and "Ge2e4" as shapes.
 * @param {string} text
 * @returns {Shape[]}
 */
function readShapes(text) {
  const colors = Object.entries(LETTERS);
  return [...text.matchAll(/([GRBY])([a-p]\d{1,2})([a-p]\d{1,2})?/g)].map(([, letter, from, to]) =>
    ({ from, to: to ?? from, color: colors.find(each => each[1] === letter)?.[0] ?? 'green' }));
}

/** @param {Shape[]} shapes */
const writeShapes = shapes => shapes.map(({ from, to, color }) =>
  `${LETTERS[color] ?? 'G'}${from}${to === from ? '' : to ?? ''}`).join(',');

/** @param {string | undefined} old @param {string} more */
const join = (old, more) => [old, more].filter(Boolean).join(' ');

/**
 * Adds a comment of a PGN to a node: its text, its drawings, and other commands ("[%clk 0:10]"),
 * which are kept as they are.
 * @param {TreeNode} node
 * @param {string} text
 */
export function addComment(node, text) {
  const words = text.replace(/\[%(\w+)\s+([^\]]*)\]/g, (whole, name, value) => {
    if (name === 'csl' || name === 'cal')
      node.shapes = [...node.shapes ?? [], ...readShapes(value)];
    else
      node.commands = join(node.commands, whole);
    return '';
  }).replace(/\s+/g, ' ').trim();
  if (words !== '')
    node.comment = cleanComment(join(node.comment, words));
}

/**
 * A comment as it can stand in a PGN: without braces.
 * @param {string} text
 */
export const cleanComment = text => text.replaceAll('{', '(').replaceAll('}', ')')
  .slice(0, COMMENT_MAX);

/**
 * The glyphs and the comment of a node as words of a PGN.
 * @param {TreeNode} node
 */
export function annotationWords({ nags = [], shapes = [], commands = '', comment = '' }) {
  /** @param {string} name @param {Shape[]} some */
  const drawn = (name, some) => (some.length === 0 ? '' : `[%${name} ${writeShapes(some)}]`);
  const isCircle = (/** @type {Shape} */ { from, to }) => to === undefined || to === from;
  const inside = [drawn('csl', shapes.filter(isCircle)),
    drawn('cal', shapes.filter(shape => !isCircle(shape))), commands, comment]
    .filter(part => part !== '').join(' ');
  return [...nags.map(nag => `$${nag}`), ...inside === '' ? [] : [`{${inside}}`]];
}

/**
 * The annotations of a node as [comment, glyphs, drawings, commands]; null if it has none.
 * @param {TreeNode} node
 */
export function packed({ comment = '', nags = [], shapes = [], commands = '' }) {
  const parts = [comment, nags.join(' '), writeShapes(shapes), commands];
  while (parts.at(-1) === '')
    parts.pop();
  return parts.length === 0 ? null : parts;
}

/**
 * The reverse of `packed`; a part that is not a text counts as empty.
 * @param {TreeNode} node
 * @param {unknown[]} parts
 */
export function unpack(node, parts) {
  const [comment, nags, shapes, commands] = [0, 1, 2, 3].map(at => {
    const part = parts[at];
    return typeof part === 'string' ? part : '';
  });
  node.comment = cleanComment(comment);
  node.nags = nags.split(' ').map(Number).filter(nag => nag >= 1 && nag <= 255);
  node.shapes = readShapes(shapes);
  node.commands = cleanComment(commands);
}
