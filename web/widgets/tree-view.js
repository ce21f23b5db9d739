/* A tree of moves, to read and to click. */
import { signOf } from '../lib/annotations.js';
import { h } from '../lib/dom.js';

export class TreeView {
  #element;
  #onGo;
  #isHidden;
  /** @type {Map<TreeNode, HTMLElement>} */
  #buttons = new Map();

  /**
   * Moves for which `isHidden` is true are left out, with all after them.
   * @param {HTMLElement} element
   * @param {(node: TreeNode) => void} onGo
   * @param {(node: TreeNode) => boolean} [isHidden]
   */
  constructor(element, onGo, isHidden = () => false) {
    this.#element = element;
    this.#onGo = onGo;
    this.#isHidden = isHidden;
  }

  /**
   * @param {{ root: TreeNode }} tree
   * @param {TreeNode} current
   */
  show(tree, current) {
    this.#buttons.clear();
    this.#element.replaceChildren(h('span', {}, this.#comment(tree.root),
      this.#line(tree.root, true)));
    this.mark(current);
  }

  /** @param {TreeNode} current */
  mark(current) {
    for (const [node, button] of this.#buttons) {
      if (node === current)
        button.setAttribute('aria-current', 'true');
      else
        button.removeAttribute('aria-current');
    }
    const button = this.#buttons.get(current);
    if (!button)
      return;
    const box = button.getBoundingClientRect(), frame = this.#element.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom)
      this.#element.scrollTop += box.top - frame.top - frame.height / 2;
  }

  /**
   * @param {TreeNode} node
   * @param {boolean} isFirst
   */
  #move(node, isFirst) {
    const { number, side, san } = /** @type {GameMove} */ (node.move);
    const label = side === 'white' ? `${number}. ` : isFirst ? `${number}… ` : '';
    const button = h('button', { type: 'button', class: 'move', tabindex: '-1',
      onclick: () => this.#onGo(node) },
    label && h('span', { class: 'low' }, label), san, (node.nags ?? []).map(signOf).join(' '));
    this.#buttons.set(node, button);
    return [button, this.#comment(node)];
  }

  /** @param {TreeNode} node */
  #comment(node) {
    const { comment = '', shapes = [] } = node;
    return [shapes.length > 0 && h('span', { class: 'low', 'aria-hidden': 'true' }, ' ➚'),
      comment !== '' && h('span', { class: 'comment' }, ' ', comment)];
  }

  // A line, with its variations in boxes where they branch off.
  /**
   * @param {TreeNode} node
   * @param {boolean} isFirst
   */
  #line(node, isFirst) {
    /** @type {Child[]} */
    const out = [];
    let isBroken = isFirst, shown = this.#shown(node);
    while (shown.length > 0) {
      const [main, ...others] = shown;
      shown = this.#shown(main);
      out.push(this.#move(main, isBroken), ' ');
      isBroken = others.length > 0 || Boolean(main.comment);
      for (const child of others)
        out.push(h('div', { class: 'variation' }, this.#move(child, true), ' ',
          this.#line(child, Boolean(child.comment))));
    }
    return out;
  }

  /** @param {TreeNode} node */
  #shown(node) {
    return node.children.filter(child => !this.#isHidden(child));
  }
}
