/* The chances of the five outcomes over the moves of a game, as bands: White's win at the
 * bottom, Black's at the top. */
import { svg } from '../board/svg.js';
import { t } from '../lib/i18n.js';

const HEIGHT = 100;

/**
 * `onGo(index)` gets the position that was clicked. Returns the element, and a function that marks
 * a position (-1: none).
 * @param {{ chances: number[][], faults: { index: number, kind: string }[], turns: number[] }}
 * review
 * @param {(index: number) => void} onGo
 */
export function reviewGraph({ chances, faults, turns }, onGo) {
  const last = Math.max(1, chances.length - 1);
  /** @param {number} at @param {number} quarters the height of all outcomes from there on */
  const height = (at, quarters) => HEIGHT - HEIGHT
    * chances[at].slice(quarters).reduce((sum, each) => sum + each, 0);
  // Each band is drawn over the larger one behind it.
  const bands = [0, 1, 2, 3, 4].map(quarters => svg('path', { class: `out${quarters}`,
    d: `M0 ${HEIGHT}${chances.map((_, at) => `L${at} ${height(at, quarters).toFixed(1)}`).join('')}`
      + `L${last} ${HEIGHT}Z` }));
  const marks = faults.map(({ index, kind }) => line(`review-mark ${kind}`, index));
  const lasting = turns.map(index => line('review-turn', index));
  const cursor = line('review-cursor', 0);
  const picture = svg('svg', { class: 'review-graph', role: 'img',
    viewBox: `0 0 ${last} ${HEIGHT}`, preserveAspectRatio: 'none',
    'aria-label': t('The chances of the outcomes after each move') },
  ...bands, svg('path', { class: 'review-middle', d: `M0 ${HEIGHT / 2}H${last}` }), ...lasting,
  ...marks, cursor);
  picture.addEventListener('click', event => {
    const { left, width } = picture.getBoundingClientRect();
    const { clientX } = /** @type {MouseEvent} */ (event);
    onGo(Math.max(0, Math.min(last, Math.round((clientX - left) / width * last))));
  });
  return { element: picture,
    /** @param {number} index */
    mark(index) {
      cursor.setAttribute('visibility', index < 0 ? 'hidden' : 'visible');
      cursor.setAttribute('d', `M${index} 0V${HEIGHT}`);
    } };
}

/**
 * @param {string} name
 * @param {number} at
 */
const line = (name, at) => svg('path', { class: name, d: `M${at} 0V${HEIGHT}` });
