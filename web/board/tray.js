// What a side has beside the board, always visible: its reserve, its pocket, and what its joker
// moves as now.

import { t } from '../lib/i18n.js';
import { pieceName } from '../lib/piece-name.js';
import { isSpriteMissing, piecePicture, SPRITE } from './pieces.js';
import { html } from './svg.js';

export class Tray {
  #root;
  /** @type {{ pieces: string, sprite: string }} */
  #options;
  /** @type {TraySide | null} */
  #shown = null;
  #isLettered = false;

  /**
   * `options`: { pieces, sprite } as for the board.
   * @param {HTMLElement} root
   */
  constructor(root, options = {}) {
    this.#root = root;
    this.#options = { pieces: 'drawn', sprite: SPRITE, ...options };
    root.classList.add('apo-tray');
    isSpriteMissing(this.#options.sprite).then(isMissing => {
      this.#isLettered = isMissing;
      if (isMissing && this.#shown !== null)
        this.set(this.#shown);
    });
  }

  /** @param {Partial<BoardOptions>} options */
  configure(options) {
    Object.assign(this.#options, options);
  }

  /**
   * Shows a side: { color, reserve: [{ type, count }] or null, pocket: [type] or null, joker: {
   * power: type or null, why } or null }. A null part takes no space: the game does not have
   * it.
   * @param {TraySide} shown
   */
  set(shown) {
    const { color, reserve, pocket, joker } = this.#shown = shown;
    /** @type {HTMLElement[]} */
    const parts = [];
    if (joker !== null)
      parts.push(this.#joker(color, joker));
    if (pocket !== null)
      parts.push(this.#group('pocket', t('Pocket'), color,
        pocket.map(type => ({ type, count: 1 }))));
    if (reserve !== null)
      parts.push(this.#group('reserve', t('Reserve'), color, reserve));
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
      list.append(this.#piece(color, type, count));
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
   */
  #piece(color, type, count) {
    const words = count === 1 ? pieceName(type) : `${count} × ${pieceName(type)}`;
    const node = html('span', { class: `apo-one${count === 0 ? ' out' : ''}`, role: 'img',
      'aria-label': words,
      title: words });
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
 * What a tray shows for one side, from a session of rules.js.
 * @param {Session} session
 * @param {Color} color
 */
export function trayOf(session, color) {
  const { game } = session, state = session.state();
  /** @param {string} rule */
  const has = rule => game.rules.includes(rule);
  const power = state.imitated[color];
  return {
    color,
    reserve: has('reserve') ? [...game.reserveOrder].reverse().map(letter => ({
      type: session.type(letter), count: state.reserve[color][letter] ?? 0,
    })).filter(({ count }) => count > 0) : null,
    pocket: has('launch') ? state.pocket[color].map(letter => session.type(letter)) : null,
    joker: has('joker') ? { power: power === null ? null : session.type(power),
      why: session.explain(color) } : null,
  };
}
