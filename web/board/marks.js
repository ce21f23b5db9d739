// The marked squares and their kinds of marks.

/**
 * [[square, kind], ...]; the order of kinds is that in which they are drawn.
 * @param {{ last: LastMove | null, check: string | null,
 * premove: { from: string, to: string } | null, selected: string | null, stage?: string,
 * cursor: string | null }} parts
 */
export function marksOf({ last, check, premove, selected, stage, cursor }) {
  /** @type {[string | null | undefined, string][]} */
  const marks = [
    [last?.from, 'last'], [last?.to, 'last'], [check, 'check'], [premove?.from, 'premove'],
    [premove?.to, 'premove'], [selected, 'selected'], [stage, 'stage'], [cursor, 'cursor'],
  ];
  return /** @type {[string, string][]} */ (marks.filter(([name]) => name ?? false));
}

/**
 * The pieces on other squares that the move to square `at` would capture, without those that are
 * marked already.
 * @param {string | null} at
 * @param {Target[]} targets
 * @param {string[][]} marked
 */
export function enclosedAt(at, targets, marked) {
  const captures = targets.find(({ to }) => to === at)?.captures ?? [];
  return captures.filter(name => name !== at && !marked.some(([square]) => square === name))
    .map(name => [name, 'enclosed']);
}
