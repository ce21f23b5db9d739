// usage: node problems.test.mjs APOTHECARY [--only WORD]
// Problems: chosen from the list, solved on the board, published from the editor.
import assert from 'node:assert/strict';
import { PHONE, api, clickThrough, finish, person,
  seriousFindings, shot } from './support/world.mjs';
import { account } from './support/accounts.mjs';
import { more, run, test } from './suite.mjs';
import { makeMove, openRules } from './support/play.mjs';

const status = (page, words) => page.waitForFunction(
  text => document.getElementById('status').textContent.includes(text), words);

/** A mined problem, in which one line alone wins: another move first, then the line. */
async function solveByLine(page) {
  await page.goto('/problems?variant=classic&aim=win&moves=2');
  await clickThrough(page, '.problem-list a >> nth=0');
  await page.waitForSelector('#board .apo-piece');
  assert.match(await page.innerText('h1'), /wins in 2 moves, each the only one that works/);
  const { fen, line } =
    await page.evaluate(() => ({ ...document.getElementById('problem').dataset }));
  const [key, answer, last] = line.split(' ');
  const session = openRules('classic');
  session.setFen(fen);
  const wrong = session.moves().find(({ text }) => text !== key
    && /^[a-l]\d+[a-l]\d+$/.test(text));
  await makeMove(page, session, wrong.text);
  await status(page, 'There is a better move.');
  await page.click('#back');
  session.setFen(fen);
  await makeMove(page, session, key);
  await status(page, 'the best defence');
  session.setFen(fen);
  session.play(key);
  session.play(answer);
  await makeMove(page, session, last);
  await status(page, 'Solved and recorded.');
}

test('a problem of the collection: a wrong move, the right ones, noted', async () => {
  const ada = await account('Ada'), { page } = ada;
  await page.goto('/problems');
  await page.selectOption('#variant', 'modern');
  await page.selectOption('#aim', 'mate');
  await page.selectOption('#moves', '2');
  await clickThrough(page, 'text=Show');
  assert.match(page.url(), /variant=modern/);
  assert.ok(await page.locator('.problem-list a').count() >= 6);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'problems');
  await clickThrough(page, '.problem-list a >> nth=-1');
  await page.waitForSelector('#board .apo-piece');
  const id = new URL(page.url()).pathname.split('/').pop();
  const problem = await api(page, `/api/problems/${id}`);
  const session = openRules('modern');
  session.setFen(problem.fen);
  const { move: key } = session.force('mate', 2);
  // A move that lets the king escape: the page shows how.
  const wrong = session.moves().find(({ text, promoted, kind }) => {
    if (text === key || promoted || kind !== 'normal')
      return false;
    const trial = openRules('modern');
    trial.setFen(problem.fen);
    trial.play(text);
    return trial.defend('mate', 1).verdict === 'no';
  }) ?? session.moves().find(({ text }) => text !== key);
  await makeMove(page, session, wrong.text);
  await status(page, 'escapes');
  await shot(page, 'problem-wrong');
  await page.click('#back');
  session.setFen(problem.fen);
  await makeMove(page, session, key);
  await status(page, 'the best defence');
  // Our session follows, with the page's answer.
  session.setFen(problem.fen);
  session.play(key);
  session.play(session.defend('mate', 1).move);
  const { move: last } = session.force('mate', 1);
  await makeMove(page, session, last);
  await status(page, 'Solved and recorded.');
  assert.equal((await api(page, `/api/problems/${id}`)).solved, true);
  assert.deepEqual(await seriousFindings(page), []);
  await shot(page, 'problem-solved');
  await page.goto('/problems?variant=modern&unsolved=yes');
  assert.equal(await page.locator(`a[href="/problems/${id}"]`).count(), 0);
  await solveByLine(page);
  await ada.close();
});

more('the first try is rated, right or wrong, and the next problem is another one', async () => {
  const eve = await account('Eve'), { page } = eve;
  const [first, second] = await page.evaluate(async path => {
    for (;;) {
      const { problems } = await (await fetch(path)).json();
      if (problems.length > 1)
        return problems;
      await new Promise(done => setTimeout(done, 100));
    }
  }, '/api/problems?variant=modern&aim=mate&moves=2');
  await page.goto(`/problems/${first.id}`);
  await page.waitForSelector('#board .apo-piece');
  assert.match(await page.innerText('#rating'), /You have no rating for problems yet/);
  assert.equal(await page.innerText('#problem-rating'), '');
  // Giving up counts as a wrong try.
  await page.click('#show');
  await page.waitForSelector('#rating >> text=/1338 ± 290 .−162/');
  assert.match(await page.innerText('#problem-rating'), /1662 ± 290/);
  await status(page, 'That was the solution.');
  assert.deepEqual(await seriousFindings(page), []);
  // A right try: the key move, then whatever the rules find after the page's answer.
  await page.goto(`/problems/${second.id}`);
  await page.waitForSelector('#board .apo-piece');
  const session = openRules('modern');
  session.setFen(second.fen);
  const { move: key } = session.force('mate', 2);
  await makeMove(page, session, key);
  await status(page, 'the best defence');
  session.setFen(second.fen);
  session.play(key);
  session.play(session.defend('mate', 1).move);
  await makeMove(page, session, session.force('mate', 1).move);
  await status(page, 'Solved and recorded.');
  assert.match(await page.innerText('#rating'), /± \d+ \(\+\d+\)/);
  await clickThrough(page, '#next');
  await page.waitForSelector('#board .apo-piece');
  const next = new URL(page.url()).pathname.split('/').pop();
  assert.ok(![first.id, second.id].includes(next));
  assert.match(await page.innerText('#rating'), /Your rating for problems: \d+ ± \d+$/);
  await page.goto('/@/Eve');
  assert.match(await page.innerText('.profile-problems'), /2 problems tried/);
  await eve.close();
});

more('the solution is shown, on a phone, to a stranger', async () => {
  const guest = await person({ ...PHONE, colorScheme: 'dark' }), { page } = guest;
  await page.goto('/problems?variant=alert&aim=stalemate&moves=2');
  await clickThrough(page, '.problem-list a >> nth=0');
  await page.waitForSelector('#board .apo-piece');
  assert.match(await page.innerText('h1'), /saves the advantage: stalemate in 2/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await seriousFindings(page), []);
  await page.click('#show');
  await status(page, 'That was the solution.');
  assert.equal(await page.locator('#moves li').count(), 3);
  await shot(page, 'problem-phone');
  await guest.close();
});

more('published from the editor, after the proof', async () => {
  const ben = await account('Ben'), { page } = ben;
  const fen = '7k/8/5K2/8/8/8/8/6Q1 w - - 0 1';
  await page.goto(`/editor#${new URLSearchParams({ v: 'chess', fen })}`);
  await page.waitForSelector('#board .apo-piece');
  await clickThrough(page, '#publish');
  await page.waitForSelector('#problem-form');
  assert.equal(await page.inputValue('#fen'), fen);
  await page.fill('#moves', '1');
  await page.fill('#title', 'Short and good');
  await shot(page, 'problem-new');
  assert.deepEqual(await seriousFindings(page), []);
  await page.click('#submit');
  await page.waitForSelector('text=White mates in 1');
  await page.waitForSelector('text=/Proved/');
  await page.goto('/problems?variant=chess');
  await page.waitForSelector('.problem-list >> text=Short and good');
  await ben.close();
});

test('the form of a new problem explains a link to a game that is not there', async () => {
  const author = await account('Linker'), { page } = author;
  await page.goto('/problems/new#v=nothing&fen=rubbish');
  await page.waitForSelector('#link-problem a[href="/editor"]');
  assert.match(await page.innerText('#link-problem'), /There is no game "nothing" here/);
  assert.equal(await page.inputValue('#fen'), '');
  await page.evaluate(() => { location.hash = '#v=modern&fen=8'; });
  await page.waitForFunction(() => document.getElementById('fen').value === '8');
  assert.deepEqual([await page.inputValue('#variant'), await page.innerText('#link-problem')],
    ['modern', '']);
  await author.close();
});

await run(finish);
