/* Offline: installs the worker that keeps pages, and sends the moves that were made meanwhile. */
import { staticPath } from '../lib/dom.js';

const WAIT_MS = 3000; // the page comes first

const KEPT = /^apothecary\.(sealed\.|unsent$|note:|analysis:)/;

/** Sends what is kept, if there may be anything, also from before it was encrypted. */
async function send() {
  if (Object.keys(localStorage).some(name => KEPT.test(name)))
    await (await import('../lib/unsent.js')).sendKept();
}

const trySending = () => send().catch(() => { /* Tried again later. */ });

export function workOffline() {
  trySending();
  addEventListener('online', trySending);
  // A server that serves files from a folder has no versions.
  if ('serviceWorker' in navigator && /\/[0-9a-f]{16}$/.test(staticPath))
    setTimeout(() => navigator.serviceWorker
      .register(`/offline-worker.js?static=${encodeURIComponent(staticPath)}`)
      .catch(() => { /* Without the worker there is only the network. */ }), WAIT_MS);
}
