/* Talk in a game. The players have a room, and the spectators another one, which players can read
 * only after the game. */
import { get, post } from '../lib/api.js';
import { byId, h, toast } from '../lib/dom.js';
import { t, tn } from '../lib/i18n.js';
import { MoveComments, linkTo, nameOf, reportLink, shownPly } from './comments.js';

const PATIENCE_MS = 20000;
const SHOWN_MAX = 300;

/** @typedef {{ id: number, at: number, by: string, is_account: boolean, side?: string,
 * text: string, preset?: string, ply?: number, is_yours: boolean }} Message */

export class Chat {
  #root = byId('chat');
  #id = '';
  #room = '';
  #isOver = false;
  #isPlayer = false;
  #isHushed = false;
  #isAsked = false; // for the messages, once or more
  #unread = 0;
  /** @type {Map<number, Message>} */
  #messages = new Map();
  /** @type {Map<string, string>} */
  #presets = new Map();
  #loading = Promise.resolve();
  /** @type {MoveComments} */
  #comments;

  /** @param {PageElement} game */
  constructor(game) {
    this.#id = game.dataset.id ?? '';
    this.#comments = new MoveComments(this.#id, () => this.#offerMove());
    game.addEventListener('told', event => this.#hear(/** @type {any} */ (event).detail));
    this.#root.hidden = false;
    this.#root.addEventListener('toggle', () => this.#onToggle());
    byId('chat-form').addEventListener('submit', event => {
      event.preventDefault();
      this.#say();
    });
    byId('chat-preset').addEventListener('change', () => this.#sayPreset());
    byId('chat-hush').addEventListener('change', () => this.#hush());
    byId('chat-other-room').addEventListener('click', () => this.#changeRoom());
  }

  /** @param {{ name: string, data: any, game: Game }} event */
  #hear({ name, data, game }) {
    if (name === 'game') {
      const wasOver = this.#isOver;
      this.#isOver = game.status === 'finished' || game.status === 'cancelled';
      this.#isPlayer = game.you === 'white' || game.you === 'black';
      // The first load is that of the stream: it has to come after the stream opens anyway.
      if (this.#room && wasOver !== this.#isOver)
        this.#load();
      this.#room ||= this.#isPlayer ? 'players' : 'spectators';
    } else if (name === 'end') {
      this.#isOver = true;
      this.#load();
    } else if (name === 'stream' && (data || !this.#isAsked)) {
      this.#load();
    } else if (name === 'crowd') {
      byId('chat-crowd').textContent = data.spectators > 0
        ? tn('{n} spectator', '{n} spectators', data.spectators) : '';
    } else if (name === 'chat' && data.room === this.#room) {
      this.#take(data.message);
    }
  }

  // Loads the room; a second call waits for the first.
  #load() {
    this.#isAsked = true;
    this.#loading = this.#loading.then(() => this.#loadNow()).catch(() => {
      /* The stream loads it again when it reopens. */
    });
  }

  async #loadNow() {
    const room = this.#room;
    const { messages, may_write: mayWrite, why, presets } = await
    get(`/api/games/${this.#id}/chat?room=${room}`);
    if (room !== this.#room)
      return;
    this.#presets = new Map(presets.map((/** @type {{ id: string, text: string }} */ one) =>
      [one.id, one.text]));
    this.#messages = new Map(messages.map((/** @type {Message} */ one) => [one.id, one]));
    byId('chat-form').hidden = !mayWrite;
    byId('chat-why').hidden = mayWrite;
    byId('chat-why').textContent = why;
    byId('chat-preset').replaceChildren(h('option', { value: '' }, t('Ready-made…')),
      ...[...this.#presets].map(([id, text]) => h('option', { value: id }, text)));
    const canChange = this.#isPlayer && this.#isOver;
    byId('chat-other-room').hidden = !canChange;
    byId('chat-other-room').textContent = room === 'players' ? t('What spectators wrote')
      : t('What the players wrote');
    this.#show();
  }

  #changeRoom() {
    this.#room = this.#room === 'players' ? 'spectators' : 'players';
    this.#load();
  }

  // Offers to make the next message about the move on the board.
  #offerMove() {
    const ply = shownPly();
    byId('chat-about').hidden = ply === 0;
    byId('chat-about-move').textContent = ply > 0 ? t('about {move}', { move: nameOf(ply) }) : '';
  }

  // The stream and the answer to one's own request bring the same message in any order.
  /** @param {Message} message */
  #take(message) {
    const known = this.#messages.get(message.id);
    if (known && (known.is_yours || !message.is_yours))
      return;
    const text = message.preset ? this.#presets.get(message.preset) ?? message.text : message.text;
    this.#messages.set(message.id, { ...message, text });
    if (!known && !message.is_yours && !this.#isHushed && !this.#root.open)
      this.#unread++;
    this.#show();
  }

  #onToggle() {
    if (this.#root.open)
      this.#unread = 0;
    this.#show();
  }

  #hush() {
    this.#isHushed = byId('chat-hush').checked;
    this.#show();
  }

  async #say() {
    const field = byId('chat-text');
    const text = field.value.trim();
    if (!text)
      return;
    field.value = '';
    if (!await this.#post({ text }))
      field.value = text;
  }

  #sayPreset() {
    const { value } = byId('chat-preset');
    byId('chat-preset').value = '';
    if (value)
      this.#post({ preset: value });
  }

  /** @param {object} body */
  async #post(body) {
    try {
      const ply = byId('chat-on-move').checked ? shownPly() : 0;
      this.#take(await post(`/api/games/${this.#id}/chat`, { room: this.#room, ...body,
        ...ply > 0 && { ply } }, { patienceMs: PATIENCE_MS }));
      byId('chat-on-move').checked = false;
      return true;
    } catch (error) {
      toast(error.message);
      return false;
    }
  }

  #show() {
    const list = byId('chat-list');
    const isAtEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 8;
    const shown = [...this.#messages.values()].sort((a, b) => a.id - b.id).slice(-SHOWN_MAX)
      .filter(one => !this.#isHushed || one.is_yours);
    list.replaceChildren(...shown.map(one => this.#line(one)));
    this.#comments.show(shown);
    byId('chat-unread').hidden = this.#unread === 0;
    byId('chat-unread').textContent = String(this.#unread);
    if (isAtEnd)
      list.scrollTop = list.scrollHeight;
  }

  /** @param {Message} one */
  #line(one) {
    const name = encodeURIComponent(one.by);
    return h('p', { class: one.is_yours ? 'is-yours' : '' },
      h('span', { class: 'chat-name' }, one.is_account
        ? h('a', { class: 'person', href: `/@/${name}` }, h('bdi', {}, one.by))
        : h('bdi', {}, one.by)),
      one.ply ? linkTo(one.ply) : '',
      h('bdi', {}, one.text),
      reportLink(this.#id, one));
  }
}
