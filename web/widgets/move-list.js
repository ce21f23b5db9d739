/* The moves of a game, two per line, to read and to step through. */
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';

// Only the owner of the lines sees this.
const lineMark = () => h('span', { class: 'by-line', title: t('played from your lines') }, '↪',
  h('span', { class: 'visually-hidden' }, t('played from your lines')));

export class MoveList {
  #list;
  /** @type {HTMLElement[]} */
  #buttons = [];
  #onStep;
  /** @type {HTMLElement | null} */
  #end = null;
  /** @type {HTMLElement | undefined} */
  #marked;

  /**
   * `onStep(ply)` is called when a move is clicked.
   * @param {HTMLElement} list
   * @param {(ply: number) => void} onStep
   */
  constructor(list, onStep) {
    this.#list = list;
    this.#onStep = onStep;
    // Elements added below the list later leave less room for it.
    new ResizeObserver(() => this.#reveal(this.#marked)).observe(list);
  }

  /**
   * Shows `moves` ({ san, text, side, number }) and what ended the game, if anything did.
   * @param {RecordedMove[]} moves
   */
  show(moves, endWords = '') {
    this.#buttons = moves.map((move, index) => h('button', {
      type: 'button', class: 'move', tabindex: '-1', 'data-ply': index + 1,
      onclick: () => this.#onStep(index + 1),
    }, move.san ?? move.text, move.by_line ? lineMark() : null));
    this.#list.replaceChildren(...rows(moves, this.#buttons));
    this.#end = endWords ? h('li', { class: 'move-end' }, endWords) : null;
    if (this.#end)
      this.#list.append(this.#end);
  }

  /**
   * Marks the move that led to the position shown; 0 is the start.
   * @param {number} ply
   */
  mark(ply) {
    for (const [index, button] of this.#buttons.entries()) {
      if (index + 1 === ply)
        button.setAttribute('aria-current', 'true');
      else
        button.removeAttribute('aria-current');
    }
    this.#marked = ply === this.#buttons.length && this.#end ? this.#end : this.#buttons[ply - 1];
    this.#reveal(this.#marked);
  }

  // By hand: scrollIntoView would move the whole page on a phone.
  /** @param {HTMLElement | undefined} element */
  #reveal(element) {
    const list = this.#list;
    if (!element) {
      list.scrollTo(0, 0);
      return;
    }
    const box = element.getBoundingClientRect(), frame = list.getBoundingClientRect();
    if (box.top < frame.top || box.bottom > frame.bottom)
      list.scrollTop += box.top - frame.top - frame.height / 2;
    if (box.left < frame.left || box.right > frame.right)
      list.scrollLeft += box.left - frame.left - frame.width / 2;
  }
}

// One move number per line. A double turn, or a game that Black begins, leaves a gap.
/**
 * @param {RecordedMove[]} moves
 * @param {HTMLElement[]} buttons
 */
function rows(moves, buttons) {
  /** @type {any[]} */
  const lines = [];
  /** @type {any} */
  let line = null;
  for (const [index, move] of moves.entries()) {
    const isFull = line && (line.cells === 2 || move.side === 'white'
      || move.number !== line.number);
    if (!line || isFull) {
      line = { number: move.number, cells: 0,
        element: h('li', {}, h('span', { class: 'move-number' }, `${move.number}`)) };
      lines.push(line);
      if (move.side === 'black') {
        line.element.append(h('span', { class: 'move low' }, '…'));
        line.cells = 1;
      }
    }
    line.element.append(buttons[index]);
    line.cells++;
  }
  return lines.map(({ element }) => element);
}
