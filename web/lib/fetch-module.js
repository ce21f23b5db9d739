/* Fetching WebAssembly modules. */
import { t } from './i18n.js';
import { once } from './once.js';
import { compile } from './wasm.js';

/**
 * Fetches a file of the site. The message of a failure is shown to the user.
 * @param {string} address
 */
export async function fetchFile(address) {
  const answer = await fetch(address).catch(() => null);
  if (answer === null || !answer.ok)
    throw new Error(t('A part of this page could not be loaded. Reload the page to try again.'));
  return answer;
}

/** @param {string} address */
const load = async address => compile(await fetchFile(address));

/**
 * The compiled module at `address`, fetched once.
 * @param {string} address
 * @returns {Promise<WebAssembly.Module>}
 */
export const fetchModule = address => once(address, () => load(address));
