/* The text of a study, shared with others: saved after changes, and polled. Changes by others are
 * merged with one's own, move by move. */
import { get, post } from '../lib/api.js';
import { joinStudies, readStudy, writeStudy } from '../lib/study-text.js';

const ASK_MS = 2500;  // how late the changes of others appear
const SAVE_MS = 700;  // after the last letter of a comment
const CONFLICT = 409;

/** @typedef {import('../lib/study-text.js').Chapter} Chapter */

// Ids for chapters that have none yet; every browser must choose the same ones.
function numbers() {
  let count = 0;
  return () => `game${++count}`;
}

export class SharedText {
  #path;
  #calls;
  #base = '';      // the text of `version`
  #version = 0;
  #isSaving = false;
  #timer = 0;

  /**
   * `take()` gives the chapters as they are here; `show(chapters, study)` gets them when others
   * have changed something, null if only the study's name or members may have changed;
   * `tell(state)` gets "saved", "open" or the words of an error.
   * @param {string} id
   * @param {{ take: () => Chapter[], show: (chapters: Chapter[] | null, study: any) => void,
   * tell: (state: string) => void }} calls
   */
  constructor(id, calls) {
    this.#path = `/api/studies/${encodeURIComponent(id)}`;
    this.#calls = calls;
  }

  async open() {
    await this.#ask(false);
    setInterval(() => {
      if (document.visibilityState === 'visible')
        this.#ask().catch(error => this.#calls.tell(error.message));
    }, ASK_MS);
    addEventListener('beforeunload', event => {
      if (this.#timer !== 0 || this.#isSaving)
        event.preventDefault();
    });
  }

  /** Something has changed here. */
  touch() {
    clearTimeout(this.#timer);
    this.#calls.tell('open');
    this.#timer = setTimeout(() => this.#save(), SAVE_MS);
  }

  async #ask(isJoined = true) {
    if (this.#isSaving)
      return;
    const version = this.#version;
    const study = await get(`${this.#path}?after=${version}`);
    if (version !== this.#version || this.#isSaving)
      return;
    if (study.text !== null)
      this.#receive(study, isJoined);
    else
      this.#calls.show(null, study);
  }

  /** @param {any} study */
  #receive(study, isJoined = true) {
    const theirs = readStudy(study.text, numbers());
    const chapters = isJoined ? joinStudies(readStudy(this.#base), this.#calls.take(), theirs)
      : theirs;
    this.#version = study.version;
    this.#base = writeStudy(theirs);
    this.#calls.show(chapters, study);
  }

  async #save() {
    this.#timer = 0;
    const text = writeStudy(this.#calls.take());
    if (text === this.#base || this.#isSaving) {
      this.#calls.tell(this.#isSaving ? 'open' : 'saved');
      return;
    }
    this.#isSaving = true;
    try {
      const { version } = await post(this.#path, { version: this.#version, text });
      this.#version = version;
      this.#base = text;
    } catch (error) {
      if (error.status !== CONFLICT) {
        this.#calls.tell(error.message);
        this.#timer = setTimeout(() => this.#save(), ASK_MS);
        return;
      }
      this.#receive(await get(this.#path));
    } finally {
      this.#isSaving = false;
    }
    // Saves what has changed meanwhile, here or by merging.
    this.touch();
  }
}
