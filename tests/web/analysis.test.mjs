// usage: node analysis.test.mjs APOTHECARY [--only WORD]
// The analysis board: moves with variations, pasted moves in three notations, links, the engine.
import assert from 'node:assert/strict';
import { account } from './support/accounts.mjs';
import { api, finish, newGame, person, seriousFindings, shot } from './support/world.mjs';
import { fingerOn } from './support/finger.mjs';
import { makeMove, openRules, square } from './support/play.mjs';
import { more, run, test } from './suite.mjs';

const moves = page => page.locator('#moves .move').allInnerTexts()
  .then(all => all.map(text => text.replace(/\s+/g, ' ')));

async function open(path = '/analysis') {
  const reader = await person();
  await reader.page.goto(path);
  await reader.page.waitForSelector('#board .apo-piece');
  return reader;
}

async function paste(page, text) {
  if (!await page.locator('#paste').isVisible())
    await page.click('text=Paste moves');
  await page.fill('#paste', text);
  await page.click('#load');
}

test('moves, a variation, and a link that brings both back', async () => {
  const reader = await open();
  const { page } = reader;
  await page.selectOption('#variant', 'modern');
  await page.waitForSelector('#board [data-square="j11"]');
  await page.fill('#start', '14');
  await page.locator('#start').blur();
  const play = async (from, to) => {
    await square(page, from).click();
    await square(page, to).click();
  };
  await play('e3', 'e5');
  await play('e8', 'e6');
  await page.click('[data-step=back]');
  await play('e8', 'e7');
  await page.waitForSelector('.variation');
  assert.deepEqual(await moves(page), ['1. e5', 'e6', '1… e7']);
  const address = page.url();
  assert.match(address, /n=14/);
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector('.variation');
  assert.deepEqual(await moves(page), ['1. e5', 'e6', '1… e7']);
  await page.locator('.variation .move').click();
  await page.click('#raise');
  assert.deepEqual(await moves(page), ['1. e5', 'e7', '1… e6']);
  await page.click('#remove');
  await page.waitForSelector('.variation', { state: 'detached' });
  await reader.close();
});

const middle = async locator => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};

/** Puts pieces in hand on the board: dragged by mouse and finger, clicked, by the keyboard. */
async function dragFromHand(page) {
  const reset = async () => {
    await page.click('[data-step=first]');
    await page.waitForSelector('#hand-bottom [data-held=N]');
  };
  const hasMoves = count => page.waitForFunction(wanted =>
    document.querySelectorAll('#moves .move').length === wanted, count);
  const knight = page.locator('#hand-bottom [data-held=N]');
  const targets = () => page.locator('#board .apo-under .apo-target').count();
  await reset();
  // Let go beside the board, it stays in hand.
  await page.mouse.move(...await middle(knight));
  await page.mouse.down();
  await page.mouse.move(...await middle(square(page, 'd4')), { steps: 3 });
  assert.equal(await targets(), 62);
  await shot(page, 'drag-from-hand');
  await page.mouse.move(5, 5);
  await page.mouse.up();
  assert.deepEqual([await targets(), await knight.getAttribute('aria-pressed')], [0, 'false']);
  await page.mouse.move(...await middle(knight));
  await page.mouse.down();
  await page.mouse.move(...await middle(square(page, 'd4')), { steps: 3 });
  await page.mouse.up();
  await page.waitForSelector('#moves >> text=N@d4');
  // Clicked; a second click unselects it.
  await reset();
  await knight.click();
  assert.equal(await knight.getAttribute('aria-pressed'), 'true');
  await knight.click();
  assert.equal(await knight.getAttribute('aria-pressed'), 'false');
  await knight.click();
  await square(page, 'c5').click();
  await page.waitForSelector('#moves >> text=N@c5');
  // By the keyboard. A pawn cannot be dropped on the last rank.
  await reset();
  await page.locator('#hand-bottom [data-held=P]').focus();
  await page.keyboard.press('Enter');
  assert.equal(await targets(), 48);
  await square(page, 'b6').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('#moves >> text=@b6');
  // A finger.
  await reset();
  const finger = await fingerOn(page);
  await finger.down(await middle(knight));
  await finger.move(await middle(square(page, 'g5')));
  await finger.move(await middle(square(page, 'g4')));
  await finger.lift();
  await page.waitForSelector('#moves >> text=N@g4');
  await hasMoves(5);
}

more('a piece in hand goes to an empty square, and a side without a move passes', async () => {
  const reader = await open(`/analysis#v=crazyhouse&fen=${
    encodeURIComponent('4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1')}`);
  const { page } = reader;
  await page.waitForSelector('#hand-bottom .hand');
  const held = place => page.locator(`#hand-${place} .hand .apo-one`).evaluateAll(all =>
    all.map(piece => piece.getAttribute('aria-label')));
  assert.deepEqual([await held('bottom'), await held('top')], [['knight', 'pawn'], ['pawn']]);
  await square(page, 'e4').click();
  await shot(page, 'drop');
  assert.deepEqual(await seriousFindings(page), []);
  await page.click('.apo-choose button:has-text("knight")');
  await page.waitForSelector('#moves >> text=N@e4');
  assert.deepEqual(await held('bottom'), ['pawn']);
  await dragFromHand(page);
  // A game with drops only: one touch is enough.
  await page.goto('about:blank');
  await page.goto('/analysis#v=othello');
  await page.waitForSelector('#board [aria-label*="drop"]');
  const [first] = openRules('othello').moves();
  await square(page, first.to).click();
  await page.waitForSelector(`#moves >> text=${first.san}`);
  await page.goto('about:blank');
  await page.goto(`/analysis#v=othello&fen=${
    encodeURIComponent('8/8/8/3PP3/3PP3/8/8/pP6 w - - 0 1')}`);
  await page.click('.apo-choose button:has-text("Pass")');
  await page.waitForSelector('#moves >> text=--');
  await reader.close();
});

test('an illegal try says why, and what would make it legal', async () => {
  const reader = await open('/analysis#v=modern&n=14');
  const { page } = reader;
  await page.waitForSelector('#board [data-square="j11"]');
  const said = words => page.waitForFunction(text =>
    document.querySelector('#toasts[role=status][aria-live] .toast')?.textContent === text, words);
  const silent = () => page.waitForFunction(() => document.querySelector('.toast') === null);
  const own = 'Not legal (rule 1.1): your own pawn on a3 is in the way; '
    + 'it would be legal if the pawn on a3 were not there.';
  // Dragged; the rook has no move at all.
  await page.mouse.move(...await middle(square(page, 'a1')));
  await page.mouse.down();
  await page.mouse.move(...await middle(square(page, 'a3')), { steps: 12 });
  await page.mouse.up();
  await said(own);
  await shot(page, 'illegal-try');
  assert.deepEqual(await seriousFindings(page), []);
  // The toast takes no clicks, and the next move takes it away.
  assert.equal(await page.locator('.toast').evaluate(toast =>
    getComputedStyle(toast).pointerEvents), 'none');
  await square(page, 'e3').click();
  await silent();
  // Clicked.
  await square(page, 'e6').click();
  await said('Not legal (rule 4.1): the pawn does not move from e3 to e6 on any board; '
    + 'it would be legal if a white queen stood on e3 in place of the pawn.');
  assert.deepEqual(await moves(page), []);
  // By the keyboard.
  await square(page, 'e3').click();
  await silent();
  await page.focus('#board [data-square="e6"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.toast');
  await square(page, 'e3').click();
  await square(page, 'e5').click();
  await silent();
  assert.deepEqual(await moves(page), ['1. e5']);
  await reader.close();
});

more('an illegal promotion, in German and French', async () => {
  for (const [language, words] of [
    ['de', /^Nicht legal: .*; der Zug wäre legal, wenn /],
    ['fr', /^Coup illégal\s: .*\s; il serait légal si /]]) {
    const reader = await person({ locale: language });
    const { page } = reader;
    const fen = '8/P6k/8/8/8/8/8/K7 w - - 0 1';
    await page.goto(`/analysis#${new URLSearchParams({ v: 'chess', fen })}`);
    await page.waitForSelector('#board .apo-piece');
    await square(page, 'a7').click();
    await square(page, 'b8').click();
    const toast = page.locator('.toast');
    await toast.waitFor();
    assert.match(await toast.innerText(), words);
    assert.doesNotMatch(await toast.innerText(), /pawn|king|only|stood/);
    await reader.close();
  }
});

test('PGN with variations, Game Courier moves and plain moves are read', async () => {
  const reader = await open();
  const { page } = reader;
  await paste(page,
    '[Variant "modern"]\n[Setup "14"]\n\n1. e5 {a comment} e6 (1... e7 2. d5) 2. d5 $1 *');
  await page.waitForSelector('.variation');
  assert.deepEqual(await moves(page), ['1. e5', '1… e6', '1… e7', '2. d5', '2. d5!']);
  await paste(page, '1. P e3-e5\n1... p e8-e6\n2. P d3-d5 // well\n');
  await page.waitForSelector('.variation', { state: 'detached' });
  assert.deepEqual(await moves(page), ['1. e5', 'e6', '2. d5']);
  await paste(page, 'e3e5 e8e6 e5e7');
  await page.waitForFunction(() => /e5e7/.test(document.getElementById('problem').textContent));
  assert.deepEqual(await moves(page), ['1. e5', 'e6']);
  await reader.close();
});

test('the names of games in the PGN of other programs', async () => {
  const reader = await open();
  const { page } = reader;
  const game = () => page.inputValue('#variant');
  await paste(page, '[Variant "Standard"]\n\n1. e4 e5 *');
  await page.waitForFunction(() => document.querySelectorAll('.move').length === 2);
  assert.equal(await game(), 'chess');
  await paste(page, '[Variant "From Position"]\n[SetUp "1"]\n[FEN "8/8/8/8/8/8/P7/K1k5 w - - 0 1"]'
    + '\n\n1. a4 *');
  await page.waitForFunction(() => document.querySelectorAll('.move').length === 1);
  assert.equal(await page.inputValue('#fen'), '8/8/8/8/P7/8/8/K1k5 b - a3 0 1');
  await paste(page, '[Variant "Kriegspiel"]\n\n1. a5 *');
  await page.waitForFunction(() => /Kriegspiel/.test(document.getElementById('problem').textContent));
  assert.deepEqual(await moves(page), ['1. a4']);
  await reader.close();
});

test('the third repetition and the move count end the game in the analysis too', async () => {
  const reader = await person();
  const { page } = reader;
  const fen = quiet =>
    `**********/9k/10/10/10/10/10/10/10/10/4KQ4/********** w - - -- - - ${quiet} 130`;
  const status = words => page.waitForFunction(text =>
    document.getElementById('status').textContent === text, words, { polling: 50 });
  const link = (position, played) => `/analysis#${new URLSearchParams({ v: 'modern',
    fen: position, m: played.map(move => `${move}.`).join('') })}`;
  const round = ['e1e2', 'j10j9', 'e2e1', 'j9j10'];
  await page.goto(link(fen(0), [...round, ...round]));
  await status('The position has been repeated too often. Advantage to White.');
  await page.keyboard.press('ArrowLeft');
  await status('Black to move');
  await page.goto('about:blank');
  await page.goto(link(fen(199), ['e1e2']));
  await status('Too many moves without a capture or a pawn move. Advantage to White.');
  await page.goto('about:blank');
  await page.goto(link(fen(200), []));
  await status('Too many moves without a capture or a pawn move. Advantage to White.');
  await reader.close();
});

more('a link that cannot be read says so, and the board is of use', async () => {
  const reader = await person();
  const { page } = reader;
  for (const [address, words] of [['/analysis#v=modern&fen=rubbish', /cannot be read/],
    ['/analysis#v=nonsense', /no game “nonsense”|no game "nonsense"/],
    ['/analysis#v=modern&n=99999', /cannot be read/],
    ['/analysis#v=modern&n=14&m=e3e9.', /cannot be read/],
    ['/analysis?variant=nonsense', /nonsense/], ['/analysis?game=nosuchgame', /no such game/],
    ['/analysis?archive=nosuchgame', /no such game/]]) {
    await page.goto('about:blank');
    await page.goto(address);
    await page.waitForFunction(() =>
      document.getElementById('link-problem').textContent !== '', null, { polling: 50 });
    assert.match(await page.innerText('#link-problem'), words, address);
    assert.ok(await page.locator('#link-problem a').count() > 0, 'a way on');
    assert.ok(await page.locator('#board .apo-piece').count() > 20, address);
    assert.notEqual(await page.innerText('#status'), '');
  }
  await page.goto('about:blank');
  await page.goto('/analysis#v=modern&n=14');
  await page.waitForFunction(() => document.getElementById('start').value === '14');
  assert.equal(await page.innerText('#link-problem'), '');
  // The address is changed by hand, or by a link on the page.
  await page.evaluate(() => { location.hash = '#v=classic&n=7'; });
  await page.waitForFunction(() => document.getElementById('start').value === '7');
  assert.equal(await page.inputValue('#variant'), 'classic');
  await reader.close();
});

test('PGN keeps names, result, date and start', async () => {
  const reader = await open();
  const { page } = reader;
  await page.evaluate(() => {
    window.copied = [];
    navigator.clipboard.writeText = async text => window.copied.push(text);
  });
  const copy = async () => {
    await page.click('#copy');
    return page.evaluate(() => window.copied.at(-1));
  };
  await paste(page, '[Event "A \\"good\\" one"]\n[White "Ann"]\n[Black "Ben"]\n'
    + '[Date "2025.03.01"]\n[Result "1/2-1/2"]\n[Variant "modern"]\n[Setup "14"]\n\n'
    + '1. e5 e6 1/2-1/2');
  await page.waitForFunction(() => document.querySelectorAll('#moves .move').length === 2);
  const pgn = await copy();
  for (const part of ['[Event "A \\"good\\" one"]', '[White "Ann"]', '[Black "Ben"]',
    '[Date "2025.03.01"]', '[Result "1/2-1/2"]', '[Setup "14"]', 'e6 1/2-1/2'])
    assert.ok(pgn.includes(part), `${part}\n${pgn}`);
  // Another game has other names.
  await page.selectOption('#variant', 'classic');
  await page.waitForFunction(() => document.querySelectorAll('#moves .move').length === 0);
  assert.ok((await copy()).includes('[White "?"]'));
  await reader.close();
});

test('comments, glyphs, drawings: by keys and menu, undone, in the PGN and the link', async () => {
  const reader = await open('/analysis#v=chess&m=e2e4.e7e5.');
  const { page } = reader;
  await page.evaluate(() => {
    navigator.clipboard.writeText = async text => { window.copied = text; };
  });
  const copy = async () => {
    await page.click('#copy');
    return (await page.evaluate(() => window.copied)).split('\n\n')[1].trim();
  };
  await page.keyboard.press('3');
  await page.keyboard.press('c');
  await page.keyboard.type('so {far}');
  await page.keyboard.press('Escape');
  await page.selectOption('#glyph-menu', '16');
  assert.equal(await copy(), '1. e4 e5 $3 $16 {so (far)} *');
  assert.deepEqual(await moves(page), ['1. e4', 'e5!! ±']);
  assert.match(await page.innerText('#moves'), /so \(far\)/);
  // Drawn with the right button; a click on the board does not take it away.
  const spots = await page.evaluate(() => ['g1', 'f3'].map(name => {
    const box = document.querySelector(`[data-square="${name}"]`).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  }));
  await page.mouse.move(...spots[0]);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...spots[1], { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await page.mouse.click(...spots[1], { button: 'right' });
  await square(page, 'a5').click();
  assert.equal(await page.locator('#board .apo-arrow.green').count(), 1);
  const all = '1. e4 e5 $3 $16 {[%csl Gf3] [%cal Gg1f3] so (far)} *';
  assert.equal(await copy(), all);
  await page.click('[data-step=back]');
  assert.equal(await page.locator('#board .apo-arrow.green').count(), 0);
  // The link has it all.
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector('#moves .comment');
  await page.evaluate(() => {
    navigator.clipboard.writeText = async text => { window.copied = text; };
  });
  assert.equal(await copy(), all);
  // Undone and done again.
  await page.click('[data-step=last]');
  await page.click('#remove');
  assert.equal(await copy(), '1. e4 *');
  await page.keyboard.press('Control+z');
  assert.equal(await copy(), all);
  await page.click('#redo');
  assert.equal(await copy(), '1. e4 *');
  await page.click('#undo');
  await page.click('summary:has-text("Comment and glyphs")');
  await shot(page, 'annotate');
  assert.deepEqual(await seriousFindings(page), []);
  await paste(page, '[Variant "chess"]\n\n1. d4 {a comment [%cal Rd1h5]} d5?! *');
  await page.waitForFunction(() => /a comment/.test(document.getElementById('moves').textContent));
  assert.equal(await copy(), '1. d4 {[%cal Rd1h5] a comment} 1... d5 $6 *');
  await reader.close();
});

test('a typed FEN is shown on the board, or its fault is named', async () => {
  const reader = await open('/analysis?variant=chess');
  const { page } = reader;
  const set = async fen => {
    await page.fill('#fen', fen);
    await page.locator('#fen').blur();
  };
  await set('8/8/8/4k3/8/8/8/4K2R w - - -- - - 0 1');
  await page.waitForFunction(() => document.querySelectorAll('#board .apo-piece').length === 3);
  await set('nonsense');
  await page.waitForFunction(() => document.getElementById('problem').textContent !== '');
  await reader.close();
});

test('the engine says several lines, in a thread of its own', async () => {
  const reader = await open('/analysis?variant=modern');
  const { page } = reader;
  await page.check('#engine-on');
  await page.waitForFunction(() => document.querySelectorAll('.engine-score').length === 3);
  assert.match(await page.locator('.engine-score').first().innerText(), /^[+-]?\d+\.\d$|^#/);
  // The depth can be read beside the choices.
  assert.ok(await page.evaluate(() => {
    const { textContent, scrollWidth, clientWidth } = document.querySelector('.engine-depth');
    return textContent !== '' && scrollWidth <= clientWidth;
  }), 'the depth is cut');
  await shot(page, 'analysis-engine');
  assert.deepEqual(await seriousFindings(page), []);
  // With one more thread it begins anew, and what was chosen is kept.
  assert.ok(await page.evaluate(() => crossOriginIsolated), 'threads cannot share memory');
  if (await page.evaluate(() => navigator.hardwareConcurrency) > 1) {
    const [helper] = await Promise.all([page.waitForEvent('worker'),
      page.selectOption('.engine-threads', '2')]);
    assert.match(helper.url(), /engine-worker\.js$/);
    await page.waitForFunction(() => document.querySelectorAll('.engine-score').length === 3);
    assert.equal(await page.evaluate(() => JSON.parse(localStorage['apothecary.settings']).threads), 2);
  }
  // At once: the lines change while it thinks.
  const line = await page.evaluate(() => {
    const button = document.querySelector('.engine-lines button');
    button.click();
    return button.querySelector('.engine-pv').textContent;
  });
  await page.waitForSelector('#moves .move');
  assert.equal((await moves(page))[0], `1. ${line.split(' ')[0]}`);
  await reader.close();
});

test('a game can be looked through here', async () => {
  const reader = await person();
  const { page } = reader;
  await page.goto('/');
  const { id } = await newGame(page,
    { variant: 'modern', opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  await page.waitForSelector('#board .apo-piece');
  const session = openRules('modern');
  await makeMove(page, session, 'e3e5');
  await api(page, `/api/games/${id}/resign`, { ply: 1 });
  await page.goto(`/analysis?game=${id}`);
  await page.waitForSelector('#moves .move');
  assert.equal((await moves(page))[0], '1. e5');
  await page.evaluate(() => {
    navigator.clipboard.writeText = async text => { window.copied = text; };
  });
  await page.click('#copy');
  const pgn = await page.evaluate(() => window.copied);
  assert.match(pgn, /\[Black "Computer, level 1"\]/);
  assert.match(pgn, /\[Result "0-1"\]/);
  assert.match(pgn, /\[Date "20\d\d\.\d\d\.\d\d"\]/);
  assert.match(pgn, /\[Setup "1"\]/);
  await reader.close();
});

more('the engine has one thread where memory cannot be shared', async () => {
  const reader = await person(), { page } = reader;
  await page.route(/\/analysis\?/, async route => {
    const answer = await route.fetch();
    const { 'cross-origin-embedder-policy': policy, ...headers } = answer.headers();
    assert.equal(policy, 'require-corp');
    await route.fulfill({ response: answer, headers });
  });
  await page.goto('/analysis?variant=classic');
  await page.waitForSelector('#board .apo-piece');
  assert.equal(await page.evaluate(() => crossOriginIsolated), false);
  await page.check('#engine-on');
  await page.waitForSelector('.engine-score');
  assert.equal(await page.isVisible('.engine-threads'), false);
  await reader.close();
});

more('the engine shows chances, arrows, small boards, and what is threatened', async () => {
  const fen = '4k3/8/8/3r4/8/8/3Q1PPP/6K1 b - - 0 1';
  const reader = await open(`/analysis#${new URLSearchParams({ v: 'chess', fen })}`);
  const { page } = reader;
  await page.check('#engine-on');
  const bar = page.locator('.engine-bar svg.outcomes');
  await bar.waitFor();
  assert.match(await bar.getAttribute('aria-label'), /White wins \d+, advantage to White/);
  await page.waitForSelector('#board .apo-arrow.blue');
  await page.hover('.engine-pv [data-move="0"]');
  await page.waitForSelector('.engine-preview svg.apo-mini');
  await shot(page, 'engine');
  assert.deepEqual(await seriousFindings(page), []);
  // White threatens to capture the rook.
  await page.mouse.move(5, 5);
  await page.keyboard.press('x');
  await page.waitForSelector('#board .apo-arrow.red:not(.faint)');
  await page.waitForFunction(() => /Qxd5/.test(document.querySelector('.engine-pv')?.textContent));
  assert.equal(await page.isVisible('.engine-bar'), false);
  await page.keyboard.press('x');
  await page.waitForSelector('#board .apo-arrow.blue');
  await page.uncheck('#engine-on');
  await page.waitForFunction(() => document.querySelector('#board .apo-arrow') === null);
  await reader.close();
});

more('a study: two people write at once, others read, and the PGN has it all', async () => {
  const ada = await account('Ada'), ben = await account('Ben');
  await ada.page.goto('/analysis#v=chess&m=e2e4.e7e5.');
  await ada.page.waitForSelector('#moves .move');
  await ada.page.click('#to-study');
  await ada.page.waitForURL(/\/study\//);
  const { pathname } = new URL(ada.page.url());
  await ada.page.waitForSelector('#moves .move');
  await ada.page.click('summary:has-text("Settings and members")');
  await ada.page.fill('#member-name', 'ben');
  await ada.page.click('#member-form button');
  await ada.page.waitForSelector('#members li:has-text("Ben may write")');
  await ben.page.goto(pathname);
  await ben.page.waitForSelector('#moves .move');
  // Both at once, before either sees what the other does.
  const write = async ({ page }, index, words) => {
    await page.locator('#moves .move').nth(index).click();
    await page.keyboard.press('c');
    await page.keyboard.type(words);
    await page.keyboard.press('Escape');
  };
  await Promise.all([write(ada, 0, 'from Ada'), write(ben, 0, 'from Ben')]);
  await write(ben, 1, 'more');
  await ben.page.keyboard.press('5');
  for (const { page } of [ada, ben])
    await page.waitForFunction(() => /from Ada/.test(document.getElementById('moves').innerText)
      && /from Ben/.test(document.getElementById('moves').innerText)
      && /e5!\?/.test(document.getElementById('moves').innerText));
  // A new chapter of another game, seen by the other.
  await ada.page.click('summary:has-text("New chapter")');
  await ada.page.waitForSelector('#chapter-variant option[value="modern"]', { state: 'attached' });
  await ada.page.selectOption('#chapter-variant', 'modern');
  await ada.page.fill('#chapter-name', 'Modern openings');
  await ada.page.click('#chapter-form button');
  await ada.page.waitForSelector('#board [data-square="j11"]');
  await ben.page.click('#chapters button:has-text("Modern openings")');
  await ben.page.waitForSelector('#board [data-square="j11"]');
  await square(ben.page, 'e3').click();
  await square(ben.page, 'e5').click();
  await ada.page.waitForSelector('#moves .move:has-text("e5")');
  const { y } = await ada.page.locator('#board').boundingBox();
  assert.ok(y < 100, `what stands beside the board has moved it down: ${y}`);
  await shot(ada.page, 'study');
  assert.deepEqual(await seriousFindings(ada.page), []);
  // Published: strangers read it, and change nothing.
  await ada.page.selectOption('#visibility', 'public');
  // What was saved before may say "saved", too.
  await Promise.all([ada.page.waitForResponse(/\/api\/studies\/[^/]+\/settings$/),
    ada.page.click('#study-form button')]);
  const reader = await person();
  await reader.page.goto('/studies');
  await reader.page.click('a:has-text("Analysis")[href^="/study/"]');
  await reader.page.waitForSelector('#moves .move');
  assert.equal(await reader.page.locator('#annotate').count(), 0);
  assert.deepEqual(await seriousFindings(reader.page), []);
  // The address names a chapter; one that is not there is explained.
  const goTo = hash => reader.page.evaluate(to => { location.hash = to; }, hash);
  const explained = words => reader.page.waitForFunction(text =>
    document.getElementById('link-problem').textContent.startsWith(text), words);
  await goTo(new URL(ben.page.url()).hash);
  await reader.page.waitForSelector('#board [data-square="j11"]');
  assert.equal(await reader.page.innerText('#link-problem'), '');
  await goTo('#nosuch');
  await explained('There is no such chapter here; this is the first one. Studies');
  await reader.page.waitForSelector('#board [data-square="j11"]', { state: 'detached' });
  // The engine beside it; and a chapter whose moves the reader finds.
  await reader.page.check('#engine-on');
  await reader.page.waitForSelector('.engine-pv [data-move="0"]');
  await ada.page.click('#chapters button:not([aria-current])');
  await ada.page.check('#chapter-guess');
  await reader.page.waitForFunction(() => document.getElementById('hide-ahead').checked);
  const shown = () => reader.page.locator('#moves .move').allInnerTexts();
  assert.deepEqual(await shown(), []);
  assert.ok(!await reader.page.isVisible('#engine'), 'the engine would tell');
  await square(reader.page, 'd2').click();
  await square(reader.page, 'd4').click();
  await reader.page.waitForSelector('#status:has-text("not the move of this study")');
  await square(reader.page, 'e2').click();
  await square(reader.page, 'e4').click();
  await reader.page.waitForSelector('#status:has-text("Right.")');
  assert.deepEqual(await shown(), ['1. e4']);
  await reader.page.keyboard.press('ArrowRight');
  assert.match((await shown())[1], /e5/);
  await reader.page.waitForSelector('#status:has-text("This line ends here")');
  await shot(reader.page, 'study-guess');
  const pgn = await reader.page.evaluate(path =>
    fetch(`/api/studies${path}/pgn`).then(answer => answer.text()),
  pathname.slice('/study'.length));
  for (const part of ['from Ada', 'from Ben', 'e5 $5 {more}', '[Variant "modern"]',
    '[ChapterName "Modern openings"]'])
    assert.ok(pgn.includes(part), `${part}\n${pgn}`);
  await Promise.all([ada, ben, reader].map(each => each.close()));
});

test('the net of a game is loaded when the engine starts, and not before', async () => {
  const reader = await person();
  const { page } = reader;
  const asked = [];
  page.context().on('request', request => asked.push(...[request.url().split('/nets/')[1]]
    .filter(Boolean)));
  await page.goto('/analysis#v=modern&n=14');
  await page.waitForSelector('#board .apo-piece');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(asked, []);
  await page.check('#engine-on');
  await page.waitForSelector('.engine-score');
  assert.deepEqual(asked, ['list.json', 'modern.net']);
  // Another game has its own, or none.
  await page.selectOption('#variant', 'chess');
  await page.waitForSelector('.engine-score');
  await page.selectOption('#variant', 'grand');
  await page.waitForFunction(() => document.querySelector('.engine-score') !== null);
  await page.waitForFunction(() => document.getElementById('variant').value === 'grand');
  while (!asked.includes('grand.net'))
    await page.waitForTimeout(50);
  assert.deepEqual(asked, ['list.json', 'modern.net', 'grand.net']);
  await reader.close();
});

await run(finish);
