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
 * The lines and the river drawn on a board: paths in which rank n begins 100 n below the top.
 * @param {import('./geometry.js').Geometry} geometry
 * @param {boolean} isFlipped
 */
export const drawnOn = ({ drawn, files, rows, bottomRank }, isFlipped) =>
  Object.entries(drawn).filter(([, d]) => d).map(([kind, d]) => svg('path', {
    class: `apo-${kind}`, d, transform: isFlipped
      ? `translate(${files * 100} ${100 - bottomRank * 100})rotate(180)`
      : `translate(0 ${(bottomRank + rows - 1) * 100})`,
  }));

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
