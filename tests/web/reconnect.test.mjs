// usage: node reconnect.test.mjs APOTHECARY [--only WORD]
// The server is killed in the middle of a game, and comes back.
import assert from 'node:assert/strict';
import { Server } from './support/server.mjs';
import { api, finish, newGame, person } from './support/world.mjs';
import { run, test } from './suite.mjs';
import { makeMove, openRules, untilPly } from './support/play.mjs';

test('a game goes on after the server was killed', async () => {
  const server = await new Server().start();
  const white = await person({ base: server.url }), black = await person({ base: server.url });
  await white.page.goto('/');
  const { id, link } = await newGame(white.page, { variant: 'modern', opponent: { kind: 'link' } });
  await white.page.goto(`/game/${id}`);
  await black.page.goto(link);
  await black.page.click('#join-button');
  await black.page.waitForURL(/\/game\//);
  await white.page.waitForFunction(() => document.getElementById('status')
    .textContent === 'Your move.');
  const session = openRules('modern');
  await makeMove(white.page, session, 'e3e5');
  await untilPly(black.page, 1);

  await server.kill();
  await black.page.waitForFunction(() => document.getElementById('connection').textContent !== '');
  // Made while the server is down; sent when it is back.
  await makeMove(black.page, session, 'e8e6');
  await server.start();

  await untilPly(white.page, 2);
  await white.page.waitForFunction(() => document.getElementById('connection').textContent === '');
  await makeMove(white.page, session, 'd3d5');
  await untilPly(black.page, 3);
  assert.deepEqual((await api(white.page, `/api/games/${id}`)).moves.map(({ text }) => text),
    ['e3e5', 'e8e6', 'd3d5']);
  await white.close();
  await black.close();
  await server.stop();
});

await run(finish);
