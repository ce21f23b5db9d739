/* The rules of a game: the library's own, or a definition from the server. */
import { t } from './i18n.js';

/** @type {Map<string, Promise<string>>} */
const texts = new Map();

/** @param {string} digest */
async function fetchText(digest) {
  const answer = await fetch(`/api/definitions/${digest}`);
  if (!answer.ok)
    throw new Error(t('The rules of this game could not be loaded.'));
  return answer.text();
}

/**
 * The argument for `rules.open` and the engine. `digest` names a definition that is not built in;
 * '' for a built-in one.
 * @param {string} variant
 * @param {string} [digest]
 * @returns {Promise<GameChoice>}
 */
export async function rulesOf(variant, digest = '') {
  if (!digest)
    return { id: variant };
  if (!texts.has(digest))
    texts.set(digest, fetchText(digest));
  return { definition: /** @type {string} */ (await texts.get(digest)), variant };
}
