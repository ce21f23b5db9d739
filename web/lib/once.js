/* What a page needs once, and several of its parts ask for. */

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/**
 * What `make` gives, made when it is first asked for by this name. A failure is forgotten: the next
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
