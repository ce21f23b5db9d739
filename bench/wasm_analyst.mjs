// What bench/wasm_nodes.mjs and wasm_nodes_worker.mjs have in common.
import { engineMemory } from '../web/lib/engine-memory.js';
import { Handle } from '../web/lib/wasm.js';

const HASH_MB = 64; // as the command has

/**
 * Opens a game, with the bytes of its net or null. The result searches the positions of
 * `apothecary bench` with so many nodes each, and returns the nodes and the signature.
 */
export function openAnalyst(module, game, net) {
  const memory = WebAssembly.Module.imports(module).length > 0 ? engineMemory(true) : null;
  const api = new WebAssembly.Instance(module, memory ? { env: { memory } } : {}).exports;
  const analyst = new Handle(api, 'analyst', api.apo_analyst_new(HASH_MB));
  const check = status => {
    if (status !== 0)
      throw new Error(analyst.output());
  };
  check(api.apo_analyst_open(analyst.at, analyst.put(game)));
  if (net !== null)
    check(api.apo_analyst_net(analyst.at, analyst.putBytes(net)));
  return nodes => {
    check(api.apo_analyst_bench(analyst.at, nodes));
    return analyst.output();
  };
}
