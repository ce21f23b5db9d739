/* An article on a game: what its definition says, in words, for a page of its own or as Markdown.
 * Pure: it knows neither page nor pictures. */
import { t } from '../lib/i18n.js';
import { readPiece } from './pieces.js';
import { readRow } from './rows.js';

/** Sections that the article tells in another way, or not at all. */
const ELSEWHERE = ['game', 'board', 'pieces', 'setup', 'values'];

/**
 * @typedef {{ letter: string, name: string, moves: string, words: string }} ArticlePiece
 * @typedef {{ name: string, value: string, words: string }} ArticleKey
 * @typedef {{ name: string, words: string, keys: ArticleKey[] }} ArticleRule
 * @typedef {{ title: string, inventor: string, board: string, rows: string[],
 *   pieces: ArticlePiece[], rules: ArticleRule[] }} Article
 */

/**
 * `types` are the game's, with how they move in words; `help` is what Library.keys() gives.
 * @param {import('./definition.js').Definition} definition
 * @param {{ letter: string, name: string, words: string }[]} types
 * @param {SectionHelp[]} help
 * @returns {Article}
 */
export function articleOf(definition, types, help) {
  const told = definition.outline.sections.filter(({ name, argument }) =>
    argument === '' && !ELSEWHERE.includes(name));
  return {
    title: definition.value('game', 'name'),
    inventor: definition.value('game', 'inventor'),
    board: t('The board has {files} files and {ranks} ranks.', {
      files: definition.value('board', 'files') || 8,
      ranks: definition.value('board', 'ranks') || 8 }),
    rows: definition.value('setup', 'board').split('\n').map(row => readRow(row).join(' ')),
    pieces: types.map(({ letter, name, words }) => ({ letter, name, words,
      moves: readPiece(definition.value('pieces', letter)).moves })),
    rules: [...new Set(told.map(({ name }) => name))].map(name => ruleOf(definition, name, help)),
  };
}

/**
 * @param {import('./definition.js').Definition} definition
 * @param {string} name
 * @param {SectionHelp[]} help
 * @returns {ArticleRule}
 */
function ruleOf(definition, name, help) {
  const section = help.find(one => one.name === name && one.argument === null);
  return { name, words: unmarked(section?.doc), keys: definition.keys(name).map(key => ({
    name: key.number === null ? key.name : `${key.name} ${key.number}`,
    value: key.texts.map(({ text }) => text).join(' '),
    words: unmarked(section?.keys.find(one => one.name === key.name)?.doc) })) };
}

// The help marks code in a way that only the documentation shows.
const unmarked = (doc = '') => doc.replaceAll('`', '');

/**
 * The text with what Markdown would take for marks escaped.
 * @param {string} text
 */
const plain = text => text.replace(/[\\`*_[\]<>|#]/g, '\\$&');

/**
 * The article as Markdown. The start is drawn in letters.
 * @param {Article} article
 */
export function markdownOf({ title, inventor, board, rows, pieces, rules }) {
  return [
    `# ${plain(title)}`,
    ...inventor === '' ? [] : [t('Invented by {name}.', { name: plain(inventor) })],
    `## ${t('Board and start')}`, board,
    ['```', ...rows, '```'].join('\n'),
    `## ${t('Pieces')}`,
    [`| ${t('letter')} | ${t('piece')} | ${t('moves')} | XBetza |`, '|---|---|---|---|',
      ...pieces.map(({ letter, name, words, moves }) =>
        `| ${letter} | ${plain(name)} | ${plain(words)} | \`${moves}\` |`)].join('\n'),
    ...rules.length === 0 ? [] : [`## ${t('Special rules')}`],
    ...rules.map(({ name, words, keys }) => [`**${plain(name)}.** ${plain(words)}`, '',
      ...keys.map(key => `- \`${key.name} = ${key.value}\`: ${plain(key.words)}`)]
      .join('\n').trim()),
  ].join('\n\n').concat('\n');
}
