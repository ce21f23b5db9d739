// usage: node bench/wasm_nodes_page.mjs ENGINE.WASM GAME NODES [NET]
// As bench/wasm_nodes.mjs, in a worker of a page in Chromium.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../tests/web/suite.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const [module, game, nodes, net] = process.argv.slice(2);
const files = { '/module': module, '/net': net };

const server = createServer(({ url }, answer) => {
  const path = files[url] ?? ROOT + url;
  const isPage = url === '/';
  answer.writeHead(isPage || existsSync(path) ? 200 : 404, {
    'Content-Type': isPage ? 'text/html' : 'text/javascript',
    // Memory can be shared only in such pages.
    'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' });
  answer.end(isPage ? '<!doctype html>' : existsSync(path) ? readFileSync(path) : '');
});
await new Promise(done => server.listen(0, '127.0.0.1', done));

const read = path => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; // the process has ended meanwhile
  }
};

/** Whether the process is one of this browser's. */
function isOurs(id) {
  for (let at = id; Number(at) > 1; at = read(`/proc/${at}/stat`).split(') ')[1]?.split(' ')[1])
    if (Number(at) === process.pid)
      return true;
  return false;
}

/** The folder in /proc of the worker's thread. */
function workerThread() {
  const numbers = readdirSync('/proc').filter(name => /^\d+$/.test(name) && isOurs(name));
  const threads = numbers.flatMap(id => readdirSync(`/proc/${id}/task`)
    .map(thread => `/proc/${id}/task/${thread}`));
  return threads.find(path => read(`${path}/comm`).startsWith('DedicatedWorker'));
}

const browser = await launchBrowser();
const page = await browser.newPage();
await page.goto(`http://127.0.0.1:${server.address().port}/`);
const ask = question => page.evaluate(data => new Promise((done, fail) => {
  globalThis.worker ??= new Worker('/bench/wasm_nodes_worker.mjs', { type: 'module' });
  globalThis.worker.onmessage = event => done(event.data);
  globalThis.worker.onerror = event => fail(new Error(event.message));
  globalThis.worker.postMessage(data);
}), question);

await ask({ game, hasNet: net !== undefined });
await ask(Number(nodes)); // compiles
const thread = workerThread();
const seconds = () => Number(read(`${thread}/schedstat`).split(' ')[0]) / 1e9;
async function timed(count) {
  const before = seconds();
  const result = await ask(count);
  return { result, spent: seconds() - before };
}
const start = await timed(1);
const all = await timed(Number(nodes));
console.log(`${all.result} ${(all.spent - start.spent).toFixed(4)}`);
await browser.close();
server.close();
