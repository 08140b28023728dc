// Tells an element its width whenever it changes.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * What is measured is an empty line at the top of the element, and not the element: that grows when it is drawn anew, and
 * a browser reports a size that changes while sizes are being told as an error of the page.
 */
export class WidthWatch implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #line = document.createElement('div');
  readonly #observer: ResizeObserver;

  /** `changed` hears each new width inside the element, in whole px; not while it has none. */
  constructor(host: ReactiveControllerHost & HTMLElement, changed: (width: number) => void) {
    this.#host = host;
    let told = 0;
    this.#observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry!.contentRect.width);
      if (width === 0 || width === told) return;
      told = width;
      changed(width);
    });
    host.addController(this);
  }

  hostConnected(): void {
    if (!this.#line.isConnected) this.#host.shadowRoot!.prepend(this.#line);
    this.#observer.observe(this.#line);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }
}
