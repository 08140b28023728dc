// What every example, exercise and station is to those who put it on a page: an element with one plain state
// object, numbered steps, and events that say what the reader did.
import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { Call, CallOptions, Calls, Engine } from '../engine/calls.js';
import { sharedEngine } from '../engine/shared.js';
import { type ProgressStore, sharedProgress } from '../lesson-kit/progress.js';
import { speaker } from '../lesson-kit/strings.js';
import { type CommonSettings, commonParameters } from '../model/common-parameters.js';
import { inReadersWords } from '../model/option-words.js';
import { check, type State, type Table, type Value } from '../model/parameters.js';
import { decodeState, defaults, encodeState, readObject, sameState, type Warning } from '../model/state.js';
import { caughtUp } from './draw-queue.js';
import type { Action } from './la-actions.js';
import { Lanes } from './lanes.js';
import { StyledElement } from './theme/styled.js';
import { Waiting } from './waiting.js';

export interface Score {
  raw: number;
  max: number;
  /** raw / max, 0 to 1. */
  scaled: number;
}

/** The details of an activity's events; all of them bubble and are composed. */
export interface ActivityEvents {
  'la-ready': { title: string; ex: string; steps: number };
  /** s: the state as `#s=` holds it; dirty: it differs from the author's version. */
  'la-change': { readonly s: string; dirty: boolean; state: Readonly<State> };
  'la-step': { n: number; of: number };
  'la-answer': { item: string; correct: boolean; score: Score; attempt: number };
  'la-complete': { score: Score; success: boolean };
  'la-warning': Warning;
  'la-error': { code: string; message: string };
}

/** Runs calls for one lane. */
export interface LaneEngine {
  call<C extends Call>(name: C, args: Calls[C]['in'], options?: CallOptions): Promise<Calls[C]['out']>;
  readonly signal: AbortSignal;
}

/** What an activity holds besides its state, for as long as a reset can be undone. */
export interface Kept {
  putBack(): void;
  /** Something else was changed: it will not be asked for any more. */
  drop(): void;
}

interface Taken extends Kept {
  readonly state: State;
  readonly step: number;
}

/** A figure that stands still for longer is taken for the answer, so it says that it is not, ms. */
const LATE_MS = 800;

export abstract class Activity extends StyledElement {
  /** Describes `state`. A class whose table depends on its data overrides the `table` getter instead. */
  static table: Table = [];

  static override properties = {
    state: { attribute: false },
    settings: { attribute: false },
    step: { attribute: false, noAccessor: true },
    ex: { attribute: false },
    heading: { attribute: false },
    brief: { type: Boolean, reflect: true },
  };

  /** The catalogue's id and title of this activity. */
  ex = '';
  heading = '';
  /** Whoever put this here shows `actions` in a bar of their own. */
  hasBar = false;
  /** Nobody is near: an activity that can draws its beginning alone. What it computes and answers stays the same. */
  brief = false;
  /** Where finished work is remembered; another store, or none, can be set. */
  progress: ProgressStore | null = null;
  settings: CommonSettings = defaults(commonParameters);
  state: State;

  #author: State;
  /** What the last reset took away; null once something else was changed. */
  #taken: Taken | null = null;
  #engine: Engine | undefined;
  #step = 1;
  /** Where the focus was, other than on what comes and goes with a run. */
  #started: HTMLElement | null = null;
  // Nothing is computed for a figure that has not even drawn what was computed before.
  readonly #lanes = new Lanes(caughtUp);
  readonly #errors = new Map<string, string>();
  /** Lanes at work for longer than `LATE_MS`. */
  readonly #late = new Set<string>();

  constructor() {
    super();
    // Not `this.table`: a getter of a subclass would run before its fields are there.
    this.#author = defaults((this.constructor as typeof Activity).table);
    this.state = { ...this.#author };
  }

  /** What computes: the page's one core, unless another is set. */
  get engine(): Engine {
    this.#engine ??= sharedEngine();
    return this.#engine;
  }

  set engine(engine: Engine) {
    this.#engine = engine;
  }

  get table(): Table {
    return (this.constructor as typeof Activity).table;
  }

  /** How many steps there are; 1 for an activity without any. */
  get steps(): number {
    return 1;
  }

  /** What a reader can take away from this activity alone, besides what any has. */
  get actions(): readonly Action[] {
    return [];
  }

  /** 1-based. */
  get step(): number {
    return this.#step;
  }

  /** Words of the interface in the language that is set. */
  protected get say(): ReturnType<typeof speaker> {
    return speaker(this.settings.lang);
  }

  /** Whether the author left this part out. */
  protected isHidden(part: CommonSettings['hide'][number]): boolean {
    return this.settings.hide.includes(part);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.progress ??= sharedProgress();
  }

  protected override firstUpdated(_changed?: PropertyValues): void {
    this.emit('la-ready', { title: this.heading, ex: this.ex, steps: this.steps });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (!this.isConnected) this.left();
    });
  }

  /** It has left the page, and was not moved within it: the place to close what was opened. */
  protected left(): void {
    this.#lanes.clear();
    this.#hold(null);
  }

  /** What shows a run, and can cancel it, goes away with it; who stood there stands where the run was started again. */
  protected override update(changed: PropertyValues<this>): void {
    const held = this.shadowRoot?.activeElement ?? null;
    super.update(changed);
    if (held === null) return;
    if (held.isConnected) {
      if (held.localName !== 'la-progress') this.#started = held as HTMLElement;
    } else this.#started?.focus();
  }

  /** The author's version: what reset() returns to. Call it once, before the element is connected. */
  setAuthorState(state: Readonly<Partial<State>>): void {
    this.#author = { ...(defaults(this.table) as State), ...(state as State) };
    this.state = { ...this.#author };
  }

  get dirty(): boolean {
    return !sameState(this.table, this.state, this.#author);
  }

  /** The state in its written form, for a link. */
  getState(): string {
    return encodeState(this.table, this.state);
  }

  /** Takes a saved state or a plain object; what cannot be used keeps the author's value and is warned about. */
  setState(saved: string | Readonly<Partial<State>>): readonly Warning[] {
    const { state, warnings } =
      typeof saved === 'string'
        ? decodeState(this.table, saved, this.#author)
        : readObject(this.table, saved, this.state);
    for (const warning of warnings) this.emit('la-warning', warning);
    this.#replace(state);
    return warnings;
  }

  /** Whether `reset` would change anything that a reader has made. */
  get canReset(): boolean {
    return this.dirty;
  }

  /** Whether nothing was changed since the last reset, so that what it took away can come back. */
  get canUndoReset(): boolean {
    return this.#taken !== null;
  }

  /** Back to the author's version. What was there is kept until something is changed. */
  reset(): void {
    const { state, step } = this;
    const taken = this.#taken ?? { ...this.keep(), state, step };
    this.#hold(taken);
    this.#replace({ ...this.#author }, taken);
    this.goTo(1);
  }

  /** Everything as it was before the last reset, if nothing was changed since. */
  undoReset(): void {
    const taken = this.#taken;
    if (taken === null) return;
    this.#taken = null;
    this.#replace(taken.state);
    taken.putBack();
    this.goTo(taken.step);
  }

  /** Before a reset: how what a reader has made besides the state comes back. */
  protected keep(): Kept {
    return { putBack: () => {}, drop: () => {} };
  }

  #hold(taken: Taken | null): void {
    if (taken !== this.#taken) this.#taken?.drop();
    this.#taken = taken;
  }

  /** Resolves when what it computes by itself has come and stands in it. */
  async settled(): Promise<void> {
    await this.updateComplete;
    await this.#lanes.idle();
    await this.updateComplete;
  }

  /** Moves to step n, or to the nearest that exists. */
  goTo(n: number): void {
    const step = Math.min(Math.max(Number.isFinite(n) ? Math.round(n) : 1, 1), this.steps);
    if (step === this.#step) return;
    const before = this.#step;
    this.#step = step;
    this.requestUpdate('step', before);
    this.emit('la-step', { n: step, of: this.steps });
  }

  /** Sets one parameter from a control. Returns the sentence to show beside the control, or null if it was taken. */
  protected set(name: string, value: Value): string | null {
    const parameter = this.table.find((row) => row.name === name);
    if (parameter === undefined) throw new Error(`This activity has no parameter “${name}”.`);
    const checked = check(parameter, value);
    if (!checked.ok) return checked.message;
    this.#replace({ ...this.state, [name]: checked.value });
    return null;
  }

  /** `taken`: what a reset takes away with this; any other change ends the time in which a reset can be undone. */
  #replace(state: State, taken: Taken | null = null): void {
    if (sameState(this.table, state, this.state)) return;
    this.#hold(taken);
    const before = this.state;
    this.state = state;
    this.stateChanged(before);
    const { table } = this;
    this.emit('la-change', {
      // Packing takes time, and not everybody who listens wants it.
      get s() {
        return encodeState(table, state);
      },
      dirty: this.dirty,
      state,
    });
  }

  /** Called after every change of the state, before the next rendering: the place to start computing. */
  protected stateChanged(_before?: Readonly<State>): void {}

  /**
   * Runs `work` in a lane of its own kind, as Lanes does. Resolves to undefined when it was cancelled, has to wait, or
   * failed; a failure stays in the lane's error slot until the lane succeeds.
   */
  protected async compute<T>(lane: string, work: (engine: LaneEngine) => Promise<T>): Promise<T | undefined> {
    const late = setTimeout(() => {
      this.#late.add(lane);
      this.requestUpdate();
    }, LATE_MS);
    try {
      return await this.#lanes.run(lane, async (signal) => {
        const value = await work({
          signal,
          // What was opened is closed whatever becomes of the answer: while it is open, the core keeps its memory.
          call: (name, args, options) =>
            this.engine.call(name, args, name === 'close' ? options : { ...options, signal }),
        });
        if (!signal.aborted) this.#errors.delete(lane);
        return value;
      });
    } catch (error) {
      if (codeOf(error) === 'cancelled') return undefined;
      if (error instanceof Waiting) {
        this.#errors.delete(lane);
        return undefined;
      }
      const message = inReadersWords(error instanceof Error ? error.message : String(error), this.table);
      this.#errors.set(lane, message);
      this.emit('la-error', { code: codeOf(error), message });
      return undefined;
    } finally {
      clearTimeout(late);
      if (!this.#lanes.has(lane)) this.#late.delete(lane);
      this.requestUpdate();
    }
  }

  protected busy(lane: string): boolean {
    return this.#lanes.has(lane);
  }

  /** Whether the lane has been at work for so long that the page should say so. */
  protected late(lane: string): boolean {
    return this.#late.has(lane);
  }

  protected cancel(lane: string): void {
    this.#lanes.cancel(lane);
  }

  /** Lanes whose last run went wrong. */
  protected get failedLanes(): readonly string[] {
    return [...this.#errors.keys()];
  }

  /** Stands where the lane's result would: nothing, or what went wrong. */
  protected errorSlot(lane: string): TemplateResult | typeof nothing {
    const reason = this.#errors.get(lane);
    if (reason === undefined) return nothing;
    return html`<p class="la-failed" part="error" role="alert">
      ${this.say('activity.failed', { reason })}
    </p>`;
  }

  /** Counts an answer, remembers it and tells the page around. */
  protected answered(item: string, correct: boolean, score: Score, attempt: number): void {
    this.emit('la-answer', { item, correct, score, attempt });
  }

  protected completed(score: Score, success: boolean): void {
    this.emit('la-complete', { score, success });
  }

  protected emit<E extends keyof ActivityEvents>(type: E, detail: ActivityEvents[E]): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}

function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'crashed';
}

declare global {
  interface HTMLElementEventMap extends ActivityEventMap {}
}
type ActivityEventMap = { [E in keyof ActivityEvents]: CustomEvent<ActivityEvents[E]> };
