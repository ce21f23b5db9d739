/* Additions to the page of a finished game: its points, downloads, and moves played from here in
 * other games. Fetched when the game is over. */
import { addStyle, byId } from '../lib/dom.js';
import { once } from '../lib/once.js';
import { nameOfLetter } from '../lib/piece-name.js';

/**
 * Parts not needed to play may be missing after a broken connection; the next change of the page
 * requests them again.
 * @param {Promise<void>} work
 */
const whenever = work => void work.catch(() => {});

export class Afterwards {
  #page;

  /**
   * @param {{ session: Session, record: import('../lib/record.js').Record,
   *   board: import('../board/board.js').Board, ply: () => number, onDone: () => void,
   *   onMove: (text: string) => void }} page `ply` is the one shown; a picture that is made shows
   *   others, until `onDone`; `onMove` is a move of other games that was chosen
   */
  constructor(page) {
    this.#page = page;
  }

  /** @param {Game} game */
  show(game) {
    whenever(this.#offerDownloads(game));
    const points = game.result?.points;
    byId('points').hidden = !points;
    if (points)
      whenever(import('./points.js').then(({ pointsTable }) => byId('points').replaceChildren(
        pointsTable(points, letter => nameOfLetter(this.#page.session, letter)))));
  }

  /**
   * Shows the moves of other games from the position after `ply`; not before the end, when that
   * would be help.
   * @param {Game} game
   * @param {number} ply
   */
  explore(game, ply) {
    whenever(this.#explore(game, ply));
  }

  /** @param {Game} game */
  async #offerDownloads(game) {
    byId('downloads').hidden = game.status !== 'finished';
    if (!byId('downloads').hidden)
      await once('downloads', async () => {
        const { offerPictures } = await import('./pictures-of-game.js');
        const { board, session, record, ply, onDone } = this.#page;
        offerPictures(board, { session, record, name: game.id, ply, onDone });
      });
  }

  /**
   * @param {Game} game
   * @param {number} ply
   */
  async #explore(game, ply) {
    byId('explorer-place').hidden = game.status !== 'finished';
    if (byId('explorer-place').hidden)
      return;
    addStyle(byId('explorer-place').dataset.style);
    const { record, onMove } = this.#page;
    const explorer = await once('explorer', async () => {
      const { Explorer } = await import('../widgets/explorer.js');
      return new Explorer(onMove);
    });
    const { number = 0, name = '' } = game.start ?? {};
    explorer.show(game.variant, record.fenAt(ply), name ? 0 : number);
  }
}
