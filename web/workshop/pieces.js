/* The parts of a piece's line in [pieces], and all pieces of the built-in games. Pure. */

/** @typedef {{ name: string, moves: string, more: string[] }} PieceLine */

/**
 * @param {string} value "knight, N, points 3"
 * @returns {PieceLine}
 */
export function readPiece(value) {
  const [name = '', moves = '', ...more] = value.split(/[,\n]/).map(part => part.trim());
  return { name, moves, more: more.filter(Boolean) };
}

/** @param {PieceLine} piece */
export const writePiece = ({ name, moves, more }) =>
  [name || 'piece', moves || 'none', ...more].join(', ');

/**
 * What follows a word in the line: "3" of "points 3"; '' if it is not there.
 * @param {PieceLine} piece
 * @param {'points' | 'class' | 'picture'} word
 */
export const partOf = ({ more }, word) => more.find(part => part.startsWith(`${word} `))
  ?.slice(word.length).trim() ?? '';

/**
 * The piece with other points, another class or picture ('' for none).
 * @param {PieceLine} piece
 * @param {'points' | 'class' | 'picture'} word
 * @param {string} value
 */
export function withPart(piece, word, value) {
  const part = `${word} ${value}`, more = [...piece.more];
  const at = more.findIndex(one => one.startsWith(`${word} `));
  more.splice(at < 0 ? more.length : at, at < 0 ? 0 : 1, ...value === '' ? [] : [part]);
  return { ...piece, more };
}

/**
 * The piece, royal or not.
 * @param {PieceLine} piece
 * @param {boolean} isRoyal
 */
export const withRoyal = (piece, isRoyal) => ({ ...piece,
  more: [...isRoyal ? ['royal'] : [], ...piece.more.filter(part => part !== 'royal')] });

/**
 * A letter for a piece that no other piece has.
 * @param {string} name
 * @param {Set<string>} taken
 */
export const freeLetter = (name, taken) => [...name.toUpperCase(), ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  .find(letter => /[A-Z]/.test(letter) && !taken.has(letter));

/**
 * The pieces of some definitions that have moves of their own, each name once.
 * @param {import('./definition.js').Definition[]} definitions
 */
export function knownPieces(definitions) {
  /** @type {Map<string, PieceLine>} */
  const known = new Map();
  for (const definition of definitions)
    for (const { level, name: letter, texts } of definition.keys('pieces')) {
      const piece = readPiece(texts[0].text);
      if (level === 0 && !letter.startsWith('+') && piece.moves !== 'none'
        && !known.has(piece.name))
        known.set(piece.name, { ...piece, more: piece.more.filter(part => part !== 'royal') });
    }
  return [...known.values()].sort((a, b) => a.name.localeCompare(b.name));
}
