// Style that goes along when an element is put into another document: a window that a page opened, or a frame.
import { LitElement } from 'lit';

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

/** A Lit element whose style is there in every document that it is moved to. */
export class StyledElement extends LitElement {
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const { shadowRootOptions } = this.constructor as typeof StyledElement;
    const root = this.shadowRoot ?? this.attachShadow(shadowRootOptions);
    this.#dress(root);
    return root;
  }

  adoptedCallback(): void {
    if (this.shadowRoot !== null) this.#dress(this.shadowRoot);
  }

  #dress(root: ShadowRoot): void {
    const { elementStyles } = this.constructor as typeof StyledElement;
    // A style of Lit's writes itself as its text.
    root.adoptedStyleSheets = sheetsFor(this.ownerDocument, elementStyles.map(String));
  }
}
