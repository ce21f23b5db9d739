// Makes moves as people do: clicks a piece, clicks a square, answers the chooser.
import { readFileSync } from 'node:fs';
import { rulesFrom } from '../../../web/lib/rules.js';
import { gamesText } from './games-text.mjs';
import { POLL } from './world.mjs';

const rules = await rulesFrom(readFileSync(new URL('../../../build-web/lessons.wasm',
  import.meta.url)), gamesText());

/** Waits until the promise of `look` in the page gives something true, which it returns;
 * waitForFunction() would ask only once. */
export async function untilPromised(page, look, arg) {
  for (;;) {
    const found = await page.evaluate(look, arg);
    if (found)
      return found;
    await new Promise(done => setTimeout(done, POLL.polling));
  }
}

export function openRules(id, fen = null) {
  const session = rules.open({ id });
  if (fen !== null)
    session.setFen(fen);
  return session;
}

export const square = (page, name) => page.locator(`#board [data-square="${name}"]`);

const press = (page, name, isTouch) => (isTouch ? square(page, name).tap() : square(page, name)
  .click());

/** Waits until the page's list has at least that many moves. */
export function untilPly(page, ply) {
  return page.waitForFunction(count => document.querySelectorAll('#moves [data-ply]')
    .length >= count, ply);
}

/** Waits until the list has at most that many moves. */
export function untilTakenBack(page, ply) {
  return page.waitForFunction(count => document.querySelectorAll('#moves [data-ply]')
    .length <= count, ply);
}

/**
 * Makes a legal move of `session` (a session of the rules at the same position) on the page's board
 * by clicking or tapping, and plays it in the session.
 */
export async function makeMove(page, session, text, { isTouch = false } = {}) {
  const moves = session.moves();
  const move = moves.find(each => each.text === text);
  if (!move)
    throw new Error(`${text} is not legal in ${session.fen()}`);
  const ply = await page.locator('#moves [data-ply]').count();
  await press(page, move.from, isTouch);
  for (const step of move.path.length > 0 ? move.path : [move.to])
    await press(page, step, isTouch);
  const fits = moves.filter(({ from, to, path }) => from === move.from && to === move.to
    && path.length === 0);
  if (move.path.length > 0)
    await stopSeries(page, move, ply, isTouch);
  else
    await answer(page, session, move, fits, isTouch);
  session.play(text);
  await untilPly(page, ply + 1);
  return move;
}

// A series that could go on waits until its last square is pressed again.
async function stopSeries(page, move, ply, isTouch) {
  const isMade = await page.evaluate(count => document.querySelectorAll('#moves [data-ply]')
    .length > count, ply);
  if (!isMade)
    await press(page, move.to, isTouch);
}

async function answer(page, session, move, fits, isTouch) {
  const promotions = new Set(fits.map(({ promoted }) => promoted));
  const choose = async label => {
    const button = page.locator('.apo-choose button', { hasText: label }).first();
    await (isTouch ? button.tap() : button.click());
  };
  if (promotions.size > 1 || move.promoted !== null)
    await choose(move.promoted === null ? 'no promotion' : session.type(move.promoted).name);
  if (fits.filter(({ promoted }) => promoted === move.promoted).length > 1)
    await choose(move.launched === null ? 'Just move' : 'Put the');
}
