import { css, html, type TemplateResult } from 'lit';
import { base, define, LaElement } from './theme/base.js';

export interface Tab {
  /** Also the name of the slot that holds the panel. */
  readonly id: string;
  readonly label: string;
}

/**
 * <la-tabs>: one of several panels; each is a child with slot="<id>". Arrow keys move between tabs.
 * Events: `la-tab` {id}. Parts: tabs, panel.
 */
export class LaTabs extends LaElement {
  static override properties = { tabs: { attribute: false }, active: {}, label: {} };

  static override styles = [
    base,
    css`
      .tabs {
        border-bottom: 1px solid var(--la-rule);
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
      }

      button {
        border-color: transparent;
        border-radius: 0;
        border-bottom: 3px solid transparent;
        margin-bottom: -1px;
      }

      button[aria-selected='true'] {
        border-bottom-color: var(--la-press);
        color: var(--la-ink);
        font-weight: 600;
      }

      .panel {
        padding-top: calc(var(--la-unit) * 2);
      }

      /* Here no border is transparent. */
      @media (forced-colors: active) {
        button {
          border-color: Canvas;
        }

        button[aria-selected='true'] {
          border-bottom-color: Highlight;
        }
      }

      @media print {
        button[aria-selected='true'] {
          display: inline-block;
        }
      }
    `,
  ];

  tabs: readonly Tab[] = [];
  active = '';
  label = '';

  protected override render(): TemplateResult {
    const active = this.tabs.find(({ id }) => id === this.active) ?? this.tabs[0];
    return html`<div class="tabs" part="tabs" role="tablist" aria-label=${this.label} @keydown=${this.#onKey}>
        ${this.tabs.map(
          (tab) => html`<button
            type="button"
            role="tab"
            id="tab-${tab.id}"
            aria-controls="panel"
            aria-selected=${tab === active}
            tabindex=${tab === active ? 0 : -1}
            @click=${() => this.#show(tab.id)}
          >
            ${tab.label}
          </button>`,
        )}
      </div>
      <div class="panel" part="panel" id="panel" role="tabpanel" aria-labelledby="tab-${active?.id ?? ''}">
        <slot name=${active?.id ?? ''}></slot>
      </div>`;
  }

  #show(id: string): void {
    if (id === this.active) return;
    this.active = id;
    this.emit('la-tab', { id });
  }

  #onKey(event: KeyboardEvent): void {
    const { length } = this.tabs;
    const at = Math.max(
      0,
      this.tabs.findIndex(({ id }) => id === this.active),
    );
    const to = { ArrowLeft: at - 1 + length, ArrowRight: at + 1, Home: 0, End: length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const { id } = this.tabs[to % length]!;
    this.#show(id);
    this.renderRoot.querySelector<HTMLElement>(`#tab-${id}`)?.focus();
  }
}

define('la-tabs', LaTabs);

declare global {
  interface HTMLElementTagNameMap {
    'la-tabs': LaTabs;
  }
}
