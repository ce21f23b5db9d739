/* The end of an account's session: by the button of this page, by that of another tab, or because
 * the server says so. Then what belongs to the account is cleared from this browser. What has not
 * reached the server is lost only if the person says so. Settings, games against the computer, and
 * lessons done without an account stay: they are the browser's. */
import { accountName, h, openDialog } from '../lib/dom.js';
import { get } from '../lib/api.js';
import { t } from '../lib/i18n.js';

const MARK = 'apothecary.account'; // since when, in milliseconds, and whose pages are shown
const SEALED = 'apothecary.sealed.';
const DRAFT = 'apothecary.workshop.';
const GONE = 'apothecary.workshop-gone';
const LESSONS = 'apothecary.lessons.';
const UNSENT_LESSONS = 'apothecary.lessons-unsent.';
const OF_ACCOUNT = /^\/api\/definitions\//; // kept for pages without a network; may be private

/** The account of the browser's last page; null: none. */
function lastAccount() {
  const [since, name] = (localStorage.getItem(MARK) ?? '').split(' ');
  return name ? { since: Number(since), name } : null;
}

/** @param {string} start */
const namesFrom = start => Object.keys(localStorage).filter(name => name.startsWith(start));

/** The account's drafts: those that it keeps, and those begun while it was logged in. */
function draftsOfAccount() {
  const since = lastAccount()?.since ?? Infinity;
  return namesFrom(DRAFT).flatMap(name => {
    try {
      const { at, kept } = JSON.parse(localStorage.getItem(name) ?? 'null');
      return kept !== undefined || at >= since ? [{ name, isSaved: kept?.isSame === true }] : [];
    } catch {
      return [];
    }
  });
}

/** The account's sealed entries; without a connection all, since it is not known whose they are. */
async function findSealed() {
  const all = namesFrom(SEALED);
  const sealed = all.length === 0 ? null
    : await import('../lib/sealed.js').then(({ openSealed }) => openSealed(), () => null);
  return all.filter(name => name.startsWith(sealed?.start ?? SEALED));
}

/**
 * Asks a question with two answers; true: the second one was chosen.
 * @param {string} words
 * @param {string} no
 * @param {string} yes
 */
const ask = (words, no, yes) => new Promise(done => {
  const dialog = h('dialog', { id: 'leave', 'aria-labelledby': 'leave-words' },
    h('form', { method: 'dialog', class: 'dialog-body stack' },
      h('p', { id: 'leave-words' }, words),
      h('div', { class: 'row' }, h('button', { class: 'button button-main' }, no),
        h('button', { class: 'button button-danger', value: 'yes' }, yes))));
  document.body.append(dialog);
  dialog.addEventListener('close', () => {
    dialog.remove();
    done(dialog.returnValue === 'yes');
  });
  openDialog(dialog);
});

/** Clears the worker's caches and its notices. */
async function clearWorker() {
  for (const name of await globalThis.caches?.keys() ?? []) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (OF_ACCOUNT.test(new URL(request.url).pathname))
        await cache.delete(request);
  }
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const notice of await registration?.getNotifications() ?? [])
    notice.close();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}

/** @param {string[]} names of what else is to go */
async function clear(names) {
  for (const name of [...names, ...namesFrom(LESSONS), GONE])
    localStorage.removeItem(name);
  await clearWorker().catch(() => { /* What is there is not readable without it either. */ });
  localStorage.removeItem(MARK); // other tabs follow
}

const savedDrafts = () => draftsOfAccount().filter(({ isSaved }) => isSaved)
  .map(({ name }) => name);

/**
 * Logs out. Without a connection the browser forgets all the same.
 * @param {string} address
 */
async function logOut(address) {
  const lessons = UNSENT_LESSONS + lastAccount()?.name;
  const entries = [...await findSealed(), ...namesFrom(lessons).filter(name => name === lessons)];
  const isAllSent = entries.length === 0 && draftsOfAccount().every(({ isSaved }) => isSaved);
  if (!isAllSent && !await ask(
    t('Not everything has reached the server: moves, notes, drafts or lessons. What is missing '
      + 'there is lost when you log out.'), t('Stay logged in'), t('Log out all the same')))
    return;
  const isEnded = await fetch(address, { method: 'POST', body: new URLSearchParams() })
    .then(({ ok }) => ok, () => false);
  await clear([...entries, ...draftsOfAccount().map(({ name }) => name)]);
  if (isEnded)
    location.replace('/');
  else
    document.body.replaceChildren(h('main', { class: 'site-main' }, h('p', { role: 'alert' },
      t('This browser has forgotten your data, but the server could not be reached: log out again '
        + 'as soon as there is a connection.'))));
}

/** Whether the page has text that nobody has sent. */
const isWriting = () => [...document.querySelectorAll('textarea')]
  .some(field => field.value.trim() !== (field.textContent ?? '').trim());

let isEnding = false;

/** The session of this page is over. What is sealed stays: only its owner can read it, after
 * logging in. */
export async function endSession() {
  if (isEnding)
    return;
  isEnding = true;
  await clear(savedDrafts());
  if (!isWriting() || await ask(
    t('You are no longer logged in. Copy what you have written here before you load the page '
      + 'again.'), t('Stay on the page'), t('Load it again')))
    location.reload();
}

/** This page is a stranger's, or of another account than the one before; or it came from the
 * browser's own cache, where all are strangers. */
async function endOther() {
  const me = accountName === null ? await get('/api/me').catch(() => null) : {};
  if (me !== null && me.kind !== 'account')
    await clear(savedDrafts());
}

/** On the page of an account, or on one that follows it. */
export async function watchSession() {
  const last = lastAccount();
  if (last !== null && last.name !== accountName)
    await endOther();
  if (accountName === null)
    return;
  if (last?.name !== accountName)
    localStorage.setItem(MARK, `${Date.now()} ${accountName}`);
  addEventListener('submit', event => {
    const { target } = event;
    if (!(target instanceof HTMLFormElement) || !/\/logout(-everywhere)?$/.test(target.action))
      return;
    event.preventDefault();
    logOut(target.action);
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === MARK && newValue === null)
      endSession();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && lastAccount()?.name !== accountName)
      location.reload();
  });
}
