/* What one man can do, on an otherwise empty board; men to hop over or to capture can be put there. */
import { Board } from './board/board.js';
import { settings } from './settings.js';

// Squares beside the man, as steps, on which an enemy stands at first: hoppers do nothing without.
const COMPANY = {
  cannon: [[0, 2], [0, 4], [3, 0], [4, 0]],
  mortar: [[0, 2], [0, 4], [3, 0], [4, 0]],
  vao: [[2, 2], [4, 4]],
  grasshopper: [[0, 2], [2, 2], [-3, 0]],
  checker: [[1, 1], [1, 3], [-2, 0]],
};

// The board without the border ranks, on which nothing stands here.
function cropped({ files, rows, bottomRank, places }) {
  const lines = Array.from({ length: rows }, (_, row) => places.slice(row * files, (row + 1) * files));
  const first = lines.findIndex(line => line.includes('.'));
  const kept = lines.slice(first).filter(line => line.includes('.'));
  return { files, rows: kept.length, bottomRank: bottomRank + first, places: kept.join('').replaceAll('~', '#') };
}

export class ManDiagram {
  #session;
  #board;
  #type = null;
  #square = '';
  #enemies = new Set();

  constructor(element, session) {
    this.#session = session;
    this.#board = new Board(element, {
      geometry: cropped(session.game), isReadOnly: true, animation: false, coordinates: false,
      pieces: settings.get('pieces'), squares: settings.get('squares'), label: 'What a man can do',
    });
    element.addEventListener('click', event => this.#toggle(this.#board.spotOf(event).name));
    element.addEventListener('keydown', event => {
      if (event.key === 'Enter' || event.key === ' ') {
        event.preventDefault();
        this.#toggle(event.target.dataset?.square);
      }
    });
  }

  /** Shows a type; gives the words for its marks. */
  show(type) {
    this.#type = type;
    this.#square = this.#home(type);
    this.#enemies = new Set((COMPANY[type.name] ?? []).map(step => this.#beside(step)).filter(Boolean));
    return this.#draw();
  }

  #toggle(square) {
    if (!square || !this.#type || square === this.#square)
      return;
    if (!this.#enemies.delete(square))
      this.#enemies.add(square);
    this.#draw();
  }

  #home(type) {
    const { files, ranks } = this.#session.game;
    const rank = type.isPawn ? 3 : Math.ceil(ranks / 2);
    return `${String.fromCharCode(97 + Math.floor((files - 1) / 2))}${rank}`;
  }

  #beside([dx, dy]) {
    const name = String.fromCharCode(this.#square.charCodeAt(0) + dx) + (Number(this.#square.slice(1)) + dy);
    return this.#isSquare(name) ? name : null;
  }

  #isSquare(name) {
    return this.#session.state().squares.some(square => square.name === name && !square.isBrouhaha);
  }

  #draw() {
    const moves = this.#targets(this.#enemies);
    const man = { ...this.#type, color: 'white' };
    const men = { [this.#square]: man };
    for (const square of this.#enemies)
      men[square] = { ...this.#anyPawn(), color: 'black' };
    const targets = this.#enemies.size > 0 ? moves : this.#withCaptures(moves);
    this.#board.set({ men, isAnimated: false });
    this.#board.setTargets({ [this.#square]: targets });
    this.#board.select(this.#square);
    return targets.some(target => target.style === 'look' || target.isCapture)
      ? 'Dot: moves and captures. Ring: moves only. Corners: captures.' : '';
  }

  #anyPawn() {
    return this.#session.types().find(type => type.isPawn) ?? this.#session.types()[0];
  }

  // Where it could go if that square alone were taken by an enemy: told apart from where it moves.
  #withCaptures(moves) {
    const free = new Set(moves.map(({ to }) => to));
    const taken = new Set();
    for (const { name, isBrouhaha } of this.#session.state().squares) {
      if (!isBrouhaha && name !== this.#square && this.#targets(new Set([name])).some(({ to }) => to === name))
        taken.add(name);
    }
    return [...new Set([...free, ...taken])].map(to => ({ to,
      style: free.has(to) && !taken.has(to) ? 'look' : 'legal', isCapture: taken.has(to) && !free.has(to) }));
  }

  // Kings must stand somewhere; from two sides, so that they hide nothing.
  #targets(enemies) {
    const all = new Map();
    for (const isMirrored of [false, true]) {
      const fen = this.#fen(enemies, isMirrored);
      if (!fen)
        continue;
      for (const { to, isCapture } of this.#session.movesOf(this.#square, { any: true }))
        all.set(to, { to, isCapture });
    }
    return [...all.values()];
  }

  // Sets the session up; the kings go to the first pair of far squares where the rules allow them.
  #fen(enemies, isMirrored) {
    const squares = this.#session.state().squares.filter(square => !square.isBrouhaha);
    const last = squares.length - 1;
    for (let i = 0; i < 12; i++) {
      const [white, black] = isMirrored ? [last - i, i] : [i, last - i];
      const fen = this.#write(enemies, squares[white].name, squares[black].name);
      try {
        this.#session.setFen(fen);
        return fen;
      } catch {
        /* The kings are attacked there. */
      }
    }
    return null;
  }

  #write(enemies, whiteKing, blackKing) {
    const { files, rows, bottomRank, places } = this.#session.game;
    const king = this.#session.types().find(type => type.isRoyal).letter;
    const pawn = this.#anyPawn().letter.toLowerCase();
    const isKing = this.#type.letter === king;
    const at = name => (name === this.#square ? this.#type.letter : enemies.has(name) ? pawn
      : name === whiteKing && !isKing ? king : name === blackKing ? king.toLowerCase() : null);
    const lines = [];
    for (let row = rows - 1; row >= 0; row--) {
      let line = '';
      for (let file = 0; file < files; file++) {
        const name = String.fromCharCode(97 + file) + (row + bottomRank);
        line += at(name) ?? (places[row * files + file] === '.' ? '.' : '*');
      }
      lines.push(line.replace(/\.+/g, run => run.length));
    }
    // A joker moves as what the opponent has moved last: here as a knight.
    const imitated = this.#type.isJoker ? '-n' : '--';
    return `${lines.join('/')} w - - ${imitated} - - 0 1`;
  }
}
