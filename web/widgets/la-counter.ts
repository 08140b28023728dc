import { css, html, nothing, type TemplateResult } from 'lit';
import { styleMap } from 'lit/directives/style-map.js';
import { formatBytes, formatCountWithPower, formatNumber } from '../model/format-number.js';
import { base, define, LaElement } from './theme/base.js';
import { lookOf, type ObjectKind } from './theme/objects.js';

/**
 * <la-counter>: a count, exact to the last digit, with its power beside it, and a bar where it is compared.
 *
 * kind says where the number is from and how it is marked: 'exact' (a closed form, =), 'counted' (while running),
 * 'measured' (≈, give `note` the spread), 'bytes' (binary units with the exact count).
 * Parts: label, value, bar.
 */
export class LaCounter extends LaElement {
  static override properties = {
    label: {},
    value: { attribute: false },
    kind: {},
    unit: {},
    note: {},
    of: { type: Number },
    object: {},
  };

  static override styles = [
    base,
    css`
      .counter {
        display: grid;
        gap: 2px;
      }

      .value {
        font-size: 1.25rem;
        font-weight: 600;
        line-height: 1.3;
        overflow-wrap: anywhere;
      }

      .bar {
        background: var(--la-tint);
        border: 1px solid var(--la-rule);
        height: 12px;
        max-width: 26rem;
        print-color-adjust: exact;
        -webkit-print-color-adjust: exact;
      }

      .fill {
        background: var(--colour);
        height: 100%;
        min-width: 1px;
        transition: width var(--la-move);
      }

      @media (forced-colors: active) {
        .fill {
          background: CanvasText;
        }
      }
    `,
  ];

  label = '';
  value: number | bigint | null = null;
  kind: 'exact' | 'counted' | 'measured' | 'bytes' = 'counted';
  unit = '';
  /** Said after the number: a spread, a formula. */
  note = '';
  /** The number that a full bar stands for; 0 draws no bar. */
  of = 0;
  object: ObjectKind = 'plain';

  protected override render(): TemplateResult {
    const share = this.of > 0 && this.value !== null ? Math.min(1, Number(this.value) / this.of) : null;
    return html`<div class="counter" style=${styleMap({ '--colour': lookOf(this.object).colour })}>
      <span class="label" part="label">${this.label}</span>
      <span class="value" part="value">
        ${this.value === null ? '–' : this.#shown(this.value)}
        ${this.note === '' ? nothing : html`<span class="quiet">${this.note}</span>`}
      </span>
      ${
        share === null
          ? nothing
          : html`<div class="bar" part="bar" aria-hidden="true">
              <div class="fill" style=${styleMap({ width: `${share * 100}%` })}></div>
            </div>`
      }
    </div>`;
  }

  #shown(value: number | bigint): string {
    const unit = this.unit === '' ? '' : ` ${this.unit}`;
    if (this.kind === 'bytes') return formatBytes(Number(value));
    if (this.kind === 'measured') return `≈ ${formatNumber(Number(value))}${unit}`;
    if (typeof value === 'number' && !Number.isInteger(value)) return formatNumber(value) + unit;
    return formatCountWithPower(value) + unit;
  }
}

define('la-counter', LaCounter);

declare global {
  interface HTMLElementTagNameMap {
    'la-counter': LaCounter;
  }
}
