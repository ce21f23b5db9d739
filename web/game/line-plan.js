/* Conditional lines as a tree of moves from the start of a game: finds the lines that apply to the
 * position on the board and those that no longer do, and writes them in words. Pure. */
import { t } from '../lib/i18n.js';

/**
 * The node reached by the moves made.
 * @param {Tree} tree
 * @param {{ text: string }[]} moves
 */
export function nodeAfter(tree, moves) {
  let node = tree.root;
  for (const { text } of moves)
    node = tree.play(node, text);
  return node;
}

/**
 * Moves off the path of the game: lines that no longer apply.
 * @param {Tree} tree
 * @param {TreeNode} base
 */
export function strayNodes(tree, base) {
  const path = new Set(tree.pathTo(base));
  return [tree.root, ...path].filter(node => node !== base)
    .flatMap(node => node.children.filter(child => !path.has(child)));
}

/** @param {TreeNode} node */
const label = ({ move }) => (move === null ? ''
  : `${move.number}${move.side === 'white' ? '.' : '…'} ${move.san}`);

/**
 * Words for a line from its first move on, without variations: "12… Nf6 13. e5".
 * @param {TreeNode} node
 */
export function lineWords(node) {
  /** @type {string[]} */
  const words = [];
  for (let at = node; at; [at] = at.children)
    words.push(label(at));
  return words.join(' ');
}

/**
 * Each planned answer: { node, words }. A move of the opponent without an answer says so.
 * @param {TreeNode} base
 * @param {Color} you
 */
export function plan(base, you) {
  /** @type {any[]} */
  const rows = [];
  /**
   * @param {TreeNode} node
   * @param {any} before
   */
  const visit = (node, before) => {
    for (const child of node.children) {
      const isMine = child.move?.side === you;
      const told = [...before, child];
      if (isMine)
        rows.push({ node: child, words: before.length === 0 ? t('You play {move} yourself.',
          { move: label(child) })
          : t('After {moves} you play {move}.', { moves: before.map(label).join(' '),
            move: label(child) }) });
      else if (child.children.length === 0)
        rows.push({ node: child, words: t('After {moves} nothing is planned yet.',
          { moves: told.map(label).join(' ') }) });
      visit(child, told);
    }
  };
  visit(base, []);
  return rows;
}
