import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { announce } from './announce.js';

/** A slider that is held, or a run that finds something new, changes a sentence more often than this, ms; a reader who looks at what came does not. */
const SETTLED_MS = 600;

export interface TellingOptions {
  /** Whether what the host shows is about to be replaced. */
  readonly busy?: () => boolean;
  /** What to say once while it takes long; '' while it does not. */
  readonly late?: () => string;
}

/**
 * Reads out what changed in the elements marked `data-told` of a host, in one piece and when it has come to rest: not every
 * step of a slider, nor what a figure shows by itself while the reader is elsewhere. After `expect`, the reader waits for what
 * comes, wherever they went; where no sentence says it, `done` does.
 */
export class Telling implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  readonly #options: TellingOptions;
  #heard = new Set<string>();
  #saidLate = '';
  #expected: string | null = null;
  #timer = 0;

  constructor(host: ReactiveControllerHost & Element, options: TellingOptions = {}) {
    this.#host = host;
    this.#options = options;
    host.addController(this);
  }

  expect(done: string): void {
    this.#expected = done;
  }

  /** What was expected will not come. */
  forget(): void {
    this.#expected = null;
  }

  hostUpdated(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#tell(), SETTLED_MS);
  }

  hostDisconnected(): void {
    clearTimeout(this.#timer);
  }

  #tell(): void {
    const { busy, late } = this.#options;
    const listens = this.#expected !== null || this.#host.matches(':focus-within');
    if (busy?.()) {
      const word = late?.() ?? '';
      if (listens && word !== '' && word !== this.#saidLate) announce(this.#host, word);
      this.#saidLate = word;
      return;
    }
    this.#saidLate = '';
    const texts = Array.from(this.#host.shadowRoot!.querySelectorAll('[data-told]'), toldText);
    const fresh = texts.filter((text) => text !== '' && !this.#heard.has(text));
    this.#heard = new Set(texts);
    if (listens && fresh.length > 0) announce(this.#host, fresh.join(' '));
    else if (this.#expected !== null) announce(this.#host, this.#expected);
    this.#expected = null;
  }
}

/** '' for what is read out by itself. */
function toldText(element: Element): string {
  if (element.querySelector('[role="alert"]') !== null) return '';
  return (element.textContent ?? '').replace(/\s+/g, ' ').trim();
}
