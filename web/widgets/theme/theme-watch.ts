// Canvas does not follow custom properties by itself. This asks an element to draw again when the colours changed.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Fired on window by whoever sets a theme on something other than the root element. */
export const THEME_EVENT = 'la-theme';

export class ThemeWatch implements ReactiveController {
  /** True while the page is being printed: draw on white. */
  printing = false;
  readonly #host: ReactiveControllerHost & Element;
  #undo: Array<() => void> = [];

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    const redraw = () => this.#host.requestUpdate();
    for (const query of [
      '(prefers-color-scheme: dark)',
      '(prefers-contrast: more)',
      '(forced-colors: active)',
    ]) {
      const media = matchMedia(query);
      media.addEventListener('change', redraw);
      this.#undo.push(() => media.removeEventListener('change', redraw));
    }
    const print = matchMedia('print');
    const onPrint = () => {
      this.printing = print.matches;
      redraw();
    };
    print.addEventListener('change', onPrint);
    this.#undo.push(() => print.removeEventListener('change', onPrint));
    window.addEventListener(THEME_EVENT, redraw);
    this.#undo.push(() => window.removeEventListener(THEME_EVENT, redraw));
    const observer = new MutationObserver(redraw);
    const attributeFilter = ['data-theme', 'style', 'class'];
    observer.observe(document.documentElement, { attributes: true, attributeFilter });
    const root = this.#host.getRootNode();
    if (root instanceof ShadowRoot) observer.observe(root.host, { attributes: true, attributeFilter });
    this.#undo.push(() => observer.disconnect());
  }

  hostDisconnected(): void {
    for (const undo of this.#undo) undo();
    this.#undo = [];
  }
}
