// The part of bench/legal_moves.py that runs in node: the npm package, and ffish.
//
// usage: node bench/legal_moves.mjs GAME FILE PACKAGE FFISH
//
// FILE has a FEN a line; PACKAGE is the folder of our package, FFISH one where `npm install` has
// put ffish. Each line on stdin starts a round, after which the program prints, for each way of
// listing moves, its name, the positions, the seconds of processor time, and the moves. Both
// bindings give what their users get: ffish one text, which is counted by its spaces; ours a list.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [, , game, file, folder, theirs] = process.argv;

async function openFfish() {
  const require = createRequire(join(resolve(theirs), 'index.js'));
  // Its loader takes a fetch() for a browser's.
  globalThis.fetch = undefined;
  const ffish = require('ffish');
  if (typeof ffish === 'function')
    return ffish();
  await new Promise(done => { ffish.onRuntimeInitialized = done; });
  return ffish;
}

const { Variant } = await import(pathToFileURL(join(resolve(folder), 'index.js')));
const ffish = await openFfish();
const fens = readFileSync(file, 'utf8').trim().split('\n');
const board = new ffish.Board(game), ours = Variant.get(game);

/** The words of a text, without cutting it. */
function countWords(text) {
  let count = text.length > 0 ? 1 : 0;
  for (let at = text.indexOf(' '); at >= 0 && at + 1 < text.length; at = text.indexOf(' ', at + 1))
    count++;
  return count;
}

const ways = {
  'ffish moves': fen => (board.setFen(fen), board.legalMoves()),
  'npm moves': fen => ours.legalMoves(fen),
  'ffish SAN': fen => (board.setFen(fen), board.legalMovesSan()),
  'npm SAN': fen => ours.legalSans(fen),
};

const counts = {}; // of moves; they are the same in each round
for await (const _ of createInterface({ input: process.stdin })) {
  const lines = Object.entries(ways).map(([name, of]) => {
    let length = 0;
    const began = process.cpuUsage();
    for (const fen of fens)
      length += of(fen).length;
    const { user, system } = process.cpuUsage(began);
    if (length === 0)
      throw new Error(`${name}: no moves`);
    counts[name] ??= fens.reduce((sum, fen) => {
      const answer = of(fen);
      return sum + (typeof answer === 'string' ? countWords(answer) : answer.length);
    }, 0);
    return `${name} ${fens.length} ${(user + system) / 1e6} ${counts[name]}\n`;
  });
  process.stdout.write(`${lines.join('')}\n`);
}
