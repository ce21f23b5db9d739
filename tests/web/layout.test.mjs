// usage: node layout.test.mjs APOTHECARY [--only WORD]
// The board's size and what is in view beside it, at every window size; the handle, zen mode, the
// header.
import assert from 'node:assert/strict';
import { PHONE, TABLET, api, finish, newGame, person, seriousFindings,
  shot } from './support/world.mjs';
import { untilPromised } from './support/play.mjs';
import { catalogues, more, run, test } from './suite.mjs';

const FULL_HD = { viewport: { width: 1920, height: 1080 } };
const LAPTOP = { viewport: { width: 1280, height: 720 } };
const SIZES = [['phone', PHONE],
  ['small phone', { ...PHONE, viewport: { width: 360, height: 640 } }],
  ['tablet', TABLET], ['narrow window', { viewport: { width: 899, height: 1000 } }],
  ['laptop', LAPTOP], ['large', FULL_HD],
  ['phone on its side', { ...PHONE, viewport: { width: 844, height: 390 } }]];
const IN_CHECK = '************/11k/12/12/12/12/12/12/12/12/12/12/K10r/************ w - - Px - - 0 11';
const WITH_HINT = ['phone', 'tablet', 'narrow window', 'laptop', 'large'];

/** The page of a game of alert against the computer, in which it is White's turn. */
async function openGame(options, setup = {}) {
  const player = await person(options);
  const { page } = player;
  await page.goto('/about');
  const { id } = await newGame(page, { variant: 'alert', start: { number: 14 },
    opponent: { kind: 'computer', level: 1 }, ...setup });
  await page.goto(`/game/${id}`);
  await page.waitForSelector('#board .apo-piece');
  return { ...player, id };
}

const squarePixels = page => page.locator('#board [data-square="e5"]')
  .evaluate(square => square.getBoundingClientRect().width);

/** Those of the elements that are not wholly in the window. */
const outOfView = (page, ids) => page.evaluate(all => all.filter(id => {
  const box = document.getElementById(id).getBoundingClientRect();
  return box.width === 0 || box.height === 0 || box.top < 0 || box.left < 0
    || box.bottom > innerHeight + 0.5 || box.right > innerWidth + 0.5;
}), ids);

for (const [name, options] of SIZES)
  test(`in view without scrolling, ${name}: the turn, the result, the connection`, async () => {
    const { page, context, id, close } = await openGame(options);
    await shot(page, `layout-${name.replaceAll(' ', '-')}`);
    const parts = ['status', 'board', 'player-top', 'player-bottom', 'hand-top', 'hand-bottom'];
    assert.deepEqual(await outOfView(page, parts), []);
    if (WITH_HINT.includes(name)) {
      await page.waitForSelector('#coach');
      assert.deepEqual(await outOfView(page, ['coach-hint']), []);
    }
    assert.match(await page.innerText('#status'), /Your move/);
    assert.deepEqual(await page.evaluate(controlFaults), []);
    await context.setOffline(true);
    await page.evaluate(() => {
      document.getElementById('connection').textContent = 'Connection lost';
    });
    assert.deepEqual(await outOfView(page, ['connection']), []);
    await context.setOffline(false);
    await api(page, `/api/games/${id}/resign`, { ply: 0 });
    await page.waitForFunction(() => document.getElementById('state').dataset.state === 'over');
    assert.match(await page.innerText('#status'), /0–1 · You lost: you have resigned/);
    assert.deepEqual(await outOfView(page, ['status', 'board']), []);
    assert.ok(await page.locator('#status')
      .evaluate(node => node.scrollWidth <= node.clientWidth), 'the result is cut');
    await close();
  });

test('that the king is in check is in view without scrolling, at every size', async () => {
  const { page, close } = await openGame(LAPTOP, { start: { fen: IN_CHECK } });
  for (const [name, { viewport }] of SIZES) {
    await page.setViewportSize(viewport);
    assert.match(await page.innerText('#status'), /You are in check/);
    assert.deepEqual(await outOfView(page, ['status', 'board']), [], name);
  }
  assert.equal(await page.locator('#board .apo-mark.check').count(), 1);
  await close();
});

test('squares of the largest board: 60 pixels on a tablet, 48 on a laptop', async () => {
  for (const [options, least] of [[TABLET, 60], [LAPTOP, 48], [FULL_HD, 70]]) {
    const { page, close } = await openGame(options);
    const pixels = await squarePixels(page);
    assert.ok(pixels >= least, `${pixels}`);
    await page.goto('/analysis?variant=alert');
    await page.waitForSelector('#board .apo-piece');
    assert.ok(await squarePixels(page) >= least, `analysis: ${await squarePixels(page)}`);
    // The editor keeps its header, and the pieces to put are in view beside the board.
    await page.goto('/editor#v=alert');
    await page.waitForSelector('#tools .editor-tool');
    assert.ok(await squarePixels(page) >= Math.min(0.85 * least, 50),
      `editor: ${await squarePixels(page)}`);
    assert.deepEqual(await outOfView(page, options === TABLET ? ['board'] : ['board', 'tools']),
      []);
    await close();
  }
});

test('a toast stands beside the board, over none of its ranks', async () => {
  const { page, close } = await openGame({ viewport: { width: 1280, height: 800 } });
  for (const path of ['', '/analysis?variant=alert']) {
    if (path !== '')
      await page.goto(path);
    await page.waitForSelector('#board .apo-piece');
    const overlap = await page.evaluate(() => {
      const toast = document.createElement('div');
      toast.className = 'toast';
      toast.textContent = 'A sentence that says why a move is not legal, and what makes it so. '
        .repeat(3);
      document.getElementById('toasts').append(toast);
      const { right } = document.querySelector('.board-frame, #board').getBoundingClientRect();
      return right - toast.getBoundingClientRect().left;
    });
    assert.ok(overlap <= 0, `${path}: ${overlap} pixels`);
  }
  await close();
});

test('in a live game of two people, resigning is in view without scrolling', async () => {
  const other = await person();
  await other.page.goto('/about');
  const { page, id, close } = await openGame(TABLET, { opponent: { kind: 'open' },
    clock: { kind: 'live', base_ms: 900000, increment_ms: 5000 } });
  await api(other.page, `/api/games/${id}/join`, {});
  for (let ply = 0; ply < 2; ply++) {
    const { turn, you, legal_moves: [move] } = await api(page, `/api/games/${id}`);
    await api(turn === you ? page : other.page, `/api/games/${id}/moves`, { ply, move });
  }
  await page.waitForSelector('#live-actions >> text=Give 15 seconds');
  for (const { viewport } of [TABLET, PHONE]) {
    await page.setViewportSize(viewport);
    assert.deepEqual(await outOfView(page, ['actions']), []);
  }
  await other.close();
  await close();
});

more('below 900 pixels there is one column', async () => {
  for (const width of [899, 700, 390]) {
    const { page, close } = await openGame({ viewport: { width, height: 1100 } });
    const board = await page.locator('#board').boundingBox();
    const side = await page.locator('.game-side').boundingBox();
    assert.ok(side.y >= board.y + board.height, `${width}: the moves are below`);
    assert.ok(board.width > 0.6 * width, `${width}: ${board.width}`);
    await close();
  }
});

test('a lesson: the task and the whole board, without the ranks that are gone', async () => {
  for (const options of [PHONE, TABLET, LAPTOP]) {
    const { page, close } = await person(options);
    await page.goto('/learn/modern/joker');
    await page.waitForSelector('#board .apo-piece');
    assert.equal(await page.locator('[data-square="a11"], [data-square="a0"]').count(), 0);
    assert.deepEqual(await outOfView(page,
      ['step', 'task', 'board', 'hand-top', 'hand-bottom']), []);
    await close();
  }
});

test('on a phone the columns of the credits are stacked', async () => {
  const { page, close } = await person(PHONE);
  await page.goto('/about');
  const [table, box] = await page.$eval('.credits', all =>
    [all.scrollWidth, all.clientWidth]);
  assert.ok(table <= box, `${table} in ${box}`);
  const columns = await page.$$eval('.credits tbody tr:first-child td', cells =>
    cells.map(cell => cell.getBoundingClientRect().x));
  assert.equal(columns.length, 4);
  assert.equal(new Set(columns).size, 1, columns.join(' '));
  await close();
});

test('a problem: its task and the board in view, without the ranks that are gone', async () => {
  const { page, close } = await person(PHONE);
  await page.goto('/problems?variant=modern&aim=mate&moves=2');
  const { problems } = await api(page, '/api/problems?variant=modern&aim=mate&moves=2');
  const { id } = problems.find(({ fen }) => /^\*{10}\/.*\/\*{10} /.test(fen));
  await page.goto(`/problems/${id}`);
  await page.waitForSelector('#board .apo-piece');
  assert.equal(await page.locator('[data-square="a11"], [data-square="a0"]').count(), 0);
  assert.equal(await page.locator('#board [data-square]').count(), 100);
  // The server left room for as many.
  assert.equal(await page.getAttribute('#problem', 'data-rows'), '10');
  for (const { viewport } of [PHONE, TABLET, LAPTOP]) {
    await page.setViewportSize(viewport);
    assert.deepEqual(await outOfView(page, ['problem-title', 'status', 'board', 'back']), []);
  }
  // In one column the answer to a move stands above the board.
  await page.setViewportSize(PHONE.viewport);
  const [board, said] = await Promise.all(['#board', '#status'].map(part =>
    page.locator(part).boundingBox()));
  assert.ok(said.y + said.height <= board.y, `${said.y} ${board.y}`);
  await close();
});

test('on a phone a game against the browser is begun without scrolling', async () => {
  const { page, close } = await person(PHONE);
  await page.goto('/solo');
  await page.waitForSelector('#board .apo-piece');
  assert.deepEqual(await outOfView(page, ['begin']), []);
  await page.click('#begin');
  await page.waitForSelector('#take-back:visible');
  assert.deepEqual(await outOfView(page, ['status', 'board']), []);
  await close();
});

more('the list of moves shows how the game ended, whole', async () => {
  const { page, id, close } = await openGame(LAPTOP);
  for (let ply = 0; ply < 14; ply += 2) {
    const game = await untilPromised(page, async path => {
      const now = await (await fetch(path)).json();
      return now.turn === now.you && now;
    }, `/api/games/${id}`);
    await api(page, `/api/games/${id}/moves`, { ply, move: game.legal_moves[0] });
  }
  // Another game waits: a large button leads to it, and leaves less space for the list.
  await newGame(page, { variant: 'modern', opponent: { kind: 'computer', level: 1 } });
  await api(page, `/api/games/${id}/resign`, {});
  await page.reload();
  await page.waitForSelector('#actions >> text=Next game');
  // A link of two lines looks like the buttons beside it.
  assert.equal(await page.locator('#actions a.button').first()
    .evaluate(link => getComputedStyle(link).textAlign), 'center');
  await page.waitForFunction(() => {
    const end = document.querySelector('.move-end')?.getBoundingClientRect();
    const list = document.getElementById('moves').getBoundingClientRect();
    return end && end.top >= list.top && end.bottom <= list.bottom + 1;
  });
  await close();
});

more('the reserve has its name at every width, a background in forced colours', async () => {
  for (const [, options] of SIZES) {
    const { page, close } = await openGame({ ...options, forcedColors: 'active',
      colorScheme: 'dark' });
    for (const hand of ['#hand-top', '#hand-bottom']) {
      assert.ok(await page.locator(`${hand} .reserve .apo-title`).isVisible());
      const held = page.locator(`${hand} .reserve .apo-held`);
      const [red, green, blue] = await held.evaluate(node => getComputedStyle(node).backgroundColor
        .match(/\d+/g).map(Number));
      assert.ok(red > 120 && green > 110 && blue > 90, `${hand}: ${red} ${green} ${blue}`);
    }
    await close();
  }
});

test('in forced colours a chosen one of several is told from the others', async () => {
  const { page, close } = await person({ forcedColors: 'active' });
  await page.goto('/solo');
  await page.waitForSelector('#board .apo-piece');
  // Without a mark it has the colour of the browser's pages.
  const [shown, canvas, marked] = await page.evaluate(() => {
    const colorOf = node => getComputedStyle(node).backgroundColor;
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.forcedColorAdjust = 'none';
    const system = name => {
      probe.style.backgroundColor = name;
      return colorOf(probe);
    };
    return [colorOf(document.querySelector('#new-game .segments label:has(:checked)')),
      system('Canvas'), system('Highlight')];
  });
  assert.notEqual(canvas, marked);
  assert.equal(shown, marked);
  await close();
});

more('the handle makes the board smaller; the size is remembered', async () => {
  const { page, close } = await openGame(LAPTOP);
  const full = await squarePixels(page);
  const handle = await page.locator('.board-handle').boundingBox();
  await page.mouse.move(handle.x + 12, handle.y + 12);
  await page.mouse.down();
  await page.mouse.move(handle.x - 60, handle.y - 60, { steps: 4 });
  await page.mouse.up();
  const smaller = await squarePixels(page);
  assert.ok(smaller < full * 0.9, `${full} ${smaller}`);
  await page.reload();
  await page.waitForSelector('#board .apo-piece');
  assert.equal(await squarePixels(page), smaller);
  await page.locator('.board-handle').focus();
  await page.keyboard.press('ArrowUp');
  assert.ok(await squarePixels(page) > smaller);
  await page.locator('.board-handle').dblclick();
  assert.equal(await squarePixels(page), full);
  await close();
});

more('zen mode: the board, the clocks and the moves', async () => {
  const { page, close } = await openGame(LAPTOP,
    { clock: { kind: 'live', base_ms: 900000, increment_ms: 0 } });
  const before = await squarePixels(page);
  await page.keyboard.press('z');
  for (const gone of ['.site-header', '.site-footer', '.game-facts', '.words'])
    assert.equal(await page.locator(gone).isVisible(), false, gone);
  for (const kept of ['#board', '#moves', '#player-bottom .player-clock', '#status'])
    assert.ok(await page.locator(kept).isVisible(), kept);
  assert.ok(await squarePixels(page) >= before);
  await page.reload();
  assert.equal(await page.locator('.site-header').isVisible(), false);
  await page.waitForSelector('#board .apo-piece');
  assert.deepEqual(await seriousFindings(page), []);
  await page.click('.zen-leave');
  assert.ok(await page.locator('.site-header').isVisible());
  await close();
});

more('the header fits at every width, in every language', async () => {
  for (const locale of ['en', ...catalogues().map(({ code }) => code)]) {
    const { page, close } = await person({ locale });
    for (const path of ['/about', '/analysis']) {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(path);
      await page.evaluate(() => {
        document.querySelector('.site-user a').textContent = 'Maximilian-Alexander';
      });
      for (const width of [320, 360, 480, 700, 900, 1024, 1050, 1100, 1199, 1200, 1280, 1439,
        1440]) {
        await page.setViewportSize({ width, height: 900 });
        const faults = await page.evaluate(() => {
          const parts = '.brand, .site-menu, .site-nav a, .site-user > *';
          const seen = [...document.querySelectorAll(parts)]
            .filter(node => node.checkVisibility())
            .map(node => ({ node, box: node.getBoundingClientRect() }));
          const out = seen.filter(({ box }) => box.right > innerWidth + 0.5 || box.left < 0);
          const over = seen.filter(({ box, node }) => seen.some(other => other.node !== node
            && other.box.left < box.right - 1 && other.box.right > box.left + 1
            && other.box.top < box.bottom - 1 && other.box.bottom > box.top + 1));
          const bent = seen.filter(({ node, box }) => box.height > 60
            || (node.scrollWidth > node.clientWidth + 1
              && getComputedStyle(node).textOverflow !== 'ellipsis'));
          // The menu's button, or its links in a row; not both.
          const twice = seen.filter(({ node }) => node.matches('.site-menu')
            && seen.some(other => other.node.matches('.site-nav a')));
          return [...out, ...over, ...bent, ...twice].map(({ node }) => node.textContent.trim());
        });
        assert.deepEqual(faults, [], `${locale} ${path} ${width}`);
      }
    }
    await close();
  }
});

/**
 * Controls that are cut, that reach out of the window, or that lie over one another. What scrolls
 * counts only as far as it is seen.
 */
function controlFaults() {
  const kinds = 'a.button, button, select, textarea, summary, .site-nav a, '
    + 'input:not([type=radio], [type=checkbox], [type=hidden])';
  const seen = [...document.querySelectorAll(kinds)].filter(node => node.checkVisibility()
    && !node.closest('.apo-board, .board-handle, .visually-hidden') && node.clientWidth > 2)
    .map(node => {
      const { left, right, top, bottom } = node.getBoundingClientRect();
      const box = { left, right, top, bottom };
      let isScrolled = false, isClipped = false;
      for (let up = node.parentElement; up !== null; up = up.parentElement) {
        if (getComputedStyle(up).overflow === 'visible' || up === document.body)
          continue;
        const clip = up.getBoundingClientRect();
        isScrolled ||= up.scrollWidth > up.clientWidth + 1;
        isClipped ||= !up.matches('.hand, .moves, [tabindex]')
          && (left < clip.left - 2 || right > clip.right + 2);
        box.left = Math.max(box.left, clip.left);
        box.right = Math.min(box.right, clip.right);
        box.top = Math.max(box.top, clip.top);
        box.bottom = Math.min(box.bottom, clip.bottom);
      }
      return { node, box, isScrolled, isClipped };
    }).filter(({ box }) => box.right > box.left && box.bottom > box.top);
  const name = node => `${node.id || node.className || node.tagName} ${
    node.textContent.trim().slice(0, 30)}`;
  const out = seen.filter(({ box, isScrolled, isClipped }) => isClipped || (!isScrolled
    && (box.right > innerWidth + 0.5 || box.left < -0.5))).map(({ node }) => `out: ${name(node)}`);
  const over = seen.flatMap(({ node, box }, i) => seen.slice(i + 1)
    .filter(other => !node.contains(other.node) && !other.node.contains(node)
      && other.box.left < box.right - 1 && other.box.right > box.left + 1
      && other.box.top < box.bottom - 1 && other.box.bottom > box.top + 1)
    .map(other => `over: ${name(node)} / ${name(other.node)}`));
  const pen = document.createElement('canvas').getContext('2d');
  const cut = seen.filter(({ node }) => {
    const style = getComputedStyle(node);
    if (node.matches('select.button')) // a menu: what is chosen never stands in it
      return false;
    if (node.matches('select')) {
      pen.font = style.font;
      const room = node.clientWidth - parseFloat(style.paddingLeft)
        - parseFloat(style.paddingRight) - 16; // the arrow
      return [...node.options].some(({ text }) => pen.measureText(text).width > room);
    }
    return !node.matches('input, textarea, summary') && node.scrollWidth > node.clientWidth + 1
      && style.textOverflow !== 'ellipsis';
  }).map(({ node }) => `cut: ${name(node)}`);
  const wide = document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways']
    : [];
  return [...out, ...over, ...cut, ...wide];
}

const SWEPT = [['/', '#play-computer:enabled'], ['/games', 'main h1'],
  ['/analysis?variant=alert', '#board .apo-piece'], ['/editor#v=alert', '#tools .editor-tool'],
  ['/workshop', '#board .apo-piece'], ['/learn', 'main h1'],
  ['/learn/alert/joker', '#board .apo-piece'], ['/solo', '#board .apo-piece'],
  ['/rules/alert', '#pieces-board .apo-piece'], ['/problems', '.problem-list a'],
  ['/archive', '#archive-form'], ['/tournaments', 'main h1'], ['/studies', 'main h1'],
  ['/players', 'main h1'], ['/register', '#password'], ['/workshop/games', 'main h1']];

const WIDTHS = Array.from({ length: 52 }, (_, i) => 320 + 25 * i);
/**
 * An empty page, to which frames with pages of the server can be added although these forbid
 * framing. Nothing is painted in the frames, so changing their width costs little.
 */
async function openFrames(page) {
  const devtools = await page.context().newCDPSession(page);
  const forbids = /^(x-frame-options|content-security-policy|content-length)$/i;
  devtools.on('Fetch.requestPaused', async ({ requestId, request }) => {
    const answer = await page.request.get(request.url);
    await devtools.send('Fetch.fulfillRequest', { requestId, responseCode: answer.status(),
      responseHeaders: answer.headersArray().filter(({ name }) => !forbids.test(name)),
      body: (await answer.body()).toString('base64') });
  });
  await devtools.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] });
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto('/healthz');
}

async function addFrame(page) {
  const frame = await page.evaluateHandle(() => {
    const node = document.createElement('iframe');
    Object.assign(node.style, { border: 0, width: '1280px', height: '900px',
      visibility: 'hidden' });
    document.body.append(node);
    return node;
  });
  return frame.contentFrame();
}

/** The lines that `look`, a self-contained function, returns in the frame at each width. */
const atEachWidth = (frame, look) => frame.evaluate(async ([text, widths]) => {
  const faultsNow = new Function(`return (${text})()`);
  const found = new Map();
  for (const width of widths) {
    globalThis.frameElement.style.width = `${width}px`;
    // Observers of widths are called with the next frame.
    await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
    for (const fault of faultsNow())
      found.set(fault, [...found.get(fault) ?? [], innerWidth]);
  }
  return [...found].map(([fault, at]) => `${fault}: ${at[0]} to ${at.at(-1)}`);
}, [String(look), WIDTHS]);

more('no control is cut, hidden by another or out of view, from 320 to 1600', async () => {
  const { page, id, close } = await openGame({});
  await openFrames(page);
  const found = {};
  await Promise.all([[`/game/${id}`, '#board .apo-piece'], ...SWEPT].map(async ([path, sign]) => {
    const frame = await addFrame(page);
    await frame.goto(path);
    await frame.waitForSelector(sign);
    const faults = await atEachWidth(frame, controlFaults);
    if (faults.length > 0)
      found[path] = faults;
  }));
  assert.deepEqual(found, {});
  await close();
});

test('a game that waits cuts no word of the header on the smallest screen', async () => {
  const { page, id, close } = await openGame({ viewport: { width: 320, height: 640 } });
  await page.goto(`/game/${id}`);
  await page.waitForSelector('.site-menu .count');
  const { width, room } = await page.evaluate(() => {
    const link = document.querySelector('.site-user > a[href^="/login"], .site-user > a');
    return { width: link.scrollWidth, room: link.clientWidth };
  });
  assert.ok(width <= room, `${width} of ${room}`);
  await close();
});

more('no field for a choice cuts the names in it', async () => {
  const { page, close } = await person(LAPTOP);
  for (const [path, sign] of [['/', '#open-create'], ['/analysis', '#variant'],
    ['/editor', '#variant'], ['/archive', 'select'], ['/problems', 'select']]) {
    await page.goto(path);
    await page.waitForSelector(sign);
    if (path === '/')
      await page.click('#open-create:enabled');
    const cut = await page.evaluate(() => [...document.querySelectorAll('select')]
      .filter(select => select.checkVisibility()).flatMap(select => {
        const style = getComputedStyle(select);
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = style.font;
        const room = select.clientWidth - parseFloat(style.paddingLeft)
          - parseFloat(style.paddingRight) - 16; // the arrow
        return [...select.options].filter(({ text }) => pen.measureText(text).width > room)
          .map(({ text }) => `${select.id}: ${text}`);
      }));
    assert.deepEqual(cut, [], path);
  }
  await close();
});

await run(finish);
