// The package's engine plays as the command's does: the same nodes and the same signature in each
// game of `apothecary bench`.
//
// usage: bench.test.mjs PACKAGE COMMAND [NODES]        (scripts/dist asks for the usual number)
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { run, test } from '../web/suite.mjs';

const [, , folder, command, nodes = '300'] = process.argv;
const { ApothecaryError, Engine } = await import(pathToFileURL(join(folder, 'index.js')));
const ROW = /^(\S+) +(\d+) nodes .*signature ([0-9a-f]{16})$/gm;

test('the bench has the same signature in every build', async () => {
  const printed = execFileSync(command, ['bench', '--nodes', nodes, '--eval-file', 'none'],
    { encoding: 'utf8' });
  const rows = [...printed.matchAll(ROW)].map(([, ...row]) => row);
  const [name, , wanted] = rows.pop();
  assert.deepEqual([name, rows.length], ['total', 30]);
  const engine = await Engine.start();
  let total = 0n;
  for (const [game, searched, signature] of rows) {
    const found = await engine.bench(game, { nodes: Number(nodes) });
    assert.deepEqual(found, { nodes: Number(searched), signature }, game);
    total = BigInt.asUintN(64, total * 31n + BigInt(`0x${found.signature}`));
  }
  assert.equal(total.toString(16).padStart(16, '0'), wanted);
  console.log(`bench signature ${wanted}`);
  await assert.rejects(engine.bench('chess', { nodes: 0 }), ApothecaryError);
  engine.close();
});

test('the bench is the same in the calling thread', async () => {
  const [there, here] = await Promise.all(
    [true, false].map(worker => Engine.start({ worker })));
  const found = await there.bench('grand', { nodes: 500 });
  assert.deepEqual(await here.bench('grand', { nodes: 500 }), found);
  there.close();
  here.close();
});

await run();
