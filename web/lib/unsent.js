/* Moves that could not be sent: kept in this browser, encrypted (sealed.js), until the server can
 * be reached. The key of each and the number of moves before it let the server recognise a move
 * that it already has. */
import { post } from './api.js';

/** @typedef {{ game: string, key: string, ply: number, move: string }} Unsent */

const openSealed = async () => (await import('./sealed.js')).openSealed();

/** Gets ready to keep moves, while the server can be reached. */
export const prepareToKeep = () => openSealed();

/**
 * Keeps a move. False: that is not possible here.
 * @param {Unsent} move
 */
export async function keepMove(move) {
  return await (await openSealed())?.keep(`move ${move.key}`, move) ?? false;
}

/** Whether anything may be there, also from before it was encrypted. */
function isKept() {
  try {
    return Object.keys(localStorage).some(name =>
      /^apothecary\.(sealed\.|unsent$|note:|analysis:)/.test(name));
  } catch {
    return false;
  }
}

/**
 * Sends the moves that are kept. `onSent(move)` is told of each that the server has,
 * `onRefused(move, error)` of each that it no longer accepts.
 * @param {{ onSent: (move: Unsent) => void,
 * onRefused: (move: Unsent, error: Error) => void }} calls
 */
export async function sendKept({ onSent, onRefused }) {
  const sealed = isKept() ? await openSealed() : null;
  for (const unsent of await sealed?.list('move ') ?? []) {
    const { game, ...body } = unsent;
    try {
      await post(`/api/games/${game}/moves`, body);
      onSent(unsent);
    } catch (error) {
      if (error.status === 0 || error.status >= 500 || error.status === 429)
        return;
      onRefused(unsent, error);
    }
    await sealed?.drop(`move ${unsent.key}`);
  }
}
