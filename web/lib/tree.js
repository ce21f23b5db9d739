/* Moves with variations. Every node but the root is a move and holds the position after it; the
 * first child continues the line, its siblings are variations. Pure apart from the rules
 * session. */
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

  /**
   * Plays `tokens`, moves and the brackets around variations, from the root on. Returns { node,
   * fault }: where the last of them led, and { token, error } of the first that is not a legal
   * move, if any.
   * @param {string[]} tokens
   */
  plant(tokens) {
    /** @type {TreeNode[]} */
    const stack = [];
    let node = this.root;
    for (const token of tokens) {
      if (token === '(') {
        stack.push(node);
        node = node.parent ?? node;
      } else if (token === ')') {
        node = stack.pop() ?? node;
      } else {
        try {
          node = this.play(node, token);
        } catch (error) {
          return { node, fault: { token, error } };
        }
      }
    }
    return { node, fault: null };
  }

  /** The moves as PGN, without tags. */
  text() {
    /** @type {string[]} */
    const words = [];
    /**
     * @param {TreeNode} node
     * @param {boolean} isFirst
     */
    const say = (node, isFirst) => {
      const { number, side, san } = /** @type {GameMove} */ (node.move);
      words.push(`${side === 'white' ? `${number}. ` : isFirst ? `${number}... ` : ''}${san}`);
    };
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
        line(child, false);
        words.push(')');
      }
      line(first, others.length > 0);
    };
    line(this.root, true);
    return words.join(' ').replace(/\( /g, '(').replace(/ \)/g, ')');
  }
}

/**
 * @param {Move[]} moves
 * @param {string} text
 */
const isOneOf = (moves, text) => moves.some(move => move.text === text);

// Moves whose SAN or target square occurs in the text come first.
/**
 * @param {Move[]} moves
 * @param {string} text
 */
function likely(moves, text) {
  /** @param {Move} move */
  const score = move => (move.san.replace(/[+#]$/, '') === text.replace(/[+#!?]+$/, '') ? 2 : 0)
    + (text.includes(move.to) ? 1 : 0);
  return [...moves].sort((a, b) => score(b) - score(a));
}
