// The npm package in a few lines; docs/javascript.md explains them. In an empty folder:
//     npm install apothecary-0.2.0.tgz && node javascript.mjs
import { Board, Engine, IllegalMoveError, PgnGame, Variant, parsePgn } from 'apothecary';

// A game with pieces that are not in chess.
const board = new Board('grand');
for (const move of ['e5', 'e6', 'Nc4'])
  board.push(move);
console.log(`${board.variant.name}: ${board.legalMoves().length} moves, ${board.turn} to move`);
console.log(board.legalSans().sort().slice(0, 6).join(' '));

// Why not?
try {
  board.push('Ra1');
} catch (error) {
  console.log(`${error instanceof IllegalMoveError}: ${error.message}`);
}
console.log(board.explain({ from: 'f9', to: 'f7' }).message);

// A game of one's own.
const own = Variant.define('[game]\nname = Camel chess\nbase = chess\n[pieces]\nN = camel, C\n');
console.log(new Board(own).legalSans().filter(san => san.startsWith('N')).join(' '));

// PGN, with results in quarters where a game has them.
board.resign('black');
const [game] = parsePgn(PgnGame.of(board, { White: 'Ada', Black: 'Bob' }).toString());
console.log(`${game.headers.White} - ${game.headers.Black} ${game.result}, ${
  game.moves.map(({ san }) => san).join(' ')}`);

// The engine, in a worker.
const engine = await Engine.start({ hash: 4 });
const position = new Board('chess', '6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1');
const { san, score } = await engine.search(position, { depth: 5 });
console.log(`${san}, mate in ${score.mate}`);
engine.close();
