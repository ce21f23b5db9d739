/* Secret links that were made in this browser. The server tells one only once and keeps no copy. */
const KEY = 'apothecary.links';
const KEPT = 30;

function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || '[]');
  } catch {
    return [];
  }
}

/** Keeps the link of a game, for its page to show. */
export function keepLink(id, link) {
  try {
    localStorage.setItem(KEY, JSON.stringify([[id, link], ...read()].slice(0, KEPT)));
  } catch {
    /* Without storage the link is shown by nobody; the game can be cancelled. */
  }
}

/** The link of a game, or ''. */
export const linkOf = id => read().find(([each]) => each === id)?.[1] ?? '';
