/* One rules session for each game that has pictures on a page. */
import { rulesOf } from './definitions.js';
import { once } from './once.js';
import { loadRules } from './rules.js';

/** @type {Map<string, Session>} */
const sessions = new Map();

/**
 * The session of a game; `definition` is its digest if it is not built in. Sessions are shared:
 * set the position first, and finish before any await.
 * @param {string} variant
 */
export async function sessionOf(variant, definition = '') {
  const [library, game] = await Promise.all([once('rules', () => loadRules()),
    rulesOf(variant, definition)]);
  const name = definition || variant;
  if (!sessions.has(name))
    sessions.set(name, library.open(game));
  return /** @type {Session} */ (sessions.get(name));
}
