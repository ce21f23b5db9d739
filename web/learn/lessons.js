/* The lessons of a game, in the order in which a newcomer should take them. */
import { t } from '../lib/i18n.js';
import { pieceTitle } from '../lib/piece-name.js';
import { specialOf, specialsOf } from './special.js';

/**
 * `special`: boards made by hand; `type`: the piece of the other boards.
 * @typedef {{ id: string, title: string, special?: import('./special.js').SpecialLesson,
 *   type?: PieceType }} Lesson
 */

/** @param {{ name: string }} type */
const idOf = ({ name }) => name.toLowerCase().replaceAll(' ', '-');

/**
 * @param {string} variant
 * @param {Session} session
 * @returns {{ rules: Lesson[], pieces: Lesson[] }}
 */
export function lessonsOf(variant, session) {
  const pieces = session.types().map(type => ({ id: idOf(type), title: pieceTitle(type), type,
    special: specialOf(variant, idOf(type)) }));
  const rules = specialsOf(variant).filter(({ id }) => pieces.every(piece => piece.id !== id))
    .map(special => ({ id: special.id, title: t(special.title), special }));
  return { rules, pieces };
}

/** @param {{ rules: Lesson[], pieces: Lesson[] }} lessons */
export const inOrder = ({ rules, pieces }) => [...pieces.filter(({ special }) => special),
  ...rules, ...pieces.filter(({ special }) => !special)];

const TASKS = /** @type {const} */ (['stars', 'stars', 'capture', 'mate', 'mate-in-two']);

/**
 * The boards on a piece: [task, seed].
 * @returns {[LessonTask, number][]}
 */
export const boardsOf = () => TASKS.map((task, i) => [task, i]);
