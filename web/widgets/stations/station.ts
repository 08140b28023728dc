// What the stations share: controls made from the parameter table, the place of the worked example while nothing is
// computed, and one sentence that says what was computed.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Progress } from '../../engine/calls.js';
import { formatNumber } from '../../model/format-number.js';
import type { State, Value } from '../../model/parameters.js';
import { Activity, type LaneEngine } from '../activity.js';
import '../la-progress.js';
import { numericControl } from '../numeric.js';
import { Telling } from '../telling.js';
import { base, objectStyle, whenDrawn } from '../theme/base.js';
import { stationStyle } from './station-style.js';

/** How a float32 output stands to its float64 truth, by the largest difference: what follows "the output". */
export function againstFloat64(difference: number): string {
  return difference === 0
    ? 'agrees with float64 in every digit that float32 has'
    : `differs from float64 by ${formatNumber(difference)} at most, which is rounding`;
}

/** What the core answered to a question of the state: the newest, while a newer one is computed; null before the first. */
export interface Answer<T> {
  readonly value: T | null;
}

/** A computation of some seconds that a button starts; `value` is what it has found, in part while it is at work. */
export interface Run<T> extends Answer<T> {
  readonly lane: string;
  readonly progress: Progress;
  /** Whether the reader cancelled it, and has not started it again. */
  readonly cancelled: boolean;
  /** Whether it is at rest and `value` belongs to other settings than those of the controls. */
  outdated(): boolean;
  start(): void;
  cancel(): void;
}

/** How a run says where it is. */
export interface RunReport<T> {
  /** `done`: after so many of its steps. */
  found(value: T, done?: number): void;
  onProgress(progress: Progress): void;
}

export abstract class Station extends Activity {
  static override styles = [base, objectStyle, stationStyle];

  readonly #questions: ((state: Readonly<State>) => Promise<void>)[] = [];
  readonly #asked: string[] = [];
  readonly #telling = new Telling(this, {
    busy: () => this.#asked.some((lane) => this.busy(lane)),
    late: () => (this.late('main') ? this.say('activity.computing') : ''),
  });

  /**
   * Asks the core again, in a lane, after every change of the state; a run that failed, was cancelled or has to wait leaves
   * the answer as it was. `dependsOn`: where only part of the state matters, that part: while it stays as it is and no run
   * for it has failed, nothing is asked, for a slider beside it may be moving. For fields of a station.
   */
  protected answer<T>(
    lane: string,
    ask: (engine: LaneEngine, state: Readonly<State>) => Promise<T>,
    dependsOn?: (state: Readonly<State>) => unknown,
  ): Answer<T> {
    const answer: { value: T | null } = { value: null };
    let askedFor: string | undefined;
    this.#asked.push(lane);
    this.#questions.push(async (state) => {
      const key = dependsOn && JSON.stringify(dependsOn(state));
      if (key !== undefined && key === askedFor) return;
      askedFor = key;
      const value = await this.compute(lane, (engine) => ask(engine, state));
      if (value !== undefined) {
        answer.value = value;
        this.requestUpdate();
      } else if (askedFor === key) askedFor = undefined;
    });
    return answer;
  }

  /**
   * A run of `total` steps in a lane. What `work` found before it failed or was cancelled stays. `dependsOn`: where only part
   * of the state matters, that part. For fields of a station.
   */
  protected run<T>(
    lane: string,
    total: number,
    work: (engine: LaneEngine, state: Readonly<State>, report: RunReport<T>) => Promise<unknown>,
    dependsOn: (state: Readonly<State>) => unknown = (state) => state,
  ): Run<T> {
    const key = () => JSON.stringify(dependsOn(this.state));
    let foundFor = '';
    const start = () => {
      const { state } = this;
      const startedFor = key();
      const onProgress = (progress: Progress) => {
        run.progress = progress;
        this.requestUpdate();
      };
      const found = (value: T, done = run.progress.done) => {
        run.value = value;
        foundFor = startedFor;
        onProgress({ done, total: run.progress.total });
      };
      run.cancelled = false;
      onProgress({ done: 0, total });
      void this.compute(lane, (engine) => work(engine, state, { found, onProgress }));
    };
    const cancel = () => {
      run.cancelled = true;
      this.cancel(lane);
    };
    const outdated = () => run.value !== null && !this.busy(lane) && foundFor !== key();
    const run = {
      lane,
      start,
      cancel,
      outdated,
      cancelled: false,
      progress: { done: 0, total },
      value: null as T | null,
    };
    return run;
  }

  protected override stateChanged(): void {
    for (const ask of this.#questions) void ask(this.state);
  }

  /** After the first time, a station is rendered when its turn in the page's queue of drawing comes: it is large, and its sliders move. */
  protected override async scheduleUpdate(): Promise<void> {
    if (this.hasUpdated) await whenDrawn(this, () => super.scheduleUpdate());
    else super.scheduleUpdate();
  }

  protected override firstUpdated(changed: PropertyValues<this>): void {
    super.firstUpdated(changed);
    this.stateChanged();
  }

  /** What stands in the figure once there is something to show; null while nothing is computed. */
  protected abstract figure(): TemplateResult | null;

  /** What stands there until then: the worked example. */
  protected beforeFigure(): TemplateResult {
    return html`<slot></slot>`;
  }

  /** Whether this rendering has said why the main lane failed. */
  #failureTold = false;

  protected override render(): TemplateResult {
    this.#failureTold = false;
    const figure = this.figure() ?? this.beforeFigure();
    const failed = this.failedLanes.filter((lane) => lane !== 'main' || !this.#failureTold);
    return html`${figure} ${failed.map((lane) => this.errorSlot(lane))}`;
  }

  protected value<T extends Value>(name: string): T {
    return this.state[name] as T;
  }

  /**
   * One sentence or more about what was computed; read out when it has changed (telling.ts). `content` pairs results with the settings
   * they were computed for, which may no longer be those of the controls; what takes long says that it is under way.
   * Where the main lane failed, the first such place says why: what it said is of other inputs.
   */
  protected computed(content: TemplateResult): TemplateResult {
    const failed = this.#failureTold ? nothing : this.errorSlot('main');
    if (failed !== nothing) this.#failureTold = true;
    const late = this.late('main')
      ? html`<p class="quiet late">${this.say('activity.computing')}</p>`
      : nothing;
    return html`<div class="computed" data-told data-from="core">${late}${failed === nothing ? content : failed}</div>`;
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

  /** The button that starts a run; while it runs, how far it is and a way to stop it; where it was stopped, that it was. */
  protected runner(run: Run<unknown>, label: string): TemplateResult {
    const running = this.busy(run.lane);
    const { done, total } = run.progress;
    return html`<div class="runner">
      <button type="button" class="main" aria-disabled=${running} @click=${() => running || this.#start(run, label)}>${label}</button>
      ${
        running
          ? html`<la-progress
              task=${label}
              .done=${done}
              .total=${total}
              @la-cancel=${() => this.#cancel(run)}
            ></la-progress>`
          : nothing
      }
      <span class="quiet" role="status">${
        run.cancelled && !running ? this.say('activity.cancelled', { done, total }) : nothing
      }</span>
    </div>`;
  }

  /** A run under its heading. Nothing can be run on paper: there it stands once something was found. */
  protected runSection(run: Run<unknown>, heading: string, content: TemplateResult): TemplateResult {
    return html`<section class=${run.value === null ? 'unrun' : nothing}>
      <h3>${heading}</h3>
      ${content}
    </section>`;
  }

  #start(run: Run<unknown>, label: string): void {
    this.#telling.expect(this.say('actions.done', { label }));
    run.start();
  }

  #cancel(run: Run<unknown>): void {
    this.#telling.forget();
    run.cancel();
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
