/* A tournament's page: what has changed comes by itself. The page is made by the server, so it is
 * asked for again, and its parts take the place of the old ones, unless somebody is about to do
 * something. */
import { follow, getPage } from '../lib/api.js';
import { byId, toast } from '../lib/dom.js';

/** @type {any} */
let fresh = null;  // what the server has said, and does not stand there yet

const isBusy = () => document.querySelector('.tournament-more[open]') !== null;

function show() {
  if (fresh === null || isBusy())
    return;
  renew(byId('tournament'), fresh);
  fresh = null;
}

// Down to what differs, so that the focus stays where it is in all that has not changed.
/**
 * @param {any} old
 * @param {any} now
 */
function renew(old, now) {
  if (old.isEqualNode(now))
    return;
  const isSameBox = old.cloneNode(false).isEqualNode(now.cloneNode(false))
    && old.childNodes.length === now.childNodes.length;
  if (!isSameBox) {
    old.replaceWith(now);
    return;
  }
  const parts = [...now.childNodes];
  for (const [index, part] of [...old.childNodes].entries())
    renew(part, parts[index]);
}

document.addEventListener('toggle', show, true);

const feed = follow(`/api/tournaments/${byId('tournament').dataset.id}/events`, {
  load: () => getPage(location.href),
  /** @param {any} page */
  show(page) {
    fresh = page.getElementById('tournament');
    show();
  },
  handlers: { changed: () => feed.reload().catch(error => toast(error.message)) },
});
