// The questions of tests/conformance/cases.jsonl, answered by the package. The C library's answers
// are in the file, byte for byte.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run, test } from '../web/suite.mjs';

const [, , folder] = process.argv;
const { ApothecaryError, Board, PgnGame, Variant, parsePgn } =
  await import(pathToFileURL(join(folder, 'index.js')));
const CASES = fileURLToPath(new URL('../conformance/cases.jsonl', import.meta.url));
const SHOWN = 5; // faults of each kind

const encoder = new TextEncoder();

const byBytes = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The board's legal moves by their coordinates, which all lists follow. */
const ordered = board => board.legalMoves().sort(byBytes);

const bytesBefore = (text, index) => encoder.encode(text.slice(0, index)).length;

const errorOf = ({ code, text, position, message }) => ({ kind: code,
  position: text === null ? 0 : bytesBefore(text, position), detail: message });

const resultOf = ({ ending, whiteQuarters: quarters }) => ({ ending,
  result: ['0-1', '1/4-3/4', '1/2-1/2', '3/4-1/4', '1-0'][quarters] ?? '*' });

function play(board, moves) {
  for (const [index, move] of moves.entries())
    try {
      board.push(move);
    } catch (error) {
      assert(error instanceof ApothecaryError, error);
      return { index, error: errorOf(error) };
    }
  return null;
}

const faultOf = ({ line, column, key, message, isWarning }) => ({ line, column, key,
  warning: isWarning, detail: message });

/** Adds the moves of a line to `nodes`, each before those in its brackets. The line goes on from
 * the node `parent`; its first move stands in the brackets of the node `replaces`. */
function addLine(nodes, moves, parent, replaces) {
  for (const { move, commentBefore: before, comment: after, nags, variations } of moves) {
    const number = nodes.push({ move, parent, ...(replaces && { replaces }),
      ...(before && { before }), ...(after && { after }), ...(nags.length > 0 && { nags }) });
    for (const variation of variations)
      addLine(nodes, variation, parent, number);
    [parent, replaces] = [number, 0];
  }
  return nodes;
}

const answers = {
  game({ game }) {
    const { name, inventor, files, ranks, squares, starts, startNames, hasAdvantage, pieceTypes }
      = Variant.get(game);
    return { name, inventor, files, ranks, squares, starts, start_names: startNames,
      advantage: hasAdvantage,
      pieces: pieceTypes.map(type => ({ letter: type.letter, name: type.name,
        class: type.className, royal: type.isRoyal, pawn: type.isPawn, joker: type.isJoker })) };
  },

  position({ game, fen }) {
    const board = new Board(game, fen), state = board.state();
    return { fen: board.fen(), side: board.turn, halfmove_count: board.halfmoveClock,
      move_number: board.fullmoveNumber, check: board.isCheck(),
      ...resultOf({ ending: state.ending, whiteQuarters: state.whiteQuarters }),
      points: state.points && [state.points.white, state.points.black],
      count: board.legalMoveCount, moves: ordered(board) };
  },

  san({ game, fen }) {
    const board = new Board(game, fen);
    assert.deepEqual(board.legalSans().sort(), Variant.get(game).legalSans(board.fen()).sort());
    return { moves: ordered(board).map(move => board.san(move)) };
  },

  courier({ game, fen }) {
    const board = new Board(game, fen);
    return { moves: ordered(board).map(move => board.format(move, 'courier')) };
  },

  rich({ game, fen }) {
    const moves = new Board(game, fen).richMoves().sort((a, b) => byBytes(a.move, b.move));
    return { moves: moves.map(({ move, from, to, kind, promoted, launched, launchSquare, captures,
      partner, wall }) => ({ move, from, to, kind: kind.replace('-', '_'), promoted, launched,
      launch_square: launchSquare, captures, partner, ...(wall && { wall }) })) };
  },

  perft({ game, fen, depth }) {
    return { nodes: new Board(game, fen).perft(depth) };
  },

  read({ game, fen, text }) {
    const board = new Board(game, fen);
    const { move, san } = board.parse(text);
    assert.equal(board.isLegal(text), true);
    return { move, san, courier: board.format(text, 'courier') };
  },

  explain({ game, fen, from, to, promoted, launched }) {
    const { reason, message } = new Board(game, fen).explain({ from, to, promoted, launched });
    return { reason, text: message };
  },

  remedy({ game, fen, from, to, promoted, launched }) {
    const { isLegal, ...found } = new Board(game, fen).remedy({ from, to, promoted, launched });
    return { remedies: [Object.fromEntries(
      Object.entries(found).filter(([, value]) => value !== null))] };
  },

  play({ game, fen, moves }) {
    const board = new Board(game, fen), failure = play(board, moves);
    if (failure !== null)
      return failure;
    const { occurrences, ...status } = board.status();
    return { fen: board.fen(), ...resultOf(status), occurrences, moves: board.moveStack };
  },

  pgn_write({ game, fen, moves }) {
    const board = new Board(game, fen);
    return play(board, moves)
      ?? { text: PgnGame.of(board, { White: 'Ada', Black: 'Bob "the" \\' }).toString() };
  },

  pgn_read({ game, text }) {
    const [read] = parsePgn(text, { variant: game });
    if (read === undefined)
      return { error: { kind: 'unknown', position: 0, detail: 'no game is left' } };
    const board = read.board();
    return { start: read.startFen, moves: board.moveStack, ...resultOf(board.status()) };
  },

  pgn_tree({ game, text }) {
    const [read] = parsePgn(text, { variant: game });
    return { nodes: addLine([], read.moves, 0, 0), text: read.toString() };
  },

  definition({ text }) {
    try {
      const variant = Variant.define(text), board = new Board(variant);
      return { name: variant.name, faults: variant.warnings.map(faultOf), fen: board.fen(),
        moves: ordered(board) };
    } catch (error) {
      assert(error instanceof ApothecaryError, error);
      return { error: { kind: error.code, faults: error.faults.map(faultOf) } };
    }
  },
};

function answer(question) {
  try {
    return answers[question.ask](question);
  } catch (error) {
    if (!(error instanceof ApothecaryError))
      throw error;
    return { error: errorOf(error) };
  }
}

const cases = readFileSync(CASES, 'utf8').trim().split('\n').map(line => JSON.parse(line));
for (const ask of new Set(cases.map(each => each.ask)))
  test(`questions: ${ask}`, () => {
    let faults = 0;
    for (const { answer: wanted, ...question } of cases.filter(each => each.ask === ask))
      try {
        assert.deepEqual(answer(question), wanted);
      } catch (error) {
        if (++faults <= SHOWN)
          console.error(JSON.stringify(question), error.message);
      }
    assert.equal(faults, 0);
  });

await run();
