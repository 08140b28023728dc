// Runs before the first paint, so that a chosen theme never flashes. Kept tiny and outside the modules for that.
try {
  const theme = localStorage.getItem('linear-attention:theme');
  // Anything else of another page on this host: a name without colours would be light whatever the system says.
  if (['light', 'dark', 'contrast'].includes(theme)) document.documentElement.dataset.theme = theme;
} catch {
  // Storage refused: the page follows the system.
}
