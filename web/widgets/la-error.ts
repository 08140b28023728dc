import { css, html, nothing, type TemplateResult } from 'lit';
import { base, define, LaElement } from './theme/base.js';

const SIGNS = { error: '✗', warning: '!', note: 'i', right: '✓' } as const;

/**
 * <la-error>: a sentence in the place it is about. Empty, it takes no room. kind: 'error' and 'warning' are announced
 * at once, 'note' and 'right' when the reader pauses. A slot takes a button that puts things right.
 * Parts: message.
 */
export class LaError extends LaElement {
  static override properties = { message: {}, kind: { reflect: true } };

  static override styles = [
    base,
    css`
      .message {
        --tone: var(--la-wrong);
        border-inline-start: 3px solid var(--tone);
        color: var(--tone);
        margin: var(--la-unit) 0;
        max-width: 66ch;
        padding: 4px 0 4px 12px;
      }

      :host([kind='warning']) .message {
        --tone: var(--la-warn);
      }

      :host([kind='note']) .message {
        --tone: var(--la-muted);
      }

      :host([kind='right']) .message {
        --tone: var(--la-right);
      }

      .sign {
        font-weight: 700;
        margin-inline-end: 0.4em;
      }
    `,
  ];

  message = '';
  kind: keyof typeof SIGNS = 'error';

  protected override render(): TemplateResult {
    const urgent = this.kind === 'error' || this.kind === 'warning';
    return html`<div role=${urgent ? 'alert' : 'status'}>
      ${
        this.message === ''
          ? nothing
          : html`<p class="message" part="message"><span class="sign" aria-hidden="true">${SIGNS[this.kind]}</span>${this.message} <slot></slot></p>`
      }
    </div>`;
  }
}

define('la-error', LaError);

declare global {
  interface HTMLElementTagNameMap {
    'la-error': LaError;
  }
}
