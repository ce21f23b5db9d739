/* The fields of a new chapter, or of several from a PGN. */
import { get } from '../lib/api.js';
import { byId, h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { CHAPTERS_MAX, readStudy } from '../lib/study-text.js';

const ID_LETTERS = 8;

/** The id of a new chapter. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(ID_LETTERS)),
  byte => (byte % 36).toString(36)).join('');

/** Offers the games of the server. */
export async function offerGames() {
  const games = await get('/api/variants');
  byId('chapter-variant').replaceChildren(...games.map((/** @type {any} */ { id, name }) =>
    h('option', { value: id }, name)));
}

/**
 * Takes the chapters out of the fields, which are then empty; throws if there are more than `room`.
 * @param {string} name
 * @param {number} room
 */
export function takeChapters(name, room) {
  const text = byId('chapter-text').value.trim(), variant = byId('chapter-variant').value;
  const isFen = /^\S+ [wb] /.test(text);
  const game = isFen ? `[SetUp "1"]\n[FEN "${text}"]\n\n*\n` : text || '*';
  const chapters = readStudy(game, newId);
  if (chapters.length > room)
    throw new Error(t('A study has at most {count} chapters.', { count: CHAPTERS_MAX }));
  for (const { tags } of chapters)
    tags.Variant ??= variant;
  if (name !== '' || chapters.length === 1)
    chapters[0].tags.ChapterName ??= name || t('Chapter 1');
  byId('chapter-text').value = '';
  return chapters;
}
