/* The drafts, kept in this browser: no account is needed. Each has its text and the versions that
 * its author has set aside. Each has an entry of its own, so that several pages can work on
 * different drafts at the same time. */

const CURRENT = 'apothecary.workshop';
const DRAFT = 'apothecary.workshop.';
const DRAFTS_MAX = 50;
const VERSIONS_MAX = 20;

/**
 * Where a draft comes from: one's own published game with this `id`, whose next version it is, or
 * another game, which gets the credit.
 * @typedef {{ id?: string, remix?: string, version?: number }} Origin
 */

/**
 * @typedef {{ at: number, text: string }} Version
 * @typedef {{ id: string, name: string, at: number, text: string, versions: Version[],
 *   origin?: Origin }} Draft
 */

export class Drafts {
  #storage;
  #now;
  #onFail;
  #current;
  /** @type {Map<string, Draft>} */
  #drafts = new Map();

  /**
   * `onFail()` is told when the browser keeps no more.
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

  /**
   * Begins a draft, which becomes the current one. The oldest beyond the limit go.
   * @param {string} text
   */
  begin(text) {
    const id = `${this.#now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    const draft = { id, name: '', at: this.#now(), text, versions: [] };
    for (const old of this.list.slice(DRAFTS_MAX - 1))
      this.#drop(old.id);
    this.#drafts.set(id, draft);
    this.choose(id);
    this.#write();
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
    this.#drop(this.#current);
    this.choose(this.list[0]?.id ?? '');
  }

  /** @param {string} id */
  #drop(id) {
    this.#drafts.delete(id);
    this.#storage.removeItem(DRAFT + id);
  }

  /**
   * @param {string} key
   * @returns {Draft | null}
   */
  #read(key) {
    try {
      return key.startsWith(DRAFT) ? JSON.parse(this.#storage.getItem(key) ?? 'null') : null;
    } catch {
      return null;
    }
  }

  #write() {
    if (this.current !== undefined)
      this.#put(DRAFT + this.#current, JSON.stringify(this.current));
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
  /** @type {string[]} */
  #past = [];
  /** @type {string[]} */
  #future = [];
  #now;
  #lastAt = 0;

  /**
   * @param {string} text
   * @param {() => number} [now]
   */
  constructor(text, now = Date.now) {
    this.#now = now;
    this.text = text;
  }

  get canUndo() {
    return this.#past.length > 0;
  }

  get canRedo() {
    return this.#future.length > 0;
  }

  /**
   * A change; letters typed one after the other are one.
   * @param {string} text
   * @param {boolean} isTyped
   */
  add(text, isTyped) {
    const now = this.#now();
    if (text === this.text)
      return;
    if (!isTyped || this.#past.length === 0 || now - this.#lastAt > PAUSE_MS)
      this.#past.push(this.text);
    this.#lastAt = isTyped ? now : 0;
    this.#future = [];
    this.text = text;
  }

  undo() {
    return this.#step(this.#past, this.#future);
  }

  redo() {
    return this.#step(this.#future, this.#past);
  }

  /**
   * @param {string[]} from
   * @param {string[]} to
   */
  #step(from, to) {
    const text = from.pop();
    if (text === undefined)
      return this.text;
    to.push(this.text);
    this.#lastAt = 0;
    this.text = text;
    return text;
  }
}

const PAUSE_MS = 800;
