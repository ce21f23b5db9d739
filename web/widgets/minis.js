/* Small boards in lists: each is drawn with the rules of its game when it scrolls into view. */
import { drawMini } from '../board/mini.js';
import { h } from '../lib/dom.js';
import { endsOf } from '../lib/record.js';
import { sessionOf } from '../lib/sessions.js';
import { settings } from '../lib/settings.js';

/**
 * The placeholder for the picture of a game in a list, described as by the server; the
 * templates contain the same element.
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
    // The rules here may reject the position; the list says everything in words too.
    draw(/** @type {HTMLElement} */ (target)).catch(() => {});
  }
}, { rootMargin: AHEAD });

/**
 * Draws the empty placeholders below `root` once they are near the viewport.
 * @param {ParentNode} [root]
 */
export function watchMinis(root = document) {
  for (const slot of root.querySelectorAll('.mini[data-fen]:not([data-fen=""]):empty'))
    seen.observe(slot);
}
