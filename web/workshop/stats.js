/* What games of the engine with itself say about a game. Pure. */

const SIGMAS = 1.96; // 95 % of the normal distribution
const QUARTERS = 4;  // of a won game

/**
 * @typedef {object} PlayedGame
 * @property {number} plies
 * @property {number} choices legal moves, summed over the plies
 * @property {number} whiteQuarters
 * @property {string} ending
 * @property {{ letter: string, kind: string, promoted: string | null, captured: string[] }[]} moves
 *
 * @typedef {{ low: number, mean: number, high: number }} Interval
 */

/**
 * The mean of results between 0 and 1 with its 95 % interval (Wilson's; where there are draws it is
 * wider than need be).
 * @param {number} sum
 * @param {number} count
 * @returns {Interval}
 */
export function intervalOf(sum, count) {
  if (count === 0)
    return { low: 0, mean: 0, high: 1 };
  const mean = sum / count, square = SIGMAS * SIGMAS;
  const middle = (mean + square / (2 * count)) / (1 + square / count);
  const half = SIGMAS / (1 + square / count)
    * Math.sqrt(mean * (1 - mean) / count + square / (4 * count * count));
  return { low: Math.max(0, middle - half), mean, high: Math.min(1, middle + half) };
}

/** @param {number[]} numbers */
const medianOf = numbers => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

export class GameStats {
  /** @type {PlayedGame[]} */
  #games = [];

  /** @param {PlayedGame} game */
  add(game) {
    this.#games.push(game);
  }

  get count() {
    return this.#games.length;
  }

  /** White's score, the share of draws, the median length in moves of both sides, the choices. */
  get summary() {
    const games = this.#games, { length: count } = games;
    const plies = games.reduce((sum, game) => sum + game.plies, 0);
    return {
      count,
      score: intervalOf(games.reduce((sum, game) => sum + game.whiteQuarters, 0) / QUARTERS, count),
      draws: intervalOf(games.filter(({ whiteQuarters }) => whiteQuarters === QUARTERS / 2).length,
        count),
      moves: Math.ceil(medianOf(games.map(game => game.plies)) / 2),
      choices: plies === 0 ? 0 : games.reduce((sum, game) => sum + game.choices, 0) / plies,
      endings: countOf(games.map(({ ending }) => ending)),
    };
  }

  /** What the pieces did in a game, on average: { moves, captured, promoted } by letter. */
  get pieces() {
    const all = this.#games.flatMap(({ moves }) => moves);
    const of = Math.max(1, this.#games.length);
    /** @param {string[]} letters */
    const mean = letters => new Map([...countOf(letters)].map(([one, many]) => [one, many / of]));
    return { moves: mean(all.map(({ letter }) => letter)),
      captured: mean(all.flatMap(({ captured }) => captured)),
      promoted: mean(all.flatMap(({ promoted }) => promoted ?? [])) };
  }

  /** The kinds of moves that were made, with how often. */
  get kinds() {
    return countOf(this.#games.flatMap(({ moves }) => moves.map(({ kind }) => kind)));
  }
}

/** @param {string[]} words */
function countOf(words) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of words)
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
