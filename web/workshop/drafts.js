/* The drafts, kept in this browser. No account is needed; with one, they are also kept there
 * (account-drafts.js). Each has its text and the versions that its author has set aside. Each has
 * an entry of its own, so that several pages can work on different drafts at the same time. */
import { Undo } from '../lib/undo.js';

const CURRENT = 'apothecary.workshop';
const GONE = 'apothecary.workshop-gone';
const DRAFT = 'apothecary.workshop.';
const DRAFTS_MAX = 50; // besides those that an account keeps
const VERSIONS_MAX = 20;
const CHANGES_MAX = 1000; // of a text with some 8 kB
const PAUSE_MS = 800; // between letters of one change

/**
 * Where a draft comes from: one's own published game with this `id`, whose next version it is, or
 * another game, which gets the credit.
 * @typedef {{ id?: string, remix?: string, version?: number }} Origin
 */

/**
 * The copy of a draft in the account named `by`: its version, and whether its text is the one here.
 * @typedef {{ by: string, version: number, isSame: boolean }} Kept
 */

/**
 * @typedef {{ at: number, text: string }} Version
 * @typedef {{ id: string, name: string, at: number, text: string, versions: Version[],
 *   origin?: Origin, kept?: Kept }} Draft
 * @typedef {{ id: string, by: string, version: number }} Gone
 */

export class Drafts {
  #storage;
  #now;
  #onFail;
  #current;
  /** @type {Map<string, Draft>} */
  #drafts = new Map();

  /**
   * `onFail()` is called when the browser refuses to store more.
   * @param {Storage} storage
   * @param {{ now?: () => number, onFail?: () => void }} [parts]
   */
  constructor(storage, { now = Date.now, onFail = () => {} } = {}) {
    this.#storage = storage;
    this.#now = now;
    this.#onFail = onFail;
    this.#current = storage.getItem(CURRENT) ?? '';
    for (let i = 0; i < storage.length; i++) {
      const draft = this.#read(storage.key(i) ?? '');
      if (draft !== null)
        this.#drafts.set(draft.id, draft);
    }
  }

  /** The latest first. */
  get list() {
    return [...this.#drafts.values()].sort((a, b) => b.at - a.at);
  }

  /** The draft being worked on; undefined if there is none. */
  get current() {
    return this.#drafts.get(this.#current);
  }

  /** @param {string} id */
  find(id) {
    return this.#drafts.get(id);
  }

  /**
   * Drafts of accounts that were deleted here but perhaps not yet on the server.
   * @returns {Gone[]}
   */
  get gone() {
    return this.#parse(GONE) ?? [];
  }

  /**
   * Begins a draft, which becomes the current one. The oldest beyond the limit are deleted.
   * @param {string} text
   */
  begin(text) {
    const draft = { id: this.#newId(), name: '', at: this.#now(), text, versions: [] };
    for (const old of this.list.filter(({ kept }) => kept === undefined).slice(DRAFTS_MAX - 1))
      this.forget(old.id);
    this.take(draft);
    this.choose(draft.id);
    return draft;
  }

  /** @param {string} id */
  choose(id) {
    this.#current = id;
    this.#put(CURRENT, id);
    return this.current;
  }

  /**
   * Keeps the current draft's text; `name` is what its game is called.
   * @param {string} text
   * @param {string} name
   */
  keep(text, name) {
    const draft = this.current;
    if (draft === undefined || (draft.text === text && draft.name === name))
      return;
    Object.assign(draft, { text, name, at: this.#now() });
    this.#write();
  }

  /**
   * Where the current draft comes from.
   * @param {Origin} origin
   */
  note(origin) {
    if (this.current === undefined)
      return;
    this.current.origin = origin;
    this.#write();
  }

  /** Sets the current text aside as a version. */
  keepVersion() {
    const draft = this.current;
    if (draft === undefined || draft.versions[0]?.text === draft.text)
      return;
    draft.versions = [{ at: this.#now(), text: draft.text }, ...draft.versions]
      .slice(0, VERSIONS_MAX);
    this.#write();
  }

  /** Throws the current draft away. */
  remove() {
    const { id, kept } = this.current ?? {};
    if (id !== undefined && kept !== undefined)
      this.noteGone({ id, by: kept.by, version: kept.version });
    this.forget(this.#current);
  }

  /**
   * Records that a draft was deleted here, with the version that the account has.
   * @param {Gone} one
   */
  noteGone(one) {
    const others = this.gone.filter(({ id }) => id !== one.id);
    this.#put(GONE, JSON.stringify([...others, one]));
  }

  /**
   * Drops the record once the account no longer has the draft.
   * @param {string} id
   */
  settleGone(id) {
    this.#put(GONE, JSON.stringify(this.gone.filter(one => one.id !== id)));
  }

  /**
   * Stores a draft unchanged.
   * @param {Draft} draft
   */
  take(draft) {
    this.#drafts.set(draft.id, draft);
    this.#put(DRAFT + draft.id, JSON.stringify(draft));
  }

  /**
   * Gives a draft a new id, so that it is one that no account keeps.
   * @param {string} id
   */
  fork(id) {
    const draft = this.#drafts.get(id);
    if (draft === undefined)
      return;
    const copy = { ...draft, id: this.#newId(), kept: undefined };
    this.take(copy);
    if (this.#current === id)
      this.choose(copy.id);
    this.forget(id);
  }

  /**
   * Deletes a draft in this browser only.
   * @param {string} id
   */
  forget(id) {
    this.#drafts.delete(id);
    this.#storage.removeItem(DRAFT + id);
    if (this.#current === id)
      this.choose(this.list[0]?.id ?? '');
  }

  #newId() {
    return `${this.#now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
  }

  /**
   * @param {string} key
   * @returns {Draft | null}
   */
  #read(key) {
    return key.startsWith(DRAFT) ? this.#parse(key) : null;
  }

  /**
   * @param {string} key
   * @returns {any} null: there is none
   */
  #parse(key) {
    try {
      return JSON.parse(this.#storage.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  }

  /** After a change of the current draft. */
  #write() {
    const { current } = this;
    if (current === undefined)
      return;
    if (current.kept !== undefined)
      current.kept.isSame = false;
    this.take(current);
  }

  /**
   * @param {string} key
   * @param {string} text
   */
  #put(key, text) {
    try {
      this.#storage.setItem(key, text);
    } catch {
      this.#onFail();
    }
  }
}

/** The texts before and after a change, for undo and redo. */
export class History {
  /** @type {Undo<string>} */
  #undo = new Undo(CHANGES_MAX);
  #now;
  #typedAt = -Infinity; // when the last change was, if it was typed

  /**
   * @param {string} text
   * @param {() => number} [now]
   */
  constructor(text, now = Date.now) {
    this.#now = now;
    this.text = text;
  }

  get canUndo() {
    return this.#undo.canUndo;
  }

  get canRedo() {
    return this.#undo.canRedo;
  }

  /**
   * Adds a change; letters typed one after the other are a single change.
   * @param {string} text
   * @param {boolean} isTyped
   */
  add(text, isTyped) {
    const now = this.#now();
    if (text === this.text)
      return;
    if (!isTyped || now - this.#typedAt > PAUSE_MS)
      this.#undo.keep(this.text);
    this.#typedAt = isTyped ? now : -Infinity;
    this.text = text;
  }

  undo() {
    return this.#take(this.#undo.undo(this.text));
  }

  redo() {
    return this.#take(this.#undo.redo(this.text));
  }

  /** @param {string | undefined} text */
  #take(text = this.text) {
    this.#typedAt = -Infinity;
    this.text = text;
    return text;
  }
}
