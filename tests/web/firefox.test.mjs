// usage: node firefox.test.mjs APOTHECARY [--only WORD]
// The tests that matter most, in Firefox too. Other files run there with BROWSER=firefox, but for
// those that ask Chromium's own tools (docs/pages.md).
import assert from 'node:assert/strict';
import { closeElsewhere } from './support/elsewhere.mjs';
import { PHONE, finish, newGame, person, seriousFindings } from './support/world.mjs';
import { makeMove, openRules, untilPly } from './support/play.mjs';
import { isShort, more, runSome } from './suite.mjs';

process.env.BROWSER = 'firefox';

more('fingers on a phone: a move, and the computer answers', async () => {
  const guest = await person(PHONE), { page } = guest;
  await page.goto('/about');
  const { id } = await newGame(page, { variant: 'classic', color: 'white',
    opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  await page.waitForSelector('#board .apo-piece');
  const session = openRules('classic');
  session.start(1);
  await makeMove(page, session, 'e3e5', { isTouch: true });
  await untilPly(page, 2);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= PHONE.viewport.width, 'the page scrolls sideways');
  await guest.close();
});

more('a game against the computer of the browser, and its engine in the analysis', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/solo?v=modern');
  await page.waitForSelector('#board .apo-piece');
  await page.check('#new-game input[value=white]');
  await page.click('#begin');
  await page.waitForSelector('#take-back:visible');
  const session = openRules('modern');
  session.setFen(await page.evaluate(() => JSON.parse(localStorage['apothecary.solo'])[0].fen));
  const pawn = session.moves().find(({ text }) => text === 'e3e5');
  await makeMove(page, session, (pawn ?? session.moves()[0]).text);
  await untilPly(page, 2);
  assert.deepEqual(await seriousFindings(page), []);
  await page.click('#analyse');
  await page.check('#engine-on');
  await page.waitForSelector('.engine-score');
  await guest.close();
});

const ifWhole = names => (isShort ? [] : names);

await runSome({
  board: ['a move by two clicks', 'a move by dragging', ...ifWhole(['launch: asked for',
    'a series is clicked through', 'a phone: a finger that slides',
    'a phone: the target can be corrected', 'a phone: a long press explains'])],
  keyboard: ifWhole(['a game by the keyboard alone']),
  learn: ifWhole(['stars by keyboard alone']),
  coach: ifWhole(['a hint, a bad move explained']),
  analysis: ifWhole(['moves, a variation, and a link', 'a piece in hand goes to an empty square',
    'the engine shows chances, arrows']),
  review: ifWhole(['a review by keyboard alone']),
  workshop: ifWhole(['a game is played against the engine']),
  embed: ifWhole(['another origin: a game against the engine', 'a recorded game by keys']),
}, async () => {
  await closeElsewhere();
  await finish();
});
