/* The form that publishes a problem; the editor passes the position in the URL. */
import { post } from '../lib/api.js';
import { byId } from '../lib/dom.js';

function refresh() {
  const hasAdvantage = 'advantage' in (byId('variant').selectedOptions[0]?.dataset ?? {});
  const stalemate = document.querySelector('[data-stalemate]');
  stalemate.disabled = !hasAdvantage;
  if (!hasAdvantage)
    byId('aim').value = 'mate';
}

const asked = new URLSearchParams(location.hash.slice(1));
if (asked.has('v'))
  byId('variant').value = asked.get('v') ?? '';
byId('fen').value = asked.get('fen') ?? '';
byId('variant').addEventListener('change', refresh);
refresh();

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
