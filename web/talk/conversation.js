/* The page with the messages between two people: shows new messages while it is open. */
import { getPage, listen } from '../lib/api.js';
import { byId } from '../lib/dom.js';

const { name } = byId('conversation').dataset;
const list = byId('message-list');

const toEnd = () => {
  const last = list.lastElementChild;
  last?.scrollIntoView({ block: 'nearest' });
};

async function reload() {
  try {
    const page = await getPage(location.pathname);
    const fresh = page.getElementById('message-list');
    if (fresh && fresh.innerHTML !== list.innerHTML) {
      list.replaceChildren(...fresh.children);
      toEnd();
    }
  } catch {
    /* The next message tries again. */
  }
}

if (!location.search) {
  toEnd();
  listen('/api/me/events', {
    /** @param {{ from: string }} data */
    message: data => data.from === name && reload(),
  }, { onDrop: failures => failures > 0 && reload() });
}
