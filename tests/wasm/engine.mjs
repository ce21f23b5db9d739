// usage: node engine.mjs MODULE.wasm APOTHECARY
// The engine in the module must find what the native command finds, node for node; its slices must
// make progress; and the worker in docs/wasm.md must work as printed.
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const [, , modulePath, command] = process.argv;
const module = new WebAssembly.Module(readFileSync(modulePath));
const api = new WebAssembly.Instance(module).exports;
const analyst = api.apo_analyst_new(64);
const BENCH_NODES = 3000, SLICE = 10000, SLICES = 20;
let passed = 0, failed = 0;

function check(what, got, wanted) {
  if (got === wanted) {
    passed++;
  } else {
    failed++;
    console.error(`${what}\n  got:    ${got}\n  wanted: ${wanted}`);
  }
}

const send = (name, text) => sendBytes(name, new TextEncoder().encode(text));

function sendBytes(name, bytes) {
  const at = api.apo_analyst_input(analyst, bytes.length);
  new Uint8Array(api.memory.buffer, at, bytes.length).set(bytes);
  return api[`apo_analyst_${  name}`](analyst, bytes.length);
}

function answer() {
  const at = api.apo_analyst_output(analyst);
  return new TextDecoder().decode(
    new Uint8Array(api.memory.buffer, at, api.apo_analyst_length(analyst)));
}

const lines = () => answer().split('\n').filter(Boolean).map(line => JSON.parse(line));

// --- the same search ---
const signatures = {};
for (const game of ['alert', 'modern', 'classic', 'apothecary2', 'prequel', 'grand']) {
  const native = execFileSync(
    command, ['bench', game, '--nodes', String(BENCH_NODES), '--eval-file', 'none'],
    { encoding: 'utf8' }).split('\n')[0];
  const [, nodes, signature] = /(\d+) nodes .*signature ([0-9a-f]+)/.exec(native);
  check(`${game} opens`, send('open', game), 0);
  check(`${game} is searched`, api.apo_analyst_bench(analyst, BENCH_NODES), 0);
  check(`${game} signature`, answer(), `${nodes} ${signature}`);
  signatures[game] = `${nodes} ${signature}`;
}

// --- the same with a net, to the bit; and without it again ---
const withNet = game => /(\d+) nodes .*signature ([0-9a-f]+)/.exec(execFileSync(command,
  ['bench', game, '--nodes', String(BENCH_NODES)], { encoding: 'utf8' })).slice(1).join(' ');
const netOf = game => readFileSync(fileURLToPath(new URL(`../../nets/${game}.net`,
  import.meta.url)));
for (const game of ['alert', 'modern', 'grand']) {
  check(`${game} opens`, send('open', game), 0);
  check(`${game} takes its net`, sendBytes('net', netOf(game)), 0);
  check(`${game} is searched`, api.apo_analyst_bench(analyst, BENCH_NODES), 0);
  check(`${game} with its net`, answer(), withNet(game));
  check('a net changes the search', withNet(game) === signatures[game], false);
}
check('a net of another game is refused', sendBytes('net', netOf('modern')) !== 0, true);
check('so is what is no net', send('net', 'nonsense') !== 0, true);
check('opens again', send('open', 'grand'), 0);
check('is searched', api.apo_analyst_bench(analyst, BENCH_NODES), 0);
check('without the net', answer(), signatures.grand);

// --- the same in a worker: a module that is shared, an instance of its own ---
const GAMES = ['alert', 'modern', 'classic', 'apothecary2', 'prequel'];
const searcher = new Worker(`
  const { parentPort, workerData: { module, games, nodes } } = require('node:worker_threads');
  const api = new WebAssembly.Instance(module).exports;
  const analyst = api.apo_analyst_new(64);
  for (const game of games) {
    const bytes = new TextEncoder().encode(game);
    const at = api.apo_analyst_input(analyst, bytes.length);
    new Uint8Array(api.memory.buffer, at, bytes.length).set(bytes);
    api.apo_analyst_open(analyst, bytes.length);
    api.apo_analyst_bench(analyst, nodes);
    parentPort.postMessage(new TextDecoder().decode(new Uint8Array(
      api.memory.buffer, api.apo_analyst_output(analyst), api.apo_analyst_length(analyst))));
  }`, { eval: true, workerData: { module, games: GAMES, nodes: BENCH_NODES } });
const found = [];
searcher.on('message', text => found.push(text));
await new Promise((resolve, reject) => searcher.on('exit', resolve).on('error', reject));
check('a worker finds the same', found.join(), GAMES.map(game => signatures[game]).join());

// --- slices ---
function deepest(game, slice, total) {
  let depth = 0;
  check('opens', send('open', game), 0);
  check('sets up', send('position', ''), 0);
  check('begins', api.apo_analyst_begin(analyst, 1), 0);
  for (let nodes = 0; nodes < total; nodes += slice) {
    check('goes on', api.apo_analyst_slice(analyst, slice), 1);
    for (const line of lines()) {
      check('one line a depth, each deeper', line.depth > depth, true);
      depth = line.depth;
      check('as many moves in both notations', line.pv.length, line.san.length);
    }
  }
  return depth;
}
// A slice begins with a filled table and so searches another tree: in a single game either search
// may be ahead.
let lost = 0;
for (const game of GAMES) {
  const whole = deepest(game, SLICES * SLICE, SLICES * SLICE);
  const sliced = deepest(game, SLICE, SLICES * SLICE);
  console.log(`${game}: depth ${whole} at once, ${sliced} in ${SLICES} slices`);
  check(`${game}: slices get as deep but for three plies`, sliced >= whole - 3, true);
  lost += whole - sliced;
}
check('slices get as deep but for two plies in the mean', lost <= 2 * GAMES.length, true);

const MATE = '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1';
check('chess', send('open', 'chess'), 0);
check('a mate', send('position', MATE), 0);
check('begins', api.apo_analyst_begin(analyst, 1), 0);
let slices = 0;
while (api.apo_analyst_slice(analyst, 20000) === 1 && ++slices < 20);
check('a mate ends the search', slices < 20, true);
check('best', api.apo_analyst_best(analyst), 0);
check('mates', answer(), '{"move":"a1a8","san":"Ra8#","score_cp":0}'.replace('score_cp":0',
  'mate_moves":1'));
check('after moves', send('position', 'start 1\nf3 e5 g2g4'), 0);
check('full level', api.apo_analyst_choose(analyst, 8, 1, 5000), 0);
check('finds it', JSON.parse(answer()).move, 'd8h4');
check('weak level', api.apo_analyst_choose(analyst, 1, 7, 0), 0);
const chosen = answer();
api.apo_analyst_choose(analyst, 1, 7, 0);
check('the same seed, the same move', answer(), chosen);
check('no move', send('position', 'start\nf3 e5 g4 Qh4#'), 0);
api.apo_analyst_begin(analyst, 1);
check('nothing to do', api.apo_analyst_slice(analyst, 1000), 0);
api.apo_analyst_best(analyst);
check('no best move', answer(), '{}');

// --- nonsense ---
check('no such level', api.apo_analyst_choose(analyst, 9, 1, 0) !== 0, true);
check('no lines', api.apo_analyst_begin(analyst, 0) !== 0, true);
check('too many lines', api.apo_analyst_begin(analyst, 100000) !== 0, true);
for (const nonsense of ['x', '\u0000', 'start 0', 'start x', '9'.repeat(5000), 'start\ne9e5',
  '\ne2e4 e2e4']) {
  check('refuses a position', send('position', nonsense) !== 0, true);
  check('says why', answer().length > 0, true);
  check('wants a new analysis', api.apo_analyst_slice(analyst, 100) < 0, true);
}
check('no such game', send('open', 'nonsense') !== 0, true);
check('no definition', send('define', 'nonsense') !== 0, true);
check('one more', send('open', 'modern'), 0);
api.apo_analyst_free(analyst);
api.apo_analyst_free(0);

// --- the worker of the documentation ---
const page = readFileSync(fileURLToPath(new URL('../../docs/wasm.md', import.meta.url)), 'utf8');
const example = /```js\n([^]*?)```/.exec(page)[1];
const browser = `const { parentPort } = require('node:worker_threads');
  globalThis.postMessage = message => parentPort.postMessage(message);
  parentPort.on('message', data => globalThis.onmessage({ data }));\n`;
const worker = new Worker(browser + example, { eval: true });

/** Messages until one satisfies `is_last`. */
const until = isLast => new Promise((resolve, reject) => {
  const got = [];
  worker.on('error', reject);
  worker.on('message', message => {
    got.push(message);
    if (message.error && !isLast(message))
      reject(new Error(message.error));
    if (isLast(message)) {
      worker.removeAllListeners('message');
      resolve(got);
    }
  });
});
worker.postMessage({ module });
worker.postMessage({ game: 'chess', fen: MATE, moves: [], lines: 1 });
let got = await until(message => message.best);
check('the worker mates', got.at(-1).best?.move, 'a1a8');
worker.postMessage({ game: 'modern', fen: 'start 14', moves: ['e3e5'], lines: 3 });
got = await until(message => message.depth >= 5 && message.line === 3);
check('three lines', new Set(got.filter(one => one.depth === 4).map(one => one.line)).size, 3);
worker.postMessage({ stop: true });
worker.postMessage({ game: 'chess', fen: 'start', moves: ['e2e5'], lines: 1 });
got = await until(message => message.error);
check('the worker complains', got.at(-1).error.length > 0, true);
await worker.terminate();

console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
