// Drives Debian's Firefox by WebDriver BiDi. Patches playwright's internals to add what it does not
// do there; package-lock.json pins the version that the patches fit.

// Firefox ESR does not know the command that asks for dark colours; it does without.
const UNKNOWN = 'emulation.setMediaFeaturesOverride';
const PREFERENCES = { 'ui.prefersReducedMotion': 1 };

/** Launches the Firefox at `path` with the playwright given. */
export async function launchFirefox(playwright, path) {
  const browser = await playwright.firefox.launch({ channel: 'moz-firefox',
    executablePath: path, firefoxUserPrefs: PREFERENCES });
  const inside = object => playwright._connection.toImpl(object);
  const session = Object.getPrototypeOf(inside(browser)._browserSession), { send } = session;
  session.send = function (command, parts) {
    return command === UNKNOWN ? Promise.resolve({}) : send.call(this, command, parts);
  };
  const { newContext } = browser;
  browser.newContext = async function (options) {
    const context = await newContext.call(this, options);
    context.on('page', page => {
      const raw = inside(page).touchscreen._raw;
      Object.getPrototypeOf(raw).tap = tap;
      page.fill = fill;
      page.touchscreen._performTouch = (type, place) => raw._session.send('input.performActions',
        fingerActions(raw, touch(type, place)));
    });
    return context;
  };
  return browser;
}

const WRITTEN = ['text', 'textarea', 'number', 'search', 'email', 'password', 'url'];

/** Types a line as people do; for playwright's own fill() Firefox tells of no change. `this` is a
 * page. */
async function fill(selector, text, options) {
  const field = this.locator(selector);
  if (/^$|\n/.test(text) || !WRITTEN.includes(await field.evaluate(({ type }) => type)))
    return field.fill(text, options);
  await field.selectText(options);
  return this.keyboard.type(text);
}

/** A finger, where playwright has nothing; `this` is its touch screen. */
function tap(progress, x, y) {
  const at = { x: Math.floor(x), y: Math.floor(y) };
  return progress.race(this._session.send('input.performActions', fingerActions(this,
    [{ type: 'pointerMove', ...at }, { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 }])));
}

const fingerActions = (raw, actions) => ({
  context: raw._session.sessionId,
  actions: [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' }, actions }],
});

/** One step of a finger that stays down between calls; finger.mjs has the other browser's. */
function touch(type, place) {
  const there = place === null ? []
    : [{ type: 'pointerMove', x: Math.floor(place[0]), y: Math.floor(place[1]) }];
  return type === 'pointerMove' ? there : [...there, { type, button: 0 }];
}
