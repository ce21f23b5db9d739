/* Access to the library's WebAssembly module: handles of its objects, text in and out. The pages
 * and the npm package (bindings/npm) call the module only through this file. */

const encoder = new TextEncoder();
const decoder = new TextDecoder();

const CAPACITY_LEAST = 4096; // initial bytes of a handle's input; enough for FENs

/**
 * What the module exports: functions, and `memory`.
 * @typedef {{ [name: string]: any }} Exports
 */

/**
 * Compiles the module in `source`: its bytes, a response from fetch(), or a compiled module.
 * @param {WebAssembly.Module | BufferSource | Response} source
 * @returns {Promise<WebAssembly.Module>}
 */
export async function compile(source) {
  if (source instanceof WebAssembly.Module)
    return source;
  if (typeof Response === 'undefined' || !(source instanceof Response))
    return WebAssembly.compile(/** @type {BufferSource} */ (source));
  const isTyped = (source.headers.get('content-type') ?? '').startsWith('application/wasm');
  return isTyped ? WebAssembly.compileStreaming(source)
    : WebAssembly.compile(await source.arrayBuffer());
}

/**
 * @param {WebAssembly.Module} module
 * @returns {Promise<Exports>}
 */
export async function instantiate(module) {
  return (await WebAssembly.instantiate(module)).exports;
}

/** The module has no memory left. */
export class OutOfMemory extends Error {
  constructor() {
    super('out of memory');
  }
}

/** An object in the module with an input and an output: a "session" or an "analyst". */
export class Handle {
  #kind;
  #input = 0; // where the input is
  #size = 0; // of the input, in bytes
  #bytes = new Uint8Array(0);
  #words = new Uint32Array(0);
  #isShared; // the memory, with other threads: it grows, but does not move

  /**
   * @param {Exports} api
   * @param {string} kind
   * @param {number} at the object's address; 0 if there was no memory for it
   */
  constructor(api, kind, at) {
    if (at === 0)
      throw new OutOfMemory();
    this.api = api;
    this.at = at;
    this.#kind = kind;
    this.#isShared = !(api.memory.buffer instanceof ArrayBuffer);
  }

  /** Frees the object; the handle must not be used afterwards. */
  free() {
    this.api[`apo_${this.#kind}_free`](this.at);
    this.at = 0;
  }

  /** The module's memory. It may move with every call, which empties the earlier views. */
  bytes() {
    if (this.#bytes.byteLength === 0 || this.#isShared)
      this.#bytes = new Uint8Array(this.api.memory.buffer);
    return this.#bytes;
  }

  /** The same as 32-bit words. */
  words() {
    if (this.#words.byteLength === 0 || this.#isShared)
      this.#words = new Uint32Array(this.api.memory.buffer);
    return this.#words;
  }

  /**
   * Writes a text to the input and returns its length in bytes.
   * @param {string} text
   */
  put(text) {
    if (3 * text.length > this.#size)
      this.#makeRoom(3 * text.length);
    const bytes = this.bytes(), at = this.#input, length = text.length;
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(i);
      if (code > 127)
        return this.#putEncoded(text);
      bytes[at + i] = code;
    }
    return length;
  }

  /**
   * Writes bytes to the input and returns their number.
   * @param {Uint8Array} data
   */
  putBytes(data) {
    if (data.length > this.#size)
      this.#makeRoom(data.length);
    this.bytes().set(data, this.#input);
    return data.length;
  }

  /** @param {string} text */
  #putEncoded(text) {
    const bytes = this.bytes(), at = this.#input;
    if (!this.#isShared)
      return encoder.encodeInto(text, bytes.subarray(at, at + this.#size)).written;
    const encoded = encoder.encode(text); // browsers do not encode into shared memory
    bytes.set(encoded, at);
    return encoded.length;
  }

  /** @param {number} size */
  #makeRoom(size) {
    const room = Math.max(CAPACITY_LEAST, size);
    const at = this.api[`apo_${this.#kind}_input`](this.at, room);
    if (at === 0)
      throw new OutOfMemory();
    this.#input = at;
    this.#size = room;
  }

  /** The output: the answer to the last call, or the reason for its failure. */
  output() {
    const at = this.api[`apo_${this.#kind}_output`](this.at);
    const length = this.api[`apo_${this.#kind}_length`](this.at);
    if (length === 0)
      return '';
    const bytes = this.bytes();
    return decoder.decode(this.#isShared ? bytes.slice(at, at + length)
      : bytes.subarray(at, at + length));
  }
}
