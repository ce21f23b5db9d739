/* Small helpers for the page's elements. */
import { t } from './i18n.js';

/**
 * An element: h('button', { type: 'button', onclick: f, 'aria-label': 'x' }, 'text', child).
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes | null} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (typeof value === 'function')
      element.addEventListener(key.slice(2), value);
    else if (value === true)
      element.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined)
      element.setAttribute(key, String(value));
  }
  const nodes = /** @type {any[]} */ (children).flat(Infinity)
    .filter(child => child !== null && child !== undefined && child !== false);
  element.append(...nodes);
  return element;
}

/**
 * An element of the page's template; it must exist.
 * @param {string} id
 * @returns {PageElement}
 */
export const byId = id => /** @type {any} */ (document.getElementById(id));

/** "/static/<hash>" of this page. */
export const staticPath = document.documentElement.dataset.static ?? '/static';

/** The name of the visitor's account; null for a guest. */
export const accountName = document.documentElement.dataset.account ?? null;

/** The account whose pages this browser shows, or null: a page that it has kept for want of a
 * network is a stranger's. */
export function accountHere() {
  try {
    return accountName ?? (localStorage.getItem('apothecary.account')?.split(' ')[1] || null);
  } catch {
    return accountName;
  }
}

/** A player's name, as a link to the profile if they have an account; else `otherwise`.
 * @param {Player} player
 * @param {string | Node} otherwise
 * @returns {string | Node}
 */
export const nameLink = (player, otherwise) => (player.kind === 'account'
  ? h('a', { class: 'person', href: `/@/${encodeURIComponent(player.name)}` },
    player.name) : otherwise);

/** @type {Map<string, { prolong: () => void, remove: () => void }>} */
const toasts = new Map(); // by the sentence that is shown

/**
 * Shows a sentence at the bottom of the page for a few seconds; screen readers announce it. One
 * that is shown already stays for longer and is not doubled. Returns a function that removes it.
 * @param {string} text
 */
export function toast(text, ms = 6000) {
  const known = toasts.get(text);
  if (known !== undefined) {
    known.prolong();
    return known.remove;
  }
  const element = h('div', { class: 'toast' }, text);
  let timer = 0;
  const remove = () => {
    clearTimeout(timer);
    element.remove();
    toasts.delete(text);
  };
  const prolong = () => {
    clearTimeout(timer);
    timer = setTimeout(remove, ms);
  };
  toasts.set(text, { prolong, remove });
  byId('toasts').append(element);
  prolong();
  return remove;
}

/**
 * Copies a text to the clipboard; true if it worked.
 * @param {string} text
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    toast(t('Copied.'));
  } catch {
    toast(t('Copying is not allowed here.'));
  }
}

/**
 * Opens a dialog; its [data-close] buttons and a click outside close it.
 * @param {PageElement | HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
  if (!dialog.dataset.isWired) {
    dialog.dataset.isWired = 'yes';
    dialog.addEventListener('click', event => {
      const { target } = event;
      if (target === dialog || (target instanceof Element && target.closest('[data-close]')))
        dialog.close();
    });
  }
  if (!dialog.open)
    dialog.showModal();
}

/**
 * True if keys are being typed into a field and are not shortcuts of the page.
 * @param {Event} event
 */
export function isTyping(event) {
  const target = event.target;
  return target instanceof HTMLElement
    && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
    && !/^(checkbox|radio|button)$/.test(target.getAttribute('type') ?? '');
}

/**
 * Loads a stylesheet, unless the page came with it.
 * @param {string} url
 */
export function addStyle(url) {
  if (!document.querySelector(`link[href="${url}"]`))
    document.head.append(Object.assign(document.createElement('link'),
      { rel: 'stylesheet', href: url }));
}
