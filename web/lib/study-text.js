/* Reads and writes the text of a study, a PGN with a game for each chapter, and merges the changes
 * that several people make at once. Knows no rules: it compares moves by their texts. Pure. */
import { readMoves } from './move-text.js';
import { plantAt, textOf } from './tree.js';

/** @typedef {{ tags: { [name: string]: string }, root: TreeNode }} Chapter */

const ID = 'ChapterId';

/** The maximum number of chapters of a study. */
export const CHAPTERS_MAX = 64;

/** @param {Chapter} chapter */
export const idOf = chapter => chapter.tags[ID] ?? '';

/** @param {Chapter} chapter */
export const nameOf = ({ tags }) => tags.ChapterName
  ?? [tags.White, tags.Black].filter(name => name && name !== '?').join(' – ')
  ?? '';

/** The games of a PGN: tags begin the next one. @param {string} text */
function games(text) {
  /** @type {string[][]} */
  const all = [[]];
  let isMoves = false;
  for (const line of text.split(/\r?\n/)) {
    const isTag = /^\s*\[\s*\w+\s+"/.test(line);
    if (isTag && isMoves) {
      all.push([]);
      isMoves = false;
    }
    isMoves ||= !isTag && line.trim() !== '';
    all[all.length - 1].push(line);
  }
  return all.map(lines => lines.join('\n')).filter(game => game.trim() !== '');
}

/** @param {string | undefined} fen @returns {TreeNode} */
function rootAt(fen = '') {
  const fields = fen.split(' '), number = Number(fields.at(-1)) || 1;
  const ply = (number - 1) * 2 + (fields[1] === 'b' ? 1 : 0);
  return { parent: null, children: [], move: null, fen, ply };
}

/**
 * @param {TreeNode} parent
 * @param {string} san
 * @returns {TreeNode}
 */
function add(parent, san) {
  const old = parent.children.find(({ move }) => move?.san === san);
  if (old)
    return old;
  /** @type {TreeNode} */
  const node = { parent, children: [], fen: '', ply: parent.ply + 1, move: { text: san, san,
    side: parent.ply % 2 === 0 ? 'white' : 'black', number: Math.floor(parent.ply / 2) + 1 } };
  parent.children.push(node);
  return node;
}

/**
 * The chapters of a text; those without an id get one from `newId`.
 * @param {string} text
 * @param {() => string} [newId]
 * @returns {Chapter[]}
 */
export function readStudy(text, newId = () => '') {
  const seen = new Set();
  return games(text).map(game => {
    const { tags, tokens } = readMoves(game), root = rootAt(tags.FEN);
    if (!tags[ID] || seen.has(tags[ID]))
      tags[ID] = newId();
    seen.add(tags[ID]);
    // Without rules: pieces such as B! are those that move or capture, "B!c4".
    plantAt(root, tokens, add, letter => tokens.some(token =>
      token.startsWith(letter, token.startsWith('+') ? 1 : 0) && /[a-p]\d/.test(token)));
    return { tags, root };
  });
}

/** @param {string} value */
const quoted = value => value.replace(/[\\"]/g, '\\$&');

/** @param {Chapter[]} chapters */
export const writeStudy = chapters => chapters.map(writeChapter).join('\n');

/** @param {Chapter} chapter */
export const writeChapter = ({ tags, root }) =>
  `${Object.entries(tags).map(([name, value]) => `[${name} "${quoted(value)}"]\n`).join('')}\n`
    + `${[textOf(root), tags.Result ?? '*'].filter(Boolean).join(' ')}\n`;

/* --- putting together ------------------------------------------------------- */

/**
 * Merges two people's versions of one value: what one of them changed, or what both did.
 * @param {string | undefined} base
 * @param {string | undefined} mine
 * @param {string | undefined} theirs
 */
function joinTexts(base = '', mine = '', theirs = '') {
  if (mine === base || mine === theirs || (mine !== '' && theirs.includes(mine)))
    return theirs;
  return theirs === base || (theirs !== '' && mine.includes(theirs)) ? mine : `${theirs} ${mine}`;
}

/**
 * @template T
 * @param {T[] | undefined} base
 * @param {T[] | undefined} mine
 * @param {T[] | undefined} theirs
 */
function joinSets(base = [], mine = [], theirs = []) {
  /** @param {T[]} list @param {T} one */
  const has = (list, one) => list.some(each => JSON.stringify(each) === JSON.stringify(one));
  return [...theirs.filter(one => has(mine, one) || !has(base, one)),
    ...mine.filter(one => !has(theirs, one) && !has(base, one))];
}

/**
 * The nodes after both changes. A move that one removed stays if the other changed it or something
 * after it.
 * @param {TreeNode | undefined} base
 * @param {TreeNode} mine
 * @param {TreeNode} theirs
 * @returns {TreeNode}
 */
function joinNodes(base, mine, theirs) {
  /** @type {TreeNode} */
  const node = { ...theirs, comment: joinTexts(base?.comment, mine.comment, theirs.comment),
    commands: joinTexts(base?.commands, mine.commands, theirs.commands),
    nags: joinSets(base?.nags, mine.nags, theirs.nags),
    shapes: joinSets(base?.shapes, mine.shapes, theirs.shapes), children: [] };
  /** @param {TreeNode | undefined} from @param {TreeNode} child */
  const same = (from, child) => from?.children.find(each => each.move?.san === child.move?.san);
  /** @param {TreeNode} child @param {TreeNode | undefined} other */
  const keep = (child, other) => {
    const before = same(base, child);
    if (other)
      node.children.push(joinNodes(before, child, other));
    else if (before === undefined || textOf(before) !== textOf(child)
      || said(before) !== said(child))
      node.children.push(child);
  };
  for (const child of theirs.children) {
    const own = same(mine, child);
    keep(own ?? child, own && child);
  }
  for (const child of mine.children)
    if (!same(theirs, child))
      keep(child, undefined);
  raise(node, base, mine);
  for (const child of node.children)
    child.parent = node;
  return node;
}

/** @param {TreeNode} node */
const said = ({ comment = '', nags = [], shapes = [], commands = '' }) =>
  JSON.stringify([comment, nags, shapes, commands]);

/**
 * A line that I have moved to the front stays there.
 * @param {TreeNode} node
 * @param {TreeNode | undefined} base
 * @param {TreeNode} mine
 */
function raise(node, base, mine) {
  const first = mine.children[0]?.move?.san;
  if (!base || base.children.length < 2 || first === base.children[0]?.move?.san)
    return;
  node.children.sort((a, b) => Number(b.move?.san === first) - Number(a.move?.san === first));
}

/**
 * @param {Chapter | undefined} base
 * @param {Chapter} mine
 * @param {Chapter} theirs
 * @returns {Chapter}
 */
function joinChapters(base, mine, theirs) {
  const tags = { ...theirs.tags };
  for (const [name, value] of Object.entries(mine.tags))
    if (value !== base?.tags[name])
      tags[name] = value;
  return { tags, root: joinNodes(base?.root, mine.root, theirs.root) };
}

/**
 * Merges two studies that derive from `base`, `mine` and `theirs`, move by move. If both changed a
 * comment, both versions are kept. A move that one removed and the other changed stays.
 * @param {Chapter[]} base
 * @param {Chapter[]} mine
 * @param {Chapter[]} theirs
 */
export function joinStudies(base, mine, theirs) {
  /** @param {Chapter[]} from @param {Chapter} one */
  const same = (from, one) => from.find(each => idOf(each) === idOf(one));
  /** @param {Chapter} one */
  const isNew = one => {
    const before = same(base, one);
    return before === undefined || writeChapter(before) !== writeChapter(one);
  };
  /** @type {Chapter[]} */
  const joined = [];
  for (const chapter of theirs) {
    const own = same(mine, chapter);
    if (own)
      joined.push(joinChapters(same(base, chapter), own, chapter));
    else if (isNew(chapter))
      joined.push(chapter);
  }
  return [...joined, ...mine.filter(chapter => !same(theirs, chapter) && isNew(chapter))];
}
