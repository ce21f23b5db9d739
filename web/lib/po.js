/* Reads gettext's catalogues: for the page of translators. The server reads them strictly
 * (src/i18n); here what is odd is skipped. */

/**
 * @typedef {object} CatalogueText
 * @property {string} context '': none
 * @property {string} english
 * @property {string} plural the English form for many; '': none
 * @property {string[]} forms the translations; empty: to do
 * @property {string[]} files where it is used
 */

/** @param {string} quoted */
function unquote(quoted) {
  try {
    return String(JSON.parse(quoted.trim()));
  } catch {
    return '';
  }
}

/** @returns {any} */
const blank = () => ({ context: '', english: '', plural: '', forms: [], files: [] });

/**
 * @param {string} block the lines of one entry
 * @returns {CatalogueText}
 */
function readEntry(block) {
  const entry = blank();
  let isFuzzy = false;
  /** @type {(text: string) => void} */
  let add = () => {};
  for (const line of block.split('\n')) {
    const [, word, index, rest] = /^(msg\w+)(?:\[(\d)\])?\s+(".*")/.exec(line) ?? [];
    if (line.startsWith('#: '))
      entry.files.push(...line.slice(3).split(' '));
    else if (line.startsWith('#,'))
      isFuzzy = line.includes('fuzzy');
    else if (line.startsWith('"'))
      add(unquote(line));
    if (word === undefined)
      continue;
    const name = { msgctxt: 'context', msgid: 'english', msgid_plural: 'plural' }[word];
    const at = Number(index ?? 0);
    add = name !== undefined ? text => { entry[name] += text; }
      : text => { entry.forms[at] = (entry.forms[at] ?? '') + text; };
    add(unquote(rest));
  }
  if (isFuzzy || entry.forms.some((/** @type {string} */ form) => form === ''))
    entry.forms = [];
  return entry;
}

/**
 * The entries of a catalogue, without its head.
 * @param {string} text
 */
export const readCatalogue = text => text.split(/\n\s*\n/).map(readEntry)
  .filter(entry => entry.english !== '');

/**
 * All texts, with the translations of one language.
 * @param {string} template the catalogue without translations, which has them all
 * @param {string} catalogue
 */
export function translated(template, catalogue) {
  const key = (/** @type {CatalogueText} */ entry) => `${entry.context}\u0004${entry.english}`;
  const known = new Map(readCatalogue(catalogue).map(entry => [key(entry), entry.forms]));
  return readCatalogue(template).map(entry => ({ ...entry, forms: known.get(key(entry)) ?? [] }));
}
