/* Loads the engine's module and its worker, also on pages of other origins and from disk. */
import { canShare, unshare } from './engine-memory.js';
import { fetchFile, fetchModule } from './fetch-module.js';
import { once } from './once.js';

const WORKER = new URL('../analysis/engine-worker.js', import.meta.url).href;
const MODULE = new URL('../engine.wasm', import.meta.url).href;

/** The folder with the nets of games: `list.json` names those that have one. */
export const NETS = new URL('../nets/', import.meta.url).href;

async function withOwnMemory() {
  const bytes = new Uint8Array(await (await fetchFile(MODULE)).arrayBuffer());
  unshare(bytes);
  return WebAssembly.compile(bytes);
}

/** The compiled module, fetched once: with shared memory where possible. */
export const engineModule = () =>
  (canShare() ? fetchModule(MODULE) : once(MODULE, withOwnMemory));

/**
 * A worker that understands the messages of analysis/engine-worker.js, without a game yet. Its
 * script must come from the page's own origin. On a page opened from disk it cannot even import
 * anything, so the worker is made from the text of the bundle.
 */
export async function engineWorker() {
  if (new URL(WORKER).origin === location.origin)
    return new Worker(WORKER, { type: 'module' });
  const text = await (await fetch(WORKER)).text();
  const isWhole = !/^import\b/m.test(text);
  const script = new Blob([isWhole ? text : `import ${JSON.stringify(WORKER)};`],
    { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(script), isWhole ? {} : { type: 'module' });
}
