// Creates SVG nodes.

const NS = 'http://www.w3.org/2000/svg';

/**
 * A node with attributes and children; null and undefined attributes are omitted.
 * @param {string} name
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 * @returns {SVGElement}
 */
export function svg(name, attributes = {}, ...children) {
  const node = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined)
      node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/**
 * An HTML node, likewise.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== null && value !== undefined)
      node.setAttribute(key, String(value));
  node.append(...children);
  return node;
}

/**
 * Sets an attribute only if it has another value: each write makes the browser recompute styles.
 * @param {Element} node
 * @param {string} name
 * @param {string | null} value
 */
export function setChanged(node, name, value) {
  if (node.getAttribute(name) === value)
    return;
  if (value === null)
    node.removeAttribute(name);
  else
    node.setAttribute(name, value);
}
