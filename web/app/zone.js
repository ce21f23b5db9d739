/* Time zones: an account without one gets the browser's, and a field can be filled from a
 * list. */
import { post } from '../lib/api.js';
import { byId, h } from '../lib/dom.js';

const own = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Runs on every page while logged in. */
export function tellZone() {
  if (own && document.documentElement.dataset.wantsZone)
    post('/api/zone', { zone: own }).catch(() => {}); // the next page tries again
}

/** Fills the list of a time-zone field, if the page has one. */
export function offerZones() {
  const list = byId('zones');
  if (list && Intl.supportedValuesOf)
    list.append(...Intl.supportedValuesOf('timeZone').map(value => h('option', { value })));
}
