/* Talking to the server. */
import { t } from './i18n.js';

/** What the server, or the way to it, has refused. `code` is the server's word, or "offline". */
export class ApiError extends Error {
  constructor(status, body) {
    super(body.message ?? t('The server did not answer.'));
    this.status = status;
    this.code = body.error ?? 'offline';
    this.body = body;
  }
}

async function request(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new ApiError(0, { message: t('The server cannot be reached just now.') });
  }
  let answer = {};
  try {
    answer = await response.json();
  } catch {
    /* No JSON: a proxy's page, or an empty answer. */
  }
  if (!response.ok)
    throw new ApiError(response.status, answer);
  return answer;
}

export const get = path => request('GET', path);

/** A random name for one wish: sent again with the same one, it never has a second effect. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

const pause = ms => new Promise(done => setTimeout(done, ms));

/**
 * Posts, and tries again with the same key for as long as the server cannot be reached, up to
 * `patienceMs`. `onWait` hears of it the first time.
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

/**
 * An event stream that comes back whatever happens. `handlers` maps the events' names to
 * functions of (data, id); onOpen is called after each (re)connection, onDrop when it is lost.
 */
export function listen(path, handlers, { onOpen, onDrop } = {}) {
  let source = null;
  let lastId = '';
  let wait = 500;
  let timer = 0;
  let isClosed = false;

  function open() {
    const separator = path.includes('?') ? '&' : '?';
    source = new EventSource(lastId ? `${path}${separator}after=${encodeURIComponent(lastId)}` : path);
    // The server may call events of its own "open" or "error"; those are messages.
    source.addEventListener('open', event => {
      if (event instanceof MessageEvent)
        return;
      wait = 500;
      onOpen?.();
    });
    source.addEventListener('error', event => {
      if (event instanceof MessageEvent)
        return;
      onDrop?.();
      // The browser gives up for good after an answer that is no stream; we do not.
      source.close();
      clearTimeout(timer);
      if (!isClosed)
        timer = setTimeout(open, wait);
      wait = Math.min(wait * 1.7, 8000);
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
