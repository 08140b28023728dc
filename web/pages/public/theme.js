// Runs before the first paint, so that a chosen theme never flashes. Kept tiny and outside the modules for that.
try {
  const theme = localStorage.getItem('linear-attention:theme');
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage refused: the page follows the system.
}
