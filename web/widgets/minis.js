/* Small boards in lists: each is drawn when it comes into sight, by the rules of its game. */
import { drawMini } from '../board/mini.js';
import { h } from '../lib/dom.js';
import { endsOf } from '../lib/record.js';
import { sessionOf } from '../lib/sessions.js';
import { settings } from '../lib/settings.js';

/**
 * A place for the picture of a game in a list, as the server describes games; the templates have
 * the same.
 * @param {any} parts
 */
export const miniSlot = ({ variant, fen, last_move: last, you }) => h('span', {
  class: 'mini', 'aria-hidden': 'true', 'data-variant': variant, 'data-fen': fen ?? '',
  'data-last': last ?? '',
  'data-you': you ?? '',
});

/** @param {HTMLElement} slot */
async function draw(slot) {
  const { variant, definition, fen, last, you } = slot.dataset;
  const session = await sessionOf(variant ?? '', definition ?? '');
  if (fen === 'start')
    session.start(1);
  else
    session.setFen(fen ?? '');
  const { pieces } = session.state();
  slot.replaceChildren(h('span', { class: 'apo-board', 'data-squares': settings.get('squares') },
    drawMini(session.game, pieces, { lastMove: endsOf(last ?? ''), isFlipped: you === 'black',
      set: settings.get('pieces') })));
}

const AHEAD = '300px';
const seen = new IntersectionObserver(entries => {
  for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
    seen.unobserve(target);
    // A position of other rules than ours: the list says all in words too.
    draw(/** @type {HTMLElement} */ (target)).catch(() => {});
  }
}, { rootMargin: AHEAD });

/**
 * Has the empty places below `root` drawn once they are near.
 * @param {ParentNode} [root]
 */
export function watchMinis(root = document) {
  for (const slot of root.querySelectorAll('.mini[data-fen]:not([data-fen=""]):empty'))
    seen.observe(slot);
}
