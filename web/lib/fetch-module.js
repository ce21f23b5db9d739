/* Fetching WebAssembly modules. */
import { t } from './i18n.js';
import { once } from './once.js';
import { compile } from './wasm.js';

/** @param {string} address */
async function load(address) {
  const answer = await fetch(address).catch(() => null);
  if (answer === null || !answer.ok)
    throw new Error(t('A part of this page could not be loaded. Reload the page to try again.'));
  return compile(answer);
}

/**
 * The compiled module at `address`, fetched once. The message of a failure is for people.
 * @param {string} address
 * @returns {Promise<WebAssembly.Module>}
 */
export const fetchModule = address => once(address, () => load(address));
