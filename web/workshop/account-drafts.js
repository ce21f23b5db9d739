/* Keeps the drafts of this browser in the account too, and brings those of its other browsers.
 * Nothing is lost: where a draft was changed in two places, there are two drafts afterwards. */
import { get, post } from '../lib/api.js';
import { t } from '../lib/i18n.js';

const PAUSE_MS = 3000;
const TEXT_MAX = 256 * 1024; // what the server takes

/** @typedef {import('./drafts.js').Draft} Draft */

/**
 * What the account keeps: a draft without its id.
 * @param {Draft} draft
 */
export const textOf = ({ name, at, text, versions, origin }) =>
  JSON.stringify({ name, at, text, versions, origin });

export class AccountDrafts {
  #drafts;
  #account;
  #ask;
  #page;
  #timer = 0;
  /** @type {Promise<void> | null} */
  #running = null;
  #problem = '';

  /**
   * The page tells the drafts what has been typed (`flush`), shows what drafts there are
   * (`onChange`), and says at the end why some are not kept in the account (`onEnd`; '': all are).
   * @param {import('./drafts.js').Drafts} drafts
   * @param {string} account whose drafts these are
   * @param {{ flush: () => void, onChange: () => void, onEnd: (problem: string) => void }} page
   * @param {{ get: Function, post: Function }} [ask]
   */
  constructor(drafts, account, page, ask = { get, post }) {
    this.#drafts = drafts;
    this.#account = account;
    this.#page = page;
    this.#ask = ask;
  }

  /** Synchronises a little later. */
  soon() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.sync(), PAUSE_MS);
  }

  /** Synchronises now; once more if it is under way. */
  async sync() {
    await this.#running;
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
    });
    await this.#running;
  }

  async #run() {
    this.#problem = '';
    try {
      await this.#delete();
      const { drafts } = await this.#ask.get('/api/drafts');
      const there = new Set();
      for (const { id, version } of drafts) {
        there.add(id);
        if (!this.#has(id, version))
          await this.#fetch(id);
      }
      await this.#settleAll(there);
      await this.#delete(); // what was deleted meanwhile
    } catch (error) {
      this.#problem = error.message;
    }
    this.#page.onEnd(this.#problem);
  }

  /**
   * @param {string} id
   * @param {number} version
   */
  #has(id, version) {
    const kept = this.#drafts.find(id)?.kept;
    return kept?.by === this.#account && kept.version === version;
  }

  /** Deletes in the account what was deleted here, unless it has changed there. */
  async #delete() {
    for (const { id, by, version } of this.#drafts.gone) {
      if (by !== this.#account)
        continue;
      await this.#unlessConflict(() => this.#ask.post(`/api/drafts/${id}/delete`, { version }));
      this.#drafts.settleGone(id);
    }
  }

  /**
   * Takes a draft as it is in the account. If it was changed here too, the one here gets an id of
   * its own.
   * @param {string} id
   */
  async #fetch(id) {
    const { version, text } = await this.#ask.get(`/api/drafts/${id}`);
    this.#page.flush();
    const here = this.#drafts.find(id);
    if (here !== undefined && !here.kept?.isSame && textOf(here) !== text)
      this.#drafts.fork(id);
    this.#drafts.take({ ...JSON.parse(text), id,
      kept: { by: this.#account, version, isSame: true } });
    this.#page.onChange();
  }

  /**
   * One draft after the other, each as it is by then: while others were sent it may have been
   * deleted, and a conflict makes a draft that is new to the account.
   * @param {Set<string>} there the ids in the account
   */
  async #settleAll(there) {
    const settled = new Set();
    const next = () => this.#drafts.list.find(({ id }) => !settled.has(id));
    for (let draft = next(); draft !== undefined; draft = next()) {
      settled.add(draft.id);
      await this.#settle(draft, there.has(draft.id));
    }
  }

  /**
   * Sends a draft that has changed here; one that is gone from the account goes here too.
   * @param {Draft} draft
   * @param {boolean} isThere in the account
   */
  async #settle(draft, isThere) {
    if ((draft.kept?.by ?? this.#account) !== this.#account)
      return;
    this.#page.flush();
    if (!draft.kept?.isSame) {
      await this.#send(draft, textOf(draft));
    } else if (!isThere) {
      this.#drafts.forget(draft.id);
      this.#page.onChange();
    }
  }

  /**
   * @param {Draft} draft
   * @param {string} text
   */
  async #send({ id, kept }, text) {
    if (new TextEncoder().encode(text).length > TEXT_MAX) {
      this.#problem = t('This draft and its versions are too large for the account.');
      return;
    }
    const answer = await this.#unlessConflict(() =>
      this.#ask.post(`/api/drafts/${id}`, { version: kept?.version ?? 0, text }));
    const here = this.#drafts.find(id);
    if (answer === null)
      await this.#fetch(id);
    else if (here === undefined) // deleted while it was sent
      this.#drafts.noteGone({ id, by: this.#account, version: answer.version });
    else
      this.#drafts.take({ ...here,
        kept: { by: this.#account, version: answer.version, isSame: textOf(here) === text } });
  }

  /**
   * The answer; null if the account has another version.
   * @param {() => Promise<any>} act
   */
  async #unlessConflict(act) {
    try {
      return await act();
    } catch (error) {
      if (error.status !== 409)
        throw error;
      return null;
    }
  }
}
