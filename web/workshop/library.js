/* The library for the workshop: the rules, and the functions of src/wasm/workshop.h. Independent of
 * any page. */
import { Rules, RulesError } from '../lib/rules.js';
import { Handle } from '../lib/wasm.js';

/** @typedef {{ line: number, column: number, key: string, message: string, isWarning: boolean }}
 * Fault */

/** Formats of other programs, numbered as in src/definition/exchange/foreign.h. All are read and
 * written. */
export const FORMS = ['diagram', 'fairy', 'xboard', 'zrf', 'sjaak'];

export class Library {
  #handle;

  /**
   * @param {RulesExports} api
   * @param {WebAssembly.Module | null} [module]
   */
  constructor(api, module = null) {
    this.#handle = new Handle(api, 'session', api.apo_session_new());
    this.rules = new Rules(api);
    this.module = module; // for workers
  }

  /**
   * Compiles a definition if it is no more complex than a published game may be. Returns its faults
   * and warnings. A column counts bytes from 1.
   * @param {string} text
   * @returns {Fault[]}
   */
  check(text) {
    const { api, at } = this.#handle;
    api.apo_workshop_check(at, this.#handle.put(text));
    return this.#faults();
  }

  /**
   * A session for the game that was checked last and had no faults; `text` is its definition.
   * @param {string} text
   */
  open(text) {
    return this.rules.share(this.#handle.at, text);
  }

  /** All sections with their keys and the help for both. */
  keys() {
    return JSON.parse(this.#call('keys'));
  }

  /**
   * The contents of a definition, with their places in the text.
   * @param {string} text
   * @returns {Outline}
   */
  outline(text) {
    return JSON.parse(this.#call('outline', text));
  }

  /**
   * The definition of a built-in game.
   * @param {string} id
   */
  source(id) {
    return this.#call('source', id);
  }

  /**
   * A small game to start from.
   * @param {number} files
   * @param {number} ranks
   */
  template(files, ranks) {
    const { api, at } = this.#handle;
    return this.#answer(api.apo_workshop_template(at, files, ranks));
  }

  /**
   * The format that a text most likely has: one of FORMS.
   * @param {string} text
   */
  guess(text) {
    const { api, at } = this.#handle;
    return FORMS[api.apo_workshop_guess(at, this.#handle.put(text))];
  }

  /**
   * A definition made from the first game of a text in one of FORMS.
   * @param {string} text
   */
  convert(text) {
    return this.#call('import', text);
  }

  /**
   * The definition as another program reads it, and what is lost: reasons why it would be another
   * game there.
   * @param {string} text
   * @param {string} form one of FORMS
   */
  export(text, form) {
    const { api, at } = this.#handle;
    const exported = this.#answer(api.apo_workshop_export(at, FORMS.indexOf(form),
      this.#handle.put(text)));
    const lost = this.#faults().filter(({ isWarning }) => !isWarning)
      .map(({ key, message }) => `${key}: ${message}`);
    return { text: exported, lost };
  }

  /** @returns {Fault[]} those that the last call has found */
  #faults() {
    this.#handle.api.apo_library_faults(this.#handle.at);
    return JSON.parse(this.#handle.output());
  }

  /**
   * The squares of a piece: offsets from it, by what it can do there, and its `words`.
   * @param {string} xbetza
   */
  moves(xbetza) {
    return JSON.parse(this.#call('moves', xbetza));
  }

  /**
   * Warnings, and how mobile and valuable the pieces are.
   * @param {string} text
   */
  review(text) {
    return JSON.parse(this.#call('review', text));
  }

  /**
   * @param {string} name
   * @param {string} [text]
   */
  #call(name, text) {
    const { api, at } = this.#handle;
    return this.#answer(text === undefined ? api[`apo_workshop_${name}`](at)
      : api[`apo_workshop_${name}`](at, this.#handle.put(text)));
  }

  /** @param {number} status */
  #answer(status) {
    const output = this.#handle.output();
    if (status !== 0)
      throw new RulesError(output.trim());
    return output;
  }
}
