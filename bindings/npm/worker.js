/* The engine's worker, in browsers and in node: see engine.js. */
import { load } from './module.js';
import { Searcher } from './searcher.js';

/** @type {any} */
const scope = globalThis;
const isNode = typeof process !== 'undefined' && process.versions?.node !== undefined;
const port = isNode ? (await import(
  /* webpackIgnore: true */ /* @vite-ignore */ 'node:worker_threads')).parentPort : scope;

/** @type {Searcher | null} */
let searcher = null;
let stopped = 0; // the last cancelled request

/** @param {any} data */
async function handle({ id, what, ...rest }) {
  if (what === 'open') {
    await load(rest.module);
    searcher = new Searcher(rest.hash);
    return null;
  }
  if (searcher === null)
    throw new Error('the worker has not been opened');
  if (what === 'choose')
    return searcher.choose(rest.ask, rest.options);
  if (what === 'bench')
    return searcher.bench(rest.source, rest.nodes);
  return searcher.search(rest.ask, rest.limits,
    info => port.postMessage({ id, info }), () => stopped >= id);
}

/** @param {any} data */
async function hear(data) {
  if (data.what === 'stop') {
    stopped = Math.max(stopped, data.id);
    return;
  }
  try {
    port.postMessage({ id: data.id, answer: await handle(data) });
  } catch (error) {
    port.postMessage({ id: data.id,
      error: { message: error.message, code: error.code ?? 'unsupported' } });
  }
}

if (isNode)
  port.on('message', hear);
else
  port.onmessage = (/** @type {MessageEvent} */ { data }) => hear(data);
