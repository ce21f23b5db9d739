// usage: node languages.test.mjs APOTHECARY [--only WORD]
// The pages in other languages: texts, plural forms, days, the choice of a language, and that
// long words fit a phone.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { account } from './support/accounts.mjs';
import { PHONE, api, clickThrough, finish, newGame, person,
  seriousFindings, shot } from './support/world.mjs';
import { Server } from './support/server.mjs';
import { catalogues, more, run, test } from './suite.mjs';

const LOOKS = {
  de: { locale: 'de-AT', title: 'Spielen', settings: 'Einstellungen', ready: 'Partie beginnen',
    mate: 'Schwarz gewinnt: die andere Seite hat aufgegeben',
    lost: 'Du hast verloren: du hast aufgegeben',
    turn: 'Du bist am Zug.', moves: 'Züge', level: 'Computer, Stufe 1' },
  fr: { locale: 'fr-FR', title: 'Jouer', settings: 'Réglages', ready: 'Commencer la partie',
    mate: 'Les Noirs gagnent : l’autre camp a abandonné',
    lost: 'Vous avez perdu : vous avez abandonné',
    turn: 'À vous de jouer.', moves: 'Coups', level: 'Ordinateur, niveau 1' },
};

const plain = text => text.replace(/[\u00a0\u202f]/g, ' ');

// Nothing overflows the edge of a phone.
async function assertFits(page, name) {
  const { width, inner } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth,
    inner: innerWidth }));
  assert.ok(width <= inner, `${name} is ${width} wide on a phone of ${inner}`);
}

// Words that overflow their own button or cell.
const overflowing = page =>
  page.evaluate(() => {
    // One of several choices that the edge of their frame cuts off.
    const isCutOff = element => {
      const frame = element.parentElement.closest('.segments')?.getBoundingClientRect();
      const box = element.getBoundingClientRect();
      return frame !== undefined && (box.right > frame.right + 1 || box.bottom > frame.bottom + 1
        || box.left < frame.left - 1);
    };
    return [...document.querySelectorAll(
      'main button, main a.button, dialog button, dialog label, .site-header a, th')]
      .filter(element => element.checkVisibility() && element.clientWidth > 0
        && (isCutOff(element) || (element.scrollWidth > element.clientWidth + 1
        && getComputedStyle(element).overflow !== 'hidden' && !element.closest('.visually-hidden')
        && !element.matches('.visually-hidden'))))
      .map(element => `${element.tagName} ${element.textContent.trim().slice(0, 40)}`);
  });

for (const [code, look] of Object.entries(LOOKS)) {
  more(`${code}: a browser that prefers it gets it, on a phone`, async () => {
    const reader = await person({ ...PHONE, locale: look.locale });
    const { page } = reader;
    for (const path of ['/', '/rules', '/rules/alert', '/about', '/login', '/register', '/analysis',
      '/games', '/archive', '/archive/alert/starts',
      '/tournaments', '/learn', '/learn/alert', '/solo', '/editor', '/problems', '/forgot',
      '/nothing-here']) {
      await page.goto(path);
      assert.equal(await page.getAttribute('html', 'lang'), code);
      if (path === '/rules/alert')
        assert.doesNotMatch(await page.innerText('main'), / the /, 'rules in English');
      // The lobby's stream never ends.
      if (path !== '/')
        await page.waitForLoadState('networkidle');
      else
        await page.waitForSelector('#play-computer:enabled');
      await shot(page, `${code}${path.replaceAll('/', '-')}-phone`);
      await assertFits(page, path);
      assert.deepEqual(await overflowing(page), [], path);
      // The rest of what axe looks for is the same in each language.
      if (code === 'de')
        assert.deepEqual(await seriousFindings(page), [], path);
    }
    await reader.close();
  });

  more(`${code}: the dialogs say it too`, async () => {
    const reader = await person({ ...PHONE, locale: look.locale });
    const { page } = reader;
    await page.goto('/');
    await page.click('#open-create');
    await page.waitForSelector('#start-picture .apo-piece');
    assert.equal(await page.innerText('#create-submit'), look.ready);
    for (const clock of ['live', 'days']) {
      await page.check(`#create input[name=clock][value=${clock}]`, { force: true });
      await shot(page, `${code}-create-${clock}-phone`);
      assert.deepEqual(await overflowing(page), [], clock);
    }
    await page.keyboard.press('Escape');
    await page.click('#open-settings');
    assert.equal(await page.innerText('#settings-title'), look.settings);
    await shot(page, `${code}-settings-phone`);
    assert.deepEqual(await overflowing(page), [], 'settings');
    assert.deepEqual(await seriousFindings(page), []);
    await reader.close();
  });

  (code === 'de' ? test : more)(`${code}: a game, from its first words to its result`, async () => {
    const player = await person({ ...PHONE, locale: look.locale });
    const { page } = player;
    await page.goto('/');
    const { id } = await newGame(page,
      { variant: 'alert', color: 'white', opponent: { kind: 'computer', level: 1 } });
    await page.goto(`/game/${id}`);
    await page.waitForSelector('#board .apo-piece');
    await page.waitForFunction(words => document.querySelector('#status').textContent === words,
      look.turn);
    assert.equal(await page.innerText('.player-top .player-name'), look.level);
    assert.equal(await page.getAttribute('.game-side', 'aria-label'), look.moves);
    await shot(page, `${code}-game-phone`);
    await assertFits(page, 'a game');
    assert.deepEqual(await overflowing(page), []);
    await api(page, `/api/games/${id}/resign`, {});
    await page.waitForFunction(words => document.querySelector('#status')
      .textContent.replace(/[\u00a0\u202f]/g, ' ').includes(words), look.lost);
    await shot(page, `${code}-result-phone`);
    // A spectator without scripts is told it by sides.
    const bare = await person({ locale: look.locale, javaScriptEnabled: false });
    await bare.page.goto(`/game/${id}`);
    assert.equal(plain(await bare.page.innerText('#status')), look.mate);
    await bare.close();
    await player.close();
  });
}

// The pages with the longest words and the most buttons stand for the others.
for (const { code } of catalogues().filter(catalog => !(catalog.code in LOOKS)))
  more(`${code}: fits a phone, and buttons are called what they say`, async () => {
    const reader = await person({ ...PHONE, locale: code });
    const { page } = reader;
    for (const path of ['/', '/analysis', '/tournaments', '/rules/alert']) {
      await page.goto(path);
      assert.equal(await page.getAttribute('html', 'lang'), code);
      if (path === '/rules/alert')
        assert.doesNotMatch(await page.innerText('main'), / the /, 'rules in English');
      if (path === '/')
        await page.waitForSelector('#play-computer:enabled');
      else
        await page.waitForLoadState('networkidle');
      await shot(page, `${code}${path.replaceAll('/', '-')}-phone`);
      await assertFits(page, path);
      assert.deepEqual(await overflowing(page), [], path);
    }
    await reader.close();
  });

// The library's messages about moves and positions: in a game, in the editor and in the server's
// refusals.
const REASONS = {
  es: { locale: 'es-MX', cannot: 'la pieza de e3 (peón) no puede ir a e6',
    empty: 'e5 está vacía', label: 'e3 peón, blancas',
    joker: 'el joker blanco aún no puede mover, porque las negras no han movido.',
    kings: ['Las blancas no tienen rey.', 'Las negras no tienen rey.'],
    refused: 'Desde esta posición no se puede jugar: las blancas no tienen rey; '
      + 'las negras no tienen rey.' },
  de: { locale: 'de-AT', cannot: 'die Figur auf e3 (Bauer) kann nicht nach e6 ziehen',
    empty: 'e5 ist leer', label: 'e3 Bauer, weiß',
    joker: 'der weiße Joker kann noch nicht ziehen, weil Schwarz noch nicht gezogen hat.',
    kings: ['Weiß hat keinen König.', 'Schwarz hat keinen König.'],
    refused: 'Von dieser Stellung aus kann nicht gespielt werden: Weiß hat keinen König; '
      + 'Schwarz hat keinen König.' },
  fr: { locale: 'fr-FR', cannot: 'la pièce en e3 (pion) ne peut pas aller en e6',
    empty: 'e5 est vide', label: 'e3 pion, aux Blancs',
    joker: 'le joker blanc ne peut pas encore jouer, car les Noirs n’ont pas joué.',
    kings: ['Les Blancs n’ont pas de roi.', 'Les Noirs n’ont pas de roi.'],
    refused: 'On ne peut pas jouer à partir de cette position : les Blancs n’ont pas de roi ; '
      + 'les Noirs n’ont pas de roi.' },
};

const untilText = (page, selector, words) => page.waitForFunction(([where, text]) =>
  document.querySelector(where)?.textContent.replace(/[\u00a0\u202f]/g, ' ').includes(text),
[selector, words], { polling: 50 });

for (const [code, words] of Object.entries(REASONS)) {
  (code === 'es' ? test : more)(`${code}: why a move or a position cannot be`, async () => {
    const reader = await person({ locale: words.locale });
    const { page } = reader;
    await page.goto('/');
    const { id } = await newGame(page, { variant: 'modern', color: 'white', start: { number: 14 },
      opponent: { kind: 'link' } });
    await page.goto(`/game/${id}`);
    await page.waitForSelector('#board .apo-piece');
    await page.waitForSelector(`#board [data-square="e3"][aria-label*="${words.label}"]`);
    await page.click('#words summary');
    for (const [text, why] of [['e3e6', words.cannot], ['e5e6', words.empty]]) {
      await page.fill('#type-move', text);
      await page.press('#type-move', 'Enter');
      await untilText(page, '#type-answer', why);
    }
    await page.hover('#board [data-square="g1"]');
    await untilText(page, '.piece-panel', words.joker);
    const empty = '**********/10/10/10/10/10/10/10/10/10/10/********** w - - -- - - 0 1';
    const answer = await api(page, '/api/games', { variant: 'modern', start: { fen: empty },
      color: 'white', opponent: { kind: 'link' },
      clock: { kind: 'none' } });
    assert.equal(plain(answer.message), words.refused);
    await page.goto(`/editor#v=modern&fen=${encodeURIComponent(empty)}`);
    for (const king of words.kings)
      await untilText(page, '#verdict', king);
    await reader.close();
  });
}

more('a language of a folder, from right to left, a third longer: all pages', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'apothecary-languages-'));
  execFileSync('tools/i18n.py', ['--pseudo', join(folder, 'pseudo.po')]);
  writeFileSync(join(folder, 'bad.po'), 'msgid "x"\nmsgstr "y"\n');
  const server = await new Server('--languages', folder).start();
  for (const size of [PHONE, { viewport: { width: 1280, height: 800 } }]) {
    const reader = await person({ ...size, base: server.url, locale: 'en-GB' });
    const { page } = reader;
    await page.goto('/about');
    await clickThrough(page, '.languages button:has-text("Pseudo")');
    const links = await page.$$eval('.site-nav a', all => all.map(a => a.getAttribute('href')));
    assert.ok(links.length > 8, String(links));
    for (const path of [...links, '/translate', '/analysis?variant=chess']) {
      await page.goto(path);
      assert.equal(await page.getAttribute('html', 'dir'), 'rtl');
      assert.match(await page.innerText('.site-footer'), /Fréé šöftwàré/);
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).direction), 'rtl');
      const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide[0] <= wide[1], `${path} is ${wide[0]} wide in a window of ${wide[1]}`);
      await shot(page, `rtl${path.replaceAll(/[/?=]/g, '-')}-${size.viewport.width}`);
    }
    await page.waitForSelector('#board .apo-piece');
    const [a, h] = await page.evaluate(() => ['a1', 'h1'].map(square =>
      document.querySelector(`[data-square="${square}"]`).getBoundingClientRect().left));
    assert.ok(a < h, 'the board is mirrored');
    await page.goto('/translate');
    assert.match(await page.innerText('#translate .notice'), /^bad\.po: line 2: /);
    await reader.close();
  }
  await server.stop();
  assert.match(server.log, /bad\.po: line 2: /);
  rmSync(folder, { recursive: true });
});

// The page itself is the picture: in the language that is translated, with the text marked.
more('translators see where each text appears', async () => {
  const reader = await person({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  const { page } = reader;
  const marked = page.frameLocator('#place-frame').locator('[style*="outline"]');
  const choose = async (words, english = words) => {
    await page.fill('#text-find', words);
    await page.click(`#text-list button:text-is("${english}")`);
    await page.waitForFunction(() =>
      document.querySelector('#place-words').textContent === 'The text is marked.');
  };
  await page.goto('/translate');
  await clickThrough(page, 'a[href="/translate/de"]');
  await page.waitForSelector('#text-list li');
  const count = await page.innerText('#text-count');
  assert.match(count, /^\d,\d{3} texts$/);
  // In a template, in German; the page's own language stays the reader's.
  await choose('Tournaments');
  assert.equal(await page.innerText('#place-text'), 'Turniere');
  assert.equal(await marked.first().innerText(), 'Turniere');
  assert.equal(await page.frameLocator('#place-frame').locator('html').getAttribute('lang'), 'de');
  await shot(page, 'translate-de');
  assert.deepEqual(await seriousFindings(page), []);
  // Of a script, in a dialog that is closed; one with a gap.
  await choose('Einstellungen', 'Settings');
  await choose('Start the game');
  assert.equal(await marked.first().isVisible(), true);
  // What waits for a click of the reader.
  await page.selectOption('#text-place', { label: '/editor' });
  await page.fill('#text-find', 'has no king');
  await page.locator('#text-list button').first().click();
  await page.waitForFunction(() =>
    document.querySelector('#place-words').textContent.startsWith('The page does not say this'));
  const editor = page.frameLocator('#place-frame');
  await editor.locator('#clear').click();
  await page.waitForFunction(() =>
    document.querySelector('#place-words').textContent === 'The text is marked.');
  // A language that nobody has begun shows the English texts.
  await page.goto('/translate/en');
  await page.check('#text-to-do');
  await page.waitForFunction(words =>
    document.querySelector('#text-count').textContent === words, count);
  // Mails have no page.
  await page.fill('#text-find', 'Stop these mails');
  await page.click('#text-list button');
  await page.waitForSelector('#place-words:has-text("in mails")');
  await reader.close();
});

test('a language is chosen in the foot of the page, without a script too, and kept', async () => {
  const reader = await person({ locale: 'en-GB', javaScriptEnabled: false });
  const { page } = reader;
  await page.goto('/rules?x=1');
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  await clickThrough(page, '.languages button[value=fr]');
  assert.match(page.url(), /rules\?x=1$/);
  assert.equal(await page.innerText('main h1'), 'Règles des jeux');
  await page.goto('/about');
  assert.equal(await page.getAttribute('html', 'lang'), 'fr');
  await clickThrough(page, '.languages button[value=en]');
  assert.match(page.url(), /about$/);
  assert.equal(await page.getAttribute('html', 'lang'), 'en');
  await reader.close();
});

more('the language of an account holds in another browser', async () => {
  const one = await account('Polyglot', { locale: 'en-GB' });
  await one.page.goto('/');
  await one.page.click('#open-settings');
  await Promise.all([one.page.waitForNavigation(), one.page.click('#settings button[lang=de]')]);
  assert.equal(await one.page.getAttribute('html', 'lang'), 'de');
  const other = await person({ locale: 'fr-FR' });
  await other.page.goto('/login');
  assert.equal(await other.page.getAttribute('html', 'lang'), 'fr');
  await other.page.fill('#name', 'Polyglot');
  await other.page.fill('#password', 'correct horse battery');
  await clickThrough(other.page, 'main button[type=submit]');
  assert.equal(await other.page.getAttribute('html', 'lang'), 'de');
  await one.close();
  await other.close();
});

test('plural forms and days are those of the language', async () => {
  const said = {};
  for (const locale of ['en-GB', 'de-DE', 'fr-FR']) {
    const reader = await person({ locale });
    await reader.page.goto('/about');
    said[locale] = await reader.page.evaluate(async () => {
      // The bundle of the site has what its modules export; without bundles i18n.js is there
      // itself.
      const folder = document.documentElement.dataset.static;
      const { ago, date, number, tn } = { ...await import(`${folder}/app/site.js`),
        ...await import(`${folder}/lib/i18n.js`).catch(() => ({})) };
      const day = Date.UTC(2026, 2, 5, 12);
      return [0, 1, 2, 101].map(n => tn('{n} move', '{n} moves', n)).concat(
        date(day), number(1234.5), ago(day, day + 2 * 86400000));
    });
    await reader.close();
  }
  assert.deepEqual(said['en-GB'], ['0 moves', '1 move', '2 moves', '101 moves', '5 March 2026',
    '1,234.5', '2 days ago']);
  assert.deepEqual(said['de-DE'], ['0 Züge', '1 Zug', '2 Züge', '101 Züge', '5. März 2026',
    '1.234,5', 'vorgestern']);
  assert.deepEqual(said['fr-FR'].map(plain), ['0 coup', '1 coup', '2 coups', '101 coups',
    '5 mars 2026', '1 234,5', 'avant-hier']);
});

more('guests are named in the viewer\'s language', async () => {
  const guest = await person({ locale: 'en-GB' }), reader = await person({ locale: 'de-DE' });
  await guest.page.goto('/about');
  const { id } = await newGame(guest.page, { variant: 'modern', opponent: { kind: 'open' } });
  const { name } = await api(guest.page, '/api/me');
  assert.match(name, /^Guest \d+$/);
  await reader.page.goto(`/game/${id}`);
  await reader.page.waitForSelector('#board .apo-piece');
  assert.equal(await reader.page.innerText('.player-bottom .player-name'),
    name.replace('Guest', 'Gast'));
  await reader.page.goto('/');
  await reader.page.waitForSelector(`#open-list >> text=${name.replace('Guest', 'Gast')}`);
  const bare = await person({ locale: 'de-DE', javaScriptEnabled: false });
  await bare.page.goto('/');
  assert.match(await bare.page.innerText('#open-list'), new RegExp(name.replace('Guest', 'Gast')));
  for (const somebody of [guest, reader, bare])
    await somebody.close();
});

test('messages of the server are in the requester\'s language', async () => {
  const reader = await person({ locale: 'de-DE' });
  await reader.page.goto('/about');
  const { body } = await api(reader.page, '/api/login',
    { name: 'Nobody-here', password: 'not the right one' })
    .then(answer => ({ body: answer.body ?? answer }));
  assert.equal(body.message, 'Name oder Passwort ist falsch.');
  // Also with a word in them, and with a reason of the library, which the page itself gives as
  // well.
  const game = { color: 'white', opponent: { kind: 'open' }, clock: { kind: 'none' } };
  assert.equal((await api(reader.page, '/api/games',
    { ...game, variant: 'nonsense', start: { number: 1 } })).message,
  'Ein Spiel „nonsense“ gibt es hier nicht.');
  assert.equal((await api(reader.page, '/api/games', { ...game, variant: 'chess',
    start: { fen: '4k3/8/8/8/8/8/8/4K3 w - - -- - - 0 1 x' } })).message,
  'Von dieser Stellung aus kann nicht gespielt werden: '
    + 'der Text geht hinter dem neunten Textfeld weiter.');
  await reader.page.goto('/analysis?variant=chess');
  await reader.page.waitForSelector('#board .apo-piece');
  await reader.page.fill('#fen', '4k3/8/8/8/8/8/8/4K3 x - - -- - - 0 1');
  await reader.page.locator('#fen').blur();
  await reader.page.waitForFunction(() => document.getElementById('problem')
    .textContent.includes('am Zug ist w oder b'));
  await reader.close();
});

await run(finish);
