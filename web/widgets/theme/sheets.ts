// Constructed style sheets, for shadow roots in any document.

/** A sheet belongs to the document that it was made for, and any other refuses it. One for all elements there. */
const made = new WeakMap<Document, Map<string, CSSStyleSheet>>();

/** Sheets for the shadow roots of a document, in order; none where nothing is ever shown. */
export function sheetsFor(page: Document, texts: readonly string[]): CSSStyleSheet[] {
  const view = page.defaultView;
  if (view === null) return [];
  let sheets = made.get(page);
  if (sheets === undefined) {
    sheets = new Map();
    made.set(page, sheets);
  }
  const all: CSSStyleSheet[] = [];
  for (const text of texts) {
    let sheet = sheets.get(text);
    if (sheet === undefined) {
      sheet = new (view as Window & typeof globalThis).CSSStyleSheet();
      sheet.replaceSync(text);
      sheets.set(text, sheet);
    }
    all.push(sheet);
  }
  return all;
}
