/* The page of a game: sends and receives moves, runs the clocks, handles offers. The server
 * decides; the rules in the page only make it responsive. */
import { follow, get, newKey, post } from '../lib/api.js';
import { Afterwards } from './afterwards.js';
import { Chat } from './chat.js';
import { Clocks } from './clocks.js';
import { Connection } from './connection.js';
import { rulesOf } from '../lib/definitions.js';
import { byId, copyText, toast } from '../lib/dom.js';
import { endWarning } from '../lib/end-words.js';
import { GameActions } from './game-actions.js';
import { GameWords } from '../widgets/game-words.js';
import { t } from '../lib/i18n.js';
import { MoveList } from '../widgets/move-list.js';
import { showPlayers } from './players.js';
import { takenPieces } from './taken.js';
import { Record } from '../lib/record.js';
import { LiveActions } from './live-actions.js';
import { loadRules } from '../lib/rules.js';
import { settings } from '../lib/settings.js';
import { endSentence, endWords, stateName, statusWords } from './status-words.js';
import { showSteps, stepKeys, wireKeys, wireSteps } from '../widgets/stepping.js';
import { Table } from '../widgets/table.js';
import { colorName, declineWords, isSlow, mayHelp, offerWords, otherColor }
  from '../lib/format.js';

const PATIENCE_MS = 60000;
const SLOW_PATIENCE_MS = 3000; // after this the move is kept in the browser

/** @typedef {import('../lib/api.js').ApiError} ApiError */

/**
 * The sounds are fetched with the first one.
 * @param {string} name
 */
const sound = async name => {
  if (settings.get('sound'))
    (await import('../lib/sounds.js').catch(() => null))?.sound(name);
};

const unsentMoves = () => import('../lib/unsent.js').catch(() => null);

class GamePage {
  #root = byId('game');
  /** @type {Game} */
  #game;
  /** @type {Session} */
  #session;
  /** @type {Record} */
  #record;
  /** @type {Table} */
  #table;
  #ply = 0;         // shown
  /** @type {any} */
  #pending = null;  // a move that waits for "send"
  #isSending = false;
  #moving = Promise.resolve(); // until the server has answered the last move
  #clocks = new Clocks(() => this.#send('flag'));
  #list = new MoveList(byId('moves'), ply => this.#go(ply));
  #actions = new GameActions((/** @type {string} */ what, body) => this.#send(what, body));
  /** @type {GameWords} */
  #words;
  #hasAdvantage = false;
  #nextCount = 0;   // other games in which it is the player's turn
  /** @type {{ reload(): Promise<void> }} */
  #feed;
  // the position shown may be wrong: the server's next answer always replaces it
  #isInDoubt = false;
  #connection = new Connection(byId('connection'));
  /** @type {Afterwards} */
  #afterwards;

  async open() {
    this.#game = JSON.parse(this.#root.dataset.game);
    const { definition } = this.#root.dataset, { variant } = this.#game;
    const [rules, game, coach] = await Promise.all([loadRules(definition ? '' : variant),
      rulesOf(variant, definition),
      mayHelp(this.#game) ? import('../widgets/coach.js') : null]);
    this.#session = rules.open(game);
    this.#hasAdvantage = Boolean(this.#session.game.hasAdvantage);
    this.#record = new Record(this.#session);
    this.#table = new Table(this.#session, {
      /** @param {Move} move */
      onMove: move => this.#onMove(move),
      onPremove: () => this.#showStatus(),
    });
    this.#words = new GameWords(this.#session, move => this.#onTyped(move));
    this.#table.flipTo(this.#game.you === 'black' ? 'black' : 'white');
    this.#afterwards = new Afterwards({ session: this.#session, record: this.#record,
      board: this.#table.board, ply: () => this.#ply, onDone: () => this.#refresh(),
      onMove: text => this.#try(text) });
    this.#wire();
    new Chat(this.#root);
    new LiveActions(this.#root);
    if (coach)
      new coach.Coach(this.#root, this.#table, rules.open(game), game);
    this.#take(this.#game, true);
    this.#countOthers();
    if (this.#isPlayer && isSlow(this.#game.clock[this.#game.you ?? '']))
      unsentMoves().then(unsent => unsent?.prepareToKeep());
    this.#feed = follow(`/api/games/${this.#game.id}/events?after=${this.#game.seq ?? 0}`, {
      load: () => get(`/api/games/${this.#game.id}`),
      /** @param {any} fresh */
      show: fresh => this.#compare(fresh),
      handlers: this.#handlers(),
      onOpen: () => this.#showStream(true),
      onDrop: () => this.#showStream(false),
      onPoll: isAnswered => this.#connection.setPolling(isAnswered),
    });
  }

  /* --- Updates from the server --- */

  // Loads everything: at the start, after a gap, or when the state is in doubt.
  /** @param {Game} game */
  #take(game, isFirst = false) {
    const wasAtEnd = isFirst || this.#ply === this.#record.length;
    // The game ended while the connection was down.
    const isEndNews = !isFirst && this.#game.status === 'playing'
      && (game.status === 'finished' || game.status === 'cancelled');
    this.#game = game;
    this.#record.load(game.start.fen ?? '', game.moves);
    this.#pending = null;
    this.#clocks.set(game.clock, game.now);
    this.#list.show(this.#record.moves, endWords(this.#game));
    this.#go(wasAtEnd ? this.#record.length : Math.min(this.#ply, this.#record.length));
    if (isEndNews)
      this.#sayEnd();
    this.#playPremove();
    this.#tell('game', game);
  }

  // Passes news from the server on to the other parts of the page.
  /**
   * @param {string} name
   * @param {any} data
   */
  #tell(name, data) {
    this.#root.dispatchEvent(new CustomEvent('told', { detail: { name, data,
      game: this.#game, record: this.#record, ply: this.#record.length, turn: this.#sideToMove(),
      fen: this.#record.fenAt(this.#record.length) } }));
  }

  // Applies what happened before the stream opened, or while the connection was down.
  /** @param {Game} game */
  #compare(game) {
    const isNew = game.seq !== this.#game.seq || game.ply !== this.#record.length
      || game.status !== this.#game.status;
    if (this.#isInDoubt || (isNew && !this.#isSending && !this.#pending))
      this.#take(game);
    else
      this.#clocks.set(game.clock, game.now);
    this.#isInDoubt = false;
  }

  #reload() {
    this.#isInDoubt = true;
    return this.#feed.reload().catch((/** @type {ApiError} */ error) => this.#showError(error));
  }

  #handlers() {
    // A numbered event is applied once; the server's answer may already include it.
    /** @param {any} handle */
    const numbered = handle => (/** @type {any} */ data, /** @type {number} */ seq) => {
      if (Number(seq) <= this.#game.seq)
        return;
      this.#game.seq = Number(seq);
      handle(data);
    };
    /** @param {[string, any]} event */
    const told = ([name, handle]) => [name, (/** @type {any} */ data, /** @type {any} */ seq) => {
      handle(data, seq);
      this.#tell(name, data);
    }];
    const events = {
      /** @param {any} data */
      move: data => this.#onServerMove(data),
      /** @param {any} data */
      takeback: data => this.#onTakeback(data),
      join: () => this.#onJoin(),
      /** @param {any} data */
      offer: data => this.#onOffer(data),
      /** @param {{ by: Color }} parts */
      withdraw: ({ by }) => this.#clearOffer(by),
      /** @param {any} data */
      decline: data => this.#onDecline(data),
      /** @param {any} data */
      end: data => this.#onEnd(data),
      /** @param {{ by: Color, game: string | null }} parts */
      rematch: ({ by, game }) => this.#onRematch(by, game ?? null),
      /** @param {{ clock: GameClock, now: number }} parts */
      clock: ({ clock, now }) => {
        this.#clocks.set(this.#game.clock = clock, now);
        this.#refresh();
      },
    };
    return Object.fromEntries([
      ...Object.entries(events).map(([name, handle]) => told([name, numbered(handle)])),
      told(['presence', (/** @type {any} */ data) => this.#onPresence(data)]),
      told(['chat', () => {}]),
      told(['crowd', () => {}]),
    ]);
  }

  /** @param {{ ply: number, text: string, san: string, clock: GameClock, now: number }} parts */
  #onServerMove({ ply, text, san, clock, now }) {
    if (clock)
      this.#clocks.set(this.#game.clock = clock, now);
    const known = this.#record.moves[ply - 1];
    // The player's own move, made elsewhere: in another window, or by conditional lines.
    if (!known && this.#isMyTurn) {
      this.#reload();
      return;
    }
    if (known && known.text === text) {
      // Our move has arrived, though the answer to it may still be under way.
      if (ply === this.#record.length)
        this.#isSending = false;
      this.#game.offers = { white: null, black: null };
      this.#refresh();
      return;
    }
    if (ply !== this.#record.length + 1) {
      this.#reload();
      return;
    }
    this.#pending = null;
    this.#game.offers = { white: null, black: null };
    const wasAtEnd = this.#ply === this.#record.length;
    this.#add({ text, san });
    this.#sayMove();
    if (wasAtEnd)
      this.#go(this.#record.length);
    else
      this.#refresh();
    this.#playPremove();
  }

  /** @param {{ ply: number, clock: GameClock, now: number }} parts */
  #onTakeback({ ply, clock, now }) {
    this.#record.cut(ply);
    this.#pending = null;
    this.#game.offers = { white: null, black: null };
    if (clock)
      this.#clocks.set(this.#game.clock = clock, now);
    this.#list.show(this.#record.moves, endWords(this.#game));
    this.#words.say(t('A move was taken back.'));
    this.#go(ply);
  }

  // Or a guest has logged in to an account.
  #onJoin() {
    if (this.#game.status === 'waiting') {
      sound('ask');
      this.#words.say(t('Your opponent has joined. The game begins.'));
    }
    this.#reload();
  }

  /** @param {{ by: Color, what: string }} parts */
  #onOffer({ by, what }) {
    this.#game.offers = { ...this.#game.offers, [by]: what };
    if (by !== this.#game.you) {
      sound('ask');
      this.#words.say(`${offerWords(what, by)}.`);
    }
    this.#refresh();
  }

  /** @param {Color} by */
  #clearOffer(by) {
    this.#game.offers = { ...this.#game.offers, [by]: null };
    this.#refresh();
  }

  /** @param {{ by: Color }} parts */
  #onDecline({ by }) {
    if (this.#game.offers[otherColor(by)])
      this.#words.say(declineWords(by));
    if (by !== this.#game.you && (this.#game.you === 'white' || this.#game.you === 'black'))
      toast(declineWords(by));
    this.#clearOffer(otherColor(by));
  }

  // Takes both players to the new game; spectators get a link.
  /**
   * @param {Color} by
   * @param {string | null} game
   */
  #onRematch(by, game) {
    this.#game.rematch = { offered_by: by, game };
    if (game !== null && this.#isPlayer)
      location.assign(`/game/${game}`);
    else if (by !== this.#game.you)
      this.#words.say(t('Your opponent offers a rematch.'));
    this.#refresh();
  }

  /** @param {{ result: GameResult, clock: GameClock, now: number }} parts */
  #onEnd({ result, clock, now }) {
    this.#game.status = result ? 'finished' : 'cancelled';
    this.#game.result = result;
    this.#game.offers = { white: null, black: null };
    this.#clocks.set(clock ?? { ...this.#game.clock, running: null }, now);
    this.#list.show(this.#record.moves, endWords(this.#game));
    this.#list.mark(this.#ply);
    this.#sayEnd();
    this.#reload();
  }

  #sayEnd() {
    sound('end');
    this.#words.say(endSentence(this.#game));
  }

  /** @param {any} data */
  #onPresence(data) {
    for (const color of ['white', 'black']) {
      if (data[color] !== undefined && this.#game[color])
        this.#game[color].is_online = data[color];
    }
    this.#showPlayers();
  }

  /** @param {boolean} isOpen */
  #showStream(isOpen) {
    this.#tell('stream', isOpen);
    this.#connection.setOpen(isOpen);
  }

  // Shows what went wrong, unless the server is unreachable, which is shown beside the status
  // already.
  /** @param {ApiError} error */
  #showError(error) {
    if (error.code !== 'offline' || this.#connection.isOpen)
      toast(error.message);
  }

  /* --- The player's actions --- */

  get #isPlayer() {
    return this.#game.you === 'white' || this.#game.you === 'black';
  }

  get #isLast() {
    return this.#ply === this.#record.length;
  }

  #sideToMove() {
    return this.#record.fenAt(this.#record.length).split(' ')[1][0] === 'w' ? 'white' : 'black';
  }

  get #isMyTurn() {
    return this.#isPlayer && this.#game.status === 'playing'
      && this.#sideToMove() === this.#game.you;
  }

  #mustConfirm() {
    const mode = settings.get('confirm');
    return mode === 'always' || (mode === 'days' && isSlow(this.#game.clock[this.#game.you ?? '']));
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
    if (!this.#isMyTurn || this.#pending)
      return;
    const ply = this.#record.length;
    this.#add(move);
    const warning = endWarning(this.#session, this.#record.fenAt(0),
      this.#record.moves.map(({ text }) => text), this.#game.you);
    this.#go(this.#record.length);
    if (warning !== '' || this.#mustConfirm()) {
      this.#pending = { move, ply, warning };
      this.#refresh();
      byId('confirm-move')?.focus();
      return;
    }
    this.#moving = this.#post(move, ply);
  }

  #confirm() {
    const { move, ply } = this.#pending;
    this.#pending = null;
    this.#moving = this.#post(move, ply);
  }

  #undo() {
    this.#record.cut(this.#pending.ply);
    this.#pending = null;
    this.#list.show(this.#record.moves, endWords(this.#game));
    this.#go(this.#record.length);
  }

  /**
   * @param {Move} move
   * @param {number} ply
   */
  async #post(move, ply) {
    this.#isSending = true;
    this.#sayMove();
    this.#refresh();
    const key = newKey(), mayKeep = isSlow(this.#game.clock[this.#game.you ?? '']);
    try {
      await post(`/api/games/${this.#game.id}/moves`, { key, ply, move: move.text }, {
        patienceMs: mayKeep ? SLOW_PATIENCE_MS : PATIENCE_MS,
        onWait: () => this.#connection.setWaiting(true),
      });
      this.#connection.setWaiting(false);
      this.#isSending = false;
      this.#refresh();
      this.#playPremove();
      this.#countOthers();
    } catch (error) {
      this.#isSending = false;
      this.#connection.setWaiting(false);
      const unsent = { game: this.#game.id, key, ply, move: move.text };
      if (mayKeep && error.code === 'offline' && await (await unsentMoves())?.keepMove(unsent)) {
        toast(t('Your move is kept, and sent as soon as the network is back.'));
        this.#refresh();
        return;
      }
      this.#table.clearPremove();
      this.#showError(error);
      await this.#reload();
    }
  }

  // Players of slow games move on from one game to the next.
  async #countOthers() {
    if (!this.#isPlayer || this.#game.clock[this.#game.you ?? '']?.kind === 'live')
      return;
    try {
      const { turn, games } = await get('/api/queue');
      this.#nextCount = turn - (games.some((/** @type {{ id: string }} */ { id }) =>
        id === this.#game.id) ? 1 : 0);
      this.#refresh();
    } catch {
      /* The game works without it. */
    }
  }

  #playPremove() {
    if (!this.#isMyTurn || !this.#isLast || this.#isSending)
      return;
    this.#table.playPremove();
  }

  /** @param {string} what */
  async #send(what, body = {}) {
    // A resignation must not overtake a move that waits for the network.
    if (what !== 'flag')
      await this.#moving;
    try {
      const answer = await post(`/api/games/${this.#game.id}/${what}`,
        { ply: this.#record.length, ...body }, { patienceMs: 8000 });
      if (what === 'rematch' && answer.game && this.#isPlayer)
        location.assign(`/game/${answer.game}`);
      else if (what !== 'flag')
        await this.#feed.reload();
    } catch (error) {
      if (what !== 'flag')
        this.#showError(error);
    }
  }

  /* --- Display --- */

  /** @param {{ text: string, san: string }} move */
  #add(move) {
    this.#record.push({ text: move.text, san: move.san });
    this.#list.show(this.#record.moves, endWords(this.#game));
  }

  /** @param {number} ply */
  #go(ply) {
    this.#ply = Math.max(0, Math.min(ply, this.#record.length));
    this.#refresh();
    this.#list.mark(this.#ply);
  }

  #refresh() {
    const last = this.#record.enter(this.#ply);
    const canMove = this.#isMyTurn && this.#isLast && !this.#pending && !this.#isSending;
    // The second move of a double turn can be chosen before the server has accepted the first.
    const canPremove = this.#isPlayer && this.#game.status === 'playing' && this.#isLast && !canMove
      && !this.#pending && (this.#isMyTurn || settings.get('premove'));
    this.#table.show({
      lastMove: last?.text ?? '', you: this.#game.you,
      mode: canMove ? 'move' : canPremove ? 'premove' : 'look',
    });
    this.#showPlayers();
    this.#showStatus();
    showSteps(this.#ply === 0, this.#isLast);
    this.#actions.show(this.#game, {
      hasAdvantage: this.#hasAdvantage, isPending: Boolean(this.#pending),
      warning: this.#pending?.warning ?? '',
      canTakeBack: this.#record.moves.some(move => move.side === this.#game.you),
      nextCount: this.#isMyTurn ? 0 : this.#nextCount,
      onConfirm: () => this.#confirm(), onUndo: () => this.#undo(),
    });
    this.#words.refresh();
    this.#afterwards.explore(this.#game, this.#ply);
  }

  // Handles a move chosen from other games: steps forward if this game has the same move, else
  // opens the analysis board.
  /** @param {string} text */
  #try(text) {
    if (this.#record.moves[this.#ply]?.text === text)
      this.#go(this.#ply + 1);
    else
      location.assign(`/analysis#${new URLSearchParams({ v: this.#game.variant,
        fen: this.#record.fenAt(this.#ply), m: `${text}.` })}`);
  }

  #showPlayers() {
    showPlayers(this.#root, this.#game, {
      bottom: this.#table.bottom, turn: this.#sideToMove(), clocks: this.#clocks,
      taken: side => takenPieces(this.#session, side, { first: this.#record.fenAt(0),
        now: this.#record.fenAt(this.#ply), pieces: settings.get('pieces') }),
    });
  }

  #showStatus() {
    /** @type {import('./status-words.js').Turn} */
    const turn = { side: this.#sideToMove(), isMine: this.#isMyTurn,
      isCheck: this.#table.isCheck && this.#isLast };
    byId('status').textContent = statusWords(this.#game, turn);
    byId('state').dataset.state = stateName(this.#game, turn);
    this.#afterwards.show(this.#game);
    document.title = `${this.#isMyTurn ? '● ' : ''}${document.title.replace(/^● /, '')}`;
    this.#showInvite();
  }

  #showInvite() {
    const isWaiting = this.#game.status === 'waiting' && Boolean(this.#game.link);
    byId('invite').hidden = !isWaiting;
    byId('invite-copy').disabled = !isWaiting;
    if (isWaiting)
      byId('invite-link').value = new URL(this.#game.link, location.href).href;
  }

  #sayMove() {
    const move = this.#record.moves[this.#record.length - 1];
    this.#session.setFen(this.#record.fenAt(this.#record.length));
    const { isCheck } = this.#session.state();
    sound(isCheck ? 'check' : /[x*]/.test(move.san ?? '') ? 'capture' : 'move');
    const words = [move.san ?? move.text, isCheck ? t('check') : ''].filter(Boolean).join(', ');
    this.#words.say(`${colorName(move.side)}: ${words}.`);
  }

  /* --- Keys and buttons --- */

  /** @param {string} where */
  #step(where) {
    /** @type {{ [where: string]: number }} */
    const plies = {
      first: 0, back: this.#ply - 1, forward: this.#ply + 1, last: this.#record.length,
    };
    this.#go(plies[where]);
  }

  #flip() {
    this.#table.flip();
    this.#refresh();
  }

  #wire() {
    const parts = { step: (/** @type {string} */ where) => this.#step(where),
      flip: () => this.#flip(), table: this.#table,
      words: this.#words };
    wireSteps(parts);
    byId('invite-link').addEventListener('focus', event => event.target.select());
    byId('invite-copy').addEventListener('click', () => copyText(byId('invite-link').value));
    settings.onChange(() => this.#refresh());
    const keys = {
      ...stepKeys(parts),
      n: () => byId('next-game')?.click(),
      c: () => this.#words.say(this.#clocks.spoken()),
      Enter: () => this.#pending && this.#confirm(),
      Escape: () => this.#pending && this.#undo(),
    };
    wireKeys(keys, ({ target: place, key }) => {
      const target = /** @type {Element} */ (place);
      const isOnButton = key === 'Enter' && target.closest?.('button, a, summary');
      const isOnBoard = /^(Enter|Escape)$/.test(key) && !this.#pending
        && target.closest?.('.apo-board');
      return Boolean(isOnButton || isOnBoard);
    });
  }
}

new GamePage().open().catch(error => {
  byId('status').textContent = `${error.message} ${t('Loading the page again may help.')}`;
  throw error;
});
