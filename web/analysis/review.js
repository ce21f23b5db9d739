/* A review: the value of each position of a game, and the moves that lost something. Pure.
 * docs/review.md explains the numbers. */
import { chancesOf, expectedOf } from '../lib/chances.js';

/** @typedef {import('../lib/chances.js').Score & { best: string }} Verdict */
/** @typedef {{ index: number, side: Color, kind: string, loss: number }} Fault */

/** Expected points that a move costs at least. */
export const KINDS = { blunder: 0.1, mistake: 0.06, inaccuracy: 0.03 };

const DECAY = 8;    // how fast a move's accuracy falls with the points that it costs
const AHEAD = 0.6;  // expected points from which a side is ahead
const LASTING = 3;  // positions that a turning point must last

/**
 * A line as the server keeps it: "31 e2e4", "#-3 d8h4", or "".
 * @param {string} text
 * @returns {Verdict | null}
 */
export function readLine(text) {
  const [, hash, number, best] = /^(#?)(-?\d+) (\S+)$/.exec(text) ?? [];
  if (number === undefined)
    return null;
  return hash ? { mate: Number(number), best } : { cp: Number(number), best };
}

/**
 * The same from a line of the engine, in a position where it is `side`'s turn.
 * @param {EngineLine | null} line
 * @param {Color} side
 */
export function writeLine(line, side) {
  if (line === null)
    return '';
  const sign = side === 'white' ? 1 : -1;
  return line.mate_moves === undefined ? `${sign * (line.score_cp ?? 0)} ${line.pv[0]}`
    : `#${sign * line.mate_moves} ${line.pv[0]}`;
}

/**
 * The verdict as the engine's line for the side to move, for faultWords.
 * @param {Verdict} verdict
 * @param {Color} side
 * @returns {EngineLine}
 */
export function lineOf({ cp, mate, best }, side) {
  const sign = side === 'white' ? 1 : -1;
  return { line: 1, depth: 1, nodes: 0, pv: [best],
    ...mate === undefined ? { score_cp: sign * (cp ?? 0) } : { mate_moves: sign * mate } };
}

/** @param {number} loss */
function kindOf(loss) {
  for (const [kind, least] of Object.entries(KINDS))
    if (loss >= least)
      return kind;
  return '';
}

/** @param {number} expected White's */
const leaderOf = expected => expected >= AHEAD ? 'white' : expected <= 1 - AHEAD ? 'black' : 'even';

/**
 * The turning points: positions from which another side was ahead, or neither, for some time.
 * @param {number[]} expected
 */
function findTurns(expected) {
  /** @type {number[]} */
  const turns = [];
  let leader = leaderOf(expected[0]);
  for (let i = 1; i < expected.length; i++) {
    const now = leaderOf(expected[i]);
    if (now === leader
      || !expected.slice(i, i + LASTING).every(each => leaderOf(each) === now))
      continue;
    turns.push(i);
    leader = now;
  }
  return turns;
}

/**
 * Judges a game: `verdicts` has one more entry than `moves`. The last may be null; if the game is
 * over there, `lastQuarters` are White's. In the result, `faults` and `turns` number positions: the
 * one after the first move is 1.
 * @param {(Verdict | null)[]} verdicts
 * @param {{ text: string, side: Color }[]} moves
 * @param {OutcomeFit} fit
 * @param {number | null} lastQuarters
 */
export function judge(verdicts, moves, fit, lastQuarters) {
  /** @type {number[][]} */
  const chances = [];
  for (const verdict of verdicts)
    chances.push(verdict !== null ? chancesOf(verdict, fit)
      : lastQuarters !== null ? [0, 1, 2, 3, 4].map(each => Number(each === lastQuarters))
        : chances[chances.length - 1] ?? [0, 0, 1, 0, 0]);
  const expected = chances.map(expectedOf);
  /** @type {Fault[]} */
  const faults = [];
  /** @type {BySide<number[]>} */
  const accuracies = { white: [], black: [] };
  for (const [i, { text, side }] of moves.entries()) {
    const gain = (expected[i + 1] - expected[i]) * (side === 'white' ? 1 : -1);
    // If the best move loses something, the search saw the loss too late.
    const loss = verdicts[i]?.best === text ? 0 : Math.max(0, -gain);
    accuracies[side].push(Math.exp(-DECAY * loss));
    const kind = kindOf(loss);
    if (kind !== '')
      faults.push({ index: i + 1, side, kind, loss });
  }
  return { chances, expected, faults, turns: findTurns(expected), accuracy: {
    white: meanOf(accuracies.white), black: meanOf(accuracies.black) } };
}

/** @param {number[]} numbers */
const meanOf = numbers => (numbers.length === 0 ? null
  : numbers.reduce((sum, each) => sum + each, 0) / numbers.length);

/**
 * The loss by a move in hundredths of a pawn; mates count as a hundred pawns.
 * @param {Verdict} before
 * @param {Verdict | null} after
 * @param {Color} side
 */
export function pawnsLost(before, after, side) {
  /** @param {Verdict | null} verdict */
  const worth = verdict => (verdict === null ? 0 : verdict.mate === undefined ? verdict.cp ?? 0
    : Math.sign(verdict.mate) * 10000);
  return (worth(before) - worth(after)) * (side === 'white' ? 1 : -1);
}

