// usage: node threads.mjs APOTHECARY.WASM [APOTHECARY]
// engine.wasm, which the pages load: alone it finds what apothecary.wasm does, on shared memory and
// on its own; and it searches with helpers.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { engineMemory, unshare } from '../../web/lib/engine-memory.js';
import { Handle } from '../../web/lib/wasm.js';

const PATH = new URL('../../build-wasm-threads/engine.wasm', import.meta.url);
const NODES = 5000, SLICE = 20000, SLICES = 8, HELPERS = 3;
let passed = 0, failed = 0;

function check(what, got, wanted) {
  if (got === wanted)
    passed++;
  else {
    failed++;
    console.error(`${what}: ${got} instead of ${wanted}`);
  }
}

function analyst(api, game) {
  const handle = new Handle(api, 'analyst', api.apo_analyst_new(16));
  check(`opens ${game}`, api.apo_analyst_open(handle.at, handle.put(game)), 0);
  return handle;
}

function bench(api, game, net = null) {
  const handle = analyst(api, game);
  if (net !== null)
    check('takes the net', api.apo_analyst_net(handle.at, handle.putBytes(net)), 0);
  api.apo_analyst_bench(handle.at, NODES);
  const found = handle.output();
  handle.free();
  return found;
}

// --- the module ---
const bytes = readFileSync(PATH), module = new WebAssembly.Module(bytes);
check('imports nothing but its memory', JSON.stringify(WebAssembly.Module.imports(module)),
  '[{"module":"env","name":"memory","kind":"memory"}]');
check('exports only what is ours', WebAssembly.Module.exports(module).filter(({ name }) =>
  !/^(memory|__stack_pointer|apo_(analyst|helper)_\w+)$/.test(name)).map(({ name }) => name).join(),
'');
const plain = new WebAssembly.Instance(
  new WebAssembly.Module(readFileSync(process.argv[2]))).exports;
const memory = engineMemory(true);
const shared = new WebAssembly.Instance(module, { env: { memory } }).exports;
const own = Uint8Array.from(bytes);
unshare(own);
const alone = new WebAssembly.Instance(new WebAssembly.Module(own),
  { env: { memory: engineMemory(false) } }).exports;
check('the memory is shared', shared.memory.buffer instanceof SharedArrayBuffer, true);
check('the memory is not shared', alone.memory.buffer instanceof ArrayBuffer, true);
for (const game of ['alert', 'chess']) {
  const wanted = bench(plain, game);
  check(`${game}, one thread on shared memory`, bench(shared, game), wanted);
  check(`${game}, without shared memory`, bench(alone, game), wanted);
}
{
  // This module has SIMD, the other single numbers: the net gives the same.
  const net = readFileSync(new URL('../../nets/modern.net', import.meta.url));
  const wanted = bench(plain, 'modern', net);
  check('modern with its net, by SIMD', bench(shared, 'modern', net), wanted);
  check('and without shared memory', bench(alone, 'modern', net), wanted);
}
{
  const handle = analyst(plain, 'chess');
  check('no threads in the other module', plain.apo_analyst_threads(handle.at, 2) !== 0, true);
  handle.free();
}

// --- helpers ---
const helper = `const { module, memory, stack } = require('node:worker_threads').workerData;
  const api = new WebAssembly.Instance(module, { env: { memory } }).exports;
  api.__stack_pointer.value = stack;
  require('node:worker_threads').parentPort.postMessage('here');
  api.apo_helper_stay();`;
const workers = [];
for (let i = 0; i < HELPERS; i++) {
  const worker = new Worker(helper, { eval: true,
    workerData: { module, memory, stack: shared.apo_helper_stack() } });
  await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
  worker.once('error', error => check('a helper goes on', error.stack, ''));
  workers.push(worker);
}
const handle = analyst(shared, 'modern');
check('threads', shared.apo_analyst_threads(handle.at, 1 + HELPERS), 0);
check('not none', shared.apo_analyst_threads(handle.at, 0) !== 0, true);
check('sets up', shared.apo_analyst_position(handle.at, handle.put('start 14')), 0);
check('begins', shared.apo_analyst_begin(handle.at, 3), 0);
let lines = [];
for (let slice = 0; slice < SLICES; slice++) {
  check('goes on', shared.apo_analyst_slice(handle.at, SLICE), 1);
  lines = lines.concat(handle.output().split('\n').filter(Boolean).map(line => JSON.parse(line)));
}
check('three lines', new Set(lines.map(({ line }) => line)).size, 3);
console.log(`depth ${lines.at(-1).depth}, ${lines.at(-1).nodes} nodes`);
// Many threads find a mate in one as one does, also with fewer threads than helpers.
for (const threads of [1 + HELPERS, 2, 1]) {
  check('chess', shared.apo_analyst_open(handle.at, handle.put('chess')), 0);
  check('threads', shared.apo_analyst_threads(handle.at, threads), 0);
  check('sets up', shared.apo_analyst_position(handle.at,
    handle.put('6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1')), 0);
  shared.apo_analyst_begin(handle.at, 1);
  for (let slice = 0; slice < 20 && shared.apo_analyst_slice(handle.at, SLICE) === 1; slice++);
  shared.apo_analyst_best(handle.at);
  check('mates', JSON.parse(handle.output()).move, 'a1a8');
}
handle.free();
await Promise.all(workers.map(worker => worker.terminate()));

// --- no modules of this kind ---
const HEADER = [0, 97, 115, 109, 1, 0, 0, 0];
for (const nonsense of [[], HEADER, [...HEADER, 2, 1, 0]]) {
  let refusal = '';
  try {
    unshare(new Uint8Array(nonsense));
  } catch ({ message }) {
    refusal = message;
  }
  check('says why', refusal, 'the engine imports something besides its memory');
}

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
