// The theme that the page around us shows, as the usual generators write it on their root element.

/** What themes watch for changes. */
const THEME_ATTRIBUTES = ['data-theme', 'data-bs-theme', 'data-md-color-scheme', 'class'];

/**
 * undefined where the page does not say. Docusaurus and Sphinx write data-theme, Bootstrap and Quarto data-bs-theme,
 * MkDocs Material data-md-color-scheme (`slate` is its dark one), mdBook, VitePress and Tailwind a class.
 */
export function declaredTheme(page: Document): 'light' | 'dark' | undefined {
  for (const element of [page.documentElement, page.body]) {
    for (const name of element === null ? [] : THEME_ATTRIBUTES) {
      const value = element.getAttribute(name) ?? '';
      if (/(^|[\s-])(dark|slate|coal|navy|ayu)($|[\s-])/.test(value)) return 'dark';
      if (/(^|[\s-])(light|default|rust)($|[\s-])/.test(value)) return 'light';
    }
  }
  return undefined;
}

/** Calls back whenever the page's theme may have changed; returns the way to stop. */
export function watchTheme(page: Document, changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const options = { attributes: true, attributeFilter: THEME_ATTRIBUTES };
  observer.observe(page.documentElement, options);
  if (page.body) observer.observe(page.body, options);
  return () => observer.disconnect();
}
