/* The home page: a button to start a game, open offers, games in progress. */
import { follow, get, post } from '../lib/api.js';
import { CreateDialog, createGame } from './create.js';
import { byId, h, nameLink, toast } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { miniSlot, watchMinis } from '../widgets/minis.js';
import { settings } from '../lib/settings.js';
import { clockWords, colorName, otherColor, personName, playerName, restWords,
  startWords } from '../lib/format.js';

// The first game of a newcomer: smaller than Alert, and with fewer kinds of pieces.
const FIRST_GAME = 'modern', FIRST_STARTS = 24;
let number = 1 + Math.floor(Math.random() * FIRST_STARTS);
// The operator may have made some starts more likely.
const isDrawn = get(`/api/variants/${FIRST_GAME}/start?number=random&picture=yes`).then(start => {
  number = start.number;
  showHero(start);
}).catch(() => {});
const dialog = new CreateDialog();

/** @param {Game} game */
function describe(game) {
  return [game.variant_name ?? game.variant, startWords(game.start), clockWords(game.clock),
    game.rated && t('rated')]
    .filter(Boolean).join(' · ');
}

/* --- Quick start --- */

async function playComputer() {
  byId('play-computer').disabled = true;
  try {
    await isDrawn;
    await createGame({
      variant: FIRST_GAME, start: { number }, color: 'random',
      opponent: { kind: 'computer', level: Number(byId('play-level').value) },
      clock: { kind: 'none' },
    });
  } catch (error) {
    toast(error.message);
    byId('play-computer').disabled = false;
  }
}

/** @param {{ fen: string, picture: string }} start */
function showHero({ fen, picture }) {
  const slot = byId('hero-picture').querySelector('.mini');
  slot.dataset.fen = fen;
  slot.innerHTML = `<span class="apo-board">${picture}</span>`;
  watchMinis(byId('hero-picture'));
}

function wireLevel() {
  const choice = byId('play-level');
  choice.value = settings.get('level');
  choice.addEventListener('change', () => settings.set('level', Number(choice.value)));
}

function wireButtons() {
  wireLevel();
  byId('play-computer').addEventListener('click', playComputer);
  /** @param {any} [setup] */
  const open = setup => dialog.open(setup).catch(error => toast(error.message));
  byId('open-create').addEventListener('click', () => open());
  byId('create-open').addEventListener('click', () => open({ opponent: 'open' }));
  for (const button of document.querySelectorAll('[data-create]'))
    button.addEventListener('click', () => open({ variant: button.dataset.create }));
  for (const button of document.querySelectorAll('.lobby button[disabled]'))
    button.disabled = false;

  // "Play this start" on the rules pages, and "play from here" in the analysis.
  const asked = new URLSearchParams(location.search);
  if (asked.has('new'))
    open({ variant: asked.get('new'), number: Number(asked.get('start')) || undefined,
      fen: asked.get('fen') ?? undefined });
  if (asked.has('invite'))
    open({ invite: asked.get('invite') });
  if (asked.has('counter'))
    answer(asked.get('counter') ?? '').catch(error => toast(error.message));
}

// A counter-proposal to the current one.
/** @param {string} id */
async function answer(id) {
  const counter = await get(`/api/invitations/${encodeURIComponent(id)}`);
  await dialog.open({ counter, variant: counter.variant });
}

/** @param {{ waiting: any }} parts */
function showInvitations({ waiting }) {
  const count = byId('invitation-count');
  const before = Number(count.querySelector('.count-mark').textContent);
  count.querySelector('.count-mark').textContent = waiting;
  count.hidden = waiting === 0;
  if (waiting > before)
    toast(t('You are invited to a game.'));
}

/* --- Lists --- */

/** @type {Map<string, any>} */
const mine = new Map();
const MINE_MAX = 12;
const WEEK_MS = 7 * 86400000;

/** @param {Game} game */
const isMyTurn = game => game.status === 'playing' && game.turn === game.you;

// Uses the same words as apo_own_games_add(), which renders the page initially.
/** @param {Game} game */
function whenWords(game) {
  if (game.status === 'waiting')
    return t('waits for an opponent');
  if (!game.due)
    return t('no hurry');
  const left = game.due - Date.now();
  // Until both have moved once no clock runs: its days would be those until the game is cancelled.
  return game.ply < 2 && left > WEEK_MS ? t('not begun') : restWords(left);
}

/** @param {Game} game */
function mineRow(game) {
  const opponent = game.you === 'white' ? game.black : game.white;
  return h('li', {}, h('a', { href: `/game/${game.id}`, class: isMyTurn(game) ? 'is-yours' : null },
    slotOf(game),
    h('span', { class: 'who' }, playerName(opponent ?? { kind: 'open' })),
    h('span', { class: 'which' },
      `${game.variant_name ?? game.variant} · ${clockWords(game.clock)}`),
    h('span', { class: `turn${isMyTurn(game) ? ' is-yours' : ''}` }, whenWords(game))));
}

// Reuses a picture that has already been drawn.
/** @param {Game} game */
function slotOf(game) {
  return [...byId('mine-list').querySelectorAll('.mini')].find(({ dataset }) =>
    dataset.fen === (game.fen ?? '') && dataset.variant === game.variant
      && dataset.you === game.you) ?? miniSlot(game);
}

// The most urgent first, as on the page "My games".
/** @param {any} games */
function inOrder(games) {
  /** @param {Game} game */
  const isFirst = game => Number(!isMyTurn(game));
  /** @param {Game} game */
  const due = game => (isMyTurn(game) && game.due) || Infinity;
  return games.sort((/** @type {any} */ one, /** @type {any} */ other) =>
    isFirst(one) - isFirst(other) || (due(one) < due(other) ? -1
      : Number(due(one) > due(other))));
}

function showMine() {
  const games = inOrder([...mine.values()].filter(({ status }) => status === 'playing'
    || status === 'waiting'));
  byId('mine').hidden = games.length === 0;
  byId('mine-list').replaceChildren(...games.slice(0, MINE_MAX).map(mineRow));
  watchMinis(byId('mine-list'));
}

/**
 * @param {any} queue
 * @param {any} me
 */
function takeMine(queue, me) {
  mine.clear();
  for (const game of [...queue.games, ...me.games ?? []])
    mine.set(game.id, game);
  showMine();
}

/** @type {Map<string, any>} */
const open = new Map();
/** @type {Map<string, any>} */
const playing = new Map();

/** @param {Game} game */
function openRow(game) {
  /** @param {PageEvent} event */
  const join = async event => {
    event.target.disabled = true;
    try {
      const { url } = await post(`/api/games/${game.id}/join`, {});
      location.assign(url ?? `/game/${game.id}`);
    } catch (error) {
      toast(error.message);
      event.target.disabled = false;
    }
  };
  const you = game.color === 'random' ? t('either') : colorName(game.color);
  const button = game.is_yours
    ? h('a', { class: 'button', href: `/game/${game.id}` }, t('Yours'))
    : h('button', { type: 'button', class: 'button', onclick: join },
      t('Join'), h('span', { class: 'visually-hidden' }, ` ${personName(game.by)}`));
  const by = game[otherColor(game.color)] ?? { name: game.by };
  return h('tr', {}, h('td', {}, nameLink(by, playerName(by))),
    h('td', {}, game.variant_name ?? game.variant),
    h('td', {}, startWords(game.start)),
    h('td', {}, clockWords(game.clock), game.rated ? `, ${t('rated')}` : ''),
    h('td', {}, you), h('td', {}, button));
}

/** @param {Game} game */
function playingRow(game) {
  return h('li', {}, h('a', { href: `/game/${game.id}` },
    h('span', { class: 'who' },
      `${playerName(game.white, 'white')} – ${playerName(game.black, 'black')}`),
    h('span', { class: 'which' }, describe(game))));
}

function showLists() {
  byId('open-list').replaceChildren(...[...open.values()].map(openRow));
  const rows = [...playing.values()].slice(-10).map(playingRow);
  byId('playing-list').replaceChildren(...rows);
  byId('playing-none').hidden = rows.length > 0;
}

/** @param {any} lobby */
function takeLists(lobby) {
  open.clear();
  playing.clear();
  for (const game of lobby.open)
    open.set(game.id, game);
  for (const game of lobby.playing)
    playing.set(game.id, game);
  showLists();
}

function followLobby() {
  /** @param {any} action */
  const change = action => (/** @type {Game} */ game) => {
    action(game);
    showLists();
  };
  follow('/api/lobby/events', {
    load: () => Promise.all([get('/api/lobby'), get('/api/queue'), get('/api/me')]),
    /** @param {any[]} items */
    show([lobby, queue, me]) {
      takeLists(lobby);
      takeMine(queue, me);
    },
    handlers: {
      invitations: showInvitations,
      /** @param {Game} game */
      mine(game) {
        mine.set(game.id, game);
        showMine();
      },
      open: change((/** @type {Game} */ game) => open.set(game.id, game)),
      closed: change((/** @type {Game} */ game) => {
        open.delete(game.id);
        playing.delete(game.id);
      }),
      playing: change((/** @type {Game} */ game) => {
        open.delete(game.id);
        playing.set(game.id, game);
      }),
    },
  });
}

wireButtons();
watchMinis();
followLobby();
isDrawn.then(() => {
  byId('play-computer-words').textContent = t('Modern, start {number} of {count}',
    { number, count: FIRST_STARTS });
});
