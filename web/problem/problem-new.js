/* The form that publishes a problem; the editor passes the position in the URL. */
import { post } from '../lib/api.js';
import { byId } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { noGame, showUnreadable } from '../widgets/link-problem.js';

function refresh() {
  const hasAdvantage = 'advantage' in (byId('variant').selectedOptions[0]?.dataset ?? {});
  const stalemate = document.querySelector('[data-stalemate]');
  stalemate.disabled = !hasAdvantage;
  if (!hasAdvantage)
    byId('aim').value = 'mate';
}

// The game and the position in the address.
function take() {
  const asked = new URLSearchParams(location.hash.slice(1));
  const variant = asked.get('v') ?? byId('variant').value;
  const isKnown = [...byId('variant').options].some(({ value }) => value === variant);
  showUnreadable(isKnown ? [] : [noGame(variant)], [['/editor', t('Set up a position')]]);
  if (isKnown)
    byId('variant').value = variant;
  byId('fen').value = isKnown ? asked.get('fen') ?? '' : '';
  refresh();
}

take();
addEventListener('hashchange', take);
byId('variant').addEventListener('change', refresh);

byId('problem-form').addEventListener('submit', async event => {
  event.preventDefault();
  byId('submit').disabled = true;
  byId('error').textContent = '';
  try {
    const { url } = await post('/api/problems', {
      variant: byId('variant').value, fen: byId('fen').value.trim(), aim: byId('aim').value,
      moves: Number(byId('moves').value), title: byId('title').value.trim(), remark: byId('remark')
        .value.trim(),
    }, { patienceMs: 8000 });
    location.assign(url);
  } catch (error) {
    byId('error').textContent = error.message;
    byId('submit').disabled = false;
  }
});
