/* Texts for people in the page's language. The texts in the source are English; the catalogue
 * of another language is loaded from the address in the page's data-i18n before any module that
 * imports this one runs. Without a page (tests in node), or for English, nothing is loaded. */

const page = globalThis.document?.documentElement;

/** The page's language: "en", "de". */
export let language = page?.lang || 'en';

const FORMS = 200;
/** @type {Catalogue} */
let catalogue = { forms: '', texts: {} };
// for the catalogue's texts with gaps like %{name}; built on first use
/** @type {Pattern[] | null} */
let patterns = null;

if (page?.dataset.i18n)
  try {
    // Must match the page's preload.
    const answer = await fetch(page.dataset.i18n, { mode: 'cors', credentials: 'same-origin' });
    if (answer.ok)
      catalogue = await answer.json();
  } catch {
    /* The page is then partly in English, but everything works. */
  }

/**
 * Uses another catalogue, in the form of /api/words/<language>: for tests, and for boards on the
 * pages of others.
 * @param {Catalogue} other
 * @param {string} [name] its language
 */
export function take(other, name = language) {
  catalogue = other;
  language = name;
  patterns = null;
}

/**
 * @param {string} key
 * @param {any} [fallback]
 */
const own = (key, fallback) => (Object.hasOwn(catalogue.texts, key) ? catalogue.texts[key]
  : fallback);

/**
 * Fills the gaps of a text: fill('{name} wins', { name }).
 * @param {string} text
 * @param {Gaps} [values]
 */
export const fill = (text, values = {}) =>
  text.replace(/\{([A-Za-z0-9_]+)\}/g,
    (gap, name) => (Object.hasOwn(values, name) ? String(values[name]) : gap));

/**
 * Translates a text: t('Your turn'), t('{name} wins', { name }).
 * @param {string} text
 * @param {Gaps} [values]
 */
export const t = (text, values) => fill(own(text, text), values);

/**
 * The name of a piece that has no translation; German writes nouns with a capital letter.
 * @param {string} name
 */
export const noun = name => (language.startsWith('de') && /^\p{Ll}[\p{L} -]*$/u.test(name)
  ? `${name[0].toUpperCase()}${name.slice(1)}` : name);

/* --- reasons from the library: texts whose gaps are already filled --- */

const FILLED = /%s|%\{[A-Za-z0-9_]+\}/g;
// nesting: a sentence, its list of faults, each fault, its names; and some reserve
const DEPTH = 8;
const NAMES = ['%{piece}', '%{type}']; // gaps for the name of a piece

/** @param {number[]} numbers */
const sum = numbers => numbers.reduce((/** @type {any} */ all, one) => all + one, 0);

/**
 * A pattern for a text with gaps once they are filled. A gap ends at the first place that fits.
 * @param {string} text
 */
function patternOf(text) {
  const plain = text.split(FILLED),
    form = plain.map(piece => piece.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('([^]*?)');
  return { text, gaps: /** @type {string[]} */ (text.match(FILLED) ?? []),
    form: new RegExp(`^${form}$`), before: plain[0].length,
    said: sum(plain.map(({ length }) => length)),
    // A word in quotes is the user's own and is not translated.
    isQuoted: plain.slice(1).map(piece => piece.startsWith('"')) };
}

/** @param {any[]} items */
const isPattern = ([text, said]) => typeof said === 'string' && !text.includes('\u0004')
  && /%s|%\{/.test(text);

/**
 * Prefers texts that begin like the message, as they are the outer ones; then the longest.
 * @param {string} message
 */
function findPattern(message) {
  const all = patterns ??= Object.entries(catalogue.texts).filter(isPattern)
    .map(([text]) => patternOf(text))
    .filter(({ said }) => said > 0).sort((one, other) => other.before - one.before
      || other.said - one.said);
  return all.find(({ form }) => form.test(message));
}

/**
 * Translates a message of the rules whose gaps are already filled, by the pattern of a text with
 * %{gaps}. The contents of a gap may be such a message too.
 * @param {string} message
 * @returns {string}
 */
export function sayReason(message, depth = 0) {
  const said = own(message);
  if (typeof said === 'string')
    return said;
  const pattern = depth < DEPTH ? findPattern(message) : undefined;
  if (pattern === undefined)
    return message;
  const [, ...words] = pattern.form.exec(message) ?? [];
  return String(catalogue.texts[pattern.text]).replace(FILLED, gap => {
    const at = pattern.gaps.indexOf(gap);
    if (pattern.isQuoted[at])
      return words[at];
    const inner = sayReason(words[at], depth + 1);
    return NAMES.includes(gap) && inner === words[at] ? noun(inner) : inner;
  });
}

/**
 * The same word for different things: tc('chess colour', 'White').
 * @param {string} context
 * @param {string} text
 * @param {Gaps} [values]
 */
export const tc = (context, text, values) => fill(own(`${context}\u0004${text}`, text), values);

/**
 * The form for a number, which replaces {n}: tn('{n} move', '{n} moves', count).
 * @param {any} one
 * @param {any} many
 * @param {number} count
 * @param {Gaps} [values]
 */
export function tn(one, many, count, values = {}) {
  const size = Math.abs(Math.trunc(count));
  const forms = own(one, [one, many]);
  const form = catalogue.forms === '' ? Number(size !== 1)
    : Number(catalogue.forms[size < FORMS ? size : 100 + size % 100]);
  return fill((Array.isArray(forms) && forms[form]) || (size === 1 ? one : many),
    { n: number(count), ...values });
}

/**
 * Marks a text, in tables for example, that t() translates later.
 * @param {string} text
 */
export const mark = text => text;

/**
 * A number in the format of the language: 1,234.5.
 * @param {any} value
 * @param {Intl.NumberFormatOptions} [options]
 */
export const number = (value, options) => new Intl.NumberFormat(language, options).format(value);

/**
 * A date: "21 November 2026"; date(ms, { dateStyle: 'short' }) and so on, as for
 * Intl.DateTimeFormat.
 * @param {number} ms
 * @param {Intl.DateTimeFormatOptions} [options]
 */
export const date = (ms, options = { dateStyle: 'long' }) =>
  new Intl.DateTimeFormat(locale(), options).format(ms);

/**
 * A date and the time of day, in the reader's own time zone.
 * @param {number} ms
 */
export const dateTime = ms => date(ms, { dateStyle: 'medium', timeStyle: 'short' });

/**
 * "3 days ago", "in 2 hours": from now to `ms`.
 * @param {number} ms
 */
export function ago(ms, now = Date.now()) {
  const seconds = Math.round((ms - now) / 1000);
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const units = [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]];
  const [unit, size] = units
    .find(([, length]) => Math.abs(seconds) >= length) ?? units[units.length - 1];
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    .format(Math.trunc(seconds / size), unit);
}

/**
 * A list of names: "a, b and c".
 * @param {string[]} names
 * @param {'conjunction' | 'disjunction'} [type]
 */
export const list = (names, type = 'conjunction') => new Intl.ListFormat(language,
  { type }).format(names);

// British order, day before month, as in the texts; plain "en" would be American.
function locale() {
  return language === 'en' ? 'en-GB' : language;
}
