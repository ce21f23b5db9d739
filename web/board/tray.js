// A side's things beside the board, always visible: its reserve, hand and pocket, and the type that
// its joker moves as now.

import { t } from '../lib/i18n.js';
import { pieceName } from '../lib/piece-name.js';
import { isSpriteMissing, piecePicture } from './pieces.js';
import { html } from './svg.js';

export class Tray {
  #root;
  /** @type {{ pieces: string, sprite?: string }} */
  #options;
  /** @type {TraySide | null} */
  #shown = null;
  #isLettered = false;
  #isOffered = false;
  /** @type {string | null} */
  #held = null;
  #drawn = ''; // what the nodes show

  /**
   * `options`: { pieces, sprite } as for the board. Pieces in hand are buttons while `offer` says
   * so; see hand.js.
   * @param {HTMLElement} root
   */
  constructor(root, options = {}) {
    this.#root = root;
    this.#options = { pieces: 'drawn', ...options };
    root.classList.add('apo-tray');
    isSpriteMissing(this.#options.sprite).then(isMissing => {
      this.#isLettered = isMissing;
      if (isMissing && this.#shown !== null)
        this.set(this.#shown);
    });
  }

  get root() {
    return this.#root;
  }

  /**
   * Whether its pieces in hand can be put on the board now; call before set().
   * @param {boolean} isOffered
   */
  offer(isOffered) {
    this.#isOffered = isOffered;
  }

  /**
   * Marks the piece in hand that has been chosen.
   * @param {string | null} letter
   */
  hold(letter) {
    this.#held = letter;
    for (const node of this.#root.querySelectorAll('[data-held]'))
      node.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (node).dataset.held
        === letter));
  }

  /** @param {Partial<BoardOptions>} options */
  configure(options) {
    Object.assign(this.#options, options);
  }

  /**
   * Shows a side: { color, reserve: [{ type, count }] or null, hand: the same, pocket: [type] or
   * null, joker: { power: type or null, why } or null }. A null part takes no space: the game does
   * not have it.
   * @param {TraySide} shown
   */
  set(shown) {
    const { color, reserve, hand, pocket, joker } = this.#shown = shown;
    const drawn = JSON.stringify([shown, this.#options, this.#isLettered, this.#isOffered]);
    if (drawn === this.#drawn)
      return;
    this.#drawn = drawn;
    /** @type {HTMLElement[]} */
    const parts = [];
    if (joker !== null)
      parts.push(this.#joker(color, joker));
    if (pocket !== null)
      parts.push(this.#group('pocket', t('Pocket'), color,
        pocket.map(type => ({ type, count: 1 }))));
    if (reserve !== null)
      parts.push(this.#group('reserve', t('Reserve'), color, reserve));
    if (hand !== null)
      parts.push(this.#group('hand', t('In hand'), color, hand));
    this.#root.replaceChildren(html('div', { class: 'apo-sides' }, ...parts));
    this.#root.dataset.color = color;
  }

  /**
   * @param {string} kind
   * @param {string} title
   * @param {Color} color
   * @param {{ type: PieceType, count: number }[]} pieces
   */
  #group(kind, title, color, pieces) {
    const group = html('div', { class: `apo-group ${kind}` });
    const label = html('span', { class: 'apo-title' });
    label.textContent = title;
    const list = html('span', { class: 'apo-held' });
    for (const { type, count } of pieces)
      list.append(this.#piece(color, type, count, kind === 'hand' && this.#isOffered && count > 0));
    if (pieces.every(({ count }) => count === 0)) {
      const empty = html('span', { class: 'apo-nothing' });
      empty.textContent = t('empty');
      list.append(empty);
    }
    group.append(label, list);
    return group;
  }

  /**
   * @param {Color} color
   * @param {PieceType} type
   * @param {number} count
   * @param {boolean} isButton
   */
  #piece(color, type, count, isButton) {
    const words = count === 1 ? pieceName(type) : `${count} × ${pieceName(type)}`;
    const names = { class: `apo-one${count === 0 ? ' out' : ''}`, 'aria-label': words,
      title: words };
    const node = isButton ? html('button', { ...names, type: 'button', 'data-held': type.letter,
      'aria-pressed': String(type.letter === this.#held) })
      : html('span', { ...names, role: 'img' });
    node.append(this.#picture({ ...type, color }));
    if (count !== 1) {
      const number = html('span', { class: 'apo-count', 'aria-hidden': 'true' });
      number.textContent = String(count);
      node.append(number);
    }
    return node;
  }

  /** @param {Piece} piece */
  #picture(piece) {
    const { pieces, sprite } = this.#options;
    return piecePicture(piece, this.#isLettered ? 'letters' : pieces, sprite);
  }

  /**
   * @param {Color} color
   * @param {{ power: PieceType | null, why: string }} parts
   */
  #joker(color, { power, why }) {
    const group = html('div', { class: 'apo-group joker', title: why });
    const label = html('span', { class: 'apo-title' });
    label.textContent = t('Joker');
    const list = html('span', { class: 'apo-held' });
    const words = html('span', { class: 'apo-power' });
    words.textContent = power === null ? t('cannot move yet') : pieceName(power);
    if (power !== null)
      list.append(this.#picture({ ...power, color }));
    list.append(words);
    group.append(label, list);
    return group;
  }
}

/**
 * The content of one side's tray, from a session of rules.js.
 * @param {Session} session
 * @param {Color} color
 */
export function trayOf(session, color) {
  const { game } = session, state = session.state();
  /** @param {string} rule */
  const has = rule => game.rules.includes(rule);
  const power = state.imitated[color];
  // If pieces never run out, none are counted.
  const isHeld = [state.reserve.white, state.reserve.black].some(held => Object.keys(held).length);
  return {
    color,
    hand: has('hands') && isHeld ? Object.keys(state.reserve[color]).map(letter => ({
      type: session.type(letter), count: state.reserve[color][letter],
    })) : null,
    reserve: has('reserve') ? [...game.reserveOrder].reverse().map(letter => ({
      type: session.type(letter), count: state.reserve[color][letter] ?? 0,
    })).filter(({ count }) => count > 0) : null,
    pocket: has('launch') ? state.pocket[color].map(letter => session.type(letter)) : null,
    joker: has('joker') ? { power: power === null ? null : session.type(power),
      why: session.explain(color) } : null,
  };
}
