/* The page of one language's texts: what is translated, and where each text appears, shown by the
 * page itself in a frame. */
import { getPage } from '../lib/api.js';
import { byId, h, staticPath } from '../lib/dom.js';
import { number, t, tn } from '../lib/i18n.js';
import { translated } from '../lib/po.js';
import { markText } from './mark.js';
import { PLACES, placesOf } from './places.js';

const MORE = 40; // texts shown at once
const WIDTH = 1280; // of the page in the frame

const { code } = byId('texts').dataset;
const list = byId('text-list'), box = byId('place-box');
const frame = /** @type {any} */ (byId('place-frame'));
/** @type {Map<any, Promise<string | null>>} */
const examples = new Map();
let shown = MORE;
/** @type {import('../lib/po.js').CatalogueText[]} */
let all = [];
/** @type {string[]} */
let wanted = [];
/** @type {MutationObserver | null} */
let watching = null;

/**
 * The place's address: its own, or that of an example which it links; null: there is none yet.
 * @param {import('./places.js').Place} place
 */
async function addressOf({ page, link }) {
  if (link === undefined)
    return page;
  const links = (await getPage(page)).querySelectorAll('a[href]');
  return [...links].map(each => each.getAttribute('href') ?? '').find(href => link.test(href))
    ?? null;
}

/** @param {import('./places.js').Place} place */
function exampleOf(place) {
  const known = examples.get(place) ?? addressOf(place).catch(() => null);
  examples.set(place, known);
  return known;
}

/** @param {import('./places.js').Place} place */
const nameOf = place => (place.link === undefined ? place.page
  : t('{page}: an example', { page: place.page }));

/** @param {string} words */
const tell = words => {
  byId('place-words').textContent = words;
};

/* The page may say it later: when its script has run, or when somebody has clicked. */
function look() {
  const page = frame.contentDocument;
  watching?.disconnect();
  if (page?.URL === 'about:blank')
    return;
  if (!page?.body) { // the browser does not show where it was sent instead
    tell(t('You may not see this page, or only with an account.'));
    return;
  }
  if (markText(page, wanted) !== null) {
    tell(t('The text is marked.'));
    return;
  }
  tell(t('The page does not say this now. Use the page: the text is marked when it appears.'));
  watching = new MutationObserver(look);
  watching.observe(page.body, { subtree: true, childList: true, characterData: true,
    attributes: true, attributeFilter: ['hidden', 'open', 'title', 'aria-label'] });
}

function fit() {
  const scale = Math.min(1, box.clientWidth / WIDTH);
  frame.style.transform = `scale(${scale})`;
}

/** @param {import('./places.js').Place} place */
async function show(place) {
  const address = await exampleOf(place);
  watching?.disconnect();
  box.hidden = address === null;
  if (address === null) {
    tell(t('There is no such page here yet.'));
    return;
  }
  tell('');
  frame.src = `${address}${address.includes('?') ? '&' : '?'}language=${code}`;
  fit();
}

/** @param {import('../lib/po.js').CatalogueText} text */
function choose(text) {
  const places = placesOf(text.files);
  wanted = text.forms.length > 0 ? text.forms : [text.english, text.plural];
  byId('place').hidden = false;
  byId('place-text').textContent = wanted[0];
  byId('place-pages').replaceChildren(...places.map((place, i) => h('label', { class: 'check' },
    h('input', { type: 'radio', name: 'place-page', checked: i === 0,
      onchange: () => show(place) }), nameOf(place))));
  box.hidden = places.length === 0;
  if (places.length > 0)
    show(places[0]);
  else
    tell(text.files.every(file => file.startsWith('src/server/email/'))
      ? t('This text is in mails.') : t('This text is an answer of the server.'));
  byId('place').scrollIntoView({ block: 'nearest' });
}

/** @param {import('../lib/po.js').CatalogueText} text */
const row = text => h('li', { class: text.forms.length === 0 ? 'to-do' : '' },
  h('button', { type: 'button', class: 'as-link', onclick: () => choose(text), lang: 'en',
    dir: 'ltr' }, text.english),
  text.context !== '' && h('span', { class: 'low' }, ` (${text.context})`),
  text.plural !== '' && h('div', { lang: 'en', dir: 'ltr' }, text.plural),
  text.forms.map(form => h('div', { class: 'translation', lang: code, dir: 'auto' }, form)),
  h('div', { class: 'low', dir: 'ltr' }, text.files.join(' ')));

function matches() {
  const word = byId('text-find').value.trim().toLowerCase(), at = byId('text-place').value;
  const isToDo = byId('text-to-do').checked;
  return all.filter(text => (!isToDo || text.forms.length === 0)
    && (at === '' || placesOf(text.files).includes(PLACES[Number(at)]))
    && (word === '' || [text.english, text.plural, ...text.forms].some(each =>
      each.toLowerCase().includes(word))));
}

function render() {
  const found = matches();
  byId('text-count').textContent = tn('{n} text', '{n} texts', found.length,
    { n: number(found.length) });
  list.replaceChildren(...found.slice(0, shown).map(row));
  byId('text-more').hidden = found.length <= shown;
}

/** @param {string} address */
async function textAt(address) {
  const answer = await fetch(address);
  if (!answer.ok)
    throw new Error(String(answer.status));
  return answer.text();
}

async function start() {
  const [template, catalogue] = await Promise.all([textAt(`${staticPath}/messages.pot`),
    textAt(`/api/words/${code}/catalogue`)]);
  all = translated(template, catalogue);
  byId('text-place').append(...PLACES.map((place, i) => h('option', { value: i },
    nameOf(place))));
  render();
}

for (const id of ['text-find', 'text-place', 'text-to-do'])
  byId(id).addEventListener('input', () => {
    shown = MORE;
    render();
  });
byId('text-more').addEventListener('click', () => {
  shown += MORE;
  render();
});
frame.addEventListener('load', look);
addEventListener('resize', fit);
start().catch(() => {
  byId('text-count').textContent = t('The texts could not be loaded.');
});
