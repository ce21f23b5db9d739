// usage: node lessons.test.mjs
// The lessons, without a page: those made by hand ask for what the rules allow, and those made from
// definitions are solved by following the hints.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { rulesFrom } from '../../web/lib/rules.js';
import { startName } from '../../web/lib/start-names.js';
import { Drill } from '../../web/learn/drill.js';
import { boardsOf, inOrder, lessonsOf } from '../../web/learn/lessons.js';
import { SPECIAL, fulfils, setUp } from '../../web/learn/special.js';
import { DrillStage, MateStage, StepStage } from '../../web/learn/stages.js';
import { gamesText } from './support/games-text.mjs';
import { catalogues, more, needFile, run, test } from './suite.mjs';

const rules = await rulesFrom(readFileSync(needFile('build-web/lessons.wasm')), gamesText());
const GAMES = ['alert', 'modern', 'classic', 'apothecary2', 'prequel'];

test('each special rule of the five games has a lesson', () => {
  const wanted = {
    alert: 'joker vanishing-squares promotion advantage pawns castling',
    modern: 'joker vanishing-squares kings-jump promotion advantage starts',
    classic: 'joker vanishing-squares kings-jump launch promotion advantage starts',
    apothecary2: 'joker vanishing-squares launch advantage brouhaha-powers starts',
    prequel: 'custodian-capture checker-series',
  };
  for (const [game, ids] of Object.entries(wanted))
    for (const id of ids.split(' '))
      assert.ok(SPECIAL.some(lesson => lesson.id === id && lesson.games.includes(game)),
        `${game}: ${id}`);
});

for (const { id, games, steps } of SPECIAL)
  test(`${id}: each task can be done, and not by any move`, () => {
    const session = rules.open({ id: games[0] }), scratch = rules.open({ id: games[0] });
    for (const [index, step] of steps.entries()) {
      setUp(session, step);
      const { moves, right } = { moves: session.moves(), right: session.moves().filter(move =>
        fulfils(session, move, step.goal, () => scratch)) };
      assert.ok(right.length > 0, `${id} ${index + 1}: nothing does it`);
      assert.ok(right.length < moves.length, `${id} ${index + 1}: everything does it`);
      const before = session.fen();
      const stage = new StepStage(session, () => scratch, { ...step, fen: before,
        start: undefined });
      const wrong = moves.find(move => !right.includes(move));
      assert.equal(stage.play(wrong).state, 'wrong');
      assert.equal(session.fen(), before);
      for (const move of step.reply === undefined ? right : right.slice(0, 1)) {
        session.setFen(before);
        assert.equal(stage.play(stage.moves().find(({ text }) => text === move.text)).state,
          'done');
      }
      stage.goOn();
    }
  });

test('positions made by hand have the right moves that their lessons ask for', () => {
  const all = Object.fromEntries(SPECIAL.map(lesson => [lesson.id, lesson]));
  const rightMoves = (id, index, prepare = () => {}) => {
    const { games, steps } = all[id];
    const session = rules.open({ id: games[0] }), scratch = rules.open({ id: games[0] });
    setUp(session, steps[index]);
    prepare(session);
    return session.moves().filter(move => fulfils(session, move, steps[index].goal, () => scratch))
      .map(({ text }) => text).sort().join(' ');
  };
  assert.equal(rightMoves('joker', 0), 'e4f6');
  assert.equal(rightMoves('joker', 3), 'b3b8 b3h3');
  assert.equal(rightMoves('kings-jump', 0), 'f2c1 f2d1 f2h1 f2i1');
  assert.equal(rightMoves('kings-jump', 1), 'f2c1 f2h1');
  assert.equal(rightMoves('advantage', 0), 'c5c9');
  assert.equal(rightMoves('promotion', 1), 'f9f10q');
  assert.equal(rightMoves('pawns', 1), 'd8e9');
  assert.equal(rightMoves('castling', 0), 'g1d1 g1e1 g1i1 g1j1');
  assert.equal(rightMoves('castling', 1), 'g1c1 g1d1 g1j1 g1k1');
  assert.equal(rightMoves('custodian-capture', 1), 'c4d4');
  assert.equal(rightMoves('checker-series', 0), 'c5xe7xg9');
});

test('the lesson on starts tells all the names of starts', () => {
  const { steps } = SPECIAL.find(({ id }) => id === 'starts');
  const said = steps.map(({ text, done }) => `${text} ${done}`).join(' ').toLowerCase();
  for (let start = 1; start <= 24; start++)
    for (const name of startName('modern', start).split(', '))
      assert.ok(said.includes(name), name);
});

test('lessons write captures as Game Courier does, in both of its ways', () => {
  const all = SPECIAL.flatMap(({ games, steps }) => steps.map(step => ({ games, step })));
  for (const [text, move] of [['P d8-e9; e7-', 'd8e9'], ['P d8-e9; @-e7', 'd8e9'],
    ['C c4-d4; e4-; d5-', 'c4d4']]) {
    const { games: [game], step } = all.find(({ step: { done } }) => done.includes(text));
    const [read, expected] = [text, move].map(played => {
      const session = rules.open({ id: game });
      setUp(session, step);
      session.play(played);
      return session.fen();
    });
    assert.equal(read, expected);
  }
});

test('texts of the lessons are in each language', () => {
  for (const { code, text } of catalogues())
    for (const { title, steps } of SPECIAL)
      for (const said of [title, ...steps.flatMap(step => [step.text, step.done])])
        assert.ok(text.includes(`msgid "${said}"\n`), `${code}: ${said}`);
});

// Follows the hints to the end; the number of moves.
function solve(stage) {
  for (let count = 1; count < 20; count++) {
    const move = stage.hint();
    assert.ok(move !== null);
    const { state } = stage.play(move);
    assert.notEqual(state, 'wrong');
    if (state === 'done')
      return count;
  }
  throw new Error('it has no end');
}

for (const game of GAMES)
  (game === 'alert' ? test : more)(`${game}: hints solve every lesson in the fewest moves`, () => {
    const session = rules.open({ id: game });
    const { pieces } = lessonsOf(game, session);
    assert.equal(pieces.length, session.types().length);
    for (const { type } of pieces) {
      let count = 0;
      for (const [task, seed] of boardsOf()) {
        const lesson = session.lesson(type.letter, task, seed);
        if (lesson === null)
          continue;
        count++;
        const stage = lesson.fen === undefined ? new DrillStage(session, type, lesson)
          : new MateStage(session, lesson);
        assert.equal(solve(stage), lesson.moves, `${game} ${type.letter} ${task}`);
        stage.restart();
        assert.ok(stage.moves().length > 0);
      }
      assert.ok(count >= 3, `${game} ${type.letter}: ${count} boards`);
    }
  });

test('a drill: wrong ways count, and going back to the start', () => {
  const session = rules.open({ id: 'modern' }), type = session.type('N');
  const lesson = session.lesson('N', 'stars', 0);
  const drill = new Drill(session, type, lesson);
  const away = drill.moves().find(({ to }) => !lesson.targets.includes(to));
  drill.play(away);
  assert.equal(drill.left.length, lesson.targets.length);
  assert.equal(drill.at, away.to);
  drill.restart();
  assert.equal(drill.at, lesson.from);
  assert.equal(drill.moveCount, 0);
});

test('a mate: a wrong move is taken back with its reason', () => {
  const session = rules.open({ id: 'modern' });
  const lesson = session.lesson('Q', 'mate', 3);
  const stage = new MateStage(session, lesson);
  const before = session.fen();
  const wrong = stage.moves().find(({ text }) => text !== lesson.key);
  assert.equal(stage.play(wrong).state, 'wrong');
  assert.equal(session.fen(), before);
});

test('a game from a file has its lessons too', () => {
  const definition = '[game]\nname = Mine\nbase = chess\n\n[pieces]\nN = hopper, WA\n';
  const session = rules.open({ definition, variant: 'mine' });
  const lessons = inOrder(lessonsOf('mine', session));
  assert.equal(lessons.length, 6);
  assert.ok(lessons.some(({ id }) => id === 'hopper'));
  assert.equal(solve(new DrillStage(session, session.type('N'),
    session.lesson('N', 'capture', 0))), session.lesson('N', 'capture', 0).moves);
});

await run();
