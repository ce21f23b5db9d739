// A question with pictures: the promotion of a pawn, whether to launch the joker. It can always be
// dismissed without an answer.

import { t } from '../lib/i18n.js';
import { piecePicture } from './pieces.js';
import { html } from './svg.js';

const LEAVE = 'apo-leave';

/**
 * Closes an open question whose subject has changed.
 * @param {HTMLElement} root
 */
export function closeQuestion(root) {
  root.querySelector('dialog.apo-choose')?.dispatchEvent(new Event(LEAVE));
}

/**
 * Asks. `options` are { label, piece, note, disabled, value }; `piece` is
 * { color, name, letter }. Resolves to the value of the chosen one (its index if it has no
 * value), or null. `near` is a rectangle on the screen.
 * @param {HTMLElement} root
 * @param {Question & { near?: DOMRect, set?: string, sprite?: string }} parts
 */
export function choose(root, { title, text, options, near, set, sprite, cancel = t('Cancel') }) {
  const dialog = html('dialog', { class: 'apo-choose', 'aria-label': title });
  const heading = html('h2');
  heading.textContent = title;
  const list = html('div', { class: 'apo-options' });
  list.append(...options.map((/** @type {any} */ option, i) => optionButton(option, i,
    set, sprite)));
  list.style.setProperty('--apo-columns',
    String(Math.min(options.length, innerWidth < 480 ? 3 : 4)));
  const leave = html('button', { type: 'button', class: 'apo-cancel', value: '' });
  leave.textContent = cancel;
  dialog.append(heading);
  if (text) {
    const note = html('p');
    note.textContent = text;
    dialog.append(note);
  }
  dialog.append(list, leave);
  root.append(dialog);
  return new Promise(resolve => {
    /** @param {number | null} index */
    const finish = index => {
      dialog.remove();
      resolve(index === null ? null : options[index].value ?? index);
    };
    dialog.addEventListener(LEAVE, () => finish(null));
    dialog.addEventListener('cancel', event => {
      event.preventDefault();
      finish(null);
    });
    dialog.addEventListener('click', event => {
      const button = /** @type {PageElement} */ (event.target).closest('button');
      if (button !== null)
        finish(button.value === '' ? null : Number(button.value));
      else if (event.target === dialog)
        finish(null);
    });
    dialog.addEventListener('keydown', event => moveFocus(event, dialog));
    dialog.showModal();
    placeNear(dialog, near);
    dialog.querySelector('.apo-options button:not(:disabled)')?.focus();
  });
}

/**
 * @param {QuestionOption} parts
 * @param {number} index
 * @param {string | undefined} set
 * @param {string | undefined} sprite
 */
function optionButton({ label, piece, note, disabled }, index, set, sprite) {
  const button = html('button', { type: 'button', value: index });
  button.disabled = Boolean(disabled);
  if (piece)
    button.append(piecePicture(piece, set, sprite));
  const name = html('span', { class: 'apo-label' });
  name.textContent = label;
  button.append(name);
  if (note) {
    const small = html('span', { class: 'apo-note' });
    small.textContent = note;
    button.append(small);
  }
  return button;
}

/**
 * Arrow keys go from one option to the next.
 * @param {KeyboardEvent} event
 * @param {HTMLDialogElement} dialog
 */
function moveFocus(event, dialog) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (step === undefined)
    return;
  event.preventDefault();
  const buttons = [...dialog.querySelectorAll('button:not(:disabled)')];
  const at = buttons.findIndex(button => button.matches(':focus'));
  buttons[(at + step + buttons.length) % buttons.length].focus();
}

/**
 * @param {HTMLDialogElement} dialog
 * @param {DOMRect | undefined} near
 */
function placeNear(dialog, near) {
  if (!near)
    return;
  const { offsetWidth: width, offsetHeight: height } = dialog;
  const left = near.left + near.width / 2 - width / 2;
  const fitsBelow = near.bottom + 8 + height < innerHeight;
  const top = fitsBelow ? near.bottom + 8 : near.top - 8 - height;
  dialog.style.margin = '0';
  dialog.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  dialog.style.top = `${Math.max(8, Math.min(top, innerHeight - height - 8))}px`;
}
