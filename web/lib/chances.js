/* Converts a score to the chances of the five results, as src/protocol/chances.c does. */

/**
 * A score for White: hundredths of a pawn, or moves to mate (negative: White is mated).
 * @typedef {{ cp?: number, mate?: number }} Score
 */

/**
 * The chances of the results by White's quarters, 0 to 4; their sum is 1. `fit` is
 * `session.game.outcomes`.
 * @param {Score} score
 * @param {OutcomeFit} fit
 */
export function chancesOf({ cp = 0, mate }, { scale, win, better }) {
  if (mate !== undefined)
    return mate > 0 ? [0, 0, 0, 0, 1] : [1, 0, 0, 0, 0];
  const reached = [-win, -better, better, win]
    .map(cut => 1 / (1 + Math.exp((cut - cp) / scale)));
  return [1, ...reached].map((chance, quarters) => chance - (reached[quarters] ?? 0));
}

/**
 * The points, 0 to 1, that White can expect.
 * @param {number[]} chances
 */
export const expectedOf = chances =>
  chances.reduce((sum, chance, quarters) => sum + chance * quarters / 4, 0);

/**
 * "+0.3", "#5", "#-2"; for White.
 * @param {Score} score
 */
export function scoreText({ cp = 0, mate }) {
  const pawns = cp / 100;
  return mate !== undefined ? `#${mate}` : `${pawns > 0 ? '+' : ''}${pawns.toFixed(1)}`;
}
