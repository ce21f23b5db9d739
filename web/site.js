/* On every page: the mark at the page's own link, settings, keys. */
import { byId, h, isTyping, openDialog } from './dom.js';
import { settings } from './settings.js';

const path = location.pathname;
for (const link of document.querySelectorAll('.site-nav a')) {
  const target = link.getAttribute('href');
  if (target === '/' ? path === '/' || path.startsWith('/game/') : path.startsWith(target))
    link.setAttribute('aria-current', 'page');
}

const CHOICES = [
  ['theme', 'Colours', [['auto', 'As the system'], ['light', 'Light'], ['dark', 'Dark']]],
  ['squares', 'Board', [['wood', 'Wood'], ['green', 'Green'], ['blue', 'Blue'], ['slate', 'Slate'], ['paper', 'Paper']]],
  ['pieces', 'Men', [['drawn', 'Drawn'], ['letters', 'Letters']]],
  ['confirm', 'Ask before a move is sent', [['never', 'Never'], ['days', 'Days a move'], ['always', 'Always']]],
];
const SWITCHES = [
  ['dots', 'Show where a man can go'],
  ['coordinates', 'Coordinates'],
  ['animation', 'Men glide over the board'],
  ['premove', 'Moves in advance, while the opponent thinks'],
  ['sound', 'Sounds'],
];

function segments([name, words, options]) {
  const choose = event => settings.set(name, event.target.value);
  return h('fieldset', { class: 'field' }, h('legend', {}, words),
    h('div', { class: 'segments' }, options.map(([value, label]) => h('label', {},
      h('input', { type: 'radio', name: `set-${name}`, value, checked: settings.get(name) === value, onchange: choose }),
      label))));
}

function switches() {
  return h('div', {}, SWITCHES.map(([name, words]) => h('label', { class: 'check' },
    h('input', { type: 'checkbox', checked: settings.get(name),
      onchange: event => settings.set(name, event.target.checked) }), words)));
}

function frame(id, title, body) {
  const dialog = h('dialog', { id, 'aria-labelledby': `${id}-title` },
    h('div', { class: 'dialog-head' }, h('h2', { id: `${id}-title` }, title),
      h('button', { type: 'button', class: 'button button-icon', 'data-close': true, 'aria-label': 'Close' }, '✕')),
    h('div', { class: 'dialog-body stack', tabindex: '0' }, body));
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  openDialog(dialog);
}

const showSettings = () => frame('settings', 'Settings', [...CHOICES.map(segments), switches()]);

const KEYS = [
  ['Everywhere', [['?', 'these keys'], ['Tab', 'to the next button or field'], ['Esc', 'closes, cancels, lets go']]],
  ['On the board', [['b', 'to the board'], ['← ↑ → ↓', 'from square to square'],
    ['Enter', 'takes a man up, and puts it down'], ['Esc', 'lets it go'], ['f', 'turns the board']]],
  ['In a game', [['j', 'one move back'], ['k', 'one move on'], ['Home', 'to the start'], ['End', 'to the last move'],
    ['m', 'type a move'], ['t', 'the game in words'], ['c', 'says the clocks']]],
];

function showHelp() {
  frame('help', 'Keys', [
    h('p', {}, 'Everything can be done without a mouse. With one: click a man and then a square, or drag it. '
      + 'Hold the pointer over any man to see where it could go. With the right button, or with Shift, draw arrows and circles.'),
    ...KEYS.map(([title, rows]) => h('div', {}, h('h3', {}, title),
      h('table', { class: 'keys' }, h('tbody', {}, rows.map(([key, words]) => h('tr', {},
        h('th', { scope: 'row' }, key.split(' ').flatMap(part => [h('kbd', {}, part), ' '])), h('td', {}, words))))))),
  ]);
}

for (const [id, show] of [['open-settings', showSettings], ['open-help', showHelp]]) {
  byId(id).hidden = false;
  byId(id).addEventListener('click', show);
}
addEventListener('keydown', event => {
  if (event.key === '?' && !isTyping(event) && !document.querySelector('dialog[open]')) {
    event.preventDefault();
    showHelp();
  }
});
