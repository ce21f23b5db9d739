// usage: node modules.test.mjs The modules of the board that need no page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadRules } from '../../web/lib/rules.js';
import { areasBeside, leastCovering } from '../../web/board/beside.js';
import { diffPieces } from '../../web/board/diff.js';
import { Geometry } from '../../web/board/geometry.js';
import { diagramOf } from '../../web/board/moves-picture.js';
import { labelOf } from '../../web/board/labels.js';
import { pictureOf, symbolsOf } from '../../web/board/pictures.js';
import { sayReason, take } from '../../web/lib/i18n.js';
import { movePhrases, moveSentence } from '../../web/lib/move-words.js';
import { strengthOf } from '../../web/app/strength.js';
import { continueSeries, jumpedOver } from '../../web/board/series.js';
import { toggleShape } from '../../web/board/shapes.js';
import { targetsOf } from '../../web/board/targets.js';
import { nodeAfter, plan, strayNodes } from '../../web/game/line-plan.js';
import { Tree } from '../../web/lib/tree.js';
import { catalogs, needFile, run, test } from './suite.mjs';

const rules = await loadRules(readFileSync(needFile('build-web/rules.wasm')));
const GAMES = ['alert', 'modern', 'classic', 'apothecary2', 'prequel'];
const ALL = [...GAMES, 'chess', 'grand', 'capablanca', 'shako'];

test('geometry: names and places there and back, flipped too', () => {
  for (const id of GAMES) {
    const geometry = new Geometry(rules.open({ id }).game);
    for (const { name } of geometry.squares)
      for (const isFlipped of [false, true]) {
        const { x, y } = geometry.place(name, isFlipped);
        assert.equal(geometry.pick(x + 0.5, y + 0.5, isFlipped).name, name);
      }
  }
});

test('reasons in another language', () => {
  take({ forms: '', texts: { 'rook': 'Turm', '%{one}; %{other}': '%{one}; %{other}',
    'no "%s" here': 'kein „%s“ hier', 'it is empty': 'es ist leer',
    'the %{piece} on %{at} cannot go to %{to}': 'auf %{at} (%{piece}): nicht nach %{to}',
    'move %{n}, %{move}: %{why}': 'Zug %{n}, %{move}: %{why}',
    '%{at} is no square, or one that has ceased to exist': '%{at} ist kein Feld',
    'month\u0004%{x} y': 'no', 'one': ['a', 'b'] } });
  const cases = { 'the rook on e4 cannot go to f6': 'auf e4 (Turm): nicht nach f6',
    'the Valkyrie on a1 cannot go to b2': 'auf a1 (Valkyrie): nicht nach b2',
    'no "rook" here': 'kein „rook“ hier',
    'no "it is empty; rook" here': 'kein „it is empty; rook“ hier', 'one': 'one', 'a y': 'a y',
    '': '',
    'it is empty; it is empty; rook': 'es ist leer; es ist leer; Turm',
    'no "$&" here': 'kein „$&“ hier', 'something else': 'something else',
    'move 3, Rf6: f6 is no square, or one that has ceased to exist': 'Zug 3, Rf6: f6 ist kein Feld' };
  for (const [message, said] of Object.entries(cases))
    assert.equal(sayReason(message), said);
  take({ forms: '', texts: {} });
  assert.equal(sayReason('it is empty'), 'it is empty');
});

test('how each piece of our games moves, in each language', () => {
  const languages = catalogs();
  for (const id of GAMES) {
    const session = rules.open({ id });
    for (const type of session.types()) {
      assert.match(moveSentence(session, type), /^[A-Z].*\.$/);
      for (const phrase of movePhrases(session, type))
        for (const { code, text } of languages)
          assert.ok(text.includes(`msgid "${phrase}"\n`), `${code}: ${phrase}`);
    }
  }
});

test('pictures of moves: the squares that the rules know', () => {
  const session = rules.open({ id: 'alert' });
  const { marks, pieces } = diagramOf(session, session.type('N'));
  assert.deepEqual(Object.keys(pieces), ['f6']);
  const of = kind => Object.keys(marks).filter(name => marks[name] === kind).sort().join(' ');
  assert.equal(of('both'), 'd5 d7 e4 e8 g4 g8 h5 h7');
  assert.equal(of('move'), 'c5 c7 e3 e9 g3 g9 i5 i7');
  const cannon = diagramOf(session, session.type('Z'));
  assert.equal(cannon.marks.f10, 'capture');
  assert.equal(cannon.marks.f8, undefined);
  assert.equal(cannon.marks.f7, 'both');
});

test('where a panel has room beside a board', () => {
  const board = { left: 300, top: 100, right: 800, bottom: 700 };
  const [right, left] = areasBeside(board, { width: 1200, height: 800 });
  assert.ok(right.left > 800 && right.left + right.width < 1200);
  assert.ok(left.left + left.width < 300);
  const phone = { left: 0, top: 150, right: 390, bottom: 600 };
  const [below] = areasBeside(phone, { width: 390, height: 844 });
  assert.ok(below.top > 600 && below.top + below.height < 844);
  assert.deepEqual(areasBeside({ left: 0, top: 0, right: 390, bottom: 844 },
    { width: 390, height: 844 }), []);
  const square = { left: 100, top: 700, right: 200, bottom: 800 };
  const place = leastCovering({ width: 374, height: 200 }, [square], { width: 390, height: 844 });
  assert.ok(place.top + place.height <= 700);
});

test('strength of passwords', () => {
  const cases = { 'correct': 0, 'aaaaaaaaaaaa': 1, '123456789012': 1, 'passwordpassword': 1,
    'summer2024!!': 1,
    'qwertzuiopasdf': 1, 'correct horse': 2, 'correct horse battery': 4, 'Kx7#pQ9!mZ2&': 3,
    'Zwölf Boxkämpfer jagen': 4 };
  for (const [password, strength] of Object.entries(cases))
    assert.equal(strengthOf(password), strength, password);
  assert.ok(strengthOf('Annabell-Lee-1', 'Annabell-Lee') <= 1);
});

test('geometry: rank 0 and blank places', () => {
  const geometry = new Geometry(rules.open({ id: 'alert' }).game);
  assert.equal(geometry.get('e0').isTransient, true);
  assert.equal(geometry.get('a0'), undefined);
  assert.equal(geometry.pick(0.5, 0.5), undefined);
  assert.deepEqual(geometry.place('e13'), { x: 4, y: 0 });
  assert.deepEqual([geometry.bottomRow, geometry.topRow], [1, 12]);
  assert.equal(geometry.get('a1').isDark, true);
});

test('geometry: the cursor goes over gaps', () => {
  const geometry = new Geometry(rules.open({ id: 'modern' }).game);
  const all = () => true;
  assert.equal(geometry.step('b0', 1, 0, false, all), 'i0');
  assert.equal(geometry.step('a1', 0, 1, false, name => name !== 'a0'), undefined);
  assert.equal(geometry.step('a1', 0, 1, true, all), 'a2');
  assert.deepEqual(geometry.line('i11', false, all), ['a11', 'b11', 'i11', 'j11']);
});

test('diff: moves, captures, promotions, castling', () => {
  const king = { color: 'white', name: 'king' }, rook = { color: 'white', name: 'rook' };
  const pawn = { color: 'white', name: 'pawn' }, queen = { color: 'white', name: 'queen' };
  const enemy = { color: 'black', name: 'pawn' };
  const apart = (a, b) => Math.abs(a.charCodeAt(0) - b.charCodeAt(0));
  assert.deepEqual(diffPieces({ a1: rook, c1: rook }, { d1: rook, a1: rook }, apart),
    { moved: [{ from: 'c1', to: 'd1' }], came: [], went: [] });
  assert.deepEqual(diffPieces({ a7: pawn, b8: enemy }, { b8: queen }, apart, [['a7', 'b8']]),
    { moved: [{ from: 'a7', to: 'b8' }], came: [], went: ['b8'] });
  assert.deepEqual(diffPieces({ g1: king, l1: rook }, { j1: king, i1: rook }, apart,
    [['g1', 'j1'], ['l1', 'i1']]).moved.length, 2);
  assert.deepEqual(diffPieces({ a1: rook }, {}, apart), { moved: [], came: [], went: ['a1'] });
});

test('targets tell captures and launches apart', () => {
  const game = rules.open({ id: 'apothecary2' });
  const targets = targetsOf(game.moves());
  assert.equal(targets.d2.every(({ isLaunch, isCapture }) => isLaunch && !isCapture), true);
  assert.equal(targets.e3.some(({ isLaunch }) => isLaunch), false);
});

test('series: every way through a loop leads to its move', () => {
  const game = rules.open({ id: 'prequel' });
  game.setFen('12/12/12/5k6/12/3p1p6/12/3p1p6/4C7/12/12/K11 w - - -- - - 0 1');
  const moves = game.moves(), geometry = new Geometry(game.game);
  const first = continueSeries(moves, 'e4', []);
  assert.deepEqual([...first.next.keys()].sort(), ['c6', 'g6']);
  for (const path of [['c6', 'e8'], ['g6', 'e8'], ['c6', 'e8', 'g6'], ['g6', 'e8', 'c6']]) {
    const { done } = continueSeries(moves, 'e4', path);
    assert.equal(done.to, path.at(-1));
    assert.deepEqual(jumpedOver(geometry, 'e4', path).sort(), done.captures.toSorted());
  }
  assert.equal(continueSeries(moves, 'e4', ['a1']).moves.length, 0);
});

test('every piece of the five games has a picture of its own', () => {
  for (const id of GAMES) {
    const pictures = rules.open({ id }).types().map(({ name }) => pictureOf(name));
    assert.ok(!pictures.includes(null), id);
    assert.equal(new Set(pictures).size, pictures.length, id);
  }
  assert.equal(pictureOf('grasshopper'), null);
});

test('a drawing that a definition chooses, with a mark or without', () => {
  assert.deepEqual(symbolsOf({ name: 'amazon', picture: '' }), null);
  assert.deepEqual(symbolsOf({ name: 'amazon', picture: 'queen' }),
    [{ symbol: 'queen', x: 0, y: 0, size: 100 }]);
  assert.deepEqual(symbolsOf({ name: 'rook', picture: 'knight-crown' })
    .map(({ symbol }) => symbol), ['knight', 'mark-crown']);
  const game = rules.open({ definition:
    '[game]\nname = X\nbase = chess\n[pieces]\nQ = marshal, RN, picture knight-crown\n' });
  assert.equal(game.type('Q').picture, 'knight-crown');
  game.close();
});

test('every piece of every game has a picture of its moves', () => {
  for (const id of ALL) {
    const game = rules.open({ id });
    for (const { emblem, name } of game.types())
      assert.ok(/^M/.test(emblem.solid + emblem.lines) && !/[^-MLazq\d .]/.test(emblem.solid
        + emblem.lines), `${id}: ${name}`);
    game.close();
  }
});

test('types: letters and names are told apart, one is royal, and each piece of a start is of one',
  () => {
    for (const id of ALL) {
      const game = rules.open({ id }), types = game.types();
      for (const key of ['letter', 'name'])
        assert.equal(new Set(types.map(type => type[key])).size, types.length, `${id}: ${key}`);
      assert.equal(types.filter(({ isRoyal }) => isRoyal).length, 1, id);
      for (const type of types) {
        assert.match(type.letter, /^[A-Z]$/, id);
        assert.ok(type.name.trim() === type.name && type.name, id);
        for (const flag of ['isRoyal', 'isPawn', 'isJoker', 'isChecker'])
          assert.equal(typeof type[flag], 'boolean', `${id}: ${type.name}.${flag}`);
        assert.equal(game.type(type.letter), type);
        assert.equal(game.type(type.letter.toLowerCase()), type);
      }
      game.start();
      for (const { letter } of Object.values(game.state().pieces))
        assert.ok(game.type(letter), `${id}: ${letter}`);
      assert.ok(game.game.reserveOrder.every(letter => game.type(letter)), id);
      game.close();
    }
  });

test('points: those of a side are the sum over its pieces, at every start and after moves', () => {
  for (const id of ALL) {
    const game = rules.open({ id });
    game.start();
    for (let ply = 0; ply < 12; ply++) {
      const { points } = game.outcome(game.fen(), []), sums = game.state().points ?? null;
      assert.equal(points === undefined, sums === null, id);
      for (const side of points ? ['white', 'black'] : []) {
        assert.equal(points[`${side}Sum`], sums[side], id);
        assert.equal(points[side].reduce((sum, piece) => sum + piece.points, 0), sums[side], id);
        assert.ok(points[side].every(({ letter }) => game.type(letter)), id);
      }
      const moves = game.moves();
      game.play(moves[(7 * ply + 3) % moves.length].text);
    }
    game.close();
  }
});

test('the sprite has the pictures that are asked for', () => {
  const sprite = readFileSync(needFile('build-web/pieces.svg'), 'utf8');
  for (const id of GAMES)
    for (const { name } of rules.open({ id }).types())
      for (const side of ['w', 'b'])
        assert.ok(sprite.includes(`id="${side}-${pictureOf(name)}"`), name);
  // The library checks names by a list of its own.
  const listed = readFileSync(new URL('../../src/definition/file/pictures.c', import.meta.url),
    'utf8').match(/"[a-z]+"/g).map(name => name.slice(1, -1));
  const drawn = [...sprite.matchAll(/id="w-(?:mark-)?([a-z]+)"/g)].map(([, name]) => name);
  assert.deepEqual(listed.toSorted(), drawn.toSorted());
  const credits = JSON.parse(readFileSync(needFile('build-web/credits.json')));
  assert.equal(credits.length, 31);
  assert.ok(credits.every(({ author, source, licence, change }) => author && source && licence
    && change));
});

test('shapes: the same one again goes', () => {
  const green = { from: 'a1', to: 'b2', color: 'green' }, red = { ...green, color: 'red' };
  assert.deepEqual(toggleShape([], green), [green]);
  assert.deepEqual(toggleShape([green], green), []);
  assert.deepEqual(toggleShape([green], red), [red]);
});

test('labels say what the eye sees', () => {
  assert.equal(labelOf('e0', { piece: { color: 'white', name: 'joker' }, badge: { name: 'rook' } }),
    'e0 white joker, moves as rook');
  assert.equal(labelOf('c6', { target: { isCapture: true, captures: ['b7', 'd5'] } }),
    'c6 empty, capture of b7 and d5');
});

test('lines: what is planned, what has no answer, what no longer fits; written and read again',
  () => {
    const session = rules.open({ id: 'chess' });
    session.start(1, '');
    const tree = new Tree(session, session.fen());
    const text = 'e2e4.e7e5.(c7c5.g1f3.)(d7d5.)g1f3.b8c6.f1b5.';
    tree.read(text);
    assert.equal(tree.write(), text);
    const base = nodeAfter(tree, [{ text: 'e2e4' }]);
    assert.deepEqual(plan(base, 'white').map(({ words }) => words), ['After 1… e5 you play 2. Nf3.',
      'After 1… e5 2. Nf3 2… Nc6 you play 3. Bb5.', 'After 1… c5 you play 2. Nf3.',
      'After 1… d5 nothing is planned yet.']);
    assert.deepEqual(strayNodes(tree, base), []);
    const later = nodeAfter(tree, [{ text: 'e2e4' }, { text: 'c7c5' }, { text: 'b1c3' }]);
    assert.deepEqual(strayNodes(tree, later).map(({ move }) => move.text).sort(),
      ['d7d5', 'e7e5', 'g1f3']);
    assert.deepEqual(plan(later, 'white'), []);
  });

await run();
