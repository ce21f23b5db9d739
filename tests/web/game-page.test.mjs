// usage: node game-page.test.mjs APOTHECARY [--only WORD]
// Everything on a game's page except the moves: keys and wheel, the rematch, messages when the game
// ends or the server is away, what a finished game offers, the page of a secret link.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Server } from './support/server.mjs';
import { PHONE, api, clickThrough, finish, newGame, person, seriousFindings, serverUrl, shot }
  from './support/world.mjs';
import { more, run, test } from './suite.mjs';
import { makeMove, openRules, square, untilPly } from './support/play.mjs';

const marked = page => page.evaluate(() =>
  Number(document.querySelector('#moves [aria-current]')?.dataset.ply ?? 0));

const untilMarked = (page, ply) => page.waitForFunction(wanted =>
  Number(document.querySelector('#moves [aria-current]')?.dataset.ply ?? 0) === wanted, ply);

/** A game of modern between two people: { white, black, id }, both on its page. */
async function twoPlayers({ base, ...setup } = {}) {
  const white = await person({ base }), black = await person({ base });
  await white.page.goto('/about');
  const { id, link } = await newGame(white.page,
    { variant: 'modern', start: { number: 14 }, opponent: { kind: 'link' }, ...setup });
  await white.page.goto(`/game/${id}`);
  await black.page.goto(link);
  await black.page.click('#join-button');
  for (const { page } of [white, black]) {
    await page.waitForURL(/\/game\//);
    await page.waitForFunction(() => document.getElementById('status').textContent !== ''
      && !/Waiting/.test(document.getElementById('status').textContent));
    await page.waitForSelector('#board .apo-piece');
  }
  return { white, black, id };
}

/** A game of two moves against the computer. */
async function shortGame() {
  const player = await person();
  const { page } = player;
  await page.goto('/about');
  const { id } = await newGame(page, { variant: 'modern', start: { number: 14 },
    opponent: { kind: 'computer', level: 1 } });
  await page.goto(`/game/${id}`);
  await page.waitForSelector('#board .apo-piece');
  await makeMove(page, openRules('modern'), 'e3e5');
  await untilPly(page, 2);
  return { ...player, id };
}

test('an illegal try in a game is answered, and the game goes on', async () => {
  const { page, close, id } = await shortGame();
  const toast = page.locator('#toasts .toast');
  // The reply is in the list of moves before it arrives on the board, and clears the selection made
  // until then: a person tries again.
  for (let left = 20; left > 0 && await toast.count() === 0; left--) {
    await page.locator('#board [data-square="e5"]').click();
    await page.locator('#board [data-square="a5"]').click();
    await toast.waitFor({ timeout: 5000 }).catch(() => null);
  }
  assert.match(await toast.innerText(), /^Not legal \(rule .*; it would be legal if .*\.$/);
  // A legal move is made as usual, and the reason disappears.
  const session = openRules('modern');
  session.setFen((await api(page, `/api/games/${id}`)).fen);
  await makeMove(page, session, session.moves().find(({ paths, promoted, launched }) =>
    paths.length === 0 && promoted === null && launched === null).text);
  assert.equal(await toast.count(), 0);
  await close();
});

test('a reply that overtakes the answer to a move gives the turn back at once', async () => {
  const { page, close } = await shortGame();
  let letGo;
  const isShown = new Promise(resolve => { letGo = resolve; });
  await page.route('**/moves', async route => {
    const response = await route.fetch();
    await isShown;
    await route.fulfill({ response });
  }, { times: 1 });
  await square(page, 'd3').click();
  await square(page, 'd4').click();
  await untilPly(page, 4);
  await square(page, 'd4').click();
  await square(page, 'a5').click();
  await page.locator('#toasts .toast').waitFor();
  letGo();
  await close();
});

more('arrow keys and wheel step through the moves, wherever the focus is', async () => {
  const { page, close, id } = await shortGame();
  const walk = async () => {
    for (const [key, ply] of [['ArrowLeft', 1], ['k', 0], ['ArrowRight', 1], ['j', 2],
      ['ArrowUp', 0], ['ArrowDown', 2], ['Home', 0], ['End', 2]]) {
      await page.keyboard.press(key);
      assert.equal(await marked(page), ply, key);
    }
  };
  await walk();
  // After a click on the board, and on a button.
  await page.locator('#board [data-square="e7"]').click();
  await walk();
  await page.click('#flip');
  await walk();
  // The cursor on the board keeps its keys.
  await page.keyboard.press('b');
  await page.keyboard.press('ArrowUp');
  assert.equal(await marked(page), 2);
  await page.keyboard.press('Escape');
  await page.locator('#board').hover();
  await page.mouse.wheel(0, -100);
  await untilMarked(page, 1);
  await page.mouse.wheel(0, 100);
  await untilMarked(page, 2);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await page.goto(`/analysis?game=${id}`);
  await page.waitForSelector('#moves .move');
  await page.locator('#board').hover();
  await page.mouse.wheel(0, -100);
  await page.waitForFunction(() => document.querySelector('#moves .move[aria-current]')
    ?.textContent.includes('e5'));
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => !document.querySelector('#moves .move[aria-current]'));
  await close();
});

more('typing a move leaves the board where it is', async () => {
  const { page, close } = await shortGame();
  await page.keyboard.press('m');
  await page.keyboard.type('Zz');
  assert.equal(await page.evaluate(() => scrollY), 0);
  assert.ok(await page.locator('#type-move').evaluate(field => {
    const box = field.getBoundingClientRect();
    return box.top >= 0 && box.bottom <= innerHeight;
  }));
  assert.deepEqual(await seriousFindings(page), []);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.type-form.is-afloat').count(), 0);
  await close();
});

more('an accepted rematch takes both to the new game', async () => {
  const { white, black, id } = await twoPlayers();
  const watcher = await person();
  await watcher.page.goto(`/game/${id}`);
  await watcher.page.waitForSelector('#board .apo-piece');
  await api(black.page, `/api/games/${id}/resign`, { ply: 0 });
  await white.page.click('text="Rematch"');
  await black.page.click('text="Accept the rematch"');
  for (const { page } of [white, black])
    await page.waitForURL(url => /\/game\//.test(url.pathname) && !url.pathname.endsWith(id));
  assert.equal(white.page.url(), black.page.url());
  // Those who watch are asked.
  assert.ok(watcher.page.url().endsWith(id));
  for (const each of [white, black, watcher])
    await each.close();
});

// White leads 9 to 0, and 199 half-moves were quiet.
const NEAR = '**********/9k/10/10/10/10/10/10/10/10/4KQ4/********** w - - -- - - 199 130';

test('a move that ends the game by the count says so before it is sent', async () => {
  const { white, black } = await twoPlayers({ start: { fen: NEAR } });
  const { page } = white;
  const counted = 'Advantage to you: too many moves without a capture or a pawn move';
  await makeMove(page, openRules('modern', NEAR), 'e1e2');
  await page.waitForSelector('#confirm-move');
  assert.ok((await page.innerText('#ask [role=alert]'))
    .startsWith(`This move ends the game. ${counted}.`));
  assert.deepEqual(await seriousFindings(page), []);
  await page.click('#undo-move');
  assert.match(await page.innerText('#status'), /Your move/);
  await page.waitForFunction(() => document.querySelectorAll('#moves [data-ply]').length === 0);
  await makeMove(page, openRules('modern', NEAR), 'e1e2');
  await page.click('#confirm-move');
  await page.waitForFunction(words => document.getElementById('status').textContent
    === `¾–¼ · ${words}`, counted);
  for (const each of [white, black])
    await each.close();
});

test('the end of a game is written and spoken, also when it is learned later', async () => {
  const { white, black, id } = await twoPlayers();
  await black.context.setOffline(true);
  await api(white.page, `/api/games/${id}/resign`, { ply: 0 });
  const isSaid = (page, words) => page.waitForFunction(said =>
    document.getElementById('spoken').textContent.includes(`0–1. ${said}.`)
    && document.getElementById('status').textContent === `0–1 · ${said}`, words);
  await isSaid(white.page, 'You lost: you have resigned');
  await black.context.setOffline(false);
  await isSaid(black.page, 'You won: the other side has resigned');
  // Without scripts the same words are there.
  for (const [who, words] of [[white, 'You lost: you have resigned'],
    [black, 'You won: the other side has resigned'],
    [null, 'Black wins: the other side has resigned']]) {
    const bare = await person({ javaScriptEnabled: false,
      storageState: await who?.context.storageState() });
    await bare.page.goto(white.page.url());
    assert.equal(await bare.page.innerText('#status'), words);
    await bare.close();
  }
  for (const each of [white, black])
    await each.close();
});

more('while the server is away one sentence says so', async () => {
  const server = await new Server().start();
  const { white, black } = await twoPlayers({ base: server.url });
  await server.kill();
  await white.page.waitForFunction(() =>
    document.getElementById('connection').textContent !== '');
  await makeMove(white.page, openRules('modern'), 'e3e5');
  await white.page.waitForFunction(() => /your move is sent/.test(
    document.getElementById('connection').textContent));
  for (let i = 0; i < 4; i++)
    await white.page.evaluate(() => document.querySelector('#actions .button-danger').click());
  await white.page.waitForTimeout(1500);
  assert.equal(await white.page.locator('.toast').count(), 0);
  await shot(white.page, 'server-away');
  await server.start();
  await white.page.waitForFunction(() =>
    document.getElementById('connection').textContent === '');
  await untilPly(black.page, 1);
  await white.close();
  await black.close();
  await server.stop();
});

test('a resignation does not overtake a move that waits for the network', async () => {
  const { white, black, id } = await twoPlayers();
  let tries = 0;
  await white.page.route('**/moves', route => (++tries <= 2 ? route.abort() : route.continue()));
  await makeMove(white.page, openRules('modern'), 'e3e5');
  await white.page.evaluate(() => {
    for (let i = 0; i < 2; i++)
      document.querySelector('#actions .button-danger').click();
  });
  await black.page.waitForFunction(() =>
    /0–1/.test(document.getElementById('status').textContent));
  assert.equal((await api(black.page, `/api/games/${id}`)).ply, 1);
  for (const each of [white, black])
    await each.close();
});

test('captured pieces stand beside who has captured them, at each move', async () => {
  const white = await person(), black = await person();
  await white.page.goto('/about');
  await black.page.goto('/about');
  const { id, link } = await newGame(white.page, { variant: 'chess',
    opponent: { kind: 'link' } });
  await api(black.page, `/api/games/${id}/join`, { secret: link.split('#')[1] });
  for (const [ply, move] of ['e2e4', 'd7d5', 'e4d5', 'd8d5', 'b1c3', 'd5c4', 'f1c4'].entries())
    await api((ply % 2 ? black : white).page, `/api/games/${id}/moves`, { ply, move });
  const { page } = white;
  await page.goto(`/game/${id}`);
  await page.waitForSelector('#player-bottom [aria-label="Captured: queen, pawn"] svg');
  await page.waitForSelector('#player-top [aria-label="Captured: pawn"] svg');
  await shot(page, 'captured');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('#player-bottom [aria-label="Captured: pawn"]');
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('.taken') === null);
  for (const each of [white, black])
    await each.close();
});

test('copying four times shows one toast', async () => {
  const { page, close } = await person();
  await page.goto('/analysis');
  await page.waitForSelector('#board .apo-piece');
  for (let i = 0; i < 4; i++)
    await page.click('#copy');
  await page.waitForSelector('.toast');
  assert.equal(await page.locator('.toast').count(), 1);
  await close();
});

test('a finished game offers its moves and its picture', async () => {
  const { page, close, id } = await shortGame();
  assert.equal(await page.locator('#downloads').isVisible(), false);
  await api(page, `/api/games/${id}/resign`, { ply: 2 });
  await page.waitForSelector('#downloads', { state: 'visible' });
  const address = await page.getAttribute('#downloads a', 'href');
  // It comes into the archive a moment later.
  const pgn = await page.evaluate(async path => {
    for (;;) {
      const answer = await fetch(path);
      if (answer.ok)
        return answer.text();
      await new Promise(done => setTimeout(done, 100));
    }
  }, address);
  assert.match(pgn, /\[Result "0-1"\][^]*1\. e5/);
  for (const [form, sign] of [['svg', /<svg[^]*<symbol/], ['png', /^\x89PNG/]]) {
    const [file] = await Promise.all([page.waitForEvent('download'),
      page.click(`#picture-${form}`)]);
    const bytes = readFileSync(await file.path(), 'latin1');
    assert.match(bytes, sign);
    if (form === 'svg')
      assert.doesNotMatch(bytes, /href="[^#]/);
  }
  await close();
});

test('a secret link: no address or Referer has the secret; old links go on working', async () => {
  const host = await person();
  await host.page.goto('/about');
  const { link } = await newGame(host.page, { variant: 'chess', opponent: { kind: 'link' } });
  const [place, secret] = link.split('#');
  const seen = [];
  const guest = await person(), { page } = guest;
  page.on('request', request => seen.push(request.url().replace(/#.*/, ''),
    request.headers().referer ?? ''));
  await page.goto(link);
  await page.waitForSelector('#join-button:enabled');
  assert.equal(new URL(page.url()).hash, `#${secret}`); // it can be passed on, and loaded again
  await page.click('main a[href^="/rules"]');
  await page.goBack();
  await page.waitForSelector('#join-button:enabled');
  await Promise.all([page.waitForURL(/\/\?|\/join/), page.click('.languages [value=fr]')]);
  await page.waitForSelector('#join-button:enabled');
  assert.equal(await page.getAttribute('html', 'lang'), 'fr');
  assert.deepEqual(seen.filter(text => text.includes(secret)), []);
  // The host's own link leads to the game.
  await host.page.goto(link);
  await host.page.waitForURL(/\/game\//);
  // Without the part after "#" there is a field for it; and links as they were before.
  const old = await person();
  await old.page.goto(place);
  await old.page.waitForSelector('#secret');
  assert.deepEqual(await seriousFindings(old.page), []);
  await shot(old.page, 'secret-link');
  await old.page.goto(`${place}/${secret}`);
  await old.page.waitForSelector('#join-button:enabled');
  assert.ok(old.page.url().endsWith(link), old.page.url());
  // Without scripts the page has a field for the link.
  const reader = await person({ javaScriptEnabled: false });
  await reader.page.goto(link);
  await reader.page.fill('#secret', new URL(link, await serverUrl()).href);
  await clickThrough(reader.page, '#secret-link button');
  assert.match(await reader.page.innerText('main'), /would like to play with you/);
  await Promise.all([page.waitForURL(/\/game\//), page.click('#join-button')]);
  for (const somebody of [host, guest, old, reader])
    await somebody.close();
});

test('the page of a secret link: Play is in view, and Black sees the side of Black', async () => {
  const host = await person();
  await host.page.goto('/about');
  for (const [color, seen] of [['white', 'black'], ['black', 'white']]) {
    const { link } = await newGame(host.page,
      { variant: 'alert', color, opponent: { kind: 'link' } });
    for (const options of [PHONE, { viewport: { width: 1280, height: 720 } }]) {
      const guest = await person(options);
      await guest.page.goto(link);
      await guest.page.waitForSelector('#join-picture .apo-piece');
      await shot(guest.page, `join-${seen}`);
      const button = await guest.page.locator('#join-button').boundingBox();
      assert.ok(button.y + button.height <= options.viewport.height, `${button.y}`);
      const [a, b] = await Promise.all(['a1', 'a12'].map(name =>
        guest.page.locator(`#join-picture [data-square="${name}"]`).boundingBox()));
      assert.equal(a.y > b.y, seen === 'white', seen);
      assert.deepEqual(await seriousFindings(guest.page), []);
      await guest.close();
    }
  }
  await host.close();
});

await run(finish);
