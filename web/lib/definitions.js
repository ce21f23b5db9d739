/* Which rules a game has: those of the library, or a definition that the server hands out. */
import { t } from './i18n.js';

const texts = new Map();

async function fetchText(digest) {
  const answer = await fetch(`/api/definitions/${digest}`);
  if (!answer.ok)
    throw new Error(t('The rules of this game could not be loaded.'));
  return answer.text();
}

/** What `rules.open` and the engine take. `digest` names a definition that the library has not got;
 * '' if it has. */
export async function rulesOf(variant, digest = '') {
  if (!digest)
    return { id: variant };
  if (!texts.has(digest))
    texts.set(digest, fetchText(digest));
  return { definition: await texts.get(digest) };
}
