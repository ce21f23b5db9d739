/* Converts the operations of EPD to values and back. */
import { EpdError } from './errors.js';

const MOVES = ['bm', 'am', 'pm', 'sm'], LINE = 'pv';

/**
 * The value of an operation's operands: moves in coordinates, a text, a number, or null.
 * @param {import('./board.js').Board} board
 * @param {string} name
 * @param {string} operands
 */
export function epdValue(board, name, operands) {
  if (MOVES.includes(name))
    return wordsOf(operands).map(word => board.format(word));
  if (name === LINE)
    return inTurn(board, wordsOf(operands), 'coordinates');
  const quoted = /^"([^"]*)"$/.exec(operands);
  if (quoted !== null)
    return quoted[1];
  return /^[+-]?\d{1,15}(\.\d{1,15})?$/.test(operands) ? Number(operands) : operands || null;
}

/**
 * Operations in the module's form: one line for each.
 * @param {import('./board.js').Board} board
 * @param {{ [name: string]: any }} operations
 */
export function epdLines(board, operations) {
  const lines = Object.entries(operations).map(([name, value]) => {
    if (!/^\w+$/.test(name))
      throw new EpdError('an operation has a name of letters and digits',
        { code: 'syntax', text: name, position: 0 });
    return `${name} ${operandsOf(board, name, value)}`;
  });
  return lines.join('\n');
}

/** @type {(board: any, name: string, value: any) => string} */
function operandsOf(board, name, value) {
  if (value === null || value === undefined)
    return '';
  if (Number.isFinite(value))
    return String(value);
  if (Array.isArray(value)) {
    return (name === LINE ? inTurn(board, value, 'san')
      : value.map(move => board.san(move))).join(' ');
  }
  const wrong = typeof value === 'string' ? value.search(/["\p{Cc}]/u) : 0;
  if (wrong !== -1)
    throw new EpdError('expected moves, a number, or a text without quotation marks in one line',
      { code: 'syntax', text: String(value), position: wrong });
  return `"${value}"`;
}

/** @type {(text: string) => string[]} */
const wordsOf = text => text.split(/\s+/).filter(Boolean);

/**
 * Converts successive moves to another notation.
 * @param {import('./board.js').Board} board
 * @param {string[]} moves
 * @param {'coordinates' | 'san'} notation
 */
function inTurn(board, moves, notation) {
  const after = board.copy();
  try {
    return moves.map(move => {
      const text = after.format(move, notation);
      after.push(move);
      return text;
    });
  } finally {
    after.free();
  }
}
