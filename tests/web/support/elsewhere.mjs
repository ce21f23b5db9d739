// A server of another origin, with pages of a test.
import { createServer } from 'node:http';

/** @type {Promise<import('node:http').Server> | null} */
let stranger = null;
const pages = new Map();

/** A page there with this HTML: its address. */
export async function elsewhere(html) {
  stranger ??= new Promise(done => {
    const server = createServer((request, answer) => {
      const page = pages.get(request.url);
      answer.writeHead(page === undefined ? 404 : 200,
        { 'Content-Type': 'text/html; charset=utf-8' });
      answer.end(page ?? '');
    });
    server.listen(0, '127.0.0.1', () => done(server));
  });
  const path = `/${pages.size}`;
  pages.set(path, html);
  return `http://127.0.0.1:${(await stranger).address().port}${path}`;
}

export async function closeElsewhere() {
  (await stranger)?.close();
}
