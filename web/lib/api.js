/* Requests to the server. */
import { t } from './i18n.js';

/** A failed request. `code` is the server's error code, or "offline". */
export class ApiError extends Error {
  /**
   * @param {number} status
   * @param {{ message?: string, error?: string, [field: string]: any }} body
   */
  constructor(status, body) {
    super(body.message ?? t('The server did not answer.'));
    this.status = status;
    this.code = body.error ?? 'offline';
    this.body = body;
  }

  /** Whether retrying a little later may succeed. */
  get isPassing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

// Timeout of a request: one that hangs has failed, and can be retried.
const ANSWER_MS = 30000;

/** @param {string} path */
async function ask(path, options = {}) {
  try {
    return await fetch(path, { credentials: 'same-origin', signal: AbortSignal.timeout(ANSWER_MS),
      ...options });
  } catch {
    throw new ApiError(0, { message: t('The server cannot be reached just now.') });
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {object} [body]
 */
async function request(method, path, body) {
  const response = await ask(path, body === undefined ? { method }
    : { method, headers: { 'Content-Type': 'application/json', 'Apothecary-Client': client },
      body: JSON.stringify(body) });
  /** @type {any} */
  let answer = {};
  try {
    answer = await response.json();
  } catch {
    /* Not JSON: a proxy's page, or an empty answer. */
  }
  if (!response.ok)
    throw new ApiError(response.status, answer);
  return answer;
}

/** @param {string} path */
export const get = path => request('GET', path);

/**
 * A page of the server, as a document.
 * @param {string} path
 */
export async function getPage(path) {
  const response = await ask(path);
  const text = await response.text();
  if (!response.ok)
    throw new ApiError(response.status, {});
  return new DOMParser().parseFromString(text, 'text/html');
}

/** A random key for one request: repeating it with the same key never has a second effect. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

// A new visitor's first POST creates a guest. If its answer is lost, this secret makes the
// retry come from the same guest; nobody else knows it.
const client = newKey() + newKey();

/** @param {number} ms */
const pause = ms => new Promise(done => setTimeout(done, ms));

/**
 * The result of `load()`, which is retried after transient failures.
 * @param {() => Promise<any>} load
 */
export async function persist(load) {
  for (let wait = 500; ; wait = Math.min(wait * 1.7, 8000)) {
    try {
      return await load();
    } catch (error) {
      if (!error.isPassing)
        throw error;
      await pause(wait);
    }
  }
}

/**
 * Posts, and retries with the same key while the server cannot be reached, for up to
 * `patienceMs`. `onWait` is called before the first retry.
 * @param {string} path
 * @param {object} [body]
 * @param {{ patienceMs?: number, onWait?: () => void }} [parts]
 */
export async function post(path, body, { patienceMs = 0, onWait } = {}) {
  const keyed = { key: newKey(), ...body };
  const until = Date.now() + patienceMs;
  for (let wait = 300; ; wait = Math.min(wait * 2, 4000)) {
    try {
      return await request('POST', path, keyed);
    } catch (error) {
      const isPassing = error.status === 0 || error.status === 502 || error.status === 503;
      if (!isPassing || Date.now() + wait > until)
        throw error;
      onWait?.();
      await pause(wait);
    }
  }
}

// Between two tries to open a stream: what the server asks for (Retry-After) when it has no place
// for another. EventSource does not show that header.
const LONGEST_WAIT_MS = 5000;

/**
 * An event stream that always reconnects. `handlers` maps the events' names to
 * functions of (data, id); onOpen is called after each (re)connection, onDrop when it is lost.
 * @param {string} path
 * @param {Handlers} handlers
 * onDrop gets how many tries in a row have failed.
 * @param {{ onOpen?: () => void, onDrop?: (failures: number) => void }} [parts]
 */
export function listen(path, handlers, { onOpen, onDrop } = {}) {
  /** @type {EventSource} */
  let source;
  let lastId = '';
  let wait = 500;
  let timer = 0;
  let failures = 0;
  let isClosed = false;

  function open() {
    const separator = path.includes('?') ? '&' : '?';
    source = new EventSource(lastId ? `${path}${separator}after=${encodeURIComponent(lastId)}`
      : path);
    // The server may send events named "open" or "error"; those are messages.
    source.addEventListener('open', event => {
      if (event instanceof MessageEvent)
        return;
      wait = 500;
      failures = 0;
      onOpen?.();
    });
    source.addEventListener('error', event => {
      if (event instanceof MessageEvent)
        return;
      onDrop?.(failures++);
      // The browser gives up for good after an answer that is not a stream; we do not.
      source.close();
      clearTimeout(timer);
      if (!isClosed)
        timer = setTimeout(open, wait);
      wait = Math.min(wait * 1.7, LONGEST_WAIT_MS);
    });
    for (const [name, handler] of Object.entries(handlers)) {
      source.addEventListener(name, event => {
        if (!(event instanceof MessageEvent))
          return;
        if (event.lastEventId)
          lastId = event.lastEventId;
        handler(JSON.parse(event.data || 'null'), event.lastEventId);
      });
    }
  }

  open();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      source.close();
    },
  };
}

/**
 * Keeps a page up to date with the server. `load()` requests everything, `show(all)` displays it,
 * and the stream at `path` brings changes; `handlers` and the rest are as for listen().
 * Everything is requested whenever the stream has (re)opened, until an answer comes. Events wait
 * meanwhile and are handled after it: the answer may be older and would undo them. While the
 * stream cannot be opened (too many people watch), everything is requested repeatedly: onPoll
 * is told whether the server has answered at once although the stream is closed. Returns
 * { reload }, which requests everything again; its promise fails if the server refuses.
 * @param {string} path
 * @param {{ load: () => Promise<any>, show: (all: any) => void, handlers: Handlers, onOpen?: () =>
 * void, onDrop?: () => void, onPoll?: (isAnswered: boolean) => void }} parts
 */
export function follow(path, { load, show, handlers, onOpen, onDrop, onPoll }) {
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {Promise<void> | null} */
  let loading = null;
  let isStale = false;  // something has happened that the pending load may not include
  let isOpen = false;

  async function loadAll() {
    do {
      isStale = false;
      let tries = 0;
      show(await persist(() => {
        if (++tries === 2 && !isOpen)
          onPoll?.(false);
        return load();
      }));
      if (tries === 1 && !isOpen)
        onPoll?.(true);
    } while (isStale);
  }

  function reload() {
    isStale = true;
    loading ??= loadAll().finally(() => {
      loading = null;
      for (const handle of waiting.splice(0))
        handle();
    });
    return loading;
  }

  /** @param {(data: any, id: string) => void} handler */
  const held = handler => (/** @type {[any, string]} */ ...event) => {
    if (loading)
      waiting.push(() => held(handler)(...event));
    else
      handler(...event);
  };
  listen(path,
    Object.fromEntries(Object.entries(handlers).map(([name, handler]) => [name, held(handler)])), {
      onOpen() {
        isOpen = true;
        onOpen?.();
        reload().catch(() => { /* Refused for good: the page stays as the server rendered it. */ });
      },
      onDrop(failures) {
        isOpen = false;
        onDrop?.();
        if (failures > 0)
          reload().catch(() => { /* The same. */ });
      },
    });
  return { reload };
}
