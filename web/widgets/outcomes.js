/* Five outcomes as one bar: White's wins on the left, Black's on the right. */
import { svg } from '../board/svg.js';
import { t } from '../lib/i18n.js';

/**
 * `parts` belong to White's quarter points, 0 to 4.
 * @param {number[]} parts
 * @param {string} label
 */
function barOf(parts, label) {
  const whole = parts.reduce((sum, part) => sum + part, 0) || 1;
  const picture = svg('svg', { class: 'outcomes', role: 'img', 'aria-label': label,
    viewBox: '0 0 100 10', preserveAspectRatio: 'none' });
  let sum = 0;
  for (let quarters = 4; quarters >= 0; quarters--) {
    const x = 100 * sum / whole;
    sum += parts[quarters];
    picture.append(svg('rect', { class: `out${quarters}`, x, y: 0, width: 100 * sum / whole - x,
      height: 10 }));
  }
  return picture;
}

/**
 * `results` are the numbers of games by White's quarter points, 0 to 4.
 * @param {number[]} results
 */
export const outcomeBar = results => barOf(results,
  t('White won {wins}, advantage to White {more}, drawn {draws}, advantage to Black {less}, Black '
    + 'won {losses}',
  { wins: results[4], more: results[3], draws: results[2], less: results[1],
    losses: results[0] }));

/**
 * `chances` of the outcomes by White's quarter points, 0 to 4; their sum is 1.
 * @param {number[]} chances
 */
export function chancesBar(chances) {
  const [losses, less, draws, more, wins] = chances.map(each => Math.round(100 * each));
  return barOf(chances, t('Chances in percent: White wins {wins}, advantage to White {more}, draw '
    + '{draws}, advantage to Black {less}, Black wins {losses}',
  { wins, more, draws, less, losses }));
}
