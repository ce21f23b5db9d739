/* Offline: installs the worker that keeps pages, and sends the moves that were made meanwhile, and
 * what was reached in lessons. */
import { accountName, staticPath } from '../lib/dom.js';

const WAIT_MS = 3000; // the page comes first
const RETRY_MS = 4000, RETRY_MOST_MS = 300000; // each pause is twice the one before

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

let pause = RETRY_MS;

/** Sends what is kept, and tries again. Without a network it does not: the browser tells when it
 * is back. */
async function trySending() {
  try {
    await send();
    pause = RETRY_MS;
  } catch {
    if (!navigator.onLine)
      return;
    setTimeout(trySending, pause);
    pause = Math.min(2 * pause, RETRY_MOST_MS);
  }
}

export function workOffline() {
  trySending();
  addEventListener('online', trySending);
  // A server that serves files from a folder has no versions.
  if ('serviceWorker' in navigator && /\/[0-9a-f]{16}$/.test(staticPath))
    setTimeout(() => navigator.serviceWorker
      .register(`/offline-worker.js?static=${encodeURIComponent(staticPath)}`)
      .catch(() => { /* Without the worker there is only the network. */ }), WAIT_MS);
}
