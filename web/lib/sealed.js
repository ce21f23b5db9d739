/* What this browser keeps until the server has it: moves, notes, analyses. Its storage has them
 * encrypted only (AES-GCM). The server gives the key to its own pages while their person is logged
 * in, and they hold it in memory: after the log-out nobody can read what is still there, and the
 * same person can after the next log-in. Pages import this module by import() only, so that there
 * is one of it. */
import { post } from './api.js';
import { decode, encode } from './base64url.js';

// What the names of all entries begin with: then come the owner and a digest.
const SEALED = 'apothecary.sealed.';
const NONCE_BYTES = 12;
const OLDEST_MS = 100 * 86400000; // no session is that old

/** @param {string} text */
const bytesOf = text => new TextEncoder().encode(text);

/** The entries of storage whose names begin so.
 * @param {string} start */
const namesFrom = start => Object.keys(localStorage).filter(name => name.startsWith(start));

export class Sealed {
  #secret;
  #key;
  /** @type {Promise<any>} */
  #last = Promise.resolve(); // the last change: they are made in their order

  /**
   * @param {string} owner
   * @param {string} secret
   * @param {CryptoKey} key
   */
  constructor(owner, secret, key) {
    this.start = `${SEALED}${owner}.`;
    this.#secret = secret;
    this.#key = key;
  }

  /**
   * Keeps a value under a name, in place of an older one. False: the browser refuses.
   * @param {string} name
   * @param {any} value
   */
  keep(name, value) {
    return this.#inTurn(async () => {
      const entry = await this.#entryOf(name), iv = crypto.getRandomValues(
        new Uint8Array(NONCE_BYTES));
      const sealed = await crypto.subtle.encrypt(this.#cipher(iv, entry), this.#key,
        bytesOf(JSON.stringify({ name, value })));
      try {
        localStorage.setItem(entry, [Date.now(), encode(iv.buffer), encode(sealed)].join('.'));
        return true;
      } catch {
        return false;
      }
    });
  }

  /** @param {string} name */
  drop(name) {
    return this.#inTurn(async () => localStorage.removeItem(await this.#entryOf(name)));
  }

  /**
   * What is kept under a name; undefined if there is nothing.
   * @param {string} name
   */
  async find(name) {
    return (await this.#open(await this.#entryOf(name)))?.value;
  }

  /**
   * All values whose names begin so.
   * @param {string} start
   * @returns {Promise<any[]>}
   */
  async list(start) {
    const found = await Promise.all(namesFrom(this.start).map(entry => this.#open(entry)));
    return found.filter(one => one?.name.startsWith(start)).map(({ value }) => value);
  }

  /** @param {() => Promise<any>} change */
  #inTurn(change) {
    this.#last = this.#last.then(change, change);
    return this.#last;
  }

  // A digest, so that storage does not tell whose game it belongs to.
  /** @param {string} name */
  async #entryOf(name) {
    const digest = await crypto.subtle.digest('SHA-256', bytesOf(`${this.#secret} ${name}`));
    return this.start + encode(digest).slice(0, 22);
  }

  /**
   * @param {Uint8Array} iv
   * @param {string} entry which the text is bound to
   */
  #cipher(iv, entry) {
    return { name: 'AES-GCM', iv: /** @type {BufferSource} */ (iv),
      additionalData: bytesOf(entry) };
  }

  // Undefined if there is none, or if it has been changed.
  /** @param {string} entry */
  async #open(entry) {
    const [, iv, sealed] = (localStorage.getItem(entry) ?? '').split('.');
    try {
      return JSON.parse(new TextDecoder().decode(await crypto.subtle.decrypt(
        this.#cipher(decode(iv), entry), this.#key, decode(sealed))));
    } catch {
      return undefined;
    }
  }
}

/** What lies there from before it was encrypted.
 * @param {Sealed} sealed */
async function sealOld(sealed) {
  for (const name of namesFrom('apothecary.')) {
    const text = localStorage.getItem(name) ?? '';
    const [, kind] = /^apothecary\.(unsent$|(?:note|analysis):)/.exec(name) ?? [];
    if (kind === undefined)
      continue;
    if (kind === 'unsent')
      for (const move of JSON.parse(text))
        await sealed.keep(`move ${move.key}`, move);
    else
      await sealed.keep(name.slice('apothecary.'.length), text);
    localStorage.removeItem(name);
  }
}

function dropOldest() {
  for (const name of namesFrom(SEALED))
    if (!(Number.parseInt(localStorage.getItem(name) ?? '', 10) > Date.now() - OLDEST_MS))
      localStorage.removeItem(name);
}

async function open() {
  const { owner, key } = await post('/api/browser-key');
  const sealed = new Sealed(owner, key, await crypto.subtle.importKey('raw', decode(key),
    'AES-GCM', false, ['encrypt', 'decrypt']));
  dropOldest();
  await sealOld(sealed);
  return sealed;
}

/** @type {Promise<Sealed | null> | null} */
let opening = null;

/** This page's view of it; null without a session, a connection or a browser that can do it: then
 * nothing is kept. */
export function openSealed() {
  opening ??= open().catch(() => {
    opening = null;
    return null;
  });
  return opening;
}
