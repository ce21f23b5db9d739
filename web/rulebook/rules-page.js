/* A page of rules: any start of the game on a board, and what each piece can do. */
import { Board } from '../board/board.js';
import { movesPicture } from '../board/moves-picture.js';
import { piecePicture } from '../board/pieces.js';
import { looker, viewOfSession } from '../board/view.js';
import { rulesOf } from '../lib/definitions.js';
import { byId, h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { PieceDiagram } from './piece-diagram.js';
import { pieceName, pieceTitle } from '../lib/piece-name.js';
import { loadRules } from '../lib/rules.js';
import { settings } from '../lib/settings.js';
import { startName } from '../lib/start-names.js';
import { piecePanel } from '../widgets/piece-panel.js';
import { wireKeys } from '../widgets/stepping.js';

const root = byId('rules');

class StartBoard {
  #session;
  #board;

  /** @param {Session} session */
  constructor(session) {
    this.#session = session;
    this.#board = new Board(byId('rules-board'), {
      geometry: session.game, isReadOnly: true, lookAt: looker(session), tip: piecePanel(),
      label: t('Start position'),
      pieces: settings.get('pieces'), squares: settings.get('squares'),
      /** @param {string} words */
      announce: words => { byId('board-note').textContent = words; },
    });
    wireKeys({ b: () => this.#board.focus() });
    const field = byId('start-number');
    field.addEventListener('input', () => this.show(Number(field.value)));
    byId('start-dice').addEventListener('click',
      () => this.show(1 + Math.floor(Math.random() * session.game.starts)));
    byId('start-tools').hidden = byId('start-dice').hidden = session.game.starts < 2;
    settings.onChange(all => this.#board.configure({ pieces: all.pieces, squares: all.squares,
      coordinates: all.coordinates }));
  }

  /** @param {number} number */
  show(number) {
    this.#session.start(number);
    this.#board.set(viewOfSession(this.#session));
    byId('start-number').value = number;
    byId('start-shown').textContent = String(number);
    byId('start-name').textContent = startName(root.dataset.variant, number);
    // A published game that is hidden, or an old version of it, cannot be begun.
    if (byId('play-this'))
      byId('play-this').href = `/?new=${root.dataset.variant}&start=${number}`;
    for (const button of document.querySelectorAll('a[href^="/analysis?variant="]'))
      button.href = `/analysis?variant=${root.dataset.variant}#n=${number}`;
  }
}

/**
 * The text about a piece: the cells of its row in the table of pieces.
 * @param {string} letter
 */
function wordsOf(letter) {
  for (const row of document.querySelectorAll('table.pieces tbody tr')) {
    const [head, ...cells] = row.children;
    if (head.textContent.split(/[ ,]+/).includes(letter))
      return { row, words: cells.map(cell => cell.textContent).filter(Boolean) };
  }
  return { row: null, words: [] };
}

/**
 * @param {Session} session
 * @param {PieceType} type
 * @param {string} set
 */
function movesFigure(session, type, set) {
  const picture = movesPicture(session, type, { set });
  picture.setAttribute('role', 'img');
  picture.setAttribute('aria-label', t('Moves of the {piece}', { piece: pieceName(type) }));
  return h('div', { class: 'apo-board', 'data-squares': settings.get('squares') }, picture);
}

/**
 * @param {HTMLElement} row
 * @param {() => void} draw
 */
function whenSeen(row, draw) {
  const seen = new IntersectionObserver(entries => {
    if (!entries.some(({ isIntersecting }) => isIntersecting))
      return;
    seen.disconnect();
    draw();
  }, { rootMargin: '200px' });
  seen.observe(row);
}

class Pieces {
  #diagram;
  #legend = h('span');
  #types;

  /** @param {Session} session */
  constructor(session) {
    this.#types = session.types();
    byId('pieces-board').replaceChildren(); // the placeholder
    this.#diagram = new PieceDiagram(byId('pieces-board'), session,
      words => { this.#legend.textContent = words; });
    byId('pieces-buttons').replaceChildren(...this.#types.map(type => h('button', {
      type: 'button', class: 'button', 'aria-pressed': 'false', 'data-letter': type.letter,
      'aria-label': `${pieceName(type)}, ${type.letter}`, title: pieceName(type),
      onclick: () => this.show(type),
    }, piecePicture({ ...type, color: 'white' }, settings.get('pieces')))));
    for (const type of this.#types) {
      const { row } = wordsOf(type.letter);
      if (!row || row.dataset.letter)
        continue;
      row.dataset.letter = type.letter;
      row.addEventListener('click', () => this.show(type));
    }
    this.#draw(session);
  }

  // The table of the text: a drawing for each letter, and the moves where a row has one piece.
  /** @param {Session} session */
  #draw(session) {
    const set = settings.get('pieces');
    for (const row of document.querySelectorAll('table.pieces tbody tr')) {
      const head = row.querySelector('th');
      const types = head.textContent.split(/[ ,]+/).flatMap(letter =>
        this.#types.find(type => type.letter === letter) ?? []);
      if (types.length === 0)
        continue;
      if (set !== 'letters')
        head.replaceChildren(...types.flatMap(type => [
          piecePicture({ ...type, color: 'white' }, set), ` ${type.letter} `]));
      if (types.length === 1)
        whenSeen(row, () => row.querySelector('.piece-moves')
          .replaceChildren(movesFigure(session, types[0], set)));
    }
  }

  /** @param {PieceType} type */
  show(type) {
    for (const button of byId('pieces-buttons').querySelectorAll(':scope > *'))
      button.setAttribute('aria-pressed', String(button.dataset.letter === type.letter));
    for (const row of document.querySelectorAll('tr.is-shown'))
      row.classList.remove('is-shown');
    const { row, words } = wordsOf(type.letter);
    row?.classList.add('is-shown');
    this.#diagram.show(type);
    const said = words.length > 1 ? words[1] : words[0] ?? '';
    // The table text of pieces that have their own paragraph.
    const what = said.startsWith(t('see below')) ? '' : said;
    const more = type.isJoker ? t('Here the opponent has just moved a knight.')
      : t('Click squares to put pieces there and take them away.');
    byId('pieces-words').replaceChildren(h('strong', {}, pieceTitle(type)), what ? `: ${what}. `
      : '. ',
    this.#legend, ' ', h('span', { class: 'low' }, more));
  }

  showFirst() {
    const wanted = decodeURIComponent(location.hash.slice(1)).toLowerCase();
    this.show(this.#types.find(type => type.name === wanted)
      ?? this.#types.find(type => !type.isRoyal && !type.isPawn) ?? this.#types[0]);
  }
}

/** The board replaces the letter diagram, which is for pages without scripts. */
function placeStart() {
  const letters = document.querySelector('.prose h2 + pre');
  if (!letters)
    return;
  /** @type {HTMLElement} */ (letters.previousElementSibling).hidden = true;
  letters.replaceWith(byId('start-panel'));
}

const { variant, definition } = root.dataset;
const rules = await loadRules(definition ? '' : variant);
const game = await rulesOf(variant, definition);
placeStart();
for (const part of document.querySelectorAll('[data-live]'))
  part.hidden = false;
new StartBoard(rules.open(game)).show(1);
new Pieces(rules.open(game)).showFirst();
