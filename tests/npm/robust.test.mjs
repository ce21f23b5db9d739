// Bad input through the package: the corpora of the fuzz targets, and values of wrong kinds. Each
// is accepted, or refused with an error of the package's own that says why; nothing else is thrown,
// nothing hangs, and memory does not grow.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { run, test } from '../web/suite.mjs';

const [, , folder] = process.argv;
const { ApothecaryError, Board, DefinitionError, Engine, EpdError, FenError, GameOverError,
  IllegalMoveError, InvalidMoveError, PgnError, PgnGame, Variant, memoryUse, parsePgn, variants } =
  await import(pathToFileURL(join(folder, 'index.js')));
const CORPUS = fileURLToPath(new URL('../../fuzz/corpus', import.meta.url));
const GAMES = ['chess', 'alert', 'modern', 'seirawan'];
const BOARDS = 1000000;

/** The inputs of a fuzz target, as texts. */
const inputs = name => readdirSync(join(CORPUS, name)).map(file =>
  readFileSync(join(CORPUS, name, file), 'utf8'));

/** Calls it. Returns its result, or null after an error that says why. */
function attempt(call) {
  try {
    return call();
  } catch (error) {
    if (!(error instanceof ApothecaryError))
      throw error;
    assert(error.message.length > 0);
    assert.match(error.code, /^[a-z_]+$/);
    if (error.position !== null)
      assert(error.position >= 0 && error.position <= error.text.length, error.message);
    return null;
  }
}

/** Everything that can be asked of a board. */
function lookAt(board) {
  const moves = board.legalMoves();
  assert.equal(moves.length, board.legalMoveCount);
  assert.equal(board.legalSans().length, moves.length);
  assert.equal(board.richMoves().length, moves.length);
  board.svg();
  board.status();
  for (const move of moves.slice(0, 3)) {
    attempt(() => board.push(move));
    attempt(() => board.pop());
  }
}

test('positions', () => {
  for (const text of [...inputs('fen'), ...inputs('session'), ...inputs('start'), ...inputs('uci'),
    ...inputs('fields')])
    for (const game of GAMES)
      for (const fen of [text, text.slice(1), text.slice(1).split('\n')[0]]) {
        const board = attempt(() => new Board(game, fen));
        if (board !== null)
          lookAt(board);
        attempt(() => Variant.get(game).legalMoves(fen));
        attempt(() => Variant.get(game).legalSans(fen));
      }
});

test('EPD', () => {
  for (const text of inputs('epd'))
    for (const game of GAMES)
      for (const line of [text, ...text.split('\n').slice(0, 20), text.slice(1)]) {
        const read = attempt(() => Board.fromEpd(line, game));
        if (read !== null) {
          const { hmvc, fmvn, ...operations } = read.operations;
          const again = Board.fromEpd(read.board.epd(operations), game);
          assert.equal(again.board.fen(), read.board.fen());
        }
      }
  const line = '7k/8/5K2/8/8/8/8/6Q1 w - - hmvc 4; bm Qg7# Kf7; id "a; b"; ce 31; pv Qg7#; c0 "";';
  const { board, operations } = Board.fromEpd(line);
  assert.deepEqual(operations, { hmvc: 4, bm: ['g1g7', 'f6f7'], id: 'a; b', ce: 31, pv: ['g1g7'],
    c0: '' });
  assert.equal(board.epd(operations), line);
  assert.throws(() => Board.fromEpd('7k/8/5K2/8/8/8/8/6Q1 b - - bm Kh7; bm Kg8;'),
    error => error instanceof EpdError && error.position === 35);
  assert.throws(() => Board.fromEpd('7k/8/5K2/8/8/8/8/6Q1 b - - bm Kg7;'), IllegalMoveError);
  for (const bad of [{ id: 'a"b' }, { c0: 'a\nb' }, { 1: 1 }, { x: NaN }, { x: {} }])
    assert.throws(() => board.epd(bad), EpdError);
  for (const game of variants()) {
    const start = new Board(game), moves = start.legalMoves().slice(0, 3);
    const again = Board.fromEpd(start.epd({ bm: moves, id: game }), game);
    assert.deepEqual([again.board.fen(), again.operations.bm], [start.fen(), moves]);
  }
});

test('moves', () => {
  for (const text of [...inputs('move'), ...inputs('play'), ...inputs('movelist'),
    ...inputs('uci'), ...inputs('xboard')])
    for (const game of GAMES) {
      const board = new Board(game), before = board.fen();
      for (const line of [text, ...text.split('\n').slice(0, 20)]) {
        const made = attempt(() => board.push(line));
        if (made === null)
          assert.equal(board.fen(), before);
        else
          board.pop();
        attempt(() => board.parse(line));
        board.explain(line);
      }
      board.free();
    }
});

test('handicaps', () => {
  for (const text of [...inputs('start'), ...inputs('game_setup')])
    for (const game of GAMES)
      for (const line of [text, ...text.split('\n').slice(0, 20)]) {
        const board = new Board(game), before = board.fen();
        if (attempt(() => board.setHandicap(line) ?? true) === null)
          assert.equal(board.fen(), before);
        board.free();
      }
});

test('definitions', () => {
  for (const text of [...inputs('definition'), ...inputs('bundle'), ...inputs('betza'),
    ...inputs('dialect'), ...inputs('fairy_ini'), ...inputs('diagram'), ...inputs('fields'),
    '', '\0', '#base-file x', '[game]\nbase = own', 'x'.repeat(2000000)]) {
    const variant = attempt(() => Variant.define(text));
    if (variant === null)
      continue;
    attempt(() => lookAt(new Board(variant)));
    variant.free();
  }
});

test('PGN', () => {
  for (const text of [...inputs('pgn'), ...inputs('pgn_game'), '', '\0', '(((('.repeat(10000)])
    for (const variant of [null, ...GAMES]) {
      const errors = [];
      for (const game of parsePgn(text, { variant, onError: error => errors.push(error) })) {
        const again = [...parsePgn(attempt(() => game.toString()) ?? '',
          { variant: game.variant })];
        if (again.length > 0)
          assert.deepEqual(again[0].moves.map(({ move }) => move),
            game.moves.map(({ move }) => move));
      }
      for (const error of errors)
        assert(error instanceof PgnError && error.line > 0 && error.column > 0);
    }
});

test('targets by squares', () => {
  const dests = new Board('chess', '7k/P7/8/8/8/8/8/R3K3 w Q - 0 1').dests();
  assert.deepEqual([...dests.keys()].sort(), ['a1', 'a7', 'e1']);
  assert.deepEqual(dests.get('a7'), ['a8']);
  assert.deepEqual(dests.get('e1').sort(), ['c1', 'd1', 'd2', 'e2', 'f1', 'f2']);
  for (const game of variants()) {
    const board = new Board(game), found = [...board.dests()];
    for (const [from, targets] of found)
      assert(targets.length > 0 && board.pieceAt(from) !== null, `${game} ${from}`);
    const moves = board.richMoves().filter(({ kind }) => kind !== 'drop' && kind !== 'pass');
    assert.deepEqual(found.flatMap(([from, to]) => to.map(square => from + square)).sort(),
      [...new Set(moves.map(({ from, to }) => from + to))].sort());
  }
});

test('errors have their own types and places', () => {
  const caught = call => {
    try {
      call();
    } catch (error) {
      return error;
    }
    return assert.fail('nothing was thrown');
  };
  const board = new Board();
  const fen = caught(() => new Board('chess', '8/8/8/8/9/8/8/8 w - - 0 1'));
  assert(fen instanceof FenError);
  assert.equal(fen.position, 8);
  const move = caught(() => board.push('Qd5'));
  assert(move instanceof IllegalMoveError);
  assert.equal(move.message, 'the queen on d1 cannot go to d5');
  const definition = caught(() => Variant.define('[game]\nname = x\nnmae = y\n'));
  assert(definition instanceof DefinitionError);
  assert.deepEqual(definition.faults.at(-1), { line: 3, column: 1, key: 'nmae',
    message: 'unknown key "nmae"; did you mean "name"?', isWarning: false });
  const pgn = caught(() => [...parsePgn('{é} 1. e4 e5\n2. Nf6 *')]);
  assert(pgn instanceof PgnError);
  assert.deepEqual([pgn.line, pgn.column], [2, 5]);
  assert.equal(caught(() => Variant.get('nonsense')).code, 'unknown');
  for (const text of ['f3', 'e5', 'g4', 'Qh4'])
    board.push(text);
  assert(caught(() => board.push('a3')) instanceof GameOverError);
  assert.deepEqual(board.outcome(), { ending: 'mate', quarters: { white: 0, black: 4 },
    result: '0-1', winner: 'black' });
});

test('variations stay in their brackets', async () => {
  const moves = '1. e4 (1. d4 (1. c4 c5) 1... d5) (1. g3) 1... e5 *';
  const [game] = parsePgn(moves);
  const [first] = game.moves;
  assert.deepEqual(first.variations.map(line => line[0].san), ['d4', 'g3']);
  assert.deepEqual(first.variations[0][0].variations.map(line => line[0].san), ['c4']);
  assert(game.toString().includes(moves));
});

test('records that go on after the end', async () => {
  const [game] = parsePgn(`${'Nf3 Nf6 Ng1 Ng8 '.repeat(27)}e4 *`);
  const board = game.board();
  assert.equal(board.moveStack.length, 109);
  assert.equal(board.pop(), 'e2e4');
  assert.equal(board.outcome().ending, 'repetition');
  assert.throws(() => board.push('e4'), GameOverError);
  assert.equal(board.advance('d4'), 'd2d4');
  assert.equal(board.isGameOver(), false);
  assert.throws(() => board.advance('d4'), ApothecaryError);
});

test('attackers, pinned ones too, and none of a side that has none', async () => {
  const board = new Board('chess', '4r1k1/8/8/8/3p4/4B3/5P2/4K3 w - - 0 1');
  assert.deepEqual(board.attackers('d4', 'white'), ['e3']);
  assert.deepEqual(board.attackers('e3', 'black'), ['d4', 'e8']);
  assert.deepEqual(board.attackers('a8', 'white'), []);
  assert.deepEqual(new Board('alert').attackers('a1', 'black'), []);
  assert.throws(() => board.attackers('i9', 'white'), ApothecaryError);
  assert.throws(() => board.attackers('e3', 'red'), ApothecaryError);
});

test('why texts are illegal: drops, pieces and castling', async () => {
  const board = new Board('shogi', '7nk/9/7G1/9/9/9/9/9/4K4[PG] w - - 0 1');
  const reasons = { 'P@i8': 'drop_mate', 'P@a9': 'drop', 'P@i9': 'occupied', 'R@a1': 'hand',
    'Ke9': 'power', 'G@i8': 'legal', 'P@i10': 'syntax' };
  for (const [text, reason] of Object.entries(reasons))
    assert.equal(board.explain(text).reason, reason, text);
  assert.equal(board.explain('P@i8').message, 'the drop of a pawn may not mate');
  assert.equal(board.remedy('P@i8').move, 'P@i8');
  assert.throws(() => board.remedy('P@i10'), InvalidMoveError);
  assert.equal(new Board('chess', '4k3/8/8/8/8/8/4r3/4K2R w K - 0 1').remedy('O-O').cause,
    'castling_check');
});

test('values of wrong kinds', async () => {
  const board = new Board();
  for (const value of [null, 7, {}, [], Symbol.iterator, () => 1])
    for (const call of [() => board.push(value), () => board.setFen(value),
      () => board.isAttacked(value, value), () => board.attackers(value, value),
      () => board.format('e4', value),
      () => Variant.get(value), () => Variant.define(value), () => [...parsePgn(value)],
      () => board.explain({ from: 'e2', to: value === null ? 'x9' : 'e4 e5' })])
      attempt(() => {
        call();
        assert.fail(`${String(value)} is accepted by ${call}`);
      });
  for (const value of [-1, 1.5, NaN, Infinity, '3', 2 ** 40])
    for (const call of [() => board.perft(value), () => board.end(value),
      () => board.variant.start(value)])
      attempt(() => {
        call();
        assert.fail(`${String(value)} is accepted by ${call}`);
      });
  const engine = await Engine.start({ hash: 1, worker: false });
  await assert.rejects(engine.search(board), ApothecaryError);
  await assert.rejects(engine.search(board, { lines: 0, depth: 1 }), ApothecaryError);
  await assert.rejects(engine.search(null, { depth: 1 }), ApothecaryError);
  engine.close();
  await assert.rejects(engine.search(board, { depth: 1 }), ApothecaryError);
});

test('more moves than can be listed are an error', () => {
  const board = new Board('duck', '7K/3n4/8/Q1Q1Q1Q1/7Q/1Q1Q1Q2/1Q6/k5QQ b - - 0 1');
  const isTooMany = error => error instanceof ApothecaryError && error.code === 'overflow'
    && error.message.includes('8,192');
  assert.throws(() => board.perft(2), isTooMany);
  let refused = 0;
  for (const move of board.legalMoves()) {
    board.push(move);
    if (attempt(() => board.legalMoves()) === null) {
      refused++;
      for (const call of [() => board.legalMoveCount, () => board.legalSans(),
        () => board.perft(1), () => board.perft(3)])
        assert.throws(call, isTooMany);
    }
    board.pop();
  }
  assert(refused > 0);
});

test('deep counts need no deep stack', () => {
  // Two kings that go to the right, round the edge: one move each.
  const round = Variant.define('[game]\nname = Round\n[board]\nfiles = 6\nranks = 6\n'
    + '[pieces]\nK = king, roW, royal\n'
    + '[setup]\nboard =\n    k.....\n    6\n    6\n    6\n    6\n    K.....\n');
  assert.equal(Number(new Board(round).perft(64)), 1);
  round.free();
});

test('a game goes forward and back', () => {
  for (const game of variants()) {
    const board = new Board(game), start = board.fen();
    for (let ply = 0; ply < 30 && !board.isGameOver(); ply++) {
      const moves = board.legalMoves().sort();
      board.push(moves[(ply * 7 + 3) % moves.length]);
    }
    const [read] = parsePgn(PgnGame.of(board).toString());
    assert.equal(read.board().fen(), board.fen());
    const copy = board.copy();
    board.free();
    assert.equal(copy.fen(), board.fen());
    while (board.moveStack.length > 0)
      board.pop();
    assert.equal(board.fen(), start);
  }
});

test('a search can be given up', async () => {
  const engine = await Engine.start({ hash: 1 });
  const depths = [], limit = new AbortController();
  const { move, lines } = await engine.search(new Board('grand'), { lines: 2,
    signal: limit.signal, onInfo: ({ depth }) => {
      depths.push(depth);
      if (depth >= 3)
        limit.abort();
    } });
  assert.equal(move, lines[0].pv[0]);
  assert.equal(lines.length, 2);
  assert(depths.includes(3));
  const first = await engine.play(new Board('modern'), { level: 2, seed: 9 });
  assert.deepEqual(await engine.play(new Board('modern'), { level: 2, seed: 9 }), first);
  const closed = engine.search(new Board(), { signal: new AbortController().signal });
  setTimeout(() => engine.close());
  await assert.rejects(closed, ApothecaryError);
});

test('a million boards need no more memory than some', () => {
  const some = 2000, fen = new Board().fen(), kept = new Board('chess');
  kept.push('e4');
  let before = 0;
  for (let i = 0; i < BOARDS; i++) {
    const board = new Board('chess', fen);
    if (i % 10 === 0)
      board.push('e4');
    if (i % 3 === 0)
      board.free();
    if (i === some)
      before = memoryUse().bytes;
  }
  assert.equal(memoryUse().bytes, before);
  assert(memoryUse().boards <= 256);
  // One of the first: it had to leave, and comes back.
  assert.equal(kept.push('e5'), 'e7e5');
  assert.deepEqual(kept.moveStack, ['e2e4', 'e7e5']);
});

await run();
