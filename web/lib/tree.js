/* Moves with variations. Every node but the root is a move and holds the position after it; the
 * first child continues the line, its siblings are variations. Pure apart from the rules
 * session. */
import { addComment, annotationWords, packed, suffixOf, toggleGlyph, unpack, withoutSuffix }
  from './annotations.js';
import { t } from './i18n.js';

export class Tree {
  #session;
  /** @type {TreeNode} */
  root;

  /**
   * @param {Session} session
   * @param {string} fen
   */
  constructor(session, fen) {
    this.#session = session;
    this.reset(fen);
  }

  /** @param {string} fen */
  reset(fen) {
    this.#session.setFen(fen);
    this.root = { parent: null, children: [], move: null, fen: this.#session.fen(), ply: 0 };
  }

  /**
   * The node after `text` (any notation) is played at `node`; created if missing.
   * @param {TreeNode} node
   * @param {string} text
   */
  play(node, text) {
    const session = this.#session;
    session.setFen(node.fen);
    const { side, moveNumber } = session.state();
    const known = session.moves();
    session.play(text);
    const fen = session.fen();
    const old = node.children.find(child => child.fen === fen
      && (child.move?.text === text || !isOneOf(known, text)));
    if (old)
      return old;
    const move = known.find(each => each.text === text) ?? this.#identify(node, known, text, fen);
    const child = { parent: node, children: [], fen, ply: node.ply + 1,
      move: { text: move.text, san: move.san, side, number: moveNumber } };
    node.children.push(child);
    return child;
  }

  // A text in another notation: the move that leads to the same position.
  /**
   * @param {TreeNode} node
   * @param {Move[]} known
   * @param {string} text
   * @param {string} fen
   */
  #identify(node, known, text, fen) {
    const session = this.#session;
    for (const move of likely(known, text)) {
      session.setFen(node.fen);
      session.play(move.text);
      if (session.fen() === fen)
        return move;
    }
    throw new Error(t('{text} was not understood.', { text }));
  }

  /**
   * Removes a move and everything after it; returns the node before it.
   * @param {TreeNode} node
   */
  remove(node) {
    const { parent } = node;
    if (parent === null)
      return node;
    parent.children = parent.children.filter(child => child !== node);
    return parent;
  }

  /**
   * Makes the line with this move the first of its siblings.
   * @param {TreeNode} node
   */
  raise(node) {
    const siblings = node.parent?.children ?? [node];
    siblings.splice(siblings.indexOf(node), 1);
    siblings.unshift(node);
  }

  /**
   * From the root to the node, without the root.
   * @param {TreeNode} node
   */
  pathTo(node) {
    /** @type {TreeNode[]} */
    const path = [];
    for (let at = node; at.parent; at = at.parent)
      path.unshift(at);
    return path;
  }

  /**
   * The last node of the line that continues from `node`.
   * @param {TreeNode} node
   */
  endOf(node) {
    while (node.children.length > 0)
      [node] = node.children;
    return node;
  }

  /** The tree as one word for a URL: moves separated by dots, variations in brackets. */
  write() {
    /** @type {(node: TreeNode) => string} */
    const line = node => {
      if (node.children.length === 0)
        return '';
      const [first, ...others] = node.children;
      /** @param {TreeNode} child */
      const one = child => `${child.move?.text}.`;
      return one(first) + others.map(child => `(${one(child)}${line(child)})`).join('') +
        line(first);
    };
    return line(this.root);
  }

  /**
   * Reads what `write` wrote, and returns the last node; throws if a move is not legal.
   * @param {string} word
   */
  read(word) {
    const { node, fault } = this.plant([...word.matchAll(/[()]|[^.()]+\./g)].map(([token]) =>
      token.replace(/\.$/, '')));
    if (fault)
      throw fault.error;
    return node;
  }

  /** The annotations of all nodes as one text; '' if there are none. */
  writeNotes() {
    const notes = nodesOf(this.root).map((node, index) => [index, packed(node)])
      .filter(([, parts]) => parts !== null);
    return notes.length === 0 ? '' : JSON.stringify(notes);
  }

  /**
   * Reads what `writeNotes` wrote for the same moves; throws if the text does not fit them.
   * @param {string} text
   */
  readNotes(text) {
    const nodes = nodesOf(this.root);
    for (const [index, parts] of JSON.parse(text))
      unpack(nodes[index], parts);
  }

  /**
   * Plays `tokens` from the root on: moves, the brackets around variations, "{comments}" and glyphs
   * ("$1", or "!" at the end of a move). Returns { node, fault }: where the last of them led, and
   * { token, error } of the first that is not a legal move, if any.
   * @param {string[]} tokens
   */
  plant(tokens) {
    const letters = new Set(this.#session.types().map(({ letter }) => letter));
    return plantAt(this.root, tokens, (node, text) => this.play(node, text),
      letter => letters.has(letter));
  }

  /**
   * Where a step from `node` leads: "first", "back", "forward" or "last". Steps back end at
   * `first`.
   * @param {TreeNode} node
   * @param {string} where
   */
  step(node, where, first = this.root) {
    switch (where) {
      case 'first': return first;
      case 'back': return node === first ? node : node.parent ?? node;
      case 'forward': return node.children[0] ?? node;
      default: return this.endOf(node);
    }
  }

  /**
   * Everything in the tree, and the node that is shown, for `restore`.
   * @param {TreeNode} shown
   */
  copy(shown) {
    return { shown, nodes: nodesOf(this.root).map(node => ({ node,
      fields: { children: [...node.children], comment: node.comment, nags: node.nags,
        shapes: node.shapes, commands: node.commands } })) };
  }

  /**
   * Restores the result of `copy`: the same nodes with their former contents. Returns the node
   * shown.
   * @param {ReturnType<Tree['copy']>} copy
   */
  restore({ shown, nodes }) {
    for (const { node, fields } of nodes)
      Object.assign(node, fields, { children: [...fields.children] });
    return shown;
  }

  /** The moves as PGN, without tags. */
  text() {
    return textOf(this.root);
  }
}

/**
 * Like Tree.plant(), for nodes of any kind. `play(node, text)` returns the node after a move;
 * `isPiece` is true for a letter whose ! belongs to the piece, such as B!.
 * @param {TreeNode} root
 * @param {string[]} tokens
 * @param {(node: TreeNode, text: string) => TreeNode} play
 * @param {(letter: string) => boolean} isPiece
 */
export function plantAt(root, tokens, play, isPiece) {
  /** @type {TreeNode[]} */
  const stack = [];
  let node = root, early = ''; // a comment before the first move of a variation
  for (const [at, token] of tokens.entries()) {
    if (token === '(') {
      stack.push(node);
      node = node.parent ?? node;
    } else if (token === ')') {
      node = stack.pop() ?? node;
    } else if (token.startsWith('{')) {
      if (tokens[at - 1] === '(' || early !== '')
        early += ` ${token.slice(1, -1)}`;
      else
        addComment(node, token.slice(1, -1));
    } else if (/^\$\d+$/.test(token)) {
      addGlyph(node, Number(token.slice(1)));
    } else {
      const move = withoutSuffix(token, isPiece);
      try {
        node = play(node, move);
      } catch (error) {
        return { node, fault: { token, error } };
      }
      addComment(node, early);
      addGlyph(node, suffixOf(token.slice(move.length)));
      early = '';
    }
  }
  return { node, fault: null };
}

/**
 * The moves after a node as PGN, without tags.
 * @param {TreeNode} root
 */
export function textOf(root) {
  /** @type {string[]} */
  const words = [];
  /**
   * @param {TreeNode} node
   * @param {boolean} isFirst
   */
  const say = (node, isFirst) => {
    const { number, side, san } = /** @type {GameMove} */ (node.move);
    words.push(`${side === 'white' ? `${number}. ` : isFirst ? `${number}... ` : ''}${san}`,
      ...annotationWords(node));
  };
  /** @param {TreeNode} node */
  const isSpoken = node => annotationWords(node).some(word => word.startsWith('{'));
  /**
   * @param {TreeNode} node
   * @param {boolean} wasBroken
   */
  const line = (node, wasBroken) => {
    if (node.children.length === 0)
      return;
    const [first, ...others] = node.children;
    say(first, wasBroken);
    for (const child of others) {
      words.push('(');
      say(child, true);
      line(child, isSpoken(child));
      words.push(')');
    }
    line(first, others.length > 0 || isSpoken(first));
  };
  words.push(...annotationWords(root));
  line(root, true);
  return words.reduce((text, word) =>
    text + (text === '' || text.endsWith('(') || word === ')' ? '' : ' ') + word, '');
}

/**
 * All nodes, each before its children.
 * @param {TreeNode} root
 */
export function nodesOf(root) {
  /** @type {TreeNode[]} */
  const nodes = [], open = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node);
    open.push(...[...node.children].reverse());
  }
  return nodes;
}

/**
 * @param {TreeNode} node
 * @param {number} nag
 */
function addGlyph(node, nag) {
  if (nag > 0 && nag < 256 && !node.nags?.includes(nag))
    node.nags = toggleGlyph(node.nags ?? [], nag);
}

/**
 * @param {Move[]} moves
 * @param {string} text
 */
const isOneOf = (moves, text) => moves.some(move => move.text === text);

/** @param {string} san */
const withoutCheck = san => san.replace(/[+#]+$/, '');

// Moves whose SAN or target square occurs in the text come first.
/**
 * @param {Move[]} moves
 * @param {string} text
 */
function likely(moves, text) {
  /** @param {Move} move */
  const score = move => (withoutCheck(move.san) === withoutCheck(text) ? 2 : 0)
    + (text.includes(move.to) ? 1 : 0);
  return [...moves].sort((a, b) => score(b) - score(a));
}
