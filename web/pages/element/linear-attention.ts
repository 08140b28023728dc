// /v1/linear-attention.js: load it once and use <linear-attention> anywhere on the page.
import { defineElement, LinearAttentionElement } from './element.js';

defineElement();

export { LinearAttentionElement };

declare global {
  interface HTMLElementTagNameMap {
    'linear-attention': LinearAttentionElement;
  }
}
