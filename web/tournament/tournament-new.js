/* The form that announces a tournament. */
import { post } from '../lib/api.js';
import { byId } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { makeStockFields, stockClock } from '../widgets/stock-clock.js';

const form = byId('tournament-form');
/** @type {{ [name: string]: any }} */
const BREAKS = {
  'round-robin': ['direct', 'sonneborn-berger', 'wins'],
  'knock-out': [],
  arena: [],
  exhibition: [],
  teams: [],
  swiss: ['buchholz-cut', 'buchholz', 'sonneborn-berger', 'direct', 'wins'],
};
const DAY = 24 * 3600 * 1000;

/** @param {string} name */
const chosen = name => form.elements[name].value;
/** @param {string} id */
const value = id => Number(byId(id).value);

// Shows the parts of the form that apply to the choices.
function refresh() {
  const names = ['system', 'clock', 'entry'];
  for (const part of form.querySelectorAll(names.map(name => `[data-${name}]`).join()))
    part.hidden = names.some(name => part.dataset[name] !== undefined
      && !part.dataset[name].split(' ').includes(chosen(name)));
  const isArena = chosen('system') === 'arena';
  for (const input of form.elements.clock)
    input.disabled = isArena && input.value !== 'live';
  byId('both_colors').disabled = isArena;
  const isLive = chosen('clock') === 'live';
  const slow = form.querySelector('[data-slow]');
  slow.disabled = isLive;
  if (isLive)
    byId('pace').value = 'rounds';
}

// Selects the usual tie-breaks for this kind of tournament.
function resetBreaks() {
  const usual = BREAKS[chosen('system')];
  for (const select of form.querySelectorAll('[data-break]'))
    select.value = usual.indexOf(select.dataset.break) + 1;
}

function tieBreaks() {
  return [...form.querySelectorAll('[data-break]')].filter(select => select.value !== '0')
    .sort((a, b) => Number(a.value) - Number(b.value)).map(select => select.dataset.break);
}

function clock() {
  if (chosen('clock') === 'days')
    return { kind: 'days', days: value('days') };
  if (chosen('clock') === 'stock')
    return stockClock();
  return { kind: 'live', base_ms: Math.round(value('minutes') * 60000),
    increment_ms: value('seconds') * 1000 };
}

// Who may take part.
function entry() {
  const kind = chosen('entry');
  if (kind === 'open')
    return { entry: 'open' };
  const guests = byId('guests').value.split(/[\s,;]+/).filter(word => word !== '');
  return kind === 'invited' ? { entry: 'invited', guests }
    : { entry: 'open', guests, rating_min: value('rating_min'), rating_max: value('rating_max') };
}

// "200 move:white", a line each.
function odds() {
  return byId('odds').value.split('\n').map(line => line.trim()).filter(line => line !== '')
    .map(line => ({ from: Number.parseInt(line, 10) || 0, odds: line.replace(/^\S+\s*/, '') }));
}

function setup() {
  const system = chosen('system');
  const numbers = byId('starts').value.split(/[\s,;]+/).filter(word => word !== '').map(Number);
  const made = {
    name: byId('tournament-name').value.trim(),
    text: byId('tournament-text').value.trim(),
    variant: byId('variant').value,
    system,
    both_colors: byId('both_colors').checked,
    order: byId('order').value,
    starts: numbers.length > 0 ? numbers : 'random',
    theme: byId('theme').value.trim(),
    odds: odds(),
    clock: clock(),
    rated: byId('rated').checked,
    players_min: value('players_min'),
    players_max: value('players_max'),
    closes: new Date(byId('closes').value).getTime(),
    begins: byId('begins').value,
    pause_ms: Math.round(value('pause') * 60000),
    every_ms: Math.round(value('every') * 3600000),
    tie_breaks: tieBreaks(),
  };
  if (system === 'swiss')
    Object.assign(made, { rounds: value('rounds'), pairing: byId('pairing').value,
      late_rounds: value('late_rounds'), half_byes: value('half_byes') });
  if (system === 'teams')
    Object.assign(made, { boards: value('boards'), teams_max: value('teams_max'),
      team_pairing: byId('team_pairing').value, cycles: value('cycles'), rounds: value('rounds') });
  if (system === 'arena')
    Object.assign(made, { minutes: value('minutes-all'), both_colors: false });
  if (system === 'exhibition')
    Object.assign(made, { host: byId('host').value });
  if (system === 'exhibition' && made.clock.kind === 'live')
    Object.assign(made, { host_time: value('host_time') });
  if (made.clock.kind === 'live')
    Object.assign(made, { time_odds: value('time_odds') });
  if (system === 'round-robin' || system === 'swiss')
    Object.assign(made, { point_odds: value('point_odds') });
  if (system === 'round-robin')
    Object.assign(made, { cycles: value('cycles'), pace: byId('pace').value });
  if (made.clock.kind !== 'live')
    Object.assign(made, { vacation: byId('vacation').checked, weekend: byId('weekend').checked });
  const series = /** @type {any} */ (document.getElementById('series'))?.value ?? '';
  return Object.assign(made, entry(), series === '' ? {} : { series });
}

async function announce() {
  const error = byId('tournament-error');
  error.textContent = '';
  if (Number.isNaN(new Date(byId('closes').value).getTime())) {
    error.textContent = t('Say when registration closes.');
    byId('closes').focus();
    return;
  }
  byId('announce').disabled = true;
  try {
    const { url } = await post('/api/tournaments', setup(), { patienceMs: 8000 });
    location.assign(url);
  } catch (failure) {
    error.textContent = failure.message;
    byId('announce').disabled = false;
  }
}

// In a week, on the hour, in local time.
function firstDate() {
  const when = new Date(Date.now() + 7 * DAY);
  when.setMinutes(0, 0, 0);
  const local = new Date(when.getTime() - when.getTimezoneOffset() * 60000);
  return local.toISOString().slice(0, 16);
}

byId('closes').value = firstDate();
form.addEventListener('input', event => {
  if (event.target.name === 'system') {
    resetBreaks();
    if (event.target.value === 'arena')
      form.elements.clock.value = 'live';
  }
  refresh();
});
form.addEventListener('submit', event => {
  event.preventDefault();
  announce();
});
makeStockFields();
resetBreaks();
refresh();
