// One question with its fields and, once it was checked, the verdict.
import { html, nothing, type TemplateResult } from 'lit';
import { classMap } from 'lit/directives/class-map.js';
import { live } from 'lit/directives/live.js';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { Question, Sections } from '../../lesson-kit/exercise.js';
import type { Given, Verdict } from '../../lesson-kit/grade.js';
import type { speaker } from '../../lesson-kit/strings.js';
import { formatNumber } from '../../model/format-number.js';

export interface Asked {
  readonly question: Question;
  readonly text: Sections;
  /** As it stands in the state: what was typed, or chosen options separated by commas. */
  readonly answer: string;
  /** The answer at this moment: events may follow each other faster than drawings. */
  readonly latest: () => string;
  readonly verdict: Verdict | undefined;
  /** Trusted HTML: the verdict in words, with the reply to a known mistake. */
  readonly reply: string;
  readonly disabled: boolean;
  readonly say: ReturnType<typeof speaker>;
  readonly change: (answer: string) => void;
}

export function questionView(asked: Asked): TemplateResult {
  const { question, text, verdict, reply, say } = asked;
  const id = `question-${question.id}`;
  const mark = verdict?.kind ?? 'open';
  const label = unsafeHTML(text[`question ${question.id}`] ?? '');
  const body =
    question.kind === 'choice' || question.kind === 'choices'
      ? html`<fieldset aria-describedby="${id}-reply">
          <legend id=${id}>${label}${question.kind === 'choices' ? html` <span class="quiet">${say('exercise.all-that-fit')}</span>` : nothing}</legend>
          ${question.options.map((option) => optionView(asked, option))}
        </fieldset>`
      : question.kind === 'build'
        ? html`<p class="ask"><span id=${id}>${label}</span></p>`
        : html`<div class="ask">
            ${question.kind === 'matrix' && question.size ? html`<span id=${id}>${label}</span>` : html`<label for="${id}-0" id=${id}>${label}</label>`}
            ${fields(asked, id)} ${toleranceView(asked)}
          </div>`;
  return html`<div class=${classMap({ question: true, [mark]: true })} data-question=${question.id} data-verdict=${mark}>
    ${body}
    <div id="${id}-reply" class="reply">${verdict === undefined ? nothing : replyView(verdict, reply, say)}</div>
  </div>`;
}

function replyView(verdict: Verdict, reply: string, say: Asked['say']): TemplateResult {
  const mark = {
    right: `✓ ${say('exercise.right')}`,
    wrong: `✗ ${say('exercise.wrong')}`,
    unreadable: '✗',
  };
  return html`<strong class="verdict">${mark[verdict.kind]}</strong> ${unsafeHTML(reply)}`;
}

function optionView(
  { question, text, answer, latest, disabled, change }: Asked,
  option: string,
): TemplateResult {
  const many = question.kind === 'choices';
  const optionsIn = (list: string) => (list === '' ? [] : list.split(','));
  const pick = (event: Event) => {
    const { checked } = event.target as HTMLInputElement;
    const others = optionsIn(latest()).filter((item) => item !== option);
    if (!many) change(option);
    else change((checked ? [...others, option] : others).join(','));
  };
  return html`<label class="option"
    ><input
      type=${many ? 'checkbox' : 'radio'}
      name="choice-${question.id}"
      value=${option}
      .checked=${live(optionsIn(answer).includes(option))}
      ?disabled=${disabled}
      @change=${pick}
    /><span>${unsafeHTML(text[`choice ${question.id} ${option}`] ?? option)}</span></label
  >`;
}

/** How far an answer may be away, where the question says it in numbers. */
function toleranceView({ question, say }: Asked): TemplateResult | typeof nothing {
  const within = 'within' in question ? question.within : undefined;
  if (typeof within !== 'object') return nothing;
  return html`<span class="quiet">${say('exercise.within', { within: formatNumber(within.absolute) })}</span>`;
}

/** One field, or one for each entry of a matrix of known size; their texts are kept with | between them. */
function fields(
  { question, answer, latest, verdict, disabled, change, say }: Asked,
  id: string,
): TemplateResult {
  const size = question.kind === 'matrix' ? question.size : ([1, 1] as const);
  const wrong = verdict?.kind === 'wrong' ? verdict.wrong : undefined;
  const invalid = (index: number) =>
    verdict !== undefined && verdict.kind !== 'right' && (wrong === undefined || wrong.includes(index));
  const field = (value: string, index: number, name: string | typeof nothing, set: (text: string) => void) =>
    html`<input
      id="${id}-${index}"
      type="text"
      inputmode="text"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      maxlength="60"
      aria-label=${name}
      aria-invalid=${invalid(index)}
      aria-describedby="${id}-reply"
      .value=${live(value)}
      ?disabled=${disabled}
      @input=${(event: InputEvent) => set((event.target as HTMLInputElement).value)}
    />`;
  if (size === undefined) {
    return html`${field(answer, 0, nothing, change)}<span class="quiet">${say('exercise.entries')}</span>`;
  }
  const [rows, cols] = size;
  const unit = 'unit' in question ? question.unit : undefined;
  if (rows * cols === 1) {
    return html`<span class="field">${field(answer, 0, nothing, change)}${unit ? html` <span class="quiet">${unit}</span>` : nothing}</span>`;
  }
  const entries = answer.split('|');
  return html`<span class="entries" role="group" aria-labelledby=${id} style="--cols: ${cols}">
    ${Array.from({ length: rows * cols }, (_, index) =>
      field(
        entries[index] ?? '',
        index,
        say('exercise.entry', { row: Math.floor(index / cols) + 1, col: (index % cols) + 1 }),
        (text) => {
          const now = latest().split('|');
          const next = Array.from({ length: rows * cols }, (__, at) => now[at] ?? '');
          next[index] = text.replaceAll('|', '');
          change(next.join('|'));
        },
      ),
    )}
  </span>`;
}

/** The answer as the grader takes it. */
export function givenOf(question: Question, answer: string): Given {
  if (question.kind === 'choices') return answer === '' ? [] : answer.split(',');
  if (question.kind !== 'matrix' || question.size === undefined) return answer;
  const entries = answer.split('|');
  const [rows, cols] = question.size;
  return Array.from({ length: rows * cols }, (_, index) => entries[index] ?? '');
}
