/* Edits the annotations of a move: a comment, glyphs, the shapes drawn on the board. Its elements
 * are in web/pages/annotate.html. */
import { MOVE_GLYPHS, OTHER_GLYPHS, POSITION_GLYPHS, cleanComment, signOf, toggleGlyph }
  from '../lib/annotations.js';
import { byId, h, isTyping } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

/** @typedef {{ comment?: string, nags?: number[], shapes?: Shape[] }} Annotation */

/** @param {number} nag */
const glyphWords = nag => ({
  1: t('Good move'), 2: t('Mistake'), 3: t('Brilliant move'), 4: t('Blunder'),
  5: t('Interesting move'), 6: t('Dubious move'), 7: t('Only move'),
  10: t('Equal position'), 13: t('Unclear position'), 14: t('White is slightly better'),
  15: t('Black is slightly better'), 16: t('White is better'), 17: t('Black is better'),
  18: t('White is winning'), 19: t('Black is winning'), 22: t('Zugzwang'),
  32: t('Lead in development'), 36: t('Initiative'), 40: t('Attack'), 44: t('Compensation'),
  132: t('Counterplay'), 138: t('Time trouble'), 140: t('With the idea'), 146: t('Novelty'),
}[nag] ?? `$${nag}`);

export class Annotator {
  #root = byId('annotate');
  #comment = byId('comment');
  #menu = byId('glyph-menu');
  #onEdit;
  /** @type {TreeNode | null} */
  #node = null;
  #isTyping = false; // a comment, and has changed it
  /** @type {Map<number, HTMLElement>} */
  #buttons = new Map();

  /**
   * `onEdit(change, isMore)` gets the new values; `isMore` is true if the change continues the one
   * before, as from the second letter of a comment on.
   * @param {(change: Annotation, isMore: boolean) => void} onEdit
   */
  constructor(onEdit) {
    this.#onEdit = onEdit;
    for (const nag of MOVE_GLYPHS)
      this.#buttons.set(nag, h('button', { type: 'button', class: 'button glyph',
        'aria-pressed': 'false', 'aria-keyshortcuts': nag, 'aria-label': glyphWords(nag),
        title: glyphWords(nag), onclick: () => this.#toggle(nag) }, signOf(nag)));
    byId('glyphs').append(...this.#buttons.values());
    this.#comment.addEventListener('focus', () => { this.#isTyping = false; });
    this.#comment.addEventListener('input', () => {
      const isMore = this.#isTyping;
      this.#isTyping = true;
      onEdit({ comment: cleanComment(this.#comment.value) }, isMore);
    });
    this.#comment.addEventListener('keydown', event => {
      if (event.key === 'Escape')
        this.#comment.blur();
    });
    this.#menu.addEventListener('change', () => this.#toggle(Number(this.#menu.value)));
  }

  /** @param {TreeNode} node */
  show(node) {
    this.#isTyping &&= node === this.#node;
    this.#node = node;
    const { comment = '', nags = [] } = node;
    if (this.#comment.value !== comment)
      this.#comment.value = comment;
    for (const [nag, button] of this.#buttons) {
      button.setAttribute('aria-pressed', String(nags.includes(nag)));
      /** @type {any} */ (button).disabled = node.move === null;
    }
    const others = [...POSITION_GLYPHS, ...OTHER_GLYPHS];
    this.#menu.replaceChildren(h('option', { value: '' }, t('More glyphs…')),
      ...others.map(nag => h('option', { value: nag },
        `${nags.includes(nag) ? '✓ ' : ''}${signOf(nag)} ${glyphWords(nag)}`)));
    this.#menu.disabled = node.move === null;
  }

  /** @param {number} nag */
  #toggle(nag) {
    if (this.#node?.move && nag > 0)
      this.#onEdit({ nags: toggleGlyph(this.#node.nags ?? [], nag) }, false);
  }

  /** @param {PageElement} element */
  #focus(element) {
    this.#root.open = true;
    element.focus();
  }

  /** Keys for wireKeys. */
  get keys() {
    /** @type {{ [key: string]: () => void }} */
    const keys = { c: () => this.#focus(this.#comment), g: () => this.#focus(this.#menu) };
    for (const nag of MOVE_GLYPHS)
      keys[nag] = () => this.#toggle(nag);
    return keys;
  }
}

/**
 * Disables those buttons of web/pages/edits.html that have nothing to undo or redo.
 * @param {{ canUndo: boolean, canRedo: boolean }} undo
 */
export function showUndo(undo) {
  byId('undo').disabled = !undo.canUndo;
  byId('redo').disabled = !undo.canRedo;
}

/**
 * The buttons and keys that undo and redo a change of the tree.
 * @param {(way: 'undo' | 'redo') => void} goBack
 */
export function wireUndo(goBack) {
  byId('undo').addEventListener('click', () => goBack('undo'));
  byId('redo').addEventListener('click', () => goBack('redo'));
  addEventListener('keydown', event => {
    const way = event.key === 'z' ? 'undo' : /^[yZ]$/.test(event.key) ? 'redo' : null;
    if (way === null || !(event.ctrlKey || event.metaKey) || isTyping(event))
      return;
    event.preventDefault();
    goBack(way);
  });
}
