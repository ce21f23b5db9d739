/* The engine as an adviser: the best line of a position, or the move of a player of a level. It
 * runs in a worker that is started when it is first asked. */
import { canShare } from '../lib/engine-memory.js';
import { NETS, engineModule, engineWorker } from '../lib/engine.js';

const NODES = 150000; // positions for one question: about a second
const MATE_CP = 10000;
const KEPT = 8; // answers: the coach asks about a position for a hint, and again once it is left

/** @typedef {{ fen: string, lines?: number, nodes?: number, level?: number, seed?: number }}
 * Question */

/**
 * The score of a line as one number, for the side to move: mates are beyond all pawns.
 * @param {EngineLine} line
 */
export const scoreOf = line => (line.mate_moves === undefined ? line.score_cp ?? 0
  : Math.sign(line.mate_moves || -1) * MATE_CP - line.mate_moves);

/**
 * A worker with the engine, and the game in it. `module` is the engine's, if the page has it
 * already.
 * @param {GameChoice} game
 * @param {(data: any) => void} onHear
 * @param {WebAssembly.Module | null} [module]
 */
export async function startEngine(game, onHear, module = null) {
  const [worker, compiled] = await Promise.all([engineWorker(), module ?? engineModule()]);
  worker.onmessage = ({ data }) => onHear(data);
  worker.postMessage({ module: compiled, isShared: module === null && canShare(), nets: NETS });
  worker.postMessage(game);
  return worker;
}

export class Thinker {
  #game;
  #module;
  #nodes;
  /** @type {Promise<Worker> | null} */
  #worker = null;
  /** @type {{ fen: string, nodes: number, done: (answer: any) => void } | null} */
  #asked = null;
  /** @type {Map<string, { line: EngineLine, nodes: number }>} the last best lines by position */
  #known = new Map();
  /** @type {Promise<any>} */
  #queue = Promise.resolve();

  /**
   * `module` is the engine's, if the page has it already; `nodes` are the positions to search for
   * an answer.
   * @param {GameChoice} game
   * @param {{ module?: WebAssembly.Module | null, nodes?: number }} [parts]
   */
  constructor(game, { module = null, nodes = NODES } = {}) {
    this.#game = game;
    this.#module = module;
    this.#nodes = nodes;
  }

  /**
   * Changes the game; what is being thought about then has no answer.
   * @param {GameChoice} game
   */
  open(game) {
    this.#game = game;
    this.#giveUp();
    this.#known.clear();
    this.#worker?.then(worker => worker.postMessage(game));
  }

  /** Ends the worker; what is being thought about has no answer. */
  close() {
    this.#worker?.then(worker => worker.terminate(), () => {});
    this.#worker = null;
    this.#giveUp();
  }

  /**
   * The best line from a position, or null if there is none.
   * @param {string} fen
   * @param {number} [nodes] how many positions to search, if not as many as usual
   * @returns {Promise<EngineLine | null>}
   */
  best(fen, nodes = this.#nodes) {
    return this.#ask({ fen, lines: 1, nodes });
  }

  /**
   * @param {string} fen
   * @param {EngineLine} line
   * @param {number} nodes that were asked for
   */
  #keep(fen, line, nodes) {
    this.#known.set(fen, { line, nodes });
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= KEPT)
        return;
      this.#known.delete(oldest);
    }
  }

  /**
   * The move of a player of the level, 1 to 8; null if there is none, or no engine.
   * @param {string} fen on a second line the moves made since
   * @param {number} level
   * @returns {Promise<string | null>}
   */
  async choose(fen, level) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    return (await this.#ask({ fen, level, seed }))?.move ?? null;
  }

  #giveUp() {
    this.#asked?.done(null);
    this.#asked = null;
  }

  /** @param {Question} question */
  #ask(question) {
    this.#queue = this.#queue.then(() => this.#think(question)).catch(() => null);
    return this.#queue;
  }

  /** @param {Question} question */
  async #think(question) {
    const { fen, level, nodes = 0 } = question;
    const known = level === undefined ? this.#known.get(fen) : undefined;
    if (known !== undefined && known.nodes >= nodes)
      return known.line;
    const worker = await (this.#worker ??=
      startEngine(this.#game, data => this.#hear(data), this.#module));
    return new Promise(done => {
      this.#asked = { fen, nodes, done };
      worker.postMessage(question);
    });
  }

  /**
   * @param {{ fen?: string, lines?: any[], nodes?: number, chosen?: any, isDone?: boolean,
   * error?: string }} data
   */
  async #hear({ fen, lines = [], nodes = 0, chosen, isDone, error }) {
    const best = chosen ?? lines.find(({ line }) => line === 1) ?? null;
    if (this.#asked === null || (error === undefined && fen !== this.#asked.fen))
      return;
    // Not by the nodes of the line: the next depth may take long, or for ever in short slices.
    if (error === undefined && !isDone && (best === null || nodes < this.#asked.nodes))
      return;
    const { fen: asked, nodes: wanted, done } = this.#asked;
    this.#asked = null;
    if (chosen === undefined && best !== null)
      this.#keep(asked, best, wanted);
    (await this.#worker)?.postMessage({ stop: true });
    done(best);
  }
}
