#!/usr/bin/env node
// What a keystroke in the workshop costs: the check of a text, which compiles the game, and what
// the page asks for besides. Prints the processor time in milliseconds, the median of some checks
// after as many that warm up, and the 99th percentile of the checks of all games; another program
// on the machine disturbs it little. A game that costs more than a published one may is refused
// at each keystroke, and listed apart. Exits with 1 if a keystroke costs more than the limit.
//
// usage: bench/keystroke.mjs [GAME ...]     all built-in games by default; scripts/build-wasm first
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile, instantiate } from '../web/lib/wasm.js';
import { Library } from '../web/workshop/library.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MODULE = `${ROOT}build-wasm/workshop.wasm`;
const ROUNDS = 15, WANTED = 50, SHOWN = 5;

if (!existsSync(MODULE)) {
  console.error('skipped: build-wasm/workshop.wasm is missing (scripts/build-wasm)');
  process.exit(77);
}
const library = new Library(await instantiate(await compile(readFileSync(MODULE))));

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const wrongOf = faults => faults.find(({ isWarning }) => !isWarning)?.message ?? '';

function keystroke(text) {
  const began = processorMs();
  const faults = library.check(text);
  library.outline(text);
  if (wrongOf(faults) === '')
    library.open(text).close();
  return processorMs() - began;
}

/** The time that this share of all `times` does not exceed. */
function quantile(times, share) {
  return times.toSorted((a, b) => a - b)[Math.ceil(share * times.length) - 1];
}

const ids = process.argv.length > 2 ? process.argv.slice(2)
  : readdirSync(`${ROOT}variants`).map(name => /^(.*)\.variant$/.exec(name)?.[1]).filter(Boolean);
const all = ids.map(id => {
  const text = library.source(id), times = [...Array(2 * ROUNDS).keys()].map(() => keystroke(text));
  const late = times.slice(ROUNDS);
  return { id, times: late, ms: quantile(late, 0.5), wrong: wrongOf(library.check(text)) };
}).sort((a, b) => b.ms - a.ms);
const found = all.filter(({ wrong }) => wrong === '');
for (const { id, ms } of found.slice(0, SHOWN))
  console.log(`${id.padEnd(20)} ${ms.toFixed(1)} ms`);
if (found.length > SHOWN)
  console.log(`${found.length - SHOWN} others: at most ${found[SHOWN].ms.toFixed(1)} ms`);
for (const { id, ms, wrong } of all.filter(one => !found.includes(one)))
  console.log(`${id.padEnd(20)} ${ms.toFixed(1)} ms until it is refused: ${wrong}`);
const checks = all.flatMap(({ times }) => times);
console.log(`99 of 100 checks: at most ${quantile(checks, 0.99).toFixed(1)} ms`);
process.exitCode = all[0].ms < WANTED ? 0 : 1;
