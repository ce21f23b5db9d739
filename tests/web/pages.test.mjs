// usage: node pages.test.mjs APOTHECARY [--only WORD]
// Every page: no serious axe findings, in light and dark, and no script errors.
import assert from 'node:assert/strict';
import { PHONE, TABLET, finish, newGame, person, seriousFindings, shot } from './support/world.mjs';
import { account } from './support/accounts.mjs';
import { more, run, test } from './suite.mjs';

const PAGES = [
  ['learn', '/learn', '.mini svg'],
  ['lesson', '/learn/alert/vulture', '#board .apo-piece'],
  ['lobby', '/', '#play-computer:enabled'],
  ['games', '/games', 'main h1'],
  ['rules', '/rules', 'main h1'],
  ['rules-alert', '/rules/alert', '#pieces-board .apo-piece'],
  ['rules-prequel', '/rules/prequel', '.prose #start-panel .apo-piece'],
  ['rules-modern', '/rules/modern', '#pieces-board .apo-piece'],
  ['rules-classic', '/rules/classic', '#pieces-board .apo-piece'],
  ['rules-apothecary2', '/rules/apothecary2', '#pieces-board .apo-piece'],
  ['rules-chess', '/rules/chess', '#pieces-board .apo-piece'],
  ['about', '/about', 'main table'],
  ['privacy', '/privacy', '#privacy h2'],
  ['imprint', '/imprint', '#imprint h1'],
  ['offline', '/offline', 'main h1'],
  ['login', '/login', '#password'],
  ['register', '/register', '#password'],
  ['forgot', '/forgot', 'main h1'],
  ['analysis', '/analysis', '#board .apo-piece'],
  ['editor', '/editor', '#board .apo-piece'],
  ['workshop', '/workshop', '#board .apo-piece'],
  ['workshop-games', '/workshop/games', 'main h1'],
  ['problems', '/problems', '.problem-list a'],
  ['studies', '/studies', 'h1'],
  ['tournaments', '/tournaments', 'main h1'],
  ['series', '/series', 'main h1'],
  ['archive', '/archive', '#archive-form'],
  ['annotated', '/archive/annotated', 'main h1'],
  ['starts', '/archive/alert/starts', 'main h1'],
];

// Those that only somebody with an account sees.
const OWN_PAGES = ['/account', '/account/mail', '/account/reminders', '/messages', '/notices',
  '/account/notices', '/account/tokens', '/account/apps', '/account/passkeys',
  '/account/blocked', '/account/delete',
  '/invitations', '/following', '/tournaments/new', '/problems/new', '/archive/import'];

/** In light colours, and then in dark ones, which change nothing but colours. */
async function check(page, name) {
  assert.deepEqual(await seriousFindings(page), [], `axe on ${name}`);
  await shot(page, `${name}-light`);
  await page.emulateMedia({ colorScheme: 'dark' });
  assert.deepEqual(await seriousFindings(page, ['color-contrast']), [], `axe on ${name}, dark`);
  await shot(page, `${name}-dark`);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('the menu of a phone leads through the site, without a script', async () => {
  const reader = await person({ ...PHONE, javaScriptEnabled: false });
  const { page } = reader;
  await page.goto('/');
  assert.equal(await page.isVisible('.site-nav'), false);
  await page.tap('.site-menu');
  await shot(page, 'menu-phone');
  await page.tap('.site-nav >> text=Games');
  await page.waitForURL(/games$/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await reader.close();
});

more('pages in light and dark colours', async () => {
  const reader = await person();
  const { page } = reader;
  for (const [name, path, sign] of PAGES) {
    await page.goto(path);
    await page.waitForSelector(sign);
    await check(page, `${name}-desktop`);
  }
  await reader.close();
});

more('pages of an account in light and dark colours, on a phone', async () => {
  const owner = await account('Owner', PHONE);
  for (const path of OWN_PAGES) {
    const answer = await owner.page.goto(path);
    assert.equal(answer.status(), 200, path);
    await check(owner.page, `own${path.replaceAll('/', '-')}`);
    assert.ok(await owner.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
      `${path} is too broad`);
  }
  await owner.close();
});

for (const [size, options] of [['phone', PHONE], ['tablet', TABLET]])
  more(`dialogs and a game in light and dark colours, on a ${size}`, async () => {
    const player = await person(options);
    const { page } = player;
    await page.goto('/');
    await page.click('#open-create');
    await page.waitForSelector('#start-picture .apo-piece');
    await page.check('#create input[name=opponent][value=open]', { force: true });
    await check(page, `create-${size}`);
    await page.keyboard.press('Escape');
    for (const [name, button] of [['settings', '#open-settings'], ['help', '#open-help']]) {
      await page.click(button);
      await check(page, `${name}-${size}`);
      await page.keyboard.press('Escape');
    }
    const { url, id } = await newGame(page, { variant: 'modern', opponent: { kind: 'link' } });
    await page.goto(url ?? `/game/${id}`);
    await page.waitForSelector('#board .apo-piece');
    await page.waitForSelector('#invite-link');
    await page.click('#words summary');
    await check(page, `game-waiting-${size}`);
    await player.close();
  });

test('what browsers and robots ask for by themselves', async () => {
  const reader = await person();
  const { page } = reader;
  const robots = await page.goto('/robots.txt');
  assert.match(await robots.text(), /User-agent: \*\nDisallow: \/api\//);
  const icon = await page.goto('/favicon.ico');
  assert.deepEqual([icon.status(), icon.headers()['content-type']], [200, 'image/svg+xml']);
  await page.goto('/about');
  const manifest = await page.evaluate(async () => {
    const { href } = document.querySelector('link[rel=manifest]');
    const all = await (await fetch(href)).json();
    return { ...all, found: await Promise.all(all.icons.map(async ({ src }) =>
      (await fetch(new URL(src, href))).ok)) };
  });
  assert.equal(manifest.start_url, '/');
  assert.deepEqual(manifest.found, [true, true]);
  await reader.close();
});

// What is not there, and where the page leads instead.
const MISSING = [['/no-such-page', []], ['/game/nosuchgame', ['/archive']],
  ['/archive/games/nosuchgame', ['/archive']], ['/join#nosuchsecret', ['/games']],
  ['/rules/nosuch', ['/rules']], ['/learn/nosuch', ['/learn']],
  ['/problems/999999', ['/problems']], ['/study/nosuchstudy', ['/studies']],
  ['/tournaments/nosuch', ['/tournaments']], ['/series/nosuch', ['/series']],
  ['/workshop/games/nobody/nosuch', ['/workshop/games']], ['/@/Nobody', ['/players']]];

test('a page that does not exist says so, and leads on', async () => {
  const reader = await person();
  const { page } = reader;
  for (const [path, ways] of MISSING) {
    const answer = await page.goto(path);
    if (path.includes('#'))
      await page.waitForSelector('main a.button');
    else
      assert.equal(answer.status(), 404, path);
    assert.match(await page.innerText('main'), /There is no /, path);
    const links = await page.locator('main a.button').evaluateAll(all =>
      all.map(one => one.getAttribute('href')));
    assert.deepEqual(links, [...ways, '/'], path);
    for (const way of ways)
      assert.equal((await page.request.get(way)).status(), 200, way);
  }
  await check(page, 'not-found');
  await reader.close();
});

more('links to games and positions that are not there explain themselves', async () => {
  const reader = await person();
  const { page } = reader;
  const said = words => page.waitForFunction(text =>
    document.getElementById('link-problem')?.textContent.includes(text), words);
  for (const [path, words] of [
    ['/editor#v=nothing', 'There is no game "nothing" here.'],
    ['/editor#v=modern&fen=rubbish', 'This link cannot be read: '],
    ['/editor?variant=nothing', 'There is no game "nothing" here.'],
    ['/solo?v=nothing', 'There is no game "nothing" here.'],
    ['/workshop?from=nothing', 'There is no game "nothing" here.'],
    ['/workshop?from=@nobody/nothing', 'There is no game "@nobody/nothing" here.']]) {
    await page.goto('/about');
    await page.goto(path);
    await said(words);
    assert.ok(await page.locator('#link-problem a').count() > 0, `${path}: a way on`);
    await page.waitForSelector('#board .apo-piece');
    assert.deepEqual(await seriousFindings(page), [], path);
  }
  // The page goes on working, and follows its address.
  await page.goto('/editor#v=nothing');
  await said('nothing');
  await page.evaluate(() => { location.hash = '#v=chess'; });
  await page.waitForFunction(() => document.getElementById('variant').value === 'chess'
    && document.getElementById('link-problem').textContent === '');
  await page.evaluate(() => { location.hash = '#v=chess&fen=rubbish'; });
  await said('This link cannot be read');
  await page.click('#clear');
  await page.waitForFunction(() => /no king/.test(document.getElementById('verdict').textContent));
  // "Play from here" of a game that is gone.
  await page.goto('/?new=nothing');
  await page.waitForFunction(() => /There is no /.test(
    document.getElementById('toasts').textContent));
  await reader.close();
});

test('pages can be read without JavaScript', async () => {
  const reader = await person({ javaScriptEnabled: false });
  const { page } = reader;
  await page.goto('/rules/alert');
  assert.match(await page.innerText('main'), /Castling/);
  await page.goto('/about');
  assert.match(await page.innerText('main'), /XBoard[^]*game-icons/);
  await page.goto('/');
  assert.match(await page.innerText('main'), /Apothecary Chess-Modern/);
  await shot(page, 'lobby-plain');
  await reader.close();
});

await run(finish);
