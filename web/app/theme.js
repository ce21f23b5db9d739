/* Runs before all other scripts and the first paint: no page flashes the wrong colours, no board
 * has the wrong size, and no data changes what all objects inherit. */
(() => {
  /* Data with a key such as "__proto__" could otherwise give every object a member. */
  Reflect.deleteProperty(Object.prototype, '__proto__');
  for (const kind of [Object, Array, Function, String, Number, Boolean])
    Object.preventExtensions(kind.prototype);
  const root = document.documentElement;
  root.dataset.scripts = 'yes';
  if (/^\/(game|analysis|solo|problems)\b/.test(location.pathname)
  && !/^\/problems\/?(new)?$/.test(location.pathname))
    root.dataset.page = 'board';
  try {
    const kept = JSON.parse(localStorage.getItem('apothecary.settings') || '{}');
    if (kept.theme === 'light' || kept.theme === 'dark')
      root.dataset.theme = kept.theme;
    root.toggleAttribute('data-zen', kept.zen === true);
    if (kept.boardSize >= 40 && kept.boardSize < 100)
      root.style.setProperty('--board-scale', String(kept.boardSize / 100));
  } catch {
    /* Without storage, or with unreadable data, uses the system's colours. */
  }
})();
