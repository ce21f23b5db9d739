/* Games against the computer in this browser, stored only there: { id, variant, definition, name,
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
 * True if it is a game in the form that this module writes: storage can hold anything.
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
 * Stores a game as the first in the list; false if the browser does not allow it.
 * @param {SoloGame} game
 */
export const keepGame = game => write([game, ...keptGames().filter(({ id }) => id !== game.id)]);

/** @param {string} wanted */
export const dropGame = wanted => write(keptGames().filter(({ id }) => id !== wanted));
