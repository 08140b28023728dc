// Tells an element its width whenever it changes.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/**
 * What is measured is an empty line at the top of the element, and not the element, which grows when it is drawn anew.
 *
 * The first width is read when the element has been drawn for the first time, so that nothing is seen of any other. Later
 * ones are told in a frame of their own: what is drawn while a browser tells sizes changes the sizes of what is around
 * it, and the browser reports that to the page as an error.
 */
export class WidthWatch implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #line = document.createElement('div');
  readonly #observer = new ResizeObserver(() => {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#tell());
  });
  readonly #changed: (width: number) => void;
  /** Paper has another width, and no frame comes before it is printed on. */
  #print: MediaQueryList | undefined;
  readonly #onPrint = (): void => this.#tell();
  #drawn = false;
  #told = 0;
  #frame = 0;

  /** `changed` hears each new width inside the element, in whole px; not while it has none. */
  constructor(host: ReactiveControllerHost & HTMLElement, changed: (width: number) => void) {
    this.#host = host;
    this.#changed = changed;
    host.addController(this);
  }

  hostConnected(): void {
    if (!this.#line.isConnected) this.#host.shadowRoot!.prepend(this.#line);
    this.#observer.observe(this.#line);
    this.#print ??= matchMedia('print');
    this.#print.addEventListener('change', this.#onPrint);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#print?.removeEventListener('change', this.#onPrint);
    cancelAnimationFrame(this.#frame);
  }

  /** In a microtask, so that all that was drawn along with the element is laid out once. */
  hostUpdated(): void {
    if (this.#drawn) return;
    this.#drawn = true;
    queueMicrotask(() => this.#tell());
  }

  #tell(): void {
    // Not as it looks on the screen: slides are drawn in one size and shown in another. No number where it is not shown.
    const width = Math.floor(Number.parseFloat(getComputedStyle(this.#line).width));
    if (!(width > 0) || width === this.#told) return;
    this.#told = width;
    this.#changed(width);
  }
}
