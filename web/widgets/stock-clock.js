/* The part of the new-game dialog that sets up correspondence clocks with a stock of time. */
import { byId, h } from '../lib/dom.js';
import { mark, t } from '../lib/i18n.js';

const HOUR = 3600000;
const DAY = 24 * HOUR;

/* Presets in plain words; the last one is for custom times. */
const PRESETS = [
  { words: mark('Unhurried: 20 days in stock, and the first day of each move costs nothing'),
    spare: 20 * DAY, grace: DAY },
  { words: mark('Steady: 10 days in stock, one day more with each move, never more than 20'),
    spare: 10 * DAY, extra: DAY, cap: 20 * DAY },
  { words: mark(
    'Brisk: 3 days in stock, 12 hours of each move cost nothing; a move within 6 hours brings 12 '
    + 'more, never more than 7 days'),
  spare: 3 * DAY, grace: 12 * HOUR, bonus: 12 * HOUR, within: 6 * HOUR, cap: 7 * DAY },
];

/* The times: name, label, milliseconds in one unit of its field, maximum units. */
/** @type {[string, string, number, number][]} */
const FIELDS = [
  ['spare', mark('Stock at the start, days'), DAY, 365],
  ['grace', mark('Free time per move, hours'), HOUR, 1440],
  ['extra', mark('Added with each move, hours'), HOUR, 1440],
  ['bonus', mark('Bonus for a quick move, hours'), HOUR, 1440],
  ['within', mark('A quick move is within, hours'), HOUR, 1440],
  ['cap', mark('Maximum, days (0: no limit)'), DAY, 365],
];

/** @param {string} name */
const field = name => byId(`stock-${name}`);

/** Fills the part of the dialog. */
export function makeStockFields() {
  byId('stock-preset').append(...PRESETS.map(({ words }, index) => h('option', { value: index },
    t(words))),
  h('option', { value: 'own' }, t('Custom times')));
  byId('stock-own').append(...FIELDS.flatMap(([name, words, , most]) => [
    h('label', { for: `stock-${name}` }, t(words)),
    h('input', { type: 'number', id: `stock-${name}`, min: 0, max: most, step: 'any', value: 0,
      inputmode: 'decimal' })]));
  byId('stock-preset').addEventListener('change', showOwn);
  fillOwn(PRESETS[0]);
  showOwn();
}

/** @param {{ [name: string]: any }} preset */
function fillOwn(preset) {
  for (const [name, , unit] of FIELDS)
    field(name).value = (preset[name] ?? 0) / unit;
}

// Custom times start from the preset chosen before.
function showOwn() {
  const chosen = byId('stock-preset').value;
  byId('stock-own').hidden = chosen !== 'own';
  if (chosen !== 'own')
    fillOwn(PRESETS[Number(chosen)]);
}

/** The chosen clock, for POST /api/games. */
export function stockClock() {
  /** @type {{ [name: string]: string | number }} */
  const clock = { kind: 'stock' };
  for (const [name, , unit] of FIELDS)
    clock[`${name}_ms`] = Math.round(Number(field(name).value) * unit / 1000) * 1000;
  return clock;
}
