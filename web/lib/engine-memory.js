/* The memory of engine.wasm, which the module imports (docs/wasm.md). Where pages may share memory
 * between threads, it is shared; elsewhere the module is changed to use its own. */

const PAGES = { initial: 256, maximum: 8192 }; // of 64 kB, as cmake/wasm.cmake says
const HEADER = 8; // bytes, before the first section
const IMPORTS = 2, MEMORY = 2; // a section, a kind of import
const SHARED = 2; // a bit of a memory's limits

/** Whether workers of this page may share memory. */
export const canShare = () => globalThis.crossOriginIsolated === true;

/** @param {boolean} isShared */
export const engineMemory = isShared => new WebAssembly.Memory(
  /** @type {WebAssembly.MemoryDescriptor} */ ({ ...PAGES, shared: isShared }));

/**
 * Changes the bytes of engine.wasm so that the memory that it imports is not shared.
 * @param {Uint8Array} bytes
 */
export function unshare(bytes) {
  let at = HEADER;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128)
        return value;
    }
  };
  const skipText = () => {
    at = number() + at;
  };
  while (at < bytes.length && bytes[at] !== IMPORTS) {
    at++;
    skipText();
  }
  at++;
  number(); // the section's size
  if (number() !== 1)
    throw new Error('the engine imports something besides its memory');
  skipText();
  skipText();
  if (bytes[at++] !== MEMORY)
    throw new Error('the engine imports no memory');
  bytes[at] &= ~SHARED;
}
