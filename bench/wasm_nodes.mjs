// usage: node bench/wasm_nodes.mjs ENGINE.WASM GAME NODES [NET]
// The part of bench/wasm_nodes.py that runs in node: prints the result of the module's bench, and
// the processor seconds of this thread for it after the module has been compiled.
import { readFileSync } from 'node:fs';
import { openAnalyst } from './wasm_analyst.mjs';

const [path, game, nodes, net] = process.argv.slice(2);

// Compilers' threads are not counted: a page has the module compiled long before it is asked.
const seconds = () =>
  Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e9;

const search = openAnalyst(new WebAssembly.Module(readFileSync(path)), game,
  net ? readFileSync(net) : null);
function timed(count) {
  const before = seconds();
  const result = search(count);
  return { result, spent: seconds() - before };
}

search(Number(nodes)); // compiles
const start = timed(1); // setting up and clearing the table
const all = timed(Number(nodes));
console.log(`${all.result} ${(all.spent - start.spent).toFixed(4)}`);
