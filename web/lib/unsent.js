/* Moves that could not be sent: kept in this browser, encrypted (sealed.js), until the server can
 * be reached. The key of each and the number of moves before it let the server recognise a move
 * that it already has. Pages import this module when they need it. */
import { post } from './api.js';
import { toast } from './dom.js';
import { t } from './i18n.js';

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

/** Sends the moves that are kept, and says of each whether the server has taken it. */
export async function sendKept() {
  const sealed = await openSealed();
  for (const unsent of await sealed?.list('move ') ?? []) {
    const { game, ...body } = unsent;
    try {
      await post(`/api/games/${game}/moves`, body);
      toast(t('Your move {move} was sent.', { move: unsent.move }));
    } catch (error) {
      if (error.status === 0 || error.status >= 500 || error.status === 429)
        return;
      toast(t('Your move {move} was not taken: {reason}',
        { move: unsent.move, reason: error.message }));
    }
    await sealed?.drop(`move ${unsent.key}`);
  }
}
