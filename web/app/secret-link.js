/* The page of a secret link: sends the secret, which is after "#", in a body, and shows what the
 * server answers in its place. */
import { byId, toast } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { wireFields } from './fields.js';

const { pathname, hash, href } = location;

/** @param {Document} page */
async function show(page) {
  document.title = page.title;
  byId('main').replaceChildren(...page.querySelector('#main')?.children ?? []);
  wireFields();
  for (const script of byId('main').querySelectorAll('script[src]'))
    await import(script.getAttribute('src') ?? '');
}

async function follow() {
  const answer = await fetch(pathname, { method: 'POST',
    body: new URLSearchParams({ secret: hash.slice(1) }) });
  if (answer.redirected)
    location.replace(answer.url);
  else
    await show(new DOMParser().parseFromString(await answer.text(), 'text/html'));
}

/** Leaves the field in which a link can be pasted. */
function ask() {
  byId('secret-link').classList.add('is-needed');
  byId('secret').value = hash === '' ? '' : href;
}

addEventListener('hashchange', () => location.reload());
if (hash === '') {
  ask();
} else {
  // The choice of another language leads back to the whole link.
  document.querySelector('.languages [name=next]')?.setAttribute('value', pathname + hash);
  follow().catch(() => {
    ask();
    toast(t('The server did not answer.'));
  });
}
