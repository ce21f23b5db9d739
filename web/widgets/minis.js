/* Small boards in lists: each is drawn with the rules of its game when it scrolls into view, unless
 * the server has drawn it. */
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
  const { pieces, walls } = session.state();
  slot.replaceChildren(h('span', { class: 'apo-board', 'data-squares': settings.get('squares') },
    drawMini(session.game, pieces, { walls, lastMove: endsOf(last ?? ''),
      isFlipped: you === 'black', set: settings.get('pieces') })));
}

const AHEAD = '300px';
const seen = new IntersectionObserver(entries => {
  for (const { target } of entries.filter(({ isIntersecting }) => isIntersecting)) {
    seen.unobserve(target);
    // The rules here may reject the position; the list says everything in words too.
    draw(/** @type {HTMLElement} */ (target)).catch(() => {});
  }
}, { rootMargin: AHEAD });

// The server draws pieces in one way only; what it has drawn takes on the chosen squares.
/** @param {Element} slot */
function isDrawn(slot) {
  slot.querySelector('.apo-board')?.setAttribute('data-squares', settings.get('squares'));
  return slot.querySelector(settings.get('pieces') === 'drawn' ? 'svg' : '.apo-mini') !== null;
}

/**
 * Draws the placeholders below `root` that have no picture of the chosen pieces, once they are near
 * the viewport.
 * @param {ParentNode} [root]
 */
export function watchMinis(root = document) {
  for (const slot of root.querySelectorAll('.mini[data-fen]:not([data-fen=""])'))
    if (!isDrawn(slot))
      seen.observe(slot);
}
