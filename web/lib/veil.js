/* Hides the moves ahead of a reader until they are reached. Identifies moves by their texts, so
 * that it still works after the tree has been read again. Pure. */

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
   * Marks the node and those before it as reached.
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
