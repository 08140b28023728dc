import { css, html, type PropertyValues, type TemplateResult } from 'lit';
import { formatCount, formatDuration } from '../model/format-number.js';
import { base, define, LaElement } from './theme/base.js';

/** Before this long the pace is not known well enough to tell the time left. */
const SETTLE_MS = 1000;
/** A listener is told no more often: what they are reading is read to its end in between. */
const TOLD_MS = 5000;

/**
 * <la-progress>: how far a long run is, the time left at its own pace, and a way to stop it.
 * Events: `la-cancel`. Parts: label, bar.
 */
export class LaProgress extends LaElement {
  static override properties = {
    label: {},
    task: {},
    done: { type: Number },
    total: { type: Number },
  };

  static override styles = [
    base,
    css`
      progress {
        accent-color: var(--la-press);
        flex: 1 1 8rem;
        height: 12px;
        max-width: 26rem;
        min-width: 6rem;
      }

      .text {
        min-width: 16em;
      }
    `,
  ];

  label = '';
  /** What runs, for those who listen, where it stands beside this and needs no label. */
  task = '';
  done = 0;
  total = 0;

  #start = { at: 0, done: 0 };
  #told = { at: Number.NEGATIVE_INFINITY, text: '' };

  protected override willUpdate(changed: PropertyValues<this>): void {
    // A run that begins, or begins again, sets its own clock.
    if (changed.has('total') || this.done < (changed.get('done') ?? 0) || this.#start.at === 0) {
      this.#start = { at: performance.now(), done: this.done };
    }
  }

  protected override render(): TemplateResult {
    const { done, total } = this;
    const share = total > 0 ? done / total : 0;
    const text = this.say('steps.progress', { done: formatCount(done), total: formatCount(total) });
    const task = this.label || this.task;
    if (performance.now() - this.#told.at >= TOLD_MS) {
      this.#told = { at: performance.now(), text: `${task}: ${Math.floor(share * 100)} %` };
    }
    return html`<div class="row">
        <span class="label" part="label" aria-hidden="true">${this.label}</span>
        <progress part="bar" max=${total || 1} .value=${done} aria-label=${task}></progress>
        <span class="quiet text">${text}${this.#left()}</span>
        <button type="button" aria-describedby="task" @click=${() => this.emit('la-cancel', null)}>${this.say('steps.cancel')}</button>
      </div>
      <span id="task" hidden>${task}</span>
      <span class="spoken" role="status">${this.#told.text}</span>`;
  }

  #left(): string {
    const elapsed = performance.now() - this.#start.at;
    const made = this.done - this.#start.done;
    if (elapsed < SETTLE_MS || made <= 0 || this.done >= this.total) return '';
    const seconds = ((this.total - this.done) / made) * (elapsed / 1000);
    return `, ${this.say('steps.left', { time: formatDuration(seconds) })}`;
  }
}

define('la-progress', LaProgress);

declare global {
  interface HTMLElementTagNameMap {
    'la-progress': LaProgress;
  }
}
