// What the stations share: controls made from the parameter table, the place of the worked example while nothing is
// computed, and one sentence that says what was computed.
import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Progress } from '../../engine/calls.js';
import { formatNumber } from '../../model/format-number.js';
import type { Value } from '../../model/parameters.js';
import { Activity } from '../activity.js';
import '../la-progress.js';
import { numericControl } from '../numeric.js';
import { base, objectStyle, whenDrawn } from '../theme/base.js';

/** How a float32 output stands to its float64 truth, by the largest difference: what follows "the output". */
export function againstFloat64(difference: number): string {
  return difference === 0
    ? 'agrees with float64 in every digit that float32 has'
    : `differs from float64 by ${formatNumber(difference)} at most, which is rounding`;
}

export abstract class Station extends Activity {
  static override styles = [
    base,
    objectStyle,
    css`
      :host {
        container-type: inline-size;
      }

      .controls {
        align-items: end;
        display: flex;
        flex-wrap: wrap;
        gap: 12px 24px;
        margin: 0 0 16px;
      }

      /* What is read stays in a measure that the eye can follow, however wide the figure is. */
      p,
      caption,
      .computed {
        max-width: 46rem;
      }

      .beside {
        display: grid;
        gap: 0 40px;
        grid-template-columns: minmax(0, 1fr);
      }

      .beside > * {
        min-width: 0;
      }

      /* Where there is room, controls and the sentence stand beside what they change. */
      @container (min-width: 56rem) {
        .beside {
          grid-template: "rail main" auto "said main" 1fr / minmax(15rem, 18rem) minmax(0, 1fr);
        }

        .beside > .rail {
          grid-area: rail;
        }

        /* A short table beside its drawing. */
        .tabled {
          display: grid;
          gap: 0 32px;
          grid-template-columns: max-content minmax(0, 1fr);
        }

        .beside > .main {
          grid-area: main;
        }

        .beside > .computed {
          align-self: start;
          grid-area: said;
        }

        .rail .controls {
          align-items: stretch;
          flex-direction: column;
        }

        .rail .controls > * {
          flex: none;
        }

        .rail .control,
        .rail .control select {
          grid-template-columns: minmax(0, 1fr);
          width: 100%;
        }
      }

      .main > :first-child {
        margin-top: 0;
      }

      .beside + .panels {
        margin-top: 24px;
      }

      la-matrix + la-matrix {
        margin-top: 16px;
      }

      .trace li {
        margin-bottom: 16px;
      }

      .below {
        margin: 8px 0 0;
      }

      la-stepper {
        margin-bottom: 16px;
      }

      la-tabs {
        margin-top: 24px;
      }

      .matrices {
        align-items: center;
        display: flex;
        flex-wrap: wrap;
        gap: 16px 32px;
        margin: 0 0 16px;
      }

      .matrices > * {
        margin-top: 0;
      }

      .control select {
        max-width: 100%;
      }

      la-input {
        margin: 0 0 16px;
      }

      .control {
        display: grid;
        gap: 2px;
        grid-template-columns: minmax(0, max-content);
        max-width: 100%;
        min-width: 0;
      }

      la-number {
        flex: 0 1 15rem;
      }

      /* On a phone a slider, and a list, is as long as the figure is wide. */
      @container (max-width: 30rem) {
        la-number,
        .control {
          flex: 1 1 100%;
        }

        .control:not(.flag) {
          grid-template-columns: minmax(0, 1fr);
        }
      }

      .control.flag {
        align-items: center;
        display: flex;
        gap: 8px;
        min-height: var(--la-touch);
      }

      .control.flag input {
        flex: none;
        height: 20px;
        width: 20px;
      }

      .row {
        align-items: end;
        margin: 8px 0 16px;
      }

      .row.steps {
        align-items: center;
      }

      .runner {
        align-items: center;
        display: flex;
        flex-wrap: wrap;
        gap: 8px 16px;
        margin: 8px 0;
        min-height: var(--la-touch);
      }

      .runner la-progress {
        flex: 1 1 20rem;
      }

      .computed {
        border-inline-start: 3px solid var(--la-press);
        line-height: 1.5;
        margin: 16px 0 0;
        padding-inline-start: 12px;
        position: relative;
      }

      /* In the margin above the sentence: nothing moves when it comes or goes. */
      .computed > .late {
        bottom: 100%;
        font-size: 0.75rem;
        inset-inline-start: 0;
        line-height: 16px;
        margin: 0;
        position: absolute;
      }

      .late ~ * {
        color: var(--la-muted);
      }

      .computed p,
      .computed ul {
        margin: 0 0 4px;
      }

      h2,
      h3 {
        font: 600 1rem/1.4 var(--la-sans);
        margin: 24px 0 8px;
      }

      h2,
      h3 {
        text-wrap: balance;
      }

      h2:first-child,
      h3:first-child {
        margin-top: 0;
      }

      .panels {
        align-items: start;
        display: grid;
        gap: 16px 32px;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr));
      }

      /* Steps and tables need more. */
      .panels.broad {
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr));
      }

      /* A wide table beside a drawing, or above it. */
      .panels.uneven {
        grid-template-columns: minmax(0, 1fr);
      }

      @container (min-width: 75rem) {
        .panels.uneven {
          grid-template-columns: minmax(0, 7fr) minmax(0, 5fr);
        }
      }

      /* Three of a kind, to be compared. */
      .panels.trio {
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 17rem), 1fr));
      }

      .panels > * {
        min-width: 0;
      }

      /* A caption is no wider than its table. */
      table {
        min-width: min(100%, 22rem);
      }

      th,
      td {
        border-bottom: 1px solid var(--la-rule);
        padding: 4px 12px 4px 0;
        text-align: start;
        vertical-align: baseline;
      }

      td.number,
      th.number {
        padding-inline: 12px 0;
        text-align: end;
      }

      /* Figures end where the words of the next column begin. */
      .number + :not(.number) {
        padding-inline-start: 16px;
      }

      td {
        white-space: nowrap;
      }

      thead th {
        vertical-align: bottom;
      }

      caption {
        color: var(--la-muted);
        max-width: calc(100vw - 48px);
        padding-bottom: 4px;
        text-align: start;
      }

      @media print {
        .computed,
        la-heatmap,
        la-matrix,
        la-plot {
          break-inside: avoid;
        }

        h2,
        h3 {
          break-after: avoid;
        }
      }

      progress {
        accent-color: var(--la-press);
        width: min(100%, 20rem);
      }
    `,
  ];

  /** After the first time, a station is rendered when its turn in the page's queue of drawing comes: it is large, and its sliders move. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated) await whenDrawn(this, () => super.scheduleUpdate());
    else super.scheduleUpdate();
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed);
    this.stateChanged(this.state);
  }

  /** What stands in the figure once there is something to show; null while nothing is computed. */
  protected abstract figure(): TemplateResult | null;

  /** Lanes whose errors are shown below the figure. */
  protected get lanes(): readonly string[] {
    return ['main'];
  }

  /** Whether this rendering has said why the main lane failed. */
  #failureTold = false;

  protected override render(): TemplateResult {
    this.#failureTold = false;
    const figure = this.figure();
    const lanes = this.lanes.filter((lane) => lane !== 'main' || !this.#failureTold);
    return html`${figure ?? html`<slot></slot>`} ${lanes.map((lane) => this.errorSlot(lane))}`;
  }

  protected value<T extends Value>(name: string): T {
    return this.state[name] as T;
  }

  /**
   * One sentence or more about what was computed; read out when it changes. `content` pairs results with the settings
   * they were computed for, which may no longer be those of the controls; what takes long says that it is under way. Where the main lane failed, the first such
   * place says why: what it said is of other inputs.
   */
  protected computed(content: TemplateResult): TemplateResult {
    const failed = this.#failureTold ? nothing : this.errorSlot('main');
    if (failed !== nothing) this.#failureTold = true;
    const late = this.late('main')
      ? html`<p class="quiet late">${this.say('activity.computing')}</p>`
      : nothing;
    return html`<div class="computed" role="status" data-from="core">${late}${failed === nothing ? content : failed}</div>`;
  }

  /**
   * Controls with what they change: beside each other where the figure is wide, else one below the other. `said`: what
   * `computed` returns, about `main`; it stands below the controls, or at the end.
   */
  protected beside(
    rail: TemplateResult | typeof nothing,
    main: TemplateResult | typeof nothing,
    said: TemplateResult | typeof nothing = nothing,
  ): TemplateResult {
    return html`<div class="beside">
      <div class="rail">${rail}</div>
      <div class="main">${main}</div>
      ${said}
    </div>`;
  }

  /** A button that starts a long run in a lane; while it runs, how far it is and a way to stop it. */
  protected runner(lane: string, label: string, progress: Progress | null, run: () => void): TemplateResult {
    const running = this.busy(lane);
    return html`<div class="runner">
      <button type="button" class="main" aria-disabled=${running} @click=${() => running || run()}>${label}</button>
      ${
        running
          ? html`<la-progress
              .done=${progress?.done ?? 0}
              .total=${progress?.total ?? 0}
              @la-cancel=${() => this.cancel(lane)}
            ></la-progress>`
          : nothing
      }
    </div>`;
  }

  /** The controls of the named parameters, in that order. */
  protected controls(...names: readonly string[]): TemplateResult | typeof nothing {
    if (this.isHidden('controls')) return nothing;
    return html`<div class="controls">${names.map((name) => this.control(name))}</div>`;
  }

  protected control(name: string): TemplateResult {
    const parameter = this.table.find((row) => row.name === name);
    if (parameter === undefined) throw new Error(`This station has no parameter “${name}”.`);
    switch (parameter.kind) {
      case 'integer':
      case 'number':
        return numericControl(parameter, {
          value: this.value<number>(name),
          disabled: this.settings.readonly,
          live: true,
          set: (value) => this.set(name, value),
        });
      case 'choice':
        return html`<label class="control">
          <span class="label">${parameter.label}</span>
          <select
            name=${name}
            .value=${this.value<string>(name)}
            ?disabled=${this.settings.readonly}
            @change=${(event: Event) => this.set(name, (event.target as HTMLSelectElement).value)}
          >
            ${parameter.choices.map(
              (choice) =>
                html`<option value=${choice.value} ?selected=${choice.value === this.value(name)}>
                  ${choice.label}
                </option>`,
            )}
          </select>
        </label>`;
      case 'flag':
        return html`<label class="control flag">
          <input
            type="checkbox"
            name=${name}
            .checked=${this.value<boolean>(name)}
            ?disabled=${this.settings.readonly}
            @change=${(event: Event) => this.set(name, (event.target as HTMLInputElement).checked)}
          />
          ${parameter.label}
        </label>`;
      default:
        throw new Error(`“${name}” is a ${parameter.kind}; it has an editor of its own.`);
    }
  }
}
