// usage: node people.test.mjs APOTHECARY [--only WORD]
// Two people in two browsers: whole games, offers, take-back, clocks.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PHONE, api, finish, newGame, person, seriousFindings, shot } from './support/world.mjs';
import { more, run, test } from './suite.mjs';
import { makeMove, openRules, square, untilPly, untilTakenBack } from './support/play.mjs';

const GAMES = JSON.parse(readFileSync(new URL('games.json', import.meta.url), 'utf8'));

const status = (page, words) => page.waitForFunction(
  text => document.getElementById('status').textContent.includes(text), words);

/** White creates a game with a secret link, Black opens it: { white, black, id, session }. */
async function meet(setup, { blackOptions } = {}) {
  const white = await person(), black = await person(blackOptions);
  await white.page.goto('/about');
  const { id, url } = await newGame(white.page, { ...setup, opponent: { kind: 'link' } });
  await white.page.goto(url ?? `/game/${id}`);
  await white.page.waitForSelector('#invite-copy:enabled');
  const link = await white.page.inputValue('#invite-link');
  await black.page.goto(link);
  await black.page.click('#join-button');
  await black.page.waitForURL(/\/game\//);
  for (const { page } of [white, black])
    await page.waitForSelector('#board .apo-piece');
  const session = openRules(setup.variant);
  session.setFen((await api(white.page, `/api/games/${id}`)).start.fen);
  await status((session.state().side === 'white' ? white : black).page, 'Your move');
  return { white, black, id, session };
}

async function part({ white, black }) {
  await white.close();
  await black.close();
}

/** Plays the moves, each by the side to move; both see each. */
async function playAll({ white, black, session }, moves, { isBlackTouch = false } = {}) {
  for (const [index, text] of moves.entries()) {
    const side = session.state().side;
    const [mover, other] = side === 'white' ? [white, black] : [black, white];
    await makeMove(mover.page, session, text, { isTouch: side === 'black' && isBlackTouch });
    await untilPly(other.page, index + 1);
  }
}

for (const { variant, start, moves, end, note } of GAMES) {
  const kind = note === 'a joker, castling, resignation' ? test : more;
  kind(`${variant}: a whole game of two people: ${note}`, async () => {
    const isPhone = variant === 'modern';
    const table = await meet({ variant, start: { number: start } },
      { blackOptions: isPhone ? { ...PHONE, colorScheme: 'dark' } : {} });
    await playAll(table, moves, { isBlackTouch: isPhone });
    const { white, black, id } = table;
    if (end === 'resign') {
      await black.page.click('text=Resign');
      await black.page.click('text=Really resign?');
    }
    for (const { page } of [white, black])
      await page.waitForSelector('.move-end');
    const game = await api(white.page, `/api/games/${id}`);
    assert.equal(game.status, 'finished');
    assert.deepEqual(game.moves.map(({ text }) => text), moves);
    await shot(white.page, `finished-${variant}`);
    await shot(black.page, `finished-${variant}-black`);
    if (end === 'mate')
      assert.deepEqual(await seriousFindings(white.page), []);
    await part(table);
  });
}

/** The player who has moved asks to take the move back, and the other agrees; through the API. */
async function takeBack({ white, black, id, session }, side, fen) {
  const [mover, other] = side === 'white' ? [white, black] : [black, white];
  await api(mover.page, `/api/games/${id}/offer`, { ply: 1, what: 'takeback' });
  await api(other.page, `/api/games/${id}/answer`, { what: 'takeback', accept: true });
  for (const { page } of [white, black])
    await untilTakenBack(page, 0);
  session.setFen(fen);
}

// To each side, with each possible partner.
const CASTLINGS = [
  ['alert', 'rooks', 4,
    '************/zr4k3rz/12/pp8pp/12/12/12/12/12/12/PP8PP/12/ZR4K3RZ/************ w a1b1g1k1l1a12b12g12k12l12 - -- - - 0 1'],
  ['alert', 'cannons', 4,
    '************/z5k4z/12/pp8pp/12/12/12/12/12/12/PP8PP/12/Z5K4Z/************ w a1g1l1a12g12l12 - -- - - 0 1'],
  ['prequel', 'rooks', 2,
    'r5k4r/p10p/12/12/12/12/12/12/12/12/P10P/R5K4R w a1g1l1a12g12l12 - -- - - 0 1'],
];

for (const [variant, partners, count, whiteFen] of CASTLINGS)
  for (const side of ['white', 'black'])
    more(`${variant}: each of ${side}'s castlings with ${partners}`, async () => {
      const fen = whiteFen.replace(' w ', ` ${side[0]} `);
      const table = await meet({ variant, start: { fen } });
      const { white, black, id, session } = table;
      const castlings = session.moves().filter(({ kind }) => kind === 'castling');
      assert.equal(castlings.length, count);
      for (const { text, to, partner } of castlings) {
        await playAll(table, [text]);
        for (const { page } of [white, black]) {
          await page.waitForSelector(`#board [data-square="${to}"][aria-label*=king]`);
          await page.waitForSelector(
            `#board [data-square="${partner[1]}"]:not([aria-label*=empty])`);
        }
        assert.equal((await api(white.page, `/api/games/${id}`)).fen, session.fen());
        await takeBack(table, side, fen);
      }
      await part(table);
    });

more('the count of points is shown piece by piece', async () => {
  // Classic: a pawn counts 1, on its eighth rank 4, on its ninth 7.
  const fen = '**********/4k5/P1P7/1P7p/P9/9r/10/10/7p2/8p1/4K3Q1/********** w - - -- - - 0 1';
  const table = await meet({ variant: 'classic', start: { fen } });
  const { white, black } = table;
  const circle = ['e1e2', 'e10f10', 'e2e1', 'f10e10'];
  const last = circle.at(-1);
  await playAll(table, [...circle, ...circle].slice(0, -1));
  // What ends the game asks first, and says how it would end.
  await makeMove(black.page, table.session, last);
  await black.page.waitForSelector('[role=alert]:has-text("Send this move?")');
  await black.page.click('text=Send the move');
  for (const { page } of [white, black]) {
    await status(page, '¾');
    await page.waitForSelector('#points table');
    const rows = await page.locator('#points tr')
      .evaluateAll(all => all.map(row => [...row.children].map(cell => cell.textContent)));
    assert.deepEqual(rows, [['Piece', 'White', 'Black'], ['queen', '1 × 9', ''],
      ['pawn', '1 × 1 + 1 × 4 + 2 × 7', '1 × 1 + 1 × 4 + 1 × 7'],
      ['rook', '', '1 × 6'], ['Together', '28', '18']]);
  }
  await shot(white.page, 'points');
  assert.deepEqual(await seriousFindings(white.page), []);
  await part(table);
});

test('offers: refused, withdrawn, taken; and a rematch', async () => {
  const table = await meet({ variant: 'modern' });
  const { white, black } = table;
  await playAll(table, ['e3e5', 'e8e6']);
  const offer = (page, what) => page.selectOption('#actions select', what);

  await offer(white.page, 'draw');
  await black.page.click('#ask >> text=Decline');
  await white.page.waitForSelector('#ask >> text=Withdraw', { state: 'detached' });

  await offer(black.page, 'advantage-white');
  await black.page.click('#ask >> text=Withdraw');
  await white.page.waitForSelector('#ask >> text=Accept', { state: 'detached' });

  await white.page.click('text=Take back');
  await black.page.click('#ask >> text=Accept');
  await untilTakenBack(white.page, 0);
  await untilTakenBack(black.page, 0);
  table.session.setFen((await api(white.page, `/api/games/${table.id}`)).fen);
  await playAll(table, ['d3d5']);

  await offer(black.page, 'advantage-white');
  await shot(white.page, 'offer');
  await white.page.click('#ask >> text=Accept');
  for (const { page } of [white, black])
    await status(page, '¾');

  await white.page.click('#actions >> text=Rematch');
  await black.page.click('#actions >> text=Accept the rematch');
  // Both are taken there.
  await white.page.waitForURL(address => !address.pathname.endsWith(table.id));
  await white.page.waitForSelector('#board .apo-piece');
  assert.equal((await api(white.page, `/api/games/${white.page.url().split('/').pop()}`))
    .you, 'black');
  await part(table);
});

test('a flag falls, whoever is there', async () => {
  const table = await meet({ variant: 'prequel', clock: { kind: 'live', base_ms: 3000,
    increment_ms: 0 } });
  // The clocks run from the first moves on.
  await playAll(table, ['c5c6', 'a9b9']);
  for (const { page } of [table.white, table.black])
    await status(page, '0–1');
  await shot(table.white.page, 'flag');
  await part(table);
});

test('a move in advance is made as soon as it can be', async () => {
  const table = await meet({ variant: 'modern' });
  const { white, black } = table;
  await square(black.page, 'e8').click();
  await square(black.page, 'e6').click();
  await playAll(table, ['e3e5']);
  await untilPly(white.page, 2);
  assert.deepEqual((await api(white.page, `/api/games/${table.id}`)).moves.map(({ text }) => text),
    ['e3e5', 'e8e6']);
  await part(table);
});

test('correspondence asks before a move is sent, and takes it back until then', async () => {
  const table = await meet({ variant: 'apothecary2', clock: { kind: 'days', days: 3 } });
  const { white, black, id } = table;
  await square(white.page, 'e3').click();
  await square(white.page, 'e5').click();
  await white.page.click('#undo-move');
  await untilTakenBack(white.page, 0);
  await square(white.page, 'd3').click();
  await square(white.page, 'd5').click();
  await shot(white.page, 'confirm');
  await white.page.click('#confirm-move');
  await untilPly(black.page, 1);
  assert.deepEqual((await api(white.page, `/api/games/${id}`)).moves.map(({ text }) => text),
    ['d3d5']);
  await part(table);
});

more('somebody who only looks sees the moves', async () => {
  const table = await meet({ variant: 'modern' });
  const watcher = await person();
  await watcher.page.goto(`/game/${table.id}`);
  await watcher.page.waitForSelector('#board .apo-piece');
  await playAll(table, ['e3e5', 'e8e6']);
  await untilPly(watcher.page, 2);
  assert.equal(await watcher.page.locator('#actions >> text=Resign').count(), 0);
  await watcher.close();
  await part(table);
});

more('an open game stays in the lobby until somebody joins', async () => {
  const white = await person(), black = await person();
  await black.page.goto('/');
  await white.page.goto('/');
  const { id } = await newGame(white.page, { variant: 'classic', opponent: { kind: 'open' },
    clock: { kind: 'live', base_ms: 600000, increment_ms: 5000 } });
  await black.page.locator('#open-list tr', { hasText: 'Classic' }).locator('button').click();
  await black.page.waitForURL(new RegExp(`/game/${id}`));
  await white.page.waitForSelector('#open-list tr', { state: 'detached' });
  await white.page.goto(`/game/${id}`);
  await status(white.page, 'Your move');
  assert.match(await white.page.innerText('#player-bottom .player-clock'), /^(10:00|9:5\d)$/);
  await part({ white, black });
});

await run(finish);
