/* The review of a game on the analysis page, made by engines in workers or already kept on the
 * server: the graph, the accuracy, and the mistakes, each of which can be tried again. */
import { get, post } from '../lib/api.js';
import { accountName, byId, h, nameLink } from '../lib/dom.js';
import { colorName } from '../lib/format.js';
import { date, number, t, tn } from '../lib/i18n.js';
import { faultWords } from '../widgets/fault-words.js';
import { Thinker } from '../widgets/thinker.js';
import { reviewGraph } from './review-graph.js';
import { KINDS, judge, lineOf, pawnsLost, readLine, writeLine } from './review.js';

const NODES = 100000; // for each position: less than a second
const PASSES = [5000, NODES]; // the first for a graph that is soon there
const THREADS_MAX = 4;
const POLL_MS = 3000;

/** @typedef {import('./review.js').Fault} Fault */
/** @typedef {import('./review.js').Verdict} Verdict */

/**
 * The line under review: the positions of a game, the start first, and a session for the review
 * only.
 * @typedef {{ session: Session, game: GameChoice, nodes: TreeNode[] }} Line
 */

/** @param {string} kind */
const kindWords = kind => ({ blunder: t('Blunder'), mistake: t('Mistake'),
  inaccuracy: t('Inaccuracy') }[kind] ?? kind);

/** @param {string} kind @param {number} n */
const countWords = (kind, n) => ({
  blunder: tn('{n} blunder', '{n} blunders', n),
  mistake: tn('{n} mistake', '{n} mistakes', n),
  inaccuracy: tn('{n} inaccuracy', '{n} inaccuracies', n) }[kind] ?? '');

const engineCount = () =>
  Math.min(THREADS_MAX, navigator.hardwareConcurrency || 2);

export class ReviewPanel {
  #root = byId('review');
  #body = byId('review-body');
  #words = h('p', { class: 'review-words', role: 'status' });
  #onGo;
  /** @type {() => Line} */
  #find;
  #id = '';
  /** @type {Line | null} */
  #line = null;
  /** @type {(Verdict | null)[]} */
  #verdicts = [];
  /** @type {ReturnType<typeof judge> | null} */
  #found = null;
  /** @type {Thinker[]} */
  #thinkers = [];
  /** @type {ReturnType<typeof reviewGraph> | null} */
  #graph = null;
  #run = 0;        // counts starts and cancels
  /** @type {Fault | null} */
  #tried = null;   // the mistake whose move is being looked for
  /** @type {Map<Fault, HTMLElement>} */
  #items = new Map();
  /** @type {TreeNode | null} */
  #shown = null;

  /**
   * `onGo(node)` shows a position.
   * @param {(node: TreeNode) => void} onGo
   */
  constructor(onGo) {
    this.#onGo = onGo;
    // Opened, it may stand beside the board, far above where it was clicked.
    this.#root.addEventListener('toggle', () => {
      if (this.#root.open)
        this.#root.scrollIntoView({ block: 'nearest' });
    });
  }

  /**
   * Another game: `find` gives the line to review, `id` is that of a finished game on this server,
   * or ''. With `mayStart`, a review that is not kept there is made at once.
   * @param {() => Line} find
   * @param {string} id
   */
  async open(find, id, mayStart = false) {
    this.#cancel();
    this.#find = find;
    this.#id = id;
    this.#offer();
    this.#root.open ||= mayStart;
    if (id === '')
      this.#line = find();
    if (id !== '')
      await this.#look(mayStart);
    else if (mayStart)
      this.#start();
  }

  /** Shows the server's review, or that the server is making one. */
  async #look(mayStart = false) {
    const run = this.#run;
    // A game that has just ended is not in the archive yet.
    const { review, work } = await get(`/api/archive/games/${encodeURIComponent(this.#id)}/review`)
      .catch(() => ({ review: null, work: null }));
    if (run !== this.#run)
      return;
    this.#line = this.#find();
    if (review?.positions.length === this.#line.nodes.length)
      this.#show(this.#line, review.positions, this.#makerWords(review));
    else if (work !== null)
      this.#wait(work);
    else if (mayStart)
      this.#start();
    else if (byId('review-body').querySelector('#review-waiting') !== null)
      this.#offer();
  }

  /** The game that is reviewed; there must be one. */
  get #game() {
    return /** @type {Line} */ (this.#line);
  }

  get #review() {
    return /** @type {ReturnType<typeof judge>} */ (this.#found);
  }

  /** True while the person looks for a better move, which the engine must not give away. */
  get isTrying() {
    return this.#tried !== null;
  }

  /**
   * Marks the position that is shown.
   * @param {TreeNode} node
   */
  mark(node) {
    this.#shown = node;
    const at = this.#line?.nodes.indexOf(node) ?? -1;
    this.#graph?.mark(at);
    if (this.#tried !== null && at !== this.#tried.index - 1)
      this.#endTry();
    for (const [{ index }, item] of this.#items)
      item.toggleAttribute('data-current', index === at);
  }

  /**
   * Goes to the next mistake after the position shown, or the one before it.
   * @param {number} direction 1 or -1
   */
  step(direction) {
    const at = this.#shown === null ? 0 : this.#line?.nodes.indexOf(this.#shown) ?? 0;
    const faults = this.#found?.faults ?? [];
    const next = direction > 0 ? faults.find(({ index }) => index > at)
      : faults.findLast(({ index }) => index < at);
    if (next !== undefined)
      this.#go(next.index);
  }

  /**
   * Takes a move chosen while a better one is sought. True if it was an answer, which is not
   * played.
   * @param {string} text
   */
  take(text) {
    if (this.#tried === null)
      return false;
    this.#answer(this.#tried, text).catch(error => this.#say(error.message));
    return true;
  }

  /* --- making it --- */

  #offer() {
    this.#line = this.#found = this.#graph = this.#tried = null;
    this.#items.clear();
    this.#body.replaceChildren(h('p', { class: 'row' },
      h('button', { type: 'button', class: 'button button-main', id: 'review-start',
        onclick: () => this.#start() }, t('Review this game')),
      this.#id === '' || accountName === null ? null
        : h('button', { type: 'button', class: 'button', id: 'review-server',
          onclick: () => this.#ask() }, t('Have the server do it')),
      h('span', { class: 'low' },
        t('The engine looks at every position; this takes up to a minute.'))), this.#words);
    this.#words.textContent = '';
  }

  /** Has the server make the review: nothing is computed here. */
  async #ask() {
    const run = this.#run;
    try {
      const { work } = await post(`/api/archive/games/${this.#id}/review/work`, {});
      if (run === this.#run)
        this.#wait(work);
    } catch (error) {
      this.#say(error.message);
    }
  }

  /**
   * Says how long the server still needs. `work` is null once the review is there.
   * @param {{ wait_s: number | null } | null} work
   */
  #wait(work) {
    const run = this.#run, wait = work?.wait_s ?? null;
    const minutes = Math.round((wait ?? 0) / 60);
    this.#body.replaceChildren(h('p', { id: 'review-waiting' }, t('The server makes the review.'),
      ' ', wait === null
        ? t('No machine is available now; it will be made as soon as one is.')
        : minutes < 1 ? t('It takes less than a minute.')
          : tn('It takes about {n} minute.', 'It takes about {n} minutes.', minutes)), this.#words);
    setTimeout(() => {
      if (run === this.#run)
        this.#look();
    }, work === null ? 0 : POLL_MS);
  }

  #cancel() {
    this.#run++;
    for (const thinker of this.#thinkers)
      thinker.close();
    this.#thinkers = [];
  }

  async #start() {
    const line = this.#find(), id = this.#id;
    if (line.nodes.length < 2) {
      this.#say(t('There are no moves to review.'));
      return;
    }
    this.#cancel();
    const run = this.#run;
    const progress = h('progress', { max: line.nodes.length * (PASSES[0] + PASSES[1]), value: 0,
      'aria-label': t('Reviewing the game') });
    this.#body.replaceChildren(h('p', { class: 'row' }, progress,
      h('button', { type: 'button', class: 'button', id: 'review-cancel', onclick: () => {
        this.#cancel();
        this.#offer();
      } }, t('Cancel'))), this.#words);
    this.#say(t('Reviewing the game'));
    this.#thinkers = Array.from({ length: Math.min(engineCount(), line.nodes.length) },
      () => new Thinker(line.game));
    /** @type {string[]} */
    let lines = [];
    for (const nodes of PASSES) {
      lines = await this.#search(line, nodes, () => { progress.value += nodes; });
      if (run !== this.#run)
        return;
      if (nodes !== NODES)
        this.#sketch(line, lines);
    }
    this.#cancel();
    if (lines.slice(0, -1).some(text => text === '')) {
      this.#offer();
      this.#say(t('The engine gave no answer.'));
      return;
    }
    this.#show(line, lines, '');
    if (id !== '')
      await this.#keep(id, lines);
  }

  /**
   * Searches all positions: the lines as writeLine has them, or some of them if it is cancelled.
   * @param {Line} line
   * @param {number} nodes for each position
   * @param {() => void} onStep
   */
  async #search(line, nodes, onStep) {
    const run = this.#run;
    /** @type {string[]} */
    const lines = [];
    // From the end, because results from later positions help a worker with earlier ones.
    let next = line.nodes.length;
    await Promise.all(this.#thinkers.map(async thinker => {
      while (next > 0 && run === this.#run) {
        const at = --next, { fen } = line.nodes[at];
        lines[at] = writeLine(await thinker.best(fen, nodes), sideOf(fen));
        onStep();
      }
    }));
    return lines;
  }

  /**
   * @param {string} id
   * @param {string[]} positions
   */
  async #keep(id, positions) {
    if (accountName === null) {
      this.#say(t('Log in to keep reviews with their games, for everybody to see.'));
      return;
    }
    try {
      await post(`/api/archive/games/${id}/review`, { nodes: NODES, positions });
      this.#say(t('Kept with the game: everybody can see it.'));
    } catch (error) {
      this.#say(error.message);
    }
  }

  /** @param {{ by: string, is_account: boolean, made: number }} review */
  #makerWords({ by, is_account: isAccount, made }) {
    return [t('Made on {day} by', { day: date(made) }), ' ',
      nameLink(/** @type {Player} */ ({ kind: isAccount ? 'account' : 'guest', name: by }), by)];
  }

  /** @param {string} words */
  #say(words) {
    this.#words.textContent = words;
  }

  /* --- showing it --- */

  /**
   * @param {Line} line
   * @param {(Verdict | null)[]} verdicts
   */
  #judge({ nodes, session }, verdicts) {
    const moves = nodes.slice(1).map(({ move }) => /** @type {GameMove} */ (move));
    const { ending, whiteQuarters } = session.outcome(nodes[nodes.length - 1].fen, []);
    return judge(verdicts, moves, session.game.outcomes,
      ending === 'none' ? null : whiteQuarters);
  }

  /**
   * Shows the graph while the review goes on; which moves were mistakes is not known yet.
   * @param {Line} line
   * @param {string[]} lines
   */
  #sketch(line, lines) {
    this.#line = line;
    this.#graph = reviewGraph({ ...this.#judge(line, lines.map(readLine)), faults: [], turns: [] },
      index => this.#go(index));
    this.#words.before(this.#graph.element);
    if (this.#shown !== null)
      this.mark(this.#shown);
  }

  /**
   * @param {Line} line
   * @param {string[]} lines
   * @param {Child} maker
   */
  #show(line, lines, maker) {
    this.#line = line;
    this.#verdicts = lines.map(readLine);
    const found = this.#judge(line, this.#verdicts);
    this.#found = found;
    this.#graph = reviewGraph(found, index => this.#go(index));
    this.#words.replaceChildren(.../** @type {any[]} */ ([maker].flat()));
    this.#items = new Map(found.faults.map(fault => [fault, this.#item(fault)]));
    this.#body.replaceChildren(this.#graph.element, this.#sums(), this.#turns(),
      found.faults.length === 0 ? h('p', {}, t('No mistakes were found.'))
        : h('ol', { class: 'review-faults' }, [...this.#items.values()]), this.#words);
    if (this.#shown !== null)
      this.mark(this.#shown);
  }

  #sums() {
    const { accuracy, faults } = this.#review;
    /** @param {Color} color */
    const one = color => {
      const value = accuracy[color];
      const counts = Object.keys(KINDS).map(kind => [kind, faults.filter(each =>
        each.side === color && each.kind === kind).length])
        .filter(([, n]) => n !== 0)
        .map(([kind, n]) => countWords(String(kind), Number(n)));
      return h('div', { class: 'review-side' }, h('h3', {}, colorName(color)),
        h('p', { class: 'review-accuracy' }, value === null ? '–'
          : t('Accuracy {n} %', { n: number(Math.round(100 * value)) })),
        h('p', { class: 'low' }, counts.join(', ')));
    };
    return h('div', { class: 'review-sides' }, one('white'), one('black'));
  }

  #turns() {
    const { turns } = this.#review;
    return h('p', { class: 'review-turns' }, turns.length === 0 ? '' : t('Turning points:'), ' ',
      turns.map(index => [h('button', { type: 'button', class: 'as-link',
        onclick: () => this.#go(index) }, this.#name(index)), ' ']));
  }

  /** @param {number} index */
  #name(index) {
    const { number: at, side, san } = this.#move(index);
    return `${at}${side === 'white' ? '.' : '…'} ${san}`;
  }

  /**
   * The move that led to a position.
   * @param {number} index
   */
  #move(index) {
    return /** @type {GameMove} */ (this.#line?.nodes[index].move);
  }

  /** @param {Fault} fault */
  #item(fault) {
    const { index, kind, loss } = fault;
    const id = `review-fault-${index}`; // says of which move the other button speaks
    return h('li', { class: `review-fault ${kind}` },
      h('p', {}, h('button', { type: 'button', class: 'as-link', id,
        onclick: () => this.#go(index) }, this.#name(index)), ' ',
      h('strong', {}, kindWords(kind)), ' ',
      h('span', { class: 'low' }, t('costs {n} points', { n: number(Number(loss.toFixed(2))) }))),
      h('p', { class: 'review-why' }, this.#why(fault), ' ',
        t('{move} was better.', { move: this.#bestSan(index - 1) })),
      h('button', { type: 'button', class: 'button review-try', 'aria-describedby': id,
        onclick: () => this.#try(fault) }, t('Try again')));
  }

  /** @param {Fault} fault */
  #why({ index, side }) {
    const { nodes, session } = this.#game;
    const before = this.#verdicts[index - 1], after = this.#verdicts[index];
    if (!before || !after)
      return '';
    const reply = lineOf(after, sideOf(nodes[index].fen));
    return faultWords(session, { after: nodes[index].fen, move: this.#move(index).san,
      reply: { ...reply, san: [this.#bestSan(index)] }, loss: pawnsLost(before, after, side) });
  }

  /**
   * The best move in a position, as people write it.
   * @param {number} index
   */
  #bestSan(index) {
    const best = this.#verdicts[index]?.best ?? '';
    const { nodes, session } = this.#game;
    session.setFen(nodes[index].fen);
    return session.moves().find(({ text }) => text === best)?.san ?? best;
  }

  /** @param {number} index */
  #go(index) {
    const node = this.#line?.nodes[index];
    if (node !== undefined)
      this.#onGo(node);
  }

  /* --- trying again --- */

  /** @param {Fault} fault */
  #try(fault) {
    this.#endTry();
    this.#tried = fault;
    const item = /** @type {HTMLElement} */ (this.#items.get(fault));
    const show = h('button', { type: 'button', class: 'as-link', onclick: () => this.#endTry() },
      t('Show the answer'));
    item.classList.add('is-tried');
    item.append(h('p', { class: 'review-task', role: 'status' },
      t('Find a better move for {side}.', { side: colorName(fault.side) })), show);
    this.#onGo(this.#game.nodes[fault.index - 1]);
  }

  #endTry(words = '') {
    const item = this.#tried === null ? undefined : this.#items.get(this.#tried);
    this.#tried = null;
    if (item === undefined)
      return;
    item.classList.remove('is-tried');
    item.querySelectorAll('.review-task, .review-task ~ *').forEach(each => each.remove());
    if (words !== '')
      item.append(h('p', { class: 'review-task', role: 'status' }, words));
  }

  /**
   * @param {Fault} fault
   * @param {string} text the move that was tried
   */
  async #answer(fault, text) {
    const { nodes, game, session } = this.#game;
    const at = fault.index - 1, before = this.#verdicts[at];
    const task = this.#items.get(fault)?.querySelector('.review-task');
    if (!task || !before)
      return;
    session.setFen(nodes[at].fen);
    const { san } = session.moves().find(each => each.text === text) ?? { san: text };
    if (text === before.best) {
      this.#endTry(t('{move} is the best move.', { move: san }));
      return;
    }
    task.textContent = t('Thinking…');
    session.play(text);
    const fen = session.fen();
    const [thinker] = this.#thinkers.length > 0 ? this.#thinkers
      : this.#thinkers = [new Thinker(game, { nodes: NODES })];
    const reply = readLine(writeLine(await thinker.best(fen), sideOf(fen)));
    if (this.#tried !== fault)
      return;
    const { whiteQuarters, ending } = session.outcome(fen, []);
    const { faults } = judge([before, reply], [{ text, side: fault.side }],
      session.game.outcomes, ending === 'none' ? null : whiteQuarters);
    if (faults.length === 0)
      this.#endTry(t('{move} is good as well.', { move: san }));
    else
      task.textContent = t('{move} costs too much as well. Try another move.', { move: san });
  }
}

/**
 * The side to move.
 * @param {string} fen
 * @returns {Color}
 */
const sideOf = fen => (fen.split(' ')[1][0] === 'w' ? 'white' : 'black');
