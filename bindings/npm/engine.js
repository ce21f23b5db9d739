/* The engine, in a worker or in the calling thread. One search at a time: the next one waits
 * for the previous one. */
import { Board } from './board.js';
import { ApothecaryError } from './errors.js';
import { isNode, load, moduleOf } from './module.js';
import { Searcher } from './searcher.js';
import { Variant, numberOf } from './variant.js';

const HASH_MB = 16, HASH_MAX_MB = 1024;

export class Engine {
  #host;
  /** @type {Promise<any>} */
  #queue = Promise.resolve();
  #isClosed = false;

  /**
   * Internal: use Engine.start().
   * @param {any} host
   */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Starts an engine with a hash table of `hash` megabytes, in a worker unless `worker` is
   * false.
   * @param {{ hash?: number, worker?: boolean }} [options]
   */
  static async start({ hash = HASH_MB, worker = true } = {}) {
    numberOf(hash, 'the size of the hash table', 1, HASH_MAX_MB);
    await load();
    return new Engine(worker ? await WorkerHost.start(hash) : new LocalHost(hash));
  }

  /**
   * Searches the board's position, game so far included, until a limit is reached: `depth` in
   * half-moves, `nodes`, `time` in milliseconds, `mate` in moves. An AbortSignal in `signal` ends
   * it earlier; the answer is the best found by then.
   * @param {Board} board
   * @param {any} [options]
   */
  async search(board, { signal = undefined, onInfo = () => {}, ...limits } = {}) {
    const { depth = 0, nodes = 0, time = 0, mate = 0, lines = 1 } = limits;
    numberOf(depth, 'a depth', 0, 127);
    numberOf(nodes, 'a number of nodes', 0, Number.MAX_SAFE_INTEGER);
    numberOf(mate, 'a number of moves', 0, 1000);
    numberOf(lines, 'a number of lines', 1, 64);
    if (!(typeof time === 'number' && time >= 0))
      throw new ApothecaryError('a time is a number of milliseconds', { code: 'range' });
    if (depth + nodes + time + mate === 0 && signal === undefined)
      throw new ApothecaryError('expected a depth, nodes, a time, a mate or a signal: nothing '
        + 'would end this search', { code: 'range' });
    const ask = askOf(board);
    return this.#next(() => this.#host.search(ask, { depth, nodes, time, mate, lines }, onInfo,
      signal));
  }

  /**
   * The move of a player of a level, 1 (a beginner) to 8 (full strength). The same seed chooses
   * the same move.
   * @param {Board} board
   * @param {{ level?: number, seed?: number, nodes?: number }} [options]
   */
  async play(board, { level = 8, seed = Math.floor(Math.random() * 0x100000000),
    nodes = 0 } = {}) {
    numberOf(level, 'a level', 1, 8);
    numberOf(seed, 'a seed');
    numberOf(nodes, 'a number of nodes');
    const ask = askOf(board);
    return this.#next(() => this.#host.choose(ask, { level, seed, nodes }));
  }

  /**
   * Searches four fixed positions of a game with `nodes` nodes each: see `apothecary bench`.
   * @param {Variant | string} [variant]
   * @param {{ nodes?: number }} [options]
   */
  async bench(variant = 'chess', { nodes = 20000 } = {}) {
    numberOf(nodes, 'a number of nodes', 1, 1000000000);
    const { source } = variant instanceof Variant ? variant : Variant.get(variant);
    return this.#next(() => this.#host.bench(source, nodes));
  }

  /** Ends the engine and its worker; running searches fail. */
  close() {
    if (!this.#isClosed)
      this.#host.close();
    this.#isClosed = true;
  }

  [Symbol.dispose ?? Symbol.for('Symbol.dispose')]() {
    this.close();
  }

  /** @param {() => Promise<any>} job */
  #next(job) {
    const result = this.#queue.then(() => {
      if (this.#isClosed)
        throw new ApothecaryError('the engine has been closed', { code: 'unsupported' });
      return job();
    });
    this.#queue = result.catch(() => {});
    return result;
  }
}

/** @param {Board} board */
function askOf(board) {
  if (!(board instanceof Board))
    throw new ApothecaryError('expected a Board', { code: 'unsupported' });
  return { source: board.variant.source,
    position: `${board.startFen}\n${board.moveStack.join(' ')}` };
}

class LocalHost {
  #searcher;

  /** @param {number} hash */
  constructor(hash) {
    this.#searcher = new Searcher(hash);
  }

  /**
   * @param {any} ask
   * @param {any} limits
   * @param {any} onInfo
   * @param {AbortSignal} [signal]
   */
  search(ask, limits, onInfo, signal) {
    return this.#searcher.search(ask, limits, onInfo, () => signal?.aborted ?? false);
  }

  /**
   * @param {any} ask
   * @param {any} options
   */
  async choose(ask, options) {
    return this.#searcher.choose(ask, options);
  }

  /**
   * @param {any} source
   * @param {number} nodes
   */
  async bench(source, nodes) {
    return this.#searcher.bench(source, nodes);
  }

  close() {
    this.#searcher.free();
  }
}

class WorkerHost {
  #worker;
  #count = 0;
  /** @type {Map<number, any>} */
  #waiting = new Map();

  /** @param {any} worker */
  constructor(worker) {
    this.#worker = worker;
    /** @param {any} error */
    const fail = error => this.#fail(error?.message || 'the worker has ended');
    if (isNode) {
      worker.on('message', (/** @type {any} */ data) => this.#hear(data)).on('error', fail)
        .on('exit', () => fail(null));
      worker.unref(); // an idle engine does not keep the program alive
    } else {
      worker.onmessage = (/** @type {any} */ { data }) => this.#hear(data);
      worker.onerror = fail;
    }
  }

  /** @param {number} hash */
  static async start(hash) {
    const address = new URL('./worker.js', import.meta.url);
    const { Worker: Thread } = isNode ? await import(
      /* webpackIgnore: true */ /* @vite-ignore */ 'node:worker_threads') : globalThis;
    const host = new WorkerHost(new Thread(address, { type: 'module' }));
    await host.#send({ what: 'open', module: moduleOf(), hash });
    return host;
  }

  /**
   * @param {any} ask
   * @param {any} limits
   * @param {any} onInfo
   * @param {AbortSignal} [signal]
   */
  search(ask, limits, onInfo, signal) {
    const result = this.#send({ what: 'search', ask, limits }, onInfo), id = this.#count;
    const stop = () => this.#worker.postMessage({ what: 'stop', id });
    if (signal?.aborted)
      stop();
    signal?.addEventListener('abort', stop);
    return result.finally(() => signal?.removeEventListener('abort', stop));
  }

  /**
   * @param {any} ask
   * @param {any} options
   */
  choose(ask, options) {
    return this.#send({ what: 'choose', ask, options });
  }

  /**
   * @param {any} source
   * @param {number} nodes
   */
  bench(source, nodes) {
    return this.#send({ what: 'bench', source, nodes });
  }

  close() {
    this.#worker.terminate();
    this.#fail('the engine has been closed');
  }

  /**
   * @param {any} message
   * @param {(info: any) => void} [onInfo]
   */
  #send(message, onInfo = () => {}) {
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, onInfo });
      this.#worker.ref?.();
      this.#worker.postMessage({ ...message, id });
    });
  }

  /** @param {any} data */
  #hear({ id, info, answer, error }) {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined)
      return;
    if (info !== undefined) {
      waiting.onInfo(info);
      return;
    }
    this.#waiting.delete(id);
    if (this.#waiting.size === 0)
      this.#worker.unref?.();
    if (error !== undefined)
      waiting.reject(new ApothecaryError(error.message, error));
    else
      waiting.resolve(answer);
  }

  /** @param {string} reason */
  #fail(reason) {
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of all)
      reject(new ApothecaryError(reason));
  }
}
