import { css, html, nothing, type TemplateResult } from 'lit';
import { base, define, LaElement } from './theme/base.js';

/** What a term means, by its key; lower case. */
const glossary = new Map<string, string>();

/** Adds terms for every <la-term> on the page. Keys are compared without regard to case. */
export function defineTerms(terms: Readonly<Record<string, string>>): void {
  for (const [term, meaning] of Object.entries(terms)) glossary.set(term.toLowerCase(), meaning);
}

/**
 * <la-term>: a word with its meaning on hover, focus or tap. The meaning is its `meaning` attribute, else the glossary
 * entry of `term`, else that of its own text; a word without one stays plain text. Parts: term, meaning.
 */
export class LaTerm extends LaElement {
  static override properties = { term: {}, meaning: {} };

  static override styles = [
    base,
    css`
      :host {
        display: inline;
        font: inherit;
        position: relative;
      }

      button {
        background: none;
        border: 0;
        border-radius: 0;
        color: inherit;
        cursor: help;
        font: inherit;
        line-height: inherit;
        min-height: 0;
        min-width: 0;
        padding: 0;
        /* One by one: WebKit drops the shorthand when it says more than the line. */
        text-decoration-line: underline;
        text-decoration-style: dotted;
        text-decoration-thickness: from-font;
        text-underline-offset: 0.22em;
      }

      button:hover:not(:disabled) {
        background: none;
        text-decoration-style: solid;
      }

      @media print {
        button {
          display: inline;
          text-decoration: none;
        }
      }

      .meaning {
        background: var(--la-surface);
        border: 1px solid var(--la-edge);
        border-radius: var(--la-radius);
        color: var(--la-ink);
        font: var(--la-small) / 1.45 var(--la-sans);
        inset: auto;
        margin: 0;
        max-width: min(20rem, calc(100vw - 16px));
        /* Popovers scroll by default, and what scrolls can be a stop for the Tab key. */
        overflow: visible;
        padding: var(--la-unit) 12px;
        position: fixed;
        width: max-content;
      }
    `,
  ];

  term = '';
  meaning = '';

  #closing = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#closing);
  }

  protected override render(): TemplateResult {
    const meaning = this.meaning || glossary.get((this.term || this.textContent || '').trim().toLowerCase());
    if (meaning === undefined) return html`<slot></slot>`;
    return html`<button
        type="button"
        part="term"
        aria-describedby="meaning"
        @mouseenter=${() => this.#open()}
        @mouseleave=${() => this.#closeSoon()}
        @focus=${() => this.#open()}
        @blur=${() => this.#close()}
        @click=${() => this.#open()}
        @keydown=${this.#onKey}
      ><slot></slot></button><span
        class="meaning"
        part="meaning"
        id="meaning"
        role="tooltip"
        popover="manual"
        hidden
        @mouseenter=${() => clearTimeout(this.#closing)}
        @mouseleave=${() => this.#closeSoon()}
      >${meaning ?? nothing}</span>`;
  }

  get #bubble(): HTMLElement | null {
    return this.renderRoot.querySelector('.meaning');
  }

  #open(): void {
    clearTimeout(this.#closing);
    const bubble = this.#bubble;
    if (bubble === null || !bubble.hidden) return;
    bubble.hidden = false;
    // Above everything on the page, where the browser knows how; in its place otherwise.
    bubble.showPopover?.();
    const word = this.getBoundingClientRect();
    const box = bubble.getBoundingClientRect();
    const left = Math.max(8, Math.min(word.left, document.documentElement.clientWidth - box.width - 8));
    const below = word.bottom + 6;
    const fitsBelow = below + box.height <= window.innerHeight;
    bubble.style.left = `${left}px`;
    bubble.style.top = `${fitsBelow ? below : Math.max(0, word.top - box.height - 6)}px`;
  }

  #closeSoon(): void {
    clearTimeout(this.#closing);
    this.#closing = window.setTimeout(() => {
      if (!this.matches(':focus-within')) this.#close();
    }, 150);
  }

  #close(): void {
    const bubble = this.#bubble;
    if (bubble === null || bubble.hidden) return;
    bubble.hidePopover?.();
    bubble.hidden = true;
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.#bubble?.hidden !== false) return;
    event.stopPropagation();
    this.#close();
  }
}

define('la-term', LaTerm);

declare global {
  interface HTMLElementTagNameMap {
    'la-term': LaTerm;
  }
}
