/* The lessons that are finished, and how far the others have come: kept in this browser and, with
 * an account, there too. Whatever comes from several browsers is put together: the farthest place
 * counts, so that nothing depends on the order, and a report sent twice does no harm. */
import { get, post } from './api.js';
import { accountHere, accountName } from './dom.js';

/**
 * By "game/lesson". True: finished. A number: as many boards are done, from the first on.
 * @typedef {{ [lesson: string]: boolean | number }} Reached
 */

const OF_BROWSER = 'apothecary.lessons';     // without an account
const OF_ACCOUNT = 'apothecary.lessons.';    // then its name: what this browser knows of it
const UNSENT = 'apothecary.lessons-unsent.'; // the same: what the server does not have yet
const REPORT_MAX = 100; // lessons in one request

/** @type {Reached} what the page has brought; storage may be refused */
let ofPage = {};

/**
 * @param {string} name
 * @returns {Reached}
 */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) || '{}');
  } catch {
    return {};
  }
}

/**
 * @param {string} name
 * @param {Reached} reached
 */
function write(name, reached) {
  try {
    if (Object.keys(reached).length === 0)
      localStorage.removeItem(name);
    else
      localStorage.setItem(name, JSON.stringify(reached));
  } catch {
    /* A private window may refuse storage; the mark is then missing. */
  }
}

/** @param {Reached[]} all */
function together(...all) {
  /** @type {Reached} */
  const farthest = {};
  for (const [lesson, state] of all.flatMap(each => Object.entries(each))) {
    const other = farthest[lesson] ?? 0;
    farthest[lesson] = state === true || other === true || Math.max(Number(state), Number(other));
  }
  return farthest;
}

/**
 * @param {string} name
 * @param {Reached} reached
 */
const add = (name, reached) => write(name, together(read(name), reached));

/**
 * @param {string} name of the account
 * @param {Reached} reached
 */
function addToAccount(name, reached) {
  add(OF_ACCOUNT + name, reached);
  add(UNSENT + name, reached);
}

/** What was done here before somebody logged in belongs to the account now.
 * @param {string} name */
function bringAlong(name) {
  const reached = read(OF_BROWSER);
  if (Object.keys(reached).length === 0)
    return;
  addToAccount(name, reached);
  write(OF_BROWSER, {});
}

/**
 * Takes what the account has reached, as the page brings it: the answer of GET /api/lessons, or ''.
 * @param {string} text
 */
export function takeReached(text) {
  if (accountName === null || text === '')
    return;
  bringAlong(accountName);
  ofPage = Object.fromEntries(JSON.parse(text).lessons.map((/** @type {any} */ one) =>
    [`${one.variant}/${one.lesson}`, one.finished || one.boards]));
  add(OF_ACCOUNT + accountName, ofPage);
}

/** @returns {Reached} */
function known() {
  const name = accountHere();
  return together(ofPage, read(name === null ? OF_BROWSER : OF_ACCOUNT + name),
    name === null ? {} : read(UNSENT + name));
}

/**
 * @param {string} game
 * @param {string} lesson
 */
export const isFinished = (game, lesson) => known()[`${game}/${lesson}`] === true;

/**
 * How many boards of a lesson are done that is not finished; 0: none.
 * @param {string} game
 * @param {string} lesson
 */
export function boardsDone(game, lesson) {
  const state = known()[`${game}/${lesson}`];
  return typeof state === 'number' ? state : 0;
}

/**
 * Notes that a lesson has come so far, here and in the account. What was reached before stays.
 * @param {string} game
 * @param {string} lesson
 * @param {number} boards that are done
 * @param {number} count of all
 */
export function reach(game, lesson, boards, count) {
  const reached = { [`${game}/${lesson}`]: boards === count || boards }, name = accountHere();
  if (name === null)
    add(OF_BROWSER, reached);
  else
    addToAccount(name, reached);
  sendReached().catch(() => { /* Another page sends it, or this one later. */ });
}

/**
 * @param {string} game
 * @param {string} lesson
 */
export const finish = (game, lesson) => reach(game, lesson, 1, 1);

/* --- sending it --- */

/** Whether the server takes this page's requests for those of the account.
 * @param {string} name */
async function isLoggedIn(name) {
  if (accountName !== null)
    return accountName === name;
  const me = await get('/api/me');
  return me.kind === 'account' && me.name === name;
}

/** Sends the first of what is unsent; false: there is nothing.
 * @param {string} entry of storage */
async function sendSome(entry) {
  const part = Object.entries(read(entry)).slice(0, REPORT_MAX);
  if (part.length === 0)
    return false;
  const lessons = part.map(([name, state]) => {
    const [variant, lesson] = name.split('/');
    return { variant, lesson, boards: state === true ? 0 : state, finished: state === true };
  });
  try {
    await post('/api/lessons', { lessons });
  } catch (error) {
    // What the server does not want stays in this browser.
    if (error.status !== 400 && error.status !== 422)
      throw error;
  }
  const sent = Object.fromEntries(part);
  write(entry, Object.fromEntries(Object.entries(read(entry))
    .filter(([name, state]) => state !== sent[name])));
  return true;
}

/** @type {Promise<void>} */
let sending = Promise.resolve();

async function sendAll() {
  const name = accountHere();
  if (accountName !== null)
    bringAlong(accountName);
  if (name === null || Object.keys(read(UNSENT + name)).length === 0 || !await isLoggedIn(name))
    return;
  while (await sendSome(UNSENT + name))
    ;
}

/** Sends what the account does not have yet, also what was done before somebody logged in. Fails
 * if the server cannot be reached, or wants it later. */
export function sendReached() {
  sending = sending.then(sendAll, sendAll);
  return sending;
}
