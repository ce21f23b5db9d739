/* The module that all objects of this package live in, loaded once. */
import { ApothecaryError } from './errors.js';
import { Handle, compile, instantiate } from './wasm.js';

/** @type {any} */
let api = null;
/** @type {WebAssembly.Module | null} */
let compiled = null;

/** True in node and compatible runtimes, which read the module from disk. */
export const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;

/** @param {any} source */
async function open(source) {
  if (!(typeof source === 'string' || source instanceof URL))
    return source;
  if (!isNode || !(source instanceof URL) || source.protocol !== 'file:') {
    const answer = await fetch(source);
    if (!answer.ok)
      throw new ApothecaryError(`${source} could not be loaded (${answer.status})`, { code: 'io' });
    return answer;
  }
  const { readFile } = await import(
    /* webpackIgnore: true */ /* @vite-ignore */ 'node:fs/promises');
  return readFile(source);
}

/**
 * Loads the module, unless it is there already. `source` is its address (beside this file by
 * default), its bytes, a response of fetch(), or the compiled module.
 * @param {any} [source]
 */
export async function load(source = new URL('./apothecary.wasm', import.meta.url)) {
  if (api !== null)
    return;
  const module = await compile(await open(await source));
  const exports = await instantiate(module);
  // Another call may have finished first.
  api ??= exports;
  compiled ??= module;
}

/** What the module exports. */
export function exportsOf() {
  if (api === null)
    throw new ApothecaryError('load() has not been awaited', { code: 'unsupported' });
  return api;
}

/** The compiled module, to pass to workers. */
export const moduleOf = () => compiled;

/** @param {number} at */
export function textAt(at) {
  const bytes = new Uint8Array(exportsOf().memory.buffer, at);
  return new TextDecoder().decode(bytes.subarray(0, bytes.indexOf(0)));
}

/** @param {number} [of] the session whose game the new one shares */
export const newSession = of => new Handle(exportsOf(), 'session',
  of === undefined ? exportsOf().apo_session_new() : exportsOf().apo_session_share(of));

/** @param {number} status */
export const wordOf = status => textAt(exportsOf().apo_library_status_word(status));

/**
 * The index in `text` of a byte of its UTF-8 form.
 * @param {string} text
 * @param {number} byte
 */
export function indexOfByte(text, byte) {
  let index = 0;
  for (let bytes = 0; bytes < byte && index < text.length; index++) {
    const code = /** @type {number} */ (text.codePointAt(index));
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (code >= 0x10000)
      index++;
  }
  return index;
}
