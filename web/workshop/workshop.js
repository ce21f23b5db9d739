/* The workshop: a game's definition, written and tried at once. There is one model, the text:
 * whatever changes it, the library checks it, and the board shows the last game that had no
 * faults. */
import { save } from '../board/save-picture.js';
import { rulesOf } from '../lib/definitions.js';
import { accountName, byId, h, toast } from '../lib/dom.js';
import { exchangeModule } from '../lib/exchange.js';
import { dateTime, t, tn } from '../lib/i18n.js';
import { instantiate } from '../lib/wasm.js';
import { noGame, showUnreadable } from '../widgets/link-problem.js';
import { AccountDrafts } from './account-drafts.js';
import { Definition } from './definition.js';
import { Drafts, History } from './drafts.js';
import { Form } from './form.js';
import { Lab } from './lab.js';
import { Library } from './library.js';
import { readPasted } from './pasted.js';
import { knownPieces } from './pieces.js';
import { Publisher, idOf, published } from './publish.js';
import { Report } from './report.js';
import { Sharing } from './share.js';
import { StartBoard } from './start-board.js';
import { TextPane, faultList } from './text-pane.js';
import { Trial } from './trial.js';

const SMALL = [8, 8];
const TABS = ['text', 'form', 'lab', 'report'];

class Workshop {
  /** @type {Library} */
  #library;
  /** @type {TextPane} */
  #pane;
  /** @type {Trial} */
  #trial;
  /** @type {Drafts} */
  #drafts = new Drafts(localStorage, { onFail: () =>
    toast(t('This browser can keep no more drafts: download this one.')) });
  #account = accountName === null ? null : new AccountDrafts(this.#drafts, accountName, {
    flush: () => this.#flush(), onChange: () => this.#showCurrent(),
    onEnd: problem => this.#showPlace(problem) });
  #listed = ''; // what the list of drafts shows
  #history = new History('');
  /** @type {Definition} */
  #definition;
  #frame = 0; // of the check that is due
  /** @type {Form} */
  #form;
  /** @type {Lab} */
  #lab;
  /** @type {Session | null} */
  #session = null; // of the game on the board
  #startBoard = new StartBoard(rows =>
    this.#change(this.#now().with('setup', 'board', null, [rows])));
  #isPlayable = false; // the text has no faults
  /** @type {string | null} */
  #clean = null; // what the game on the board says, if it has not even warnings
  #compiled = 0; // how often a text has been compiled
  #checked = 0; // how often one has been looked at
  #tab = 'text';
  /** @type {import('./pieces.js').PieceLine[] | null} */
  #known = null;

  async open() {
    const module = await exchangeModule();
    this.#library = new Library(await instantiate(module), module);
    const help = this.#library.keys();
    this.#pane = new TextPane(help, text => this.#change(text, true));
    this.#form = new Form(byId('pane-form'), { help, read: text => this.#read(text),
      now: () => this.#now(), known: () => this.#knownPieces(),
      onChange: text => this.#change(text), onLab: letter => {
        this.#showTab('lab');
        this.#lab.choose(letter);
      } });
    this.#lab = new Lab(this.#library, text => this.#change(text));
    this.#trial = new Trial(this.#library.module);
    new Report(module, () => (this.#isPlayable ? this.#pane.text : null));
    await this.#openAddress();
    this.#wire();
    new Publisher(this.#drafts, () => ({ text: this.#pane.text,
      name: this.#now().value('game', 'name') }), name =>
      this.#change(this.#now().with('game', 'name', null, [name])));
    const sharing = new Sharing(this.#library, () => (this.#isPlayable
      ? { definition: this.#definition, session: this.#library.open(this.#pane.text) } : null));
    byId('share').addEventListener('click', () => sharing.open());
    byId('workshop').dataset.ready = 'yes';
    await this.#account?.sync();
  }

  /** What the address asks for, the draft worked on last, or a small game. */
  async #openAddress() {
    const from = new URLSearchParams(location.hash.slice(1)).get('from')
      ?? new URLSearchParams(location.search).get('from');
    const hasBegun = from !== null && await this.#beginAsked(from);
    if (!hasBegun && this.#drafts.current !== undefined)
      this.#show(this.#drafts.current.text);
    else if (!hasBegun)
      await this.#begin(`:${SMALL.join('x')}`);
    if (from !== null)
      history.replaceState(null, '', location.pathname);
  }

  /**
   * Begins a draft from the game that a link names; false, and a sentence why, if there is none.
   * @param {string} from
   */
  async #beginAsked(from) {
    const isKnown = [...byId('from').options].some(({ value }) => value !== '' && value === from);
    try {
      if (isKnown)
        await this.#begin(from);
      else if (from.startsWith('@'))
        await this.#beginPublished(from);
      else
        throw new Error(noGame(from));
      return true;
    } catch (error) {
      showUnreadable([error.status === 404 ? noGame(from) : error.message],
        [['/workshop/games', t('Games that people have made')]]);
      return false;
    }
  }

  /* --- Drafts --- */

  /**
   * Begins a draft: a game of the server, or a small one of a size (":8x8").
   * @param {string} from
   */
  async #begin(from) {
    const size = /^:(\d+)x(\d+)$/.exec(from);
    const digest = byId('from').querySelector(`option[value="${from}"]`)?.dataset.definition ?? '';
    const text = size ? this.#library.template(Number(size[1]), Number(size[2]))
      : digest === '' ? this.#library.source(from) : (await rulesOf(from, digest)).definition ?? '';
    this.#beginText(text);
    if (!size)
      this.#drafts.note({ remix: from });
  }

  /** @param {string} from "@NAME/ID" */
  async #beginPublished(from) {
    const { text, origin } = await published(from);
    this.#beginText(origin.remix === undefined ? text : this.#remixed(text));
    this.#drafts.note(origin);
  }

  /**
   * The text with another name: lists of games would show two of the same.
   * @param {string} text
   */
  #remixed(text) {
    const definition = this.#read(text), name = definition.value('game', 'name');
    return definition.with('game', 'name', null, [t('{name}, remixed', { name })]);
  }

  /** @param {string} text */
  #beginText(text) {
    this.#drafts.begin(text);
    this.#show(text);
  }

  /**
   * Shows another text; undo does not lead back to the one before.
   * @param {string} text
   */
  #show(text) {
    byId('taken').hidden = true;
    this.#history = new History(text);
    this.#pane.text = text;
    this.#check();
    if (this.#session !== null)
      this.#trial.reset();
  }

  /** Shows the draft being worked on; a small game if there is none. */
  #showCurrent() {
    const { current } = this.#drafts;
    if (current === undefined)
      this.#begin(`:${SMALL.join('x')}`);
    else if (current.text !== this.#pane.text)
      this.#show(current.text);
    else
      this.#showDrafts();
  }

  /** @param {string} problem why some drafts are not kept in the account; '': all are */
  #showPlace(problem) {
    byId('drafts-place').textContent = problem === '' ? t('Drafts are kept in your account.')
      : t('Not all drafts are kept in your account: {problem}', { problem });
  }

  #showDrafts() {
    const { current, list } = this.#drafts;
    const shown = JSON.stringify([current?.id, current?.versions.length,
      list.map(({ id, name }) => [id, name])]);
    if (shown === this.#listed)
      return;
    this.#listed = shown;
    byId('draft').replaceChildren(...list.map(({ id, name, at }) =>
      h('option', { value: id, selected: id === current?.id },
        `${name || t('Untitled')}, ${dateTime(at)}`)));
    const versions = current?.versions ?? [];
    byId('versions-field').hidden = versions.length === 0;
    byId('versions').replaceChildren(h('option', { value: '' }, t('Choose…')),
      // Two may have been kept in the same minute.
      ...versions.map(({ at }, i) => h('option', { value: i },
        `${versions.length - i}: ${dateTime(at)}`)));
  }

  /* --- Changes --- */

  /**
   * @param {string} text
   * @param {boolean} [isTyped]
   */
  #change(text, isTyped = false) {
    this.#history.add(text, isTyped);
    this.#pane.text = text;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#check());
  }

  /** Does a check that is due at once, which keeps the text in the draft. */
  #flush() {
    if (this.#frame === 0)
      return;
    cancelAnimationFrame(this.#frame);
    this.#check();
  }

  /** @param {string} text */
  #return(text) {
    this.#pane.text = text;
    this.#check();
  }

  /** Checks the text, and shows the game if it has no faults. */
  #check() {
    this.#frame = 0;
    const { text } = this.#pane, began = performance.now();
    this.#definition = this.#read(text);
    const said = withoutComments(text);
    if (said !== this.#clean)
      this.#compile(text, said);
    this.#showParts();
    this.#drafts.keep(text, this.#definition.value('game', 'name'));
    this.#account?.soon();
    this.#showDrafts();
    byId('undo').disabled = !this.#history.canUndo;
    byId('redo').disabled = !this.#history.canRedo;
    byId('workshop').dataset.ms = String(performance.now() - began);
    byId('workshop').dataset.checked = String(++this.#checked);
  }

  /**
   * @param {string} text
   * @param {string} said
   */
  #compile(text, said) {
    const faults = this.#library.check(text);
    const wrong = faults.filter(({ isWarning }) => !isWarning);
    this.#isPlayable = wrong.length === 0;
    this.#clean = faults.length === 0 ? said : null;
    if (this.#isPlayable)
      this.#play(text);
    this.#showFaults(faults, wrong.length);
    byId('workshop').dataset.compiled = String(++this.#compiled);
  }

  /** @param {string} text */
  #read(text) {
    return new Definition(text, one => this.#library.outline(one));
  }

  /** What the text says, even if its check is still due. */
  #now() {
    return this.#frame === 0 ? this.#definition : this.#read(this.#pane.text);
  }

  // Of the games in the list; those of this server alone have no source here.
  #knownPieces() {
    this.#known ??= knownPieces([...byId('from').querySelectorAll('option[data-definition=""]')]
      .map(({ value }) => this.#read(this.#library.source(value))));
    return this.#known;
  }

  /** Updates the form or the lab, which show the same as the text. */
  #showParts() {
    if (this.#tab === 'form')
      this.#form.show(this.#definition);
    if (this.#tab === 'lab')
      this.#lab.show(this.#definition);
    if (!byId('start-part').hidden && this.#session !== null)
      this.#startBoard.show(this.#session, this.#definition.value('setup', 'board'));
  }

  /** @param {string} name */
  #showTab(name) {
    this.#tab = name;
    for (const tab of TABS) {
      byId(`pane-${tab}`).hidden = tab !== name;
      byId(`tab-${tab}`).setAttribute('aria-selected', tab === name);
      byId(`tab-${tab}`).setAttribute('tabindex', tab === name ? 0 : -1);
    }
    this.#showParts();
  }

  /** @param {string} text */
  #play(text) {
    const session = this.#library.open(text);
    const { files, rows } = session.game;
    Object.assign(byId('workshop').dataset, { files, rows });
    this.#trial.take(session, text);
    this.#session = session;
  }

  /**
   * @param {import('./library.js').Fault[]} faults
   * @param {number} wrong how many of them are no warnings
   */
  #showFaults(faults, wrong) {
    this.#pane.mark(faults);
    byId('board').classList.toggle('is-stale', wrong > 0);
    byId('verdict').classList.toggle('notice-bad', wrong > 0);
    byId('verdict').textContent = wrong === 0 ? t('The game can be played.')
      : this.#session !== null ? tn('{n} fault. The board shows the game as it was before.',
        '{n} faults. The board shows the game as it was before.', wrong)
        : tn('{n} fault.', '{n} faults.', wrong);
    byId('faults').replaceChildren(...faultList(faults, fault => {
      this.#showTab('text');
      this.#pane.goTo(fault);
    }));
  }

  /* --- Fields and buttons --- */

  #wire() {
    /**
     * @param {string} id
     * @param {() => unknown} act
     */
    const click = (id, act) => byId(id).addEventListener('click', act);
    byId('from').addEventListener('change', async () => {
      await this.#begin(byId('from').value);
      byId('from').selectedIndex = 0;
    });
    byId('draft').addEventListener('change', () =>
      this.#show(this.#drafts.choose(byId('draft').value)?.text ?? ''));
    byId('versions').addEventListener('change', () => {
      const version = this.#drafts.current?.versions[Number(byId('versions').value || -1)];
      if (version !== undefined)
        this.#change(version.text);
    });
    click('undo', () => this.#return(this.#history.undo()));
    click('redo', () => this.#return(this.#history.redo()));
    click('keep-version', () => {
      this.#drafts.keepVersion();
      this.#account?.soon();
      this.#showDrafts();
    });
    click('remove-draft', () => {
      this.#drafts.remove();
      this.#account?.soon();
      this.#showCurrent();
    });
    for (const tab of TABS)
      click(`tab-${tab}`, () => this.#showTab(tab));
    document.querySelector('.workshop-tabs').addEventListener('keydown', event => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      const next = TABS[TABS.indexOf(this.#tab) + step];
      if (step === 0 || next === undefined)
        return;
      event.preventDefault();
      this.#showTab(next);
      byId(`tab-${next}`).focus();
    });
    document.querySelector('.workshop-modes').addEventListener('change', ({ target }) => {
      byId('start-part').hidden = target.value !== 'start';
      byId('play-part').hidden = target.value !== 'play';
      this.#showParts();
    });
    document.addEventListener('visibilitychange', () => this.#account?.sync());
    click('download', () => this.#download());
    click('read', () => this.#readPasted());
    byId('text').addEventListener('keydown', event => {
      const isRedo = event.key === 'y' || (event.key === 'Z' && event.shiftKey);
      if (!(event.ctrlKey || event.metaKey) || event.altKey || !(isRedo || event.key === 'z'))
        return;
      event.preventDefault();
      this.#return(isRedo ? this.#history.redo() : this.#history.undo());
    });
  }

  #readPasted() {
    byId('paste-problem').textContent = '';
    try {
      const found = readPasted(this.#library, byId('paste').value);
      if ('piece' in found) {
        this.#showTab('lab');
        this.#lab.offer(found.piece);
      } else {
        this.#beginText(found.text);
        this.#showTaken(found);
      }
      byId('paste-box').removeAttribute('open');
      byId('verdict').scrollIntoView({ block: 'center' }); // far above the field
    } catch (error) {
      byId('paste-problem').textContent = error.message;
    }
  }

  /**
   * Tells what has been read, and what of it could not be.
   * @param {import('./pasted.js').Game} game
   */
  #showTaken({ source, lost, others }) {
    /** @type {HTMLElement[]} */
    const parts = [h('p', {}, lost.length === 0 ? t('Read as {source}.', { source })
      : tn('Read as {source}, except for this, which comments in the text repeat:',
        'Read as {source}, except for these {n} things, which comments in the text repeat:',
        lost.length, { source }))];
    if (lost.length > 0)
      parts.push(h('ul', {}, ...lost.map(words => h('li', {}, words))));
    if (others.length > 0)
      parts.push(h('p', {}, t('There are other sections too: {names}. Only the first is read.',
        { names: others.join(', ') })));
    byId('taken').classList.toggle('notice-wait', lost.length > 0);
    byId('taken').replaceChildren(...parts);
    byId('taken').hidden = false;
  }

  #download() {
    const name = idOf(this.#definition.value('game', 'name')) || 'mygame';
    save(new Blob([this.#pane.text], { type: 'text/plain' }), `${name}.variant`);
  }
}

/**
 * What a text says: a letter more in a comment changes nothing, but for the lines that begin the
 * text of a base.
 * @param {string} text
 */
const withoutComments = text => text.replace(/^#base-file .*|#.*/gm,
  found => (found.startsWith('#base-file ') ? found : '#'));

new Workshop().open().catch(error => {
  byId('verdict').textContent = error.message;
  throw error;
});
