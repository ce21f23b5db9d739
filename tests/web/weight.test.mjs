// usage: node weight.test.mjs APOTHECARY [--only WORD]
// The weight of a game's page, that nothing on it moves while it loads, and what it shows without
// scripts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { DESKTOP, PHONE, TABLET, api, finish, newGame, person,
  serverUrl, shot } from './support/world.mjs';
import { openRules } from './support/play.mjs';
import { slowLine } from './support/slow-line.mjs';
import { symbolsOf } from '../../web/board/pictures.js';
import { more, run, test } from './suite.mjs';

// Of a game's page, with the rules; clang makes them smaller where wasm-opt is.
const LIMIT_BYTES = spawnSync('wasm-opt', ['--version']).status === 0 ? 202000 : 205000;
const LOBBY_BYTES = 75000; // without the rules: the server draws its pictures
// Before a game's board is seen. At 1.6 Mbit/s that is a fifth of a second, and one way there and
// back after another for the page, its styles and its pieces.
const FIRST_BYTES = 40000;

/** The bytes transferred, as counted by the browser. */
async function transferred(page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  let bytes = 0;
  const parts = new Map();
  const names = new Map();
  devtools.on('Network.responseReceived', ({ requestId, response }) => names.set(requestId,
    response.url));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    parts.set(names.get(requestId), encodedDataLength);
  });
  return { total: () => bytes, parts: () => [...parts],
    list: () => [...parts].sort((a, b) => b[1] - a[1]).slice(0, 60).map(String).join('\n') };
}

test("a game's page is light, with an empty cache", async () => {
  const player = await person();
  await player.page.goto('/about');
  const { id } = await newGame(player.page, { variant: 'alert', opponent: { kind: 'link' } });
  const fresh = await person();
  const count = await transferred(fresh.page);
  const asked = [];
  fresh.page.on('request', request => asked.push(request.url()));
  await fresh.page.goto(`/game/${id}`);
  await fresh.page.waitForSelector('#board .apo-piece');
  await fresh.page.waitForTimeout(500);
  const answers = asked.filter(url => url.includes('/api/'));
  assert.equal(new Set(answers).size, answers.length, `asked for twice: ${answers}`);
  assert.ok(asked.some(url => url.includes('/chat?')));
  console.log(`a page of alert: ${Math.round(count.total() / 1000)} kB\n${count.list()}`);
  assert.ok(count.total() < LIMIT_BYTES, `${count.total()} bytes\n${count.list()}`);
  assert.ok(!count.list().includes('games.txt'), 'definitions of other games');
  // The definitions of most games are not in the module. They come when one of them is played.
  const far = await newGame(player.page, { variant: 'shogi', opponent: { kind: 'link' } });
  await player.page.goto(`/game/${far.id}`);
  await player.page.waitForSelector('#board .apo-piece');
  await player.page.waitForFunction(() => performance.getEntriesByType('resource')
    .some(({ name }) => name.endsWith('/games.txt')));
  await player.page.waitForSelector('#board [data-square="e3"][aria-label]');
  await fresh.close();
  await player.close();
});

test('the lobby is light, with an empty cache', async () => {
  const { page, close } = await person();
  const count = await transferred(page);
  await page.goto('/');
  await page.waitForLoadState('load');
  await page.waitForTimeout(500);
  console.log(`the lobby: ${Math.round(count.total() / 1000)} kB`);
  assert.ok(count.total() < LOBBY_BYTES, `${count.total()} bytes\n${count.list()}`);
  await close();
});

test("a game's board is seen before any script of the page is there", async () => {
  const player = await person();
  await player.page.goto('/about');
  const { id } = await newGame(player.page, { variant: 'alert', opponent: { kind: 'link' } });
  const fresh = await person({ ...PHONE });
  await fresh.page.route(/\/(site|game)\.js$|\.wasm$/, () => {}); // never answered
  const count = await transferred(fresh.page);
  await fresh.page.goto(`/game/${id}`, { waitUntil: 'commit' });
  await fresh.page.waitForFunction(() => [...document.querySelectorAll('#board svg use')]
    .filter(piece => piece.getBBox().width > 0).length > 90);
  assert.ok(await fresh.page.isVisible('#board'));
  const names = () => count.parts()
    .map(([address]) => new URL(address).pathname.replace(/.*\//, ''));
  while (!names().includes('pieces.svg')) // the browser reports it a moment later
    await new Promise(done => setTimeout(done, 50));
  const files = names();
  assert.deepEqual(files.filter(name => !/icon|manifest/.test(name)).sort(),
    ['base.css', 'board.css', 'game-page.css', id, 'pieces.svg', 'theme.js'].sort());
  assert.ok(count.total() < FIRST_BYTES, `${count.total()} bytes\n${count.list()}`);
  await fresh.close();
  await player.close();
});

// The most that each kind of page may ask for with an empty cache; docs/pages.md has what they do.
const MOST_REQUESTS = { '/': 16, '/games': 13, '/game/': 15, '/analysis': 14, '/editor': 14,
  '/workshop': 16,
  '/archive': 11, '/problems': 12,
  '/rules': 12, '/rules/alert': 12, '/tournaments': 8, '/about': 8 };
const MOST_SCRIPTS = 3; // theme, site, the page's own
const isBundled = process.env.WEB === undefined &&
  existsSync(new URL('../../web/node_modules/esbuild', import.meta.url));

more('a page asks for few files', async () => {
  const player = await person();
  await player.page.goto('/about');
  const { id } = await newGame(player.page, { variant: 'alert', opponent: { kind: 'link' } });
  for (const [path, most] of Object.entries(MOST_REQUESTS)) {
    const { page, close } = await person();
    const count = await transferred(page);
    await page.goto(path === '/game/' ? path + id : path);
    await page.waitForLoadState('load');
    await page.waitForTimeout(500);
    const scripts = count.parts().filter(([address]) => address.endsWith('.js'));
    const sum = parts => {
      const bytes = parts.reduce((all, part) => all + part[1], 0);
      return `${String(parts.length).padStart(3)} ${(bytes / 1000).toFixed(1).padStart(6)} kB`;
    };
    console.log(`${path.padEnd(14)} requests ${sum(count.parts())}  scripts ${sum(scripts)}`);
    if (isBundled) {
      assert.ok(scripts.length <= MOST_SCRIPTS, `${path}\n${count.list()}`);
      assert.ok(count.parts().length <= most, `${path}\n${count.list()}`);
    }
    await close();
  }
  await player.close();
});

/** The layout shifts since the page began to load: [{ value, of }]. */
const shiftsOf = page => page.evaluate(() => new Promise(done => {
  new PerformanceObserver(list => done(list.getEntries().map(entry => ({ value: entry.value,
    of: entry.sources.map(source => source.node?.id || source.node?.className
      || source.node?.nodeName).join(' ') }))))
    .observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => done([]), 300);
}));

const sumOf = shifts => shifts.reduce((all, { value }) => all + value, 0);

const GOOD = 0.05; // 0.1 counts as good

const OPPONENTS = [{ kind: 'computer', level: 1 }, { kind: 'link' }];

for (const [name, options] of [['desktop', DESKTOP], ['tablet', TABLET], ['phone', PHONE]]) {
  const kind = name === 'desktop' ? test : more;
  kind(`nothing moves while a game's page comes, piece by piece, on a ${name}`, async () => {
    const line = await slowLine(await serverUrl(), /^\/game\//);
    const player = await person({ ...options, base: line.url });
    const { page } = player;
    await page.goto('/about');
    for (const opponent of OPPONENTS) {
      const { id } = await newGame(page, { variant: 'alert', opponent });
      await page.goto(`/game/${id}`);
      await page.waitForSelector('#board .apo-piece');
      await page.waitForTimeout(400);
      const shifts = await shiftsOf(page);
      assert.ok(sumOf(shifts) < 0.01, `${opponent.kind}: ${JSON.stringify(shifts)}`);
    }
    await player.close();
    line.stop();
  });
}

test('nothing moves while other pages come, piece by piece, on a phone', async () => {
  const paths = ['/', '/rules/alert', '/editor'];
  const line = await slowLine(await serverUrl(), new RegExp(`^(${paths.join('|')})$`));
  const { page, close } = await person({ ...PHONE, base: line.url });
  for (const path of paths) {
    await page.goto(path);
    const shifts = await shiftsOf(page);
    assert.ok(sumOf(shifts) < GOOD,
      `${path}: ${JSON.stringify(shifts)}`);
  }
  await close();
  line.stop();
});

// Pages to which a script adds something, and a sign of what it adds.
const GROWING = [['/', '.card .mini svg'], ['/rules', '.card .mini svg'],
  ['/rules/alert', '#pieces-board .apo-piece'],
  ['/problems', '.problem-list .mini svg'], ['/editor', '#tools .editor-tool'],
  ['/login', '.show-password']];

for (const [name, options] of [['desktop', DESKTOP], ['phone', PHONE]])
  more(`space is reserved for what scripts add to a page, on a ${name}`, async () => {
    const { page, close } = await person(options);
    for (const [path, sign] of GROWING) {
      await page.goto(path);
      await page.locator(sign).first().waitFor();
      const shifts = await shiftsOf(page);
      assert.ok(sumOf(shifts) < GOOD,
        `${path}: ${JSON.stringify(shifts)}`);
    }
    await close();
  });

more('the server draws the same pieces as the board does', async () => {
  const player = await person();
  await player.page.goto('/about');
  for (const { id: variant, definition } of await api(player.page, '/api/variants')
    .then(Object.values)) {
    if (!definition)
      continue;
    const { url } = await newGame(player.page, { variant, opponent: { kind: 'link' } });
    const html = await player.page.evaluate(path => fetch(path).then(answer => answer.text()), url);
    const session = openRules(variant);
    session.start(1);
    const pieces = session.state().squares.map(({ piece }) => piece).filter(Boolean);
    const pictures = new Map(session.types().map(({ name, picture }) => [name, picture]));
    const wanted = pieces.flatMap(({ color, name }) =>
      (symbolsOf({ name, picture: pictures.get(name) }) ?? [])
        .map(({ symbol }) => `${color[0]}-${symbol}`));
    const drawn = [...html.matchAll(/<use href="[^"#]*#([^"]*)"/g)].map(([, name]) => name);
    assert.deepEqual(drawn.sort(), wanted.sort(), variant);
  }
  await player.close();
});

more('a game that is over can be read without scripts', async () => {
  const player = await person();
  await player.page.goto('/about');
  const { id } = await newGame(player.page,
    { variant: 'modern', opponent: { kind: 'computer', level: 1 } });
  await api(player.page, `/api/games/${id}/moves`, { ply: 0, move: 'e3e5' });
  await api(player.page, `/api/games/${id}/resign`, { ply: 1 });
  const game = await api(player.page, `/api/games/${id}`);
  const reader = await person({ javaScriptEnabled: false });
  await reader.page.goto(`/game/${id}`);
  const text = await reader.page.innerText('main');
  assert.match(text, /e5/);
  assert.match(text, /Black wins/);
  // The pieces are drawn; the page's CSP allows the sprite.
  const pieces = await reader.page.locator('#board svg use').all();
  assert.equal(pieces.length, [...game.fen.split(' ')[0]].filter(each => /[a-z]/i.test(each))
    .length);
  for (const piece of pieces)
    assert.ok(await piece.evaluate(node => node.getBBox().width > 0), 'a piece is not drawn');
  await shot(reader.page, 'finished-plain');
  await reader.close();
  await player.close();
});

await run(finish);
