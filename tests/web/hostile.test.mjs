// usage: node hostile.test.mjs APOTHECARY [--only WORD]
// Texts of people on every page that shows them: nothing in them runs, no page scrolls sideways,
// and a right-to-left text does not move what is beside it.
import assert from 'node:assert/strict';
import { account } from './support/accounts.mjs';
import { DESKTOP, PHONE, api, finish, moderate, newGame, shot } from './support/world.mjs';
import { more, run } from './suite.mjs';

const HEBREW = '\u05e9\u05dc\u05d5\u05dd'; // the mark by which texts are found
const MARKUP = '<img src=x onerror="document.title=1">';
const LONG = 'W'.repeat(400);
const NAME = `${HEBREW} ${MARKUP} ${'W'.repeat(30)}`;
const TEXT = `${HEBREW} ${MARKUP} https://example.org/ ![x](https://example.org/x.png) ${LONG}`;
const comment = text => text.replace(/[{}]/g, '');
const PGN = `[Variant "chess"]\n[White "${HEBREW} A"]\n[Black "${HEBREW} B"]\n[Result "1-0"]\n\n`
  + `{${comment(TEXT)}} 1. e4 {${comment(TEXT)}} (1. d4 {${comment(TEXT)}}) e5 1-0\n`;

async function post(page, path, body) {
  const answer = await api(page, path, body);
  assert.ok(answer.status === 200 || answer.status === 201, `${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** Everything that people can write, by Anna, to be read by Bert. Gives the pages that show it. */
async function write(anna, bert) {
  const { page } = anna;
  const study = await post(page, '/api/studies', { name: NAME, visibility: 'public', text: PGN });
  const series = await post(page, '/api/series', { name: NAME.slice(0, 60) });
  const cup = await post(page, '/api/tournaments', { name: NAME.slice(0, 60),
    text: TEXT.slice(0, 400), variant: 'chess', system: 'teams', boards: 1, teams_max: 2,
    begins: 'full', series: series.id, clock: { kind: 'days', days: 3 } });
  await post(page, `/api/tournaments/${cup.id}/found`, { name: `${HEBREW} A` });
  await post(bert.page, `/api/tournaments/${cup.id}/found`, { name: `${HEBREW} B` });
  await api(page, `/api/tournaments/${cup.id}/begin`, {});
  await post(page, '/api/people/Bert-H/messages', { text: TEXT.slice(0, 600) });
  await post(page, '/api/invitations', { to: 'Bert-H', variant: 'chess',
    message: TEXT.slice(0, 200) });
  const { id } = await newGame(page, { variant: 'chess', opponent: { kind: 'open' } });
  await post(bert.page, `/api/games/${id}/join`, {});
  await post(page, `/api/games/${id}/chat`, { text: `@Bert-H ${TEXT.slice(0, 400)}` });
  await api(page, `/api/games/${id}/moves`, { ply: 0, move: 'e2e4' });
  await post(page, '/api/people/Bert-H/report', { reason: TEXT.slice(0, 400) });
  await post(page, '/api/archive/import', { text: PGN });
  await post(page, '/api/archive/collection/show', {});
  const [imported] = (await api(page, '/api/archive?mine=yes')).games;
  await post(bert.page, `/api/archive/games/${imported.id}/comments`,
    { text: TEXT.slice(0, 500) });
  const problem = await post(page, '/api/problems', { variant: 'chess', aim: 'mate', moves: 1,
    fen: '7k/8/5K2/8/8/8/8/6Q1 w - - 0 1', title: NAME.slice(0, 60), remark: TEXT.slice(0, 200) });
  return {
    anna: ['/problems', `/problems/${problem.id}`, '/archive?mine=yes', `/study/${study.id}`,
      '/archive/annotated', '/@/Bert-H/comments'],
    bert: ['/studies', `/study/${study.id}`, '/series', `/series/${series.id}`, '/tournaments',
      `/tournaments/${cup.id}`, '/messages', '/messages/Anna-H', '/invitations', '/notices',
      `/game/${id}`, '/archive?of=Anna-H', `/archive/games/${imported.id}`],
    warden: ['/moderation'],
  };
}

/** Finds texts of people that are neither alone in their block nor isolated, texts that run as
 * code, and elements that are too wide. Runs in the page. */
function faults(mark) {
  const found = [];
  for (const way of [['__proto__', 'stain'], ['constructor', 'prototype', 'stain']]) {
    for (const victim of [{}, [], '']) {
      try {
        let at = victim;
        for (const key of way.slice(0, -1))
          at = at[key];
        at[way.at(-1)] = 1;
      } catch {
        /* Refused, which is what we want. */
      }
      if (victim.stain !== undefined || {}.stain !== undefined)
        found.push(`${way.join('.')} gives every object a member`);
    }
  }
  const isApart = node => {
    for (let at = node.parentElement; at; at = at.parentElement) {
      const { display, unicodeBidi } = getComputedStyle(at);
      if (unicodeBidi !== 'normal' && unicodeBidi !== 'embed')
        return true;
      if (display === 'none')
        return true;
      if (!display.startsWith('inline') || display.startsWith('inline-'))
        return at.textContent.trim() === node.textContent.trim();
    }
    return true;
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const texts = node.textContent.split(mark).length - 1; // two in one element displace each other
    if (texts > 0 && !/^(SCRIPT|STYLE|TEXTAREA|NOSCRIPT|OPTION)$/
      .test(node.parentElement.tagName) && (texts > 1 || !isApart(node)))
      found.push(`not isolated: ${node.parentElement.outerHTML.slice(0, 120)}`);
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth)
    found.push(`${scrollWidth} wide in a window of ${clientWidth}`);
  if (document.title === '1' || document.querySelector('img[src="x"]'))
    found.push('markup is live');
  return found;
}

more('hostile texts of people break no page', async () => {
  const anna = await account('Anna-H'), bert = await account('Bert-H');
  const warden = await account('Warden-H');
  if (!await moderate('appoint', 'Warden-H'))
    return;
  const pages = await write(anna, bert);
  const found = [];
  for (const [name, { page }] of Object.entries({ anna, bert, warden })) {
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size.viewport);
      for (const path of pages[name]) {
        await page.goto(path);
        await page.waitForLoadState('networkidle');
        await page.waitForFunction(text => document.documentElement.outerHTML.includes(text),
          HEBREW, { polling: 50, timeout: 20000 })
          .catch(() => found.push(`${path}: shows no such text`));
        await shot(page, `hostile-${name}${path.replace(/\W+/g, '-')}-${size.viewport.width}`);
        for (const fault of await page.evaluate(faults, HEBREW))
          found.push(`${path} at ${size.viewport.width}: ${fault}`);
      }
    }
  }
  assert.deepEqual([...new Set(found)], []);
  for (const somebody of [anna, bert, warden])
    await somebody.close();
});

await run(finish);
