// usage: node learn.test.mjs APOTHECARY [--only WORD]
// Lessons as a newcomer takes them: from the first page to the end of the one on the joker; by
// keyboard; on a phone; in German. In two browsers of one account.
import assert from 'node:assert/strict';
import { PASSWORD, account } from './support/accounts.mjs';
import { PHONE, api, clickThrough, finish, person, seriousFindings, shot }
  from './support/world.mjs';
import { openRules, square } from './support/play.mjs';
import { more, run, test } from './suite.mjs';

const status = page => page.textContent('#status');

const board = (page, number) => page.waitForFunction(n =>
  document.getElementById('step').textContent.startsWith(`Board ${n} of `), number);

const said = (page, words) => page.waitForFunction(text =>
  document.getElementById('status').textContent.includes(text), words);

// Clicks the way that the hint shows; true when the board is done.
async function followHint(page, isTouch = false) {
  await page.click('#hint');
  const [, from, to] = /([a-p]\d+)\D+([a-p]\d+)/.exec(await status(page));
  const before = await page.textContent('#status');
  for (const name of [from, to])
    await (isTouch ? square(page, name).tap() : square(page, name).click());
  const question = page.locator('.apo-choose button').first();
  await page.waitForFunction(old => document.getElementById('status').textContent !== old
    || document.querySelector('.apo-choose[open]') !== null, before);
  if (await question.isVisible())
    await question.click();
  await page.waitForFunction(old => document.getElementById('status').textContent !== old, before);
  return page.locator('#next').isVisible();
}

async function solveBoard(page, isTouch) {
  while (!await followHint(page, isTouch))
    ;
}

async function solveRest(page, isTouch) {
  const [, first, count] = /^Board (\d+) of (\d+)$/.exec(await page.textContent('#step'));
  for (let boards = 1; boards < 12; boards++) {
    await solveBoard(page, isTouch);
    await page.click('#next');
    const isOver = await page.locator('#learn[data-finished]').count() > 0;
    assert.equal(isOver, Number(first) + boards > Number(count), 'as many boards as announced');
    if (isOver)
      return boards;
  }
  throw new Error('the lesson has no end');
}

test('a newcomer: from the first page to the end of the lesson on the joker', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/');
  await clickThrough(page, '#learn-link');
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'learn');
  await clickThrough(page, 'text=Begin with the joker');
  await page.waitForSelector('#board .apo-piece');
  assert.equal(await page.textContent('h1'), 'Joker');
  assert.match(await page.textContent('#task'), /Black has just moved a knight/);
  assert.match(await page.textContent('#hand-bottom'), /knight/);
  assert.deepEqual(await seriousFindings(page), []);
  assert.ok((await square(page, 'a1').boundingBox()).width >= 40, 'a small board');
  await shot(page, 'lesson-joker');
  // An illegal one, and what would make it legal.
  await square(page, 'a1').click();
  await square(page, 'a3').click();
  await said(page, 'Not legal (rule');
  await said(page, '; it would be legal if ');
  // A legal move that is not what is asked for is taken back.
  await square(page, 'a1').click();
  await square(page, 'b1').click();
  await said(page, 'not what is asked for');
  await page.waitForSelector('#board [data-square="a1"][aria-label*="king"]');
  await page.waitForSelector('#board [data-square="e4"][aria-label*="joker"]');
  await page.waitForTimeout(1000);
  await square(page, 'e4').click();
  await square(page, 'f6').click();
  await said(page, 'a knight’s leap');
  await page.click('#next');
  await board(page, 2);
  await page.waitForSelector('#board [data-square="j9"][aria-label*="black king"]');
  await solveRest(page);
  assert.match(await page.textContent('#task'), /finished/);
  await shot(page, 'lesson-finished');
  await clickThrough(page, '#next-lesson');
  await page.waitForSelector('#board .apo-piece');
  await page.goto('/learn/modern');
  await page.waitForSelector('[data-lesson="joker"][data-finished]');
  assert.equal(await page.locator('[data-finished]').count(), 1);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'lessons');
  await guest.close();
});

test('stars by keyboard alone, with what a screen reader says', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/learn/modern/griffin');
  await page.waitForSelector('#board .apo-piece');
  const session = openRules('modern');
  const { from, solution, moves } = session.lesson('G', 'stars', 0);
  assert.match(await page.textContent('#task'), new RegExp(`Reach all stars.*in ${moves} moves`));
  assert.equal(await page.locator('#board [data-square][aria-label*="star"]').count(), 3);
  const { squares } = session.state();
  const reached = session.diagram([{ letter: 'G', color: 'white', square: from }])
    .map(({ to }) => to);
  const { name: far } = squares.find(({ name, isBrouhaha }) =>
    !isBrouhaha && name !== from && !reached.includes(name));
  for (const name of [from, far]) {
    await page.focus(`#board [data-square="${name}"]`);
    await page.keyboard.press('Enter');
  }
  await said(page, `This piece does not go from ${from} to ${far} in one move.`);
  let at = from;
  for (const to of solution) {
    for (const name of [at, to]) {
      await page.focus(`#board [data-square="${name}"]`);
      await page.keyboard.press('Enter');
    }
    await page.waitForSelector(`#board [data-square="${to}"][aria-label*="griffin"]`);
    at = to;
  }
  await said(page, 'in the fewest moves');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'next');
  await page.keyboard.press('Enter');
  await board(page, 2);
  await guest.close();
});

test('a lesson that was left goes on at its board, or from the first one', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/learn/modern/joker');
  await board(page, 1);
  assert.equal(await page.isVisible('#first'), false);
  await solveBoard(page);
  // The second board goes on from the first one, so both are shown again.
  await page.reload();
  await board(page, 1);
  await solveBoard(page);
  await page.click('#next');
  await board(page, 2);
  await solveBoard(page);
  await page.goto('/learn/modern');
  assert.equal(await page.textContent('[data-lesson="joker"] .lesson-begun'), 'begun');
  await page.click('[data-lesson="joker"]');
  await board(page, 3);
  await solveBoard(page);
  await page.reload();
  await board(page, 4);
  await page.click('#first');
  await board(page, 1);
  await page.waitForSelector('#board [data-square="f6"][aria-label*="rook"]');
  await solveBoard(page);
  // The farthest place counts.
  await page.reload();
  await board(page, 4);
  await guest.close();
});

/** The lessons that the account has: "game/lesson boards", or "game/lesson finished". */
const kept = async page => (await api(page, '/api/lessons')).lessons
  .map(({ variant, lesson, boards, finished: isFinished }) =>
    `${variant}/${lesson} ${isFinished ? 'finished' : boards}`);

/** Waits until the account has these lessons, and no others. */
async function untilKept(page, wanted) {
  while (String(await kept(page)) !== String(wanted))
    await page.waitForTimeout(50);
}

/** Opens a lesson, and solves boards from the one where it was left. */
async function solveFrom(page, path, first, count) {
  await page.goto(path);
  await board(page, first);
  for (let i = 0; i < count; i++) {
    await solveBoard(page);
    await page.click('#next');
  }
}

test('lessons of an account are done in all its browsers', async () => {
  const phone = await account('Lena', PHONE), desktop = await person();
  await solveFrom(phone.page, '/learn/modern/griffin', 1, 2);
  await untilKept(phone.page, ['modern/griffin 2']);
  // In the other browser something was done before the log-in, and some of it twice.
  const { page } = desktop;
  await solveFrom(page, '/learn/modern/griffin', 1, 1);
  await solveFrom(page, '/learn/modern/sangoma', 1, 1);
  await page.evaluate(() => {
    const known = JSON.parse(localStorage['apothecary.lessons']);
    localStorage['apothecary.lessons'] = JSON.stringify({ ...known, 'alert/rook': true });
  });
  await api(page, '/api/login', { name: 'Lena', password: PASSWORD });
  await page.goto('/about');
  const all = ['alert/rook finished', 'modern/griffin 2', 'modern/sangoma 1'];
  await untilKept(page, all);
  // It goes on where it was left, wherever that was.
  await page.goto('/learn/modern');
  assert.equal(await page.textContent('[data-lesson="griffin"] .lesson-begun'), 'begun');
  await page.goto('/learn/modern/griffin');
  await board(page, 3);
  await phone.page.goto('/learn/alert');
  await phone.page.waitForSelector('[data-lesson="rook"][data-finished]');
  await phone.page.goto('/learn/modern/sangoma');
  await board(phone.page, 2);
  // Nothing is left of it here without the account.
  await page.goto('/account');
  await Promise.all([page.waitForURL(url => url.pathname === '/'),
    page.click('form[action="/logout"] button')]);
  await page.goto('/learn/alert');
  await page.waitForSelector('[data-lesson="rook"]');
  assert.equal(await page.locator('.lesson-begun, [data-finished]').count(), 0);
  assert.deepEqual(await kept(phone.page), all);
  await phone.close();
  await desktop.close();
});

test('what a guest has learnt goes with the registration', async () => {
  const { page, close } = await person();
  await solveFrom(page, '/learn/modern/griffin', 1, 1);
  assert.equal((await api(page, '/api/lessons')).status, 401);
  await page.goto('/register');
  await page.fill('[name=name]', 'Nils');
  await page.fill('[name=password]', PASSWORD);
  await Promise.all([page.waitForFunction(() => document.documentElement.dataset.account),
    page.click('form[action="/register"] [type=submit], form[action="/register"] .button-main')]);
  await untilKept(page, ['modern/griffin 1']);
  await close();
});

more('again from the start; the panel of the piece; a rule of another game', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/learn/modern/wizard');
  await page.waitForSelector('#board .apo-piece');
  const session = openRules('modern');
  const { from } = session.lesson('W', 'stars', 0);
  await square(page, from).hover();
  await page.waitForSelector('.piece-panel:not([hidden])');
  assert.match(await page.textContent('.piece-panel'), /Steps 1 diagonally; leaps \(3,1\)/);
  await followHint(page);
  await page.click('#again');
  await page.waitForSelector(`#board [data-square="${from}"][aria-label*="wizard"]`);
  await page.goto('/learn/apothecary2/launch');
  await page.waitForSelector('#board .apo-piece');
  await solveRest(page);
  await guest.close();
});

more('a phone: a checker’s series, by taps', async () => {
  const guest = await person({ ...PHONE, colorScheme: 'dark' }), { page } = guest;
  await page.goto('/learn/prequel/checker-series');
  await page.waitForSelector('#board .apo-piece');
  for (const name of ['c5', 'e7', 'g9'])
    await square(page, name).tap();
  if (!await page.locator('#next').isVisible())
    await square(page, 'g9').tap();
  await said(page, 'Jumped pieces');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await seriousFindings(page), []);
  const facts = await page.locator('.problem-facts').boundingBox();
  const shown = await page.locator('#board .apo-svg').boundingBox();
  assert.ok(facts.y < shown.y && shown.y + shown.height - facts.y <= PHONE.viewport.height,
    'task and board are not in sight together');
  await shot(page, 'lesson-phone');
  await guest.close();
});

test('the texts of lessons are shown in German', async () => {
  const guest = await person({ locale: 'de-DE' }), { page } = guest;
  await page.goto('/learn/modern/joker');
  await page.waitForSelector('#board .apo-piece');
  assert.match(await page.textContent('#task'), /Der Joker hat keinen eigenen Zug/);
  await page.goto('/learn/modern/sangoma');
  await page.waitForFunction(() => document.getElementById('task').textContent.includes(
    'Zieht schräg beliebig weit; springt drei zu zwei, wie ein Zebra.'));
  await guest.close();
});

test('an unknown lesson leads to the list; a game that does not exist is missing', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/learn/modern/nothing');
  await page.waitForURL(/\/learn\/modern#/);
  await said(page, 'There is no lesson "nothing" here');
  await page.waitForSelector('#piece-lessons a');
  assert.equal((await page.request.get('/learn/nothing')).status(), 404);
  await guest.close();
});

await run(finish);
