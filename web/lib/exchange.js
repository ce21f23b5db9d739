/* Games of other programs. */
import { fetchModule } from './fetch-module.js';
import { RulesError } from './rules.js';
import { Handle, instantiate } from './wasm.js';

const MODULE = new URL('../workshop.wasm', import.meta.url).href;

/** The compiled module that reads foreign definitions, fetched once; it contains the engine too. */
export const exchangeModule = () => fetchModule(MODULE);

/**
 * The definition of an Interactive Diagram (its text, or the HTML element) or of the first section
 * of a variants.ini, with a comment "# LOST: ..." for each part of the game that it lacks.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function readForeign(text) {
  const api = await instantiate(await exchangeModule());
  const handle = new Handle(api, 'session', api.apo_session_new());
  try {
    if (api.apo_workshop_import(handle.at, handle.put(text)) !== 0)
      throw new RulesError(handle.output());
    return handle.output();
  } finally {
    handle.free();
  }
}
