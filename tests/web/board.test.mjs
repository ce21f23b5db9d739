// usage: node board.test.mjs [--only WORD]
// The board in a real browser, on web/board/demo.html: mouse, finger, keys, choosers, series,
// looks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { serve } from './serve.mjs';
import { dragAlong } from './support/drag.mjs';
import { fingerOn } from './support/finger.mjs';
import { launchBrowser, more, need, needFile, run, test } from './suite.mjs';

needFile('build-web/rules.wasm');
needFile('build-web/pieces.svg');
const axe = readFileSync(need.path('axe-core/axe.min.js'), 'utf8');
const browser = await launchBrowser();
const { server, url } = await serve();

/** A page with a game on it. Browser errors are failures. */
async function open(query, context = {}) {
  const page = await (await browser.newContext({ viewport: { width: 1000, height: 950 },
    ...context })).newPage();
  const complaints = [];
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(error.stack));
  await page.goto(`${url}/board/demo.html?${new URLSearchParams(query)}`);
  await page.waitForFunction(() => window.demo?.session);
  const say = (what, ...values) => page.evaluate(what, ...values);
  const spot = async name => say(square => {
    const box = document.querySelector(`[data-square=${square}]`).getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, size: box.width };
  }, name);
  const at = {
    page, say, spot,
    fen: () => say(() => demo.session.fen()),
    moves: () => say(() => demo.moves.join(' ')),
    label: name => page.getAttribute(`[data-square=${name}]`, 'aria-label'),
    count: selector => page.locator(`#board .apo-svg ${selector}`).count(),
    // By the page's own clock, so that timers which it set before have fired by then.
    still: (ms = 320) => say(wait => new Promise(done => setTimeout(done, wait)), ms),
    async click(name, options) {
      const { x, y } = await spot(name);
      await page.mouse.click(x, y, options);
    },
    async drag(from, to, options) {
      const a = await spot(from), b = await spot(to);
      await page.mouse.move(a.x, a.y);
      await page.mouse.down(options);
      await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2);
      await page.mouse.move(b.x, b.y);
      await page.mouse.up(options);
    },
    async keys(...names) {
      for (const name of names)
        await page.keyboard.press(name);
    },
    /** A finger: [[x, y, rest in ms], ...]; it lifts at the end. */
    async finger(...places) {
      const finger = await fingerOn(page);
      for (const [i, [x, y, rest = 0]] of places.entries()) {
        await (i === 0 ? finger.down([x, y]) : finger.move([x, y]));
        await page.waitForTimeout(rest);
      }
      at.lift = finger.lift;
    },
    async close() {
      assert.deepEqual(complaints, []);
      await page.context().close();
    },
  };
  return at;
}

/** The drawing must match the rules. */
async function assertShown(at) {
  const { shown, wanted } = await at.say(() => {
    const labels = {};
    for (const cell of document.querySelectorAll('#board > .apo-svg [data-square]'))
      labels[cell.dataset.square] = cell.getAttribute('aria-label').split(',')[0];
    const wantedLabels = {};
    for (const { name, piece } of demo.session.state().squares)
      wantedLabels[name] = piece === null ? `${name} empty`
        : `${name} ${piece.color} ${piece.name}`;
    return { shown: labels, wanted: wantedLabels };
  });
  assert.deepEqual(shown, wanted);
  const pieces = await at.say(() =>
    [document.querySelectorAll('#board > .apo-svg .apo-piece:not(.going)').length,
      Object.keys(demo.session.state().pieces).length]);
  assert.equal(pieces[0], pieces[1]);
}

test('a move by two clicks, with its targets as dots', async () => {
  const at = await open({ variant: 'modern', number: 14 });
  await at.click('e3');
  assert.equal(await at.count('.apo-target.dot'), 2);
  await at.click('e5');
  assert.equal(await at.moves(), 'e3e5');
  await at.still();
  await assertShown(at);
  assert.equal(await at.count('.apo-mark.last'), 2);
  await at.close();
});

test('a move by dragging, and a drag to nowhere', async () => {
  const at = await open({ variant: 'alert' });
  await at.drag('b3', 'b6');
  assert.equal(await at.moves(), 'b3b6');
  await at.drag('b10', 'd5');
  assert.equal(await at.moves(), 'b3b6');
  await at.still();
  await assertShown(at);
  await at.close();
});

more('all pieces shown by their moves, which point where their side goes', async () => {
  const at = await open({ variant: 'modern', number: 14, pieces: 'moves' });
  const turned = () => at.say(() => ['white', 'black'].map(color =>
    getComputedStyle(document.querySelector(`#board .apo-emblem.${color} .apo-marks`)).rotate));
  assert.equal(await at.count('.apo-piece .apo-emblem'),
    await at.say(() => Object.keys(demo.session.state().pieces).length));
  assert.deepEqual(await turned(), ['none', '180deg']);
  await at.click('e3');
  await at.click('e5');
  await assertShown(at);
  await at.say(() => demo.board.flip());
  assert.deepEqual(await turned(), ['180deg', '0deg']);
  await at.close();
});

test('dragging does not paint the board again', async () => {
  const at = await open({ variant: 'modern', number: 14 });
  // What is in the hand follows the pointer, as far as a pixel.
  const [from, over] = await Promise.all(['b3', 'c5'].map(square =>
    at.page.locator(`[data-square="${square}"]`).boundingBox()));
  await at.page.mouse.move(from.x + 20, from.y + 20);
  await at.page.mouse.down();
  await at.page.mouse.move(over.x + 10, over.y + 30);
  const hand = await at.page.locator('.apo-hand').boundingBox();
  assert.ok(Math.hypot(hand.x + hand.width / 2 - over.x - 10,
    hand.y + hand.height / 2 - over.y - 30) < 1, JSON.stringify([hand, over]));
  await at.page.mouse.move(from.x + 20, from.y + 20);
  await at.page.mouse.up();
  await at.page.keyboard.press('Escape');
  const { moves, paints, layerings } = await dragAlong(at.page, 'b3',
    ['b5', 'e5', 'e7', 'c7', 'h5']);
  // The frame of the square pointed at has moved, but not with each move of the pointer.
  assert.ok(layerings > 0 && layerings < moves / 2, `${layerings} layerings, ${moves} moves`);
  // A square may change where its marks do: the way leads over sixteen.
  assert.ok(paints <= 16, `${paints} times in ${moves} moves of the pointer`);
  await at.still();
  await assertShown(at);
  await at.close();
});

test('clicking elsewhere, or the piece again, lets go', async () => {
  const at = await open({ variant: 'alert' });
  await at.click('b3');
  assert.equal(await at.count('.apo-mark.selected'), 1);
  await at.click('b3');
  assert.equal(await at.count('.apo-mark.selected'), 0);
  await at.click('b3');
  await at.click('d3');
  assert.equal(await at.say(() => demo.board.selected), 'd3');
  await at.click('f8');
  assert.equal(await at.say(() => demo.board.selected), null);
  await at.close();
});

test('a move is made by the keyboard alone', async () => {
  const at = await open({ variant: 'modern', number: 14 });
  await at.page.focus('#flip');
  await at.keys('Tab');
  assert.equal(await at.say(() => document.activeElement.dataset.square), 'a1');
  assert.equal(await at.count('.apo-square[tabindex="0"]'), 1);
  await at.keys('ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter');
  assert.match(await at.label('b3'), /^b3 white pawn, selected/);
  assert.match(await at.label('b5'), /b5 empty, move/);
  await at.keys('Escape');
  assert.equal(await at.say(() => demo.board.selected), null);
  await at.keys('Enter', 'ArrowUp', 'ArrowUp', ' ');
  assert.equal(await at.moves(), 'b3b5');
  assert.equal(await at.count('.apo-mark.cursor'), 1);
  await at.keys('Home', 'End');
  assert.equal(await at.say(() => document.activeElement.dataset.square), 'j5');
  await at.close();
});

test('the cursor skips what has ceased to exist', async () => {
  const at = await open({ variant: 'apothecary2' });
  await at.say(() => demo.play(demo.session.moves().find(move => move.text === 'd0c1')));
  await at.say(() => demo.board.focus('e0'));
  await at.keys('ArrowLeft');
  assert.equal(await at.say(() => document.activeElement.dataset.square), 'e0');
  await at.close();
});

test('a vacated brouhaha square vanishes', async () => {
  const at = await open({ variant: 'apothecary2' });
  const state = () => at.say(() => {
    const cell = document.querySelector('[data-square=d0]');
    return [getComputedStyle(cell).visibility, cell.getAttribute('aria-hidden')];
  });
  assert.deepEqual(await state(), ['visible', null]);
  await at.click('d0');
  await at.click('c1');
  await at.page.waitForFunction(() =>
    getComputedStyle(document.querySelector('[data-square=d0]')).visibility === 'hidden');
  assert.deepEqual(await state(), ['hidden', 'true']);
  await at.close();
});

test('promotion shows the reserve, and can be cancelled', async () => {
  const fen = 'w********w/10/3P6/5k4/10/10/10/10/10/5K4/10/W********W w - - Pp NCRQ - 0 1';
  const at = await open({ variant: 'modern', fen });
  const before = await at.fen();
  await at.click('d9');
  await at.click('d10');
  const dialog = at.page.locator('dialog.apo-choose');
  assert.match(await dialog.innerText(), /queen\s*1 in reserve/);
  await at.keys('Escape');
  assert.equal(await dialog.count(), 0);
  assert.equal(await at.fen(), before);
  await at.still();
  await assertShown(at);
  await at.click('d9');
  await at.click('d10');
  await at.keys('ArrowRight', 'Enter');
  assert.match(await at.moves(), /^d9d10[rnc]$/);
  await at.still();
  await assertShown(at);
  await at.close();
});

more('what the reserve holds and this rank does not allow is shown, but not to be had',
  async () => {
    const fen = 'w********w/10/10/5k4/3P6/10/10/10/10/5K4/10/W********W w - - Pp NCRQ - 0 1';
    const at = await open({ variant: 'modern', fen });
    await at.click('d7');
    await at.click('d8');
    const options = at.page.locator('.apo-options button');
    const states = await options.evaluateAll(nodes =>
      nodes.map(node => `${node.innerText.replace(/\s+/g, ' ')} ${node.disabled}`));
    assert.deepEqual(states.filter(text => text.endsWith('true')),
      ['queen not on this rank true', 'rook not on this rank true']);
    assert.ok(states.some(text => text.startsWith('no promotion')));
    await at.page.locator('.apo-cancel').click();
    assert.equal(await at.moves(), '');
    await at.close();
  });

test('launch: asked for, told apart, cancelled', async () => {
  const at = await open({ variant: 'apothecary2' });
  await at.click('d2');
  assert.equal(await at.count('.apo-target.diamond'), 6);
  assert.match(await at.label('c4'), /launch possible/);
  await at.click('c4');
  assert.match(await at.page.locator('dialog').innerText(), /Put the joker on d2/);
  await at.keys('Escape');
  assert.equal(await at.moves(), '');
  await at.click('d2');
  await at.click('c4');
  await at.page.getByText('Put the joker on d2').click();
  assert.equal(await at.moves(), 'd2c4j');
  await at.still();
  await assertShown(at);
  await at.close();
});

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true,
  deviceScaleFactor: 2 };

const LOOP = '12/12/12/5k6/12/3p1p6/12/3p1p6/4C7/12/12/K11 w - - -- - - 0 1';

test('a series is clicked through, and who falls is shown before', async () => {
  const at = await open({ variant: 'prequel', fen: LOOP });
  await at.click('e4');
  await at.click('c6');
  assert.equal(await at.moves(), '');
  assert.equal(await at.count('.apo-doomed.jumped'), 1);
  await at.click('e8');
  assert.equal(await at.count('.apo-doomed.jumped'), 2);
  const { x, y } = await at.spot('g6');
  await at.page.mouse.move(x, y);
  assert.equal(await at.count('.apo-doomed'), 3);
  await at.click('g6');
  assert.equal(await at.moves(), 'e4xc6xe8xg6');
  await at.still();
  await assertShown(at);
  await at.close();
});

more('a series in another order than the rules write it', async () => {
  const at = await open({ variant: 'prequel', fen: LOOP });
  for (const square of ['e4', 'g6', 'e8', 'e8'])
    await at.click(square);
  assert.equal(await at.moves(), 'e4xg6xe8');
  await at.close();
});

more('a series can be given up half way', async () => {
  const at = await open({ variant: 'prequel', fen: LOOP });
  await at.click('e4');
  await at.click('c6');
  await at.say(() => demo.board.focus('a1'));
  await at.keys('Escape');
  assert.equal(await at.count('.apo-doomed'), 0);
  await at.still();
  await assertShown(at);
  await at.click('e4');
  await at.click('c6');
  await at.click('l1');
  assert.equal(await at.say(() => demo.board.selected), null);
  await at.click('e4');
  assert.equal(await at.say(() => demo.board.selected), 'e4');
  assert.equal(await at.moves(), '');
  await at.close();
});

more('custodian captures are shown while the square is pointed at', async () => {
  const at = await open({ variant: 'prequel',
    fen: 'k11/12/12/12/12/12/12/3cC7/2C9/12/12/K11 w - - -- - - 0 1' });
  await at.click('c4');
  assert.match(await at.label('c5'), /capture of d5/);
  const { x, y } = await at.spot('c5');
  await at.page.mouse.move(x, y);
  assert.equal(await at.count('.apo-doomed.enclosed'), 1);
  await at.click('c5');
  assert.equal(await at.moves(), 'c4c5');
  await at.still();
  await assertShown(at);
  await at.close();
});

test('a phone: custodian captures are shown before the move is made', async () => {
  const fen = 'k11/12/12/12/12/12/12/3cC7/2C9/12/12/K11 w - - -- - - 0 1';
  const at = await open({ variant: 'prequel', fen }, PHONE);
  for (const name of ['c4', 'c5']) {
    const { x, y } = await at.spot(name);
    await at.page.touchscreen.tap(x, y);
  }
  assert.equal(await at.moves(), '');
  assert.equal(await at.count('.apo-doomed.enclosed'), 1);
  const { x, y } = await at.spot('c5');
  await at.page.touchscreen.tap(x, y);
  assert.equal(await at.moves(), 'c4c5');
  await at.close();
});

test('pointing at any piece shows its moves, at a joker also why', async () => {
  const at = await open({ variant: 'modern', number: 14 });
  const pointAt = async name => {
    const { x, y } = await at.spot(name);
    await at.page.mouse.move(x, y);
    await at.still(400);
  };
  await pointAt('c9');
  assert.match(await at.page.locator('.apo-tip').innerText(), /Knight c9/);
  assert.ok(await at.count('.apo-target.look') >= 2);
  await pointAt('g1');
  assert.match(await at.page.locator('.apo-tip').innerText(),
    /cannot move yet, because Black has not moved/);
  await pointAt('e5');
  assert.equal(await at.page.locator('.apo-tip').isVisible(), false);
  assert.equal(await at.count('.apo-target'), 0);
  await at.close();
});

test('what jokers imitate, reserve and pocket are in sight', async () => {
  const at = await open({ variant: 'modern', number: 14 });
  await at.say(() => demo.play(demo.session.moves().find(move => move.text === 'e3e5')));
  assert.match(await at.page.locator('#top').innerText(), /Joker\s*pawn/);
  assert.match(await at.page.locator('#bottom').innerText(), /cannot move yet/);
  assert.match(await at.label('d10'), /moves as pawn/);
  assert.equal(await at.count('.apo-badge'), 2);
  assert.equal(await at.page.locator('#bottom .reserve [role=img]').count(), 4);
  const two = await open({ variant: 'apothecary2' });
  assert.equal(await two.page.locator('#bottom .pocket [aria-label=joker]').count(), 1);
  await two.close();
  await at.close();
});

test('a phone: the board stays where it is, whatever the joker becomes', async () => {
  const fen = powers =>
    `***me*m***/4cr1qr1/1b1a3ebj/p1p1pkp1pp/1p1p1EN3/n6p2/A1P7/2NP1n4/PP2PPPPPP/1B2C1J1B1/R5KQR1/***M*EM*** w - - ${powers} NMRQnmrq - 5 21`;
  const heights = [];
  for (const powers of ['Ne', 'En']) {
    const at = await open({ variant: 'classic', fen: fen(powers) }, PHONE);
    for (const tray of ['#top', '#bottom'])
      heights.push(await at.page.locator(`${tray} .apo-sides`)
        .evaluate(sides => sides.offsetHeight));
    assert.match(await at.page.locator(powers === 'Ne' ? '#bottom' : '#top').innerText(),
      /siege elephant/);
    await at.close();
  }
  assert.equal(new Set(heights).size, 1, heights.join(' '));
});

test('flipping turns the squares, and clicks still find them', async () => {
  const at = await open({ variant: 'alert' });
  const before = await at.spot('a1');
  await at.page.click('#flip');
  const after = await at.spot('a1');
  assert.ok(after.x > before.x && after.y < before.y);
  await at.click('b3');
  await at.click('b4');
  assert.equal(await at.moves(), 'b3b4');
  const numbers = await at.page.locator('.apo-coordinates .rank').allTextContents();
  assert.deepEqual(numbers.map(Number).sort((a, b) => a - b), [...Array(14).keys()]);
  await at.close();
});

test('arrows and circles by the right button', async () => {
  const at = await open({ variant: 'alert' });
  await at.drag('b3', 'f7', { button: 'right' });
  await at.click('c5', { button: 'right' });
  assert.deepEqual([await at.count('.apo-arrow.green'), await at.count('.apo-circle.green')],
    [1, 1]);
  await at.page.keyboard.down('Shift');
  await at.click('c5', { button: 'right' });
  await at.page.keyboard.up('Shift');
  assert.equal(await at.count('.apo-circle.red'), 1);
  await at.drag('b3', 'f7', { button: 'right' });
  assert.equal(await at.count('.apo-arrow'), 0);
  await at.click('g8');
  assert.equal(await at.count('.apo-circle'), 0);
  await at.close();
});

test('another board takes over no arrows, whose squares it may lack', async () => {
  const at = await open({ variant: 'prequel' });
  await at.say(() => {
    demo.board.setHints([{ from: 'k1', to: 'l3', color: 'blue' }]);
    demo.board.setShapes([{ from: 'l12', to: 'l12', color: 'green' }]);
  });
  assert.deepEqual([await at.count('.apo-arrow'), await at.count('.apo-circle')], [1, 1]);
  await at.say(() => demo.open({ variant: 'grand' }));
  assert.deepEqual([await at.count('.apo-arrow'), await at.count('.apo-circle')], [0, 0]);
  await at.close();
});

test('a move chosen ahead is shown, made when it can be, and dropped when not', async () => {
  const at = await open({ variant: 'modern', number: 14 });
  await at.say(() => {
    demo.picker.setMoves([]);
    demo.board.setPremover('white');
  });
  await at.click('e3');
  await at.click('e5');
  assert.equal(await at.count('.apo-mark.premove'), 2);
  assert.equal(await at.moves(), '');
  assert.equal(await at.say(() => {
    demo.picker.setMoves(demo.session.moves());
    return demo.picker.tryPremove();
  }), true);
  assert.equal(await at.moves(), 'e3e5');
  await at.close();
});

test('a position that changes closes an open question and ends a drag', async () => {
  const at = await open({ variant: 'apothecary2' });
  await at.click('d2');
  await at.click('c4');
  assert.equal(await at.page.locator('dialog').count(), 1);
  await at.say(() => demo.play(demo.session.moves().find(({ text }) => text === 'e3e4')));
  assert.equal(await at.page.locator('dialog').count(), 0);
  const from = await at.spot('a8'), to = await at.spot('a7');
  await at.page.mouse.move(from.x, from.y);
  await at.page.mouse.down();
  await at.page.mouse.move(to.x, to.y);
  await at.say(() => demo.play(demo.session.moves().find(({ text }) => text === 'b8b7')));
  await at.page.mouse.move(to.x, to.y + 5);
  await at.page.mouse.up();
  assert.equal(await at.moves(), 'e3e4 b8b7');
  await at.still();
  await assertShown(at);
  assert.equal(await at.count('.apo-piece.lifted'), 0);
  assert.equal(await at.page.locator('.apo-hand').isVisible(), false);
  await at.close();
});

test("what a joker imitates stands in the corner of the joker's square", async () => {
  const at = await open({ variant: 'modern', number: 14 });
  await at.say(() => {
    demo.board.set({ pieces: {}, badges: {}, isAnimated: false });
    demo.show(true);
  });
  await at.still();
  const far = await at.say(() => [...document.querySelectorAll('.apo-badge')].filter(badge => {
    const box = badge.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const square = [...document.querySelectorAll('.apo-square')].find(each => {
      const place = each.getBoundingClientRect();
      return x > place.left && x < place.right && y > place.top && y < place.bottom;
    });
    return demo.session.state().pieces[square?.dataset.square]?.isJoker !== true;
  }).length);
  assert.equal(await at.count('.apo-badge'), 2);
  assert.equal(far, 0);
  await at.close();
});

test('check is marked on the king', async () => {
  const at = await open({ variant: 'prequel',
    fen: '4k7/12/12/12/12/12/12/12/12/4R7/12/4K7 b - - -- - - 0 1' });
  assert.equal(await at.count('.apo-mark.check'), 1);
  assert.match(await at.label('e12'), /in check/);
  await at.close();
});

test('pieces are shown as letters if one chooses so', async () => {
  const at = await open({ variant: 'alert', pieces: 'letters' });
  assert.equal(await at.count('.apo-piece .apo-letter'), 92 + 0);
  assert.equal(await at.count('.apo-piece use'), 0);
  await at.close();
});

// The share of a square's pixels in which even the two drawings most alike differ.
const LEAST_APART = 0.06;

for (const set of ['pieces', 'silhouettes'])
  test(`${set}: any two drawings are told apart at 30 pixels, in both colours`, async () => {
    const page = await browser.newPage();
    await page.goto(`${url}/board/demo.css`);
    const alike = await page.evaluate(async ([address, least]) => {
      const SIZE = 30, STEP = 48;
      const sprite = new DOMParser().parseFromString(await (await fetch(address)).text(),
        'image/svg+xml');
      const pixelsOf = async symbol => {
        const image = new Image();
        image.src = `data:image/svg+xml,${encodeURIComponent(
          `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="${SIZE}" `
          + `height="${SIZE}">${symbol.innerHTML}</svg>`)}`;
        await image.decode();
        const pen = new OffscreenCanvas(SIZE, SIZE).getContext('2d');
        pen.fillStyle = '#b58b67';
        pen.fillRect(0, 0, SIZE, SIZE);
        pen.drawImage(image, 0, 0);
        return pen.getImageData(0, 0, SIZE, SIZE).data;
      };
      const found = [], drawings = [];
      for (const symbol of sprite.querySelectorAll('symbol:not([id*="-mark-"])'))
        drawings.push({ id: symbol.id, pixels: await pixelsOf(symbol) });
      for (const [at, one] of drawings.entries())
        for (const other of drawings.slice(0, at)) {
          let count = 0;
          for (let i = 0; i < one.pixels.length; i += 4)
            count += [0, 1, 2].some(part =>
              Math.abs(one.pixels[i + part] - other.pixels[i + part]) > STEP) ? 1 : 0;
          const share = count / SIZE / SIZE;
          if (share < least)
            found.push(`${one.id} ${other.id} ${share.toFixed(2)}`);
        }
      return { found, count: drawings.length };
    }, [`../${set}.svg`, LEAST_APART]);
    assert.deepEqual(alike, { found: [], count: 60 });
    await page.close();
  });

more('silhouettes: on the board, in the tray and in a saved picture', async () => {
  const at = await open({ variant: 'modern', number: 14, pieces: 'silhouettes' });
  const hrefs = await at.say(() => [...document.querySelectorAll('.apo-piece use, .apo-held use')]
    .map(use => use.getAttribute('href')));
  assert.ok(hrefs.length > 40);
  assert.ok(hrefs.every(href => /\/silhouettes\.svg#[wb]-[a-z]+$/.test(href)), hrefs[0]);
  const missing = await at.say(async names => {
    const { inlineDrawings } = await import('./save-picture.js');
    const copy = document.querySelector('#board .apo-svg').cloneNode(true);
    await inlineDrawings(copy);
    return names.filter(name => copy.querySelector(`defs #${name}`) === null);
  }, [...new Set(hrefs.map(href => href.split('#')[1]))]);
  assert.deepEqual(missing, []);
  await at.close();
});

more('letters where there are no drawings', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.route('**/pieces.svg', route => route.fulfill({ status: 404 }));
  await page.goto(`${url}/board/demo.html?variant=modern`);
  await page.waitForSelector('.apo-piece .apo-letter');
  assert.equal(await page.locator('.apo-piece > use').count(), 0);
  assert.equal(await page.locator('#bottom .apo-letter').count(), 4);
  await context.close();
});

test('a piece does not glide for those who want no movement', async () => {
  const at = await open({ variant: 'alert' }, { reducedMotion: 'reduce' });
  await at.click('b3');
  await at.click('b6');
  assert.equal(await at.say(() => getComputedStyle(document.querySelector('.apo-piece.moving'))
    .transitionDuration), '0s');
  await at.close();
});

for (const reducedMotion of ['no-preference', 'reduce'])
  test(`a piece that is put down lands once, ${reducedMotion === 'reduce' ? 'without' : 'with'} `
    + 'movement', async () => {
    const at = await open({ variant: 'modern' }, { reducedMotion });
    await at.say(() => demo.open({ variant: 'crazyhouse',
      fen: '4k3/8/8/8/8/8/8/4K3[N] w - - 0 1' }));
    const moving = await at.say(() => {
      demo.play(demo.session.moves().find(({ text }) => text === 'N@e4'));
      return document.getAnimations().map(({ animationName }) => animationName);
    });
    assert.equal(moving.includes('apo-landing'), reducedMotion !== 'reduce', moving.join(' '));
    await at.page.waitForFunction(() => document.querySelector('.apo-piece.coming') === null);
    await at.close();
  });

test('a phone: tap and tap; the page does not scroll sideways', async () => {
  const at = await open({ variant: 'alert' }, PHONE);
  for (const name of ['b3', 'b6']) {
    const { x, y, size } = await at.spot(name);
    assert.ok(size > 29 && size < 33, `${size}`);
    await at.page.touchscreen.tap(x, y);
  }
  assert.equal(await at.moves(), 'b3b6');
  assert.equal(await at.say(() => document.documentElement.scrollWidth <= innerWidth), true);
  await at.close();
});

test('a phone: a finger that slides sees what lies under it', async () => {
  const at = await open({ variant: 'alert' }, { ...PHONE, colorScheme: 'dark' });
  const from = await at.spot('e3'), to = await at.spot('e6');
  await at.finger([from.x, from.y, 30], [from.x, from.y - 20, 30], [to.x, to.y, 60]);
  assert.equal(await at.page.locator('.apo-lens').isVisible(), true);
  assert.equal(await at.page.locator('.apo-lens .apo-mark.hover').count(), 1);
  const lens = await at.page.locator('.apo-lens').boundingBox();
  assert.ok(Math.abs(lens.x + lens.width / 2 - to.x) < 2, 'the lens is above the finger');
  assert.ok(lens.y + lens.height < to.y && lens.y + lens.height > to.y - 60,
    'the lens is above the finger');
  await at.lift();
  assert.equal(await at.page.locator('.apo-lens').isVisible(), false);
  assert.equal(await at.moves(), 'e3e6');
  await at.close();
});

test('a phone: the target can be corrected while the finger is down', async () => {
  const at = await open({ variant: 'alert' }, PHONE);
  const from = await at.spot('b3'), wrong = await at.spot('b4'), right = await at.spot('b5');
  await at.finger([from.x, from.y, 20]);
  await at.lift();
  await at.finger([wrong.x, wrong.y, 500], [right.x, right.y, 50]);
  assert.equal(await at.page.locator('.apo-lens').isVisible(), true);
  await at.lift();
  assert.equal(await at.moves(), 'b3b5');
  await at.close();
});

test('a phone: a long press explains', async () => {
  const at = await open({ variant: 'modern', number: 14 }, PHONE);
  const { x, y } = await at.spot('d10');
  await at.finger([x, y, 600]);
  await at.lift();
  assert.match(await at.page.locator('.apo-tip').innerText(), /Joker d10/);
  await at.close();
});

more('whole stretches of all five games, by taps', async () => {
  for (const variant of ['alert', 'modern', 'classic', 'apothecary2', 'prequel']) {
    const at = await open({ variant }, { reducedMotion: 'reduce' });
    await at.say(async () => {
      let seed = 7;
      const random = bound => {
        seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
        return (seed >>> 8) % bound;
      };
      for (let ply = 0; ply < 60; ply++) {
        const moves = demo.session.moves();
        if (moves.length === 0)
          break;
        const move = moves[random(moves.length)], before = demo.moves.length;
        demo.board.tap(move.from);
        for (const square of move.path.length > 0 ? move.path : [move.to])
          demo.board.tap(square);
        for (let i = 0; i < 20 && demo.moves.length === before; i++) {
          await new Promise(later => setTimeout(later, 5));
          const button = document.querySelector('dialog .apo-options button:not(:disabled)');
          if (button !== null)
            button.click();
          else if (demo.board.isTarget(move.to))
            demo.board.tap(move.to);
        }
        if (demo.moves.length === before)
          throw new Error(`${move.text} was not made in ${demo.session.fen()}`);
      }
    });
    await at.still();
    await assertShown(at);
    await at.close();
  }
});

/** How bright a colour is, as WCAG reckons contrasts. */
function brightness(colour) {
  const [red, green, blue] = colour.match(/[\d.]+/g).map(Number).map(value => value / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
}

/** A translucent colour on another. */
function blended(colour, ground) {
  const [alpha = 1] = colour.match(/[\d.]+/g).slice(3).map(Number), below = ground.match(/[\d.]+/g);
  return `rgb(${colour.match(/[\d.]+/g).slice(0, 3).map((value, i) =>
    value * alpha + below[i] * (1 - alpha))})`;
}

const contrast = (a, b) => Math.max(brightness(a) / brightness(b), brightness(b) / brightness(a));

more('what would be captured is seen on every board, and in forced colours', async () => {
  for (const context of [{}, { forcedColors: 'active' }])
    for (const squares of ['wood', 'green', 'blue', 'slate', 'paper']) {
      const at = await open({ variant: 'prequel', squares, fen: LOOP }, context);
      await at.click('e4');
      const { grounds, tones } = await at.say(() => {
        const { fill, stroke } = getComputedStyle(document.querySelector('.apo-target.corners'));
        return { tones: [fill, stroke], grounds: ['light', 'dark'].map(shade =>
          getComputedStyle(document.querySelector(`.apo-square.${shade}:not(.transient)`)).fill) };
      });
      for (const ground of grounds)
        assert.ok(Math.max(...tones.map(tone => contrast(tone, ground))) >= 3,
          `${squares}: ${tones} on ${ground}`);
      await at.close();
    }
});

test('palaces, zones, goals and the river are where the game has them', async () => {
  const at = await open({ variant: 'modern' });
  assert.equal(await at.count('.apo-lines, .apo-river'), 0);
  // The first and the last square that each drawing encloses or lies between.
  for (const [variant, kind, corners] of [
    ['janggi', 'lines', ['d1', 'f10']], ['xiangqi', 'lines', ['d1', 'f10']],
    ['xiangqi', 'river', ['a5', 'i6']], ['shogi', 'lines', ['a3', 'i7']],
    ['king-of-the-hill', 'lines', ['d4', 'e5']], ['racing-kings', 'lines', ['a7', 'h8']]])
    for (const isFlipped of [false, true]) {
      await at.say(([id, bottom]) => {
        demo.open({ variant: id });
        demo.board.setOrientation(bottom);
      }, [variant, isFlipped ? 'black' : 'white']);
      const [box, ...squares] = await at.say(selectors => selectors.map(selector =>
        document.querySelector(`#board ${selector}`).getBoundingClientRect().toJSON()),
      [`.apo-${kind}`, ...corners.map(name => `[data-square=${name}]`)]);
      const edge = side => Math[side === 'left' || side === 'top' ? 'min' : 'max'](
        ...squares.map(square => square[side]));
      const isAt = (a, b) => Math.abs(a - b) < 3;
      assert.ok(isAt(box.left, edge('left')) && isAt(box.right, edge('right')),
        `${variant} ${kind}: ${JSON.stringify([box, squares])}`);
      assert.ok(box.top >= edge('top') - 3 && box.bottom <= edge('bottom') + 3,
        `${variant} ${kind}: ${JSON.stringify([box, squares])}`);
    }
  await at.say(() => demo.open({ variant: 'xiangqi' }));
  await at.page.evaluate(axe);
  const { violations } = await at.say(() => axe.run('#board'));
  assert.deepEqual(violations.map(({ id }) => id), []);
  // They take no click, and a saved picture has them.
  await at.click('e1');
  assert.equal(await at.count('.apo-mark.selected'), 1);
  const saved = await at.say(async () => {
    const { selfContained } = await import('./save-picture.js');
    return (await selfContained(demo.board.scene.svg)).outerHTML;
  });
  assert.ok(/<path d="M0 -500h900"[^>]* style="[^"]*stroke: rgba/.test(saved), saved.slice(-3000));
  await at.close();
});

more('what is drawn is seen on every board, and in forced colours', async () => {
  for (const context of [{}, { forcedColors: 'active' }, { colorScheme: 'dark' }])
    for (const squares of ['wood', 'green', 'blue', 'slate', 'paper']) {
      const at = await open({ variant: 'modern', squares }, context);
      await at.say(() => demo.open({ variant: 'xiangqi' }));
      const [grounds, ...strokes] = await at.say(() => {
        const look = (selector, part) =>
          getComputedStyle(document.querySelector(`#board ${selector}`))[part];
        return [['.light', '.dark'].map(shade => look(`.apo-square${shade}`, 'fill')),
          look('.apo-lines', 'stroke'), look('.apo-river', 'stroke')];
      });
      for (const ground of grounds)
        for (const stroke of strokes)
          assert.ok(contrast(blended(stroke, ground), ground) >= 1.5,
            `${squares}: ${stroke} on ${ground}`);
      await at.close();
    }
});

test('a series is shown jump by jump, and what falls disappears as it is passed', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const at = await open({ variant: 'prequel', fen: LOOP }, { reducedMotion });
    const steps = await at.say(() => {
      demo.play(demo.session.moves().find(({ text }) => text === 'e4xc6xe8xg6'));
      return document.getAnimations().filter(animation => !(animation instanceof CSSTransition)
        && !(animation instanceof CSSAnimation)).map(({ effect }) => effect.getKeyframes().length);
    });
    assert.deepEqual(steps, reducedMotion === 'reduce' ? [] : [4]);
    const delays = await at.say(() => [...document.querySelectorAll('.apo-piece.going')]
      .map(node => parseFloat(node.style.transitionDelay)).sort((a, b) => a - b));
    assert.equal(new Set(delays).size > 1, reducedMotion !== 'reduce', delays.join(' '));
    await at.close();
  }
});

test('castling moves both pieces at once, as they are', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const at = await open({ variant: 'modern' }, { reducedMotion });
    await at.say(() => demo.open({ variant: 'chess', fen: '4k3/8/8/8/8/8/8/4K2R w K - 0 1' }));
    await at.page.waitForSelector('.apo-piece[data-look^="white rook"]');
    const told = await at.say(() => {
      const nodes = ['king', 'rook'].map(name =>
        document.querySelector(`.apo-piece[data-look^="white ${name}"]`));
      const places = nodes.map(node => node.getAttribute('style'));
      demo.play(demo.session.moves().find(({ text }) => text.startsWith('e1g1')));
      return nodes.map((node, i) => ({ isThere: node.isConnected,
        hasLeft: node.getAttribute('style') !== places[i],
        glides: getComputedStyle(node).transitionDuration !== '0s'
          && node.classList.contains('moving') }));
    });
    const one = { isThere: true, hasLeft: true, glides: reducedMotion !== 'reduce' };
    assert.deepEqual(told, [one, one]);
    await at.close();
  }
});

test('a square that vanishes fades, and only once its piece has left', async () => {
  const at = await open({ variant: 'apothecary2' }, { reducedMotion: 'no-preference' });
  await at.click('d0');
  await at.click('c1');
  const fading = await at.page.waitForFunction(() => {
    const square = document.querySelector('.apo-square.gone');
    if (square === null)
      return null;
    const { transitionProperty, transitionDelay } = getComputedStyle(square);
    return { what: transitionProperty, delay: parseFloat(transitionDelay) };
  });
  const { what, delay } = await fading.jsonValue();
  assert.match(what, /^opacity/);
  assert.ok(delay > 0, `${delay}`);
  const gone = await at.count('.apo-square.gone');
  await at.say(() => demo.board.set({ walls: ['e5', 'f5'] }));
  assert.equal(await at.count('.apo-square.gone'), gone + 2);
  await at.say(() => demo.board.set({ walls: [] }));
  assert.equal(await at.count('.apo-square.gone'), gone);
  await at.close();
});

test('a promoted piece turns when it has arrived', async () => {
  const at = await open({ variant: 'modern' });
  await at.say(() => demo.open({ variant: 'chess', fen: '8/4P3/8/8/8/8/k7/4K3 w - - 0 1' }));
  const looks = () => at.say(() => [...document.querySelectorAll('.apo-piece')]
    .map(({ dataset }) => dataset.look.split(' ').slice(0, 2).join(' ')).sort());
  await at.say(() => demo.play(demo.session.moves().find(({ text }) => text === 'e7e8q')));
  assert.deepEqual(await looks(), ['black king', 'white king', 'white pawn']);
  await at.page.waitForFunction(() => document.querySelector('.apo-piece.turning'));
  assert.deepEqual(await looks(), ['black king', 'white king', 'white queen']);
  await at.close();
});

more('the contact sheet: no piece covers another, and Black\'s are seen in the dark', async () => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 },
    colorScheme: 'dark' })).newPage();
  await page.goto(`${url}/board/demo.pieces.html`);
  await page.waitForSelector('body[data-is-ready]');
  const { bodies, drawings, wide, grounds } = await page.evaluate(() => ({
    bodies: document.querySelectorAll('#drawings > div').length,
    drawings: document.querySelectorAll('#drawings svg').length,
    wide: [...document.querySelectorAll('#moves > div')].filter(line =>
      line.lastChild.getBoundingClientRect().right > line.getBoundingClientRect().right + 1).length,
    grounds: [...new Set([...document.querySelectorAll('#bare > svg')].map(picture =>
      getComputedStyle(picture).backgroundColor))],
  }));
  assert.equal(drawings, 2 * 150); // of both colours
  assert.equal(bodies, 30);
  assert.equal(wide, 0);
  assert.deepEqual(grounds, ['rgb(189, 171, 139)']);
  await page.close();
});

test('the board is accessible in light, in dark, and on a phone', async () => {
  for (const context of [{}, { colorScheme: 'dark' }, PHONE]) {
    const at = await open({ variant: 'modern', number: 14 }, context);
    await at.click('e3').catch(() => {});
    await at.page.evaluate(axe);
    const { violations } = await at.say(() => axe.run());
    assert.deepEqual(violations.filter(({ impact }) => ['serious', 'critical'].includes(impact))
      .map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
    await at.close();
  }
});

await run(async () => {
  await browser.close();
  server.close();
});
