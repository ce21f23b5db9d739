/* The lessons that are finished, and how far the others have come; kept in this browser only. */

const KEY = 'apothecary.lessons';

/**
 * True: finished. A number: as many boards are done.
 * @returns {{ [lesson: string]: boolean | number }}
 */
function read() {
  try {
    return JSON.parse(localStorage.getItem(KEY) || '{}');
  } catch {
    return {};
  }
}

/**
 * @param {string} game
 * @param {string} lesson
 */
export const isFinished = (game, lesson) => read()[`${game}/${lesson}`] === true;

/**
 * How many boards of a lesson are done that is not finished; 0: none.
 * @param {string} game
 * @param {string} lesson
 */
export function boardsDone(game, lesson) {
  const known = read()[`${game}/${lesson}`];
  return typeof known === 'number' ? known : 0;
}

/**
 * @param {string} game
 * @param {string} lesson
 * @param {boolean | number} state
 */
function keep(game, lesson, state) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [`${game}/${lesson}`]: state }));
  } catch {
    /* A private window may refuse storage; the mark is then missing. */
  }
}

/**
 * A finished lesson that is taken again stays finished.
 * @param {string} game
 * @param {string} lesson
 * @param {number} boards that are done
 * @param {number} count of all
 */
export function reach(game, lesson, boards, count) {
  if (!isFinished(game, lesson))
    keep(game, lesson, boards === count || boards);
}

/**
 * @param {string} game
 * @param {string} lesson
 */
export const finish = (game, lesson) => keep(game, lesson, true);
