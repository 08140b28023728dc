import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { styleMap } from 'lit/directives/style-map.js';
import { formatCount, formatFloat64, formatNumber } from '../model/format-number.js';
import { parseInteger, parseNumber } from '../model/parse-number.js';
import { splitUnit } from '../model/units.js';
import { base, define, LaElement } from './theme/base.js';

/** Positions of the slider over a logarithmic range. */
const LOG_POSITIONS = 400;

/**
 * <la-number>: one number, by dragging (or, with `next`, by a button) and by typing. Named as the formula names it
 * (n, d, r, m).
 *
 * Events, each with detail {value}: `la-input` while the slider moves and with every valid letter; `la-change` when
 * the reader has settled on a value. A text that is no number in the range stays, with a sentence below it.
 * Parts: label, slider, field, error.
 */
export class LaNumber extends LaElement {
  static override properties = {
    label: {},
    hint: {},
    help: {},
    value: { type: Number },
    min: { type: Number },
    max: { type: Number },
    step: { type: Number },
    unit: {},
    scale: {},
    integer: { type: Boolean },
    next: {},
    disabled: { type: Boolean },
  };

  static override styles = [
    base,
    css`
      .grid {
        align-items: center;
        display: grid;
        gap: 2px var(--la-unit);
        grid-template-columns: minmax(0, 1fr) auto;
        max-width: 26rem;
      }

      label {
        align-items: baseline;
        display: flex;
        flex-wrap: wrap;
        gap: 0 var(--la-unit);
        grid-column: 1 / -1;
        min-height: 1.5rem;
      }

      .name {
        font-size: var(--la-small);
        font-weight: 600;
      }

      .name.symbol {
        font: italic 600 1.0625rem / 1.4 var(--la-prose);
      }

      /* Laid out by themselves, inside a box of their size: while a slider moves, nothing around it does. A grid would lay
         out its own boxes anew; therefore each stands in one more. */
      .alone,
      .track,
      .alone input {
        display: block;
      }

      .track,
      .field input {
        contain: layout size;
        height: max(var(--la-touch), 1.5em + 10px);
      }

      /* Chromium puts the layers of a whole page together anew when the opaque part of a drawing changes, as the filled part
         of a slider does. Where the ground behind it is known and opaque, it never does. */
      .track {
        background: var(--la-ground, transparent);
        /* A box laid out by itself has no width of its own: where a control is as wide as its content, a slider needs one. */
        contain-intrinsic-width: 8rem;
      }

      input[type='range'] {
        height: 100%;
        min-width: 0;
        touch-action: pan-y;
        width: 100%;
      }

      .field {
        align-items: center;
        display: flex;
        gap: 4px;
      }

      .field input {
        text-align: end;
        width: calc(var(--letters) * 1ch + 1.75em);
      }

      .error,
      .help {
        grid-column: 1 / -1;
      }

      /* The field says the number; on paper nothing is dragged. */
      @media print {
        .grid {
          grid-template-columns: auto;
          justify-content: start;
        }

        .track {
          display: none;
        }
      }
    `,
  ];

  label = '';
  /** What the number is, in words. */
  hint = '';
  /** A sentence about it, which is no part of its name. */
  help = '';
  value = 0;
  min = 0;
  max = 100;
  /** Of the slider; typing is not rounded to it. */
  step = 1;
  unit = '';
  /** log moves in equal ratios; it needs min above 0. */
  scale: 'linear' | 'log' = 'linear';
  integer = false;
  /** A button with this word goes to the next whole number, in the slider's place: for a number without a size, such as a seed. */
  next = '';
  disabled = false;

  #text: string | null = null;
  #problem = '';
  /** Whether what is wrong with the text may be for want of further digits; it is said when the field is left. */
  #unfinished = false;
  /** Whether the text was a number that further digits could bring into the range. */
  #short = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    // A value set from outside answers whatever was being typed.
    if (changed.has('value') && this.#problem !== '' && this.#readText(this.#text ?? '') !== this.value) {
      this.#text = null;
      this.#problem = '';
    }
  }

  protected override render(): TemplateResult {
    const { label, unit } = this;
    const range = this.#range();
    const shown = this.#text ?? exactly(this.value);
    const problem = this.#unfinished ? '' : this.#problem;
    const described = [this.help !== '' && 'help', problem !== '' && 'problem'].filter(Boolean).join(' ');
    const widest = Math.max(...[this.min, this.max].map((end) => exactly(end).length));
    const letters = String(Math.min(13, Math.max(4, widest)));
    return html`<div class="grid" style=${styleMap({ '--letters': letters })}>
      <label for="field" id="name" part="label">
        <span class="name ${[...label].length === 1 ? 'symbol' : ''}">${label}</span>${this.hint === '' ? nothing : html`<span class="quiet">${this.hint}</span>`}
      </label>
      ${this.help === '' ? nothing : html`<span class="quiet help" id="help">${this.help}</span>`}
      ${
        this.next === ''
          ? html`<span class="alone"><span class="track"><input
              part="slider"
              type="range"
              min=${range.min}
              max=${range.max}
              step=${range.step}
              .value=${live(String(range.at))}
              aria-labelledby="name"
              aria-valuetext=${`${exactly(this.value)} ${unit}`.trim()}
              ?disabled=${this.disabled}
              @input=${(event: InputEvent) => this.#drag(Number((event.target as HTMLInputElement).value))}
              @change=${() => this.emit('la-change', { value: this.value })}
            /></span></span>`
          : html`<button
              type="button"
              aria-label="${this.next} ${label}"
              ?disabled=${this.disabled} @click=${() => this.#goOn()}>${this.next}</button>`
      }
      <span class="field">
        <span class="alone"><input
          part="field"
          id="field"
          type="text"
          inputmode=${this.integer && this.min >= 0 ? 'numeric' : 'text'}
          autocomplete="off"
          .value=${live(shown)}
          aria-invalid=${problem !== ''}
          aria-labelledby=${unit === '' ? nothing : 'name unit'}
          aria-describedby=${described === '' ? nothing : described}
          ?disabled=${this.disabled}
          @input=${(event: InputEvent) => this.#type((event.target as HTMLInputElement).value)}
          @change=${() => this.#settle()}
          @blur=${() => this.#settle()}
          @keydown=${this.#onKey}
        /></span>${unit === '' ? nothing : html`<span class="quiet" id="unit">${unit}</span>`}
      </span>
      ${
        problem === ''
          ? nothing
          : html`<p class="error" part="error" role="alert"><span class="spoken">${label}: </span><span id="problem">${problem}</span></p>`
      }
    </div>`;
  }

  /** The slider's own numbers: positions on a logarithmic range, or the values themselves. */
  #range(): { min: number; max: number; step: number; at: number } {
    if (this.scale === 'log') {
      const share = Math.log(this.value / this.min) / Math.log(this.max / this.min);
      return { min: 0, max: LOG_POSITIONS, step: 1, at: Math.round(share * LOG_POSITIONS) };
    }
    return { min: this.min, max: this.max, step: this.step, at: this.value };
  }

  #drag(at: number): void {
    let value = at;
    if (this.scale === 'log') {
      const exact = this.min * (this.max / this.min) ** (at / LOG_POSITIONS);
      value = this.integer ? Math.round(exact) : Number(exact.toPrecision(3));
      value = Math.min(this.max, Math.max(this.min, value));
    }
    this.#text = null;
    this.#problem = '';
    this.requestUpdate();
    if (value === this.value) return;
    this.value = value;
    this.emit('la-input', { value });
  }

  /** After the last comes the first. */
  #goOn(): void {
    this.#drag(this.value < this.max ? this.value + 1 : this.min);
    this.emit('la-change', { value: this.value });
  }

  #type(text: string): void {
    this.#text = text;
    const value = this.#readText(text);
    this.#unfinished = this.#short;
    this.requestUpdate();
    if (value === null || value === this.value) return;
    this.value = value;
    this.emit('la-input', { value });
  }

  #readText(text: string): number | null {
    // The unit stands behind the field, or is the hint beside its name: n, tokens.
    const { number, factor } = splitUnit(splitUnit(text, this.hint).number, this.unit);
    // The value that stands is one that would be taken.
    const read = (this.integer ? parseInteger : parseNumber)(number, exactly(this.value));
    const parsed = read.ok ? { ...read, value: read.value * factor } : read;
    this.#problem = '';
    this.#short = parsed.ok && 0 <= parsed.value && parsed.value < this.min;
    if (!parsed.ok) this.#problem = parsed.message;
    else if (parsed.value < this.min || parsed.value > this.max) {
      this.#problem = this.say(this.integer ? 'number.integer-range' : 'number.range', {
        found: text.trim(),
        min: formatNumber(this.min),
        max: formatNumber(this.max),
      });
    } else return parsed.value;
    return null;
  }

  #settle(): void {
    this.#unfinished = false;
    this.requestUpdate();
    if (this.#text === null || this.#problem !== '') return;
    this.#text = null;
    this.requestUpdate();
    this.emit('la-change', { value: this.value });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key === 'Enter') this.#settle();
    else if (event.key === 'Escape' && this.#text !== null) {
      event.stopPropagation();
      this.#text = null;
      this.#problem = '';
      this.requestUpdate();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      const { min, max, step, at } = this.#range();
      this.#drag(Math.min(max, Math.max(min, at + (event.key === 'ArrowUp' ? step : -step))));
      this.emit('la-change', { value: this.value });
    }
  }
}

/** What was set is shown to its last digit; it is not a result. */
function exactly(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : formatFloat64(value);
}

define('la-number', LaNumber);

declare global {
  interface HTMLElementTagNameMap {
    'la-number': LaNumber;
  }
}
