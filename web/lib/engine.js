/* The engine's module and its worker, also on pages of other origins and from files. */
import { fetchModule } from './fetch-module.js';

const WORKER = new URL('../analysis/engine-worker.js', import.meta.url).href;
const MODULE = new URL('../apothecary.wasm', import.meta.url).href;

/** The compiled module, fetched once. */
export const engineModule = () => fetchModule(MODULE);

/**
 * A worker that understands the messages of analysis/engine-worker.js, without a game yet. Its
 * script must come from the page's own origin, and on a page from the disk it may not even import
 * anything: there the text of the bundle does.
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
