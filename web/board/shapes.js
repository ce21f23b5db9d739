// Arrows and circles drawn with the right button. Modifier keys choose the colour.

import { svg } from './svg.js';

/**
 * The colour chosen by the modifier keys of a pointer event.
 * @param {MouseEvent} event
 */
export function shapeColor(event) {
  const isFirst = event.shiftKey || event.ctrlKey, isSecond = event.altKey || event.metaKey;
  return isFirst ? isSecond ? 'yellow' : 'red' : isSecond ? 'blue' : 'green';
}

/**
 * The list after a shape { from, to, color } is drawn: drawing the same one again removes it,
 * and in another colour recolours it.
 * @param {Shape[]} shapes
 * @param {Shape} shape
 */
export function toggleShape(shapes, shape) {
  const rest = shapes.filter(each => each.from !== shape.from || each.to !== shape.to);
  const isSame = shapes.some(each => each.from === shape.from && each.to === shape.to &&
    each.color === shape.color);
  return isSame ? rest : [...rest, shape];
}

/**
 * Nodes for the shapes; `at` gives a square's top left corner in hundredths of a square.
 * @param {Shape[]} shapes
 * @param {(square: string) => Point} at
 */
export function drawShapes(shapes, at) {
  return shapes.map(({ from, to, color }) => to === undefined || from === to
    ? circle(at(from), color) : arrow(at(from), at(to), color));
}

/**
 * @param {Point} parts
 * @param {string} color
 */
function circle({ x, y }, color) {
  return svg('circle', { class: `apo-circle ${color}`, cx: x + 50, cy: y + 50, r: 44 });
}

/**
 * @param {Point} from
 * @param {Point} to
 * @param {string} color
 */
function arrow(from, to, color) {
  const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy);
  const ux = dx / length, uy = dy / length;
  /**
   * @param {number} along
   * @param {number} aside
   */
  const point = (along, aside) => {
    const x = from.x + 50 + ux * along - uy * aside, y = from.y + 50 + uy * along + ux * aside;
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  };
  const neck = length - 46, tip = length - 8;
  return svg('path', {
    class: `apo-arrow ${color}`,
    d: `M${point(22, -8)}L${point(neck, -8)}L${point(neck, -24)}L${point(tip, 0)}` +
      `L${point(neck, 24)}L${point(neck, 8)}L${point(22, 8)}Z`,
  });
}
