// What every element shares: its base class and the style of text and controls inside its shadow root.
import { css, unsafeCSS } from 'lit';
import { speaker } from '../../lesson-kit/strings.js';
import { drawAtOnce } from '../draw-at-once.js';
import { drawSoon, unwatchForDrawing, watchForDrawing } from '../draw-queue.js';
import objects from './objects.css?inline';
import prose from './prose.css?inline';
import { StyledElement } from './styled.js';

/** Defines an element once, however often the module is loaded. */
export function define(tag: string, element: CustomElementConstructor): void {
  if (customElements.get(tag) === undefined) customElements.define(tag, element);
}

/**
 * Data in by properties, events out. Events bubble and do not cross a shadow root: whoever composes the elements
 * decides what leaves for the page outside.
 */
export class LaElement extends StyledElement {
  /** Words of the interface, in the language of the nearest `lang` attribute. */
  protected say: ReturnType<typeof speaker> = speaker('en');

  override connectedCallback(): void {
    super.connectedCallback();
    this.say = speaker(languageOf(this));
  }

  protected emit<Detail>(type: string, detail: Detail): boolean {
    return this.dispatchEvent(new CustomEvent<Detail>(type, { detail, bubbles: true }));
  }
}

/**
 * An element whose drawing takes time. It is first drawn at once, and again when its turn in the page's queue comes.
 */
export class LaDrawing extends LaElement {
  #now = false;
  #print: MediaQueryList | undefined;
  /** No frame comes between this and the paper. */
  readonly #onPrint = (): void => drawAtOnce(this);

  /** The next update does not queue: it answers the reader's own hand, or would be wider than its place. */
  protected drawNow(): void {
    this.#now = true;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    watchForDrawing(this);
    // After those of the controllers, which say what has changed.
    this.#print ??= matchMedia('print');
    this.#print.addEventListener('change', this.#onPrint);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    unwatchForDrawing(this);
    this.#print?.removeEventListener('change', this.#onPrint);
  }

  protected override async scheduleUpdate(): Promise<void> {
    const waits = this.hasUpdated && !this.#now;
    this.#now = false;
    if (waits) await whenDrawn(this, () => super.scheduleUpdate());
    else super.scheduleUpdate();
  }
}

/** Resolves when the queue has come to `draw`; rejects with what it throws. */
export function whenDrawn(element: Element, draw: () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    drawSoon(element, () => {
      try {
        draw();
        resolve();
      } catch (error) {
        reject(error);
      }
    });
  });
}

/** The colours of the lesson's objects, for elements that write sentences and tables. */
export const objectStyle = unsafeCSS(objects);

export const base = css`
  ${unsafeCSS(prose)}

  :host {
    color: var(--la-ink);
    display: block;
    font: var(--la-text) / 1.5 var(--la-sans);
    font-variant-numeric: tabular-nums;
    min-width: 0;
  }

  :host([hidden]),
  [hidden] {
    display: none !important;
  }

  *,
  ::before,
  ::after {
    box-sizing: border-box;
  }

  button,
  input,
  select,
  textarea {
    color: inherit;
    font: inherit;
    font-variant-numeric: tabular-nums;
    letter-spacing: inherit;
    margin: 0;
  }

  button {
    background: transparent;
    border: 1px solid var(--la-edge);
    border-radius: var(--la-radius);
    color: var(--la-press);
    cursor: pointer;
    font-size: var(--la-small);
    line-height: 1.25;
    min-height: var(--la-touch);
    min-width: var(--la-touch);
    padding: 4px 12px;
    touch-action: manipulation;
  }

  button:hover:not(:disabled, [aria-disabled='true']) {
    background: var(--la-tint);
    border-color: var(--la-press);
  }

  button.main {
    background: var(--la-press);
    border-color: var(--la-press);
    color: var(--la-on-press);
  }

  button.main:hover:not(:disabled, [aria-disabled='true']) {
    background: var(--la-press);
    text-decoration: underline;
  }

  /* Out of use for the moment: a button that was pressed keeps the focus, so it says so and is not disabled. */
  button:is(:disabled, [aria-disabled='true']) {
    background: transparent;
    border-color: var(--la-rule);
    color: var(--la-muted);
    cursor: not-allowed;
  }

  input:not([type='range'], [type='radio'], [type='checkbox']),
  select {
    background: var(--la-surface);
    border: 1px solid var(--la-edge);
    border-radius: var(--la-radius);
    min-height: var(--la-touch);
    padding: 4px 8px;
  }

  input[type='range'],
  input[type='radio'],
  input[type='checkbox'] {
    accent-color: var(--la-press);
  }

  [aria-invalid='true'] {
    border-color: var(--la-wrong) !important;
    border-width: 2px !important;
  }

  :focus-visible {
    outline: 3px solid var(--la-focus);
    outline-offset: 2px;
  }

  .label {
    font-size: var(--la-small);
    font-weight: 600;
  }

  .quiet {
    color: var(--la-muted);
    font-size: var(--la-small);
  }

  .error {
    color: var(--la-wrong);
    font-size: var(--la-small);
    line-height: 1.4;
    margin: 4px 0 0;
  }

  .error::before {
    content: '✗ ';
  }

  .row {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: var(--la-unit);
  }

  .scroll {
    overflow-x: auto;
    overscroll-behavior-x: contain;
  }

  /* What is wider than its place fades at the end until it has been scrolled there. */
  @supports (animation-timeline: scroll(self x)) {
    .scroll {
      animation: la-more linear both;
      animation-timeline: scroll(self x);
    }
  }

  @keyframes la-more {
    from,
    99% {
      mask: linear-gradient(to left, transparent, #000 32px);
    }
  }

  /* A page without a doctype gives its tables nothing of the text around them. */
  table {
    border-collapse: collapse;
    color: inherit;
    font: inherit;
    font-size: var(--la-small);
    font-variant-numeric: inherit;
    text-align: inherit;
    white-space: inherit;
  }

  @media (forced-colors: active) {
    button.main {
      border: 2px solid ButtonText;
    }

    button:is(:disabled, [aria-disabled='true']) {
      color: GrayText;
    }
  }

  @media print {
    button,
    input[type='range'],
    .row.controls {
      display: none;
    }
  }
`;

/** The nearest lang attribute, looked for through shadow roots. */
function languageOf(element: Element): string {
  for (let node: Element | null = element; node !== null; ) {
    const language = node.closest('[lang]')?.getAttribute('lang');
    if (language) return language;
    const root: Node = node.getRootNode();
    node = root instanceof ShadowRoot ? root.host : null;
  }
  return 'en';
}
