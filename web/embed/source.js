/* Determines what a board shows from the attributes and content of its element. Pure. */

const LEVEL = 3;
const LEVELS = 8;

/**
 * @typedef {object} Inside
 * @property {string} text what is written in the element
 * @property {string} pgn the text of its script of type application/x-chess-pgn
 */

/**
 * @typedef {object} EmbedOptions
 * @property {'play' | 'record' | 'piece' | 'still'} kind
 * @property {string} game id of a built-in game; '' if the PGN or a definition says it
 * @property {string} definition
 * @property {string} src where the definition is
 * @property {string | null} diagram selector of a block on the page; '' for the first; null: none
 * @property {string} pgn
 * @property {string} played id of a finished game of the server
 * @property {string} study id of a study of the server
 * @property {string} chapter id of the chapter to begin with; '' for the first
 * @property {string} fen
 * @property {string} piece name or letter
 * @property {number} number of the start
 * @property {string} startName
 * @property {number} level 0: nobody plays the other side
 * @property {Color} orientation
 * @property {string} pieces
 * @property {string | null} squares
 */

/**
 * "14", "brouhaha-joker" or "brouhaha-joker 3".
 * @param {string} text
 */
function startOf(text) {
  const [, startName, number] = /^\s*(.*?)\s*(\d*)\s*$/.exec(text) ?? ['', '', ''];
  return { startName, number: Number(number) || 1 };
}

/** @param {string | null} text */
function levelOf(text) {
  if (text === null || text.trim() === '')
    return LEVEL;
  const level = Math.round(Number(text));
  return Number.isFinite(level) ? Math.min(LEVELS, Math.max(0, level)) : 0;
}

/**
 * `value(name)` is an attribute's text, or null.
 * @param {(name: string) => string | null} value
 * @param {Inside} inside
 * @returns {EmbedOptions}
 */
export function optionsOf(value, { text, pgn }) {
  const record = value('pgn') ?? pgn, piece = value('piece') ?? '';
  const definition = text.trim();
  const diagram = value('diagram'), src = value('src') ?? '';
  const played = value('played') ?? '', study = value('study') ?? '';
  const isRecord = [record, played, study].some(each => each.trim() !== '');
  const isOwn = definition !== '' || diagram !== null || src !== '';
  return {
    kind: piece !== '' ? 'piece' : isRecord ? 'record'
      : value('still') !== null ? 'still' : 'play',
    game: value('game') ?? (isOwn || isRecord ? '' : 'chess'),
    definition, src, diagram, pgn: record, played, study,
    chapter: value('chapter') ?? '', piece,
    fen: value('fen') ?? '',
    ...startOf(value('start') ?? ''),
    level: levelOf(value('level')),
    orientation: value('orientation') === 'black' ? 'black' : 'white',
    pieces: value('pieces') ?? 'drawn',
    squares: value('squares'),
  };
}

/**
 * The language of a board, which the server may have or not.
 * @param {string} tag as in a lang attribute: "de-AT"
 */
export function languageOf(tag) {
  const [code] = tag.toLowerCase().split('-');
  return /^[a-z]{2,3}$/.test(code) ? code : 'en';
}
