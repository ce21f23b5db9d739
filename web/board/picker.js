// Turns user actions on a board into one of the legal moves. Asks for the promotion, the launch,
// a checker's series or the square of a wall where there is a choice.
//
//   const picker = new Picker(board, { onPick: move => ... });
//   picker.setMoves(session.moves(), { color, types, reserve });

import { t } from '../lib/i18n.js';
import { pieceName } from '../lib/piece-name.js';
import { continueSeries, jumpedOver } from './series.js';
import { targetsOf } from './targets.js';

/**
 * The type with this letter, which must be among `types`.
 * @param {PieceType[]} types
 * @param {string | null} letter
 */
const typeOf = (types, letter) =>
  /** @type {PieceType} */ (types.find(type => type.letter === letter));

export class Picker {
  #board;
  #onPick;
  /** @type {Move[]} */
  #moves = [];
  /** @type {PickerSide} */
  #side = { color: 'white', types: [], reserve: null, order: [] };
  /** @type {{ from: string, path: string[] } | null} */
  #series = null;  // { from, path }
  /** @type {Move | null} */
  #shown = null;   // a move shown on the board that waits for a second touch
  /** @type {Move[] | null} */
  #walls = null;   // moves that differ in the square of their wall, which is chosen next

  /**
   * `onPick(move)` gets the move; the board shows it already. It must then call board.set, or
   * board.cancel if the move is not made after all.
   * @param {Board} board
   * @param {{ onPick: (move: Move) => void }} parts
   */
  constructor(board, { onPick }) {
    this.#board = board;
    this.#onPick = onPick;
    board.configure({ onMove: input => this.#take(input), onCancel: () => this.#stop() });
  }

  /**
   * Sets the legal moves and, for the chooser, the side to move, all types, the reserve (letter
   * -> number; null in games without one), and the order in which types are listed.
   * @param {Move[]} moves
   * @param {Partial<PickerSide>} [parts]
   */
  setMoves(moves, { color = 'white', types = [], reserve = null, order = [] } = {}) {
    this.#moves = moves;
    this.#side = { color, types, reserve, order };
    this.#stop();
    this.#board.setTargets(targetsOf(moves));
    if (moves.length === 1 && moves[0].kind === 'pass')
      this.#offerPass(moves[0]);
  }

  /** Makes a premove (the board's own if none is given) if it is legal now, with the best
   * promotion and without a launch; not where a wall's square is to be chosen. */
  tryPremove(premove = this.#board.premove) {
    this.#board.clearPremove();
    if (premove === null)
      return false;
    const fits = this.#moves.filter(({ from, to, launched, wall }) =>
      from === premove.from && to === premove.to && launched === null && wall === null);
    /** @param {Move} move */
    const worth = move => this.#side.order.indexOf(move.promoted ?? '');
    const move = fits.sort((a, b) => worth(b) - worth(a)
      || b.captures.length - a.captures.length)[0];
    if (move !== undefined)
      this.#onPick(move);
    return move !== undefined;
  }

  #stop() {
    this.#series = this.#shown = this.#walls = null;
  }

  /**
   * Where a piece in hand can be put.
   * @param {string} letter
   */
  dropsOf(letter) {
    return this.#moves.filter(({ kind, launched }) => kind === 'drop' && launched === letter)
      .map(({ to }) => to);
  }

  /**
   * `letter` is that of the piece in hand, if one was chosen.
   * @param {{ from: string, to: string, via: Via, letter?: string | null }} parts
   */
  async #take({ from, to, via, letter }) {
    if (this.#shown !== null) {
      this.#pick(this.#shown);
      return;
    }
    if (this.#walls !== null) {
      this.#pick(this.#walls.find(({ wall }) => wall === to));
      return;
    }
    const isSeries = this.#series !== null ||
      this.#moves.some(move => move.from === from && move.paths.some(path => path.includes(to)));
    const fits = this.#moves.filter(move => move.from === from && move.to === to);
    const plain = fits.find(({ kind, path }) => kind === 'checker' && path.length === 0);
    if (fits[0]?.kind === 'drop') {
      this.#pick(fits.find(({ launched }) => launched === letter)
        ?? await this.#chooseDrop(fits, to));
      return;
    }
    if (!isSeries && plain?.isCapture && via === 'touch')
      this.#showFirst(plain);
    else if (!isSeries && fits[0]?.wall)
      this.#askWall(fits, await this.#choosePromotion(fits, to));
    else if (!isSeries)
      this.#pick(plain ?? await this.#settle(fits, to));
    else if (this.#series === null && plain !== undefined)
      this.#chooseWay(plain, from, to, via);
    else
      this.#takeJump(from, to, via);
  }

  /**
   * Asks when a checker can get there over its own pieces as well as over enemies.
   * @param {any} plain
   * @param {string} from
   * @param {string} to
   * @param {Via} via
   */
  async #chooseWay(plain, from, to, via) {
    const answer = await this.#board.choose({ square: to, title: t('Which way?'), options: [
      { label: t('Jump over the enemy'), value: 'series' }, { label: t('Jump over your own pieces'),
        value: 'plain' },
    ] });
    if (answer === 'series')
      this.#takeJump(from, to, via);
    else
      this.#pick(answer === 'plain' ? plain : null);
  }

  /**
   * The piece stands on its target; the squares where a wall can be put are shown as the next
   * ones.
   * @param {Move[]} moves between the same squares
   * @param {string | null | undefined} promoted
   */
  #askWall(moves, promoted) {
    const walls = moves.filter(move => move.promoted === promoted);
    if (promoted === undefined || walls.length === 0) {
      this.#pick(null);
      return;
    }
    this.#walls = walls;
    this.#board.setStage({ from: walls[0].from, on: walls[0].to, doomed: [],
      targets: walls.map(({ wall }) => ({ to: /** @type {string} */ (wall) })) });
  }

  /** @param {Move | null | undefined} move */
  #pick(move) {
    this.#stop();
    if (move === null || move === undefined)
      this.#board.cancel();
    else
      this.#onPick(move);
  }

  /** @param {Move} move */
  async #offerPass(move) {
    const answer = await this.#board.choose({ title: t('No other move is legal'),
      options: [{ label: t('Pass'), value: move }] });
    if (answer !== null)
      this.#pick(answer);
  }

  /* --- drops, promotion and launch --- */

  /**
   * In games where pieces also move, a touch of an empty square may have another purpose, so this
   * asks even if there is only one answer.
   * @param {Move[]} drops
   * @param {string} to
   */
  async #chooseDrop(drops, to) {
    if (drops.length === 1 && this.#moves.every(({ kind }) => kind === 'drop'))
      return drops[0];
    return this.#board.choose({ square: to, title: t('Drop on {square}', { square: to }),
      options: drops.map(move => this.#option(move, move.launched)) });
  }

  /**
   * @param {Move} move
   * @param {string | null} letter of the piece that stands for it
   * @returns {QuestionOption<Move>}
   */
  #option(move, letter) {
    const { color, types } = this.#side, type = typeOf(types, letter);
    return { label: pieceName(type), piece: { ...type, color }, value: move };
  }

  /**
   * @param {Move[]} moves
   * @param {string} to
   */
  async #settle(moves, to) {
    const promoted = await this.#choosePromotion(moves, to);
    if (promoted === undefined)
      return null;
    return this.#chooseLaunch(moves.filter(move => move.promoted === promoted), to);
  }

  /**
   * A letter, null for no promotion, or undefined if the question was dismissed.
   * @param {Move[]} moves
   * @param {string} to
   */
  async #choosePromotion(moves, to) {
    const choices = [...new Set(moves.map(({ promoted }) => promoted))];
    if (choices.length === 1 && choices[0] === null)
      return null;
    const { color, types, reserve } = this.#side;
    const options = this.#promotionLetters(choices).map(letter => {
      const type = typeOf(types, letter);
      const isLegal = choices.includes(letter);
      /** @type {QuestionOption<{ letter: string | null }>} */
      const option = { label: pieceName(type), piece: { ...type, color }, disabled: !isLegal,
        value: { letter },
        note: isLegal ? reserve === null ? '' : t('{n} in reserve', { n: reserve[letter] ?? 0 })
          : t('not on this rank') };
      return option;
    });
    if (choices.includes(null))
      options.push({ label: t('no promotion'), value: { letter: null } });
    const answer = await this.#board.choose({ square: to, title: t('Promotion'), options });
    return answer === null ? undefined : answer.letter;
  }

  /**
   * The best first. Also shows types that the reserve holds but this rank does not allow.
   * @param {(string | null)[]} choices
   */
  #promotionLetters(choices) {
    const { reserve, order } = this.#side;
    const legal = /** @type {string[]} */ (choices.filter(letter => letter !== null));
    const held = order.filter(letter => !legal.includes(letter) && (reserve?.[letter] ?? 0) > 0);
    /** @param {string} letter */
    const place = letter => order.indexOf(letter);
    return [...legal, ...held].sort((a, b) => Number(legal.includes(b)) - Number(legal.includes(a))
      || place(b) - place(a));
  }

  /**
   * @param {Move[]} moves
   * @param {string} to
   */
  async #chooseLaunch(moves, to) {
    if (moves.length === 1)
      return moves[0];
    /** @type {QuestionOption<Move>[]} */
    const options = moves.map(move => {
      if (move.launched === null)
        return { label: t('Just move'), note: t('keep it in the pocket'), value: move };
      const option = this.#option(move, move.launched);
      return { ...option, label: t('Put the {piece} on {square}', { piece: option.label,
        square: move.launchSquare }) };
    });
    options.sort((/** @type {any} */ a, b) => Number(Boolean(b.piece)) - Number(Boolean(a.piece)));
    return this.#board.choose({ square: to, title: t('Launch'), options });
  }

  /* --- a checker's series --- */

  /**
   * @param {string} from
   * @param {string} to
   * @param {Via} via
   */
  #takeJump(from, to, via) {
    const path = this.#series?.path ?? [];
    const isStop = path.length > 0 && to === path.at(-1);
    const { done } = continueSeries(this.#moves, from, path);
    const after = continueSeries(this.#moves, from, [...path, to]);
    if (isStop && done !== null && !after.moves.length)
      this.#pick(done);
    else if (after.moves.length > 0)
      this.#goOn(from, [...path, to], after, via);
    else
      this.#takeFar(from, to, path);
  }

  /**
   * Takes a square further along: jumps all the way there if there is only one way.
   * @param {string} from
   * @param {string} to
   * @param {string[]} path
   */
  async #takeFar(from, to, path) {
    const moves = continueSeries(this.#moves, from, path).moves.filter(move => move.to === to);
    const options = moves.map(move => ({ label: move.san,
      note: t('takes {squares}', { squares: move.captures.join(', ') }), value: move }));
    const move = moves.length > 1
      ? await this.#board.choose({ square: to, title: t('Which pieces?'), options }) : moves[0]
        ?? null;
    if (move === null)
      this.#pick(null);
    else
      this.#show(from,
        move.paths.find((/** @type {string[]} */ way) =>
          path.every((/** @type {string} */ square, i) => way[i] === square))
        ?? move.path);
  }

  /**
   * Touch has no hover: the first touch shows the pieces to be captured, the next one makes the
   * move.
   * @param {Move} move
   */
  #showFirst(move) {
    this.#shown = move;
    this.#board.setStage({
      from: move.from, on: move.to, targets: [{ to: move.to, style: 'stop' }],
      doomed: move.captures.map(square => [square, 'enclosed']),
    });
  }

  /**
   * One more jump. A series that cannot continue is made at once; with touch, only if it
   * captures nothing but the pieces jumped over.
   * @param {string} from
   * @param {string[]} path
   * @param {Continuation} parts
   * @param {Via} via
   */
  #goOn(from, path, { done, next }, via) {
    const jumped = jumpedOver(this.#board.geometry, from, path);
    const isPlain = done !== null && done.captures.every(square => jumped.includes(square));
    if (done !== null && next.size === 0 && (isPlain || via !== 'touch'))
      this.#pick(done);
    else
      this.#show(from, path);
  }

  /**
   * Shows the series so far, the pieces captured if it ends there, and how it can continue.
   * @param {string} from
   * @param {string[]} path
   */
  #show(from, path) {
    const { done, next } = continueSeries(this.#moves, from, path);
    const jumped = jumpedOver(this.#board.geometry, from, path);
    const enclosed = (done?.captures ?? []).filter(square => !jumped.includes(square));
    /** @type {Target[]} */
    const targets = [...next.keys()].map(to => ({
      to, isCapture: true,
      captures: continueSeries(this.#moves, from, [...path, to]).done?.captures
        ?? jumpedOver(this.#board.geometry, from, [...path, to]),
    }));
    if (done !== null)
      targets.push({ to: path[path.length - 1], style: 'stop' });
    this.#series = { from, path };
    this.#board.setStage({
      from, on: path[path.length - 1], targets,
      doomed: [...jumped.map(square => [square, 'jumped']),
        ...enclosed.map(square => [square, 'enclosed'])],
    });
  }
}
