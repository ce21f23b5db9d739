/* Keeps a tournament's page up to date: fetches the page again after each change and replaces the
 * parts that differ, but not while a menu is open. */
import { follow, getPage } from '../lib/api.js';
import { byId, toast } from '../lib/dom.js';

/** @param {any} part */
const arenaGame = part => part.querySelector('[data-arena-game]')?.dataset.arenaGame;

/** @type {any} */
let fresh = null;  // the fetched page, not yet shown

const isBusy = () => document.querySelector('.tournament-more[open]') !== null;

function show() {
  if (fresh === null || isBusy())
    return;
  // In an arena a game of one's own begins at once.
  const game = arenaGame(fresh);
  if (game !== undefined && game !== arenaGame(byId('tournament'))) {
    location.assign(`/game/${game}`);
    return;
  }
  renew(byId('tournament'), fresh);
  fresh = null;
}

// Replaces only the nodes that differ, so that the focus stays.
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
