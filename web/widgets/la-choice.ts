import { css, html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { base, define, LaElement } from './theme/base.js';

export interface ChoiceOption {
  readonly value: string;
  readonly label: string;
  /** A line of explanation, shown below the label (radio) or beside the list (select). */
  readonly detail?: string;
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
 * <la-choice>: one of several, or several of several. layout 'radio' writes them all out, 'bar' puts short ones side
 * by side, 'list' is a drop-down for many.
 *
 * Events: `la-change` {value, values}; value is the one chosen, values all that are ticked when `multiple`.
 * Parts: label, options, detail.
 */
export class LaChoice extends LaElement {
  static override properties = {
    label: {},
    options: { attribute: false },
    value: {},
    values: { attribute: false },
    layout: { reflect: true },
    multiple: { type: Boolean },
    disabled: { type: Boolean },
  };

  static override styles = [
    base,
    optionStyle,
    css`
      .option .quiet {
        grid-column: 2;
      }

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
  /** What is ticked, when `multiple`. */
  values: readonly string[] = [];
  layout: 'radio' | 'bar' | 'list' = 'radio';
  multiple = false;
  disabled = false;

  protected override render(): TemplateResult {
    return this.layout === 'list' && !this.multiple ? this.#list() : this.#set();
  }

  #set(): TemplateResult {
    const type = this.multiple ? 'checkbox' : 'radio';
    return html`<fieldset ?disabled=${this.disabled}>
      <legend class="label" part="label">${this.label}</legend>
      <div class=${this.layout === 'bar' ? 'bar' : ''} part="options">
        ${this.options.map((option) => {
          const checked = this.multiple ? this.values.includes(option.value) : option.value === this.value;
          return html`<label class="option">
            <input
              type=${type}
              name="choice"
              value=${option.value}
              .checked=${live(checked)}
              ?disabled=${option.disabled ?? false}
              @change=${(event: Event) => this.#choose(option.value, (event.target as HTMLInputElement).checked)}
            />
            <span>${option.label}</span>
            ${
              option.detail === undefined || this.layout === 'bar'
                ? nothing
                : html`<span class="quiet" part="detail">${option.detail}</span>`
            }
          </label>`;
        })}
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
    const detail = this.options.find(({ value }) => value === this.value)?.detail;
    return html`<div class="select">
      <label class="label" part="label" for="list">${this.label}</label>
      <select
        id="list"
        part="options"
        .value=${live(this.value)}
        ?disabled=${this.disabled}
        aria-describedby=${detail === undefined ? nothing : 'detail'}
        @change=${(event: Event) => this.#choose((event.target as HTMLSelectElement).value, true)}
      >
        ${groups.map((group) =>
          group === undefined
            ? optionsOf(group)
            : html`<optgroup label=${group}>${optionsOf(group)}</optgroup>`,
        )}
      </select>
      ${detail === undefined ? nothing : html`<span class="quiet" id="detail" part="detail">${detail}</span>`}
    </div>`;
  }

  #choose(value: string, on: boolean): void {
    if (this.multiple) {
      // In the order of the options, so that equal choices are equal lists.
      this.values = this.options
        .map((option) => option.value)
        .filter((one) => (one === value ? on : this.values.includes(one)));
    } else this.value = value;
    this.emit('la-change', { value, values: this.multiple ? this.values : [value] });
  }
}

define('la-choice', LaChoice);

declare global {
  interface HTMLElementTagNameMap {
    'la-choice': LaChoice;
  }
}
