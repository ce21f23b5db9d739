#!/usr/bin/env node
// What a keystroke in the workshop costs: the check of a text, which compiles the game, and what
// the page asks for besides. Prints the processor time in milliseconds, the median of some checks
// after as many that warm up; another program on the machine disturbs it little. Exits with 1 if a
// game costs more than the limit.
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

function keystroke(text) {
  const began = processorMs();
  const faults = library.check(text);
  library.outline(text);
  library.open(text).close();
  if (faults.some(({ isWarning }) => !isWarning))
    throw new Error(faults[0].message);
  return processorMs() - began;
}

function median(times) {
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)];
}

const ids = process.argv.length > 2 ? process.argv.slice(2)
  : readdirSync(`${ROOT}variants`).map(name => /^(.*)\.variant$/.exec(name)?.[1]).filter(Boolean);
const found = ids.map(id => {
  const text = library.source(id), times = [...Array(2 * ROUNDS).keys()].map(() => keystroke(text));
  return { id, ms: median(times.slice(ROUNDS)) };
}).sort((a, b) => b.ms - a.ms);
for (const { id, ms } of found.slice(0, SHOWN))
  console.log(`${id.padEnd(20)} ${ms.toFixed(1)} ms`);
if (found.length > SHOWN)
  console.log(`${found.length - SHOWN} others: at most ${found[SHOWN].ms.toFixed(1)} ms`);
process.exitCode = found[0].ms < WANTED ? 0 : 1;
