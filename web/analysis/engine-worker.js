/* The engine in its own thread. Messages in: { module } once; { id } or { definition } of the
 * game; { fen, lines } starts the analysis of a position; { fen, level, seed } chooses a move as a
 * player of the level does; { stop }. Out: { fen, lines, isDone }, each line { line, depth,
 * score_cp or mate_moves, nodes, pv, san }; { fen, chosen, isDone }; { error }. */
import { Handle } from '../lib/wasm.js';

const SLICE_NODES = 20000; // less than a tenth of a second
const HASH_MB = 32;

/** @type {Handle} */
let analyst;
let latest = 0;

/**
 * @param {string} name
 * @param {string} text
 */
function send(name, text) {
  if (analyst.api[`apo_analyst_${name}`](analyst.at, analyst.put(text)) !== 0)
    throw new Error(analyst.output());
}

const breath = () => new Promise(done => setTimeout(done));

// The lines of the greatest depth that has the most lines. Scores of different depths are not
// comparable.
/** @param {any} found */
function deepest(found) {
  const most = Math.max(0, ...[...found.values()].map(lines => lines.size));
  const depths = [...found.keys()].filter(depth => found.get(depth).size === most);
  return depths.length > 0 ? [...found.get(Math.max(...depths)).values()] : [];
}

/** @param {{ fen: string, lines: any[] }} parts */
async function analyse({ fen, lines }) {
  const mine = ++latest;
  send('position', fen);
  const { api, at } = analyst;
  api.apo_analyst_begin(at, lines);
  /** @type {Map<number, Map<number, any>>} */
  const found = new Map(); // depth -> line number -> line
  for (let more = 1; more === 1 && mine === latest;) {
    more = api.apo_analyst_slice(at, SLICE_NODES);
    if (more < 0)
      throw new Error(analyst.output());
    for (const text of analyst.output().split('\n').filter(Boolean)) {
      const line = JSON.parse(text);
      const atDepth = found.get(line.depth) ?? new Map();
      found.set(line.depth, atDepth.set(line.line, line));
    }
    if (mine === latest)
      postMessage({ fen, lines: deepest(found), isDone: more === 0 });
    await breath();
  }
}

/** @param {{ fen: string, level: number, seed: number }} parts */
function choose({ fen, level, seed }) {
  latest++;
  send('position', fen);
  if (analyst.api.apo_analyst_choose(analyst.at, level, seed, 0) !== 0)
    throw new Error(analyst.output());
  postMessage({ fen, chosen: JSON.parse(analyst.output()), isDone: true });
}

onmessage = ({ data }) => {
  try {
    if (data.module) {
      const api = new WebAssembly.Instance(data.module).exports;
      analyst = new Handle(api, 'analyst',
        /** @type {any} */ (api).apo_analyst_new(HASH_MB));
    }
    if (data.id || data.definition) {
      latest++;
      send(data.id ? 'open' : 'define', data.id ?? data.definition);
    }
    if (data.stop)
      latest++;
    if (data.level)
      choose(data);
    else if (data.fen)
      analyse(data).catch(error => postMessage({ error: error.message }));
  } catch (error) {
    postMessage({ error: error.message });
  }
};
