// usage: node workshop.test.mjs APOTHECARY [--only WORD]
// The workshop: a game is written or clicked together, its faults are shown in place, it can be
// played at once, and it is kept.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PHONE, TABLET, finish, person, seriousFindings, shot } from './support/world.mjs';
import { square } from './support/play.mjs';
import { restyledBy } from './support/trace.mjs';
import { compile, instantiate } from '../../web/lib/wasm.js';
import { Library } from '../../web/workshop/library.js';
import { more, run, test } from './suite.mjs';

const ready = page => page.waitForSelector('#workshop[data-ready]');
const verdict = (page, words) => page.waitForFunction(
  text => document.getElementById('verdict').textContent.includes(text), words);
const piece = (page, name, words) =>
  page.waitForSelector(`#board [data-square="${name}"][aria-label*="${words}"]`);

async function opened(options, address = '/workshop') {
  const somebody = await person(options);
  await somebody.page.goto(address);
  await ready(somebody.page);
  return somebody;
}

/** Writes the whole text anew. */
async function write(page, text) {
  await page.fill('#text', text);
}

const edit = async (page, from, to) => write(page,
  (await page.inputValue('#text')).replace(from, to));

test('faults are told where they are, and the last good board stays', async () => {
  const { page, close } = await opened();
  await verdict(page, 'The game can be played.');
  await piece(page, 'b1', 'knight');
  await edit(page, /^N = .*$/m, 'N = hopper, A, points 2');
  await piece(page, 'b1', 'hopper');
  // The tablet of a piece without a drawing follows its moves.
  const tablet = () => page.getAttribute('.apo-piece[data-look^="white hopper"] .solid', 'd');
  const before = await tablet();
  await edit(page, 'hopper, A', 'hopper, D');
  await page.waitForFunction(old => document.querySelector(
    '.apo-piece[data-look^="white hopper"] .solid').getAttribute('d') !== old, before);
  await edit(page, 'repetition =', 'repetiton =');
  await verdict(page, '1 fault');
  assert.match(await page.innerText('#faults'), /did you mean "repetition"/);
  assert.equal(await page.locator('#board.is-stale').count(), 1);
  await piece(page, 'b1', 'hopper');
  assert.equal(await page.textContent('#marks mark'), 'repetiton');
  await page.click('#faults button');
  assert.equal(await page.evaluate(() => {
    const { value, selectionStart, selectionEnd } = document.getElementById('text');
    return value.slice(selectionStart, selectionEnd);
  }), 'repetiton');
  await shot(page, 'workshop-fault');
  await page.click('#undo');
  await verdict(page, 'The game can be played.');
  assert.equal(await page.locator('#board.is-stale').count(), 0);
  await close();
});

test('a game is played against the engine while its rules change', async () => {
  const { page, close } = await opened({}, '/workshop#from=chess');
  await piece(page, 'e2', 'pawn');
  await page.selectOption('#computer', 'black');
  await page.fill('#level', '1');
  await square(page, 'e2').click();
  await square(page, 'e4').click();
  await page.waitForFunction(() => document.querySelectorAll('#moves .move').length >= 2);
  await edit(page, /^N = .*$/m, 'N = hopper, A, points 2');
  await piece(page, 'e4', 'pawn');
  await page.click('#take-back');
  await piece(page, 'e2', 'pawn');
  await page.selectOption('#computer', 'both');
  await page.waitForFunction(() => document.querySelectorAll('#moves .move').length >= 4);
  await page.selectOption('#computer', '');
  await shot(page, 'workshop-play');
  await close();
});

test('a person without a shell makes a game, plays it, and finds it again', async () => {
  const { page, close } = await opened();
  await page.click('#tab-form');
  await page.fill('[data-field="game name"]', 'Hoppers');
  await page.press('[data-field="game name"]', 'Enter');
  await page.waitForFunction(() => document.getElementById('draft').textContent
    .includes('Hoppers'));
  // A new piece: a knight's leap to move, a king's step to capture.
  await page.click('#tab-lab');
  await page.selectOption('#lab-piece', '');
  await page.click('#pane-lab >> text=to move only');
  await page.click('#lab-board [data-x="1"][data-y="2"]');
  await page.click('#pane-lab >> text=to capture only');
  await page.click('#lab-board [data-x="0"][data-y="1"]');
  await page.click('#lab-board [data-x="1"][data-y="1"]');
  assert.equal(await page.inputValue('#lab-moves'), 'mNcWcF');
  assert.match(await page.innerText('#lab-words'), /only to capture/);
  // The piece itself stands in the middle; it has no name yet.
  assert.equal(await page.textContent('#lab-board .lab-here'), '?');
  await shot(page, 'workshop-lab');
  await page.fill('#lab-name', 'hopper');
  assert.equal(await page.textContent('#lab-board .lab-here'), 'H');
  await page.click('#lab-add');
  await verdict(page, 'The game can be played.');
  // It stands for the knights; the other side is the same.
  await page.click('text=Set up the start');
  await page.click('#start-tools [value=H]');
  for (const name of ['b1', 'g1'])
    await page.click(`#start-board [data-square="${name}"]`);
  await page.waitForSelector('#start-board [data-square="g8"][aria-label*=hopper]');
  await shot(page, 'workshop-start');
  await page.click('.workshop-modes >> text=Play');
  await piece(page, 'b8', 'hopper');
  await page.click('#tab-form');
  await page.click('[data-part=outcome] summary');
  await page.selectOption('[data-field="outcome stalemate"]', 'loss');
  await page.click('#tab-text');
  assert.match(await page.inputValue('#text'), /^H = hopper, mNcWcF$/m);
  assert.match(await page.inputValue('#text'), /^stalemate = loss$/m);
  assert.match(await page.inputValue('#text'), /^# /m);
  await page.selectOption('#computer', 'black');
  await square(page, 'b1').click();
  await square(page, 'c3').click();
  await page.waitForFunction(() => document.querySelectorAll('#moves .move').length >= 2);
  await page.reload();
  await ready(page);
  await piece(page, 'b1', 'hopper');
  assert.match(await page.textContent('#draft'), /Hoppers/);
  await close();
});

test('the form changes the board, the rules and the pieces', async () => {
  const { page, close } = await opened({}, '/workshop#from=chess');
  await page.click('#tab-form');
  await page.fill('[data-field="board files"]', '10');
  await page.press('[data-field="board files"]', 'Enter');
  await page.waitForSelector('#board [data-square="j1"]');
  await verdict(page, 'The game can be played.');
  await page.fill('[data-field="board ranks"]', '9');
  await page.press('[data-field="board ranks"]', 'Enter');
  await page.waitForSelector('#board [data-square="a9"][aria-label*=rook]');
  await verdict(page, 'The game can be played.');
  await page.click('[data-part=castling] summary');
  await page.uncheck('[data-field="on castling"]');
  await page.waitForFunction(() => !document.getElementById('text').value.includes('[castling]'));
  await page.click('[data-letter=Q] .button-danger');
  await page.waitForFunction(() => document.getElementById('verdict').textContent
    .includes('fault'));
  assert.match(await page.innerText('#faults'), /"Q"/);
  await shot(page, 'workshop-form');
  await page.click('#faults button');
  assert.equal(await page.isVisible('#text'), true);
  await page.click('#tab-form');
  await page.click('#undo');
  await verdict(page, 'The game can be played.');
  await page.click('[data-part=known] summary');
  await page.click('.form-palette >> text=archbishop');
  await page.waitForSelector('[data-letter=A] input[value=archbishop]');
  assert.deepEqual(await seriousFindings(page), []);
  await close();
});

more('the form has a field for every key, and boards and groups of other starts', async () => {
  const { page, close } = await opened({}, '/workshop#from=chess');
  const field = name => page.locator(`[data-field="${name}"]`);
  const text = () => page.inputValue('#text');
  await verdict(page, 'The game can be played.');
  await page.click('#tab-form');
  await field('start new').fill('Two Queens');
  await page.click('div:has(> [data-field="start new"]) button');
  await page.waitForSelector('[data-part="start two-queens"]');
  assert.match(await text(), /\[start two-queens\]\nboard =\n {4}rnbqkbnr/);
  const board = field('start two-queens board');
  await board.fill((await board.inputValue()).replace('RNBQKBNR', 'RQBQKBNR'));
  await board.blur();
  await page.selectOption('[data-field="start two-queens black-first"]', 'yes');
  await verdict(page, 'The game can be played.');
  assert.match(await text(), / {4}RQBQKBNR\nblack-first = yes/);
  await page.click('[data-part=starts] summary');
  await field('on starts').check();
  await field('starts group').fill('b1 c1 : NB BN');
  await field('starts group').blur();
  // The second board does not show the first order of the group.
  await verdict(page, 'fault');
  await field('on start two-queens').click();
  await verdict(page, 'The game can be played.');
  assert.ok(!(await text()).includes('two-queens'));
  await field('piece N picture').fill('unicorn');
  await field('piece N picture').blur();
  await field('piece N class').fill('minor');
  await field('piece N class').blur();
  assert.match(await text(), /^N = knight, N,.* class minor$/m);
  await page.waitForSelector('[data-letter=N] use[href$="#w-unicorn"]');
  // Two fields may change before the form is drawn anew.
  await page.evaluate(() => {
    for (const [name, value] of [['piece B name', 'runner'], ['piece B moves', 'BW'],
      ['game inventor', 'Ada']]) {
      const one = document.querySelector(`[data-field="${name}"]`);
      one.value = value;
      one.dispatchEvent(new Event('change', { bubbles: true }));
    }
  });
  assert.match(await text(), /^B = runner, BW,/m);
  assert.match(await text(), /^inventor = Ada$/m);
  // The start of a base is left out, too.
  await page.selectOption('#from', 'chess');
  await page.click('#tab-text');
  await write(page, '[game]\nname = Mine\nbase = opulent\n');
  await page.click('#tab-form');
  await page.click('[data-part="start chessv"] summary');
  await field('on start chessv').click();
  await page.waitForSelector('[data-part="start chessv"]', { state: 'detached' });
  await verdict(page, 'The game can be played.');
  assert.equal(await text(), '[game]\nname = Mine\nbase = opulent\nwithout = start-chessv\n');
  // With all sections, there is a field for all keys but those of built-in games alone.
  const help = new Library(await instantiate(await compile(
    readFileSync('build-web/workshop.wasm')))).keys();
  const names = help.map(({ name }) => (name === 'start' ? 'start other' : name));
  await shot(page, 'workshop-form-starts');
  await page.click('#tab-text');
  await write(page, names.map(name => `[${name}]\n`).join(''));
  await page.click('#tab-form');
  await page.waitForSelector('[data-part="start other"]');
  const there = new Set(await page.locator('[data-field]').evaluateAll(list =>
    list.map(({ dataset }) => dataset.field)));
  const missing = help.flatMap(({ name, keys }) => (name === 'pieces' ? [] : keys.map(key =>
    `${name === 'start' ? 'start other' : name} ${key.name}${key.isIndexed ? ' new' : ''}`)))
    .filter(name => !there.has(name));
  assert.deepEqual(missing, ['game names', 'game names-with-fen']);
  await close();
});

more('each game of the program opens in the form, which writes nothing by itself', async () => {
  const { page, close } = await opened();
  await page.click('#tab-form');
  const ids = await page.locator('#from option[data-definition=""]').evaluateAll(
    list => list.map(({ value }) => value));
  assert.ok(ids.length > 130);
  for (const id of ids) {
    const said = id === 'tenjiku' ? '1 fault' : 'The game can be played.';
    await page.selectOption('#from', id);
    await verdict(page, said);
    // Writing into each field what it already says changes nothing in the text's meaning.
    const { before, after, count } = await page.evaluate(async () => {
      const text = document.getElementById('text'), old = text.value;
      const names = [...document.querySelectorAll('#pane-form [data-field]')]
        .map(({ dataset }) => dataset.field).filter(name => !/^on |new$/.test(name));
      for (const name of names)
        document.querySelector(`#pane-form [data-field="${CSS.escape(name)}"]`)
          .dispatchEvent(new Event('change', { bubbles: true }));
      await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      return { before: old, after: text.value, count: names.length };
    });
    assert.ok(count > 12, id);
    assert.equal(after, before, id);
    await verdict(page, said);
  }
  await close();
});

more('a report grows with every game, and a pasted word is a piece', async () => {
  const { page, close } = await opened();
  await page.click('#tab-report');
  await page.click('#report-start');
  await page.waitForSelector('#report-pieces tbody tr');
  await page.waitForFunction(() => document.getElementById('report-games').children.length > 0);
  await page.click('#report-start');
  assert.match(await page.innerText('#report-games'), /White scores/);
  assert.match(await page.innerText('#report-pieces'), /Q: queen/);
  // Names of pieces and the label of the versions stand on one line.
  await page.click('#keep-version');
  await page.waitForSelector('#versions-field:not([hidden])');
  const lines = await page.locator('#report-pieces tbody th, label[for="versions"]')
    .evaluateAll(all => all.map(one => {
      const range = document.createRange();
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    }));
  assert.deepEqual([...new Set(lines)], [1]);
  // Another version, of the same minute perhaps, and back to the first.
  await shot(page, 'workshop-report');
  await page.click('#tab-text');
  const first = await page.inputValue('#text');
  await edit(page, /^name = .*$/m, 'name = Another');
  await page.click('#keep-version');
  await page.waitForFunction(() => document.getElementById('versions').length === 3);
  const kept = await page.locator('#versions option').allInnerTexts();
  assert.equal(new Set(kept).size, 3, kept.join());
  await page.selectOption('#versions', kept[2]);
  assert.equal(await page.inputValue('#text'), first);
  await page.click('#paste-box summary');
  await page.fill('#paste', 'mNcW');
  await page.click('#read');
  await page.waitForSelector('#lab-board [data-x="1"][data-y="2"][data-mark=move]');
  await page.waitForSelector('#lab-board [data-x="0"][data-y="1"][data-mark=capture]');
  assert.deepEqual(await seriousFindings(page), []);
  await close();
});

test('whatever is pasted begins a game, or says why it does not', async () => {
  const { page, close } = await opened();
  const paste = async text => {
    await page.evaluate(() => document.getElementById('paste-box').setAttribute('open', ''));
    await page.fill('#paste', text);
    await page.click('#read');
  };
  await paste('[mine:chess]\ncustomPiece1 = a:mQcN\nwallingRule = duck\n'
    + 'startFen = rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1\n[more:mine]\n');
  await piece(page, 'd1', 'custom');
  await verdict(page, 'The game can be played.');
  assert.match(await page.innerText('#taken'),
    /^Read as the section mine of a variants.ini, except for this/);
  assert.match(await page.innerText('#taken li'), /^wallingRule: walls/);
  assert.match(await page.innerText('#taken'), /other sections too: more/);
  // It can be seen although the page was scrolled down to the field.
  assert.ok(await page.evaluate(() => document.getElementById('taken').getBoundingClientRect().top)
    >= 0);
  await shot(page, 'workshop-taken');
  assert.deepEqual(await seriousFindings(page), []);
  await paste('files=8\nranks=8\nknight:N:::b1,b8\nking:K:K:king:e1,,e8\n');
  await piece(page, 'b8', 'knight');
  assert.match(await page.innerText('#taken'), /^Read as an Interactive Diagram\.$/);
  await paste('Variant: Corner\nBoard: 4x4\nFEN: "k3/4/4/3K w - - 0 1"\n'
    + 'Piece: King\nMove: leap (0,1)|(1,1)\nSymbol: "K", "K,k"\nFlags: royal\n');
  await piece(page, 'a4', 'king');
  assert.match(await page.innerText('#taken'), /^Read as the variant Corner of a file of Sjaak II/);
  await paste('(version "2.0")');
  assert.match(await page.innerText('#paste-problem'), /it has no \(game/);
  await paste('hello world');
  assert.match(await page.innerText('#paste-problem'), /neither a definition nor moves/);
  await paste('[game]\nname = Pasted\nbase = chess\n');
  await page.waitForFunction(() => document.getElementById('draft').textContent
    .includes('Pasted'));
  await page.selectOption('#from', 'alert');
  await piece(page, 'a1', 'cannon');
  assert.equal(await page.isHidden('#taken'), true);
  await page.selectOption('#from', ':10x10');
  await page.waitForSelector('#board [data-square="j10"]');
  await verdict(page, 'The game can be played.');
  await close();
});

// How much of the page changes when a letter without a meaning is typed: nearly all of the 2,800
// nodes and attributes of a board for Alert stay.
const CHANGES_MAX = 60;
// For how many elements the browser then finds out their style anew: a rule with :has() whose last
// part fits any element makes it do that for all 1,500 of the page.
const RESTYLED_MAX = 300;

more('the largest games are compiled at each keystroke, and little is drawn', async () => {
  const { page, close } = await opened();
  const times = [];
  for (const id of ['alert', 'modern', 'classic', 'gross', 'chess']) {
    await page.selectOption('#from', id);
    await verdict(page, 'The game can be played.');
    const { took, changes } = await page.evaluate(async () => {
      const field = document.getElementById('text'), all = [];
      let count = 0;
      const watch = new MutationObserver(list => {
        for (const { type, addedNodes, removedNodes } of list)
          count += type === 'childList' ? addedNodes.length + removedNodes.length : 1;
      });
      watch.observe(document.body, { subtree: true, childList: true, attributes: true,
        characterData: true });
      const frame = () => new Promise(requestAnimationFrame);
      for (let i = 0; i < 3; i++) {
        const end = /^name = .*$/m.exec(field.value);
        field.setRangeText('e', end.index + end[0].length, end.index + end[0].length, 'end');
        field.dispatchEvent(new Event('input'));
        await frame();
        await frame();
        all.push(Number(document.getElementById('workshop').dataset.ms));
      }
      watch.disconnect();
      return { took: Math.min(...all), changes: count / 3 };
    });
    assert.match(await page.inputValue('#text'), /^name = .*eee$/m, id);
    assert.ok(changes < CHANGES_MAX, `${id}: ${changes} changes of the page for a letter`);
    times.push([took, id]);
    if (id !== 'alert')
      continue;
    await page.focus('#text');
    // The page may still draw what it puts off; that is not the letter's work, and it ends.
    while (await restyledBy(page, () => page.waitForTimeout(200)) >= RESTYLED_MAX)
      ;
    const restyled = await restyledBy(page, () => page.keyboard.press('e'));
    assert.ok(restyled > 0 && restyled < RESTYLED_MAX, `${restyled} elements for a letter`);
  }
  times.sort((a, b) => b[0] - a[0]);
  console.log(`ms for a keystroke: ${times.map(([took, id]) =>
    `${took.toFixed(1)} ${id}`).join(', ')}`);
  await close();
});

more('a change that leaves the definition the same is not compiled again', async () => {
  const { page, close } = await opened({}, '/workshop#from=chess');
  const compiled = async () => Number(await page.getAttribute('#workshop', 'data-compiled'));
  const type = async words => {
    for (const letter of words) {
      const before = await page.getAttribute('#workshop', 'data-checked');
      await page.type('#text', letter);
      await page.waitForFunction(old =>
        document.getElementById('workshop').dataset.checked !== old, before);
    }
  };
  await page.focus('#text');
  await page.keyboard.press('Control+End');
  await type('\n# ');
  const began = await compiled();
  await type('a comment');
  assert.equal(await compiled(), began);
  assert.match(await page.inputValue('#text'), /# a comment$/);
  await type('\n[x');
  await verdict(page, '1 fault');
  assert.equal(await compiled(), began + 3);
  for (let i = 0; i < 3; i++)
    await page.keyboard.press('Backspace');
  await verdict(page, 'The game can be played.');
  // A line that looks like a comment, and begins the text of another file.
  await page.keyboard.press('Enter');
  await type('#base-file ');
  const named = await compiled();
  await type('no');
  assert.equal(await compiled(), named + 2);
  for (let i = 0; i < '#base-file no'.length; i++)
    await page.keyboard.press('Backspace');
  await verdict(page, 'The game can be played.');
  await close();
});

more('the workshop fits a phone, a tablet and a window', async () => {
  for (const [name, size] of [['desktop', { viewport: { width: 1280, height: 720 } }],
    ['tablet', TABLET], ['phone', PHONE]]) {
    const { page, close } = await opened(size, '/workshop#from=modern');
    await piece(page, 'a1', 'rook');
    await shot(page, `workshop-${name}`);
    assert.equal(await page.evaluate(() =>
      document.documentElement.scrollWidth <= document.documentElement.clientWidth), true, name);
    for (const tab of ['form', 'lab']) {
      await page.click(`#tab-${tab}`);
      await shot(page, `workshop-${name}-${tab}`);
      assert.equal(await page.evaluate(() =>
        document.documentElement.scrollWidth <= document.documentElement.clientWidth), true, tab);
    }
    assert.deepEqual(await seriousFindings(page), []);
    if (name === 'phone') {
      await page.click('#share');
      await page.waitForSelector('#share-copy:enabled');
      const { x, width } = await page.locator('#share-dialog').boundingBox();
      assert.deepEqual([x, width], [0, size.viewport.width]);
      assert.ok(await page.locator('#share-page').evaluate(one =>
        one.scrollWidth <= one.clientWidth));
    }
    await close();
  }
});

more('the board stays in view beside the form, and space is used', async () => {
  const boxOf = (page, selector) => page.locator(selector).boundingBox();
  for (const [width, height] of [[1280, 720], [1920, 1080]]) {
    const { page, close } = await opened({ viewport: { width, height } }, '/workshop#from=modern');
    await piece(page, 'a1', 'rook');
    // Below the text are its help and the field for pasting, and then the window ends.
    const [text, help] = [await boxOf(page, '.text-frame'), await boxOf(page, '#help')];
    assert.ok(text.height >= 0.48 * height, `${text.height}`);
    assert.ok(help.y + help.height <= height, `${help.y} ${help.height}`);
    await page.click('#tab-form');
    await page.locator('#pane-form > *').last().locator('summary').focus();
    const board = await boxOf(page, '#board');
    assert.ok(board.y >= 0 && board.y < 0.5 * height, `${board.y}`);
    await close();
  }
  const { page, close } = await opened(TABLET, '/workshop#from=modern');
  await piece(page, 'a1', 'rook');
  await page.click('#tab-lab');
  const [ways, squares, pane] = await Promise.all(
    ['.lab-ways', '#lab-board', '#pane-lab'].map(selector => boxOf(page, selector)));
  assert.ok(ways.x >= squares.x + squares.width && Math.abs(ways.y - squares.y) < 2);
  await page.selectOption('#lab-piece', '');
  const [chosen, name] = await Promise.all(['#lab-piece', '#lab-name'].map(selector =>
    boxOf(page, selector)));
  assert.ok(name.x >= chosen.x + chosen.width && Math.abs(name.y - chosen.y) < 2);
  assert.ok(ways.x + ways.width > pane.x + 0.9 * pane.width);
  await page.click('#tab-form');
  const form = await boxOf(page, '#pane-form');
  assert.ok(form.height <= 0.61 * TABLET.viewport.height, `${form.height}`);
  await close();
});

test('in forced colours the open tab is told from the others', async () => {
  const { page, close } = await opened({ forcedColors: 'active' });
  const background = id => page.evaluate(name =>
    getComputedStyle(document.getElementById(name)).backgroundColor, id);
  assert.notEqual(await background('tab-text'), await background('tab-form'));
  // The tab's word can be read: along its middle the colour changes at each letter.
  const bytes = [...await page.locator('#tab-text').screenshot()];
  const changes = await page.evaluate(async picture => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(picture)]));
    const { width, height } = bitmap, pen = new OffscreenCanvas(width, height).getContext('2d');
    pen.drawImage(bitmap, 0, 0);
    const row = new Uint32Array(pen.getImageData(5, height >> 1, width - 10, 1).data.buffer);
    return row.filter((color, x) => x > 0 && color !== row[x - 1]).length;
  }, bytes);
  assert.ok(changes >= 8, `${changes} changes of colour`);
  await page.click('#tab-form');
  assert.notEqual(await background('tab-form'), await background('tab-text'));
  assert.match(await page.evaluate(() => getComputedStyle(document.querySelector(
    '.site-nav a[aria-current]')).textDecorationLine), /underline/);
  // The squares of the lab, too.
  await page.click('#tab-lab');
  const shades = await page.locator('#lab-board button').evaluateAll(all =>
    [...new Set(all.map(one => getComputedStyle(one).backgroundColor))]);
  assert.equal(shades.length, 2);
  await shot(page, 'workshop-forced');
  await close();
});

more('an article with pictures, and the game for other programs', async () => {
  const { page, close } = await opened({ acceptDownloads: true }, '/workshop#from=capablanca');
  await piece(page, 'c1', 'archbishop');
  const text = () => page.inputValue('#share-text');
  const shared = async form => {
    await page.selectOption('#share-form', form);
    await page.waitForSelector('#share-copy:enabled');
  };
  await page.click('#share');
  await page.waitForSelector('#share-copy:enabled');
  assert.equal(await page.innerText('#share-page h1'), 'Capablanca Chess');
  assert.match(await page.innerText('#share-page'),
    /archbishop\s+[^.]*leaps \(2,1\) like a knight/i);
  await shot(page, 'workshop-share');
  assert.deepEqual(await seriousFindings(page), []);
  // The file needs nothing else.
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#share-download')]);
  assert.equal(file.suggestedFilename(), 'capablanca-chess.html');
  const article = readFileSync(await file.path(), 'utf8');
  assert.match(article, /<title>Capablanca Chess<\/title>/);
  assert.equal(article.match(/<svg/g).length, 9);
  assert.doesNotMatch(article, /href="(?!#)|class="apo-square[^"]*"(?![^>]*style)/);
  await shared('markdown');
  assert.match(await text(), /^# Capablanca Chess/);
  assert.match(await text(), /^p p p p p p p p p p\n(\. ){9}\.\n/m);
  await shared('site');
  assert.match(await text(), /class="idiagram">\nfiles=10/);
  assert.match(await text(), /<\/div>\n<!-- If .+ -->\n<script src="[^"]+betza\.js"><\/script>\n/);
  assert.deepEqual((await text()).match(/(?<=<!-- )\w+(?= -->)/g),
    ['Introduction', 'Setup', 'Pieces', 'Rules']);
  assert.match(await text(), /<!-- Pieces -->\n<table>/);
  await shared('xboard');
  assert.match(await text(), /^setup /m);
  await shared('diagram');
  assert.match(await text(), /^files=10\nranks=8$/m);
  assert.equal(await page.textContent('#share-lost'), '');
  await shared('fairy');
  assert.match(await text(), /^\[[-a-z]+\]$/m);
  assert.match(await text(), /^startFen = rnabqkbcnr/m);
  await shared('zrf');
  assert.match(await text(), /^\(game\n {3}\(title "Capablanca Chess"/m);
  await shared('sjaak');
  assert.match(await text(), /^Variant: Capablanca Chess$/m);
  await shared('picture');
  assert.equal(await page.locator('#share-page svg').count(), 1);
  // Its coordinates stand beside the squares, in the picture.
  const labels = await page.locator('#share-page svg text').evaluateAll(all => all.map(one => {
    const { x, y, width, height } = one.getBBox(), box = one.ownerSVGElement.viewBox.baseVal;
    return { words: one.textContent, isBeside: (x + width <= 0 || y > 750) && x >= box.x
      && y + height <= box.y + box.height };
  }));
  assert.equal(labels.map(({ words }) => words).sort().join(''), '12345678abcdefghij');
  assert.ok(labels.every(({ isBeside }) => isBeside), JSON.stringify(labels));
  // The pieces alone: a table whose pictures need nothing else.
  await shared('pieces');
  assert.equal(await page.locator('#share-page tbody tr').count(), 8);
  const [pieces] = await Promise.all([page.waitForEvent('download'),
    page.click('#share-download')]);
  const table = readFileSync(await pieces.path(), 'utf8');
  assert.match(table, /^<table>.*archbishop.*<\/table>$/s);
  assert.equal(table.match(/<svg/g).length, 8);
  assert.doesNotMatch(table, /href="(?!#)/);
  await page.click('#share-dialog [data-close]');
  await page.selectOption('#from', 'alert');
  await piece(page, 'a1', 'cannon');
  await page.click('#share');
  for (const form of ['diagram', 'fairy', 'xboard', 'zrf', 'sjaak']) {
    await shared(form);
    assert.match(await page.textContent('#share-lost'), /^This would be another game there/, form);
    assert.match(await page.innerText('#share-reasons'), /joker: /, form);
  }
  assert.deepEqual(await seriousFindings(page), []);
  await shared('markdown');
  assert.equal(await page.textContent('#share-lost'), '');
  await page.click('#share-dialog [data-close]');
  await page.fill('#text', '[game]\nname =');
  await verdict(page, 'fault');
  await page.click('#share');
  await page.waitForFunction(() =>
    document.getElementById('share-problem').textContent !== '');
  await close();
});

await run(finish);
