import { css, html, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { base, define, LaElement } from './theme/base.js';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  /** Options of one group stand together in a list. */
  readonly group?: string;
  readonly disabled?: boolean;
}

/** A question with its options, one below the other. */
export const optionStyle = css`
  fieldset {
    border: 0;
    margin: 0;
    min-width: 0;
    padding: 0;
  }

  legend {
    padding: 0 0 4px;
  }

  .option {
    align-items: baseline;
    cursor: pointer;
    display: grid;
    gap: 0 var(--la-unit);
    grid-template-columns: auto 1fr;
    min-height: var(--la-touch);
    padding-block: max(4px, (var(--la-touch) - 1.5em) / 2);
  }

  input[type='radio'],
  input[type='checkbox'] {
    height: 1.125em;
    transform: translateY(0.15em);
    width: 1.125em;
  }
`;

/**
 * <la-choice>: one of several. layout 'bar' puts short ones side by side, 'list' is a drop-down for many.
 *
 * Events: `la-change` {value}. Parts: label, options.
 */
export class LaChoice extends LaElement {
  static override properties = {
    label: {},
    options: { attribute: false },
    value: {},
    layout: { reflect: true },
    disabled: { type: Boolean },
  };

  static override styles = [
    base,
    optionStyle,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        gap: 4px;
      }

      .bar .option {
        align-items: center;
        border: 1px solid var(--la-edge);
        border-radius: var(--la-radius);
        display: inline-flex;
        font-size: var(--la-small);
        padding: 4px 12px;
        position: relative;
      }

      .bar .option:has(:checked) {
        background: var(--la-press);
        border-color: var(--la-press);
        color: var(--la-on-press);
      }

      .bar .option:has(:focus-visible) {
        outline: 3px solid var(--la-focus);
        outline-offset: 2px;
      }

      /* The radio itself lies over its label, unseen: what is pressed is what assistive technology finds. */
      .bar input {
        cursor: inherit;
        height: 100%;
        inset: 0;
        margin: 0;
        opacity: 0;
        position: absolute;
        transform: none;
        width: 100%;
      }

      .option:has(:disabled) {
        color: var(--la-muted);
        cursor: not-allowed;
      }

      /* A list is as wide as its longest option, and no wider than its place. */
      :host([layout='list']) {
        max-width: 100%;
        min-width: 0;
      }

      .select {
        display: grid;
        gap: 4px;
        /* A host may stretch the list to its own width. */
        grid-template-columns: minmax(0, var(--la-list-width, max-content));
        max-width: 26rem;
      }

      select {
        width: 100%;
      }

      @media (forced-colors: active) {
        .bar .option:has(:checked) {
          border: 3px solid Highlight;
        }
      }
    `,
  ];

  label = '';
  options: readonly ChoiceOption[] = [];
  value = '';
  layout: 'bar' | 'list' = 'bar';
  disabled = false;

  protected override render(): TemplateResult {
    return this.layout === 'list' ? this.#list() : this.#bar();
  }

  #bar(): TemplateResult {
    return html`<fieldset ?disabled=${this.disabled}>
      <legend class="label" part="label">${this.label}</legend>
      <div class="bar" part="options">
        ${this.options.map(
          (option) => html`<label class="option">
            <input
              type="radio"
              name="choice"
              value=${option.value}
              .checked=${live(option.value === this.value)}
              ?disabled=${option.disabled ?? false}
              @change=${() => this.#choose(option.value)}
            />
            <span>${option.label}</span>
          </label>`,
        )}
      </div>
    </fieldset>`;
  }

  #list(): TemplateResult {
    const groups = [...new Set(this.options.map(({ group }) => group))];
    const optionsOf = (group: string | undefined) =>
      this.options
        .filter((option) => option.group === group)
        .map(
          (option) => html`<option
            value=${option.value}
            ?selected=${option.value === this.value}
            ?disabled=${option.disabled ?? false}
          >
            ${option.label}
          </option>`,
        );
    return html`<div class="select">
      <label class="label" part="label" for="list">${this.label}</label>
      <select
        id="list"
        part="options"
        .value=${live(this.value)}
        ?disabled=${this.disabled}
        @change=${(event: Event) => this.#choose((event.target as HTMLSelectElement).value)}
      >
        ${groups.map((group) =>
          group === undefined
            ? optionsOf(group)
            : html`<optgroup label=${group}>${optionsOf(group)}</optgroup>`,
        )}
      </select>
    </div>`;
  }

  #choose(value: string): void {
    this.value = value;
    this.emit('la-change', { value });
  }
}

define('la-choice', LaChoice);

declare global {
  interface HTMLElementTagNameMap {
    'la-choice': LaChoice;
  }
}
