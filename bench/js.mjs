#!/usr/bin/env node
// Legal moves from FEN: the npm package, the C library, and ffish, the JavaScript binding of
// Fairy-Stockfish, in turn in one run; prints positions a second and ratios. Both bindings give
// what their users get: ffish one text, which is measured as it is and cut at its spaces; ours a
// list. The positions come from random games that ffish plays itself.
//
// usage: bench/js.mjs [POSITIONS [ROUNDS]]
//     APOTHECARY_NPM=FOLDER   our package (build-npm/package by default; make npm builds it)
//     FFISH=FOLDER            a folder with ffish: npm install --prefix FOLDER ffish
//     BENCH_C=PROGRAM         bench_moves, as built with -DAPO_BENCH=ON (build/bench_moves)
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const GAMES = ['chess', 'capablanca', 'grand'];
const PLIES = 120; // of a random game
const COUNT = Number(process.argv[2] ?? 2000), ROUNDS = Number(process.argv[3] ?? 25);
const WANTED = { coordinates: 1.5, san: 1.5, c: 3 };

function skip(reason) {
  console.error(`skipped: ${reason}`);
  process.exit(77);
}

async function openFfish() {
  if (!process.env.FFISH)
    skip('FFISH is not set (npm install --prefix FOLDER ffish; FFISH=FOLDER)');
  const require = createRequire(join(resolve(process.env.FFISH), 'index.js'));
  // Its loader takes a fetch() for a browser's.
  globalThis.fetch = undefined;
  const ffish = require('ffish');
  if (typeof ffish === 'function')
    return ffish();
  await new Promise(done => { ffish.onRuntimeInitialized = done; });
  return ffish;
}

const folder = resolve(process.env.APOTHECARY_NPM ?? join(ROOT, 'build-npm/package'));
if (!existsSync(join(folder, 'index.js')))
  skip(`${folder} is missing (make npm builds it)`);
const { Variant } = await import(pathToFileURL(join(folder, 'index.js')));
const ffish = await openFfish();

let state = 20261122;
const random = bound => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % bound;

/** FENs of random games. */
function positionsOf(game) {
  const board = new ffish.Board(game), fens = [];
  while (fens.length < COUNT) {
    board.reset();
    for (let ply = 0; ply < PLIES && fens.length < COUNT; ply++) {
      const moves = board.legalMoves().split(' ').filter(Boolean);
      if (moves.length === 0)
        break;
      board.push(moves[random(moves.length)]);
      fens.push(board.fen());
    }
  }
  board.delete();
  return fens;
}

/**
 * Positions a second of each of `ways` in its best round, and what it counted. They take turns, and
 * seconds are those of the processor, so that whatever else the machine does matters little.
 */
function measure(fens, ways) {
  const best = ways.map(() => ({ speed: 0, sum: 0 }));
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, of] of ways.entries()) {
      let sum = 0;
      const began = process.cpuUsage();
      for (const fen of fens)
        sum += of(fen);
      const used = process.cpuUsage(began);
      const speed = fens.length / (used.user + used.system) * 1e6;
      best[i] = { speed: Math.max(best[i].speed, speed), sum };
    }
  return best;
}

/** The same by the C library: { coordinates, san, moves } in positions a second. */
function measureC(game, fens) {
  const program = resolve(process.env.BENCH_C ?? join(ROOT, 'build/bench_moves'));
  if (!existsSync(program)) {
    console.error(`without the C library: ${program} is missing (make bench builds it)`);
    return null;
  }
  const home = mkdtempSync(join(tmpdir(), 'apothecary-bench-'));
  writeFileSync(join(home, 'fens'), `${fens.join('\n')}\n`);
  const said = execFileSync(program, [game, join(home, 'fens'), String(ROUNDS)],
    { encoding: 'utf8' });
  rmSync(home, { recursive: true });
  return Object.fromEntries(said.trim().split('\n').map(line => line.split(' ')).map(
    ([what, speed, sum]) => [what, { speed: Number(speed), sum: Number(sum) }]));
}

function show(game, what, { speed }, than) {
  const ratio = than === undefined ? '' : `${(speed / than.speed).toFixed(2)} times`;
  console.log(`${game.padEnd(12)}${what.padEnd(34)}${String(Math.round(speed)).padStart(9)}  ${
    ratio}`);
  return than === undefined ? 0 : speed / than.speed;
}

console.log(`${COUNT} positions of each game, best of ${ROUNDS} rounds; positions a second`);
let isMissed = false;
for (const game of GAMES) {
  const fens = positionsOf(game), board = new ffish.Board(game), ours = Variant.get(game);
  const legal = fen => (board.setFen(fen), board.legalMoves());
  const sans = fen => (board.setFen(fen), board.legalMovesSan());
  const [theirs, theirList, ourList, theirSans, theirSanList, ourSans] = measure(fens, [
    fen => legal(fen).length,
    fen => legal(fen).split(' ').filter(Boolean).length,
    fen => ours.legalMoves(fen).length,
    fen => sans(fen).length,
    fen => sans(fen).split(' ').filter(Boolean).length,
    fen => ours.legalSans(fen).length]);
  const c = measureC(game, fens);
  show(game, 'ffish legalMoves (text)', theirs);
  show(game, 'ffish legalMoves (list)', theirList);
  const coordinates = show(game, 'npm legalMoves (list)', ourList, theirs);
  show(game, 'ffish legalMovesSan (text)', theirSans);
  show(game, 'ffish legalMovesSan (list)', theirSanList);
  const san = show(game, 'npm legalSans (list)', ourSans, theirSans);
  let inC = Infinity;
  if (c !== null) {
    inC = show(game, 'C moves', c.moves, theirs);
    show(game, 'C moves as text', c.coordinates, theirs);
    show(game, 'C moves as SAN', c.san, theirSans);
  }
  if (ourList.sum !== theirList.sum || (c !== null && c.moves.sum !== ourList.sum))
    console.log(`${game}: ${ourList.sum} moves here, ${theirList.sum} in ffish`);
  isMissed ||= coordinates < WANTED.coordinates || san < WANTED.san || inC < WANTED.c;
  board.delete();
}
console.log(isMissed ? 'below what is wanted' : 'as fast as wanted');
process.exit(isMissed ? 1 : 0);
