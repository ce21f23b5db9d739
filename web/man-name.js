/* What men are called: the men of chess in the reader's language, all others as their inventors call them. */
import { mark, t } from './i18n.js';

const CHESS_MEN = new Set([mark('king'), mark('queen'), mark('rook'), mark('bishop'), mark('knight'), mark('pawn')]);

/** The name of a man or a type of men { name }. */
export const manName = ({ name }) => CHESS_MEN.has(name) ? t(name) : name;

/** The same at the beginning of a line. */
export function manTitle(man) {
  const name = manName(man);
  return `${name[0].toUpperCase()}${name.slice(1)}`;
}

/** The name with its side. */
export const sidedMan = (color, man) => (color === 'white' ? t('White: {man}', { man: manName(man) }) : t('Black: {man}', { man: manName(man) }));

/** The name of a type by its letter in a session of rules.js. */
export function nameOfLetter(session, letter) {
  const type = session.type(letter);
  return type === undefined ? letter : manName(type);
}
