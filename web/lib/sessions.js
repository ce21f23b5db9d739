/* One session of the rules for each game with pictures on a page. */
import { rulesOf } from './definitions.js';
import { loadRules } from './rules.js';

/** @type {Promise<Rules> | null} */
let rules = null;
/** @type {Map<string, Session>} */
const sessions = new Map();

/**
 * The session of a game, whose `definition` has a digest if the library has not got it. Whoever
 * uses it sets a position first, and is done before giving way to others.
 * @param {string} variant
 */
export async function sessionOf(variant, definition = '') {
  rules ??= loadRules();
  const [library, game] = await Promise.all([rules, rulesOf(variant, definition)]);
  const name = definition || variant;
  if (!sessions.has(name))
    sessions.set(name, library.open(game));
  return /** @type {Session} */ (sessions.get(name));
}
