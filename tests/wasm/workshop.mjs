// usage: node workshop.mjs APOTHECARY.wasm
// The workshop's work on texts, without a page: in every built-in definition keys and sections are
// changed and nothing else is; help and completion; games of other programs; drafts.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile, instantiate } from '../../web/lib/wasm.js';
import { articleOf, markdownOf } from '../../web/workshop/article.js';
import { Atoms, partsOf, toggled } from '../../web/workshop/atoms.js';
import { complete, helpAt } from '../../web/workshop/complete.js';
import { Definition, indexOfColumn, valueOf } from '../../web/workshop/definition.js';
import { Drafts, History } from '../../web/workshop/drafts.js';
import { GameStats, intervalOf } from '../../web/workshop/stats.js';
import { Library } from '../../web/workshop/library.js';
import { readPasted } from '../../web/workshop/pasted.js';
import { freeLetter, knownPieces, partOf, readPiece, withPart, withRoyal,
  writePiece } from '../../web/workshop/pieces.js';
import { readRow, resized, withPiece } from '../../web/workshop/rows.js';
import { run, test } from '../web/suite.mjs';
import { costly } from '../web/support/costly.mjs';

const module = join(dirname(process.argv[2]), 'workshop.wasm');
const library = new Library(await instantiate(await compile(readFileSync(module))));
const folder = new URL('../../variants/', import.meta.url);
const ids = readdirSync(folder).map(name => /^(.*)\.variant$/.exec(name)?.[1]).filter(Boolean);

// This game costs more than a published one may: the workshop shows it, and says so.
const tooLarge = ['tenjiku'];

const read = text => new Definition(text, one => library.outline(one));
const wrong = text => library.check(text).filter(({ isWarning }) => !isWarning);

/** What a text says, without the order of keys and whatever means nothing. */
function meaning(text) {
  const { outline } = read(text);
  return outline.keys.map(key => [outline.sections[key.section].name,
    outline.sections[key.section].argument, key.name, key.number, valueOf(key)].join('|')).sort();
}

for (const id of ids)
  test(`${id} comes back from the form unchanged`, () => {
    const text = library.source(id);
    assert.equal(text, readFileSync(new URL(`${id}.variant`, folder), 'utf8'));
    const definition = read(text), { sections, keys } = definition.outline;
    assert.deepEqual(wrong(text).map(({ message }) => message.slice(0, 22)),
      tooLarge.includes(id) ? ['This game is too large'] : []);
    for (const { section, name, number, level } of keys.filter(key => key.level === 0)) {
      const of = sections[section];
      if (level > 0 || of.argument !== '')
        continue;
      const values = definition.values(of.name, name, number);
      assert.equal(definition.with(of.name, name, number, values), text, name);
      const changed = read(definition.with(of.name, name, number,
        values.length > 0 ? values.map(() => 'x') : ['x']));
      assert.equal(changed.value(of.name, name, number), 'x');
      assert.deepEqual(meaning(changed.with(of.name, name, number, values)), meaning(text), name);
      const less = read(definition.with(of.name, name, number, []));
      assert.deepEqual(meaning(less.with(of.name, name, number, values)), meaning(text), name);
    }
    for (const { name, argument, level } of sections) {
      if (name === 'game' || argument !== '' || level > 0)
        continue;
      const less = definition.withoutSection(name);
      assert.equal(read(less).section(name), undefined, name);
      const others = line => !line.startsWith(`${name}||`) && !line.startsWith('game||without');
      assert.deepEqual(meaning(less).filter(others), meaning(text).filter(others), name);
    }
  });

test('what is written keeps comments, rows and letters of all alphabets', () => {
  const text = '[game]\nname = Épée # Ö\n\n[pieces]\nN = knight, N # springer\n\n[setup]\n'
    + 'board =\n    rn # one\n    RN # two\n';
  const definition = read(text);
  assert.equal(definition.with('game', 'name', null, ['Ölè']), text.replace('Épée', 'Ölè'));
  assert.equal(definition.with('pieces', 'N', null, ['horse, N']),
    text.replace('knight, N', 'horse, N'));
  assert.equal(definition.with('setup', 'board', null, ['nr\nNR']),
    text.replace('rn #', 'nr #').replace('RN #', 'NR #'));
  assert.equal(definition.with('pieces', 'Z', null, ['zebra, Z']),
    text.replace('# springer\n', '# springer\nZ = zebra, Z\n'));
  assert.equal(definition.with('promotion', 'rank', 8, ['Q']),
    `${text}\n[promotion]\nrank 8 = Q\n`);
  assert.equal(definition.with('game', 'name', null, ['a\nb']),
    text.replace('name = Épée # Ö', 'name =    # Ö\n    a\n    b'));
  assert.equal(indexOfColumn('Öx', 3), 1);
});

test('what is inherited is removed, and comes back', () => {
  const text = '[game]\nname = Mine\nbase = chess\n';
  const definition = read(text);
  const less = definition.with('pieces', 'N', null, []);
  assert.equal(less, `${text}\n[pieces]\nN =\n`);
  assert.equal(read(less).value('pieces', 'N'), '');
  assert.equal(read(less).with('pieces', 'N', null, ['knight, N']),
    `${text}\n[pieces]\nN = knight, N\n`);
  const bare = definition.withoutSection('castling');
  assert.equal(bare, `${text}without = castling\n`);
  assert.equal(read(bare).section('castling'), undefined);
  assert.equal(read(bare).withSection('castling'), text);
  assert.deepEqual(wrong(bare), []);
});

test('one start of a base is left out, and comes back', () => {
  const text = '[game]\nname = Mine\nbase = opulent\n';
  const bare = read(text).withoutSection('start chessv');
  assert.equal(bare, `${text}without = start-chessv\n`);
  assert.deepEqual(read(bare).named('start'), []);
  assert.deepEqual(wrong(bare), []);
  assert.equal(read(bare).withSection('start chessv'), text);
  // The own board of a start that the base has, too.
  const own = read(text).with('start chessv', 'black-first', null, ['yes']);
  assert.deepEqual(read(read(own).withoutSection('start chessv')).named('start'), []);
  assert.match(wrong(bare.replace('chessv', 'other'))[0].message, /"start-other"/);
});

test('faults say what was meant', () => {
  const [fault] = wrong(library.template(8, 8).replace('repetition =', 'repetiton ='));
  assert.match(fault.message, /did you mean "repetition"/);
  assert.ok(fault.line > 0 && fault.column === 1);
});

test('a game that costs too much is refused', () => {
  assert.deepEqual(wrong(costly('R', 2)), []);
  for (const [moves, count] of [['[B?R]', 25], ['KaKaK', 25], ['NNCCZZQ', 25]])
    assert.match(wrong(costly(moves, count))[0].message, /too large to be played here/);
  assert.match(wrong(costly('mU', 2))[0].message, /more moves than can be played/);
  assert.deepEqual(wrong(library.source('alert')), []); // nothing is left of the refused ones
});

test('bad texts are refused, however long, and leave no memory behind', async () => {
  const api = await instantiate(await compile(readFileSync(module)));
  const one = new Library(api), game = library.source('chess');
  const many = (text, count) => text.repeat(count);
  const macros = Array.from({ length: 40 }, (_, i) =>
    `(define m${i + 1} (m${i}) (m${i}) (m${i}))\n`).join('');
  const definitions = [
    ['x'.repeat(1 << 21), /at most/], [`[game]\n${many('#\n', 30000)}`, /lines/],
    [`${game}\n${many('[area]\npieces 1 = K\n', 9000)}`, /opened before/],
    [game.replace('N = knight, N', `N = knight, ${many('NN', 500)}`), /more than 48 ways/],
    [game.replace('N = knight, N', `N = knight, ${many('afs', 500)}W`), /ninth leg/],
    [game.replace('N = knight, N', 'N = knight, NNCCZZDDAAHHGGqNqCzBzR'), /./],
    [`[game]\nname = x\nbase = x\n${many('[', 500000)}`, /./],
    [`${game}\n[no-checks]\n[checks]\nwin = 3\n[explosions]\n[hands]\n[pass]\n[walls]\n`
      + '[counting]\n[lion-trade]\npieces = N\n[double-moves]\n', /not known|can explode/]];
  const games = [many('(', 500000), '(define a (b))(define b (a))(game (piece (moves (a))))',
    `(define m0 n n n)\n${macros}(game (players W B) (piece (name P) (moves ((m40) add))))`,
    `[x:chess]\nstartFen = ${many('8/', 100000)}\n`, many('[x:x]\nmaxRank=8\n', 20000),
    `files=16\nranks=16\na:b:c:d:${many('a1-p16,', 30000)}\n`,
    `Variant: x\nBoard: 8x8\n${many('Piece: Rook\nMove: slide (H)\n', 5000)}`];
  const ask = () => {
    for (const [text, reason] of definitions)
      assert.match(JSON.stringify(one.check(text)), reason);
    for (const text of games)
      try {
        assert.ok(one.convert(text).includes('# LOST'));
      } catch (error) {
        assert.ok(error.message.length > 10, error.message);
      }
  };
  ask();
  const size = api.memory.buffer.byteLength;
  assert.ok(size < 1 << 27, `${size} bytes`);
  ask();
  assert.equal(api.memory.buffer.byteLength, size);
  assert.deepEqual(one.check(game).filter(({ isWarning }) => !isWarning), []);
});

test('completion and help', () => {
  const help = library.keys();
  const texts = text => complete(help, text, text.length).choices.map(choice => choice.text);
  assert.ok(texts('[').includes('castling]'));
  assert.deepEqual(texts('[outcome]\nstale'), ['stalemate = ']);
  assert.ok(texts('[outcome]\nstalemate = ').includes('fewer-wins'));
  assert.deepEqual(texts('[outcome]\nstalemate = draw # '), []);
  assert.deepEqual(texts('[hands]\nnot'), ['not-on ']);
  const at = '[outcome]\nmove-limit = 50\n';
  assert.equal(helpAt(help, at, at.length - 3)?.title, 'move-limit');
  assert.equal(helpAt(help, at, 3)?.title, '[outcome]');
  assert.equal(helpAt(help, 'x = 1', 2), null);
});

test('every section and key that a game uses is offered, with its help', () => {
  const help = library.keys();
  const offers = (text, name) => complete(help, text, text.length).choices.some(choice =>
    choice.text.startsWith(name) && choice.doc !== '');
  for (const { name: section, doc, keys } of help) {
    assert.ok(doc !== '' && offers(`[${section.slice(0, -1)}`, section), section);
    for (const { name } of keys) {
      const line = `[${section}]\n${name}`;
      assert.ok(offers(line.slice(0, -1), name), line);
      assert.equal(helpAt(help, `${line} = x`, line.length + 4)?.title, name);
    }
  }
  for (const id of ids) {
    const { sections, keys } = library.outline(library.source(id));
    for (const { section, name } of keys) {
      const known = help.find(one => one.name === sections[section].name)?.keys;
      assert.ok(known?.length === 0 || known?.some(one => one.name === name), `${id}: ${name}`);
    }
  }
});

test('games of other programs', () => {
  const diagram = 'files=8\nranks=8\npromoZone=1\npromoChoice=QNRB\npawn::::a2-h2\n'
    + 'knight:N:::b1,g1\nbishop::::c1,f1\nrook::::a1,h1\nqueen::::d1\nking::KisO2::e1\n';
  assert.deepEqual(wrong(library.convert(diagram)), []);
  const ini = '[mine:chess]\ncustomPiece1 = a:mQcN\n'
    + 'startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1\n';
  assert.match(library.convert(ini), /^A = .*mQcN/m);
  assert.throws(() => library.convert('nothing of the kind'));
});

test('games of other programs are pasted in each format that the command imports', () => {
  const sjaak = 'Variant: Little\nBoard: 5x5\nFEN: "rk2r/5/5/5/RK2R w - - 0 1"\n\n'
    + 'Piece: Rook\nMove: slide (H)\nMove: slide (V)\nSymbol: "R", "R,r"\n'
    + 'Piece: King\nMove: leap (0,1)|(1,1)\nSymbol: "K", "K,k"\nFlags: royal\n\n'
    + 'Variant: Another\nBoard: 8x8\n';
  const { source, others, text } = readPasted(library, sjaak);
  assert.equal(source, 'the variant Little of a file of Sjaak II');
  assert.deepEqual(others, ['Another']);
  assert.deepEqual(wrong(text), []);
  const game = library.source('capablanca');
  for (const [form, words] of [['xboard', /XBoard/], ['zrf', /Zillions/], ['fairy', /variants.ini/],
    ['diagram', /Diagram/]]) {
    const found = readPasted(library, library.export(game, form).text);
    assert.match(found.source, words);
    assert.deepEqual(wrong(found.text), [], form);
    const of = 'abcdefghij'.split('').map(file => `${file}1`);
    library.check(found.text);
    const session = library.open(found.text);
    session.start(1);
    assert.equal(of.map(square => session.state().pieces[square].letter.toUpperCase()).join(''),
      'RNABQKBCNR', form);
    session.close();
  }
});

test('what is pasted is recognised, or refused with a reason', () => {
  const paste = text => readPasted(library, text);
  assert.deepEqual(paste(' [F?R]\n'), { piece: '[F?R]' });
  assert.deepEqual(paste('mN cK'), { piece: 'mNcK' });
  assert.throws(() => paste('mN%'), /'%'/);
  const own = paste(library.source('modern'));
  assert.equal(own.text.trim(), library.source('modern').trim());
  assert.deepEqual(own.lost, []);
  const two = paste('# mine\n[one:chess]\nwallingRule = duck\n[two:one]\n');
  assert.deepEqual(wrong(two.text), []);
  assert.match(two.source, /^the section one of/);
  assert.match(two.lost[0], /^wallingRule: walls are put only in games without royal pieces/);
  assert.deepEqual(two.others, ['two']);
  // The diagram that is written of Alert is read; what makes it another game is named.
  const alert = paste(library.export(library.source('alert'), 'diagram').text);
  assert.deepEqual(wrong(alert.text), []);
  assert.match(alert.source, /Diagram/);
  assert.equal(alert.lost.length, 3);
  assert.match(alert.lost[0], /^joker: it imitates the opponent's last piece here/);
  for (const [text, reason] of [['', /Paste something/], ['hello world', /neither .* nor/],
    ['(version "2.0")\n(game (title "x"))', /board|player/],
    ['rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1', /a position, not a game/],
    ['[mine:nochess]\nking = k', /base "nochess"/],
    [library.export(library.source('chess-on-12x12'), 'fairy').text, /maxRank \(at most 10\)/]])
    assert.throws(() => paste(text), reason);
});

test('squares and words of XBetza', () => {
  const { moves, captures, words } = library.moves('mNcK');
  assert.equal(moves.length, 8);
  assert.equal(captures.length, 8);
  assert.equal(words.length, 2);
  assert.throws(() => library.moves('mNc%'));
});

test('clicked squares write XBetza that means them', () => {
  const atoms = new Atoms(xbetza => library.moves(xbetza));
  const leap = { mode: '', kind: 'leap', same: 'all' };
  assert.equal(atoms.write([1, 2], leap), 'N');
  assert.equal(atoms.write([1, 2], { ...leap, mode: 'm' }), 'mN');
  assert.equal(atoms.write([0, 4], { ...leap, kind: 'slide' }), 'R');
  assert.equal(atoms.write([-2, 4], { ...leap, kind: 'slide' }), 'NN');
  assert.equal(atoms.write([3, 3], { ...leap, kind: 'hop', mode: 'c' }), 'cpB');
  assert.equal(atoms.write([0, 1], { ...leap, same: 'one' }), 'fW');
  const turns = { mirror: ([x, y]) => [[x, y], [-x, y]], one: square => [square] };
  for (let x = -4; x <= 4; x++)
    for (let y = -4; y <= 4; y++)
      for (const same of ['one', 'mirror']) {
        const text = x === 0 && y === 0 ? null : atoms.write([x, y], { ...leap, same });
        if (text === null)
          continue;
        const wanted = new Set(turns[same]([x, y]).map(String));
        assert.deepEqual(library.moves(text).moves.map(String).sort(), [...wanted].sort(), text);
      }
  assert.deepEqual(partsOf('WFDDmNcKR4[F?R]FX'), ['W', 'F', 'DD', 'mN', 'cK', 'R4', '[F?R]', 'FX']);
  assert.equal(toggled('WmN', 'W'), 'mN');
  assert.equal(toggled('mN', 'cW'), 'mNcW');
});

test('lines of pieces and rows of the board', () => {
  const piece = readPiece('knight, N, class minor, points 3');
  assert.equal(writePiece(piece), 'knight, N, class minor, points 3');
  assert.equal(partOf(piece, 'points'), '3');
  assert.equal(partOf(piece, 'picture'), '');
  assert.equal(writePiece(withPart(withPart(piece, 'picture', 'joker'), 'class', 'major')),
    'knight, N, class major, points 3, picture joker');
  assert.equal(writePiece(withRoyal(withPart(piece, 'points', ''), true)),
    'knight, N, royal, class minor');
  assert.equal(freeLetter('knight', new Set('KN')), 'I');
  const known = knownPieces([read(library.source('chess')), read(library.source('grand'))]);
  assert.ok(known.some(({ moves }) => moves === 'N') && known.length > 6);
  assert.deepEqual(readRow('r10+Pk*.').slice(-4), ['+P', 'k', '*', '.']);
  assert.deepEqual(withPiece(['8', 'RNBQKBNR'], 0, 2, 'q'), ['..q.....', 'RNBQKBNR']);
  assert.deepEqual(resized(['rn', '2', 'RN'], 3, 1), ['rn.', '...', '...', 'RN.']);
  assert.deepEqual(resized(['rnb', '3', '3', 'RNB'], 2, -1), ['rn', '..', 'RN']);
});

test('the review', () => {
  const { types, warnings } = library.review(library.source('chess'));
  assert.deepEqual(warnings, []);
  const value = letter => types.find(type => type.letter === letter).value;
  assert.ok(value('Q') > value('R') && value('R') > value('B') && value('P') > 0);
  assert.equal(value('K'), 0);
});

test('intervals hold what they say', () => {
  let state = 20261122, held = 0;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const reports = 4000;
  for (let i = 0; i < reports; i++) {
    const win = 0.2 + 0.6 * random(), draw = (1 - win) * random() / 2, count = 10 + i % 51;
    let sum = 0;
    for (let k = 0; k < count; k++) {
      const result = random();
      sum += result < win ? 1 : result < win + draw ? 0.5 : 0;
    }
    const { low, high } = intervalOf(sum, count), truth = win + draw / 2;
    held += low <= truth && truth <= high;
  }
  assert.ok(held >= 0.93 * reports, `${held} of ${reports}`);
});

test('games are summed up', () => {
  const stats = new GameStats();
  const move = { letter: 'N', kind: 'plain', promoted: null, captured: ['P'] };
  stats.add({ plies: 2, choices: 50, whiteQuarters: 4, ending: 'mate', moves: [move, move] });
  stats.add({ plies: 6, choices: 70, whiteQuarters: 2, ending: 'repetition', moves: [] });
  const { score, draws, moves, choices } = stats.summary;
  assert.deepEqual([score.mean, draws.mean, moves, choices], [0.75, 0.5, 3, 15]);
  assert.equal(stats.pieces.moves.get('N'), 1);
  assert.equal(stats.pieces.captured.get('P'), 1);
});

test('drafts and undo', () => {
  const kept = new Map();
  let now = 1000, isFull = false, failures = 0;
  const storage = {
    get length() { return kept.size; },
    key: i => [...kept.keys()][i],
    getItem: key => kept.get(key) ?? null,
    setItem: (key, text) => {
      if (isFull)
        throw new Error('full');
      kept.set(key, text);
    },
    removeItem: key => kept.delete(key),
  };
  const parts = { now: () => now++, onFail: () => failures++ };
  const drafts = new Drafts(storage, parts);
  assert.equal(drafts.current, undefined);
  const { id } = drafts.begin('a');
  drafts.keep('b', 'Mine');
  drafts.keepVersion();
  drafts.keep('c', 'Mine');
  drafts.begin('other');
  const again = new Drafts(storage, parts);
  assert.equal(again.current?.text, 'other');
  assert.deepEqual(again.choose(id)?.versions.map(({ text }) => text), ['b']);
  assert.equal(again.current?.text, 'c');
  // Another page works on another draft.
  drafts.keep('other, changed', 'Other');
  again.keep('d', 'Mine');
  const both = new Drafts(storage, parts);
  assert.deepEqual(both.list.map(({ text }) => text), ['d', 'other, changed']);
  isFull = true;
  again.keep('e', 'Mine');
  assert.equal(failures, 1);
  isFull = false;
  both.choose(id);
  both.remove();
  assert.equal(both.current?.text, 'other, changed');
  for (let i = 0; i < 60; i++)
    both.begin(`${i}`);
  assert.equal(new Drafts(storage, parts).list.length, 50);
  const history = new History('', () => now);
  for (const text of ['a', 'ab', 'abc'])
    history.add(text, true);
  history.add('form', false);
  assert.equal(history.undo(), 'abc');
  assert.equal(history.undo(), '');
  assert.equal(history.canUndo, false);
  assert.equal(history.redo(), 'abc');
});

test('a game as an article and for other programs', () => {
  const text = library.source('capablanca').replace(/^name = .*$/m, 'name = Two *new* pieces');
  const definition = read(text);
  assert.deepEqual(wrong(text), []);
  const session = library.open(text);
  const types = session.types().map(type => ({ ...type, words: `${type.name} | words` }));
  const article = articleOf(definition, types, library.keys());
  assert.equal(article.title, 'Two *new* pieces');
  assert.match(article.board, /10 files and 8 ranks/);
  assert.deepEqual(article.rows.slice(0, 2), ['r n a b q k b c n r',
    'p p p p p p p p p p']);
  assert.equal(article.pieces.find(({ letter }) => letter === 'A').moves, 'BN');
  const promotion = article.rules.find(({ name }) => name === 'promotion');
  assert.equal(promotion.keys.find(({ name }) => name === 'rank 8').value, 'Q C A R B N');
  assert.match(promotion.words, /become other pieces/);
  const modern = articleOf(read(library.source('modern')), [], library.keys());
  assert.match(JSON.stringify(modern.rules), /any order of BFGN/);
  assert.doesNotMatch(JSON.stringify(modern.rules), /`/);
  const markdown = markdownOf(article);
  assert.match(markdown, /^# Two \\\*new\\\* pieces\n/);
  assert.match(markdown, /\| A \| archbishop \| archbishop \\\| words \| `BN` \|/);
  assert.match(markdown, /- `rank 8 = Q C A R B N`: /);
  // What is written for other programs is read again, and is the same game.
  for (const form of ['diagram', 'fairy']) {
    const back = library.convert(library.export(text, form).text);
    assert.deepEqual(wrong(back), [], form);
    assert.deepEqual(library.open(back).moves().length, 28, form);
  }
  assert.match(library.export(text, 'xboard').text, /^setup .*\npiece /m);
  assert.match(library.export(text, 'zrf').text, /^\(game\n {3}\(title /m);
  assert.match(library.export(text, 'sjaak').text, /^Variant: .*\nBoard: /m);
  assert.match(library.export(library.source('alert'), 'fairy').text, /^# /m); // what is lost
  assert.throws(() => library.export('[game]\nname =', 'diagram'));
  // A format without comments loses no less than the others; only Fairy-Stockfish knows screens.
  for (const form of ['diagram', 'fairy', 'xboard', 'zrf', 'sjaak'])
    for (const [id, reason] of [['marseillais', /double-moves/], ['benedict', /effects/],
      ['knight-relay', /effects/], ['synochess', form === 'fairy' ? null : /screens/],
      ['capablanca', null]]) {
      const { lost } = library.export(library.source(id), form);
      assert.equal(lost.some(words => reason?.test(words)), reason !== null, `${id} ${form}`);
      assert.equal(lost.length > 0, reason !== null, `${id} ${form}`);
    }
});

await run();
