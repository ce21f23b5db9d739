// An unsteady line: answers and events reach the page's scripts late by random times, so that they
// overtake each other. The events of one stream keep their order.

/** Runs in each page before its own scripts; for addInitScript(). */
export function unsteady({ seed, longestMs }) {
  let state = seed;
  for (const letter of location.pathname)
    state = Math.imul(state ^ letter.codePointAt(0), 0x01000193);

  // Half of the time there is almost none, so that what is sent together arrives far apart.
  function lateness() {
    state = Math.imul(state ^ state >>> 15, 0x2c1b3c6d) + 0x9e3779b9 | 0;
    const random = ((state ^ state >>> 13) >>> 0) / 2 ** 32;
    return random < 0.5 ? 10 * random : longestMs * (2 * random - 1);
  }

  const pause = ms => new Promise(done => setTimeout(done, ms));

  const { fetch } = globalThis;
  globalThis.fetch = async function (...request) {
    const ms = lateness();
    try {
      return await fetch.apply(this, request);
    } finally {
      await pause(ms);
    }
  };

  globalThis.EventSource = class extends EventSource {
    #last = Promise.resolve(); // the last event to come
    #isClosed = false;

    addEventListener(name, listen, options) {
      super.addEventListener(name, event => {
        const due = pause(lateness());
        this.#last = this.#last.then(() => due).then(() => {
          if (!this.#isClosed)
            listen.call(this, event);
        });
      }, options);
    }

    close() {
      this.#isClosed = true;
      super.close();
    }
  };
}
