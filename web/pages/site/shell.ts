// What every page of the site shares: the choice of theme. The theme itself is set before the first paint, by
// public/theme.js.
const KEY = 'linear-attention:theme';

export function startShell(): void {
  const label = document.querySelector<HTMLElement>('.theme');
  const select = label?.querySelector('select');
  if (!label || !select) return;
  select.value = document.documentElement.dataset.theme ?? '';
  select.addEventListener('change', () => {
    const theme = select.value;
    if (theme === '') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    try {
      if (theme === '') localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // Storage refused: the choice lasts as long as the page.
    }
  });
  label.hidden = false;
}
