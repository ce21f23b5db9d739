/* The page "My games": keyboard navigation between games, and vacation. */
import { get, persist, post } from '../lib/api.js';
import { byId, toast } from '../lib/dom.js';
import { date, t, tn } from '../lib/i18n.js';
import { watchMinis } from '../widgets/minis.js';
import { wireKeys } from '../widgets/stepping.js';

const DAY = 86400000;

/* --- Keys --- */

function wireGameKeys() {
  /** @param {number} by */
  const step = by => {
    const links = [...document.querySelectorAll('.game-list a')];
    const at = links.indexOf(/** @type {any} */ (document.activeElement));
    links[Math.max(0, Math.min(links.length - 1, at < 0 ? 0 : at + by))]?.focus();
  };
  wireKeys({ j: () => step(1), k: () => step(-1), n: () => byId('next-game')?.click() });
}

/* --- Vacation --- */

/** @param {{ current: any, left_ms: number }} parts */
function showVacation({ current, left_ms: left }) {
  const days = Math.floor(left / DAY);
  byId('vacation-words').textContent = current
    ? t('You are on vacation until {day}. Your clocks are paused in correspondence games that '
      + 'allow it.', { day: date(current.until) })
    : tn('You have {n} day of vacation left this year. On vacation, your clocks are paused in '
      + 'correspondence games that allow it.',
    'You have {n} days of vacation left this year. On vacation, your clocks are paused in '
      + 'correspondence games that allow it.', days);
  byId('vacation-days').hidden = byId('vacation-label').hidden = Boolean(current);
  byId('vacation-days').max = Math.max(1, days);
  byId('vacation-button').textContent = current ? t('I am back') : t('Start a vacation now');
  byId('vacation-button').disabled = !current && days < 1;
  byId('vacation').dataset.current = current ? 'yes' : '';
  byId('vacation').hidden = false;
}

/** @param {Event} event */
async function changeVacation(event) {
  event.preventDefault();
  const isOn = byId('vacation').dataset.current !== '';
  byId('vacation-button').disabled = true;
  try {
    showVacation(isOn ? await post('/api/vacation/end', {})
      : await post('/api/vacation', { days: Number(byId('vacation-days').value) }));
  } catch (error) {
    toast(error.message);
    byId('vacation-button').disabled = false;
  }
}

wireGameKeys();
watchMinis();
if (byId('vacation')) {
  byId('vacation').addEventListener('submit', changeVacation);
  persist(() => get('/api/vacation')).then(showVacation);
}
