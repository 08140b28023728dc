// A figure whose parts become lower while a slider moves would pull up all that stands below them, at every move: the reader
// sees the page jump, and the browser lays out and paints it again. So a part keeps the height that it had until the slider rests.
import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** How long no slider or field of the figure has moved when it gives back what its parts no longer need, ms. */
const REST_MS = 250;

export class HeldHeights implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #parts: string;
  /** The parts that are held, and their least heights, px. */
  readonly #held = new Map<HTMLElement, number>();
  #resting: ReturnType<typeof setTimeout> | undefined;

  /** `parts`: which elements of the host's shadow root keep their height, as a selector. */
  constructor(host: ReactiveControllerHost & HTMLElement, parts: string) {
    this.#host = host;
    this.#parts = parts;
    host.addController(this);
  }

  hostConnected(): void {
    this.#host.addEventListener('input', this.#hold, { capture: true });
  }

  hostDisconnected(): void {
    this.#host.removeEventListener('input', this.#hold, { capture: true });
    this.#release();
  }

  /** Before anybody answers to the event: what is read here was laid out for the frame that is on the screen. */
  readonly #hold = (): void => {
    for (const part of this.#host.shadowRoot!.querySelectorAll<HTMLElement>(this.#parts)) {
      const height = Number.parseFloat(getComputedStyle(part).height);
      if (!(height > (this.#held.get(part) ?? 0))) continue;
      this.#held.set(part, height);
      part.style.minHeight = `${height}px`;
    }
    this.#wait();
  };

  #wait(): void {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      // A slider that stands still under the reader's hand will move again.
      if (this.#host.matches(':active')) this.#wait();
      else this.#release();
    }, REST_MS);
  }

  #release(): void {
    clearTimeout(this.#resting);
    for (const part of this.#held.keys()) part.style.minHeight = '';
    this.#held.clear();
  }
}
