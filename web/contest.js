/* A tournament's page: what has changed comes by itself. The page is made by the server, so it is asked
 * for again, and its parts take the place of the old ones, unless somebody is about to do something. */
import { listen } from './api.js';
import { byId } from './dom.js';

const contest = byId('contest');
let isAsking = false, isStale = false;

const isBusy = () => document.querySelector('.contest-more[open]') !== null;

async function refresh() {
  isStale = true;
  if (isAsking || isBusy())
    return;
  isAsking = true;
  isStale = false;
  try {
    const answer = await fetch(location.href, { credentials: 'same-origin' });
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('contest');
    if (answer.ok && fresh !== null)
      replaceParts(fresh);
  } catch {
    isStale = true;
  }
  isAsking = false;
  if (isStale)
    setTimeout(refresh, 3000);
}

// Part by part, so that the focus stays where it is in all that has not changed.
function replaceParts(fresh) {
  const sameParts = fresh.children.length === contest.children.length;
  if (!sameParts) {
    contest.replaceChildren(...fresh.childNodes);
    return;
  }
  for (const [index, part] of [...fresh.children].entries())
    if (part.outerHTML !== contest.children[index].outerHTML)
      contest.children[index].replaceWith(part);
}

document.addEventListener('toggle', () => {
  if (isStale)
    refresh();
}, true);

let isFirst = true;
listen(`/api/tournaments/${contest.dataset.id}/events`, { changed: refresh }, {
  onOpen() {
    if (!isFirst)
      refresh();
    isFirst = false;
  },
});
