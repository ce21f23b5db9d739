/* The engine in the calling thread. The module has no clock and cannot be interrupted, so a
 * search runs in slices of a number of nodes; between slices the thread handles messages. */
import { ApothecaryError } from './errors.js';
import { exportsOf, wordOf } from './module.js';
import { Handle } from './wasm.js';

const SLICE_NODES = 20000; // less than a tenth of a second

/** Lets messages and timers run. */
const breath = () => new Promise(done => setTimeout(done));

export class Searcher {
  #handle;
  #game = ''; // the source of the open game, as JSON

  /** @param {number} hash megabytes */
  constructor(hash) {
    this.#handle = new Handle(exportsOf(), 'analyst', exportsOf().apo_analyst_new(hash));
  }

  free() {
    this.#handle.free();
  }

  /**
   * Searches a position: { source, position }, the source of a variant and the FEN with the
   * moves since on the next line. `onInfo` gets each line found; `isStopped` is polled between
   * slices.
   * @param {any} ask
   * @param {any} limits { depth, nodes, time, mate, lines }
   * @param {(line: any) => void} onInfo
   * @param {() => boolean} isStopped
   */
  async search(ask, limits, onInfo, isStopped) {
    const { depth = 0, nodes = 0, time = 0, mate = 0, lines = 1 } = limits;
    const began = performance.now(), { api, at } = this.#handle;
    this.#open(ask);
    this.#check(api.apo_analyst_begin_limited(at, lines, depth, mate));
    /** @type {Map<number, any>} */
    const found = new Map();
    for (let more = 1, searched = 0; more === 1;) {
      const slice = nodes > 0 ? Math.min(SLICE_NODES, nodes - searched) : SLICE_NODES;
      more = api.apo_analyst_slice(at, slice);
      this.#check(Math.max(0, -more));
      searched += slice;
      for (const text of this.#handle.output().split('\n').filter(Boolean)) {
        const line = lineOf(JSON.parse(text));
        found.set(line.line, line);
        onInfo({ ...line, time: performance.now() - began });
      }
      if (nodes > 0 && searched >= nodes || time > 0 && performance.now() - began >= time)
        break;
      await breath();
      if (isStopped())
        break;
    }
    this.#check(api.apo_analyst_best(at));
    return { ...moveOf(JSON.parse(this.#handle.output())), lines: [...found.values()] };
  }

  /**
   * The move of a player of a level, 1 to 8.
   * @param {any} ask
   * @param {any} options { level, seed, nodes }
   */
  choose(ask, { level, seed, nodes }) {
    this.#open(ask);
    this.#check(this.#handle.api.apo_analyst_choose(this.#handle.at, level, seed, nodes));
    return moveOf(JSON.parse(this.#handle.output()));
  }

  /**
   * Runs the engine's benchmark in a game; returns { nodes, signature }.
   * @param {any} source
   * @param {number} nodes
   */
  bench(source, nodes) {
    this.#open({ source, position: '' });
    this.#check(this.#handle.api.apo_analyst_bench(this.#handle.at, nodes));
    const [searched, signature] = this.#handle.output().split(' ');
    return { nodes: Number(searched), signature };
  }

  /** @param {any} ask */
  #open({ source, position }) {
    const game = JSON.stringify(source);
    if (game !== this.#game) {
      this.#game = '';
      if (source.definition === undefined)
        this.#send('open', source.id);
      else
        this.#send('define', source.definition);
      this.#game = game;
    }
    this.#send('position', position);
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  #send(name, text) {
    const { api, at } = this.#handle;
    this.#check(api[`apo_analyst_${name}`](at, this.#handle.put(text)));
  }

  /** @param {number} status */
  #check(status) {
    if (status !== 0)
      throw new ApothecaryError(this.#handle.output().trim(), { code: wordOf(status) });
  }
}

/** @param {any} parts */
const scoreOf = ({ score_cp: cp, mate_moves: mate }) => (mate === undefined ? { cp } : { mate });

/** @param {any} read */
const lineOf = ({ depth, line, nodes, pv, san, ...score }) => ({ depth, line, nodes, pv, san,
  score: scoreOf(score) });

/** @param {any} read */
const moveOf = ({ move = null, san = null, answer = null, ...score }) => ({ move, san,
  ponder: answer, score: move === null ? null : scoreOf(score) });
