/* The engine as an adviser: the best line of a position, or the move of a player of a level. It
 * runs in a worker that is started when it is first asked. */
import { engineModule, engineWorker } from '../lib/engine.js';

const NODES = 150000; // positions for one question: about a second

/** @typedef {{ fen: string, lines?: number, level?: number, seed?: number }} Question */

export class Thinker {
  #game;
  #module;
  /** @type {Promise<Worker> | null} */
  #worker = null;
  /** @type {{ fen: string, done: (answer: any) => void } | null} */
  #asked = null;
  /** @type {Promise<any>} */
  #queue = Promise.resolve();

  /**
   * `module` is the engine's, if the page has it already.
   * @param {GameChoice} game
   * @param {WebAssembly.Module | null} [module]
   */
  constructor(game, module = null) {
    this.#game = game;
    this.#module = module;
  }

  /**
   * Changes the game; what is being thought about then has no answer.
   * @param {GameChoice} game
   */
  open(game) {
    this.#game = game;
    this.#asked?.done(null);
    this.#asked = null;
    this.#worker?.then(worker => worker.postMessage(game));
  }

  /**
   * The best line from a position, or null if there is none.
   * @param {string} fen
   * @returns {Promise<any>}
   */
  best(fen) {
    return this.#ask({ fen, lines: 1 });
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

  /** Ends the worker. */
  close() {
    this.#asked?.done(null);
    this.#asked = null;
    this.#worker?.then(worker => worker.terminate(), () => {});
    this.#worker = null;
  }

  async #start() {
    const [worker, module] = await Promise.all([engineWorker(), this.#module ?? engineModule()]);
    worker.onmessage = ({ data }) => this.#hear(worker, data);
    worker.postMessage({ module });
    worker.postMessage(this.#game);
    return worker;
  }

  /** @param {Question} question */
  #ask(question) {
    this.#queue = this.#queue.then(() => this.#think(question)).catch(() => null);
    return this.#queue;
  }

  /** @param {Question} question */
  async #think(question) {
    const worker = await (this.#worker ??= this.#start());
    return new Promise(done => {
      this.#asked = { fen: question.fen, done };
      worker.postMessage(question);
    });
  }

  /**
   * @param {Worker} worker
   * @param {{ fen?: string, lines?: any[], chosen?: any, isDone?: boolean, error?: string }} data
   */
  #hear(worker, { fen, lines = [], chosen, isDone, error }) {
    const best = chosen ?? lines.find(({ line }) => line === 1) ?? null;
    if (this.#asked === null || (error === undefined && fen !== this.#asked.fen))
      return;
    if (error === undefined && !isDone && (best === null || best.nodes < NODES))
      return;
    worker.postMessage({ stop: true });
    this.#asked.done(best);
    this.#asked = null;
  }
}
