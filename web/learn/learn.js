/* The pages of lessons: the list of a game, and one lesson on the board. Everything happens in the
 * browser, with the rules module; what is finished is kept there and in the account. */
import { Board } from '../board/board.js';
import { withoutGoneRanks } from '../board/geometry.js';
import { cropped } from '../board/moves-picture.js';
import { Picker } from '../board/picker.js';
import { piecePicture } from '../board/pieces.js';
import { Tray, trayOf } from '../board/tray.js';
import { freeLooker, looker } from '../board/view.js';
import { rulesOf } from '../lib/definitions.js';
import { byId, h } from '../lib/dom.js';
import { t } from '../lib/i18n.js';
import { boardsDone, finish, isFinished, reach, takeReached } from '../lib/lesson-progress.js';
import { loadRules } from '../lib/rules.js';
import { settings } from '../lib/settings.js';
import { piecePanel } from '../widgets/piece-panel.js';
import { wireKeys } from '../widgets/stepping.js';
import { boardsOf, inOrder, lessonsOf } from './lessons.js';
import { goesOn } from './special.js';
import { DrillStage, MateStage, StepStage } from './stages.js';

const LOOK = ['pieces', 'squares', 'coordinates', 'dots', 'animation'];
const WRONG_MS = 900; // how long a wrong move stays visible
const chosenLook = () => Object.fromEntries(LOOK.map(name => [name, settings.get(name)]));

const { variant, definition, lesson: ofPage, reached } = byId('learn').dataset;
// Without a network the page of one lesson stands for all of its game.
const wanted = ofPage === '' ? '' : decodeURIComponent(location.pathname.split('/')[3]);

/** @typedef {DrillStage | MateStage | StepStage} Stage */
/** @typedef {import('./lessons.js').Lesson} Lesson */
/** `goesOn`: the board is the one before, after its reply.
 * @typedef {{ make: () => Stage, goesOn: boolean }} Maker */

class LessonPage {
  #rules;
  #session;
  #lesson;
  /** @type {Map<string, Session>} */
  #sessions = new Map(); // of games whose board a rule is shown on
  /** @type {Board} */
  #board;
  /** @type {Picker} */
  #picker;
  #trays = { top: new Tray(byId('hand-top')), bottom: new Tray(byId('hand-bottom')) };
  /** @type {Maker[]} */
  #makers; // of all boards
  #number = 0; // of the board shown, from 1
  /** @type {Stage} */
  #stage;
  #isDone = false;

  /**
   * @param {Rules} rules
   * @param {Session} session
   * @param {Lesson} lesson
   */
  constructor(rules, session, lesson) {
    this.#rules = rules;
    this.#session = session;
    this.#lesson = lesson;
    this.#makers = [...this.#steps(), ...this.#boards()];
    const frame = document.querySelector('#board .board-frame');
    frame.replaceChildren();
    this.#board = new Board(frame, {
      ...chosenLook(), geometry: session.game, tip: piecePanel(), label: lesson.title,
      /** @param {string} words */
      announce: words => { byId('spoken').textContent = words; },
      /**
       * @param {string} square
       * @param {Piece} piece
       */
      lookAt: (square, piece) => this.#lookAt(square, piece),
      /** @param {{ from: string, to: string }} tried */
      onRefuse: ({ from, to }) => this.#refuse(from, to),
    });
    this.#picker = new Picker(this.#board, { onPick: move => this.#play(move) });
    settings.onChange(() => this.#board.configure(chosenLook()));
    wireKeys({ b: () => this.#board.focus() });
    byId('hint').addEventListener('click', () => this.#hint());
    byId('again').addEventListener('click', () => this.#restart());
    byId('next').addEventListener('click', () => this.#goOn());
    byId('first').addEventListener('click', () => this.#goOn(0));
  }

  /** @param {string} game */
  #sessionOf(game) {
    if (game === variant)
      return this.#session;
    const known = this.#sessions.get(game) ?? this.#rules.open({ id: game });
    this.#sessions.set(game, known);
    return known;
  }

  /** @returns {Maker[]} */
  #steps() {
    const { special } = this.#lesson;
    if (special === undefined)
      return [];
    const [game] = special.games;
    /** @type {Session | undefined} */
    let scratch;
    const spare = () => (scratch ??= this.#rules.open({ id: game }));
    return special.steps.map(step => ({ goesOn: goesOn(step),
      make: () => new StepStage(this.#sessionOf(game), spare, step) }));
  }

  /**
   * Some pieces have no board for a task: a king cannot give mate.
   * @returns {Maker[]}
   */
  #boards() {
    const { type } = this.#lesson, session = this.#session;
    if (type === undefined)
      return [];
    return boardsOf().map(([task, seed]) => session.lesson(type.letter, task, seed))
      .filter(lesson => lesson !== null)
      .map(lesson => ({ goesOn: false, make: () => (lesson.fen === undefined
        ? new DrillStage(session, type, lesson) : new MateStage(session, lesson)) }));
  }

  /* --- one board after the other --- */

  /** Where the lesson was left, or before, where a board does not go on from another. */
  resume() {
    let index = Math.min(boardsDone(variant, this.#lesson.id), this.#makers.length - 1);
    while (index > 0 && this.#makers[index].goesOn)
      index--;
    this.#begin(Math.max(index, 0));
  }

  /** @param {number} index of the board */
  #begin(index) {
    if (index >= this.#makers.length) {
      this.#end();
      return;
    }
    const stage = this.#makers[index].make();
    this.#stage = stage;
    this.#number = index + 1;
    this.#isDone = false;
    byId('step').textContent = t('Board {n} of {count}',
      { n: this.#number, count: this.#makers.length });
    byId('first').hidden = index === 0;
    byId('task').textContent = stage.text();
    byId('next').hidden = true;
    byId('hint').disabled = byId('again').disabled = false;
    const { game } = stage.session;
    const places = stage.isAlone ? cropped(game)
      : withoutGoneRanks(game, stage.session.state().squares);
    Object.assign(byId('learn').dataset, { files: places.files, rows: places.rows });
    this.#board.setGeometry(places);
    this.#say('');
    this.#show();
  }

  #end() {
    finish(variant, this.#lesson.id);
    byId('step').textContent = '';
    byId('task').textContent = t('You have finished this lesson.');
    this.#say('');
    byId('next').hidden = byId('first').hidden = true;
    byId('hint').disabled = byId('again').disabled = true;
    byId('learn').dataset.finished = 'yes';
    const all = inOrder(lessonsOf(variant, this.#session));
    const rest = [...all.slice(all.findIndex(({ id }) => id === this.#lesson.id) + 1), ...all]
      .find(({ id }) => !isFinished(variant, id));
    byId('after').replaceChildren(
      rest === undefined ? '' : h('a', { class: 'button button-main', id: 'next-lesson',
        href: `/learn/${variant}/${rest.id}` }, t('Next lesson: {title}', { title: rest.title })),
      h('a', { class: 'button', href: `/?new=${variant}` }, t('Play it')));
    byId('after').querySelector('a').focus();
  }

  /** @param {number} [index] of the board; without: the next one */
  #goOn(index = this.#number) {
    if (index > 0 && this.#stage instanceof StepStage)
      this.#stage.goOn();
    this.#begin(index);
    this.#board.focus();
  }

  #restart() {
    this.#stage.restart();
    this.#isDone = false;
    byId('next').hidden = true;
    byId('hint').disabled = false;
    this.#say('');
    this.#show();
  }

  /* --- moves --- */

  /** @param {Move} move */
  #play(move) {
    const last = { from: move.from, to: move.to };
    const { state, say, reply } = this.#stage.play(move);
    this.#say(say, state);
    if (state === 'wrong') {
      this.#picker.setMoves([]);
      setTimeout(() => this.#show(), WRONG_MS);
      return;
    }
    this.#isDone = state === 'done';
    if (this.#isDone)
      reach(variant, this.#lesson.id, this.#number, this.#makers.length);
    byId('next').hidden = !this.#isDone;
    byId('hint').disabled = this.#isDone;
    this.#show(reply === undefined ? last : null);
    if (this.#isDone)
      byId('next').focus();
  }

  #hint() {
    const move = this.#stage.hint();
    if (move === null) {
      this.#say(t('From here it cannot be done any more. Try again from the start.'), 'wrong');
      return;
    }
    this.#board.setShapes([{ from: move.from, to: move.to, color: 'green' }]);
    this.#say(t('Hint: from {from} to {to}.', { from: move.from, to: move.to }));
  }

  /**
   * @param {string} words
   * @param {string} [state]
   */
  #say(words, state = 'more') {
    const status = byId('status');
    status.textContent = words;
    status.classList.toggle('notice-good', state === 'done');
    status.classList.toggle('notice-bad', state === 'wrong');
  }

  /** @param {LastMove | null} [lastMove] */
  #show(lastMove = null) {
    const stage = this.#stage, { session } = stage;
    this.#board.setShapes([]);
    this.#board.set({ ...stage.view(), lastMove });
    const { reserveOrder: order, rules } = session.game;
    this.#picker.setMoves(this.#isDone ? [] : stage.moves(), { color: 'white',
      types: session.types(), order,
      reserve: rules.includes('reserve') && !stage.isAlone ? session.state().reserve.white
        : null });
    for (const id of ['hand-top', 'hand-bottom'])
      byId(id).hidden = stage.isAlone;
    if (stage.isAlone)
      return;
    this.#trays.bottom.set(trayOf(session, 'white'));
    this.#trays.top.set(trayOf(session, 'black'));
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #refuse(from, to) {
    const words = this.#isDone ? '' : this.#stage.refusal(from, to);
    if (words !== '')
      this.#say(words, 'wrong');
  }

  /**
   * @param {string} square
   * @param {Piece} piece
   */
  #lookAt(square, piece) {
    const stage = this.#stage;
    if (!(stage instanceof DrillStage))
      return looker(stage.session)(square, piece);
    return piece.letter === '★' ? null
      : freeLooker(stage.session, () => stage.standing())(square, piece);
  }
}

/* --- the list of lessons --- */

/** @param {Lesson} lesson */
function card({ id, title, type }) {
  const isDone = isFinished(variant, id);
  const isBegun = !isDone && boardsDone(variant, id) > 0;
  const words = isDone ? t('finished') : isBegun ? t('begun') : '';
  return h('li', {}, h('a', { href: `/learn/${variant}/${id}`, class: 'lesson-card',
    'data-lesson': id, 'data-finished': isDone ? 'yes' : null },
  type === undefined ? null : piecePicture({ ...type, color: 'white' }, settings.get('pieces')),
  h('span', {}, title), words === '' ? null
    : h('span', { class: isDone ? 'lesson-done' : 'lesson-begun' }, words)));
}

/** @param {Session} session */
function showList(session) {
  const { rules, pieces } = lessonsOf(variant, session);
  byId('rule-lessons').replaceChildren(...rules.map(card));
  byId('rules-title').hidden = rules.length === 0;
  const first = pieces.filter(({ special }) => special !== undefined);
  byId('piece-lessons').replaceChildren(...[...first, ...pieces.filter(lesson =>
    !first.includes(lesson))].map(card));
}

async function start() {
  takeReached(reached);
  const rules = await loadRules(definition ? '' : variant, 'lessons');
  const session = rules.open(await rulesOf(variant, definition));
  if (wanted === '') {
    showList(session);
    const missing = new URLSearchParams(location.hash.slice(1)).get('missing');
    if (missing !== null)
      byId('status').textContent = t('There is no lesson "{name}" here; these are the lessons of '
        + 'this game.', { name: missing });
    return;
  }
  const lesson = inOrder(lessonsOf(variant, session)).find(({ id }) => id === wanted);
  if (lesson === undefined) {
    location.replace(`/learn/${variant}#${new URLSearchParams({ missing: wanted })}`);
    return;
  }
  byId('lesson-title').textContent = lesson.title;
  document.title = `${lesson.title} · Apothecary`;
  new LessonPage(rules, session, lesson).resume();
}

start().catch(error => {
  byId('status').textContent = error.message;
  throw error;
});
