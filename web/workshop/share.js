/* Sharing a game: an article on it with pictures, to read, to copy and to download, and its
 * definition in the formats of other programs. */
import { drawMini } from '../board/mini.js';
import { withCoordinates } from '../board/mini-coordinates.js';
import { movesPicture } from '../board/moves-picture.js';
import { save, selfContained } from '../board/save-picture.js';
import { byId, copyText, h, openDialog } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { moveSentence } from '../lib/move-words.js';
import { pieceName } from '../lib/piece-name.js';
import { settings } from '../lib/settings.js';
import { articleOf, markdownOf } from './article.js';
import { FORMS } from './library.js';
import { idOf } from './publish.js';

const STYLE = 'body{max-width:45rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 sans-serif}'
  + 'table{border-collapse:collapse}th,td{padding:.3rem .6rem;text-align:start;'
  + 'border-bottom:1px solid}svg{width:9rem}.article-start svg{width:24rem;max-width:100%}';
/** The extension of the file's name, for each form. */
const ENDS = { page: 'html', markdown: 'md', diagram: 'txt', fairy: 'ini', xboard: 'txt',
  zrf: 'zrf', sjaak: 'txt', site: 'html', picture: 'svg', pieces: 'html' };

/** @typedef {keyof typeof ENDS} Form */

/** What makes diagrams of such blocks there; it may be on a page twice. Its name and its folder
 * are known, but we have not seen it at this address: the note helps if it is not there. */
const DIAGRAM_SCRIPT = '/membergraphics/MSinteractive-diagrams/betza.js';
const SCRIPT_NOTE = 'If the diagram stays a text, replace the next line by the one that the '
  + "site's own page about Interactive Diagrams gives";

/** The boxes of the form of chessvariants.com, as they are called there. */
const BOXES = ['Introduction', 'Setup', 'Pieces', 'Rules'];

/**
 * What belongs into each box of that form, which has the title and the headings itself.
 * @param {Element} page
 */
function inBoxes(page) {
  /** @type {string[][]} */
  const parts = [[]];
  for (const node of page.children) {
    if (node.matches('h2'))
      parts.push([]);
    else if (!node.matches('h1'))
      parts.at(-1)?.push(`${node.matches('script') ? `<!-- ${SCRIPT_NOTE} -->\n` : ''
      }${node.outerHTML}`);
  }
  return BOXES.map((box, i) => `<!-- ${box} -->\n${(parts[i] ?? []).join('\n')}\n`).join('\n');
}

export class Sharing {
  #library;
  #game;
  #text = '';
  /** @type {Promise<void>} */
  #shown = Promise.resolve();

  /**
   * `game()` gives the definition and a session at its start; null: it has faults.
   * @param {import('./library.js').Library} library
   * @param {() => { definition: import('./definition.js').Definition, session: Session } | null}
   *   game
   */
  constructor(library, game) {
    this.#library = library;
    this.#game = game;
    byId('share-form').addEventListener('change', () => this.#show());
    byId('share-copy').addEventListener('click', () => copyText(this.#text));
    byId('share-download').addEventListener('click', () => this.#download());
  }

  async open() {
    openDialog(byId('share-dialog'));
    await this.#show();
  }

  get #form() {
    return /** @type {Form} */ (byId('share-form').value);
  }

  /** Shows the chosen form once the previous one is done: drawing a page takes a while. */
  #show() {
    this.#shown = this.#shown.catch(() => {}).then(() => this.#showNow());
    return this.#shown;
  }

  async #showNow() {
    const form = this.#form, game = this.#game();
    const tools = [byId('share-copy'), byId('share-download')];
    byId('share-page').replaceChildren();
    byId('share-text').hidden = ['page', 'picture', 'pieces'].includes(form) || game === null;
    this.#showLost([]);
    byId('share-problem').textContent = game === null ? t('Fix the faults first.') : '';
    for (const button of tools)
      button.disabled = true;
    if (game === null)
      return;
    const { text, lost } = await this.#write(form, game);
    this.#text = text;
    byId('share-text').value = text;
    this.#showLost(lost);
    for (const button of tools)
      button.disabled = false;
  }

  /**
   * Tells what another program cannot be told.
   * @param {string[]} lost
   */
  #showLost(lost) {
    byId('share-lost').textContent = lost.length === 0 ? ''
      : t('This would be another game there, for these reasons:');
    byId('share-reasons').replaceChildren(...lost.map(words => h('li', {}, words)));
  }

  /**
   * The text of a form, and what is lost; what is read as a page is shown too.
   * @param {Form} form
   * @param {{ definition: import('./definition.js').Definition, session: Session }} game
   * @returns {Promise<{ text: string, lost: string[] }>}
   */
  async #write(form, { definition, session }) {
    if (FORMS.includes(form))
      return this.#library.export(definition.text, form);
    const article = articleOf(definition, session.types().map(type => ({ ...type,
      name: pieceName(type), words: moveSentence(session, type) })), this.#library.keys());
    if (form === 'markdown')
      return { text: markdownOf(article), lost: [] };
    const page = this.#draw(article, session);
    byId('share-page').append(page);
    for (const picture of page.querySelectorAll('svg'))
      picture.replaceWith(await selfContained(/** @type {any} */ (picture)));
    if (form !== 'site')
      return { text: this.#pageText(form, page, article.title), lost: [] };
    byId('share-page').replaceChildren();
    const { text, lost } = this.#library.export(definition.text, 'diagram');
    page.querySelector('.article-start').replaceWith(h('div', { class: 'idiagram' }, `\n${text}`),
      h('script', { src: DIAGRAM_SCRIPT }));
    return { text: inBoxes(page), lost };
  }

  /**
   * The text of the page as it is shown, or of the part of it that is left to be shown.
   * @param {Form} form
   * @param {Element} page
   * @param {string} title
   */
  #pageText(form, page, title) {
    if (form === 'picture') {
      byId('share-page').replaceChildren(page.querySelector('.article-start'));
      return byId('share-page').querySelector('svg').outerHTML;
    }
    if (form === 'pieces') {
      byId('share-page').replaceChildren(page.querySelector('table'));
      return byId('share-page').innerHTML;
    }
    return `<!doctype html>\n<meta charset="utf-8">\n${h('title', {}, title).outerHTML
    }\n<style>${STYLE}</style>\n${page.outerHTML}\n`;
  }

  /**
   * @param {import('./article.js').Article} article
   * @param {Session} session
   */
  #draw({ title, inventor, board, pieces, rules }, session) {
    const set = settings.get('pieces') === 'letters' ? 'drawn' : settings.get('pieces');
    const types = session.types(), pieceAt = session.state().pieces;
    return h('article', { class: 'prose' }, h('h1', {}, title),
      inventor === '' ? null : h('p', {}, t('Invented by {name}.', { name: inventor })),
      h('h2', {}, t('Board and start')), h('p', {}, board),
      h('div', { class: 'article-start apo-board', role: 'img', 'aria-label': t('Start position') },
        withCoordinates(drawMini(session.game, pieceAt, { set }), session.game, pieceAt)),
      h('h2', {}, t('Pieces')),
      h('table', {}, h('thead', {}, h('tr', {}, ...[t('letter'), t('piece'), t('moves'), ''].map(
        words => h(words === '' ? 'td' : 'th', {}, words)))),
      h('tbody', {}, ...pieces.map(({ letter, name, words }, i) => h('tr', {},
        h('th', { scope: 'row' }, letter), h('td', {}, name), h('td', {}, words),
        h('td', {}, h('div', { class: 'apo-board' },
          movesPicture(session, types[i], { set }))))))),
      ...rules.length === 0 ? [] : [h('h2', {}, t('Special rules'))],
      ...rules.flatMap(({ name, words, keys }) => [
        h('p', {}, h('strong', {}, `${name}.`), ` ${words}`),
        h('ul', {}, ...keys.map(key => h('li', {}, h('code', {}, `${key.name} = ${key.value}`),
          `: ${key.words}`)))]));
  }

  #download() {
    const name = this.#game()?.definition.value('game', 'name') ?? '';
    save(new Blob([this.#text], { type: 'text/plain' }),
      `${idOf(name) || 'mygame'}.${ENDS[this.#form]}`);
  }
}
