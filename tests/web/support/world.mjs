// Shared by the tests: one browser, one server, and people with pages.
//
// With SHOTS=folder pictures of the pages are kept there; with SERVER=http://... a server that runs
// already is used. LATENCY_MS=300 makes each answer late by so much and SLOWER=4 each script take
// so many times as long: a test that passes only where everything is quick then fails. UNSTEADY=7
// makes each answer and each event late by a random time, so that they overtake each other; the
// number is the seed. PATIENCE_MS=9000 makes a fault show soon.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from './server.mjs';
import { unsteady } from './unsteady.mjs';
import { launchBrowser, need, needFile } from '../suite.mjs';

for (const name of ['rules.wasm', 'lessons.wasm', 'engine.wasm', 'workshop.wasm', 'pieces.svg'])
  needFile(`build-web/${name}`);
const AXE = readFileSync(need.path('axe-core/axe.min.js'), 'utf8');

export const DESKTOP = { viewport: { width: 1280, height: 800 } };
export const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true };
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true,
  deviceScaleFactor: 2 };

const LATENCY_MS = Number(process.env.LATENCY_MS ?? 0);
const SLOWER = Number(process.env.SLOWER ?? 1);
const UNSTEADY = Number(process.env.UNSTEADY ?? 0);
const UNSTEADY_MS = 400;
// Long, because the machine may be busy; tests wait only for what is sure to come.
const PATIENCE_MS = Number(process.env.PATIENCE_MS ?? 300000);

// Not every frame: that would keep the browser painting.
export const POLL = { polling: 50 };

let browser = null;
let server = null;
let people = 0;

export async function serverUrl() {
  if (process.env.SERVER)
    return process.env.SERVER;
  server ??= new Server().start();
  return (await server).url;
}

/** "apothecary moderate" on the tests' server; false: it is not ours. */
export async function moderate(...words) {
  (await server)?.moderate(...words);
  return server !== null;
}

async function theBrowser() {
  browser ??= launchBrowser();
  return browser;
}

/** Stops what the tests have started; for run(). */
export async function finish() {
  if (browser)
    await (await browser).close();
  if (server)
    await (await server).stop();
}

async function hamper(context, page) {
  const tools = await context.newCDPSession(page);
  if (LATENCY_MS > 0)
    await tools.send('Network.emulateNetworkConditions',
      { offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 });
  if (SLOWER > 1)
    await tools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
}

/**
 * Somebody with a browser of their own: { page, context, problems, close }. `problems` gathers
 * errors of scripts and of the page's security policy; close() fails if there were any.
 */
export async function person({ base, ...options } = {}) {
  const context = await (await theBrowser()).newContext({
    baseURL: base ?? await serverUrl(), reducedMotion: 'reduce', serviceWorkers: 'block',
    ...DESKTOP, ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  if (UNSTEADY > 0)
    await context.addInitScript(unsteady, { seed: 1000 * UNSTEADY + people++,
      longestMs: UNSTEADY_MS });
  const page = await context.newPage();
  const wait = page.waitForFunction.bind(page);
  page.waitForFunction = (look, arg, how) => wait(look, arg, { ...POLL, ...how });
  if (LATENCY_MS > 0 || SLOWER > 1)
    await hamper(context, page);
  const problems = [];
  page.on('pageerror', error => problems.push(error.stack));
  page.on('console', message => {
    if (message.type() === 'error'
      && /Content Security Policy|SyntaxError|TypeError/.test(message.text()))
      problems.push(message.text());
  });
  return {
    page, context, problems,
    async close() {
      await context.close();
      if (problems.length > 0)
        throw new Error(`on the page:\n${problems.join('\n')}`);
    },
  };
}

/**
 * Clicks what leads to another page, a link or the button of a form, and waits until that page is
 * there: a click alone is over before the browser has left, and what is asked for next would be
 * answered by the old page.
 */
export async function clickThrough(page, selector) {
  await Promise.all([page.waitForNavigation(), page.click(selector)]);
}

/** Posts to the server from within the person's page. */
export function api(page, path, body) {
  return page.evaluate(async ([to, what]) => {
    const answer = await fetch(to, what === null ? {} : {
      method: 'POST', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ key: crypto.randomUUID(), ...what }),
    });
    return { status: answer.status, ...await answer.json() };
  }, [path, body ?? null]);
}

/** Creates a game through the API and gives its answer { id, url, link }. */
export async function newGame(page, setup) {
  const made = await api(page, '/api/games', { color: 'white', clock: { kind: 'none' },
    start: { number: 1 }, ...setup });
  if (made.status !== 201)
    throw new Error(`no game: ${JSON.stringify(made)}`);
  return made;
}

/** What axe finds that is serious: a list of sentences. `only` names the rules, if not all are
 * meant. */
export async function seriousFindings(page, only = null) {
  if (await page.evaluate(() => globalThis.axe === undefined))
    await page.evaluate(AXE);
  const { violations } = await page.evaluate(rules => globalThis.axe.run(document,
    { resultTypes: ['violations'], ...rules === null ? {} : { runOnly: rules } }), only);
  return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => {
      const places = nodes.slice(0, 4).map(({ html, any, all, none }) =>
        `${html.slice(0, 160)} ${(any[0] ?? all[0] ?? none[0])?.message ?? ''}`);
      return [`${id}: ${help}`, ...places].join('\n    ');
    });
}

/** Keeps a screenshot if SHOTS is set; not in Firefox, where that breaks the pages' policy. */
export async function shot(page, name) {
  if (!process.env.SHOTS || process.env.BROWSER === 'firefox')
    return;
  mkdirSync(process.env.SHOTS, { recursive: true });
  await page.screenshot({ path: join(process.env.SHOTS, `${name}.png`) });
}
