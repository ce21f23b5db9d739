/* Estimates how well a password would resist guessing, without any request. Only characters
 * that cannot be predicted from those before them count fully. */

/* Words that are guessed first. The server refuses passwords made only of such words
 * (src/server/web/password.c). */
const WORDS = ['password', 'passwort', 'motdepasse', 'letmein', 'welcome', 'willkommen',
  'bienvenue', 'iloveyou', 'admin', 'login',
  'user', 'guest', 'test', 'secret', 'geheim', 'changeme', 'master', 'hello', 'hallo', 'bonjour',
  'monkey', 'dragon', 'sunshine',
  'princess', 'shadow', 'football', 'summer', 'winter', 'sommer', 'chess', 'schach', 'echecs',
  'apothecary', 'game', 'play',
  'computer', 'qwerty', 'qwertz', 'azerty', 'asdf', 'zxcv', 'yxcv'];
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl',
  'zxcvbnm', 'yxcvbnm', 'azertyuiop'];

const WORD_BITS = 6; // bits of a common word
const FREE_BITS = 1; // bits of a character that is predictable from the one before
const LETTER_BITS = 2.8; // bits of a letter in words that people choose, on average
const OTHER_BITS = 4;
const LEAST = 12; // minimum length on the server
const LIMITS = [26, 34, 46]; // weak, fair, good, strong

/**
 * @param {any} a
 * @param {any} b
 */
const areNeighbours = (a, b) => a === b || ROWS.some(row => row.includes(a + b)
  || row.includes(b + a));

/**
 * @param {string} text
 * @param {string} word
 */
function without(text, word) {
  return word.length > 2 ? text.split(word).join('\u0000') : text;
}

/**
 * Bits of a password, given the name of its owner.
 * @param {string} password
 */
function bitsOf(password, name = '') {
  // years are guessed like words
  let text = without(password.toLowerCase(), name.toLowerCase()).replace(/(19|20)\d\d/g, '\u0000');
  for (const word of WORDS)
    text = without(text, word);
  let bits = 0, before = '';
  for (const letter of text) {
    const isRepeated = before.length > 1 && before.includes(before.at(-1) + letter);
    if (letter === '\u0000')
      bits += WORD_BITS;
    else if (isRepeated || (before && areNeighbours(before.at(-1), letter)))
      bits += FREE_BITS;
    else
      bits += /\p{Letter}/u.test(letter) ? LETTER_BITS : OTHER_BITS;
    before += letter;
  }
  return bits;
}

/**
 * 0: too short, 1: weak, 2: fair, 3: good, 4: strong.
 * @param {string} password
 */
export function strengthOf(password, name = '') {
  if ([...password].length < LEAST)
    return 0;
  const bits = bitsOf(password, name);
  return 1 + LIMITS.filter(limit => bits >= limit).length;
}
