// Debian's Firefox, driven by WebDriver BiDi. Two things that playwright does not do there are
// added from its inside; package-lock.json pins the version that they fit.

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
      Object.getPrototypeOf(inside(page).touchscreen._raw).tap = tap;
    });
    return context;
  };
  return browser;
}

/** A finger, where playwright has nothing; `this` is its touch screen. */
function tap(progress, x, y) {
  const at = { x: Math.floor(x), y: Math.floor(y) };
  return progress.race(this._session.send('input.performActions', {
    context: this._session.sessionId,
    actions: [{ type: 'pointer', id: 'finger', parameters: { pointerType: 'touch' },
      actions: [{ type: 'pointerMove', ...at }, { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 }] }],
  }));
}
