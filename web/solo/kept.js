/* Games against the computer of this browser, kept in it alone: { id, variant, definition, name,
 * fen, start, level, you, moves, result, began }; `fen` is the first position, `start` its number
 * or 0, `moves` are coordinates, `result` is null while the game goes on. */
const KEY = 'apothecary.solo';
const KEPT_MAX = 40;

/** @typedef {{ id: string, variant: string, definition: string, name: string, fen: string,
 * start: number, level: number, you: Color, moves: string[], began: number,
 * result: { white_quarters: number, reason: string, words: string } | null }} SoloGame */

/** @type {{ [name: string]: string }} */
const SHAPE = { id: 'string', variant: 'string', definition: 'string', name: 'string',
  fen: 'string', start: 'number', level: 'number', you: 'string', began: 'number' };

/**
 * Whether it is a game as this module writes it: storage can hold anything.
 * @param {any} game
 */
const isGame = game => typeof game === 'object' && game !== null
  && Object.entries(SHAPE).every(([name, type]) => typeof game[name] === type)
  && Array.isArray(game.moves)
  && game.moves.every((/** @type {unknown} */ move) => typeof move === 'string')
  && (game.you === 'white' || game.you === 'black')
  && (game.result === null || typeof game.result?.white_quarters === 'number');

/**
 * All kept games, the latest first.
 * @returns {SoloGame[]}
 */
export function keptGames() {
  try {
    const games = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(games) ? games.filter(isGame) : [];
  } catch {
    return [];
  }
}

/** @param {SoloGame[]} games */
function write(games) {
  try {
    localStorage.setItem(KEY, JSON.stringify(games.slice(0, KEPT_MAX)));
    return true;
  } catch {
    return false;
  }
}

/**
 * Keeps a game, in the first place; false if the browser does not let it.
 * @param {SoloGame} game
 */
export const keepGame = game => write([game, ...keptGames().filter(({ id }) => id !== game.id)]);

/** @param {string} wanted */
export const dropGame = wanted => write(keptGames().filter(({ id }) => id !== wanted));
