/* Makes pages work offline, and shows notices while no page is open. After the first visit the
 * browser keeps the scripts, and pages that are the same for everybody: rules, lessons, analysis,
 * problems, games against the computer in the browser. A game's page is never kept: it would be
 * stale. Each version of the site has a cache of its own; the previous one is deleted. */
const VERSION = new URL(self.location.href).searchParams.get('static') ?? '';
const NAME = 'apothecary ';
const CACHE = NAME + VERSION;
const OFFLINE = '/offline';
const GAMES = ['alert', 'modern', 'classic', 'apothecary2', 'prequel'];
// The page of one lesson does for all of a game: its script reads from the address which it is.
const ANY_LESSON = 'king';
const LESSON = /^(\/learn\/[^/]+\/)[^/]+$/;
// Pages to keep when this version is installed, with everything they name below /static/.
const PAGES = [OFFLINE, '/analysis', '/solo', '/learn', '/rules', '/problems',
  ...GAMES.flatMap(game => [`/rules/${game}`, `/learn/${game}`, `/learn/${game}/${ANY_LESSON}`])];
// As many of the problems in the list as are kept too; an entry of the list names its page.
const PROBLEMS = 12;
const PROBLEM = /<li><a href="(\/problems\/[^"]+)">.*?<\/li>\n?/gs;
const ANY_PROBLEM = /^\/problems\/(next|daily)$/;
const FILES = ['lessons.wasm', 'games.txt', 'engine.wasm', 'pieces.svg', 'silhouettes.svg',
  'analysis/engine-worker.js', 'board/hand.js'];
const LONGEST_WAIT_MS = 8000;
const KEPT_LATER = /^\/(rules|learn|problems)(\/|$)/;
// Addresses of files, and of the texts in the page's language.
const ADDRESS = /["'(](\/static\/[0-9a-f]+\/[^"')?#]+|\/api\/words\/[^"')#]+)["')]/g;

const worker = /** @type {any} */ (self);

/**
 * Fetches a page as a stranger gets it, so that nobody's name is in it. Retries if the server is
 * busy or restarting.
 * @param {string} path
 */
async function ask(path) {
  for (let waitMs = 1000; waitMs <= LONGEST_WAIT_MS; waitMs *= 2) {
    const answer = await fetch(path, { credentials: 'omit' }).catch(() => null);
    if (answer !== null && answer.status !== 429 && answer.status < 500)
      return answer;
    await new Promise(done => setTimeout(done, waitMs));
  }
  return fetch(path, { credentials: 'omit' });
}

/**
 * @param {Cache} cache
 * @param {string} path
 */
async function keepPage(cache, path) {
  const answer = await ask(path);
  if (!answer.ok || answer.redirected)
    return [];
  await cache.put(path, answer.clone());
  return [...(await answer.text()).matchAll(ADDRESS)].map(([, address]) => address);
}

/** @param {Cache} cache */
async function keepProblems(cache) {
  const list = await (await cache.match('/problems'))?.text() ?? '';
  const paths = [...list.matchAll(PROBLEM)].slice(0, PROBLEMS).map(([, path]) => path);
  return Promise.all(paths.map(path => keepPage(cache, path)));
}

async function fill() {
  const cache = await caches.open(CACHE);
  const found = await Promise.all(PAGES.map(path => keepPage(cache, path)));
  found.push(...await keepProblems(cache));
  const files = new Set([...found.flat(), ...FILES.map(file => `${VERSION}/${file}`)]);
  files.delete(`${VERSION}/rules.wasm`); // lessons.wasm can do all that it can
  await Promise.all([...files].map(async file => {
    const answer = await ask(file);
    if (answer.ok)
      await cache.put(file, answer);
  }));
}

async function forget() {
  for (const name of await caches.keys())
    if (name.startsWith(NAME) && name !== CACHE)
      await caches.delete(name);
  await worker.clients.claim();
}

/**
 * The list of problems without those that are not kept.
 * @param {Cache} cache
 * @param {Response} list
 */
async function keptProblems(cache, list) {
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  const text = (await list.text()).replaceAll(PROBLEM, (entry, path) =>
    (kept.includes(path) ? entry : ''));
  return new Response(text, { headers: list.headers });
}

/**
 * One of the problems kept: the one after `id`.
 * @param {Cache} cache
 * @param {string | null} id
 */
async function nextProblem(cache, id) {
  const kept = (await cache.keys()).map(({ url }) => new URL(url).pathname)
    .filter(path => path.startsWith('/problems/'));
  const next = kept[kept.indexOf(`/problems/${id}`) + 1] ?? kept[0];
  return next === undefined ? undefined : Response.redirect(next);
}

/**
 * What is kept for an address; undefined: nothing.
 * @param {Cache} cache
 * @param {URL} url
 */
async function keptFor(cache, { pathname, searchParams }) {
  if (ANY_PROBLEM.test(pathname))
    return nextProblem(cache, searchParams.get('after'));
  const known = await cache.match(pathname)
    ?? await cache.match(pathname.replace(LESSON, `$1${ANY_LESSON}`));
  return known !== undefined && pathname === '/problems' ? keptProblems(cache, known) : known;
}

/** @param {Request} request */
async function page(request) {
  const url = new URL(request.url), { pathname } = url;
  try {
    const answer = await fetch(request);
    if (answer.ok && KEPT_LATER.test(pathname))
      caches.open(CACHE).then(cache => keepPage(cache, pathname)).catch(() => {});
    return answer;
  } catch {
    const cache = await caches.open(CACHE);
    return await keptFor(cache, url) ?? await cache.match(OFFLINE) ?? Response.error();
  }
}

/**
 * Files that never change at their address come from the cache, everything else from the network.
 * @param {Request} request
 */
async function lasting(request) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(request)
    ?? await cache.match(request.url.replace(/\/rules\.wasm$/, '/lessons.wasm'));
  if (known !== undefined)
    return known;
  const answer = await fetch(request);
  if (answer.ok && /immutable/.test(answer.headers.get('cache-control') ?? ''))
    await cache.put(request, answer.clone());
  return answer;
}

const LASTING = /^\/(static|api\/definitions|api\/words)\//;

/**
 * Shows a notice: { text, url, id } as src/server/notice/push.c writes it.
 * @param {{ text: string, url: string, id: number }} notice
 */
const tell = ({ text, url, id }) => worker.registration.showNotification('Apothecary',
  { body: text, tag: String(id), icon: `${VERSION}/icon.svg`, data: url });

/**
 * Opens the page of a notice, in a tab of the site if there is one.
 * @param {string} url
 */
async function follow(url) {
  const [tab] = await worker.clients.matchAll({ type: 'window' });
  await (tab === undefined ? worker.clients.openWindow(url)
    : tab.focus().then(() => tab.navigate(url)));
}

worker.addEventListener('install', (/** @type {any} */ event) => {
  worker.skipWaiting();
  event.waitUntil(fill());
});
worker.addEventListener('activate', (/** @type {any} */ event) => event.waitUntil(forget()));
worker.addEventListener('push', (/** @type {any} */ event) =>
  event.waitUntil(tell(event.data.json())));
worker.addEventListener('notificationclick', (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(follow(event.notification.data));
});
worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event, { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin)
    return;
  if (request.mode === 'navigate')
    event.respondWith(page(request));
  else if (LASTING.test(pathname))
    event.respondWith(lasting(request));
});
