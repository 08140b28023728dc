import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import {
  type Demonstration,
  type Exercise,
  hintsOf,
  type Question,
  stageOf,
} from '../../lesson-kit/exercise.js';
import { Evaluator } from '../../lesson-kit/recipe.js';
import type { State, Table } from '../../model/parameters.js';
import { defaults } from '../../model/state.js';
import { Activity, type Kept } from '../activity.js';
import { announce } from '../announce.js';
import { controls } from '../controls.js';
import { optionStyle } from '../la-choice.js';
import '../la-actions.js';
import { resetActions } from '../reset-actions.js';
import { base, define, objectStyle } from '../theme/base.js';
import { answerName, answerParameter, isAnswered, isTyped, placeOf, takesThreeFigures } from './answers.js';
import { type Checked, checkAnswer } from './checking.js';
import { endView, keptView, scoreView } from './comparing.js';
import { demoLane, demoLanes, demonstrationsView } from './demonstrations.js';
import { filled, plainText } from './format.js';
import { type Found, NOTHING_FOUND } from './found.js';
import { hintButton, hintsView } from './hints.js';
import { Marks } from './marks.js';
import { questionView } from './question.js';
import { type Computed, computeResults, resultsView } from './results.js';
import { type Notice, noticeView, type RunAtWork, runView } from './runs.js';
import { checkedText } from './said.js';
import { checkButton, headerView, solutionView } from './sections.js';
import { opensWorked, showsAnswers, tellsAnswers } from './showing.js';
import { exerciseStyle } from './style.js';

const PREDICT = 1;
const COMPARE = 3;
const EXPLAIN = 4;

/**
 * <la-exercise>: predict, run, compare, explain. Its `exercise` says what is asked; the core computes every number
 * that an answer is compared with, from the inputs as the reader left them.
 *
 * Its state holds the inputs and what was typed (`answer <question>`), so that a link or an LMS brings both back.
 * Parts: error. Events: those of Activity.
 */
export class LaExercise extends Activity {
  static override styles = [base, objectStyle, optionStyle, exerciseStyle];

  exercise!: Exercise;

  #table: Table = [];
  #given: readonly Computed[] = [];
  readonly #marks = new Marks();
  #found = NOTHING_FOUND;
  #hints = 0;
  #run: RunAtWork | null = null;
  /** Shown solved, from the beginning on. */
  #worked = false;
  #notice: Notice | null = null;

  /** A new element for one exercise. */
  static of(exercise: Exercise): LaExercise {
    const element = document.createElement('la-exercise') as LaExercise;
    element.exercise = exercise;
    element.ex = exercise.id;
    element.heading = exercise.title;
    element.#table = [...exercise.inputs, ...exercise.questions.filter(isTyped).map(answerParameter)];
    element.setAuthorState(defaults(element.#table));
    return element;
  }

  override get table(): Table {
    return this.#table;
  }

  override get steps(): number {
    return EXPLAIN;
  }

  protected override firstUpdated(changed?: PropertyValues): void {
    super.firstUpdated(changed);
    this.#computeShown();
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (changed.get('brief') === true) this.#computeShown();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    // Locked only later, while a reader works on it, it stays as it is.
    if (this.hasUpdated && (!changed.has('settings') || this.settings.readonly)) return;
    const before = this.#worked;
    this.#worked = opensWorked(this.settings, isAnswered(this.exercise, this.state));
    if (!before || this.#worked) return;
    this.#forgetComputed();
    this.goTo(PREDICT);
  }

  /** What is on the page before any question is answered. */
  #computeShown(): void {
    if (this.brief) return;
    void this.#computeGiven();
    if (this.#worked) void this.#showWorked();
  }

  /** What was computed no longer belongs to the inputs, or the verdicts to the answers. */
  protected override stateChanged(before: Readonly<State> = {}): void {
    const inputsChanged = this.exercise.inputs.some(({ name }) => before[name] !== this.state[name]);
    for (const question of this.exercise.questions) {
      const name = answerName(question);
      if (inputsChanged || before[name] !== this.state[name]) this.#marks.forget(question);
    }
    if (!inputsChanged) return;
    this.#stopRuns();
    this.#forgetComputed();
    if (!this.#worked) this.goTo(PREDICT);
    this.#computeShown();
  }

  #forgetComputed(): void {
    this.#marks.forget();
    this.#found = NOTHING_FOUND;
  }

  override get canReset(): boolean {
    return this.dirty || this.#hints > 0 || (!this.#worked && this.#found.results.length > 0);
  }

  override reset(): void {
    super.reset();
    // Shown solved, it has no answers, and computes anew by itself where the inputs have changed.
    if (!this.#worked) {
      this.#stopRuns();
      this.#forgetComputed();
    }
    this.#hints = 0;
    this.#notice = null;
    this.requestUpdate();
  }

  protected override keep(): Kept {
    const [marks, found, hints] = [this.#marks.keep(), this.#found, this.#hints];
    return {
      putBack: () => {
        this.requestUpdate();
        this.#hints = hints;
        if (this.#worked) return;
        this.#stopRuns();
        marks();
        this.#found = found;
      },
      drop: () => {},
    };
  }

  #find(found: Partial<Found>): void {
    this.#found = { ...this.#found, ...found };
  }

  #stopRuns(): void {
    for (const lane of ['run', 'check', ...demoLanes(this.exercise)]) this.cancel(lane);
    this.#run = null;
  }

  /** Steps after the first need what Run computes. */
  override goTo(n: number): void {
    const reachable = this.#found.results.length > 0 || this.#worked ? EXPLAIN : PREDICT;
    super.goTo(Math.min(n, reachable));
  }

  #evaluator(
    engine: ConstructorParameters<typeof Evaluator>[0],
    run?: { lane: string; label: string },
  ): Evaluator {
    return new Evaluator(engine, this.state, this.exercise.values, {
      samples: this.exercise.samples ?? {},
      onProgress: ({ done, total }) => {
        if (run === undefined) return;
        this.#run = { ...run, done, total };
        this.requestUpdate();
      },
    });
  }

  async #computeGiven(): Promise<void> {
    const { given = [] } = this.exercise;
    if (given.length === 0) return;
    const computed = await this.compute('given', (engine) => computeResults(given, this.#evaluator(engine)));
    if (computed !== undefined) this.#given = computed;
    this.requestUpdate();
  }

  /** Modes without questions: everything computed at once. */
  async #showWorked(): Promise<void> {
    const computed = await this.compute('run', async (engine) => {
      const evaluator = this.#evaluator(engine, { lane: 'run', label: this.say('exercise.run') });
      return {
        results: await computeResults(this.exercise.results, evaluator),
        closing: await this.#close(evaluator),
      };
    });
    this.#run = null;
    if (computed === undefined) return;
    this.#find(computed);
    this.goTo(EXPLAIN);
    this.requestUpdate();
  }

  async #close(evaluator: Evaluator): Promise<{ solution: string; explain: string }> {
    const [solution, explain] = await Promise.all(
      ['solution', 'explain'].map((section) => filled(this.exercise.text[section] ?? '', evaluator)),
    );
    return { solution: solution!, explain: explain! };
  }

  /** Checks the answers of one stage; computes the results first, so that answer and computation stand together. */
  async #check(stage: 'predict' | 'explain'): Promise<void> {
    const questions = this.#asked(stage);
    const lane = stage === 'predict' ? 'run' : 'check';
    this.#notice = null;
    const computed = await this.compute(lane, async (engine) => {
      const evaluator = this.#evaluator(engine, { lane, label: this.say('exercise.run') });
      const checked = new Map<Question, Checked>();
      for (const question of questions) {
        const answer = this.#answer(question);
        const { text } = this.exercise;
        const { say } = this;
        const told = tellsAnswers(this.settings);
        const hinted = stage === 'predict' && this.#hintsHere.length > 0;
        const others = this.exercise.questions.filter((other) => other !== question);
        const asked = { question, answer, text, evaluator, say, told, hinted, others };
        checked.set(question, await checkAnswer(asked));
      }
      const readable = [...checked.values()].every(({ verdict }) => verdict.kind !== 'unreadable');
      const results =
        readable && stage === 'predict' ? await computeResults(this.exercise.results, evaluator) : null;
      return { checked, results, readable, closing: readable ? await this.#close(evaluator) : null };
    });
    this.#run = null;
    if (computed === undefined) return;
    for (const [question, checked] of computed.checked) this.#marks.give(question, checked);
    if (computed.results !== null) this.#find({ results: computed.results });
    if (computed.closing !== null) this.#find({ closing: computed.closing });
    this.requestUpdate();
    if (computed.readable && !this.settings.readonly) this.#count(questions);
    await this.updateComplete;
    if (!computed.readable) return this.#focusFirst('[data-verdict="unreadable"] :is(input, select)');
    if (stage === 'predict') this.goTo(this.#marks.allRight(questions) ? EXPLAIN : COMPARE);
    announce(this, checkedText(questions, this.exercise, this.#marks, this.say));
  }

  #count(questions: readonly Question[]): void {
    const score = this.#marks.score(this.exercise.questions);
    for (const question of questions) {
      this.answered(question.id, this.#marks.isRight(question), score, this.#marks.attempt(question));
    }
    const done = score.raw === score.max;
    this.progress?.record(this.exercise.progressKey ?? this.ex, score.scaled, done);
    if (done) this.completed(score, true);
  }

  #asked(stage: 'predict' | 'explain'): readonly Question[] {
    return this.exercise.questions.filter((question) => stageOf(question) === stage);
  }

  /** Whether what right answers to `questions` give away may be seen. */
  #isShown(questions: readonly Question[]): boolean {
    return showsAnswers(this.settings, this.#marks.allRight(questions));
  }

  /** The hints that stand below the questions of part 1. */
  get #hintsHere(): readonly string[] {
    return this.isHidden('hints') ? [] : hintsOf(this.exercise);
  }

  #answer(question: Question): string {
    return String(this.state[answerName(question)] ?? '');
  }

  async #demonstrate(demo: Demonstration): Promise<void> {
    const label = plainText(this.exercise.text[`demo ${demo.id}`] ?? '');
    this.#notice = null;
    const lane = demoLane(demo);
    const shown = await this.compute(lane, async (engine) => {
      const evaluator = this.#evaluator(engine, { lane, label });
      const says = await filled(this.exercise.text[`demo ${demo.id} says`] ?? '', evaluator, demo.values);
      return { says, results: await computeResults(demo.results ?? [], evaluator) };
    });
    if (this.#run?.lane === lane) this.#run = null;
    if (shown !== undefined) this.#find({ shown: new Map(this.#found.shown).set(demo.id, shown) });
    this.requestUpdate();
  }

  #cancelRun(): void {
    if (this.#run === null) return;
    const { lane, done, total } = this.#run;
    this.cancel(lane);
    this.#run = null;
    this.#notice = { lane, text: this.say('exercise.cancelled', { done, total }) };
    announce(this, this.#notice.text);
    this.requestUpdate();
  }

  #focusFirst(selector: string): void {
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (this.exercise === undefined) return nothing;
    const practice = !this.#worked;
    const { brief } = this;
    return html`<article aria-label=${this.exercise.title}>
      ${this.isHidden('header') ? nothing : headerView(this.exercise, this.say)}
      ${this.#predict(practice)}
      ${brief ? nothing : this.#runSection(practice)}
      ${!brief && (this.step >= COMPARE || !practice) ? this.#explain(practice) : nothing}
      ${brief ? nothing : this.#footer()}
    </article>`;
  }

  /** Steps are numbered where they are taken one after the other. */
  #heading(id: string, step: number, words: string): TemplateResult {
    const number = !this.#worked ? html`<span class="step">${step}</span> ` : nothing;
    return html`<h3 id=${id}>${number}${words}</h3>`;
  }

  #predict(practice: boolean): TemplateResult {
    return html`<section aria-labelledby="predict">
      ${this.#heading('predict', 1, this.say(practice ? 'exercise.predict' : 'exercise.given'))}
      <div class="prose">${unsafeHTML(this.exercise.text.prompt ?? '')}</div>
      ${this.brief ? nothing : this.#answering(practice)}
    </section>`;
  }

  /** The inputs, what is given, and the questions with their fields. */
  #answering(practice: boolean): TemplateResult {
    const { exercise, state } = this;
    const disabled = this.settings.readonly;
    const questions = this.#asked('predict');
    const hints = this.#hintsHere;
    // Without its numbers nobody could do it: where controls are left out they are shown, and stay as they are.
    const fixed = disabled || (this.isHidden('controls') && !questions.some(({ kind }) => kind === 'build'));
    return html`<div class="inputs">
        ${controls(exercise.inputs, state, { disabled: fixed, set: (name, value) => this.#setInput(name, value) })}
      </div>
      ${fixed || exercise.inputs.length === 0 ? nothing : html`<p class="quiet">${this.say('exercise.inputs')}</p>`}
      ${noticeView(this.#notice, 'inputs')} ${resultsView(this.#given, this.exercise.text)} ${this.errorSlot('given')}
      ${
        practice
          ? html`<form @submit=${this.#submit('predict')} novalidate>
              ${questions.some(takesThreeFigures) ? html`<p class="quiet">${this.say('exercise.tolerance')}</p>` : nothing}
              ${questions.map((question) => this.#question(question))}
              ${hintsView(hints, this.#hints)}
              <p class="row controls">
                ${disabled && !isAnswered(this.exercise, this.state) ? nothing : checkButton('run', this.busy('run'), this.say)}
                ${hintButton(hints, this.#hints, this.say, () => this.#nextHint())}
              </p>
            </form>`
          : nothing
      }`;
  }

  #submit(stage: 'predict' | 'explain'): (event: Event) => void {
    return (event) => {
      event.preventDefault();
      if (!this.busy(stage === 'predict' ? 'run' : 'check')) void this.#check(stage);
    };
  }

  #setInput(name: string, value: State[string]): void {
    const message = this.set(name, value);
    this.#notice = message === null ? null : { lane: 'inputs', text: message };
    if (message === null) return;
    announce(this, message);
    this.requestUpdate();
  }

  #question(question: Question): TemplateResult {
    const checked = this.#marks.of(question);
    return questionView({
      question,
      text: this.exercise.text,
      answer: this.#answer(question),
      latest: () => this.#answer(question),
      verdict: checked?.verdict,
      reply: checked?.reply ?? '',
      disabled: this.settings.readonly,
      say: this.say,
      change: (answer) => this.#setInput(answerName(question), answer),
    });
  }

  #nextHint(): void {
    this.#hints += 1;
    this.requestUpdate();
  }

  #runSection(practice: boolean): TemplateResult | typeof nothing {
    const failed = this.errorSlot('run');
    const notice = noticeView(this.#notice, 'run');
    const quiet = failed === nothing && notice === nothing && this.#run === null;
    if (quiet && this.#found.results.length === 0) return nothing;
    const shown = !practice || this.#isShown(this.#asked('predict'));
    return html`<section aria-labelledby="run">
      ${this.#heading('run', 2, this.say('exercise.run'))}
      ${this.#runView('run')} ${notice} ${failed}
      ${this.#found.results.length === 0 ? nothing : shown ? resultsView(this.#found.results, this.exercise.text) : keptView(this.settings, this.say)}
      ${this.#found.results.length > 0 && practice ? this.#compareView() : nothing}
    </section>`;
  }

  /** What was right and what was not, with the way back to the answers. */
  #compareView(): TemplateResult {
    const asked = this.#asked('predict');
    return html`${this.#heading('compare', 3, this.say('exercise.compare'))}
      ${scoreView(this.#marks.score(asked), this.say, this.#again)}
      ${this.isHidden('solution') || !this.#isShown(asked) ? nothing : this.#solution()}`;
  }

  /** Goes to the first answer that is not right; null where answers stay as they are. */
  get #again(): (() => void) | null {
    if (this.settings.readonly) return null;
    const open = () => this.#asked('predict').find((question) => !this.#marks.isRight(question))!;
    return () => this.#focusFirst(placeOf(open()));
  }

  #solution(): TemplateResult | typeof nothing {
    if (this.#found.closing === null) return nothing;
    return solutionView(this.#found.closing.solution, this.#found.solutionOpen, this.say, (open) => {
      this.#find({ solutionOpen: open });
    });
  }

  #explain(practice: boolean): TemplateResult | typeof nothing {
    const questions = this.#asked('explain');
    const seen = !practice || tellsAnswers(this.settings) || this.#marks.allRight(this.#asked('predict'));
    if (!seen && questions.length === 0) return nothing;
    const solved = this.#marks.allRight(questions);
    return html`<section aria-labelledby="explain">
      ${this.#heading('explain', 4, this.say('exercise.explain'))}
      ${seen ? this.#demonstrations() : nothing}
      ${
        practice && questions.length > 0
          ? html`<form @submit=${this.#submit('explain')} novalidate>
              ${questions.map((question) => this.#question(question))} ${this.errorSlot('check')}
              ${this.settings.readonly && !isAnswered(this.exercise, this.state) ? nothing : html`<p class="row controls">${checkButton('check', this.busy('check'), this.say)}</p>`}
            </form>`
          : nothing
      }
      ${
        (practice ? solved && this.#isShown(this.exercise.questions) : this.settings.answers !== 'never') &&
        this.#found.closing !== null
          ? html`<div class="prose" data-explanation>
              ${practice ? nothing : unsafeHTML(`<p>${this.#found.closing.solution}</p>`)} ${unsafeHTML(this.#found.closing.explain)}
            </div>`
          : nothing
      }
      ${
        practice
          ? endView(
              this.#marks.score(this.exercise.questions),
              questions.length > 0 && solved,
              this.say,
              this.#again,
            )
          : nothing
      }
    </section>`;
  }

  #demonstrations(): TemplateResult | typeof nothing {
    const { demonstrations: demos = [] } = this.exercise;
    if (demos.length === 0) return nothing;
    return html`<div class="demos">
      ${demonstrationsView(demos, this.exercise.text, this.#found.shown, (demo) => void this.#demonstrate(demo))}
      ${demoLanes(this.exercise).map((lane) => [this.#runView(lane), noticeView(this.#notice, lane), this.errorSlot(lane)])}
    </div>`;
  }

  #runView(lane: string): TemplateResult | typeof nothing {
    return runView(this.#run, lane, () => this.#cancelRun());
  }

  #footer(): TemplateResult | typeof nothing {
    if (this.isHidden('reset') || this.settings.readonly) return nothing;
    return html`<footer class="controls"><la-actions label=${this.say('activity.reset-short')} .actions=${resetActions(this)}></la-actions></footer>`;
  }
}

define('la-exercise', LaExercise);

declare global {
  interface HTMLElementTagNameMap {
    'la-exercise': LaExercise;
  }
}
