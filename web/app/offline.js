/* Offline: installs the worker that keeps pages, and sends the moves that were made meanwhile, and
 * what was reached in lessons. */
import { accountName, staticPath } from '../lib/dom.js';

const WAIT_MS = 3000; // the page comes first

const KEPT = /^apothecary\.(sealed\.|unsent$|note:|analysis:)/;
// With an account also what was done before somebody logged in.
const LESSONS = accountName === null ? /^apothecary\.lessons-/ : /^apothecary\.lessons(-|$)/;

/** @param {RegExp} kind */
const has = kind => Object.keys(localStorage).some(name => kind.test(name));

/** Sends what is kept, if there may be anything, also from before it was encrypted. */
async function send() {
  if (has(KEPT))
    await (await import('../lib/unsent.js')).sendKept();
  if (has(LESSONS))
    await (await import('../lib/lesson-progress.js')).sendReached();
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
