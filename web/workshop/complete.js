/* What can be written at a place of a definition, with help from the tables of the format. Pure. */

/**
 * @typedef {{ text: string, doc: string }} Choice
 * @typedef {{ from: number, choices: Choice[] }} Completion `from`: where the word begins
 */

/**
 * Where the cursor is: the section, the key before the "=" if it is in a value, and the word that
 * is being written.
 * @param {string} text
 * @param {number} at
 */
function placeOf(text, at) {
  const before = text.slice(0, at), start = before.lastIndexOf('\n') + 1;
  const line = before.slice(start);
  const headings = [...before.slice(0, start).matchAll(/^\s*\[([a-z-]+)[^\]\n]*\]/gm)];
  const [head, ...value] = line.split('=');
  const word = /[A-Za-z0-9-]*$/.exec(line)?.[0] ?? '';
  return { line, word, section: headings.at(-1)?.[1] ?? '', isComment: line.includes('#'),
    isHeading: /^\s*\[/.test(line), key: value.length > 0 ? head.trim().split(/\s+/)[0] : null,
    head: head.trim() };
}

/**
 * @param {SectionHelp[]} help
 * @param {string} name
 */
const helpOf = (help, name) => help.find(section => section.name === name);

/** @param {SectionHelp[]} help */
const sectionChoices = help => help.map(({ name, argument, doc }) =>
  ({ text: argument === null ? `${name}]` : `${name} `, doc }));

/**
 * The completions that fit at the cursor.
 * @param {SectionHelp[]} help
 * @param {string} text
 * @param {number} at
 * @returns {Completion}
 */
export function complete(help, text, at) {
  const { word, section, isComment, isHeading, key, head } = placeOf(text, at);
  const from = at - word.length;
  const keys = helpOf(help, section)?.keys ?? [];
  /** @type {Choice[]} */
  let choices = [];
  if (isComment)
    return { from, choices };
  if (isHeading)
    choices = sectionChoices(help);
  else if (key !== null)
    choices = (keys.find(({ name }) => name === key)?.choices ?? []).map(choice =>
      ({ text: choice, doc: '' }));
  else if (head === word)
    choices = keys.map(({ name, isIndexed, doc, form }) =>
      ({ text: isIndexed ? `${name} ` : `${name} = `, doc: `${form}. ${doc}` }));
  return { from, choices: choices.filter(({ text: one }) => one.startsWith(word)
    && one.trim() !== word) };
}

/**
 * The help for the place of the cursor: { title, doc }; null if there is none.
 * @param {SectionHelp[]} help
 * @param {string} text
 * @param {number} at
 */
export function helpAt(help, text, at) {
  const end = text.indexOf('\n', at);
  const { section, isHeading, line } = placeOf(text, end < 0 ? text.length : end);
  const name = isHeading ? /\[\s*([a-z-]*)/.exec(line)?.[1] ?? '' : section;
  const found = helpOf(help, name);
  if (found === undefined)
    return null;
  const word = /^\s*([a-z-]+)/.exec(line)?.[1];
  const key = isHeading ? undefined : found.keys.find(one => one.name === word);
  return key === undefined ? { title: `[${found.name}]`, doc: found.doc }
    : { title: key.name, doc: [`${key.form}.`, key.doc, key.without && `(${key.without})`]
      .filter(Boolean).join(' ') };
}
