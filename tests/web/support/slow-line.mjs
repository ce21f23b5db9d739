// A slow line to a server: pages come in small pieces, with pauses, so that the browser paints
// before everything has arrived.
import { createServer, request } from 'node:http';

const PIECE = 1500, PAUSE_MS = 40;

async function throttle(from, to) {
  const { 'content-length': length, ...headers } = from.headers;
  to.writeHead(from.statusCode, headers);
  for await (const bytes of from)
    for (let at = 0; at < bytes.length; at += PIECE) {
      to.write(bytes.subarray(at, at + PIECE));
      await new Promise(done => setTimeout(done, PAUSE_MS));
    }
  to.end();
}

/** Gives { url, stop } of a line to the server at `target`; its pages are those whose path fits
 * `isPage`. */
export async function slowLine(target, isPage) {
  const { hostname, port } = new URL(target);
  const line = createServer((asked, answer) => {
    const headers = { ...asked.headers, 'accept-encoding': 'identity' };
    const way = request({ hostname, port, path: asked.url, method: asked.method, headers },
      given => {
        if (isPage.test(asked.url)) {
          throttle(given, answer);
          return;
        }
        answer.writeHead(given.statusCode, given.headers);
        given.pipe(answer);
      });
    way.on('error', () => answer.destroy());
    answer.on('close', () => way.destroy());
    asked.pipe(way);
  });
  await new Promise(done => line.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${line.address().port}`,
    stop() {
      line.close();
      line.closeAllConnections();
    },
  };
}
