/* A game against the computer that runs in this browser, without the server: the engine chooses its
 * moves in a worker, and the games are kept here. So it works without a network. */
import { armed } from '../widgets/armed.js';
import { Coach } from '../widgets/coach.js';
import { GameWords } from '../widgets/game-words.js';
import { MoveList } from '../widgets/move-list.js';
import { Table } from '../widgets/table.js';
import { Thinker } from '../widgets/thinker.js';
import { showSteps, stepKeys, wireKeys, wireSteps } from '../widgets/stepping.js';
import { newKey } from '../lib/api.js';
import { rulesOf } from '../lib/definitions.js';
import { byId, h, toast } from '../lib/dom.js';
import { colorName, otherColor, playerName, resultWords, scoreWords, startWords,
  turnWords } from '../lib/format.js';
import { endWarning } from '../lib/end-words.js';
import { t } from '../lib/i18n.js';
import { Record } from '../lib/record.js';
import { loadRules } from '../lib/rules.js';
import { sound } from '../lib/sounds.js';
import { settings } from '../lib/settings.js';
import { dropGame, keepGame, keptGames } from './kept.js';
import { Setup } from './setup.js';

const BREATH_MS = 250; // between two moves, so that both can be seen

/** @typedef {import('./kept.js').SoloGame} SoloGame */

class SoloPage {
  #root = byId('solo');
  /** @type {Rules} */
  #rules;
  /** @type {Map<string, Session>} */
  #sessions = new Map();
  /** @type {Session} */
  #session;
  /** @type {SoloGame | null} */
  #game = null;
  /** @type {Record} */
  #record;
  /** @type {Table} */
  #table;
  /** @type {GameWords} */
  #words;
  /** @type {Coach} */
  #coach;
  /** @type {Thinker | null} */
  #thinker = null;
  #list = new MoveList(byId('moves'), ply => this.#go(ply));
  #ply = 0;       // shown
  #turn = 0;      // counts changes: the computer's answer to an older position is not played
  #isAway = false; // the computer has not answered
  #warned = '';    // the move that its player was warned of
  #setup = new Setup({ onBegin: choice => this.#begin(choice),
    onLook: choice => this.#look(choice) });

  async open() {
    this.#rules = await loadRules();
    const [last] = keptGames(), isAsked = new URLSearchParams(location.search).has('v');
    const isOpen = last !== undefined && last.result === null && !isAsked
      && await this.#goOn(last);
    if (!isOpen)
      await this.#setup.look();
    this.#showKept();
  }

  /* --- Which game --- */

  /**
   * @param {string} variant
   * @param {string} definition
   */
  async #sessionOf(variant, definition) {
    const game = await rulesOf(variant, definition), name = `${variant} ${definition}`;
    const session = this.#sessions.get(name) ?? this.#rules.open(game);
    this.#sessions.set(name, session);
    return { game, session };
  }

  /**
   * @param {string} variant
   * @param {string} definition
   */
  async #open(variant, definition) {
    const { game, session } = await this.#sessionOf(variant, definition);
    this.#turn++;
    this.#isAway = false;
    if (this.#table === undefined)
      this.#build(session, game);
    else if (session !== this.#session)
      this.#take(session, game);
    this.#session = session;
    const { files, rows } = session.game;
    Object.assign(this.#root.dataset, { files, rows });
    return session;
  }

  /**
   * @param {Session} session
   * @param {GameChoice} game
   */
  #build(session, game) {
    this.#table = new Table(session, { onMove: move => this.#onMove(move) });
    this.#words = new GameWords(session, move => this.#onTyped(move));
    this.#coach = new Coach(this.#root, this.#table, this.#rules.open(game), game);
    this.#thinker = new Thinker(game);
    this.#record = new Record(session);
    const parts = { step: (/** @type {string} */ where) => this.#step(where),
      flip: () => this.#flip(), table: this.#table, words: this.#words };
    wireSteps(parts);
    wireKeys(stepKeys(parts));
    settings.onChange(() => this.#refresh());
  }

  /**
   * Switches to another game on the same board.
   * @param {Session} session
   * @param {GameChoice} game
   */
  #take(session, game) {
    this.#table.take(session);
    this.#words.take(session);
    this.#coach.take(this.#rules.open(game), game);
    this.#thinker?.open(game);
    this.#record = new Record(session);
  }

  /**
   * Shows the start that is being chosen, while there is no game on the board.
   * @param {import('./setup.js').Choice} choice
   */
  async #look({ variant, definition, start, you }) {
    const session = await this.#open(variant, definition);
    this.#game = null;
    session.start(start || 1);
    this.#record.load(session.fen(), []);
    this.#table.flipTo(you ?? 'white');
    this.#showAll();
    this.#showKept();
    return session.game.starts;
  }

  /** @param {import('./setup.js').Choice} choice */
  async #begin({ variant, definition, name, start, level, you }) {
    const session = await this.#open(variant, definition);
    const number = start || 1 + Math.floor(Math.random() * session.game.starts);
    session.start(number);
    await this.#resume({ id: newKey(), variant, definition, name, start: number, level,
      fen: session.fen(), you: you ?? (Math.random() < 0.5 ? 'white' : 'black'), moves: [],
      result: null, began: Date.now() });
    this.#keep();
    settings.set('level', level); // last, because it shows the record again
    this.#table.focus();
  }

  /**
   * Resumes a kept game, or shows one that is over.
   * @param {SoloGame} game
   */
  async #resume(game) {
    const session = await this.#open(game.variant, game.definition);
    this.#game = game;
    session.setFen(game.fen);
    this.#record.load(game.fen, game.moves.map(text => ({ text })));
    this.#name();
    this.#table.flipTo(game.you);
    this.#showAll();
    this.#tell('game', null);
    byId('setup').open = false;
    this.#think();
  }

  /**
   * Like #resume(), but if the game can no longer be read, tells the user and returns false.
   * @param {SoloGame} game
   */
  async #goOn(game) {
    try {
      await this.#resume(game);
      this.#showKept();
      return true;
    } catch (error) {
      toast(error.message);
      return false;
    }
  }

  // The moves as people write them; only the coordinates are kept.
  #name() {
    for (const [ply, move] of this.#record.moves.entries()) {
      this.#record.enter(ply);
      move.san ??= this.#session.moves().find(({ text }) => text === move.text)?.san;
    }
  }

  /* --- Moves --- */

  #sideToMove() {
    return this.#record.fenAt(this.#record.length).split(' ')[1][0] === 'w' ? 'white' : 'black';
  }

  get #isMyTurn() {
    return this.#game !== null && this.#game.result === null
      && this.#sideToMove() === this.#game.you;
  }

  get #isLast() {
    return this.#ply === this.#record.length;
  }

  /** @param {Move} move */
  #onTyped(move) {
    if (!this.#isMyTurn || !this.#isLast)
      return this.#isMyTurn ? t('You are looking at an earlier position; press End.')
        : t('It is not your turn.');
    this.#onMove(move);
    return '';
  }

  /** @param {Move} move */
  #onMove(move) {
    if (!this.#isMyTurn || !this.#isLast)
      return;
    const warning = this.#warningOf(move), key = `${this.#record.length} ${move.text}`;
    if (warning === '' || this.#warned === key) {
      this.#play(move);
      return;
    }
    this.#warned = key;
    this.#table.board.cancel();
    this.#refresh();
    const words = `${warning} ${t('Make the move again if you want that.')}`;
    byId('status').textContent = words;
    this.#words.say(words);
  }

  // Asks for confirmation of a move that ends the game by a rule that the board does not show.
  /** @param {Move} move */
  #warningOf({ text }) {
    const { fen, moves, you } = /** @type {SoloGame} */ (this.#game);
    const words = endWarning(this.#session, fen, [...moves, text], you);
    this.#record.enter(this.#ply);
    return words;
  }

  /** @param {{ text: string, san: string }} move */
  #play({ text, san }) {
    const game = /** @type {SoloGame} */ (this.#game), wasLast = this.#isLast;
    this.#turn++;
    this.#record.push({ text, san });
    game.moves.push(text);
    this.#sayMove();
    this.#judge();
    this.#keep();
    if (wasLast)
      this.#ply = this.#record.length;
    this.#showMoves();
    this.#tell('move', { text, san });
    if (this.#isMyTurn && this.#isLast)
      this.#table.playPremove();
    else
      this.#think();
  }

  // The computer's move, if it is its turn.
  async #think() {
    const game = this.#game, turn = this.#turn;
    if (game === null || game.result !== null || this.#isMyTurn)
      return;
    const asked = [game.fen, game.moves.join(' ')].join('\n');
    const [text] = await Promise.all([this.#thinker?.choose(asked, game.level) ?? null,
      new Promise(done => setTimeout(done, BREATH_MS))]);
    if (turn !== this.#turn)
      return;
    this.#session.setFen(this.#record.fenAt(this.#record.length));
    const move = this.#session.moves().find(each => each.text === text);
    this.#isAway = move === undefined;
    if (move === undefined)
      this.#refresh();
    else
      this.#play(move);
  }

  // Ends the game if it is over, also by repetition or by counted moves, which no position shows.
  #judge() {
    const game = /** @type {SoloGame} */ (this.#game);
    const { ending, whiteQuarters } = this.#session.outcome(game.fen, game.moves);
    if (ending !== 'none')
      this.#end(whiteQuarters, ending);
  }

  /**
   * @param {number} quarters
   * @param {string} reason
   */
  #end(quarters, reason) {
    const game = /** @type {SoloGame} */ (this.#game);
    game.result = { white_quarters: quarters, reason, words: t('The game is over.') };
    sound('end');
    this.#words.say(`${scoreWords(game.result)}. ${resultWords(game.result, game.you)}.`);
  }

  #resign() {
    const game = /** @type {SoloGame} */ (this.#game);
    this.#turn++;
    this.#end(game.you === 'white' ? 0 : 4, 'resignation');
    this.#keep();
    this.#showAll();
    this.#tell('end', null);
  }

  // Back to the player's last turn.
  #takeBack() {
    const game = /** @type {SoloGame} */ (this.#game), { moves } = this.#record;
    const ply = moves.findLastIndex(({ side }) => side === game.you);
    if (ply < 0)
      return;
    this.#turn++;
    this.#isAway = false;
    game.result = null;
    game.moves.length = ply;
    this.#record.cut(ply);
    this.#words.say(t('A move was taken back.'));
    this.#keep();
    this.#showAll();
    this.#tell('takeback', null);
  }

  #keep() {
    const game = /** @type {SoloGame} */ (this.#game);
    if (!keepGame(game))
      toast(t('This browser stores nothing: the game will be lost when you close the page.'));
    this.#showKept();
  }

  /* --- Display --- */

  // Tells the coach, with the same events as the page of a game.
  /**
   * @param {string} name
   * @param {any} data
   */
  #tell(name, data) {
    const { you, result } = /** @type {SoloGame} */ (this.#game);
    this.#root.dispatchEvent(new CustomEvent('told', { detail: { name, data,
      game: { you, status: result === null ? 'playing' : 'finished' },
      record: this.#record, ply: this.#record.length, turn: this.#sideToMove(),
      fen: this.#record.fenAt(this.#record.length) } }));
  }

  #sayMove() {
    const move = this.#record.moves[this.#record.length - 1];
    const { isCheck } = this.#session.state();
    sound(isCheck ? 'check' : /[x*]/.test(move.san ?? '') ? 'capture' : 'move');
    const words = [move.san ?? move.text, isCheck ? t('check') : ''].filter(Boolean).join(', ');
    this.#words.say(`${colorName(move.side)}: ${words}.`);
  }

  #showAll() {
    this.#ply = this.#record.length;
    this.#showMoves();
  }

  #showMoves() {
    const result = this.#game?.result;
    this.#list.show(this.#record.moves,
      result ? `${scoreWords(result)} ${resultWords(result)}` : '');
    this.#go(this.#ply);
  }

  /** @param {number} ply */
  #go(ply) {
    this.#ply = Math.max(0, Math.min(ply, this.#record.length));
    this.#refresh();
    this.#list.mark(this.#ply);
  }

  /** @param {string} where */
  #step(where) {
    /** @type {{ [where: string]: number }} */
    const plies = { first: 0, back: this.#ply - 1, forward: this.#ply + 1,
      last: this.#record.length };
    this.#go(plies[where]);
  }

  #flip() {
    this.#table.flip();
    this.#refresh();
  }

  #refresh() {
    const game = this.#game, last = this.#record.enter(this.#ply);
    const isPlaying = game !== null && game.result === null;
    const mayPremove = isPlaying && this.#isLast && settings.get('premove');
    this.#table.show({ lastMove: last?.text ?? '', you: game?.you ?? 'white',
      mode: this.#isMyTurn && this.#isLast ? 'move' : mayPremove ? 'premove' : 'look' });
    showSteps(this.#ply === 0, this.#isLast);
    this.#showPlayers();
    this.#showStatus();
    this.#showActions();
    this.#words.refresh();
  }

  #showPlayers() {
    const game = this.#game, { bottom } = this.#table;
    const start = this.#session.game.starts > 1 ? startWords({ number: game?.start }) : '';
    byId('facts').textContent = game === null ? '' : [game.name, start].filter(Boolean)
      .join(' · ');
    /** @type {[Color, PageElement][]} */
    const players = [[bottom, byId('player-bottom')], [otherColor(bottom), byId('player-top')]];
    for (const [color, element] of players) {
      const isYou = color === (game?.you ?? 'white');
      element.querySelector('.player-name').textContent = isYou ? t('You')
        : playerName({ kind: 'computer', name: '', level: game?.level ?? settings.get('level') },
          color);
      element.querySelector('.player-note').textContent = colorName(color);
      element.classList.toggle('is-turn', game !== null && game.result === null
        && this.#sideToMove() === color);
    }
  }

  #showStatus() {
    const game = this.#game, isOver = Boolean(game?.result);
    byId('status').textContent = this.#statusWords();
    byId('state').dataset.state = isOver ? 'over' : !this.#isMyTurn ? ''
      : this.#table.isCheck && this.#isLast ? 'check' : 'yours';
  }

  #statusWords() {
    const result = this.#game?.result;
    if (this.#game === null)
      return t('Choose a game, and begin.');
    if (result)
      return `${scoreWords(result)} · ${resultWords(result, this.#game.you)}`;
    if (this.#isAway)
      return t('The computer does not answer. Reload the page to try again.');
    if (this.#isMyTurn)
      return this.#table.isCheck && this.#isLast ? t('You are in check.') : t('Your move.');
    return `${turnWords(this.#sideToMove())}.`;
  }

  #showActions() {
    const game = this.#game;
    byId('take-back').disabled = !this.#record.moves.some(({ side }) => side === game?.you);
    byId('take-back').hidden = game === null;
    byId('resign').hidden = game === null || game.result !== null;
    byId('new').hidden = game !== null && game.result === null;
    byId('analyse').hidden = game === null;
    if (game !== null)
      byId('analyse').href = `/analysis#${new URLSearchParams({ v: game.variant, fen: game.fen,
        m: game.moves.map(text => `${text}.`).join('') })}`;
  }

  #showKept() {
    const games = keptGames().filter(({ id }) => id !== this.#game?.id);
    byId('kept').hidden = games.length === 0;
    byId('kept-list').replaceChildren(...games.map(game => this.#keptRow(game)));
  }

  /** @param {SoloGame} game */
  #keptRow(game) {
    const words = game.result === null ? t('not over yet')
      : `${scoreWords(game.result)} ${resultWords(game.result, game.you)}`;
    const name = `${game.name} · ${t('level {level}', { level: game.level })}`;
    return h('li', { class: 'solo-kept' },
      h('button', { type: 'button', class: 'as-link', 'data-game': game.id,
        onclick: () => this.#goOn(game) }, name),
      h('span', { class: 'low' }, words),
      h('button', { type: 'button', class: 'button button-icon',
        'aria-label': t('Forget the game {name}', { name }),
        onclick: () => {
          dropGame(game.id);
          this.#showKept();
        } }, '✕'));
  }

  /** The buttons beside the moves. */
  wire() {
    byId('take-back').addEventListener('click', () => this.#takeBack());
    byId('new').addEventListener('click', () => this.#setup.show());
    byId('actions').append(Object.assign(armed(t('Resign'), t('Really resign?'),
      () => this.#resign()), { id: 'resign', hidden: true }));
  }
}

const page = new SoloPage();
page.wire();
page.open().catch(error => {
  byId('status').textContent = `${error.message} ${t('Loading the page again may help.')}`;
  throw error;
});
