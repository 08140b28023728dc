// Style that goes along when an element is put into another document: a window that a page opened, or a frame.
import { LitElement } from 'lit';
import { sheetsFor } from './sheets.js';

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
