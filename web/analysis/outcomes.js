/* Five outcomes as one bar: White's wins on the left, Black's on the right. */
import { t } from '../lib/i18n.js';

const NAMES = 'http://www.w3.org/2000/svg';

/**
 * @param {string} name
 * @param {Attributes} attributes
 */
function element(name, attributes) {
  const made = document.createElementNS(NAMES, name);
  for (const [key, value] of Object.entries(attributes))
    made.setAttribute(key, String(value));
  return made;
}

/**
 * `results` are the numbers of games by White's quarter points, 0 to 4.
 * @param {number[]} results
 */
export function outcomeBar(results) {
  const games = results.reduce((/** @type {any} */ sum, count) => sum + count, 0) || 1;
  const label =
    t('White won {wins}, advantage to White {more}, drawn {draws}, advantage to Black {less}, Black won {losses}',
      { wins: results[4], more: results[3], draws: results[2], less: results[1],
        losses: results[0] });
  const picture = element('svg', { class: 'outcomes', role: 'img', 'aria-label': label,
    viewBox: '0 0 100 10', preserveAspectRatio: 'none' });
  let sum = 0;
  for (let quarters = 4; quarters >= 0; quarters--) {
    const x = 100 * sum / games;
    sum += results[quarters];
    picture.append(element('rect', { class: `out${quarters}`, x, y: 0, width: 100 * sum / games - x,
      height: 10 }));
  }
  return picture;
}
