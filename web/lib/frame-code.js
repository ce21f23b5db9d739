/* HTML that embeds a part of this site in another page. */

/** @param {string} text */
const escaped = text => text.replace(/[&"<]/g, sign => `&#${sign.charCodeAt(0)};`);

/**
 * A frame with a board, as HTML.
 * @param {{ [field: string]: string }} fields of the address /embed
 * @param {string} title
 */
export const frameCode = (fields, title) => `<iframe src="${
  escaped(`${location.origin}/embed?${new URLSearchParams(fields)}`)}" title="${
  escaped(title)}" width="480" height="720"></iframe>`;
