// A small picture of the moves of a type of piece on an otherwise empty board.

import { drawMini } from './mini.js';
import { svg } from './svg.js';
import { Geometry } from './geometry.js';

const U = 100;

// Enemies near the piece, as a hopper can do nothing alone.
/** @type {{ [name: string]: any }} */
export const COMPANY = {
  cannon: [[0, 2], [0, 4], [3, 0], [4, 0]],
  mortar: [[0, 2], [0, 4], [3, 0], [4, 0]],
  vao: [[2, 2], [4, 4]],
  grasshopper: [[0, 2], [2, 2], [-3, 0]],
  checker: [[1, 1], [1, 3], [-2, 0]],
};

/**
 * The board without border ranks.
 * @param {GameRules} parts
 * @returns {Required<Places>}
 */
export function cropped({ files, rows, bottomRank, places }) {
  const lines = Array.from({ length: rows }, (_, row) => places.slice(row * files,
    (row + 1) * files));
  const first = lines.findIndex(line => line.includes('.'));
  const kept = lines.slice(first).filter(line => line.includes('.'));
  return { files, rows: kept.length, bottomRank: bottomRank + first,
    places: kept.join('').replaceAll('~', '#'), lines: '', river: '' };
}

/**
 * Where a picture puts the piece.
 * @param {GameRules} game
 * @param {PieceType} type
 */
export const centreOf = ({ files, ranks }, type) =>
  String.fromCharCode(97 + Math.floor((files - 1) / 2)) + (type.isPawn ? 3 : Math.ceil(ranks / 2));

/** @param {Session} session */
const anyPawn = session => session.types().find(type => type.isPawn) ?? session.types()[0];

// A joker imitates: here a knight, if the game has one.
/** @param {Session} session */
const imitated = session => (session.type('N') ?? session.types().find(type => !type.isJoker
  && !type.isRoyal) ?? session.types()[0]).letter;

/**
 * What a piece of White can do from the middle: { geometry, pieces, marks } with marks 'both',
 * 'move' and 'capture' by square.
 * @param {Session} session
 * @param {PieceType} type
 */
export function diagramOf(session, type) {
  const geometry = cropped(session.game), at = centreOf(session.game, type);
  const seen = new Geometry(geometry);
  /** @type {OnSquares<Piece>} */
  const pieces = { [at]: { ...type, color: 'white' } };
  /** @type {OnSquares<'both' | 'move' | 'capture'>} */
  const marks = {};
  const power = type.isJoker ? imitated(session) : null;
  for (const [dx, dy] of COMPANY[type.name] ?? []) {
    const name = String.fromCharCode(at.charCodeAt(0) + dx) + (Number(at.slice(1)) + dy);
    if (seen.get(name))
      pieces[name] = { ...anyPawn(session), color: 'black' };
  }
  if (Object.keys(pieces).length > 1) {
    const list = Object.entries(pieces).map(([square, { letter, color }]) =>
      ({ square, letter, color }));
    for (const { to, captures } of session.diagram(list, power)) {
      marks[to] ??= 'both';
      for (const name of captures)
        marks[name] = 'capture';
    }
  } else {
    const { moves, captures, firstMoves } = session.moveDiagram(type.letter, at, power);
    for (const name of [...moves, ...firstMoves])
      marks[name] = captures.includes(name) ? 'both' : 'move';
    for (const name of captures)
      marks[name] ??= 'capture';
  }
  for (const name of Object.keys(marks))
    if (!seen.get(name))
      delete marks[name];
  return { geometry, pieces, marks };
}

/** @type {WeakMap<Session, Map<string, ReturnType<typeof diagramOf>>>} */
const known = new WeakMap();

/**
 * The same, computed once.
 * @param {Session} session
 * @param {PieceType} type
 */
function knownDiagram(session, type) {
  const all = known.get(session) ?? new Map();
  known.set(session, all);
  const found = all.get(type.letter) ?? diagramOf(session, type);
  all.set(type.letter, found);
  return found;
}

/**
 * The picture, as White sees it: a dot where it moves and captures, a ring where it only moves, a
 * cross where it only captures.
 * @param {Session} session
 * @param {PieceType} type
 * @param {{ set?: string, sprite?: string }} [parts]
 */
export function movesPicture(session, type, { set, sprite } = {}) {
  const { geometry, pieces, marks } = knownDiagram(session, type);
  const picture = drawMini(geometry, pieces, { set, sprite });
  const places = new Geometry(geometry);
  for (const [name, kind] of Object.entries(marks)) {
    const { x, y } = places.place(name, false);
    const cx = x * U + U / 2, cy = y * U + U / 2;
    picture.append(kind === 'capture'
      ? svg('path', { class: 'apo-way capture', d: `M${cx - 24} ${cy - 24}l48 48m0-48l-48 48` })
      : svg('circle', { class: `apo-way ${kind}`, cx, cy, r: 24 }));
  }
  return picture;
}
