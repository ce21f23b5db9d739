// usage: node look.mjs MODULE.wasm [APOTHECARY]
// The answers of web/lib/rules.js for a board: positions, moves with all their effects, what any
// piece could do, why a joker moves as it does, and the state of a game.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rulesFrom, RulesError } from '../../web/lib/rules.js';
import { gamesText } from '../web/support/games-text.mjs';
import { run, test } from '../web/suite.mjs';

const rules = await rulesFrom(readFileSync(process.argv[2]), gamesText());

function opened(id, fen, moves = []) {
  const game = rules.open({ id });
  if (fen)
    game.setFen(fen);
  moves.forEach(move => game.play(move));
  return game;
}

const targets = moves => moves.map(move => move.to).sort().join(' ');

test('describes a game', () => {
  const { game } = opened('alert');
  assert.equal(game.files * game.rows, game.places.length);
  assert.equal(game.bottomRank, 0);
  assert.equal(game.starts, 576);
  assert.ok(game.rules.includes('joker') && !game.rules.includes('launch'));
  assert.equal(game.types.length, 18);
});

test('tells which squares are there', () => {
  const game = opened('alert');
  const { squares, pieces, reserve, pocket, imitated } = game.state();
  assert.equal(squares.length, 152);
  assert.equal(Object.keys(pieces).length, 92);
  assert.deepEqual(pieces.e0, { ...game.type('J'), color: 'white', isUnmoved: false });
  assert.deepEqual(reserve.white, { Q: 1, R: 1, Y: 1, B: 2, N: 1, G: 1 });
  assert.deepEqual(pocket, { white: [], black: [] });
  assert.deepEqual(imitated, { white: null, black: null });
});

function testFaults() {
  const game = opened('modern');
  const words = fen => game.check(fen).faults.map(({ message, squares }) => [message,
    squares.join(' ')]);
  const start = game.fen();
  assert.deepEqual(words(start), []);
  assert.deepEqual(game.check(start).rights, game.state().unmoved);
  assert.deepEqual(game.check(start).reserve, game.state().reserve);
  const board = (rows, rest = 'w - - -- - - 0 1') =>
    `**********/10/4k5/10/10/${rows}/4K5/10/********** ${rest}`;
  assert.deepEqual(words(board('4R5/10/10/10')),
    [['the side that is not to move could lose its king', 'e6']]);
  assert.deepEqual(words(board('10/10/10/10', 'w e2 - -- - - 0 1')),
    [['a right is claimed for a piece that cannot have it', 'e2']]);
  assert.deepEqual(words('**********/P9/10/10/10/10/10/10/10/4K5/10/********** w - - -- - - 0 1'),
    [['Black has no king', ''], ['a pawn stands on a rank where it must have promoted', 'a10']]);
  assert.deepEqual(words(board('10/10/10/10', 'w - - -- K - 0 1')),
    [['the reserve cannot be right', '']]);
  assert.throws(() => game.check('nonsense'), RulesError);
  assert.equal(game.fen(), start);
}

// rules.wasm, which is small, leaves this to lessons.wasm.
if (!process.argv[2].endsWith('/rules.wasm'))
  test('says what is wrong with a position, and who is to blame', testFaults);

test('a vacated brouhaha square is gone', () => {
  const game = opened('apothecary2');
  game.play('d0c1');
  const square = game.state().squares.find(({ name }) => name === 'd0');
  assert.deepEqual([square.exists, square.isBrouhaha, square.piece], [false, true, null]);
});

test('moves name what they do', () => {
  const game = opened('apothecary2');
  const launch = game.moves().find(move => move.text === 'd2c4j');
  assert.deepEqual([launch.launched, launch.launchSquare, launch.san], ['J', 'd2', 'Nc4/J']);
  const castling = opened('prequel', 'k11/12/12/12/12/12/12/12/12/12/12/6K4R w g1l1 - -- - - 0 1')
    .moves().find(move => move.kind === 'castling');
  assert.deepEqual([castling.to, castling.partner], ['j1', ['l1', 'i1']]);
});

test('en passant names the piece it takes', () => {
  const game = opened('modern', undefined, ['e3e5', 'a8a7', 'e5e6', 'd8d6']);
  const move = game.moves().find(({ kind }) => kind === 'en-passant');
  assert.deepEqual([move.to, move.captures], ['d7', ['d6']]);
});

test('a checker\'s series has every order, and custodian captures', () => {
  const game = opened('prequel', '12/12/12/5k6/12/3p1p6/12/3p1p6/4C7/12/12/K11 w - - -- - - 0 1');
  const loops = game.movesOf('e4').filter(move => move.path.length === 3);
  assert.ok(loops.length > 0);
  for (const move of game.movesOf('e4').filter(({ path }) => path.length > 0)) {
    assert.ok(move.paths.some(path => path.join() === move.path.join()));
    assert.equal(move.paths[0].at(-1), move.to);
  }
  const beside = opened('prequel', 'k11/12/12/12/12/12/12/3cC7/2C9/12/12/K11 w - - -- - - 0 1');
  const custodian = beside.movesOf('c4').find(({ to }) => to === 'c5');
  assert.deepEqual([custodian.captures, custodian.path, custodian.san], [['d5'], [], 'Cc5*d5']);
});

test('any piece can be looked at', () => {
  const game = opened('modern');
  assert.equal(targets(game.movesOf('b8')), 'b6 b7');
  assert.equal(targets(game.movesOf('b3')), 'b4 b5');
  assert.equal(targets(game.movesOf('f2')), 'c1 d1 h1 i1');
  assert.ok(game.reachOf('b3').includes('a4'));
  assert.throws(() => game.movesOf('e5'), RulesError);
});

test('a pinned piece is shown with its powers when asked for', () => {
  const game = opened('prequel', '4k7/4r7/12/12/12/12/12/12/12/4R7/12/4K7 w - - -- - - 0 1');
  assert.ok(!targets(game.movesOf('e3')).includes('a3'));
  assert.ok(targets(game.movesOf('e3', { any: true })).includes('a3'));
});

test('jokers say why', () => {
  const game = opened('modern');
  assert.match(game.explain('g1'), /cannot move yet, because Black has not moved/);
  game.play('e3e5');
  game.play(game.moves().find(({ from }) => game.state().pieces[from].name === 'knight').text);
  assert.match(game.explain('g1'), /^White's joker moves like the knight, because/);
  assert.equal(game.state().imitated.white, 'N');
  assert.equal(game.explain('a1'), '');
});

test('diagrams of pieces alone', () => {
  const game = opened('alert');
  const knight = game.moveDiagram('N', 'f6');
  assert.equal(knight.captures.length, 8);
  assert.equal(knight.moves.length, 16);
  const cannon = game.diagram([{ letter: 'Z', color: 'white', square: 'f6' },
    { letter: 'P', color: 'black', square: 'f8' },
    { letter: 'P', color: 'black', square: 'f11' }]).filter(({ isCapture }) => isCapture);
  assert.deepEqual(cannon.map(({ to }) => to), ['f11']);
  assert.equal(game.diagram([{ letter: 'J', color: 'white', square: 'f6' }]).length, 0);
  assert.equal(game.diagram([{ letter: 'J', color: 'white', square: 'f6' }], 'W').length, 12);
  const zebra = opened('apothecary2').moveDiagram('Z', 'd0');
  assert.deepEqual(zebra.firstMoves.sort(), ['a3', 'b2', 'f2', 'g3']);
  assert.throws(() => game.diagram([{ letter: '?', color: 'white', square: 'f6' }]), RulesError);
  assert.throws(() => game.diagram([]), RulesError);
  const before = game.fen();
  assert.equal(before, opened('alert').fen());
});

test('tells how a game stands', () => {
  const game = opened('modern');
  const start = game.fen();
  const still = game.outcome(start, ['e3e4', 'e8e7']);
  assert.deepEqual([still.ending, still.plies, still.points.whiteSum],
    ['none', 2, still.points.blackSum]);
  assert.throws(() => game.outcome(start, ['e3e9']), /e9/);
  const there = game.moves().find(({ from }) => game.state().pieces[from].name === 'knight');
  game.play(there.text);
  const reply = game.moves().find(({ from }) => game.state().pieces[from].name === 'knight');
  const back = ({ from, to }) => to + from;
  const round = [there.text, reply.text, back(there), back(reply)];
  // The first two positions differ: in each of them a joker could not move.
  const again = game.outcome(start, [...round, ...round, there.text, reply.text]);
  assert.deepEqual([again.ending, again.occurrences], ['repetition', 3]);
});

test('says how pieces move, of a definition too', () => {
  const game = opened('modern');
  assert.deepEqual(game.moveWords('S'), ['slides diagonally', 'leaps (3,2) like a zebra']);
  assert.deepEqual(game.moveWords('g'),
    ['steps 1 orthogonally', 'steps 1 orthogonally, then slides diagonally outward']);
  assert.ok(game.game.rules.includes('king-jump'));
  assert.equal(game.moveWords('P').at(-1), 'from its starting rank it can go two squares');
  const definition = '[game]\nname = Mine\nbase = chess\n\n[pieces]\nN = hopper, WA\n';
  const own = rules.open({ definition, variant: 'mine' });
  assert.deepEqual(own.moveWords('N'), ['steps 1 orthogonally', 'leaps 2 diagonally']);
  assert.equal(own.variant, 'mine');
});

test('refuses with a reason', () => {
  const game = opened('modern');
  assert.throws(() => game.play('e3e6'), /cannot go to e6/);
  assert.throws(() => game.setFen('x'), RulesError);
  assert.throws(() => rules.open({ id: 'nothing' }), RulesError);
  assert.throws(() => rules.open({ definition: '[game]\nnmae = x\n' }), /did you mean/);
  assert.throws(() => game.start(25), RulesError);
  assert.throws(() => game.start(1, 'other'), RulesError);
  game.close();
});

await run();
