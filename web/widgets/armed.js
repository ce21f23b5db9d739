/* A button for actions that cannot be undone. */
import { h } from '../lib/dom.js';

const ARMED_MS = 4000;

/**
 * A button that must be pressed twice.
 * @param {string} label
 * @param {string} armedLabel
 * @param {() => void} act
 */
export function armed(label, armedLabel, act) {
  let timer = 0;
  const calm = () => {
    clearTimeout(timer);
    button.classList.remove('is-armed');
    button.textContent = label;
  };
  const button = h('button', { type: 'button', class: 'button button-danger', onblur: calm,
    onclick: () => {
      if (button.classList.contains('is-armed')) {
        calm();
        act();
        return;
      }
      button.classList.add('is-armed');
      button.textContent = armedLabel;
      timer = setTimeout(calm, ARMED_MS);
    } }, label);
  return button;
}
