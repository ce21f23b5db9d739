/* Stepping through moves, and the keys of a page with a board. */
import { byId, isTyping } from '../lib/dom.js';
import { toggleZen } from './board-size.js';

const WHEEL_PIXELS = 60; // a notch of a wheel sends 100 or 120; a touchpad sends many small numbers
const LINE_PIXELS = 30;

/**
 * The buttons of web/pages/steps.html, and the wheel over the board; `step` gets "first", "back",
 * "forward" or "last".
 * @param {{ step: (where: string) => void, flip: () => void }} parts
 */
export function wireSteps({ step, flip }) {
  for (const button of document.querySelectorAll('[data-step]')) {
    button.disabled = false;
    button.addEventListener('click', () => step(button.dataset.step ?? ''));
  }
  byId('flip').disabled = false;
  byId('flip').addEventListener('click', flip);
  wireWheel(step);
}

/**
 * Disables the buttons that lead nowhere.
 * @param {boolean} isFirst
 * @param {boolean} isLast
 */
export function showSteps(isFirst, isLast) {
  for (const button of document.querySelectorAll('[data-step]'))
    button.disabled = /first|back/.test(button.dataset.step ?? '') ? isFirst : isLast;
}

/**
 * The wheel over the board steps through the moves; where there is no further move, it scrolls the
 * page as elsewhere.
 * @param {(where: string) => void} step
 */
function wireWheel(step) {
  let sum = 0;
  byId('board').addEventListener('wheel', (/** @type {WheelEvent} */ event) => {
    const where = event.deltaY > 0 ? 'forward' : 'back';
    if (event.ctrlKey || event.deltaY === 0
      || document.querySelector(`[data-step=${where}]`).disabled) {
      sum = 0;
      return;
    }
    event.preventDefault();
    sum = Math.sign(sum) === Math.sign(event.deltaY) ? sum : 0;
    sum += event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PIXELS);
    if (Math.abs(sum) < WHEEL_PIXELS)
      return;
    sum = 0;
    step(where);
  }, { passive: false });
}

/**
 * The keys that all pages with moves share; those of lichess do the same there.
 * @param {{ step: (where: string) => void, flip: () => void, table: { focus(): void }, words: {
 * focus(): void, toggle(): void } }} parts
 */
export function stepKeys({ step, flip, table, words }) {
  const back = () => step('back'), forward = () => step('forward');
  const first = () => step('first'), last = () => step('last');
  return {
    ArrowLeft: back, k: back, ArrowRight: forward, j: forward,
    ArrowUp: first, Home: first, 0: first, ArrowDown: last, End: last, $: last,
    f: flip, z: toggleZen, b: () => table.focus(), m: () => words.focus(), t: () => words.toggle(),
  };
}

// Elements in which the arrow keys have their own meaning.
const OWN_ARROWS = 'input, [role="slider"], [role="radiogroup"], dialog, [popover]';

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
      || document.querySelector('dialog[open]') || isTaken(event)
      || (event.key.startsWith('Arrow') && isIn(event.target, OWN_ARROWS)))
      return;
    event.preventDefault();
    keys[event.key]();
  });
}

/**
 * @param {EventTarget | null} target
 * @param {string} places
 */
const isIn = (target, places) => target instanceof Element && target.closest(places) !== null;
