// usage: node bench/wasm_nodes.mjs ENGINE.WASM GAME NODES [NET]
// The part of bench/wasm_nodes.py that runs in node: prints the result of the module's bench, and
// the processor seconds of this thread for it after the module has been compiled.
import { readFileSync } from 'node:fs';
import { engineMemory } from '../web/lib/engine-memory.js';
import { Handle } from '../web/lib/wasm.js';

const HASH_MB = 64; // as the command has
const [path, game, nodes, net] = process.argv.slice(2);

// Compilers' threads are not counted: a page has the module compiled long before it is asked.
const seconds = () =>
  Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e9;

const module = new WebAssembly.Module(readFileSync(path));
const memory = WebAssembly.Module.imports(module).length > 0 ? engineMemory(true) : null;
const api = new WebAssembly.Instance(module, memory ? { env: { memory } } : {}).exports;
const analyst = new Handle(api, 'analyst', api.apo_analyst_new(HASH_MB));

function run(count) {
  if (api.apo_analyst_bench(analyst.at, count) !== 0)
    throw new Error(analyst.output());
}

if (api.apo_analyst_open(analyst.at, analyst.put(game)) !== 0)
  throw new Error(analyst.output());
if (net && api.apo_analyst_net(analyst.at, analyst.putBytes(readFileSync(net))) !== 0)
  throw new Error(analyst.output());
function timed(count) {
  const before = seconds();
  run(count);
  return seconds() - before;
}

run(Number(nodes)); // compiles
const start = timed(1); // setting up and clearing the table
const all = timed(Number(nodes));
console.log(`${analyst.output()} ${(all - start).toFixed(4)}`);
