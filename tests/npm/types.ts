/* What tsc must accept, and after @ts-expect-error what it must refuse. */
import { Board, DefinitionError, Engine, PgnGame, Variant, memoryUse, parsePgn, variants, version }
  from 'apothecary';
import { load } from 'apothecary/lazy';

const own: Variant = Variant.define('[game]\n', { id: 'mine', bases: { other: '[game]\n' } });
const board = new Board(own, own.start(1));
const moves: string[] = board.legalMoves();
const to: string = board.richMoves()[0].to;
const quarters: number | undefined = board.outcome()?.quarters.white;
const picture: string = board.svg({ orientation: 'black', arrows: ['e2e4', { from: 'a1' }] });
const taken: string | null = board.pop();
const words: string[] = [version(), ...variants(), to, picture, ...moves, String(taken)];

async function think(signal: AbortSignal): Promise<number> {
  await load(new Uint8Array());
  const engine = await Engine.start({ worker: false });
  const { move, score, lines } = await engine.search(board, { signal, lines: 3,
    onInfo: ({ depth, time }) => words.push(`${depth} ${time}`) });
  const { nodes, signature }: { nodes: number; signature: string } =
    await engine.bench('chess', { nodes: 10 });
  console.log(nodes, signature);
  engine.close();
  return (move === null ? 0 : score?.cp ?? score?.mate ?? 0) + lines[0].pv.length;
}

for (const game of parsePgn('', { onError: ({ line, column }) => words.push(`${line}:${column}`) }))
  words.push(game.headers.White, game.toString(), game.moves[0].variations?.[0][0].move ?? '');
words.push(new PgnGame({ moves: [{ move: 'e4', nags: [1] }] }).toString());

try {
  board.push('e4');
} catch (error) {
  if (error instanceof DefinitionError)
    words.push(error.faults[0].message, String(error.position));
}

// @ts-expect-error: a side is "white" or "black"
board.resign('red');
// @ts-expect-error: games are opened by Variant.get
new Variant();
// @ts-expect-error: there is no such option
board.svg({ colour: 'red' });
// @ts-expect-error: it cannot be set
board.turn = 'white';
// @ts-expect-error: the outcome may be missing
board.outcome().winner;

export { memoryUse, quarters, think, words };
