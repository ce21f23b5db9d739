// Runs tests one after the other, and prints at the end how many passed. The program exits with 77
// if they cannot run on this machine. With BROWSER=firefox they run in Firefox, with TESTS=short
// without those that more() adds.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { launchFirefox } from './support/firefox.mjs';

export const isShort = process.env.TESTS === 'short';
const cases = [];
let leftOut = 0;
const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(path => existsSync(path));
const isFirefox = () => process.env.BROWSER === 'firefox';
let isGathering = false;
let browser = null;
// No test needs a tenth of this; one page that never answers must not hold up all other tests.
const LIMIT_MS = Number(process.env.TEST_LIMIT_MS ?? 450000);
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];
// The same Chromium without windows takes half of the processor time.
const SHELL = '/usr/bin/chromium-headless-shell';
let chromium = [SHELL, ...CHROMIUM].find(path => existsSync(path));
const FLAGS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export function test(name, body) {
  cases.push({ name, body });
}

/** One more test, which TESTS=short leaves out: the others reach most of what it does. */
export function more(name, body) {
  if (isShort)
    leftOut++;
  else
    test(name, body);
}

/**
 * Runs the tests told so far, and some of other files, in one browser: `wanted` maps the files
 * beside this one to words that the names of the chosen tests begin with.
 */
export async function runSome(wanted, finish) {
  isGathering = true;
  const chosen = cases.splice(0);
  for (const [file, beginnings] of Object.entries(wanted)) {
    await import(`./${file}.test.mjs`);
    const found = cases.splice(0);
    for (const beginning of beginnings) {
      const one = found.find(({ name }) => name.startsWith(beginning));
      if (one === undefined)
        throw new Error(`${file}: no test begins with "${beginning}"`);
      chosen.push(one);
    }
  }
  isGathering = false;
  cases.push(...chosen);
  await run(finish);
}

/** Fails after LIMIT_MS, and says which pages are open then. */
async function tooLong(signal) {
  await delay(LIMIT_MS, null, { signal });
  const pages = browser?.contexts().flatMap(context => context.pages()).map(page => page.url());
  throw new Error(`still not done after ${LIMIT_MS / 1000} s; open pages: ${pages?.join(' ')}`);
}

/** Waits for a test, but not for ever. */
async function within(limited) {
  const over = new AbortController();
  try {
    await Promise.race([limited(), tooLong(over.signal)]);
  } finally {
    over.abort();
  }
}

/** Runs all tests, or those whose name contains the word after `--only`. */
export async function run(finish = async () => {}) {
  if (isGathering)
    return;
  const at = process.argv.indexOf('--only');
  const chosen = cases.filter(({ name }) => at < 0 || name.includes(process.argv[at + 1]));
  let failed = 0;
  for (const { name, body } of chosen) {
    const began = performance.now();
    try {
      await within(body);
    } catch (error) {
      failed++;
      console.error(`FAILED: ${name}\n${error.stack}\n`);
    }
    console.log(`${((performance.now() - began) / 1000).toFixed(1)} s  ${name}`);
  }
  await within(finish);
  if (leftOut > 0)
    console.log(`left out: ${leftOut}, which run without TESTS=short`);
  console.log(`${chosen.length - failed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

export function skip(reason) {
  console.error(`skipped: ${reason}`);
  process.exit(77);
}

/** What `look` returns, given a "require" for the npm packages of the pages' tests. */
function fromPackages(name, look) {
  try {
    return look(createRequire(new URL('../../web/package.json', import.meta.url)));
  } catch {
    return skip(`${name} is missing (npm ci in web/ installs it)`);
  }
}

/** An npm package of the pages' tests. */
export const need = name => fromPackages(name, require => require(name));

/** The path of a file in an npm package. */
need.path = name => fromPackages(name, require => require.resolve(name));

/** A file built by scripts/build-web. */
export function needFile(path) {
  const url = new URL(`../../${path}`, import.meta.url);
  return existsSync(fileURLToPath(url)) ? url
    : skip(`${path} is missing (scripts/build-web makes it)`);
}

/** The catalogues of all languages but English: [{ code, text }], no message broken into lines. */
export function catalogues() {
  const folder = new URL('../../web/i18n/', import.meta.url);
  return readdirSync(folder).filter(name => name.endsWith('.po')).sort().map(name => ({
    code: name.slice(0, -3),
    text: readFileSync(new URL(name, folder), 'utf8').replaceAll('"\n"', ''),
  }));
}

/** Call before the first launch: the shell can neither show notices nor receive pushes. */
export function useWholeBrowser() {
  chromium = CHROMIUM.find(path => existsSync(path));
}

export async function launchBrowser() {
  if (isFirefox() && FIREFOX === undefined)
    skip('FIREFOX IS MISSING (scripts/install-deps firefox gets it): no page was tried in it');
  if (!isFirefox() && chromium === undefined)
    skip('chromium is missing (scripts/install-deps installs it)');
  const playwright = need('playwright-core');
  browser = isFirefox() ? await launchFirefox(playwright, FIREFOX)
    : await playwright.chromium.launch({ executablePath: chromium, args: FLAGS });
  return browser;
}
