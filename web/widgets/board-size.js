/* The size of the board: a handle at its corner, and zen mode, which shows only the clocks and the
 * moves beside it. theme.js applies both before the first paint. */
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { settings } from '../lib/settings.js';

const LEAST = 40, MOST = 100, STEP = 5; // percent of the room

/** @param {number} percent */
const bounded = percent => Math.round(Math.max(LEAST, Math.min(MOST, percent)));

/**
 * Adds the handle to the box around a board.
 * @param {HTMLElement} box
 */
export function addHandle(box) {
  const handle = h('div', { class: 'board-handle', role: 'slider', tabindex: '0',
    'aria-label': t('Size of the board'), 'aria-valuemin': LEAST, 'aria-valuemax': MOST,
    title: t('Drag to resize the board; double-click for the full size') });
  handle.insertAdjacentHTML('beforeend',
    '<svg viewBox="0 0 12 12" aria-hidden="true"><path fill="none" stroke="currentColor" ' +
    'stroke-width="1.6" d="M11 1L1 11M11 6L6 11"/></svg>');
  const tell = () => handle.setAttribute('aria-valuenow', String(settings.get('boardSize')));
  /** @param {number} percent */
  const set = percent => settings.set('boardSize', bounded(percent));
  tell();
  settings.onChange(tell);
  handle.addEventListener('keydown', event => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (way === undefined)
      return;
    event.preventDefault();
    event.stopPropagation();
    set(settings.get('boardSize') + way * STEP);
  });
  handle.addEventListener('dblclick', () => set(MOST));
  handle.addEventListener('pointerdown', event => drag(box, handle, event, set));
  box.append(handle);
}

/**
 * @param {HTMLElement} box
 * @param {HTMLElement} handle
 * @param {PointerEvent} event
 * @param {(percent: number) => void} set
 */
function drag(box, handle, event, set) {
  event.preventDefault();
  handle.setPointerCapture(event.pointerId);
  const width = box.getBoundingClientRect().width, before = settings.get('boardSize');
  let percent = before;
  // The board stays centred, so its edge moves by half of the change in size.
  /** @param {PointerEvent} at */
  const move = at => {
    const gain = Math.max(at.clientX - event.clientX, at.clientY - event.clientY);
    percent = bounded(before * (1 + 2 * gain / width));
    document.documentElement.style.setProperty('--board-scale', String(percent / 100));
  };
  handle.addEventListener('pointermove', move);
  handle.addEventListener('lostpointercapture', () => {
    handle.removeEventListener('pointermove', move);
    set(percent);
  }, { once: true });
}

export const toggleZen = () => settings.set('zen', !settings.get('zen'));

/** Adds the button that leaves zen mode; the style sheet shows it only in that mode. */
export function addZenLeave() {
  document.body.append(h('button', { type: 'button', class: 'button zen-leave',
    'aria-keyshortcuts': 'z', onclick: toggleZen }, t('Leave zen mode')));
}
