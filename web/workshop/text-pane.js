/* The definition as text: line numbers, faults marked where they are, completion with help. The
 * field is a textarea, so that it works as people and screen readers expect; what it cannot show
 * is drawn below it, letter for letter. */
import { byId, h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { complete, helpAt } from './complete.js';
import { indexOfColumn } from './definition.js';

const CHOICES_MAX = 12;

export class TextPane {
  #field = byId('text');
  #numbers = byId('numbers');
  #marks = byId('marks');
  #menu = byId('choices');
  #help;
  #onInput;
  /** @type {import('./complete.js').Completion} */
  #completion = { from: 0, choices: [] };
  #chosen = 0;
  #lineCount = 0;

  /**
   * `onInput(text)` is told of each change by hand.
   * @param {SectionHelp[]} help
   * @param {(text: string) => void} onInput
   */
  constructor(help, onInput) {
    this.#help = help;
    this.#onInput = onInput;
    const field = this.#field;
    field.addEventListener('input', () => {
      this.#onInput(field.value);
      this.#offer(false);
    });
    field.addEventListener('scroll', () => this.#follow(), { passive: true });
    field.addEventListener('keydown', event => this.#press(event));
    field.addEventListener('blur', () => this.#close());
    for (const event of ['keyup', 'click', 'focus'])
      field.addEventListener(event, () => this.#showHelp());
    // The field keeps the focus while a choice is clicked.
    this.#menu.addEventListener('pointerdown', event => {
      event.preventDefault();
      const row = event.target.closest('[data-choice]');
      if (row)
        this.#take(Number(row.dataset.choice));
    });
  }

  get text() {
    return this.#field.value;
  }

  set text(text) {
    if (this.#field.value !== text)
      this.#field.value = text;
    this.#close();
  }

  /**
   * Shows the faults where they are. A text without any is drawn by its field alone.
   * @param {import('./library.js').Fault[]} faults
   */
  mark(faults) {
    const lines = this.text.split('\n');
    /** @type {Map<number, import('./library.js').Fault[]>} */
    const byLine = new Map();
    for (const fault of faults)
      byLine.set(fault.line, [...byLine.get(fault.line) ?? [], fault]);
    if (this.#lineCount !== lines.length || this.#numbers.querySelector('.is-wrong')
      || faults.length > 0)
      this.#numbers.replaceChildren(...lines.map((_, i) =>
        h('span', { class: byLine.has(i + 1) ? 'is-wrong' : null }, String(i + 1))));
    this.#lineCount = lines.length;
    if (faults.length > 0)
      this.#marks.replaceChildren(...lines.flatMap((line, i) =>
        [...markedLine(line, byLine.get(i + 1) ?? []), '\n']));
    else if (this.#marks.hasChildNodes())
      this.#marks.replaceChildren();
  }

  /**
   * Puts the cursor at a fault.
   * @param {{ line: number, column: number }} place
   */
  goTo({ line, column }) {
    const field = this.#field, lines = this.text.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    const [from, to] = wordAt(lines[line - 1] ?? '', column);
    field.focus();
    field.setSelectionRange(start + from, start + to);
    const height = field.scrollHeight / Math.max(1, lines.length);
    field.scrollTop = Math.max(0, (line - 1) * height - field.clientHeight / 2);
    this.#follow();
    this.#showHelp();
  }

  #follow() {
    const { scrollTop, scrollLeft } = /** @type {any} */ (this.#field);
    this.#numbers.style.transform = `translateY(${-scrollTop}px)`;
    this.#marks.style.transform = `translate(${-scrollLeft}px, ${-scrollTop}px)`;
  }

  /* --- Help and completion --- */

  get #cursor() {
    return /** @type {any} */ (this.#field).selectionStart;
  }

  #showHelp() {
    const help = helpAt(this.#help, this.text, this.#cursor);
    byId('help').replaceChildren(...help === null ? []
      : [h('strong', {}, help.title), ' ', help.doc.replaceAll('`', '')]);
  }

  /** @param {boolean} isAsked with the keys for it, not just by typing */
  #offer(isAsked) {
    const found = complete(this.#help, this.text, this.#cursor);
    const isShown = found.choices.length > 0 && (isAsked || found.from < this.#cursor
      || this.text[this.#cursor - 1] === '[');
    this.#completion = { ...found, choices: found.choices.slice(0, CHOICES_MAX) };
    this.#chosen = 0;
    this.#menu.hidden = !isShown;
    if (isShown)
      this.#drawMenu();
    else
      this.#close();
  }

  #drawMenu() {
    this.#menu.replaceChildren(...this.#completion.choices.map(({ text, doc }, i) =>
      h('li', { role: 'option', id: `choice-${i}`, 'data-choice': i,
        'aria-selected': String(i === this.#chosen) },
      h('code', {}, text.replace(/[\] =]+$/, '')), ' ',
      h('span', { class: 'low' }, doc.replaceAll('`', '')))));
    this.#field.setAttribute('aria-activedescendant', `choice-${this.#chosen}`);
    this.#field.setAttribute('aria-expanded', 'true');
    byId(`choice-${this.#chosen}`).scrollIntoView({ block: 'nearest' });
  }

  #close() {
    this.#menu.hidden = true;
    this.#field.removeAttribute('aria-activedescendant');
    this.#field.setAttribute('aria-expanded', 'false');
  }

  /** @param {PageEvent} event */
  #press(event) {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      this.#offer(true);
      return;
    }
    if (this.#menu.hidden || event.ctrlKey || event.altKey || event.metaKey)
      return;
    const { length } = this.#completion.choices;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      this.#chosen = (this.#chosen + (event.key === 'ArrowDown' ? 1 : length - 1)) % length;
    else if (event.key === 'Enter' || event.key === 'Tab')
      this.#take(this.#chosen);
    else if (event.key === 'Escape')
      this.#close();
    else
      return;
    event.preventDefault();
    event.stopPropagation();
    if (!this.#menu.hidden)
      this.#drawMenu();
  }

  /** @param {number} index */
  #take(index) {
    const { from, choices } = this.#completion, field = this.#field;
    /** @type {any} */ (field).setRangeText(choices[index].text, from, this.#cursor, 'end');
    this.#close();
    this.#onInput(field.value);
    this.#showHelp();
  }
}

/**
 * The bounds of the word at a column.
 * @param {string} line
 * @param {number} column
 */
function wordAt(line, column) {
  const from = Math.min(indexOfColumn(line, column), line.length);
  const [word = ''] = /^[^\s,#]+/.exec(line.slice(from)) ?? [];
  return [from, from + Math.max(1, word.length)];
}

/**
 * A line with its faults marked.
 * @param {string} line
 * @param {import('./library.js').Fault[]} faults
 */
function markedLine(line, faults) {
  /** @type {(string | Node)[]} */
  const parts = [];
  let done = 0;
  for (const { column, message, isWarning } of faults) {
    const [from, to] = wordAt(line, column);
    if (from < done)
      continue;
    parts.push(line.slice(done, from), h('mark', { class: isWarning ? 'is-warning' : null,
      title: message }, line.slice(from, to) || ' '));
    done = to;
  }
  return [...parts, line.slice(done)];
}

/**
 * The list of faults, each a button that leads to its place.
 * @param {import('./library.js').Fault[]} faults
 * @param {(fault: import('./library.js').Fault) => void} onGo
 */
export const faultList = (faults, onGo) => faults.map(fault => h('li', {},
  h('button', { type: 'button', class: fault.isWarning ? 'is-warning' : null,
    onclick: () => onGo(fault) },
  h('span', { class: 'number low' }, t('Line {line}, column {column}', fault)), ' ',
  h('span', {}, `${fault.key === '' ? '' : `${fault.key}: `}${fault.message}`))));
