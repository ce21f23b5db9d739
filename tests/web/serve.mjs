// A small server for tests of the pages' own modules: the files of web/ and build-web/ in one
// folder, with the headers that the real one sends. Run by itself it serves until it is stopped:
// serve.mjs [PORT]
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css',
  '.svg': 'image/svg+xml', '.wasm': 'application/wasm', '.json': 'application/json' };
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
  + "img-src 'self' data:; connect-src 'self'; font-src 'self'; worker-src 'self'; "
  + "manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

async function find(path) {
  for (const folder of ['web', 'build-web'])
    try {
      return await readFile(join(ROOT, folder, path));
    } catch {
      // Try the other folder.
    }
  return null;
}

/** Gives { server, url } of a server on a free port of this machine. */
export function serve(port = 0) {
  const server = createServer(async (request, answer) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    const body = await find(path);
    answer.writeHead(body === null ? 404 : 200, {
      'Content-Type': TYPES[extname(path)] ?? 'text/plain', 'Content-Security-Policy': POLICY,
      'Cache-Control': 'no-store',
    });
    answer.end(body ?? 'not found');
  });
  return new Promise(resolve => server.listen(port, '127.0.0.1', () =>
    resolve({ server, url: `http://127.0.0.1:${server.address().port}` })));
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  console.log((await serve(Number(process.argv[2] ?? 0))).url);
