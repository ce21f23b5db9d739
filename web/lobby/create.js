/* The dialog for a new game. */
import { get, post } from '../lib/api.js';
import { accountName, byId, h, openDialog } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { StartPicture } from './picture.js';
import { settings } from '../lib/settings.js';
import { makeStockFields, stockClock } from '../widgets/stock-clock.js';
import { minuteWords } from '../lib/format.js';

const MINUTES = [0.5, 1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 45, 60, 90, 120, 180];
const SECONDS = [0, 1, 2, 3, 5, 8, 10, 12, 15, 20, 30, 45, 60, 90];
const DAYS = [1, 2, 3, 5, 7, 10, 14, 30];
const LEVELS = [t('gentle'), t('easy'), t('friendly'), t('steady'), t('keen'), t('strong'),
  t('stern'), t('strongest')];

/** @type {{ [name: string]: any }} */
const SLIDERS = {
  base: [MINUTES, 15, (/** @type {any} */ value) => minuteWords(value * 60000)],
  increment: [SECONDS, 10, String],
  days: [DAYS, 3, String],
};

/** @type {{ [name: string]: any }} */
const HANDICAPS = {
  'move:white': [t('White makes two moves first'), null],
  'move:black': [t("Black's first turn is two moves"), null],
  pawn: [t('An extra pawn, on'), 'e4'],
  bishop: [t('A bishop for two pawns: its square, theirs'), 'c2,d4,e4'],
  rook: [t('A rook for two pawns: its square, theirs, and a pawn of the opponent'), 'a1,b4,c4,h8'],
};

const form = () => byId('create-form');
/** @param {string} name */
const chosen = name => form().elements[name].value;

/**
 * Creates a game and opens it. `setup` is the body of POST /api/games.
 * @param {any} setup
 */
export async function createGame(setup) {
  const made = await post('/api/games', setup, { patienceMs: 8000 });
  location.assign(made.url ?? `/game/${made.id}`);
}

export class CreateDialog {
  /** @type {any[]} */
  #variants = [];
  #picture;
  #drawn = '';
  #hasChosenRated = false;
  /** @type {any} */
  #counter = null;

  constructor() {
    this.#picture = new StartPicture(byId('start-picture'));
    this.#wireSliders();
    makeStockFields();
    form().addEventListener('input', event => this.#onInput(event));
    form().addEventListener('submit', event => {
      event.preventDefault();
      this.#submit();
    });
    byId('start-dice').addEventListener('click', () => this.#roll());
  }

  /**
   * Opens the dialog; `setup` may have { variant, number, fen, opponent }, { invite } to invite
   * somebody, or { counter }, an invitation as GET /api/invitations/<id> returns it, to answer
   * with a counter-proposal.
   * @param {any} [setup]
   */
  async open(setup = {}) {
    byId('create-error').textContent = '';
    if (this.#variants.length === 0)
      await this.#loadVariants();
    if (setup.variant)
      await this.#offer(setup.variant);
    openDialog(byId('create'));
    this.#setTarget(setup);
    byId('level').value = settings.get('level');
    if (setup.variant)
      byId('create-variant').value = setup.variant;
    if (setup.opponent)
      form().elements.opponent.value = setup.opponent;
    if (setup.fen) {
      form().elements.start.value = 'fen';
      byId('start-fen').value = setup.fen;
    }
    this.#onVariant();
    if (setup.number) {
      form().elements.start.value = 'number';
      this.#setNumber(setup.number);
    }
    if (setup.counter)
      this.#take(setup.counter);
    this.#refresh();
  }

  // Sets the recipient of the proposal: anybody, a named player, or the other side of an
  // invitation.
  /** @param {{ invite?: any, counter?: any }} parts */
  #setTarget({ invite, counter }) {
    this.#counter = counter ?? null;
    for (const option of form().querySelectorAll('[data-account]'))
      option.hidden = accountName === null;
    byId('opponent-field').classList.toggle('is-counter', this.#counter !== null);
    byId('invite-name-field').hidden = this.#counter !== null;
    byId('create-title').textContent = this.#counter ? t('Counter-offer to {name}',
      { name: counter.with }) : t('New game');
    if (invite === undefined && !counter)
      return;
    form().elements.opponent.value = 'named';
    byId('invite-name').value = invite ?? '';
    this.#onOpponent();
  }

  // Fills in the current proposal, to be changed.
  /** @param {{ start: Start, color: Color, clock: Clock }} parts */
  #take({ start, color, clock }) {
    form().elements.color.value = color;
    form().elements.start.value = start.name ? 'name' : start.number ? 'number' : 'fen';
    if (start.number)
      this.#setNumber(start.number);
    if (start.name)
      byId('start-name').value = start.name;
    if (!start.number && !start.name)
      byId('start-fen').value = start.fen ?? '';
    form().elements.clock.value = clock.kind;
    /**
     * @param {string} id
     * @param {any} value
     */
    const near = (id, value) => {
      const [values] = SLIDERS[id];
      const distances = values.map((/** @type {any} */ each) => Math.abs(each - value));
      byId(id).value = distances.indexOf(Math.min(...distances));
      byId(id).dispatchEvent(new Event('input'));
    };
    if (clock.kind === 'live') {
      near('base', clock.base_ms / 60000);
      near('increment', clock.increment_ms / 1000);
    }
    if (clock.kind === 'days')
      near('days', clock.days);
  }

  get #variant() {
    return this.#variants.find(variant => variant.id === byId('create-variant').value);
  }

  async #loadVariants() {
    this.#variants = await get('/api/variants');
    /** @param {{ id: string, name: string }} variant */
    const option = variant => h('option', { value: variant.id }, variant.name);
    byId('create-variant').append(
      h('optgroup', { label: t('The five') }, this.#variants.slice(0, 5).map(option)),
      h('optgroup', { label: t('Others') }, this.#variants.slice(5).map(option)));
  }

  // Games that people have published are not in the list until one is asked for.
  /** @param {string} id */
  async #offer(id) {
    if (this.#variants.some(variant => variant.id === id))
      return;
    const variant = await get(`/api/variants/${encodeURIComponent(id)}`);
    this.#variants.push(variant);
    byId('create-variant').append(h('option', { value: id }, variant.name));
  }

  #wireSliders() {
    for (const id of ['base', 'increment', 'days', 'base2', 'increment2', 'days2']) {
      const [values, first, words] = SLIDERS[id.replace('2', '')];
      const slider = byId(id);
      slider.max = values.length - 1;
      slider.value = values.indexOf(first);
      const show = () => {
        byId(`${id}-words`).textContent = words(values[slider.value]);
        slider.setAttribute('aria-valuetext', words(values[slider.value]));
      };
      slider.addEventListener('input', show);
      show();
    }
  }

  /** @param {PageEvent} event */
  #onInput(event) {
    if (event.target.id === 'create-variant')
      this.#onVariant();
    if (event.target.id === 'start-number')
      byId('start-range').value = event.target.value;
    if (event.target.id === 'start-range')
      byId('start-number').value = event.target.value;
    if (event.target.id === 'rated')
      this.#hasChosenRated = true;
    if (event.target.name === 'opponent')
      this.#onOpponent();
    if (event.target.id === 'level')
      settings.set('level', Number(event.target.value));
    this.#refresh();
  }

  // A human opponent needs a clock; the computer waits forever.
  #onOpponent() {
    const isComputer = chosen('opponent') === 'computer';
    form().elements.clock.value = isComputer ? 'none' : 'live';
  }

  #onVariant() {
    const variant = this.#variant;
    for (const id of ['start-number', 'start-range'])
      byId(id).max = variant.starts;
    this.#setNumber(1 + Math.floor(Math.random() * variant.starts));
    const names = variant.start_names.filter((/** @type {string} */ name) => name !== '');
    form().querySelector('[data-named]').hidden = names.length === 0;
    byId('start-name').replaceChildren(...names.map((/** @type {string} */ name) => h('option',
      { value: name }, name)));
    if (names.length === 0 && chosen('start') === 'name')
      form().elements.start.value = 'random';
    this.#fillHandicaps(variant.handicaps ?? []);
  }

  /** @param {any} handicaps */
  #fillHandicaps(handicaps) {
    byId('handicap-field').hidden = handicaps.length === 0;
    byId('handicap').replaceChildren(h('option', { value: '' }, t('none')),
      ...handicaps.map((/** @type {{ id: string, name: string }} */ { id, name }) => h('option',
        { value: id }, HANDICAPS[id]?.[0] ?? name
        ?? id)));
    byId('handicap').onchange = () => {
      byId('handicap-squares').value = HANDICAPS[byId('handicap').value]?.[1] ?? '';
    };
  }

  /** @param {number} number */
  #setNumber(number) {
    byId('start-number').value = byId('start-range').value = number;
  }

  #roll() {
    this.#setNumber(1 + Math.floor(Math.random() * this.#variant.starts));
    this.#refresh();
  }

  /**
   * @param {any} attribute
   * @param {any} value
   */
  #show(attribute, value) {
    for (const part of form().querySelectorAll(`[data-${attribute}]`))
      part.hidden = !part.dataset[attribute].split(' ').includes(value);
  }

  #refresh() {
    const clock = chosen('clock');
    this.#show('start', chosen('start'));
    this.#show('opponent', chosen('opponent'));
    this.#show('clock', clock);
    this.#show('odds', byId('odds').checked ? clock : '');
    const level = Number(byId('level').value);
    byId('level-words').textContent = `${level}, ${LEVELS[level - 1]}`;
    byId('level').setAttribute('aria-valuetext', byId('level-words').textContent);
    const starts = this.#variant.starts;
    byId('random-note').textContent = starts === 1 ? t('This game has one start.')
      : t('One of {starts} starts; the picture is one of them.', { starts });
    byId('handicap-squares').hidden = !HANDICAPS[byId('handicap').value]?.[1];
    /** @type {{ [opponent: string]: string }} */
    const submits = { computer: t('Start the game'),
      open: t('Open it in the lobby'),
      link: t('Create the link'), named: this.#counter ? t('Propose it')
        : t('Invite') };
    byId('create-submit').textContent = submits[chosen('opponent')];
    this.#refreshRated();
    this.#draw();
  }

  // Offered where possible; checked by default for the lobby, until the user changes it.
  #refreshRated() {
    const obstacle = this.#ratedObstacle();
    const box = byId('rated');
    box.disabled = obstacle !== '';
    if (!this.#hasChosenRated || box.disabled)
      box.checked = !box.disabled && ['open', 'named'].includes(chosen('opponent'));
    byId('rated-note').textContent = obstacle
      || t('The result changes the rating of both players.');
  }

  #ratedObstacle() {
    if (accountName === null)
      return t('Only games between accounts are rated.');
    if (chosen('start') === 'fen' || this.#handicap()
      || (byId('odds').checked && chosen('clock') !== 'none'))
      return t('Rated games have a numbered start, no odds and equal clocks.');
    return '';
  }

  // Fetches the picture again only when something in it has changed.
  async #draw() {
    const start = this.#start(true);
    const setup = JSON.stringify([this.#variant.id, start]);
    if (setup === this.#drawn)
      return;
    this.#drawn = setup;
    const error = await this.#picture.show(this.#variant.id, start,
      this.#variant.is_own ? this.#variant.definition : '');
    if (this.#drawn === setup)
      byId('start-error').textContent = error;
  }

  #handicap() {
    const kind = byId('handicap-field').hidden ? '' : byId('handicap').value;
    if (kind === '')
      return null;
    return HANDICAPS[kind]?.[1] ? `${kind}:${byId('handicap-squares').value.replace(/\s+/g, '')}`
      : kind;
  }

  #start(isForPicture = false) {
    const kind = chosen('start');
    const number = Number(byId('start-number').value);
    /** @type {any} */
    const start = { number: kind === 'random' && !isForPicture ? 'random' : number };
    if (kind === 'name') {
      start.name = byId('start-name').value;
      start.number = 1;
    }
    if (kind === 'fen')
      return { fen: byId('start-fen').value.trim() };
    const handicap = this.#handicap();
    if (handicap)
      start.handicap = handicap;
    return start;
  }

  #clock(suffix = '') {
    /** @param {string} id */
    const value = id => SLIDERS[id][0][byId(id + suffix).value];
    const kind = chosen('clock');
    if (kind === 'live')
      return { kind, base_ms: value('base') * 60000, increment_ms: value('increment') * 1000 };
    if (kind === 'stock')
      return stockClock();
    return kind === 'days' ? { kind, days: value('days') } : { kind };
  }

  async #submit() {
    const kind = chosen('opponent');
    /** @type {any} */
    const setup = {
      variant: this.#variant.id,
      start: this.#start(),
      color: chosen('color'),
      opponent: kind === 'computer' ? { kind, level: Number(byId('level').value) } : { kind },
      clock: this.#clock(),
    };
    if (byId('odds').checked && (setup.clock.kind === 'live' || setup.clock.kind === 'days'))
      setup.opponent_clock = this.#clock('2');
    if (setup.clock.kind === 'days' || setup.clock.kind === 'stock')
      Object.assign(setup, { vacation: byId('vacation').checked, weekend: byId('weekend')
        .checked });
    if (kind !== 'computer')
      setup.rated = byId('rated').checked;
    if (kind === 'named') {
      delete setup.opponent;
      setup.message = byId('invite-message').value.trim();
    }
    byId('create-submit').disabled = true;
    byId('create-error').textContent = '';
    try {
      await (kind === 'named' ? this.#invite(setup) : createGame(setup));
    } catch (error) {
      byId('create-error').textContent = error.message;
      byId('create-submit').disabled = false;
    }
  }

  /** @param {any} setup */
  async #invite(setup) {
    const made = this.#counter ? await post(`/api/invitations/${this.#counter.id}/counter`, setup)
      : await post('/api/invitations', { ...setup, to: byId('invite-name').value.trim() });
    location.assign(`/invitations#${made.id}`);
  }
}
