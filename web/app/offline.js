/* Offline: installs the worker that keeps pages, and sends the moves that were made meanwhile. */
import { staticPath, toast } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { sendKept } from '../lib/unsent.js';

const WAIT_MS = 3000; // the page comes first

const send = () => sendKept({
  onSent: ({ move }) => toast(t('Your move {move} was sent.', { move })),
  onRefused: ({ move }, error) => toast(t('Your move {move} was not taken: {reason}',
    { move, reason: error.message })),
}).catch(() => { /* Tried again later. */ });

export function workOffline() {
  send();
  addEventListener('online', send);
  // A server that serves files from a folder has no versions.
  if ('serviceWorker' in navigator && /\/[0-9a-f]{16}$/.test(staticPath))
    setTimeout(() => navigator.serviceWorker
      .register(`/offline-worker.js?static=${encodeURIComponent(staticPath)}`)
      .catch(() => { /* Without the worker there is only the network. */ }), WAIT_MS);
}
