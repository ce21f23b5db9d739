// usage: node editor.test.mjs APOTHECARY [--only WORD]
// The position editor: pieces by click, drag and keyboard; rights, reserve, jokers; faults of the
// position and their reasons.
import assert from 'node:assert/strict';
import { PHONE, clickThrough, finish, person, seriousFindings, shot } from './support/world.mjs';
import { more, run, test } from './suite.mjs';

const square = (page, name) => page.locator(`#board [data-square="${name}"]`);
const verdict = (page, words) => page.waitForFunction(
  text => document.getElementById('verdict').textContent.includes(text), words);
const fen = page => page.inputValue('#fen');

async function opened(options, hash = 'v=modern') {
  const somebody = await person(options);
  await somebody.page.goto(`/editor#${hash}`);
  await somebody.page.waitForSelector('#board .apo-piece');
  return somebody;
}

async function tapSquare(page, name) {
  const box = await square(page, name).boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

test('a position from nothing, by mouse', async () => {
  const { page, close } = await opened();
  await verdict(page, 'Possible. White is to move.');
  await page.click('#clear');
  await verdict(page, 'White has no king. Black has no king.'.slice(0, 18));
  assert.match(await page.innerText('#verdict'), /Black has no king/);
  await page.click('.editor-tool >> input[value="K"]');
  await tapSquare(page, 'e2');
  await page.click('.editor-tool >> input[value="k"]');
  await tapSquare(page, 'e8');
  await verdict(page, 'Possible, and the game is over.');
  // A rook that gives check while White is to move: the culprit is named.
  await page.click('.editor-tool >> input[value="R"]');
  await tapSquare(page, 'e5');
  await verdict(page, 'could lose its king: e5.');
  await shot(page, 'editor-fault');
  await page.selectOption('#turn', 'b');
  await verdict(page, 'The king is in check.');
  // The hand drags pieces.
  await page.click('.editor-tool >> input[value="hand"]');
  const from = await square(page, 'e5').boundingBox(), to = await square(page, 'b5').boundingBox();
  await page.mouse.move(from.x + 10, from.y + 10);
  await page.mouse.down();
  await page.mouse.move(to.x + 10, to.y + 10, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => document.getElementById('fen').value.includes('/1R8/'));
  // From the palette straight to the board.
  const tool = await page.locator('.editor-tool:has(input[value="q"])').boundingBox(),
    h3 = await square(page, 'h3').boundingBox();
  await page.mouse.move(tool.x + 15, tool.y + 15);
  await page.mouse.down();
  await page.mouse.move(h3.x + 10, h3.y + 10, { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => document.getElementById('fen').value.includes('/7q2/'));
  // The eraser, and undo.
  await page.click('.editor-tool >> input[value="erase"]');
  await tapSquare(page, 'h3');
  await page.waitForFunction(() => !document.getElementById('fen').value.includes('q'));
  await page.click('#undo');
  await page.waitForFunction(() => document.getElementById('fen').value.includes('/7q2/'));
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'editor');
  await close();
});

test('a position is set up by the keyboard alone', async () => {
  const { page, close } = await opened();
  await page.focus('#clear');
  await page.keyboard.press('Enter');
  await square(page, 'c3').focus();
  await page.keyboard.press('Shift+K');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('k');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+Q');
  await page.waitForFunction(() => document.getElementById('fen').value.includes('/2kQ6/'));
  await verdict(page, 'could lose its king: d5.');
  await page.keyboard.press('Delete');
  await verdict(page, 'Possible, and the game is over.');
  await close();
});

more('rights, reserve, jokers, counters and brouhaha squares', async () => {
  const { page, close } = await opened({}, 'v=alert');
  await page.fill('#start', '17');
  await page.press('#start', 'Tab');
  await verdict(page, 'Possible.');
  const start = await fen(page);
  await page.click('#no-rights');
  await page.waitForFunction(() => document.getElementById('fen').value.includes(' w - - '));
  await page.click('#all-rights');
  await page.waitForFunction(text => document.getElementById('fen')
    .value.split(' ')[2] === text.split(' ')[2], start);
  // A right for a piece that cannot have it: by name.
  await page.click('.editor-tool >> input[value="rights"]');
  await tapSquare(page, 'e2');
  await verdict(page, 'a piece that cannot have it: e2.');
  await tapSquare(page, 'e2');
  await verdict(page, 'Possible.');
  await page.selectOption('#power-black', { label: 'knight' });
  await page.waitForFunction(() => document.getElementById('fen').value.includes(' -n '));
  await page.fill('#reserve-white input[data-letter="Q"]', '3');
  await page.press('#reserve-white input[data-letter="Q"]', 'Tab');
  await page.waitForFunction(() => document.getElementById('fen').value.includes('QQQ'));
  await page.click('#fill-reserve');
  await page.waitForFunction(text => document.getElementById('fen')
    .value.split(' ')[5] === text.split(' ')[5], start);
  await page.fill('#quiet', '7');
  await page.press('#quiet', 'Tab');
  await page.waitForFunction(() => document.getElementById('fen').value.endsWith(' 7 1'));
  // A brouhaha square exists as soon as a piece is on it.
  await square(page, 'e0').focus();
  await page.keyboard.press('Delete');
  await page.waitForFunction(() => document.getElementById('fen').value.includes('/*****OOJ**** '));
  await page.click('.editor-tool >> input[value="N"]');
  await tapSquare(page, 'e0');
  await page.waitForFunction(() => document.getElementById('fen').value.includes('/****NOOJ**** '));
  await verdict(page, 'Possible.');
  await clickThrough(page, '#analyse');
  assert.match(page.url(), /\/analysis/);
  await page.waitForSelector('#board .apo-piece');
  assert.match(await page.inputValue('#fen'), /NOOJ/);
  await close();
});

more('FEN in, with its faults in words; handed over to a game', async () => {
  const { page, close } = await opened({ ...PHONE, colorScheme: 'dark' }, 'v=alert');
  // As large as on the page of a game: twelve files from edge to edge.
  assert.ok((await square(page, 'e5').boundingBox()).width >= 30);
  await page.goto('about:blank');
  await page.goto('/editor#v=modern');
  await page.waitForSelector('#board .apo-piece');
  await page.fill('#fen', 'nonsense');
  await page.press('#fen', 'Tab');
  await page.waitForFunction(() => document.getElementById('problem').textContent !== '');
  await page.fill('#fen', '**********/10/10/10/4P5/10/10/10/10/10/4K5/********** w - - -- - - 0 1');
  await page.press('#fen', 'Tab');
  await verdict(page, 'Black has no king.');
  await page.fill('#fen',
    '**********/10/4k5/10/10/10/10/10/10/4K1P3/10/********** w - - -- - - 0 1');
  await page.press('#fen', 'Tab');
  await verdict(page, 'Possible. White is to move.');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'editor-phone');
  await clickThrough(page, '#play');
  await page.waitForSelector('#create[open]');
  assert.match(await page.inputValue('#start-fen'), /4k5/);
  await close();
});

await run(finish);
