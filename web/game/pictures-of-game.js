/* Buttons that save the board as a picture, save the whole game as an animation, and copy the HTML
 * that shows it on another page. */
import { viewOfSession } from '../board/view.js';
import { byId, copyText } from '../lib/dom.js';
import { frameCode } from '../lib/frame-code.js';
import { endsOf } from '../lib/record.js';

/**
 * @param {import('../board/board.js').Board} board
 * @param {{ session: Session, record: import('../lib/record.js').Record, name: string,
 * ply: () => number, onDone: () => void }} parts `name`: of the files; `ply`: the one shown;
 * `onDone` shows it again.
 */
export function offerPictures(board, { session, record, name, ply, onDone }) {
  for (const form of ['svg', 'png']) {
    offer(byId(`picture-${form}`), async () => {
      const { savePicture } = await import('../board/save-picture.js');
      await savePicture(board, form, `${name}-${ply()}`);
    });
  }
  offer(byId('animation-gif'), async () => {
    const frames = Array.from({ length: record.length + 1 }, (_, index) => {
      const move = record.enter(index);
      return { ...viewOfSession(session), lastMove: endsOf(move?.text ?? '') };
    });
    onDone();
    const { saveAnimation } = await import('../board/animation.js');
    await saveAnimation(board, frames, name);
  });
  offer(byId('embed-code'), () => copyText(frameCode({ played: byId('game').dataset.id },
    document.title)));
}

/**
 * @param {PageElement} button
 * @param {() => Promise<void>} act
 */
function offer(button, act) {
  button.hidden = false;
  button.addEventListener('click', act);
}
