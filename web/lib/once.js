/* Caches results that several parts of a page need, so that each is made once. */

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * The result of `make`, which runs when `name` is first requested. A failure is not kept: the next
 * call tries again.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} make
 * @returns {Promise<T>}
 */
export function once(name, make) {
  const found = kept.get(name) ?? make();
  kept.set(name, found);
  found.catch(() => kept.delete(name));
  return found;
}
