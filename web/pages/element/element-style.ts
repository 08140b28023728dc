// The element's own style, as one sheet for every element on the page.
import css from './element.css?inline';

let shared: CSSStyleSheet | undefined;

export function sheet(): CSSStyleSheet {
  if (shared === undefined) {
    shared = new CSSStyleSheet();
    shared.replaceSync(css);
  }
  return shared;
}
