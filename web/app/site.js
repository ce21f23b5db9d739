/* On every page: marks the link to the current page, settings, keys. */
import { accountName, byId, h, isTyping, openDialog } from '../lib/dom.js';
import { t, tc } from '../lib/i18n.js';
import { settings } from '../lib/settings.js';
import { wireBell } from './bell.js';
import { wireFields } from './fields.js';
import { workOffline } from './offline.js';
import { offerZones, tellZone } from './zone.js';

const path = location.pathname;
for (const link of document.querySelectorAll('.site-nav a')) {
  const target = link.getAttribute('href');
  if (target === '/' ? path === '/' || path.startsWith('/game/') : path.startsWith(target ?? '/'))
    link.setAttribute('aria-current', 'page');
}

const CHOICES = [
  ['theme', t('Colours'), [['auto', t('As the system')], ['light', t('Light')],
    ['dark', t('Dark')]]],
  ['squares', t('Board'), [['wood', t('Wood')], ['green', t('Green')], ['blue', t('Blue')],
    ['slate', t('Slate')], ['paper', t('Paper')]]],
  ['pieces', t('Pieces'), [['drawn', tc('pieces', 'Drawn')],
    ['silhouettes', t('Silhouettes')], ['moves', t('Their moves')], ['letters', t('Letters')]]],
  ['confirm', t('Confirm moves before they are sent'), [['never', t('Never')],
    ['days', t('Days a move')], ['always', t('Always')]]],
];
const SWITCHES = [
  ['dots', t('Show where a piece can go')],
  ['coordinates', t('Coordinates')],
  ['animation', t('Animate the pieces')],
  ['premove', t('Premoves, while the opponent thinks')],
  ['sound', t('Sounds')],
];

/** @param {any[]} items */
function segments([name, words, options]) {
  /** @param {PageEvent} event */
  const choose = event => settings.set(name, event.target.value);
  return h('fieldset', { class: 'field' }, h('legend', {}, words),
    h('div', { class: 'segments' },
      options.map((/** @type {any[]} */ [value, label]) => h('label', {},
        h('input', { type: 'radio', name: `set-${name}`, value,
          checked: settings.get(name) === value,
          onchange: choose }),
        name === 'squares' && h('span', { class: `swatch ${value}`, 'aria-hidden': 'true' }),
        label))));
}

function switches() {
  return h('div', {}, SWITCHES.map(([name, words]) => h('label', { class: 'check' },
    h('input', { type: 'checkbox', checked: settings.get(name),
      onchange: event => settings.set(name, event.target.checked) }), words)));
}

/**
 * @param {string} id
 * @param {string} title
 * @param {any} body
 */
function frame(id, title, body) {
  const dialog = h('dialog', { id, 'aria-labelledby': `${id}-title` },
    h('div', { class: 'dialog-head' }, h('h2', { id: `${id}-title` }, title),
      h('button', { type: 'button', class: 'button button-icon', 'data-close': true,
        'aria-label': t('Close') }, '✕')),
    h('div', { class: 'dialog-body stack', tabindex: '0' }, body));
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  openDialog(dialog);
}

/** The languages offered in the footer. The server stores the choice, and the page is
 * reloaded. */
function languages() {
  const offered = [...document.querySelectorAll('.languages button')];
  return h('fieldset', { class: 'field' }, h('legend', {}, t('Language')),
    h('div', { class: 'row' },
      offered.map(button => h('button', { type: 'button', class: 'button', lang: button.lang,
        'aria-pressed': String(button.hasAttribute('aria-current')),
        onclick: () => button.click() },
      button.textContent))));
}

const showSettings = () => frame('settings', t('Settings'), [languages(), ...CHOICES.map(segments),
  switches()]);

/** @type {[string, [string, string][]][]} */
const KEYS = [
  [t('Everywhere'), [['?', t('these keys')], ['Tab', t('to the next button or field')],
    ['Esc', t('closes, cancels, lets go')]]],
  [t('On the board'), [['b', t('to the board')], ['← ↑ → ↓', t('from square to square')],
    ['Enter', t('picks a piece up, and puts it down')], ['Esc', t('puts it back')],
    ['i', t('says what the piece is and can do; again: to its rule')],
    ['f', t('flips the board')]]],
  [t('In a game'), [['← k', t('one move back')], ['→ j', t('one move on')],
    ['↑ Home', t('to the start')], ['↓ End', t('to the last move')],
    ['z', t('zen mode: the board, the clocks and the moves alone')],
    ['m', t('type a move')], ['t', t('the position in words')], ['c', t('announces the clocks')],
    ['n', t('the next game waiting for you')]]],
  [t('In the list of games'), [['j', t('one game down')], ['k', t('one game up')],
    ['n', t('the next game waiting for you')]]],
];

function showHelp() {
  frame('help', t('Keys'), [
    h('p', {},
      t('Everything can be done without a mouse. With one: click a piece and then a square, or '
        + 'drag it. Hold the pointer over any piece to see where it could go. With the right '
        + 'button, or with Shift, draw arrows and circles.')),
    ...KEYS.map(([title, rows]) => h('div', {}, h('h3', {}, title),
      h('table', { class: 'keys' },
        h('tbody', {}, rows.map((/** @type {any[]} */ [key, words]) => h('tr', {},
          h('th', { scope: 'row' },
            key.split(' ').flatMap((/** @type {any} */ part) => [h('kbd', {}, part), ' '])),
          h('td', {}, words))))))),
  ]);
}

wireFields();
wireBell();
tellZone();
offerZones();

/** Strangers' pages need none of it, unless the one before was an account's. */
async function watch() {
  if (accountName !== null || localStorage.getItem('apothecary.account') !== null)
    (await import('./session.js')).watchSession();
}
watch().catch(() => { /* Without storage nothing is kept. */ });

/** @type {[string, () => void][]} */
const DIALOGS = [['open-settings', showSettings], ['open-help', showHelp]];
for (const [id, show] of DIALOGS) {
  byId(id).hidden = false;
  byId(id).addEventListener('click', show);
}
addEventListener('keydown', event => {
  if (event.key === '?' && !isTyping(event) && !document.querySelector('dialog[open]')) {
    event.preventDefault();
    showHelp();
  }
});
workOffline();
