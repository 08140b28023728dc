import { css, html, type TemplateResult } from 'lit';
import { base, define, LaElement } from './theme/base.js';

export interface StepChange {
  /** 1-based. */
  readonly n: number;
  readonly of: number;
}

/**
 * <la-stepper>: first, back, next, last, and a slider to jump. Events: `la-step` StepChange. Parts: label, buttons.
 */
export class LaStepper extends LaElement {
  static override properties = {
    steps: { type: Number },
    step: { type: Number },
    label: {},
    nextLabel: { attribute: 'next-label' },
  };

  static override styles = [
    base,
    css`
      .row {
        gap: 6px;
      }

      button {
        padding-inline: 10px;
      }

      input {
        flex: 1 1 6rem;
        max-width: 20rem;
        min-height: var(--la-touch);
        min-width: 4rem;
      }

      .where {
        min-width: 8.5em;
      }
    `,
  ];

  steps = 1;
  /** 1-based. */
  step = 1;
  label = '';
  /** Says what the next step does: 'Add token 4'. */
  nextLabel = '';

  protected override render(): TemplateResult {
    const { step, steps } = this;
    const where = this.say('activity.step', { n: step, of: steps });
    const button = (key: 'first' | 'back' | 'last', sign: string, to: number) => html`<button
      type="button"
      title=${this.say(`stepper.${key}`)}
      aria-disabled=${to === step || to < 1 || to > steps}
      @click=${() => this.#go(to)}
    >
      <span aria-hidden="true">${sign}</span>
    </button>`;
    return html`<div class="row" part="buttons" role="group" aria-label=${this.label || where} @keydown=${this.#onKey}>
      ${button('first', '⇤', 1)} ${button('back', '←', step - 1)}
      <button type="button" class="main" aria-disabled=${step >= steps} @click=${() => this.#go(step + 1)}>
        ${this.nextLabel || this.say('stepper.next')} <span aria-hidden="true">→</span>
      </button>
      ${button('last', '⇥', steps)}
      <input
        type="range"
        min="1"
        max=${steps}
        step="1"
        .value=${String(step)}
        aria-label=${this.say('stepper.jump')}
        aria-valuetext=${where}
        ?disabled=${steps < 2}
        @input=${(event: InputEvent) => this.#go(Number((event.target as HTMLInputElement).value))}
      />
      <span class="where quiet" part="label" role="status">${where}</span>
    </div>`;
  }

  #go(to: number): void {
    const step = Math.min(Math.max(1, to), this.steps);
    if (step === this.step) return;
    this.step = step;
    this.emit<StepChange>('la-step', { n: step, of: this.steps });
  }

  #onKey(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: this.step - 1, ArrowRight: this.step + 1, Home: 1, End: this.steps }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.#go(to);
  }
}

define('la-stepper', LaStepper);

declare global {
  interface HTMLElementTagNameMap {
    'la-stepper': LaStepper;
  }
}
