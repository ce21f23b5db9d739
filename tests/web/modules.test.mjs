// usage: node modules.test.mjs
// The modules of the board that need no page.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { rulesFrom } from '../../web/lib/rules.js';
import { areasBeside, leastCovering } from '../../web/board/beside.js';
import { diffPieces } from '../../web/board/diff.js';
import { Geometry } from '../../web/board/geometry.js';
import { diagramOf } from '../../web/board/moves-picture.js';
import { labelOf } from '../../web/board/labels.js';
import { DRAWN, pictureOf, symbolsOf } from '../../web/board/pictures.js';
import { resultWords } from '../../web/lib/format.js';
import { fetchModule } from '../../web/lib/fetch-module.js';
import { sayReason, take } from '../../web/lib/i18n.js';
import { pieceName } from '../../web/lib/piece-name.js';
import { startName } from '../../web/lib/start-names.js';
import { movePhrases, moveSentence } from '../../web/lib/move-words.js';
import { strengthOf } from '../../web/app/strength.js';
import { continueSeries, jumpedOver } from '../../web/board/series.js';
import { toggleShape } from '../../web/board/shapes.js';
import { targetsOf } from '../../web/board/targets.js';
import { nodeAfter, plan, strayNodes } from '../../web/game/line-plan.js';
import { readMoves } from '../../web/lib/move-text.js';
import { joinStudies, nameOf, readStudy, writeStudy } from '../../web/lib/study-text.js';
import { Tree, nodesOf } from '../../web/lib/tree.js';
import { Veil } from '../../web/lib/veil.js';
import { AccountDrafts } from '../../web/workshop/account-drafts.js';
import { Drafts } from '../../web/workshop/drafts.js';
import { lostBy } from '../../web/game/taken.js';
import { gamesText } from './support/games-text.mjs';
import { catalogues, needFile, run, test } from './suite.mjs';

const rules = await rulesFrom(readFileSync(needFile('build-web/lessons.wasm')), gamesText());
const GAMES = ['alert', 'modern', 'classic', 'apothecary2', 'prequel'];
const ALL = [...GAMES, 'chess', 'grand', 'capablanca', 'shako'];

test('results are said in the words of the server', () => {
  const source = (/** @type {string} */ path) =>
    readFileSync(new URL(`../../src/${path}`, import.meta.url), 'utf8');
  const endings = source('rules/rules/endings.h').matchAll(/X\(\w+, "(\w+)", "([^"]+)"\)/g);
  // Endings that are not by rule; who is at fault is told elsewhere.
  const acts = source('server/round/view.c').split('own_reason')[0]
    .matchAll(/\{"(\w+)", APO_T\("([^"]+)"\)\}/g);
  const reasons = [...endings, ...acts];
  assert.ok(reasons.length > 12);
  for (const [, reason, words] of reasons)
    assert.equal(resultWords({ reason, white_quarters: 4, words: '' }), `White wins: ${words}`);
  const told = (reason, quarters, you) => resultWords({ reason, white_quarters: quarters,
    words: '' }, you);
  assert.equal(told('mate', 4, 'white'), 'You won: checkmate');
  assert.equal(told('mate', 4, 'black'), 'You lost: checkmate');
  assert.equal(told('time', 0, 'black'), 'You won: the time is up');
  assert.equal(told('resignation', 0, 'white'), 'You lost: you have resigned');
  assert.equal(told('resignation', 0, 'black'), 'You won: the other side has resigned');
  assert.equal(told('movecount', 1, 'white'),
    'Advantage to your opponent: too many moves without a capture or a pawn move');
  assert.equal(told('stalemate', 3, 'white'), 'Advantage to you: no legal move is left');
});

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

test('reasons of the rules are translated, with their gaps', () => {
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
    'move 3, Rf6: f6 is no square, or one that has ceased to exist':
      'Zug 3, Rf6: f6 ist kein Feld' };
  for (const [message, said] of Object.entries(cases))
    assert.equal(sayReason(message), said);
  take({ forms: '', texts: {} });
  assert.equal(sayReason('it is empty'), 'it is empty');
});

test('German writes the names of pieces with a capital letter, other languages do not', () => {
  const texts = { rook: 'T', 'the %{piece} on %{at} cannot go to %{to}': '%{piece}: %{at}, %{to}' };
  for (const [language, wanted] of [['de', 'Griffin'], ['fr', 'griffin']]) {
    take({ forms: '', texts }, language);
    assert.equal(sayReason('the griffin on e4 cannot go to f6'), `${wanted}: e4, f6`);
    assert.equal(sayReason('the rook on e4 cannot go to f6'), 'T: e4, f6');
    assert.equal(pieceName({ name: 'griffin' }), wanted);
  }
  take({ forms: '', texts: {} }, 'en');
});

test('how each piece of our games moves, in each language', () => {
  const languages = catalogues();
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

test('what rules move is told too, in numbers that are right', () => {
  const told = (id, letter) => {
    const session = rules.open({ id });
    return moveSentence(session, session.type(letter));
  };
  assert.match(told('modern', 'P'), /; from its starting rank it can go two squares\.$/);
  assert.match(told('omega', 'P'), /; from its starting rank it can go up to three squares\.$/);
  assert.match(told('wildebeest', 'P'), /; from its rank 3 it can go up to 2 squares\.$/);
  assert.match(told('chess', 'K'), /; castles\.$/);
  assert.match(told('prequel', 'C'), /^Steps 1 orthogonally; jumps over neighbours/);
  assert.match(told('alert', 'I'), /^Slides diagonally; makes four steps in one move/);
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

test('a module that could not be fetched says so, and is fetched another time', async () => {
  const bytes = readFileSync(needFile('build-web/rules.wasm'));
  const answers = [() => Promise.reject(new TypeError('no network')),
    () => new Response('There is no such page.', { status: 404 }),
    () => new Response(bytes), () => assert.fail('asked for once more')];
  globalThis.fetch = async () => answers.shift()(); // no other test here fetches anything
  await assert.rejects(fetchModule('/some.wasm'), /could not be loaded/);
  await assert.rejects(fetchModule('/some.wasm'), /could not be loaded/);
  assert.ok(await fetchModule('/some.wasm') instanceof WebAssembly.Module);
  assert.ok(await fetchModule('/some.wasm') instanceof WebAssembly.Module);
});

test('what is kept for offline is asked for again when the server is busy', async () => {
  const source = readFileSync(new URL('../../web/app/offline-worker.js', import.meta.url), 'utf8');
  const asked = new Map(), kept = new Map(), handlers = {};
  const self = { location: { href: 'https://a.example/offline-worker.js?static=/static/0' },
    addEventListener: (name, handler) => { handlers[name] = handler; }, skipWaiting() {} };
  const answerWith = status => ({ status, ok: status === 200, clone() { return this; },
    text: async () => '<a href="/problems/daily">x</a><ul><li><a href="/problems/p1">x</a></li>\n'
      + '</ul><script src="/static/0/main.js">' });
  // Each address: no network, a busy server, then the file.
  const fetch = async path => {
    const times = (asked.get(path) ?? 0) + 1;
    asked.set(path, times);
    if (times === 1)
      throw new TypeError('no network');
    return answerWith(times === 2 ? 503 : 200);
  };
  runInNewContext(source, { self, fetch, URL, setTimeout: done => done(),
    caches: { open: async () => ({ match: async path => kept.get(path),
      put: async (path, answer) => { kept.set(path, answer); } }) } });
  let installed = null;
  handlers.install({ waitUntil(work) { installed = work; } });
  await installed;
  for (const path of ['/solo', '/rules/alert', '/learn/prequel/king', '/problems/p1',
    '/static/0/lessons.wasm', '/static/0/main.js'])
    assert.ok(kept.has(path), path);
  assert.deepEqual(new Set(asked.keys()), new Set(kept.keys()));
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

const spriteText = name => readFileSync(needFile(`build-web/${name}.svg`), 'utf8');

test('the sprite has the pictures that are asked for', () => {
  const sprite = spriteText('pieces');
  for (const id of GAMES)
    for (const { name } of rules.open({ id }).types())
      for (const side of ['w', 'b'])
        assert.ok(sprite.includes(`id="${side}-${pictureOf(name)}"`), name);
  // The library checks names by a list of its own.
  const listed = readFileSync(new URL('../../src/definition/file/pictures.c', import.meta.url),
    'utf8').match(/"[a-z]+"/g).map(name => name.slice(1, -1));
  const drawn = [...sprite.matchAll(/id="w-([a-z]+)"/g)].map(([, name]) => name);
  const marks = [...sprite.matchAll(/id="w-mark-([a-z]+)"/g)].map(([, name]) => name);
  assert.deepEqual(listed.toSorted(), [...drawn, ...marks].toSorted());
  // So do the pages.
  assert.deepEqual(drawn.toSorted(), [...DRAWN].toSorted());
  const credits = JSON.parse(readFileSync(needFile('build-web/credits.json')));
  assert.deepEqual(credits.map(({ name }) => name).toSorted(),
    [...DRAWN, ...DRAWN, 'marks'].toSorted());
  assert.ok(credits.every(({ author, source, licence, change }) => author && source && licence
    && change));
});

test('the silhouettes are the same pieces and marks as the drawings, of one hand', () => {
  const idsOf = name => [...spriteText(name).matchAll(/id="([a-z-]+)"/g)].map(([, id]) => id);
  assert.deepEqual(idsOf('silhouettes'), idsOf('pieces'));
  const bodies = [...spriteText('silhouettes').matchAll(/id="[wb]-(?!mark).*/g)];
  assert.equal(bodies.length, 2 * DRAWN.size);
  for (const [body] of bodies)
    assert.deepEqual(body.match(/stroke-width="[^"]*"/g), ['stroke-width="6"'], body.slice(0, 60));
});

test('names of starts are those of the strong pieces on them', () => {
  const letters = { ladder: 'ACQ', 'classic balanced': 'AQC', 'horned unbalanced': 'CAQ',
    'classic unbalanced': 'CQA', 'horned balanced': 'QAC', 'reversed ladder': 'QCA' };
  const ours = { G: 'A', D: 'C' }; // of Modern
  for (const variant of ['apothecary2', 'classic', 'modern']) {
    const session = rules.open({ id: variant });
    for (let start = 1; start <= session.game.starts; start++) {
      session.start(start);
      const { pieces } = session.state();
      const row = [...'bcdeghi'].map(file => pieces[`${file}2`].letter)
        .map(letter => (variant === 'modern' && ours[letter]) || letter);
      const [frame, minors, order] = startName(variant, start).split(', ');
      assert.equal(row.filter(letter => 'ACQ'.includes(letter)).join(''), letters[order]);
      assert.equal(frame, 'ACQ'.includes(row[0]) ? 'winged' : 'grand classic');
      assert.equal(minors, row.lastIndexOf('N') - row.indexOf('N')
        < row.lastIndexOf('B') - row.indexOf('B') ? 'knights in' : 'bishops in');
    }
  }
  assert.deepEqual([startName('modern', 25), startName('modern', 0), startName('alert', 1)],
    ['', '', '']);
});

test('captured pieces: what a side has lost, without those that were promoted', () => {
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  assert.deepEqual(lostBy('white', start, start), []);
  const later = '1nbqk3/Qppp1ppp/8/8/8/8/1PPP1PPP/R1BQKB1R b - - 0 9';
  assert.deepEqual(lostBy('white', start, later), [['N', 2], ['P', 1]]);
  assert.deepEqual(lostBy('black', start, later), [['R', 2], ['N', 1], ['B', 1], ['P', 2]]);
  // A promoted piece that was captured is the pawn that it was.
  assert.deepEqual(lostBy('white', start, '4k3/8/8/8/8/8/PPPPPPP1/RNBQKBNR w - - 0 9'),
    [['P', 1]]);
});

test('a shape drawn twice is removed', () => {
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

const ANNOTATED = `{The start [%csl Ra1]}
1. e4 $1 $14 {well [%clk 0:10:00] [%cal Ge2e4,Bd1h5][%csl Yf7]}
(1. d4!? d5 (1... Nf6 {Indian} 2. c4) 2. c4) ({before} 1. c4 ; to the end of the line
1... c5?!) 1... e5 2. Nf3 $200 *`;

test('a tree keeps comments, glyphs, drawings and other commands of a PGN', () => {
  const session = rules.open({ id: 'chess' });
  session.start(1);
  const fen = session.fen();
  /** @param {string} text */
  const read = text => {
    const tree = new Tree(session, fen);
    assert.equal(tree.plant(readMoves(text).tokens).fault, null);
    return tree;
  };
  const tree = read(ANNOTATED), text = tree.text();
  const [, e4] = nodesOf(tree.root);
  assert.deepEqual([e4.comment, e4.nags, e4.commands, e4.shapes], ['well', [1, 14],
    '[%clk 0:10:00]', [{ from: 'e2', to: 'e4', color: 'green' },
      { from: 'd1', to: 'h5', color: 'blue' }, { from: 'f7', to: 'f7', color: 'yellow' }]]);
  assert.equal(text, '{[%csl Ra1] The start} 1. e4 $1 $14 '
    + '{[%csl Yf7] [%cal Ge2e4,Bd1h5] [%clk 0:10:00] well} (1. d4 $5 d5 '
    + '(1... Nf6 {Indian} 2. c4) 2. c4) (1. c4 {before to the end of the line} 1... c5 $6) '
    + '1... e5 2. Nf3 $200');
  assert.equal(read(`${text} *`).text(), text);
  // In a link.
  const other = new Tree(session, fen);
  other.read(tree.write());
  other.readNotes(tree.writeNotes());
  assert.equal(other.text(), text);
  for (const rubbish of ['[[1,[5,{},null]]]', '[[2,"x"]]'])
    other.readNotes(rubbish);
  for (const rubbish of ['no', '[[9999,["x"]]]', '5', '[null]'])
    assert.throws(() => other.readNotes(rubbish));
});

const ACCENTED = '16/16/16/16/2p5k7/16/4B!11/4B11/16/16/16/16/16/16/8K7/16 w - - -- - - 0 1';

test('the ! in the letter of a piece is not read as a glyph', () => {
  const session = rules.open({ id: 'tenjiku' });
  session.setFen(ACCENTED);
  const fen = session.fen(), text = '1. B!xc12=+B!';
  const read = words => {
    const tree = new Tree(session, fen);
    assert.equal(tree.plant(readMoves(words).tokens).fault, null);
    return tree.text();
  };
  assert.equal(read(`${text} *`), text);
  assert.equal(read(`${text}!? *`), `${text} $5`);
  assert.equal(read(`${text} ! *`), `${text} $1`);
  assert.equal(read('1. Bb12=+B! *'), '1. Bb12=+B');
  const tags = '[ChapterId "a"]\n\n';
  assert.equal(writeStudy(readStudy(`${tags}${text}! *`)), `${tags}${text} $1 *\n`);
  assert.equal(writeStudy(readStudy(`${tags}1. e8=Q! *`)), `${tags}1. e8=Q $1 *\n`);
});

test('changes of a tree are undone, and its nodes stay the same ones', () => {
  const session = rules.open({ id: 'chess' });
  session.start(1);
  const tree = new Tree(session, session.fen());
  const last = tree.read('e2e4.(d2d4.d7d5.)e7e5.'), before = tree.text(), copy = tree.copy(last);
  const { parent: e4 } = last, [, d4] = tree.root.children;
  tree.raise(d4);
  tree.remove(e4);
  d4.comment = 'new';
  tree.play(d4, 'g8f6');
  assert.notEqual(tree.text(), before);
  assert.equal(tree.restore(copy), last);
  assert.equal(tree.text(), before);
  assert.equal(tree.root.children[1], d4);
});

const STUDY = `[ChapterId "a"]
[ChapterName "One"]
[Variant "chess"]

{start} 1. e4 {king} (1. d4 d5) 1... e5 2. Nf3 *

[ChapterId "b"]
[Variant "modern"]
[White "Ann \\"A\\""]

1. e5 *
`;

test('a study: read, written, and the same after both', () => {
  const chapters = readStudy(STUDY);
  assert.deepEqual(chapters.map(nameOf), ['One', 'Ann "A"']);
  assert.equal(writeStudy(chapters), STUDY);
  let made = 0;
  assert.deepEqual(readStudy('1. e4\n\n[White "x"]\n\n*\n[Black "y"]\n', () => `n${++made}`)
    .map(({ tags }) => tags.ChapterId), ['n1', 'n2', 'n3']);
  const fen = '[ChapterId "c"]\n[FEN "8/8/8/8/8/8/8/K1k5 b - - 0 7"]\n\n7... Kc2 8. Ka2 *\n';
  assert.equal(writeStudy(readStudy(fen)), fen);
  // A text with too many chapters is not cut: what is cut would be lost at the next change.
  assert.equal(readStudy('[White "x"]\n\n*\n'.repeat(70)).length, 70);
});

test('sounds begin and end softly, are short, and none come before a touch', async () => {
  const RATE = 48000;
  globalThis.addEventListener = () => {}; // for the settings
  const { NAMES, sound, waveOf } = await import('../../web/lib/sounds.js');
  for (const name of NAMES) {
    const wave = waveOf(name, RATE), loudest = wave.reduce((most, one) =>
      Math.max(most, Math.abs(one)), 0);
    assert.ok(loudest > 0.02 && loudest < 0.4, `${name}: ${loudest}`);
    assert.ok(wave.length < 1.5 * RATE, `${name} is long`);
    for (const edge of [wave.subarray(0, 24), wave.subarray(-24)]) // half a millisecond
      assert.ok(edge.every(one => Math.abs(one) < 0.25 * loudest), `${name} is sudden`);
  }
  let contexts = 0;
  globalThis.AudioContext = class {
    sampleRate = RATE;
    constructor() {
      contexts++;
    }
    createBuffer = () => ({ copyToChannel() {} });
    createBufferSource = () => ({ connect() {}, start() {} });
    resume() {}
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  for (const hasBeenActive of [false, true]) {
    Object.defineProperty(globalThis, 'navigator',
      { value: { userActivation: { hasBeenActive } }, configurable: true });
    sound('move');
    assert.equal(contexts, Number(hasBeenActive));
  }
  delete globalThis.navigator;
  if (before)
    Object.defineProperty(globalThis, 'navigator', before);
  delete globalThis.AudioContext;
  delete globalThis.addEventListener;
});

test('the swatches of the settings have the colours of the boards', () => {
  const css = name => readFileSync(new URL(`../../web/${name}`, import.meta.url), 'utf8');
  /** What each theme's rule sets: { wood: ['#ecdcc0', '#b58b67'] } */
  const colours = (text, rule, prefix) => Object.fromEntries([...text.matchAll(rule)].map(
    ([, name = 'wood', body]) => [name, ['light', 'dark'].map(shade =>
      new RegExp(`${prefix}${shade}: (#\\w+)`).exec(body)[1])]));
  const boards = colours(css('board/board.css'),
    /^\.apo-board(?:\[data-squares="(\w+)"\])? \{([^}]*)\}/gm, '--apo-');
  assert.equal(Object.keys(boards).length, 5);
  assert.deepEqual(colours(css('style/base.css'), /^\.swatch(?:\.(\w+))? \{([^}]*)\}/gm, '--'),
    boards);
});

test('moves ahead are hidden until they are reached, and after the tree was read again', () => {
  const text = '1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *';
  const [{ root }] = readStudy(text), veil = new Veil(), [e4] = root.children;
  assert.ok(!veil.isHidden(e4));
  veil.isOn = true;
  assert.ok(veil.isHidden(e4) && !veil.isHidden(root));
  assert.equal(veil.endOf(root), root);
  const sicilian = e4.children[1];
  veil.lift(sicilian);
  assert.deepEqual([e4, ...e4.children, ...sicilian.children].map(node => veil.isHidden(node)),
    [false, true, false, true]);
  assert.equal(veil.endOf(root), sicilian);
  const [again] = readStudy(text)[0].root.children;
  assert.ok(!veil.isHidden(again) && !veil.isHidden(again.children[1]));
  veil.clear();
  assert.ok(veil.isHidden(e4));
});

test('a study that two people change at once: nothing is lost', () => {
  /** @param {string} mine @param {string} theirs */
  const join = (mine, theirs) =>
    writeStudy(joinStudies(readStudy(STUDY), readStudy(mine), readStudy(theirs)));
  /** @param {[string, string][]} changes */
  const changed = (...changes) => changes.reduce((text, [from, to]) => {
    assert.ok(text.includes(from), from);
    return text.replace(from, to);
  }, STUDY);
  assert.equal(join(STUDY, STUDY), STUDY);
  // Different places; in either order.
  const one = changed(['2. Nf3', '2. Nf3 $1 Nc6']);
  const other = changed(['{king}', '{king and centre}']);
  const both = changed(['2. Nf3', '2. Nf3 $1 Nc6'], ['{king}', '{king and centre}']);
  assert.equal(join(one, other), both);
  assert.equal(join(other, one), both);
  // One change comes through, whoever made it; also when something is taken away.
  for (const change of [one, other, changed(['{start} ', '']),
    changed([' (1. d4 d5) 1...', ' 1...']), changed(['"One"', '"Two"']),
    STUDY.slice(0, STUDY.indexOf('\n[ChapterId "b"]'))]) {
    assert.equal(join(change, STUDY), change);
    assert.equal(join(STUDY, change), change);
    assert.equal(join(change, change), change);
  }
  // The same place: both comments, both glyphs.
  assert.equal(join(changed(['{king}', '$1 {mine}']), changed(['{king}', '$14 {theirs}'])),
    changed(['{king}', '$14 $1 {theirs mine}']));
  // Removed here, continued there; a chapter likewise.
  const longer = changed(['d5)', 'd5 2. c4)']);
  assert.equal(join(changed([' (1. d4 d5) 1...', ' 1...']), longer), longer);
  assert.equal(join(longer, changed([' (1. d4 d5) 1...', ' 1...'])), longer);
  const played = changed(['1. e5 *', '1. e5 e6 *']);
  const short = STUDY.slice(0, STUDY.indexOf('\n[ChapterId "b"]'));
  assert.equal(join(short, played), played);
  assert.equal(join(played, short), played);
  // Both add a chapter, and both the same move.
  const added = id => `${STUDY}\n[ChapterId "${id}"]\n[Variant "chess"]\n\n*\n`;
  assert.deepEqual(readStudy(join(added('c'), added('d'))).map(({ tags }) => tags.ChapterId),
    ['a', 'b', 'd', 'c']);
  assert.equal(join(one, one), one);
  // I put a line to the front while they went on.
  assert.match(join(changed(['1. e4 {king} (1. d4 d5) 1... e5 2. Nf3',
    '1. d4 (1. e4 {king} 1... e5 2. Nf3) 1... d5']), changed(['2. Nf3', '2. Nf3 Nc6'])),
  /1\. d4 \(1\. e4 \{king\} 1\.\.\. e5 2\. Nf3 Nc6\) 1\.\.\. d5/);
});

/** Stands for the account's routes as a browser sees them; `fails()` loses an answer. */
class FakeAccount {
  drafts = new Map();

  constructor(fails) {
    this.fails = fails;
  }

  #end(answer) {
    if (this.fails())
      throw Object.assign(new Error('lost'), { status: 0 });
    return structuredClone(answer);
  }

  async get(path) {
    const one = path.split('/')[3];
    return this.#end(one ? this.drafts.get(one)
      : { drafts: [...this.drafts].map(([id, { version }]) => ({ id, version })) });
  }

  async post(path, { version, text }) {
    const [, , , id, isDeletion] = path.split('/');
    const old = this.drafts.get(id)?.version;
    if (isDeletion ? old !== version : old !== undefined && old !== version)
      throw Object.assign(new Error('conflict'), { status: 409 });
    if (isDeletion)
      this.drafts.delete(id);
    else
      this.drafts.set(id, { version: version + 1, text });
    return this.#end({ version: version + 1 });
  }
}

/** Stands for localStorage. */
class FakeStorage extends Map {
  get length() {
    return this.size;
  }

  key(i) {
    return [...this.keys()][i];
  }

  getItem(key) {
    return this.get(key) ?? null;
  }

  setItem(key, text) {
    this.set(key, text);
  }

  removeItem(key) {
    this.delete(key);
  }
}

test('drafts in an account: two browsers, lost answers, and nothing is lost', async () => {
  let seed = 7, now = 0, isCalm = false;
  const random = below => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  for (let round = 0; round < 40; round++) {
    const account = new FakeAccount(() => !isCalm && random(6) === 0);
    const browsers = [0, 1].map(() => {
      const drafts = new Drafts(new FakeStorage(), { now: () => ++now });
      const page = { flush: () => {}, onChange: () => {}, onEnd: problem => {
        page.problem = problem;
      } };
      return { drafts, page, kept: new AccountDrafts(drafts, 'Ann', page, account) };
    });
    const written = new Set();
    isCalm = false;
    for (let step = 0; step < 30; step++) {
      const { drafts, kept } = browsers[random(2)];
      const act = random(9), token = `<${step}>`, { current } = drafts;
      if (act < 3) {
        await kept.sync();
      } else if (act === 3 || current === undefined) {
        drafts.begin(token);
        written.add(token);
      } else if (act === 4) {
        for (const gone of current.text.match(/<\d+>/g))
          written.delete(gone);
        drafts.remove();
      } else if (act === 5) {
        drafts.choose(drafts.list[random(drafts.list.length)].id);
      } else if (act === 6) {
        drafts.keepVersion();
      } else {
        drafts.keep(current.text + token, 'name');
        written.add(token);
      }
    }
    isCalm = true;
    for (const { kept } of [...browsers, ...browsers, ...browsers])
      await kept.sync();
    const there = [...account.drafts].map(([id, { text }]) => [id, JSON.parse(text).text]).sort();
    for (const token of written)
      assert.ok(there.some(([, text]) => text.includes(token)), `round ${round}: ${token} is lost`);
    for (const { drafts, page } of browsers) {
      assert.equal(page.problem, '');
      assert.deepEqual(drafts.list.map(({ id, text }) => [id, text]).sort(), there);
      assert.deepEqual(drafts.gone, []);
    }
  }
});

test('a draft is deleted, or changed elsewhere, while it is sent', async () => {
  const account = new FakeAccount(() => false), drafts = new Drafts(new FakeStorage());
  const page = { flush: () => {}, onChange: () => {}, onEnd: problem => {
    page.problem = problem;
  } };
  const texts = () => [...account.drafts.values()].map(({ text }) => JSON.parse(text).text).sort();
  let meanwhile = () => {};
  const kept = new AccountDrafts(drafts, 'Ann', page, { get: path => account.get(path),
    post: (path, body) => {
      const answer = account.post(path, body), act = meanwhile;
      meanwhile = () => {};
      act();
      return answer;
    } });
  for (const text of ['new', 'known']) {
    const { id } = drafts.begin(text);
    if (text === 'known')
      await kept.sync();
    drafts.keep(`${text}, changed`, 'name');
    meanwhile = () => drafts.remove();
    await kept.sync();
    assert.deepEqual([drafts.find(id), account.drafts.has(id), drafts.gone],
      [undefined, false, []], text);
  }
  assert.deepEqual(texts(), []);
  // One is deleted while another one is sent: it is not sent at all.
  drafts.begin('first');
  const { id } = drafts.begin('second');
  meanwhile = () => {
    drafts.choose(drafts.list.find(one => one.id !== id).id);
    drafts.remove();
  };
  await kept.sync();
  assert.deepEqual(texts(), drafts.list.map(({ text }) => text));
  assert.equal(texts().length, 1);
  // Another browser saves it after the list was read: both texts are in the account at once.
  const [left] = drafts.list, { version, text } = account.drafts.get(left.id);
  drafts.choose(left.id);
  drafts.keep('mine', 'name');
  page.flush = () => {
    account.drafts.set(left.id, { version: version + 1,
      text: JSON.stringify({ ...JSON.parse(text), text: 'theirs' }) });
    page.flush = () => {};
  };
  await kept.sync();
  assert.deepEqual([texts(), page.problem], [['mine', 'theirs'], '']);
});

test('drafts of another account stay where they are', async () => {
  const account = new FakeAccount(() => false), drafts = new Drafts(new FakeStorage());
  const page = { flush: () => {}, onChange: () => {}, onEnd: () => {} };
  drafts.begin('mine');
  await new AccountDrafts(drafts, 'Ann', page, account).sync();
  assert.equal(account.drafts.size, 1);
  const other = new FakeAccount(() => false);
  drafts.begin('more');
  await new AccountDrafts(drafts, 'Ben', page, other).sync();
  assert.deepEqual([...other.drafts.values()].map(({ text }) => JSON.parse(text).text), ['more']);
  assert.equal(drafts.list.length, 2);
});

await run();
