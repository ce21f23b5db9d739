/* Runs before the first paint, so that no page flashes the wrong colours, and no board the wrong
 * size. */
(() => {
  const root = document.documentElement;
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
