/* The moves ahead of a reader, hidden until they have been reached. Knows moves by their texts, so
 * that a tree that was read again is the same one. Pure. */

/** @param {TreeNode} node */
function keyOf(node) {
  const words = [];
  for (let at = node; at.parent; at = at.parent)
    words.push(at.move?.san);
  return words.reverse().join(' ');
}

export class Veil {
  isOn = false;
  /** @type {Set<string>} */
  #seen = new Set();

  /** Nothing has been reached yet. */
  clear() {
    this.#seen.clear();
  }

  /**
   * The node and those before it have been reached.
   * @param {TreeNode} node
   */
  lift(node) {
    for (let at = node; at.parent; at = at.parent)
      this.#seen.add(keyOf(at));
  }

  /** @param {TreeNode} node */
  isHidden(node) {
    return this.isOn && node.parent !== null && !this.#seen.has(keyOf(node));
  }

  /**
   * The last node of the line from `node` that may be shown.
   * @param {TreeNode} node
   */
  endOf(node) {
    let next = node.children.find(child => !this.isHidden(child));
    while (next) {
      node = next;
      next = node.children.find(child => !this.isHidden(child));
    }
    return node;
  }
}
