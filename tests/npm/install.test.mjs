// The package as users get it: its tarball is installed into an empty folder, without a network,
// and the example runs in node and in a browser from a server of plain files. TypeScript reads its
// types.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync }
  from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser, need, run, skip, test } from '../web/suite.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const [, , folder] = process.argv;
const { version } = JSON.parse(readFileSync(join(folder, 'package.json')));
const wanted = readFileSync(join(ROOT, 'examples/javascript.out'), 'utf8');
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript',
  '.wasm': 'application/wasm' };
const PAGE = `<!doctype html><meta charset="utf-8"><title>example</title>
<link rel="icon" href="data:,">
<script type="importmap">{"imports":{"apothecary":"./node_modules/apothecary/index.js"}}</script>
<script type="module" src="javascript.mjs"></script>`;

try {
  execFileSync('npm', ['--version'], { stdio: 'pipe' });
} catch {
  skip('npm is missing');
}
const home = mkdtempSync(join(tmpdir(), 'apothecary-npm-'));
execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', '--loglevel=error',
  join(ROOT, `dist/apothecary-${version}.tgz`)], { cwd: home, stdio: 'pipe' });
copyFileSync(join(ROOT, 'examples/javascript.mjs'), join(home, 'javascript.mjs'));
writeFileSync(join(home, 'index.html'), PAGE);

test('the package needs no other', () => {
  assert.deepEqual(readdirSync(join(home, 'node_modules')).filter(name => name[0] !== '.'),
    ['apothecary']);
});

test('the example runs in node', () => {
  assert.equal(execFileSync('node', ['javascript.mjs'], { cwd: home, encoding: 'utf8' }), wanted);
});

test('the lazy entry loads what it is given', () => {
  const script = `import { readFileSync } from 'node:fs';
    import { ApothecaryError, Board, load } from 'apothecary/lazy';
    try { new Board(); } catch (error) { console.log(error instanceof ApothecaryError); }
    await load(readFileSync('node_modules/apothecary/apothecary.wasm'));
    console.log(new Board().legalMoveCount);`;
  assert.equal(execFileSync('node', ['--input-type=module', '-e', script],
    { cwd: home, encoding: 'utf8' }), 'true\n20\n');
});

/** Serves the folder as plain files. */
function serve() {
  const server = createServer((request, answer) => {
    const path = normalize(new URL(request.url, 'http://x').pathname).replace(/\/$/, '/index.html');
    try {
      const body = readFileSync(join(home, path));
      answer.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' });
      answer.end(body);
    } catch {
      answer.writeHead(404);
      answer.end();
    }
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

test('the example runs in a browser', async () => {
  const browser = await launchBrowser(), server = await serve();
  const page = await browser.newPage(), lines = [];
  const done = new Promise((resolve, reject) => {
    page.on('pageerror', reject);
    page.on('console', message => {
      lines.push(message.text());
      if (lines.length === wanted.trim().split('\n').length)
        resolve();
    });
  });
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await done;
  assert.equal(`${lines.join('\n')}\n`, wanted);
  await browser.close();
  server.close();
});

test('tsc accepts right calls and refuses wrong ones', () => {
  const tsc = join(ROOT, 'web/node_modules/typescript');
  need('typescript/package.json');
  copyFileSync(join(ROOT, 'tests/npm/types.ts'), join(home, 'types.ts'));
  writeFileSync(join(home, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true,
    noEmit: true, target: 'es2022', module: 'nodenext', lib: ['es2022', 'esnext.disposable',
      'dom'], types: [] }, files: ['types.ts'] }));
  execFileSync('node', [join(tsc, 'bin/tsc'), '-p', '.'], { cwd: home, stdio: 'inherit' });
});

await run(async () => rmSync(home, { recursive: true }));
