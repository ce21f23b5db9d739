/* Fields for passwords. */
import { h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { strengthOf } from './strength.js';

/** Adds a button that shows the typed password. */
function wirePasswords() {
  for (const field of document.querySelectorAll('input[type=password]')) {
    const button = h('button', { type: 'button', class: 'as-link show-password',
      'aria-controls': field.id, 'aria-pressed': 'false',
      onclick: () => {
        const isShown = field.type === 'password';
        field.type = isShown ? 'text' : 'password';
        button.setAttribute('aria-pressed', String(isShown));
        button.textContent = isShown ? t('Hide it') : t('Show it');
      } }, t('Show it'));
    field.after(button);
  }
}

const STRENGTHS = [t('Too short'), t('Weak'), t('Fair'), t('Good'), t('Strong')];

/** Shows the strength of a new password. */
function wireStrength() {
  for (const field of document.querySelectorAll('input[autocomplete=new-password]')) {
    const words = h('span', { role: 'status' });
    const meter = h('meter', { min: 0, max: STRENGTHS.length - 1, low: 2, high: 3, optimum: 4,
      value: 0, 'aria-label': t('Strength of the password') });
    const line = h('p', { class: 'row password-strength', hidden: true }, meter, words);
    field.after(line);
    field.addEventListener('input', () => {
      const name = field.form?.elements.name?.value ?? '';
      const strength = strengthOf(field.value, name);
      line.hidden = field.value === '';
      meter.value = strength;
      words.textContent = STRENGTHS[strength];
    });
  }
}

/** What the fields of a page, or of a part that came later, have besides. */
export function wireFields() {
  wirePasswords();
  wireStrength();
}
