/* The engine in its own thread. Messages in: { module, isShared, nets } once, with the module,
 * whether to share its memory, and the address of the folder with nets; { threads }, their number:
 * with shared memory more workers of this kind are started, which get only { help: { module,
 * memory, stack } }; { id } or { definition } of the game; { fen, lines, nodes } starts the
 * analysis of a position, and `nodes` may ask for earlier reports than usual; { fen, level, seed }
 * chooses a move like a player of the level; { stop }. Out: { fen, lines, nodes, isDone } with the
 * number of positions searched, each line { line, depth, score_cp or mate_moves, nodes, pv, san };
 * { fen, chosen, isDone }; { error }. */
import { engineMemory } from '../lib/engine-memory.js';
import { Handle } from '../lib/wasm.js';

const SLICE_NODES = 20000; // per thread: less than a tenth of a second
const HASH_MB = 32;

/** @type {Handle} */
let analyst;
let latest = 0;
let nets = ''; // the address of their folder
/** @type {Promise<string[]> | null} */
let netted = null; // the games that have one
/** @type {Promise<void>} */
let queue = Promise.resolve(); // messages are handled one after the other
let helpers = 0; // workers that were started for further threads
/** @type {{ module: WebAssembly.Module, memory: WebAssembly.Memory | null }} */
let engine;

/** @param {{ module: WebAssembly.Module, isShared?: boolean, nets?: string }} parts */
function begin({ module, isShared = false, nets: folder = '' }) {
  nets = folder;
  const isMemoryless = WebAssembly.Module.imports(module).length > 0;
  const memory = isMemoryless ? engineMemory(isShared) : null;
  const api = new WebAssembly.Instance(module, memory ? { env: { memory } } : {}).exports;
  engine = { module, memory: isShared ? memory : null };
  analyst = new Handle(api, 'analyst', /** @type {any} */ (api).apo_analyst_new(HASH_MB));
}

/**
 * Sets the number of threads; without shared memory there is one.
 * @param {number} count
 */
function setThreads(count) {
  const { module, memory } = engine;
  if (memory === null || analyst.api.apo_analyst_threads(analyst.at, count) !== 0)
    return;
  for (; helpers < count - 1; helpers++) {
    const stack = analyst.api.apo_helper_stack();
    if (stack === 0)
      return;
    new Worker(self.location.href, { type: 'module' }).postMessage(
      { help: { module, memory, stack } });
  }
}

/**
 * Works for the engine until the page ends it.
 * @param {{ module: WebAssembly.Module, memory: WebAssembly.Memory, stack: number }} parts
 */
function help({ module, memory, stack }) {
  const api = /** @type {any} */ (new WebAssembly.Instance(module, { env: { memory } }).exports);
  api.__stack_pointer.value = stack;
  api.apo_helper_stay();
}

/**
 * @param {string} name
 * @param {string} text
 */
function send(name, text) {
  if (analyst.api[`apo_analyst_${name}`](analyst.at, analyst.put(text)) !== 0)
    throw new Error(analyst.output());
}

/** @param {string} address */
async function fetched(address) {
  const answer = await fetch(address);
  if (!answer.ok)
    throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/**
 * The games that have a net. Fetched once; after a failure again with the next game.
 * @returns {Promise<string[]>}
 */
function nettedGames() {
  const found = netted ?? fetched(`${nets}list.json`).then(answer => answer.json());
  netted = found;
  found.catch(() => { netted = null; });
  return found;
}

/**
 * Evaluates with the net of a built-in game. If it cannot be loaded (offline and never used
 * before), the engine plays without a net.
 * @param {string} id
 */
async function useNet(id) {
  try {
    if (nets === '' || !(await nettedGames()).includes(id))
      return;
    const bytes = new Uint8Array(await (await fetched(`${nets}${id}.net`)).arrayBuffer());
    analyst.api.apo_analyst_net(analyst.at, analyst.putBytes(bytes));
  } catch {
    /* The evaluation by hand remains. */
  }
}

const breath = () => new Promise(done => setTimeout(done));

// The lines of the greatest depth among those with the most lines. Scores of different depths are
// not comparable.
/** @param {any} found */
function deepest(found) {
  const most = Math.max(0, ...[...found.values()].map(lines => lines.size));
  const depths = [...found.keys()].filter(depth => found.get(depth).size === most);
  return depths.length > 0 ? [...found.get(Math.max(...depths)).values()] : [];
}

/** @param {{ fen: string, lines: any[], nodes?: number }} parts */
async function analyse({ fen, lines, nodes: wanted = SLICE_NODES }) {
  const mine = latest, slice = Math.min(SLICE_NODES, wanted);
  send('position', fen);
  const { api, at } = analyst;
  api.apo_analyst_begin(at, lines);
  /** @type {Map<number, Map<number, any>>} */
  const found = new Map(); // depth -> line number -> line
  for (let more = 1, nodes = 0; more === 1 && mine === latest;) {
    nodes += slice;
    more = api.apo_analyst_slice(at, slice);
    if (more < 0)
      throw new Error(analyst.output());
    for (const text of analyst.output().split('\n').filter(Boolean)) {
      const line = JSON.parse(text);
      const atDepth = found.get(line.depth) ?? new Map();
      found.set(line.depth, atDepth.set(line.line, line));
    }
    if (mine === latest)
      postMessage({ fen, lines: deepest(found), nodes, isDone: more === 0 });
    await breath();
  }
}

/** @param {{ fen: string, level: number, seed: number }} parts */
function choose({ fen, level, seed }) {
  send('position', fen);
  if (analyst.api.apo_analyst_choose(analyst.at, level, seed, 0) !== 0)
    throw new Error(analyst.output());
  postMessage({ fen, chosen: JSON.parse(analyst.output()), isDone: true });
}

/** @param {any} data */
async function handle(data) {
  if (data.module)
    begin(data);
  if (data.threads)
    setThreads(data.threads);
  if (data.id || data.definition) {
    send(data.id ? 'open' : 'define', data.id ?? data.definition);
    if (data.id)
      await useNet(data.id);
  }
  if (data.level)
    choose(data);
  else if (data.fen)
    analyse(data).catch(error => postMessage({ error: error.message }));
}

onmessage = ({ data }) => {
  if (data.help) {
    help(data.help);
    return;
  }
  latest++; // what is being analysed ends
  queue = queue.then(() => {
    latest++;
    return handle(data);
  }).catch(error => postMessage({ error: error.message }));
};
