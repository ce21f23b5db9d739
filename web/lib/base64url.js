/* Bytes in base64url without padding, as the server reads and writes keys and signatures. */

/** @param {ArrayBuffer} bytes */
export const encode = bytes => btoa(String.fromCharCode(...new Uint8Array(bytes)))
  .replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** @param {string} text */
export const decode = text => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')),
  letter => letter.charCodeAt(0));
