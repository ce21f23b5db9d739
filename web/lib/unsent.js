/* Moves that could not be sent: kept in this browser until the server can be reached. The key of
 * each and the number of moves before it let the server recognise a move that it already has. */
import { post } from './api.js';

const NAME = 'apothecary.unsent';

/** @typedef {{ game: string, key: string, ply: number, move: string }} Unsent */

/** @returns {Unsent[]} */
function read() {
  try {
    return JSON.parse(localStorage.getItem(NAME) || '[]');
  } catch {
    return [];
  }
}

/** @param {Unsent[]} all */
const write = all => localStorage.setItem(NAME, JSON.stringify(all));

/** @param {Unsent} move */
export function keepMove(move) {
  write([...read().filter(({ key }) => key !== move.key), move]);
}

/**
 * Sends the moves that are kept. `onSent(move)` is told of each that the server has,
 * `onRefused(move, error)` of each that it no longer accepts.
 * @param {{ onSent: (move: Unsent) => void,
 * onRefused: (move: Unsent, error: Error) => void }} calls
 */
export async function sendKept({ onSent, onRefused }) {
  for (const unsent of read()) {
    const { game, ...body } = unsent;
    try {
      await post(`/api/games/${game}/moves`, body);
      onSent(unsent);
    } catch (error) {
      if (error.status === 0 || error.status >= 500 || error.status === 429)
        return;
      onRefused(unsent, error);
    }
    write(read().filter(({ key }) => key !== unsent.key));
  }
}
