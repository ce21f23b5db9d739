// usage: node rules.mjs MODULE.wasm APOTHECARY
// The module must give the same legal moves, FENs and perft as the native command, on starts of all
// games and along seeded random games, and survive invalid input.
import { readFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { gamesText } from '../web/support/games-text.mjs';

const [, , modulePath, command] = process.argv;
const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(modulePath)));
const api = instance.exports;
const session = api.apo_session_new();
let passed = 0, failed = 0;

function send(text) {
  const bytes = new TextEncoder().encode(text);
  const at = api.apo_session_input(session, bytes.length);
  new Uint8Array(api.memory.buffer, at, bytes.length).set(bytes);
  return bytes.length;
}

function output() {
  const at = api.apo_session_output(session);
  return new TextDecoder().decode(
    new Uint8Array(api.memory.buffer, at, api.apo_session_length(session)));
}

const fen = () => (api.apo_session_fen(session), output());
const moves = () => (api.apo_session_moves(session), output().trim().split('\n').filter(Boolean)
  .sort());
const native = (...args) => execFileSync(command, args, { encoding: 'utf8' }).trim();

function check(what, got, wanted) {
  if (got === wanted) {
    passed++;
  } else {
    failed++;
    console.error(`${what}\n  module: ${got}\n  native: ${wanted}`);
  }
}

// The same sequence on every run.
let state = 20261121;
const random = bound => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % bound;

// The small module has only the ids of most games, until their definitions are added.
if (api.apo_session_add_games !== undefined) {
  check('a game near', api.apo_session_has_game(session, send('modern')), 1);
  check('a game that is far', api.apo_session_has_game(session, send('shogi')), 0);
  check('cannot be opened yet', api.apo_session_open(session, send('shogi')) === 0, false);
  check('added', api.apo_session_add_games(session, send(gamesText())), 0);
  check('is there', api.apo_session_has_game(session, send('shogi')), 1);
}
const games = native('variants').split('\n').map(line => line.trim().split(/\s+/)[0])
  .filter(word => /^[a-z0-9-]+$/.test(word));
const step = process.env.TESTS === 'short' ? 4 : 1;
for (const game of games.filter((_, i) => i % step === 0)) {
  check(`${game} opens`, api.apo_session_open(session, send(game)), 0);
  check(`${game} start`, fen(), native('fen', game, '1'));
  check(`${game} perft 2`, String(api.apo_session_perft(session, 2)),
    native('perft', game, fen(), '2'));
  for (let ply = 0; ply < 40; ply++) {
    const list = moves();
    // In a dead position the module lists moves, and the command none.
    if (list.length === 0 || api.apo_session_ending(session) !== 0)
      break;
    if (ply % 20 === 19) {
      check(`${game} moves`, list.join(' '), native('moves', game, fen()).split('\n').join(' '));
      check(`${game} perft`, String(api.apo_session_perft(session, 2)),
        native('perft', game, fen(), '2'));
    }
    check('plays its own move', api.apo_session_play(session, send(list[random(list.length)])), 0);
  }
}

// A definition and its base in one text, as the server hands it out.
const bundle = ['[game]', 'name = Mine', 'base = other', '#base-file other', '[game]',
  'name = Other',
  'base = chess', '[pieces]', 'N = hopper, A'].join('\n');
check('opens a definition with its base', api.apo_session_define(session, send(bundle)), 0);
check('plays by the base', api.apo_session_play(session, send('b1d3')), 0);

// Names in PGN; both forms of a FEN, also of an impossible position.
for (const [name, id] of [['Standard\n', 'chess'], ['S-Chess\n', 'seirawan'], ['Chess960\n', ''],
  ['From Position\n8/8/8/8/8/8/8/K1k5 w - - 0 1', 'chess'], ['Kriegspiel\n', ''], ['', '']]) {
  check(`finds ${name}`, api.apo_session_find(session, send(name)), 0);
  check(`the id of ${name}`, output(), id);
}
check('opens chess', api.apo_session_open(session, send('Standard')), 0);
// rules.wasm, which is small, leaves this to lessons.wasm.
if (!modulePath.endsWith('/rules.wasm')) {
  check('reads a position without kings',
    api.apo_session_check(session, send('8/8/8/8/8/8/P7/R7 w - - 3 9')), 0);
  check('in the usual form', JSON.parse(output()).fen, '8/8/8/8/8/8/P7/R7 w - - 3 9');
  check('in nine fields', JSON.parse(output()).full, '8/8/8/8/8/8/P7/R7 w - - -- - - 3 9');
}

for (const nonsense of ['', 'x', '\u0000', '9'.repeat(5000), 'w'.repeat(3), '8/8/8 w - - 0 1']) {
  check('refuses a FEN', api.apo_session_set_fen(session, send(nonsense)) !== 0, true);
  check('refuses a move', api.apo_session_play(session, send(nonsense)) !== 0, true);
  check('refuses a game', api.apo_session_open(session, send(nonsense)) !== 0, true);
  check('refuses a definition', api.apo_session_define(session, send(nonsense)) !== 0, true);
}
api.apo_session_free(session);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
