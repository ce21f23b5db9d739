/* The finished lessons, kept in this browser only. */

const KEY = 'apothecary.lessons';

/** @returns {{ [lesson: string]: boolean }} */
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
 * @param {string} game
 * @param {string} lesson
 */
export function finish(game, lesson) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [`${game}/${lesson}`]: true }));
  } catch {
    /* A private window may refuse storage; the mark is then missing. */
  }
}
