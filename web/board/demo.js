// A board to try out: one person plays both sides.
// demo.html?variant=modern&number=14 or &fen=... sets up; window.demo is for tests.

import { loadRules } from '../lib/rules.js';
import { Board } from './board.js';
import { Picker } from './picker.js';
import { Tray, trayOf } from './tray.js';
import { looker, viewOfSession } from './view.js';

const rules = await loadRules();
const form = document.getElementById('choice');
const demo = { session: null, board: null, picker: null, last: null, moves: [] };
const trays = { top: new Tray(document.getElementById('top')),
  bottom: new Tray(document.getElementById('bottom')) };

demo.board = new Board(document.getElementById('board'), {
  /** @param {string} text */
  announce: text => (document.getElementById('said').textContent = text),
  /**
   * @param {string} square
   * @param {Piece} piece
   */
  lookAt: (square, piece) => looker(demo.session)(square, piece),
  /** @param {string} square */
  premovesOf: square => demo.session.reachOf(square),
});
demo.picker = new Picker(demo.board, { onPick: move => demo.play(move) });

demo.show = (isAnimated = true) => {
  const { session, board, picker } = demo, state = session.state(), { game } = session;
  board.set({ ...viewOfSession(session, demo.last), isAnimated });
  picker.setMoves(session.moves(), {
    color: state.side, types: session.types(), order: game.reserveOrder,
    reserve: game.rules.includes('reserve') ? state.reserve[state.side] : null,
  });
  trays.top.set(trayOf(session, board.isFlipped ? 'white' : 'black'));
  trays.bottom.set(trayOf(session, board.isFlipped ? 'black' : 'white'));
  document.getElementById('fen').textContent = state.fen;
};

demo.play = move => {
  demo.session.play(move.text);
  demo.last = move;
  demo.moves.push(move.text);
  document.getElementById('said').textContent = move.san;
  demo.show();
};

demo.open = ({ variant, number, fen }) => {
  demo.session?.close();
  demo.session = rules.open({ id: variant });
  if (fen)
    demo.session.setFen(fen);
  else
    demo.session.start(Number(number) || 1);
  demo.last = null;
  demo.moves = [];
  demo.board.setGeometry(demo.session.game);
  demo.show(false);
};

function readForm() {
  const data = Object.fromEntries(new FormData(form));
  demo.board.configure({ squares: data.squares, pieces: data.pieces });
  for (const tray of Object.values(trays))
    tray.configure({ pieces: data.pieces });
  return data;
}

form.addEventListener('submit', event => {
  event.preventDefault();
  demo.open(readForm());
});
document.getElementById('flip').addEventListener('click', () => {
  demo.board.flip();
  demo.show(false);
});

const wanted = new URLSearchParams(location.search);
for (const [key, value] of wanted)
  if (form.elements[key])
    form.elements[key].value = value;
demo.open({ ...readForm(), fen: wanted.get('fen') });
window.demo = demo;
