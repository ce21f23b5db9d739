/* A definition's text and its outline, which the library reads. This module changes keys and
 * sections in the text and leaves everything else as it is, also comments. Pure: each change
 * returns a new text. */

/** @typedef {{ from: number, to: number, lines: string[] }} Edit lines from .. to - 1 (from 0) */

const INDENT = '    ';

/**
 * The index of a character in a line from its column, which counts bytes of UTF-8 from 1.
 * @param {string} line
 * @param {number} column
 */
export function indexOfColumn(line, column) {
  let bytes = 0, index = 0;
  for (const char of line) {
    const code = char.codePointAt(0) ?? 0;
    if (bytes >= column - 1)
      break;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    index += char.length;
  }
  return index;
}

export class Definition {
  #lines;

  #read;

  /**
   * `read(text)` is the library's outline.
   * @param {string} text
   * @param {(text: string) => Outline} read
   */
  constructor(text, read) {
    this.text = text;
    this.outline = read(text);
    this.#read = read;
    this.#lines = text.split('\n');
  }

  /* --- What it says --- */

  /**
   * The section, of the definition or of its base; undefined if there is none.
   * @param {string} name with its argument, "start rank4"
   */
  section(name) {
    return this.outline.sections.find(section => nameOf(section) === name);
  }

  /**
   * The names of all sections with an argument: "start rank4".
   * @param {string} word "start"
   */
  named(word) {
    return this.outline.sections.filter(({ name, argument }) => name === word && argument !== '')
      .map(nameOf);
  }

  /**
   * All keys of a section that have a value.
   * @param {string} section
   */
  keys(section) {
    return this.#keysOf(section).filter(({ texts }) => texts.length > 0);
  }

  /**
   * The values of a key: more than one if it is repeated, none if it is missing. The rows of a
   * value are separated by line ends.
   * @param {string} section
   * @param {string} name
   * @param {number | null} [number]
   */
  values(section, name, number = null) {
    return this.keys(section).filter(key => key.name === name && key.number === number)
      .map(valueOf);
  }

  /**
   * The value of a key; '' if it is missing.
   * @param {string} section
   * @param {string} name
   * @param {number | null} [number]
   */
  value(section, name, number = null) {
    return this.values(section, name, number)[0] ?? '';
  }

  /** @param {string} name */
  #keysOf(name) {
    const found = this.section(name);
    const index = found === undefined ? -1 : this.outline.sections.indexOf(found);
    return this.outline.keys.filter(key => key.section === index);
  }

  /* --- Changes --- */

  /**
   * The text with these values of a key; with none, without the key.
   * @param {string} section
   * @param {string} name
   * @param {number | null} number
   * @param {string[]} values
   */
  with(section, name, number, values) {
    const keys = this.#keysOf(section).filter(key => key.name === name && key.number === number);
    const own = keys.filter(({ level }) => level === 0);
    const head = number === null ? name : `${name} ${number}`;
    if (values.length === 0)
      return this.#without(section, head, keys);
    const edits = own.map((key, i) => (i < values.length ? this.#replacement(key, values[i])
      : this.#removal(key)));
    const more = values.slice(own.length).flatMap(value => written(head, value));
    return more.length === 0 ? this.#edited(edits)
      : this.#added(section, more, own.at(-1) ?? null, edits);
  }

  /**
   * The text without these keys. A key of the base is removed by writing it without a value.
   * @param {string} section
   * @param {string} head
   * @param {OutlineKey[]} keys of one name
   */
  #without(section, head, keys) {
    const own = keys.filter(({ level, texts }) => level === 0 && texts.length > 0);
    const text = this.#edited(own.map(key => this.#removal(key)));
    const rest = new Definition(text, this.#read);
    return keys.length > 0 && rest.values(section, keys[0].name, keys[0].number).length > 0
      ? rest.#added(section, [`${head} =`], null) : text;
  }

  /**
   * The text with a section that has no keys yet.
   * @param {string} name
   */
  withSection(name) {
    const key = this.#withoutKey(), names = leftOut(key);
    const rest = names.filter(one => one !== wordOf(name));
    if (key === undefined || rest.length === names.length)
      return this.#appended([`[${name}]`]);
    return this.#edited([rest.length > 0 ? this.#replacement(key, rest.join(' '))
      : this.#removal(key)]);
  }

  /** The key that leaves out sections of the base. The base's own key of this name does not
   * count. */
  #withoutKey() {
    return this.#keysOf('game').find(({ name, level }) => name === 'without' && level === 0);
  }

  /**
   * The text without a section: its own keys go; if the base has it, it is left out.
   * @param {string} name
   */
  withoutSection(name) {
    const section = this.section(name);
    if (section === undefined)
      return this.text;
    const own = this.#keysOf(name).filter(({ level }) => level === 0);
    const text = section.level > 0 ? this.text : this.#edited([{ from: section.line - 1,
      to: this.#endOf(section, own), lines: [] }]);
    const rest = new Definition(text, this.#read);
    return rest.section(name) === undefined ? text
      : rest.with('game', 'without', null,
        [[...leftOut(rest.#withoutKey()), wordOf(name)].join(' ')]);
  }

  /**
   * The line (from 0) after a section's own part, with the blank line below it.
   * @param {OutlineSection} section
   * @param {OutlineKey[]} own
   */
  #endOf(section, own) {
    const last = Math.max(section.line, ...own.map(lastLine));
    return this.#lines[last]?.trim() === '' && last + 1 < this.#lines.length ? last + 1 : last;
  }

  /** @param {OutlineKey} key */
  #removal(key) {
    return { from: key.line - 1, to: lastLine(key), lines: [] };
  }

  /**
   * @param {OutlineKey} key
   * @param {string} value
   * @returns {Edit}
   */
  #replacement(key, value) {
    const rows = value.split('\n'), from = key.line - 1, to = lastLine(key);
    const lines = this.#lines.slice(from, to);
    if (rows.length === key.texts.length) {
      key.texts.forEach(({ line, column, text }, i) => {
        const old = lines[line - key.line], at = indexOfColumn(old, column);
        lines[line - key.line] = old.slice(0, at) + rows[i] + old.slice(at + text.length);
      });
      return { from, to, lines };
    }
    const [, head = '', comment = ''] = /^([^=]*=)[^#]*(#.*)?$/.exec(lines[0]) ?? [];
    const [first, ...rest] = written('', value);
    return { from, to, lines: [`${head}${first.slice(2)}${comment && `    ${comment}`}`, ...rest] };
  }

  /**
   * Adds lines at the end of a section, or after one of its keys; makes the section if needed.
   * @param {string} name
   * @param {string[]} lines
   * @param {OutlineKey | null} after
   * @param {Edit[]} [others]
   */
  #added(name, lines, after, others = []) {
    const section = this.section(name);
    if (section === undefined || section.level > 0)
      return this.#appended([`[${name}]`, ...lines]);
    const own = this.#keysOf(name).filter(({ level }) => level === 0);
    const at = after !== null ? lastLine(after) : Math.max(section.line, ...own.map(lastLine));
    return this.#edited([...others, { from: at, to: at, lines }]);
  }

  /** @param {string[]} lines */
  #appended(lines) {
    return `${this.text.trimEnd()}\n\n${lines.join('\n')}\n`.trimStart();
  }

  /** @param {Edit[]} edits */
  #edited(edits) {
    const lines = [...this.#lines];
    for (const { from, to, lines: put } of [...edits].sort((a, b) => b.from - a.from
      || b.to - a.to))
      lines.splice(from, to - from, ...put);
    return lines.join('\n');
  }
}

/** @param {OutlineSection} section */
const nameOf = ({ name, argument }) => [name, argument].filter(Boolean).join(' ');

/**
 * The word of the key "without" for a section: "start-rank4" for "start rank4".
 * @param {string} name
 */
const wordOf = name => name.replace(' ', '-');

/** @param {OutlineKey} key */
export const valueOf = key => key.texts.map(({ text }) => text).join('\n');

/**
 * The sections that a key "without" names.
 * @param {OutlineKey | undefined} key
 */
const leftOut = key => (key === undefined ? [] : valueOf(key).split(/[\s,]+/).filter(Boolean));

/** @param {OutlineKey} key */
const lastLine = key => key.texts.at(-1)?.line ?? key.line;

/**
 * The lines of a new key.
 * @param {string} head
 * @param {string} value
 */
function written(head, value) {
  const rows = value.split('\n');
  return rows.length === 1 ? [`${head} = ${value}`]
    : [`${head} =`, ...rows.map(row => INDENT + row)];
}
