// usage: node review.test.mjs APOTHECARY [--only WORD]
// The review of a game: its numbers, and making one in the browser, kept with the game and shown
// to others.
import assert from 'node:assert/strict';
import { account } from './support/accounts.mjs';
import { tabToNamed, walkTo } from './support/keys.mjs';
import { openRules, square } from './support/play.mjs';
import { DESKTOP, PHONE, api, clickThrough, finish, newGame, person, seriousFindings,
  shot } from './support/world.mjs';
import { more, run, test } from './suite.mjs';
import { judge, lineOf, pawnsLost, readLine, writeLine } from '../../web/analysis/review.js';
import { chancesOf, expectedOf } from '../../web/lib/chances.js';

// The beginner's mate: Black's second move is the mistake.
const MOVES = ['e2e4', 'e7e5', 'd1h5', 'e8e7', 'h5e5'];
const FIT = openRules('alert').game.outcomes;

const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);

test('chances of the five outcomes: symmetric, and their sum is 1', () => {
  for (const cp of [-700, -53, 0, 20, 300]) {
    const chances = chancesOf({ cp }, FIT), other = chancesOf({ cp: -cp }, FIT);
    near(chances.reduce((sum, each) => sum + each), 1);
    assert.ok(chances.every(each => each >= 0));
    assert.deepEqual(chances.map(each => each.toFixed(9)),
      other.toReversed().map(each => each.toFixed(9)));
  }
  near(expectedOf(chancesOf({ cp: 0 }, FIT)), 0.5);
  // As `UCI_ShowWDL` says it: win 481 advantage 14 draw 46 disadvantage 14 loss 445 for 41.
  const chess = openRules('chess').game.outcomes;
  assert.deepEqual(chancesOf({ cp: 0 }, chess).map(each => each > 0.01),
    [true, false, true, false, true]);
  near(expectedOf(chancesOf({ mate: -3 }, FIT)), 0);
});

test('a review is judged: mistakes, accuracy, turning points', () => {
  const sides = ['white', 'black', 'white', 'black'];
  const moves = sides.map((side, i) => ({ text: `m${i}`, side }));
  const lines = ['0 m0', '0 m1', '0 b', '-400 m3', '-400 b'].map(readLine);
  const { faults, accuracy, turns } = judge(lines, moves, FIT, null);
  assert.deepEqual(faults.map(({ index, side, kind }) => [index, side, kind]),
    [[3, 'white', 'blunder']]);
  near(accuracy.black, 1);
  assert.ok(accuracy.white < 0.8 && accuracy.white > 0.5);
  assert.deepEqual(turns, [3]);
  // A change that does not last is no turning point.
  const short = [...lines.slice(0, 4), lines[0], lines[0], lines[0]];
  assert.deepEqual(judge(short, [...moves, moves[0], moves[0]], FIT, null).turns, []);
  assert.equal(pawnsLost(lines[2], lines[3], 'white'), 400);
  // The engine's own move is no mistake, whatever the search says afterwards.
  assert.deepEqual(judge([lines[0], lines[3]], [moves[0]], FIT, null).faults, []);
  // The end of a game counts as its result.
  near(judge([lines[0], null], [moves[0]], FIT, 1).expected[1], 0.25);
});

test('an evaluation of a move in a review is written and read back', () => {
  const line = { line: 1, depth: 3, nodes: 9, score_cp: 31, pv: ['e7e5'] };
  assert.equal(writeLine(line, 'black'), '-31 e7e5');
  assert.equal(lineOf(readLine('-31 e7e5'), 'black').score_cp, 31);
  assert.equal(writeLine({ ...line, score_cp: undefined, mate_moves: 2 }, 'black'), '#-2 e7e5');
  assert.deepEqual(readLine('#-2 e7e5'), { mate: -2, best: 'e7e5' });
  assert.equal(readLine(''), null);
});

const said = (page, words) => page.waitForFunction(text =>
  new RegExp(text).test(document.getElementById('review-body').textContent), words);

async function finishedGame(one, other) {
  const { id, link } = await newGame(one.page, { variant: 'chess', opponent: { kind: 'link' } });
  await api(other.page, `/api/games/${id}/join`, { secret: link.split('#')[1] });
  for (const [ply, move] of MOVES.entries())
    await api((ply % 2 === 0 ? one : other).page, `/api/games/${id}/moves`, { ply, move });
  return id;
}

test('a finished game is reviewed in one click, kept, and shown to others', async () => {
  const one = await account('Rita'), other = await person();
  await other.page.goto('/about');
  const id = await finishedGame(one, other);
  await one.page.goto(`/game/${id}`);
  await clickThrough(one.page, '#actions >> text=Review');
  await said(one.page, 'Kept with the game');
  const { page } = one;
  await said(page, '2… Ke7 Blunder');
  await said(page, 'Ke7 allows mate in 1: Qxe5#. ');
  await said(page, ' was better.');
  assert.equal(await page.locator('.review-graph .review-mark.blunder').count(), 1);
  assert.deepEqual(await seriousFindings(page), []);
  // It stands beside the board, in view on a laptop without scrolling.
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.evaluate(() => scrollTo(0, 0));
  const boxOf = selector => page.locator(selector).first().boundingBox();
  const [graph, fault, board] = await Promise.all(['.review-graph', '.review-fault', '#board']
    .map(boxOf));
  assert.ok(graph.y > 0 && graph.y + graph.height < 720, `the graph is at ${graph.y}`);
  assert.ok(fault.y + 60 < 720, `the first mistake is at ${fault.y}`);
  assert.ok(graph.x + graph.width <= board.x && board.y + board.height < 725);
  await shot(page, 'review');
  // The keys go from mistake to mistake.
  await page.keyboard.press('Home');
  const marks = await page.locator('.review-graph .review-mark').count();
  const current = page.locator('#moves [aria-current]');
  let presses = 0;
  do {
    await page.keyboard.press('n');
    presses += 1;
  } while (!/Ke7/.test(await current.innerText()) && presses < marks);
  assert.match(await current.innerText(), /Ke7/);
  await page.emulateMedia({ colorScheme: 'dark' }); // the words on the marked mistake
  assert.deepEqual(await seriousFindings(page), []);
  await page.emulateMedia({ colorScheme: 'light' });
  // Another try: a worse move, and a good one.
  await page.click('.review-fault.blunder .review-try');
  await said(page, 'Find a better move for Black');
  assert.equal(await page.locator('.review-fault.blunder .review-why').isVisible(), false);
  await square(page, 'e8').click();
  await square(page, 'e7').click();
  await said(page, 'Ke7 costs too much as well');
  await square(page, 'b8').click();
  await square(page, 'c6').click();
  await said(page, 'Nc6 is (the best move|good as well)');
  assert.equal(await page.locator('#moves .move').count(), MOVES.length);
  // Somebody else sees it, without an engine.
  await other.page.goto(`/analysis?game=${id}`);
  await other.page.click('#review > summary');
  await other.page.waitForFunction(() => {
    const { top, bottom } = document.getElementById('review').getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  }, null, { polling: 50 });
  await said(other.page, 'Made on .* by Rita');
  await said(other.page, '2… Ke7 Blunder');
  assert.equal(other.page.workers().length, 0);
  // After a reload too, at the position that was shown.
  await other.page.keyboard.press('Home');
  await other.page.keyboard.press('ArrowRight');
  await other.page.reload();
  await said(other.page, 'Made on .* by Rita');
  assert.equal(new URL(other.page.url()).search + new URL(other.page.url()).hash,
    `?game=${id}#at=1`);
  assert.equal(await other.page.locator('#moves [aria-current]').innerText(), '1. e4');
  await one.close();
  await other.close();
});

more('a review by keyboard alone, and what a reader hears of it', async () => {
  const one = await account('Runa'), other = await person();
  await other.page.goto('/about');
  const id = await finishedGame(one, other), { page } = one;
  await other.close();
  await page.goto(`/game/${id}`);
  await page.waitForSelector('#actions >> text=Review');
  await Promise.all([page.waitForURL(/analysis/), tabToNamed(page, 'Review')
    .then(() => page.keyboard.press('Enter'))]);
  await said(page, 'Kept with the game');
  const named = (role, name) => page.getByRole(role, { name, exact: true });
  assert.equal(await named('img', 'The chances of the outcomes after each move').count(), 1);
  assert.equal(await page.locator('#review-body [role=status]', { hasText: 'Kept' }).count(), 1);
  // From mistake to mistake, and to its move on the board.
  await tabToNamed(page, '2… Ke7', { within: '.review-fault' });
  await page.keyboard.press('Enter');
  await page.locator('#moves [aria-current]', { hasText: 'Ke7' }).waitFor();
  await page.locator('#board [data-square=e7][aria-label*=king]').waitFor();
  // Another try: a worse move, and a good one. A reader hears the task and both answers.
  await tabToNamed(page, 'Try again', { about: '2… Ke7' });
  await page.keyboard.press('Enter');
  const heard = words => page.locator('#review-body [role=status]', { hasText: words }).waitFor();
  await heard('Find a better move for Black');
  const move = async (from, to) => {
    await page.locator('#board [tabindex="0"]').first().focus();
    await walkTo(page, from);
    await page.keyboard.press('Enter');
    await walkTo(page, to);
    await page.keyboard.press('Enter');
  };
  await move('e8', 'e7');
  await heard('Ke7 costs too much as well');
  await move('b8', 'c6');
  await heard(/Nc6 is (the best move|good as well)/);
  await one.close();
});

more('pasted moves are reviewed; the review can be cancelled', async () => {
  const guest = await person(PHONE), { page } = guest;
  await page.goto('/analysis#v=chess');
  await page.waitForSelector('#board .apo-piece');
  await page.click('text=Paste moves');
  await page.fill('#paste', MOVES.slice(0, 4).join(' '));
  await page.click('#load');
  await page.click('#review > summary');
  await page.click('#review-start');
  await page.click('#review-cancel');
  await page.evaluate(() => {
    const seen = globalThis.seen = [];
    new MutationObserver(() => seen.push(['progress', '.review-graph', '.review-mark',
      '.review-fault'].filter(each => document.querySelector(`#review-body ${each}`)).join(' ')))
      .observe(document.getElementById('review-body'), { subtree: true, childList: true });
  });
  await page.click('#review-start');
  await said(page, 'Ke7 allows mate in 1');
  // The graph is there before the mistakes, and stays to be cancelled.
  assert.deepEqual((await page.evaluate(() => globalThis.seen)).filter((each, i, all) =>
    each !== all[i - 1]), ['progress', 'progress .review-graph',
    '.review-graph .review-mark .review-fault']);
  await shot(page, 'review-phone');
  assert.deepEqual(await seriousFindings(page), []);
  await guest.close();
});

test('the record of the archive has the review as well', async () => {
  const one = await account('Rolf'), other = await person(DESKTOP);
  await other.page.goto('/about');
  const id = await finishedGame(one, other);
  const positions = ['20 e2e4', '20 e7e5', '20 g1f3', '10 b8c6', '#1 h5e5', ''];
  while ((await api(one.page, `/api/archive/games/${id}`)).status !== 200)
    await one.page.waitForTimeout(50); // games are filed by a job
  const kept = await api(one.page, `/api/archive/games/${id}/review`, { nodes: 9, positions });
  assert.equal(kept.status, 200);
  await other.page.goto(`/analysis?archive=${id}&review=yes`);
  await said(other.page, 'Made on .* by Rolf');
  await one.close();
  await other.close();
});

more('the server makes a review in one click', async () => {
  const one = await account('Ruth'), other = await person(DESKTOP), { page } = one;
  await other.page.goto('/about');
  const id = await finishedGame(one, other);
  while ((await api(page, `/api/archive/games/${id}`)).status !== 200)
    await page.waitForTimeout(50); // games are filed by a job
  await page.goto(`/analysis?archive=${id}`);
  await page.click('#review > summary');
  await page.click('#review-server');
  await said(page, 'The server makes the review');
  await said(page, 'Made on .* by Ruth');
  await said(page, 'Ke7 allows mate in 1');
  assert.equal(page.workers().length, 0);
  await one.close();
  await other.close();
});

await run(finish);
