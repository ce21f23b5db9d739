/* Stepping through moves, and the keys of a page with a board. */
import { byId, isTyping } from '../lib/dom.js';
import { toggleZen } from './board-size.js';

/** @type {{ [name: string]: string }} */
const ARROWS = { ArrowLeft: 'back', ArrowUp: 'back', ArrowRight: 'forward', ArrowDown: 'forward' };

/**
 * The buttons of web/pages/steps.html and the arrow keys in the list of moves; `step` gets
 * "first", "back", "forward" or "last".
 * @param {{ step: (where: string) => void, flip: () => void }} parts
 */
export function wireSteps({ step, flip }) {
  for (const button of document.querySelectorAll('[data-step]')) {
    button.disabled = false;
    button.addEventListener('click', () => step(button.dataset.step ?? ''));
  }
  byId('flip').disabled = false;
  byId('flip').addEventListener('click', flip);
  byId('moves').addEventListener('keydown', event => {
    if (!ARROWS[event.key])
      return;
    event.preventDefault();
    step(ARROWS[event.key]);
  });
}

/**
 * The keys that all pages with moves share.
 * @param {{ step: (where: string) => void, flip: () => void, table: { focus(): void }, words: {
 * focus(): void, toggle(): void } }} parts
 */
export const stepKeys = ({ step, flip, table, words }) => ({
  j: () => step('back'), k: () => step('forward'), Home: () => step('first'),
  End: () => step('last'),
  f: flip, z: toggleZen, b: () => table.focus(), m: () => words.focus(), t: () => words.toggle(),
});

/**
 * Handles the keys of a page: `keys` maps them to actions. Ignored while the user is typing,
 * while a dialog is open, or if `isTaken(event)` says that the key means something else there.
 * @param {{ [key: string]: () => void }} keys
 * @param {(event: KeyboardEvent) => boolean} [isTaken]
 */
export function wireKeys(keys, isTaken = () => false) {
  addEventListener('keydown', event => {
    if (!keys[event.key] || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey
      || isTyping(event)
      || document.querySelector('dialog[open]') || isTaken(event))
      return;
    event.preventDefault();
    keys[event.key]();
  });
}
