// usage: node embed.test.mjs APOTHECARY [--only WORD]
// Boards on the pages of others: of another origin, and of files on the disk.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { account } from './support/accounts.mjs';
import { costly } from './support/costly.mjs';
import { closeElsewhere, elsewhere } from './support/elsewhere.mjs';
import { PHONE, api, finish, newGame, person, seriousFindings, serverUrl, shot }
  from './support/world.mjs';
import { languageOf, optionsOf } from '../../web/embed/source.js';
import { more, run, test } from './suite.mjs';

const LIMIT_BYTES = 200000; // of everything loaded before the engine has to move

// Rules of a page that would spoil a board, if they reached it.
const LOUD =
  '* { letter-spacing: 9px; box-sizing: content-box; } p, button, svg { display: none; }';

const DIAGRAM = `<div class="idiagram">
files=7
ranks=7
graphicsDir=/nowhere/
squareSize=40
symmetry=mirror
promoZone=1
promoChoice=!G
shuffle=:W:G
pawn:P:mfWcfF:pawn:a2-g2
rook:R:R:rook:a1,g1
wizard:W:FC:wizard:b1,f1
guard:G:WA:guard:c1,e1
king:K:K:king:d1
royal=K
</div>`;

// Each uses other keys of the diagram, and other ways to write its pieces.
const DIAGRAMS = {
  'chess: default moves, satellite, royal by number': `satellite=chess
files=8
ranks=8
promoZone=1
promoChoice=QRBN
royal=6
graphicsDir=https://example.org/pieces/
graphicsType=png
whitePrefix=w
blackPrefix=b
squareSize=35
lightShade=#ffffff
darkShade=#808080
startShade=#ffc000
coordColor=#000000
rimColor=#404040
useMarkers=1
borders=0
pawn::ifmnDfmWfceF::a2-h2
knight::::b1,g1
bishop::::c1,f1
rook::::a1,h1
queen::::d1
king::KisO2::e1`,
  'rotated, with holes and a lame leaper': `files=9
ranks=11
symmetry=rotate
promoZone=4
maxPromote=0
stalemate=loss
hole::::a1-i1,e6,a11-i11
pawn:P:mfWcfF:pawn:a4-i4
rook:R:R:rook:b2,h2
elephant:E:nA:elephant:c2,g2
horse:H:nN:knight:d2,f2
king:K:K:king:e2`,
  'shuffled, another first rank, dark': `files=8
ranks=8
firstRank=0
promoZone=1
promoChoice=QRBN
shuffle=:N:B
oddShade=#d0d0d0
shady=1
enableAI=0
pawn:P:fmWfceFifmnD:pawn:a1-h1
knight:N:N:knight:b0,g0
bishop:B:B:bishop:c0,f0
rook:R:R:rook:a0,h0
queen:Q:Q:queen:d0
king:K:K:king:e0
royal=K`,
  'riders, hoppers and bent slides': `files=10
ranks=8
promoZone=1
promoChoice=CAGQ
pawn:P:fmWfceFifmnD:pawn:a2-j2
nightrider:N:NN:nightrider:b1,i1
cannon:C:mRcpR:cannon:c1,h1
griffin:G:FyafsF:gryphon:d1
archbishop:A:BN:archbishop:g1
rook:R:R:rook:a1,j1
queen:Q:Q:queen:e1
king:K:KisO3:king:f1
royal=K`,
  'looks of all kinds, no ids, and a piece that only promotion brings': `satellite=large
files=12
ranks=12
graphicsDir=/graphics.dir/large/
graphicsType=png
theme=OS
squareSize=35
borders=0
firstRank=1
useMarkers=1
holdingsType=0
maxPromote=1
promoZone=1
promoChoice=QL
symmetry=mirror
pawn::::a3-l3
elephant::FA:elephant:c2-d2,i2
camel::::b2,k2
knight:N:::b1,k1
bishop::::c1,j1
rook::::a1,l1
brave knight::NCZ:ox:e1,h1
queen::::f1
lion::KNAD:lion:
king::KisO3::g1`,
  'shuffled by the shades of the squares, pictures of any name': `files=10
ranks=8
promoZone=1
promoChoice=QAC
royal=K
shuffle=N!BRQK
graphicsType=
whitePrefix=-w.gif
blackPrefix=-b.gif
pawn:P:ifmnDfmWfceF:/pictures/pawn%:a2,b2,c2-j2,,a7-j7
knight:N:N:/pictures/knight%:c1,h1,,c8,h8
bishop:B:B:/pictures/bishop%:d1,g1,,d8,g8
rook:R:R:/pictures/rook%:a1,j1,,a8,j8
queen:Q:Q:/pictures/queen%:e1,,e8
archbishop:A:BN:/pictures/cardinal%:b1,,b8
chancellor:C:RN:/pictures/marshal%:i1,,i8
king:K:KisO3:/pictures/king%:f1,,f8`,
  'captured pieces come back by promotion': `files=10
ranks=10
holdingsType=1
promoZone=3
maxPromote=1
promoChoice=!P*N*B*R*V*C*Q
enableAI=2
symmetry=mirror
pawn::fceFifmnDfmW::a3-j3:1
knight:N:::b2,i2
vao::mBcpB:bow:d2,g2
cannon:::vao:c1,h1
bishop::::c2,h2
rook::::a1,j1
queen::::e2
king::K::f2`,
  'Black is not the mirror image': `files=6
ranks=6
symmetry=none
promoZone=1
promoChoice=R
pawn:P:mfWcfF:pawn:a2-f2,,a5-f5
rook:R:R:rook:a1,f1,,a6,f6
wizard:W:FC:wizard:b1,,
guard:G:WA:guard:,,b6
king:K:K:king:d1,,c6
royal=K`,
};

let folder = null;

/** A page on the disk: its address. */
function onDisk(html) {
  folder ??= mkdtempSync(join(tmpdir(), 'apothecary-embed-'));
  const path = join(folder, 'page.html');
  writeFileSync(path, html);
  return pathToFileURL(path).href;
}

async function pageWith(body, { script = '', lang = 'en', head = '' } = {}) {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>A page</title>
<meta name="viewport" content="width=device-width"><style>${LOUD}</style>${head}
<script type="module" src="${await serverUrl()}/apothecary.js" ${script}></script></head>
<body><main><h1>A page</h1>${body}</main></body></html>`;
}

const square = (page, name) => page.locator(`apothecary-board [data-square="${name}"]`);

/** Plays a move by clicks and waits for the engine's answer: [all moves]. */
async function playAndWait(page, from, to) {
  await page.evaluate(() => document.querySelector('apothecary-board')
    .addEventListener('move', ({ detail }) => { globalThis.told = detail; }));
  await square(page, from).click();
  await square(page, to).click();
  await page.waitForFunction(() => globalThis.told?.moves.length === 2, null, { polling: 50 });
  return page.evaluate(() => globalThis.told.moves);
}

test('the attributes of the element become options of the board', () => {
  const options = (attributes, inside = {}) => optionsOf(name => attributes[name] ?? null,
    { text: '', pgn: '', ...inside });
  assert.deepEqual(['kind', 'game', 'number', 'startName', 'level', 'orientation']
    .map(name => options({})[name]), ['play', 'chess', 1, '', 3, 'white']);
  assert.deepEqual(['number', 'startName'].map(name =>
    options({ start: 'brouhaha-joker 7' })[name]), [7, 'brouhaha-joker']);
  assert.equal(options({ start: '14' }).number, 14);
  assert.deepEqual(['0', 'none', '5', '99', ''].map(level => options({ level }).level),
    [0, 0, 5, 8, 3]);
  assert.equal(options({ pgn: '1. e4' }).kind, 'record');
  assert.equal(options({}, { pgn: '1. e4' }).game, '');
  assert.equal(options({ piece: 'rook' }, { text: '[game]' }).kind, 'piece');
  assert.equal(options({}, { text: '\n [game]\n' }).definition, '[game]');
  assert.equal(options({ diagram: '' }).game, '');
  assert.deepEqual(['de-AT', 'FR', 'en-GB', 'it', '', '../x'].map(languageOf),
    ['de', 'fr', 'en', 'it', 'en', 'en']);
  assert.equal(options({ study: 'abc' }).kind, 'record');
  assert.equal(options({ played: 'abc' }).game, '');
});

for (const [name, place] of [['another origin', elsewhere], ['a file on the disk', onDisk]])
  test(`${name}: a game against the engine, which comes only when it is needed`, async () => {
    const guest = await person(), { page } = guest;
    const asked = [];
    page.on('request', request => asked.push(request.url()));
    await page.goto(await place(await pageWith(
      '<apothecary-board game="modern" start="14" level="1"></apothecary-board>')));
    await square(page, 'e3').waitFor();
    await page.locator('apothecary-board .apo-piece').first().waitFor();
    assert.ok(!asked.some(url => url.endsWith('engine.wasm')), 'the engine came too soon');
    const moves = await playAndWait(page, 'e3', 'e5');
    assert.equal(moves[0], 'e3e5');
    assert.match(await page.locator('apothecary-board .said').textContent(), /White to move/);
    // It can be taken back, and the page's own style stays outside, as the board's stays inside.
    await page.getByRole('button', { name: 'Take back' }).click();
    assert.match(await square(page, 'e3').getAttribute('aria-label'), /white pawn/);
    assert.equal(await page.evaluate(() => getComputedStyle(document.querySelector('apothecary-board')
      .shadowRoot.querySelector('.said')).letterSpacing), 'normal');
    assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 0);
    await shot(page, `embed-${place === onDisk ? 'file' : 'origin'}`);
    await guest.close();
  });

test('the weight of a board that can be played on, until the engine comes', async () => {
  const guest = await person(), { page, context } = guest;
  const devtools = await context.newCDPSession(page), names = new Map(), parts = [];
  await devtools.send('Network.enable');
  devtools.on('Network.responseReceived', ({ requestId, response }) =>
    names.set(requestId, new URL(response.url).pathname.replace(/^\/static\/\w+/, '')));
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    parts.push([names.get(requestId), encodedDataLength]));
  await page.goto(await elsewhere(await pageWith('<apothecary-board></apothecary-board>')));
  await page.locator('apothecary-board .apo-piece').first().waitFor();
  await page.waitForTimeout(300);
  console.log(parts.map(([path, bytes]) => `${path} ${(bytes / 1000).toFixed(1)} kB`).join('\n'));
  const all = parts.reduce((sum, [, bytes]) => sum + bytes, 0);
  console.log(`in all ${(all / 1000).toFixed(1)} kB`);
  for (const name of ['/embed/apothecary.js', '/rules.wasm', '/pieces.svg'])
    assert.ok(parts.some(([path]) => path.endsWith(name)), name);
  assert.ok(all < LIMIT_BYTES, `${all} bytes`);
  await guest.close();
});

test('another set of drawings, in the board\'s own tree', async () => {
  const guest = await person(), { page } = guest;
  await page.goto(await elsewhere(await pageWith(
    '<apothecary-board game="modern" start="14" still pieces="silhouettes"></apothecary-board>')));
  await square(page, 'b2').waitFor();
  const { hrefs, missing } = await page.evaluate(() => {
    const root = document.querySelector('apothecary-board').shadowRoot;
    const found = [...root.querySelectorAll('.apo-piece use')].map(use => use.getAttribute('href'));
    return { hrefs: found, missing: found.filter(href => root.querySelector(href) === null) };
  });
  assert.ok(hrefs.includes('#w-griffin') && hrefs.length > 30);
  assert.deepEqual(missing, []);
  assert.equal(await page.evaluate(() => document.querySelector('apothecary-board').shadowRoot
    .querySelector('#w-king').innerHTML.match(/stroke-width="\d+"/)[0]), 'stroke-width="6"');
  await guest.close();
});

for (const [name, place] of [['another origin', elsewhere], ['a file on the disk', onDisk]])
  test(`${name}: an unmodified Interactive Diagram is played, with the script alone`, async () => {
    const guest = await person(), { page } = guest;
    await page.goto(await place(await pageWith(DIAGRAM, { script: 'data-diagrams' })));
    await square(page, 'a2').waitFor();
    assert.ok(!await page.isVisible('.idiagram'));
    assert.match(await square(page, 'b1').getAttribute('aria-label'), /white wizard/);
    const [first] = await playAndWait(page, 'c2', 'c3');
    assert.equal(first, 'c2c3');
    await guest.close();
  });

test('diagrams of many kinds on one page of another origin; what cannot be played says why',
  async () => {
    const real = readFileSync('tests/data/alert-diagram.txt', 'utf8');
    const blocks = [...Object.values(DIAGRAMS), real].map(text =>
      `<div class="idiagram">\n${text}\n</div>`);
    const guest = await person(), { page } = guest;
    await page.goto(await elsewhere(await pageWith(blocks.join('\n'),
      { script: 'data-diagrams' })));
    const boards = page.locator('apothecary-board');
    assert.equal(await boards.count(), blocks.length);
    const kings = ['e1', 'e2', 'e1', 'f1', 'g1', 'f1', 'f2', 'd1'];
    for (const [i, name] of Object.keys(DIAGRAMS).entries())
      assert.match(await boards.nth(i).locator(`[data-square="${kings[i]}"]`)
        .getAttribute('aria-label'), /white king/, name);
    // Border ranks of holes alone are no part of the picture.
    assert.equal(await boards.nth(1).locator('.apo-svg').getAttribute('viewBox'), '0 0 900 900');
    const last = boards.nth(blocks.length - 1);
    await last.getByText('cannot be played here in full').waitFor();
    assert.equal(await last.locator('[role="alert"] li').count(), 3);
    const block = page.locator('.idiagram').last();
    assert.ok(await block.isVisible());
    await last.getByRole('button', { name: 'Play it with these differences' }).click();
    await last.locator('[data-square="g1"][aria-label*="white king"]').waitFor();
    assert.ok(await block.isHidden());
    await guest.close();
  });

test('by the keyboard alone, in forced colours, from a file on the disk', async () => {
  const guest = await person({ forcedColors: 'active', viewport: { width: 320, height: 640 } });
  const { page } = guest;
  await page.goto(await onDisk(await pageWith(
    '<a href="#before">Before</a><apothecary-board level="1"></apothecary-board>')));
  await square(page, 'e2').waitFor();
  await page.evaluate(() => document.querySelector('apothecary-board')
    .addEventListener('move', ({ detail }) => { globalThis.told = detail; }));
  await page.locator('a').focus();
  await page.keyboard.press('Tab');
  const at = () => page.evaluate(() => document.activeElement.shadowRoot?.activeElement
    ?.dataset.square ?? '');
  const go = async name => {
    for (const [part, up, down] of [[0, 'ArrowRight', 'ArrowLeft'], [1, 'ArrowUp', 'ArrowDown']])
      for (let i = 0; i < 8 && (await at())[part] !== name[part]; i++)
        await page.keyboard.press((await at())[part] < name[part] ? up : down);
    assert.equal(await at(), name);
  };
  await go('e2');
  await page.keyboard.press('Enter');
  await go('e4');
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => globalThis.told?.moves.length === 2, null, { polling: 50 });
  assert.equal((await page.evaluate(() => globalThis.told.moves))[0], 'e2e4');
  assert.equal(await page.evaluate(() =>
    document.documentElement.scrollWidth <= document.documentElement.clientWidth), true);
  await shot(page, 'embed-keyboard-forced');
  assert.deepEqual(await seriousFindings(page), []);
  await guest.close();
});

test('a definition of its own, and what is wrong with one', async () => {
  const guest = await person(), { page } = guest;
  await page.goto(await elsewhere(await pageWith(`<apothecary-board level="0">
[game]
name = Almost
base = chess
[pieces]
Q = chancellor, RN
</apothecary-board><apothecary-board id="wrong">[game]
nonsense = 1</apothecary-board>
<apothecary-board id="costly">${costly('[B?R]', 25)}</apothecary-board>
<apothecary-board id="wide">${costly('mU', 2)}</apothecary-board>`)));
  await square(page, 'd1').first().waitFor();
  assert.match(await square(page, 'd1').first().getAttribute('aria-label'), /white chancellor/);
  await page.locator('#wrong .fault').waitFor();
  assert.match(await page.locator('#wrong .fault').textContent(), /nonsense/);
  // Each reason has its line.
  assert.equal(await page.locator('#wrong .fault p').evaluate(one =>
    getComputedStyle(one).whiteSpace), 'pre-line');
  // A game that costs more than a published one may is refused before the page spends time on it.
  await page.locator('#costly .fault').waitFor();
  assert.match(await page.locator('#costly .fault').textContent(), /too large to be played/);
  await page.locator('#wide .fault').waitFor();
  assert.match(await page.locator('#wide .fault').textContent(), /more moves than can be played/);
  await guest.close();
});

more('a recorded game by keys, a piece and a position, in German', async () => {
  const guest = await person(), { page } = guest;
  await page.goto(await elsewhere(await pageWith(`<apothecary-board id="record">
<script type="application/x-chess-pgn">[White "Ann"]
[Black "Ben"]
[Result "0-1"]

1. f3 {weak} e5 (1... d5 2. d4) 2. g4 Qh4# 0-1</script></apothecary-board>
<apothecary-board id="piece" game="alert" piece="vulture"></apothecary-board>
<apothecary-board id="still" still fen="4k3/8/8/3N4/8/8/8/4K3 b - - 0 1"></apothecary-board>`,
  { lang: 'de-AT' })));
  await page.locator('#record .moves button').first().waitFor();
  assert.deepEqual(await page.locator('#record .moves button').allTextContents(),
    ['1. f3', '1… e5', '1… d5', '2. d4', '2. g4', 'Qh4#']);
  assert.equal(await page.locator('#record .moves .comment').textContent(), ' weak');
  await page.locator('#record .bar button').first().focus();
  for (const key of ['End', 'ArrowLeft', 'ArrowRight'])
    await page.keyboard.press(key);
  assert.match(await page.locator('#record [data-square="h4"]').getAttribute('aria-label'),
    /schwarz.*Dame|Dame.*schwarz/i);
  assert.equal(await page.locator('#record .said').textContent(), 'Ann – Ben, 0-1');
  await page.locator('#piece').scrollIntoViewIfNeeded();
  await page.locator('#piece .apo-way').first().waitFor();
  await page.locator('#still').scrollIntoViewIfNeeded();
  await page.locator('#still .apo-piece').first().waitFor();
  assert.equal(await page.locator('#still .said').textContent(), 'Schwarz am Zug');
  assert.equal(await page.locator('#still .bar button').count(), 0);
  assert.deepEqual(await seriousFindings(page), []);
  await guest.close();
});

more('dark, on a phone, from Black\'s side: the engine begins', async () => {
  const guest = await person({ ...PHONE, colorScheme: 'dark' }), { page } = guest;
  await page.goto(await elsewhere(await pageWith(
    '<apothecary-board orientation="black" level="1" lang="fr"></apothecary-board>',
    { head: '<meta name="color-scheme" content="light dark">' })));
  await page.waitForFunction(() => /Trait aux noirs|Aux noirs|noirs/i.test(document
    .querySelector('apothecary-board').shadowRoot.querySelector('.said')?.textContent ?? ''),
  null, { polling: 50 });
  const [low, high] = await Promise.all(['h8', 'h1'].map(async name =>
    (await square(page, name).boundingBox()).y));
  assert.ok(low > high);
  await square(page, 'e7').tap();
  await square(page, 'e5').tap();
  await shot(page, 'embed-dark-phone');
  assert.deepEqual(await seriousFindings(page), []);
  await guest.close();
});

test('only /embed can be framed', async () => {
  const url = await serverUrl(), guest = await person(), { page } = guest;
  await page.goto(await elsewhere(`<!doctype html><title>Frames</title>
<iframe name="board" src="${url}/embed?game=amazon&level=0&lang=de" width="500" height="600">
</iframe><iframe name="other" src="${url}/about"></iframe>`));
  const board = page.frame('board');
  await board.locator('[data-square="d1"]').waitFor();
  assert.match(await board.locator('[data-square="d1"]').getAttribute('aria-label'), /Amazon/);
  await page.waitForFunction(() => globalThis.frames.length === 2);
  assert.equal(await page.frame('other').locator('main').count(), 0);
  guest.problems.length = 0; // the browser says why it refuses the other page
  await guest.close();
});

more('a page for frames shows everything without scrolling, in windows of all shapes', async () => {
  const guest = await person(), { page } = guest;
  const sizes = [[1280, 800], [1280, 720], [390, 844], [844, 390], [480, 640], [360, 640]];
  for (const query of ['game=modern&start=14', 'game=tenjiku', 'game=alert&piece=vulture',
    `game=chess&pgn=${encodeURIComponent('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6')}`]) {
    await page.goto(`/embed?${query}`);
    await page.locator('apothecary-board :is(.apo-piece, .apo-way)').first().waitFor();
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      const { low, right, squares } = await page.evaluate(() => {
        const root = document.querySelector('apothecary-board').shadowRoot;
        const parts = [...root.querySelectorAll(
          '.embed > :not(.unseen), .apo-svg, .apo-coordinates text, button')]
          .map(part => part.getBoundingClientRect());
        return { low: Math.max(...parts.map(({ bottom }) => bottom)),
          right: Math.max(...parts.map(part => part.right)),
          squares: root.querySelector('.apo-svg, .apo-mini').getBoundingClientRect() };
      });
      const where = `${query}, ${width}x${height}`;
      assert.ok(low <= height && right <= width, `${where}: down to ${low}, right to ${right}`);
      assert.ok(Math.min(squares.width, squares.height) > Math.min(width, height) * .4, where);
    }
  }
  await guest.close();
});

more('a study and a finished game of the server, in frames of another page', async () => {
  const url = await serverUrl(), writer = await account('Writer'), { page } = writer;
  const text = `[Variant "chess"]
[ChapterName "One"]
[ChapterMode "guess"]

1. e4 {[%cal Ge2e4] space} e5 *

[Variant "alert"]
[Setup "14"]
[ChapterName "Two"]

1. e5 (1. d5) *
`;
  const made = await api(page, '/api/studies', { name: 'Lines', visibility: 'link', text });
  const { id } = await newGame(page, { variant: 'modern', opponent: { kind: 'computer', level: 1 },
    start: { number: 14 } });
  await api(page, `/api/games/${id}/moves`, { ply: 0, move: 'e3e5' });
  await api(page, `/api/games/${id}/resign`, { ply: 1 });
  await page.goto(`/study/${made.id}`);
  await page.evaluate(() => {
    navigator.clipboard.writeText = async words => { window.copied = words; };
  });
  await page.click('#embed-code');
  const code = await page.evaluate(() => window.copied);
  // The game comes into the archive a moment later.
  while (!(await fetch(`${url}/api/archive/games/${id}`)).ok)
    await new Promise(done => setTimeout(done, 50));
  const reader = await person(), frames = reader.page;
  await frames.goto(await elsewhere(`<!doctype html><title>Frames</title>${code}
<iframe name="game" src="${url}/embed?played=${id}" width="500" height="700"></iframe>`));
  const study = frames.frameLocator('iframe').first(), game = frames.frame('game');
  const press = async (...names) => {
    for (const name of names)
      await study.locator(`[data-square="${name}"]`).click();
  };
  await press('d2', 'd4');
  await study.locator('.said:has-text("not the move of this study")').waitFor();
  assert.equal(await study.locator('.moves button').count(), 0);
  await press('e2', 'e4');
  await study.locator('.moves .comment:has-text("space")').waitFor();
  await study.locator('.apo-arrow').waitFor({ state: 'attached' });
  await shot(frames, 'embed-study');
  await study.locator('select').selectOption({ label: 'Two' });
  await study.locator('[data-square="l12"]').waitFor();
  assert.deepEqual(await study.locator('.moves button').allTextContents(), ['1. e5', '1. d5']);
  await game.locator('.moves button').first().waitFor();
  assert.match(await game.locator('.moves').textContent(), /1. e5/);
  assert.match(await game.locator('.said').textContent(), /0-1/);
  const plain = await person({ javaScriptEnabled: false });
  await plain.page.goto(`/study/${made.id}`);
  assert.match(await plain.page.innerText('.study-text'), /1. e4 .*space/);
  await Promise.all([writer, reader, plain].map(each => each.close()));
});

more('every example board of the page of help works', async () => {
  const guest = await person(), { page } = guest;
  await page.goto('/embed/help');
  for (const board of await page.locator('apothecary-board').all()) {
    await board.scrollIntoViewIfNeeded();
    await board.locator(':is(.apo-piece, .apo-way)').first().waitFor();
  }
  assert.equal(await page.locator('apothecary-board .fault').count(), 0);
  assert.deepEqual(await seriousFindings(page), []);
  await guest.close();
});

await run(async () => {
  await finish();
  await closeElsewhere();
  if (folder !== null)
    rmSync(folder, { recursive: true });
});
