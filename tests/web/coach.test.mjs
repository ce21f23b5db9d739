// usage: node coach.test.mjs APOTHECARY [--only WORD]
// Help in a casual game against the computer: a hint, why a move was bad, taking it back.
import assert from 'node:assert/strict';
import { api, finish, newGame, person, seriousFindings, shot } from './support/world.mjs';
import { makeMove, openRules, untilTakenBack } from './support/play.mjs';
import { more, run, test } from './suite.mjs';

// White's queen can capture a rook for nothing, or lose herself.
const FEN = '4k3/8/8/3r4/8/8/3Q1PPP/6K1 w - - 0 1';
const MODERN =
  '**********/4k5/4p5/10/10/10/10/10/10/10/3QKR4/********** w - - -- - - 0 30';

const said = (page, words) => page.waitForFunction(text =>
  new RegExp(text).test(document.querySelector('.coach-words').textContent), words);

async function openWithCoach(page) {
  await page.goto('/');
  const { id } = await newGame(page, { variant: 'chess', start: { fen: FEN }, color: 'white',
    opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  await page.waitForSelector('#board .apo-piece');
}

async function makeBadMove(page) {
  await page.check('#coach-watch');
  const session = openRules('chess');
  session.setFen(FEN);
  await makeMove(page, session, 'd2d4');
}

async function loseQueen(page) {
  await makeBadMove(page);
  await said(page, 'Qd4 loses material: after Rxd4 this piece is captured: queen on d4. '
    + 'Qxd5 was better');
}

test('a hint, a bad move explained and taken back', async () => {
  const guest = await person(), { page } = guest;
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    globalThis.asked = [];
    Worker.prototype.postMessage = function note(data, ...rest) {
      if (data.fen)
        globalThis.asked.push(data.fen);
      postMessage.call(this, data, ...rest);
    };
  });
  await openWithCoach(page);
  await page.click('#coach-hint');
  await said(page, 'Hint: Qxd5');
  assert.equal(await page.locator('#board .apo-arrow').count(), 1);
  assert.deepEqual(await seriousFindings(page), []);
  await loseQueen(page);
  const asked = await page.evaluate(() => globalThis.asked);
  assert.equal(asked.length, 2, `a position was thought about twice: ${asked.join(', ')}`);
  await shot(page, 'coach');
  await page.click('#actions >> text=Take back');
  await untilTakenBack(page, 0);
  await page.waitForFunction(() => document.querySelector('.coach-words').textContent === '');
  assert.ok(await page.isEnabled('#coach-hint'));
  await guest.close();
});

test('a hint comes though the search never ends its second depth', async () => {
  const guest = await person(), { page } = guest;
  await page.addInitScript(() => {
    const line = { line: 1, depth: 1, nodes: 30, score_cp: 0, pv: ['d2d5'], san: ['Qxd5'] };
    const RealWorker = globalThis.Worker;
    globalThis.Worker = class extends RealWorker {
      postMessage(data, ...rest) {
        if (!data.fen)
          super.postMessage(data, ...rest);
        for (let nodes = 1e5; data.fen && nodes <= 1e6; nodes += 1e5)
          this.dispatchEvent(new MessageEvent('message',
            { data: { fen: data.fen, lines: [line], nodes, isDone: false } }));
      }
    };
  });
  await openWithCoach(page);
  await page.click('#coach-hint');
  await said(page, 'Hint: Qxd5');
  await guest.close();
});

// The page may load the shorter game before the event says what was taken back.
more('words about a move taken back are gone without the event', async () => {
  const guest = await person(), { page } = guest;
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    EventSource.prototype.addEventListener = function add(name, ...rest) {
      if (name !== 'takeback')
        addEventListener.call(this, name, ...rest);
    };
  });
  await openWithCoach(page);
  await loseQueen(page);
  await page.click('#actions >> text=Take back');
  await untilTakenBack(page, 0);
  await page.waitForFunction(() => document.querySelector('.coach-words').textContent === '');
  await guest.close();
});

more('a move is judged though its event is lost', async () => {
  const guest = await person(), { page } = guest;
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    globalThis.streams = [];
    EventSource.prototype.addEventListener = function add(name, ...rest) {
      globalThis.streams.push(this);
      if (name !== 'move')
        addEventListener.call(this, name, ...rest);
    };
  });
  await openWithCoach(page);
  await page.waitForSelector('#coach-hint:enabled');
  await makeBadMove(page);
  await page.evaluate(() => globalThis.streams.at(-1).dispatchEvent(new Event('error')));
  await said(page, 'Qd4 loses material');
  await guest.close();
});

test('there are no hints in a game against a person', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/');
  const { id } = await newGame(page, { variant: 'chess', color: 'white',
    opponent: { kind: 'link' } });
  await page.goto(`/game/${id}`);
  await page.waitForSelector('#board .apo-piece');
  assert.equal(await page.locator('#coach').count(), 0);
  await guest.close();
});

/** Asks for a hint and returns the move it names, as the session knows it. */
async function hinted(page, session) {
  await page.click('#coach-hint:enabled');
  await said(page, '^Hint: ');
  const words = await page.innerText('.coach-words');
  const move = session.moves().find(({ san }) => words === `Hint: ${san}.`);
  assert.ok(move, `${words} is no move in ${session.fen()}`);
  return move.text;
}

// Whatever the beginner answers. WHOLE_GAME=yes plays from the start, which takes minutes.
test('a game of modern is won against level 1 by following the hints', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/about');
  const start = process.env.WHOLE_GAME ? { number: 14 } : { fen: MODERN };
  const { id } = await newGame(page, { variant: 'modern', start, color: 'white',
    opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  await page.waitForSelector('#board .apo-piece');
  const game = () => api(page, `/api/games/${id}`);
  const session = openRules('modern', (await game()).start.fen);
  let state, moves = 0;
  for (; state?.status !== 'finished'; moves++) {
    assert.ok(moves < (process.env.WHOLE_GAME ? 150 : 30), `not won yet: ${session.fen()}`);
    await makeMove(page, session, await hinted(page, session));
    await page.waitForFunction(ply => document.querySelector('.move-end')
      || document.querySelectorAll('#moves [data-ply]').length >= ply, 2 * moves + 2);
    state = await game();
    if (state.moves.length > 2 * moves + 1)
      session.play(state.moves.at(-1).text);
  }
  assert.equal(state.result.words, 'White wins: checkmate');
  assert.match(await page.innerText('#status'), /^1–0/);
  if (process.env.WHOLE_GAME)
    console.log(`  won in ${moves} moves`);
  await guest.close();
});

await run(finish);
