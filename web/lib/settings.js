/* The user's settings, kept in this browser only. */
const KEY = 'apothecary.settings';

/** @type {Settings} */
const DEFAULTS = {
  theme: 'auto',       // auto, light, dark
  squares: 'wood',     // colours of the board
  pieces: 'drawn',     // drawn, silhouettes, moves, letters
  confirm: 'days',     // which moves need confirmation: never, days, always
  dots: true,          // show legal moves
  coordinates: true,
  animation: true,
  premove: true,
  sound: true,         // soft sounds, and none before the user has touched the page
  textMode: false,     // the game in words is open
  zen: false,          // nothing but the board, the clocks and the moves
  boardSize: 100,      // percent of the largest size that fits in the window
  coach: false,        // bad moves against the computer are explained
  level: 1,            // the computer's level, as last chosen; a newcomer begins gently
  threads: 0,          // of the engine on the analysis board; 0: none were chosen
};

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) || '{}') };
  } catch {
    return { ...DEFAULTS };
  }
}

let current = read();
/** @type {Set<(all: Settings) => void>} */
const listeners = new Set();

export const settings = {
  /** @param {string} name */
  get: name => current[name],
  all: () => ({ ...current }),
  /**
   * @param {string} name
   * @param {unknown} value
   */
  set(name, value) {
    current = { ...current, [name]: value };
    try {
      localStorage.setItem(KEY, JSON.stringify(current));
    } catch {
      /* A private window may refuse; the choice then lasts only as long as the page. */
    }
    tell();
  },
  /** @param {(all: Settings) => void} listener */
  onChange(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

function tell() {
  const { theme, zen, boardSize } = current, root = document.documentElement;
  if (theme === 'auto')
    delete root.dataset.theme;
  else
    root.dataset.theme = theme;
  root.toggleAttribute('data-zen', zen);
  root.style.setProperty('--board-scale', String(boardSize / 100));
  for (const listener of listeners)
    listener(current);
}

// A change in another tab.
addEventListener('storage', event => {
  if (event.key === KEY) {
    current = read();
    tell();
  }
});
