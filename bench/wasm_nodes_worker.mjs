// The worker of bench/wasm_nodes_page.mjs. In: { game, hasNet } once, then numbers of nodes; out:
// 'ready', then the results.
import { openAnalyst } from './wasm_analyst.mjs';

let search;
const bytes = async path => new Uint8Array(await (await fetch(path)).arrayBuffer());

onmessage = async ({ data }) => {
  if (search) {
    postMessage(search(data));
    return;
  }
  search = openAnalyst(await WebAssembly.compile(await bytes('/module')), data.game,
    data.hasNet ? await bytes('/net') : null);
  postMessage('ready');
};
