import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Engine } from '../../engine/calls.js';
import { sharedEngine } from '../../engine/shared.js';
import {
  type CustomExercise,
  parseCustomExercise,
  readCustomExercise,
} from '../../lesson-kit/custom-exercise.js';
import { FUNCTIONS } from '../../lesson-kit/formula.js';
import { Evaluator } from '../../lesson-kit/recipe.js';
import { rehearse } from '../../lesson-kit/rehearse.js';
import type { State } from '../../model/parameters.js';
import { defaults, MAX_JSON_BYTES } from '../../model/state.js';
import { saveFile } from '../../widgets/save.js';
import { base, define, LaElement } from '../../widgets/theme/base.js';
import {
  blankInput,
  blankMistake,
  blankQuestion,
  type Draft,
  type DraftInput,
  type DraftMistake,
  type DraftQuestion,
  draftToJson,
  FIRST,
  jsonToDraft,
} from './own-draft.js';
import { areaField, listOf, type Place, pickField, textField } from './own-fields.js';
import { inOrder, namingProblems, type Problem, placed } from './own-problems.js';
import { ownStyle } from './own-style.js';
import { teachStyle } from './teach-style.js';

const INPUT_KINDS = { integer: 'a whole number', number: 'a number', matrix: 'a matrix' };
const QUESTION_KINDS = {
  number: 'a number',
  integer: 'a whole number',
  matrix: 'a matrix',
  choice: 'one of several options',
  choices: 'all options that fit',
};
const STAGES = { predict: 'before anything is computed', explain: 'after the result is shown' };
const SHOWS = {
  number: 'number',
  integer: 'whole number',
  bytes: 'bytes',
  matrix: 'matrix',
  weights: 'heat map',
  signed: 'heat map around 0',
  text: 'words',
};

/** What became of the draft: sent with every `la-exercise-change`. */
export interface OwnChange {
  readonly json: unknown;
  readonly read: CustomExercise;
}

/**
 * <la-own-exercise>: a form for an exercise of one's own, and the same as JSON. Property `json`: what to begin with.
 * Event: `la-exercise-change` with an OwnChange, at the start and after every change.
 */
export class LaOwnExercise extends LaElement {
  static override styles = [base, teachStyle, ownStyle];
  static override properties: (typeof LitElement)['properties'] = {
    json: { attribute: false },
    draft: { state: true },
    refused: { state: true },
    rehearsal: { state: true },
  };

  json: unknown = FIRST;
  draft: Draft = jsonToDraft(FIRST);
  /** Why the JSON that was offered is not taken. */
  refused: readonly string[] = [];
  rehearsal: { readonly problems: readonly string[]; readonly advice: readonly string[] } | null = null;

  engine: () => Engine = sharedEngine;
  #read: CustomExercise = readCustomExercise(FIRST);
  #problems: readonly Problem[] = [];
  /** As `#problems`, but while a pointer is down: a line that came or went would move a button away from it. */
  #marked: readonly Problem[] = [];
  #pressing = false;
  readonly #press = () => {
    this.#pressing = true;
  };
  readonly #letGo = () => {
    // After the click that this may become.
    setTimeout(() => {
      this.#pressing = false;
      this.requestUpdate();
    });
  };

  override connectedCallback(): void {
    super.connectedCallback();
    window.addEventListener('pointerdown', this.#press, true);
    for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, this.#letGo, true);
    this.#take(this.json);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.removeEventListener('pointerdown', this.#press, true);
    for (const end of ['pointerup', 'pointercancel']) window.removeEventListener(end, this.#letGo, true);
  }

  protected override willUpdate(): void {
    this.#problems = inOrder(this.#found());
    if (!this.#pressing) this.#marked = this.#problems;
  }

  #found(): readonly Problem[] {
    const { draft, rehearsal } = this;
    const named = namingProblems(draft);
    if (this.#read.ok) return [...named, ...(rehearsal?.problems ?? []).map((one) => placed(one, draft))];
    const read = this.#read.problems.map((one) => placed(one, draft));
    // Of a list with a name that is none the reader says so as well, in the words of JSON.
    const said = named.map(({ at }) => at.replace(/\[\d+\]\.\w+$/, ''));
    return [...named, ...read.filter(({ at }) => !said.includes(at))];
  }

  #place(at: string): Place {
    return { at, problems: this.#marked.filter((one) => one.at === at).map(({ says }) => says) };
  }

  /** Puts JSON into the form; what cannot be read leaves the form as it is and is said. */
  #take(json: unknown, read = readCustomExercise(json)): void {
    this.refused = read.ok ? [] : read.problems;
    if (read.ok) this.#change(jsonToDraft(json));
  }

  #change(draft: Draft): void {
    this.draft = draft;
    this.rehearsal = null;
    this.json = draftToJson(draft);
    // As it will arrive: without what JSON does not carry.
    this.#read = parseCustomExercise(JSON.stringify(this.json));
    const [first] = namingProblems(draft);
    // What the JSON holds is then not what stands in the form.
    if (first !== undefined && this.#read.ok) this.#read = { ok: false, problems: [] };
    this.emit<OwnChange>('la-exercise-change', { json: this.json, read: this.#read });
  }

  #set<K extends keyof Draft>(key: K, value: Draft[K]): void {
    this.#change({ ...this.draft, [key]: value });
  }

  protected override render(): TemplateResult {
    const { draft } = this;
    const at = (path: string) => this.#place(path);
    return html`
      ${textField('Title', at('title'), draft.title, (text) => this.#set('title', text))}
      ${textField('Minutes', at('minutes'), draft.minutes, (text) => this.#set('minutes', text), { short: true })}
      ${areaField('What it is about', at('prompt'), draft.prompt, (text) => this.#set('prompt', text), 'Blank lines part paragraphs. **strong**, *emphasis* and `code` work.')}
      ${listOf({
        title: 'Inputs',
        about: 'What readers can change. An answer that uses an input follows it.',
        place: at('inputs'),
        one: 'input',
        rows: draft.inputs,
        blank: blankInput,
        put: (rows) => this.#set('inputs', rows),
        row: (row, put, index) => this.#input(row, put, `inputs[${index}]`),
      })}
      ${listOf({
        title: 'Values',
        about:
          'Formulas with a name, for answers below. In replies, solution and explanation {name} shows the number.',
        place: at('values'),
        one: 'value',
        rows: draft.values,
        blank: () => ({ name: '', recipe: '' }),
        put: (rows) => this.#set('values', rows),
        row: (row, put, index) =>
          html`${textField('Name', at(`values[${index}].name`), row.name, (name) => put({ ...row, name }), { short: true })}
            ${textField('Formula', at(`values[${index}].recipe`), row.recipe, (recipe) => put({ ...row, recipe }), { code: true })}`,
      })}
      ${this.#formulaHelp()}
      ${listOf({
        title: 'Questions',
        about: '',
        place: at('questions'),
        one: 'question',
        rows: draft.questions,
        blank: () => blankQuestion(`q${draft.questions.length + 1}`),
        put: (rows) => this.#set('questions', rows),
        row: (row, put, index) => this.#question(row, put, `questions[${index}]`),
      })}
      ${listOf({
        title: 'Hints',
        about: 'Shown one at a time.',
        place: at('hints'),
        one: 'hint',
        rows: draft.hints,
        blank: () => '',
        put: (rows) => this.#set('hints', rows),
        row: (row, put, index) => areaField('Hint', at(`hints[${index}]`), row, put),
      })}
      ${listOf({
        title: 'Results',
        about: 'What the core computes and shows when the answers are checked.',
        place: at('results'),
        one: 'result',
        rows: draft.results,
        blank: () => ({ label: '', value: '', show: 'number' }),
        put: (rows) => this.#set('results', rows),
        row: (row, put, index) =>
          html`${textField('Label', at(`results[${index}].label`), row.label, (label) => put({ ...row, label }))}
            ${textField('Formula', at(`results[${index}].value`), row.value, (value) => put({ ...row, value }), { code: true })}
            ${pickField('Shown as', at(`results[${index}].show`), row.show, SHOWS, (show) => put({ ...row, show }))}`,
      })}
      ${areaField('Worked solution', at('solution'), draft.solution, (text) => this.#set('solution', text))}
      ${areaField('Explanation, shown last', at('explain'), draft.explain, (text) => this.#set('explain', text))}
      ${this.#state()} ${this.#jsonView()}
    `;
  }

  #input(row: DraftInput, put: (row: DraftInput) => void, path: string): TemplateResult {
    const at = (key: string) => this.#place(`${path}.${key}`);
    const matrix = row.kind === 'matrix';
    return html`${textField('Name', at('name'), row.name, (name) => put({ ...row, name }), { short: true })}
      ${pickField('Kind', at('kind'), row.kind, INPUT_KINDS, (kind) => put({ ...row, kind }))}
      ${textField(matrix ? 'Starts as, such as 1 2; 3 4' : 'Starts as', at('default'), row.start, (start) => put({ ...row, start }), { short: !matrix })}
      ${textField('Least', at('min'), row.min, (min) => put({ ...row, min }), { short: true })}
      ${textField('Most', at('max'), row.max, (max) => put({ ...row, max }), { short: true })}
      ${textField('Label, if not the name', at('label'), row.label, (label) => put({ ...row, label }), { short: true })}`;
  }

  #question(row: DraftQuestion, put: (row: DraftQuestion) => void, path: string): TemplateResult {
    const at = (key: string) => this.#place(`${path}.${key}`);
    const chosen = row.kind === 'choice' || row.kind === 'choices';
    return html`${areaField('Question', at('ask'), row.ask, (ask) => put({ ...row, ask }))}
      <div class="fields">
        ${pickField('The answer is', at('kind'), row.kind, QUESTION_KINDS, (kind) => put({ ...row, kind }))}
        ${pickField('Asked', at('stage'), row.stage, STAGES, (stage) => put({ ...row, stage }))}
        ${textField('Short name', at('id'), row.id, (id) => put({ ...row, id }), { short: true })}
        ${this.#numbers(row, put, at)}
      </div>
      ${
        chosen
          ? listOf({
              title: 'Options',
              about: '',
              place: at('options'),
              one: 'option',
              rows: row.options,
              blank: () => ({ id: `o${row.options.length + 1}`, label: '' }),
              put: (options) => put({ ...row, options }),
              row: (option, putOption, index) =>
                html`${textField('Short name', at(`options[${index}].id`), option.id, (id) => putOption({ ...option, id }), { short: true })}
                  ${textField('Words', at(`options[${index}].label`), option.label, (label) => putOption({ ...option, label }))}`,
            })
          : nothing
      }
      ${
        row.kind === 'choices'
          ? textField('Right options, by short name, with commas', at('answer'), row.answer, (answer) =>
              put({ ...row, answer }),
            )
          : chosen
            ? this.#option('Right option', at('answer'), row.answer, row, (answer) => put({ ...row, answer }))
            : textField(
                'Right answer: a formula',
                at('answer'),
                row.answer,
                (answer) => put({ ...row, answer }),
                {
                  code: true,
                },
              )
      }
      ${listOf({
        title: 'Usual mistakes',
        about: 'Three or more: what a reader who makes it answers, and what you say to them.',
        place: at('mistakes'),
        one: 'mistake',
        rows: row.mistakes,
        blank: blankMistake,
        put: (mistakes) => put({ ...row, mistakes }),
        row: (mistake, putMistake, index) =>
          this.#mistake(row, mistake, putMistake, (key) => at(`mistakes[${index}].${key}`)),
      })}`;
  }

  /** What only questions that ask for numbers have. */
  #numbers(
    row: DraftQuestion,
    put: (row: DraftQuestion) => void,
    at: (key: string) => Place,
  ): (TemplateResult | typeof nothing)[] {
    const field = (label: string, key: 'unit' | 'tolerance' | 'size', kinds: readonly string[]) =>
      kinds.includes(row.kind)
        ? textField(label, at(key), row[key], (text) => put({ ...row, [key]: text }), { short: true })
        : nothing;
    return [
      field('Unit, if any', 'unit', ['number', 'integer']),
      field('Right if at most so far away; empty: three figures', 'tolerance', ['number', 'matrix']),
      field('Fields, such as 2 × 3; empty: one for all', 'size', ['matrix']),
    ];
  }

  #mistake(
    question: DraftQuestion,
    row: DraftMistake,
    put: (row: DraftMistake) => void,
    at: (key: string) => Place,
  ): TemplateResult {
    const gives =
      question.kind === 'choices'
        ? html`${this.#option('Wrongly chosen', at('includes'), row.includes, question, (includes) => put({ ...row, includes }))}
            ${this.#option('Or missing', at('lacks'), row.lacks, question, (lacks) => put({ ...row, lacks }))}`
        : question.kind === 'choice'
          ? this.#option('They choose', at('gives'), row.gives, question, (given) =>
              put({ ...row, gives: given }),
            )
          : textField(
              'They answer: a formula',
              at('gives'),
              row.gives,
              (given) => put({ ...row, gives: given }),
              {
                code: true,
              },
            );
    return html`${gives} ${areaField('Your reply', at('reply'), row.reply, (reply) => put({ ...row, reply }))}`;
  }

  #option(
    label: string,
    place: Place,
    value: string,
    { options }: DraftQuestion,
    put: (id: string) => void,
  ): TemplateResult {
    const choices = Object.fromEntries(options.map((option) => [option.id, option.label || option.id]));
    return pickField(label, place, value, { '': '–', ...choices }, put);
  }

  #formulaHelp(): TemplateResult {
    return html`<details>
      <summary>What a formula can hold</summary>
      <p>
        Numbers, names of inputs and values, <code>+ - * / ^</code> and brackets. For matrices with one token a row:
        <code>softmax(q, k, v)</code>, <code>linear(q, k, v)</code> with elu(x) + 1, <code>identity(q, k, v)</code>,
        <code>linear_weights(q, k)</code>. One entry of a matrix: <code>entry(m, 0, 0)</code>, counted from 0.
      </p>
      <p>All functions: <code>${FUNCTIONS.join(', ')}</code>. A recipe in JSON may stand in a formula’s place.</p>
    </details>`;
  }

  #state(): TemplateResult {
    const { rehearsal } = this;
    const problems = this.#problems;
    // Below the button, which would move away from a pointer that presses it just after typing.
    return html`<p class="row controls">
        <button type="button" data-action="rehearse" ?disabled=${!this.#read.ok} @click=${() => void this.#rehearse()}>
          Try every answer and mistake
        </button>
      </p>
      <div class="state" role="status">
        ${
          problems.length === 0
            ? nothing
            : html`<p>To be mended before it can be used. Each leads to its place:</p>
                <ul class="warn">
                  ${problems.map(
                    (problem) =>
                      html`<li><button type="button" class="to" @click=${() => this.#goTo(problem)}>${problem.place}</button>: ${problem.says}</li>`,
                  )}
                </ul>`
        }
        ${rehearsal !== null && problems.length === 0 ? html`<p class="good">Every answer passes, and every mistake gets its reply.</p>` : nothing}
        ${this.#sentences(rehearsal?.advice ?? [])}
      </div>`;
  }

  /** To the field, or, where a list or a row has none of its own, to the first in it. */
  #goTo({ at }: Problem): void {
    const all = [...this.renderRoot.querySelectorAll<HTMLElement>('[data-at]')];
    const field =
      all.find(({ dataset }) => dataset.at === at) ?? all.find(({ dataset }) => dataset.at!.startsWith(at));
    field?.focus();
  }

  #sentences(sentences: readonly string[]): TemplateResult | typeof nothing {
    if (sentences.length === 0) return nothing;
    return html`<ul class="warn">
      ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>`;
  }

  async #rehearse(): Promise<void> {
    const read = this.#read;
    if (!read.ok) return;
    const { exercise } = read;
    const state = defaults(exercise.inputs) as State;
    const rehearsal = await rehearse(exercise, new Evaluator(this.engine(), state, exercise.values));
    if (read === this.#read) this.rehearsal = rehearsal;
  }

  #jsonView(): TemplateResult {
    return html`<details class="json">
      <summary>As JSON</summary>
      <label class="text wide"
        ><span class="label">The whole exercise</span>
        <textarea
          rows="16"
          class="code"
          spellcheck="false"
          .value=${live(JSON.stringify(this.json, null, 2))}
          @change=${(event: Event) => this.#takeText((event.target as HTMLTextAreaElement).value)}
        ></textarea
      ></label>
      <div role="status">${this.#sentences(this.refused)}</div>
      <p class="row controls">
        <button type="button" @click=${() => saveFile('exercise.json', `${JSON.stringify(this.json, null, 2)}\n`)}>
          Save as a file
        </button>
        <label class="text"
          ><span class="label">Open a file</span>
          <input type="file" accept=".json,application/json" @change=${(event: Event) => void this.#open(event)}
        /></label>
      </p>
    </details>`;
  }

  #takeText(text: string): void {
    const read = parseCustomExercise(text);
    if (read.ok) this.#take(JSON.parse(text), read);
    else this.refused = read.problems;
  }

  async #open(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    if (file === undefined) return;
    // Something else was chosen by mistake, such as a film: it is not even read.
    if (file.size > 4 * MAX_JSON_BYTES) this.refused = [`${file.name} is too large to be an exercise.`];
    else {
      try {
        const text = await file.text();
        // Another was chosen in the meantime.
        if (input.files?.[0] !== file) return;
        this.#takeText(text);
      } catch {
        this.refused = [this.say('drop.unreadable', { name: file.name })];
      }
    }
    // So that the same file, changed meanwhile, can be chosen again.
    input.value = '';
  }
}

define('la-own-exercise', LaOwnExercise);
