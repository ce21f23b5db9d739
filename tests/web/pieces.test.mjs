// usage: node pieces.test.mjs APOTHECARY [--only WORD]
// The description of a piece beside the board on every page that has one, and in the table of a
// rules page.
import assert from 'node:assert/strict';
import { PHONE, TABLET, clickThrough, finish, newGame, person, seriousFindings, shot }
  from './support/world.mjs';
import { more, run, test } from './suite.mjs';

const BOARD = '#board .apo-piece, #rules-board .apo-piece';

const rectOf = (page, selector) => page.locator(selector).first().boundingBox();

const overlaps = (one, other) => Math.min(one.x + one.width, other.x + other.width)
  - Math.max(one.x, other.x) > 1 && Math.min(one.y + one.height, other.y + other.height)
  - Math.max(one.y, other.y) > 1;

// The marked squares stay in sight, whatever the size of the window.
async function checkClear(page, square, board = '#board') {
  const panel = await rectOf(page, '.piece-panel');
  const targets = page.locator(`${board} .apo-under .apo-target, ${board} .apo-over .apo-target`);
  assert.ok(await targets.count() > 0, 'no target is marked');
  for (const target of await targets.all())
    assert.ok(!overlaps(panel, await target.boundingBox()), 'the panel covers a target');
  assert.ok(!overlaps(panel, await rectOf(page, `${board} [data-square="${square}"]`)));
}

const shown = (page, words) => page.waitForFunction(text => {
  const panel = document.querySelector('.piece-panel');
  return panel !== null && !panel.hidden && panel.textContent.includes(text);
}, words, { polling: 50 });

const hidden = page => page.waitForFunction(() =>
  document.querySelector('.piece-panel')?.hidden !== false, null, { polling: 50 });

const PAGES = [
  ['analysis', '/analysis?variant=modern#n=14', '#board', 'b2', 'griffin'],
  ['editor', '/editor#v=modern', '#board', 'b2', 'griffin'],
  ['rules', '/rules/modern', '#rules-board', 'b2', 'griffin'],
  ['problem', null, '#board', null, null],
];

for (const [name, path, board, square, piece] of PAGES)
  (name === 'rules' ? test : more)(`${name}: the panel of a piece, beside the board`, async () => {
    const guest = await person(), { page } = guest;
    await page.goto(path ?? '/problems?variant=modern&aim=mate');
    if (path === null)
      await clickThrough(page, '.problem-list a >> nth=0');
    await page.waitForSelector(BOARD);
    const from = square ?? await page.evaluate(() =>
      [...document.querySelectorAll('#board [data-square]')].find(({ ariaLabel }) =>
        /queen|griffin|dragon|rook|bishop/.test(ariaLabel)).dataset.square);
    await page.locator(`${board} [data-square="${from}"]`).first().hover();
    await shown(page, piece === null ? 'lides'
      : 'Steps 1 orthogonally; steps 1 orthogonally, then slides diagonally outward.');
    await checkClear(page, from, board);
    assert.ok(await page.locator('.piece-panel figure .apo-way').count() > 10);
    assert.match(await page.getAttribute('.piece-panel a', 'href'),
      new RegExp(`^/rules/modern#${piece ?? '[a-z]+'}$`));
    assert.deepEqual(await seriousFindings(page), []);
    await shot(page, `piece-panel-${name}`);
    // Its link can be reached, and the panel takes no clicks from what it covers.
    await page.hover('.piece-panel a');
    await page.waitForTimeout(1200);
    assert.ok(await page.isVisible('.piece-panel'));
    const { x, y } = await rectOf(page, '.piece-panel header');
    assert.ok(await page.evaluate(([left, top]) => document.elementFromPoint(left, top)
      ?.closest('.piece-panel') === null, [x + 4, y + 4]));
    await page.mouse.move(2, 2);
    await hidden(page);
    await guest.close();
  });

test('keys: i explains aloud, i again goes to the link, Escape comes back', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/analysis?variant=classic#n=1');
  await page.waitForSelector(BOARD);
  await page.focus('#board [data-square="b2"]');
  await page.keyboard.press('i');
  await shown(page, 'Slides diagonally; leaps (2,1) like a knight.');
  assert.match(await page.textContent('#spoken'),
    /archbishop.*Slides diagonally; leaps \(2,1\) like a knight\./);
  assert.doesNotMatch(await page.textContent('#spoken'), /\.\./);
  await checkClear(page, 'b2');
  await page.mouse.move(2, 2);
  await page.waitForTimeout(500);
  await shown(page, 'Slides diagonally');
  await page.keyboard.press('i');
  assert.equal(await page.evaluate(() => document.activeElement.getAttribute('href')),
    '/rules/classic#archbishop');
  await page.keyboard.press('Escape');
  await hidden(page);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), 'b2');
  await page.keyboard.press('i');
  await page.keyboard.press('i');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/rules\/classic#archbishop$/);
  await page.waitForSelector('#pieces-buttons [data-letter="A"][aria-pressed="true"]');
  await guest.close();
});

/** Holds a finger on a square until the panel is shown. */
async function press(page, square, words) {
  const { x, y, width, height } = await rectOf(page, `#board [data-square="${square}"]`);
  const at = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 7,
    pointerType: 'touch', isPrimary: true, button: 0, bubbles: true };
  await page.evaluate(point => {
    const board = document.querySelector('#board .apo-svg');
    board.setPointerCapture = () => {};
    board.dispatchEvent(new PointerEvent('pointerdown', point));
  }, at);
  await shown(page, words);
  return () => page.evaluate(point => document.querySelector('#board .apo-svg')
    .dispatchEvent(new PointerEvent('pointerup', point)), at);
}

for (const [name, size] of [['phone', PHONE], ['tablet', TABLET]])
  test(`${name}: a long press shows the panel and covers no target`, async () => {
    const guest = await person(size), { page } = guest;
    await page.goto('/analysis?variant=alert');
    await page.waitForSelector(BOARD);
    const lift = await press(page, 'g2', 'four steps in one move');
    await checkClear(page, 'g2');
    const panel = await rectOf(page, '.piece-panel');
    assert.ok(panel.x >= 0 && panel.x + panel.width <= size.viewport.width);
    assert.ok(await page.isVisible('.piece-panel figure .apo-board'));
    const [whole, room] = await page.locator('.piece-panel').evaluate(node =>
      [node.scrollHeight, node.clientHeight]);
    assert.ok(whole <= room + 1, `the panel is cut: ${whole} in ${room}`);
    await lift();
    await shown(page, 'four steps in one move');
    await shot(page, `piece-panel-${name}`);
    await page.evaluate(() => document.querySelector('#board .apo-svg').dispatchEvent(
      new PointerEvent('pointerdown', { pointerId: 8, pointerType: 'touch', isPrimary: true,
        bubbles: true, clientX: 3, clientY: 3 })));
    await hidden(page);
    await guest.close();
  });

test('a phone: beside the board of a game, the moves and the link are in view', async () => {
  const guest = await person(PHONE), { page } = guest;
  await page.goto('/about');
  const { id } = await newGame(page, { variant: 'modern',
    opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  await page.waitForSelector(BOARD);
  await (await press(page, 'e3', 'Steps 1 straight forward'))();
  await checkClear(page, 'e3');
  const panel = await rectOf(page, '.piece-panel');
  assert.ok(panel.y + panel.height <= PHONE.viewport.height);
  for (const part of ['header', 'figure .apo-board', 'a']) {
    const { y, width, height } = await rectOf(page, `.piece-panel ${part}`);
    assert.ok(width > 0 && y >= panel.y && y + height <= panel.y + panel.height, part);
  }
  await shot(page, 'piece-panel-game-phone');
  await guest.close();
});

test('a piece without a drawing is shown by its moves', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/analysis?variant=grasshopper');
  await page.waitForSelector(BOARD);
  assert.equal(await page.locator('#board .apo-piece .apo-emblem').count(), 16);
  assert.equal(await page.locator('#board .apo-piece .apo-letter').count(), 0);
  await shot(page, 'emblems');
  await guest.close();
});

test('a rules page: drawings and pictures of the moves in the table of pieces', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/rules/alert');
  await page.waitForSelector('table.pieces tr[data-letter="F"]');
  await page.locator('table.pieces tr[data-letter="F"]').scrollIntoViewIfNeeded();
  const moves = page.locator('table.pieces tr[data-letter="F"] .piece-moves [role="img"]');
  await moves.waitFor();
  assert.equal(await moves.getAttribute('aria-label'), 'Moves of the vulture');
  assert.equal(await moves.locator('.apo-way.both').count(), 16);
  assert.equal(await moves.locator('.apo-way.move').count(), 4);
  assert.equal(await page.locator('table.pieces tbody th .apo-picture').count(), 18);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'rules-table');
  await guest.close();
});

more('a rules page on a tablet: the words stand beside the pictures', async () => {
  const guest = await person(TABLET), { page } = guest;
  await page.goto('/rules/modern');
  await page.waitForSelector('#pieces-board .apo-piece');
  const [main, panel, board, buttons, words] = await Promise.all(['.rules-page', '.rules-pieces',
    '#pieces-board', '#pieces-buttons', '#pieces-words'].map(selector =>
    page.locator(selector).boundingBox()));
  assert.ok(panel.width > 0.98 * main.width, `${panel.width} of ${main.width}`);
  for (const { x, y, width } of [buttons, words]) {
    assert.ok(x >= board.x + board.width && x + width <= panel.x + panel.width);
    assert.ok(y >= panel.y && y < board.y + board.height);
  }
  assert.ok(board.width > 0.6 * panel.width, `${board.width} of ${panel.width}`);
  const [start, note] = await Promise.all(['.rules-start', '#board-note'].map(selector =>
    page.locator(selector).boundingBox()));
  // The inventor's names for the orders of the strong pieces.
  assert.match(await page.innerText('.rules-page'), /ladder, classic balanced, horned unbalanced/);
  await page.locator('#start-number').fill('14');
  assert.equal(await page.innerText('#start-name'), 'winged, bishops in, classic balanced');
  assert.match(await page.innerText('#notation + p'), /P e6-d7; @-d6/);
  assert.ok(start.width > 0.98 * main.width && note.x > main.x + 0.6 * main.width);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'rules-tablet');
  await guest.close();
});

more('Black\'s pieces can be seen in the dark', async () => {
  const guest = await person({ colorScheme: 'dark' }), { page } = guest;
  // An ancestor, or the picture itself, has a background that a black piece stands out from.
  const checkGround = async selector => {
    await page.locator(selector).first().waitFor();
    const grounds = await page.locator(selector).evaluateAll(pictures => pictures.map(picture => {
      const colors = [];
      for (let node = picture; node instanceof Element; node = node.parentNode)
        colors.push(getComputedStyle(node).backgroundColor);
      return colors.find(color => !/, 0\)$/.test(color)) ?? '';
    }));
    for (const ground of grounds)
      assert.ok((ground.match(/\d+/g) ?? []).slice(0, 3).every(part => Number(part) > 100),
        `${selector} on ${ground}`);
  };
  await page.goto('/editor#v=chess');
  await checkGround('.editor-pieces .apo-picture');
  await page.goto(`/analysis#v=chess&fen=${
    encodeURIComponent('4k3/8/8/8/8/8/1p6/4K3 b - - 0 1')}`);
  await page.locator('#board [data-square="b2"]').click();
  await page.locator('#board [data-square="b1"]').click();
  await checkGround('.apo-options .apo-picture');
  await shot(page, 'dark-promotion');
  await page.goto('/embed?game=modern&piece=griffin&theme=dark');
  await checkGround('apothecary-board .piece .apo-picture');
  await guest.close();
});

await run(finish);
