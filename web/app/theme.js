/* Runs before the first paint, so that no page flashes the wrong colours. */
(() => {
  try {
    const kept = JSON.parse(localStorage.getItem('apothecary.settings') || '{}');
    if (kept.theme === 'light' || kept.theme === 'dark')
      document.documentElement.dataset.theme = kept.theme;
  } catch {
    /* No storage, or unreadable data: uses the system's colours. */
  }
})();
