/* Lets the engine play games against itself, in a thread of its own. In: { module, text, seed,
 * games, nodes }. Out: { review }, then { game } for each finished game, { isDone } or { error
 * }. */
import { Handle, instantiate } from '../lib/wasm.js';
import { Library } from './library.js';

const PLIES_MAX = 400;
const RANDOM_PLIES = 4; // so that the games differ
const LEVEL_FULL = 8;

/** @param {number} seed */
function randomOf(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(state / 2 ** 32 * bound);
  };
}

class Player {
  #session;
  #analyst;
  #nodes;
  #random;

  /**
   * @param {Session} session
   * @param {Handle} analyst
   * @param {number} nodes
   * @param {number} seed
   */
  constructor(session, analyst, nodes, seed) {
    this.#session = session;
    this.#analyst = analyst;
    this.#nodes = nodes;
    this.#random = randomOf(seed);
  }

  /** One game, from a start chosen at random. */
  play() {
    const session = this.#session;
    session.start(1 + this.#random(session.game.starts));
    const first = session.fen();
    /** @type {string[]} */
    const texts = [];
    /** @type {import('./stats.js').PlayedGame} */
    const game = { plies: 0, choices: 0, whiteQuarters: 2, ending: 'none', moves: [] };
    while (game.plies < PLIES_MAX) {
      const { ending, whiteQuarters } = session.outcome(first, texts);
      if (ending !== 'none')
        return { ...game, ending, whiteQuarters };
      const legal = session.moves(), move = this.#choose(legal, game.plies);
      const { pieces } = session.state();
      game.moves.push({ letter: pieces[move.from]?.letter ?? move.text[0], kind: move.kind,
        promoted: move.promoted, captured: move.captures.map(at => pieces[at]?.letter ?? '') });
      game.choices += legal.length;
      game.plies++;
      session.play(move.text);
      texts.push(move.text);
    }
    return game;
  }

  /**
   * @param {Move[]} legal
   * @param {number} ply
   */
  #choose(legal, ply) {
    if (ply < RANDOM_PLIES)
      return legal[this.#random(legal.length)];
    const analyst = this.#analyst, { api, at } = analyst;
    api.apo_analyst_position(at, analyst.put(this.#session.fen()));
    api.apo_analyst_choose(at, LEVEL_FULL, this.#random(2 ** 31), this.#nodes);
    const { move } = JSON.parse(analyst.output());
    return legal.find(({ text }) => text === move) ?? legal[0];
  }
}

/** @param {{ module: WebAssembly.Module, text: string, seed: number, games: number, nodes: number
 * }} parts */
async function report({ module, text, seed, games, nodes }) {
  const api = await instantiate(module), library = new Library(api);
  postMessage({ review: library.review(text) });
  const analyst = new Handle(api, 'analyst', api.apo_analyst_new(16));
  if (api.apo_analyst_define(analyst.at, analyst.put(text)) !== 0)
    throw new Error(analyst.output());
  const player = new Player(library.rules.open({ definition: text }), analyst, nodes, seed);
  for (let i = 0; i < games; i++)
    postMessage({ game: player.play() });
  postMessage({ isDone: true });
}

onmessage = ({ data }) => report(data).catch(error => postMessage({ error: error.message }));
