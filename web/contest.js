/* A tournament's page: what has changed comes by itself. The page is made by the server, so it is asked
 * for again, and its parts take the place of the old ones, unless somebody is about to do something. */
import { follow, getPage } from './api.js';
import { byId, toast } from './dom.js';

const contest = byId('contest');
let fresh = null;  // what the server has said, and does not stand there yet

const isBusy = () => document.querySelector('.contest-more[open]') !== null;

function show() {
  if (fresh === null || isBusy())
    return;
  replaceParts(fresh);
  fresh = null;
}

// Part by part, so that the focus stays where it is in all that has not changed.
function replaceParts({ children, childNodes }) {
  if (children.length !== contest.children.length) {
    contest.replaceChildren(...childNodes);
    return;
  }
  for (const [index, part] of [...children].entries())
    if (part.outerHTML !== contest.children[index].outerHTML)
      contest.children[index].replaceWith(part);
}

document.addEventListener('toggle', show, true);

const feed = follow(`/api/tournaments/${contest.dataset.id}/events`, {
  load: () => getPage(location.href),
  show(page) {
    fresh = page.getElementById('contest');
    show();
  },
  handlers: { changed: () => feed.reload().catch(error => toast(error.message)) },
});
