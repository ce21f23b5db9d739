/* The bell on every page: counts unread notices. */
import { get } from '../lib/api.js';
import { byId } from '../lib/dom.js';

const AGAIN_MS = 30000;

/** Keeps the count up to date while the page is visible. */
export function wireBell() {
  const bell = byId('notice-count');
  if (!bell)
    return;
  const look = async () => {
    if (document.hidden)
      return;
    try {
      const { unread } = await get('/api/notices/count');
      const count = bell.querySelector('.count');
      count.hidden = unread === 0;
      count.textContent = String(unread);
    } catch (error) {
      if (error.status === 401)
        (await import('./session.js')).endSession();
      // Otherwise it is tried again the next time.
    }
  };
  document.addEventListener('visibilitychange', look);
  setInterval(look, AGAIN_MS);
}
