// The fields of the form for an exercise of one's own. Each tells what was typed when the reader leaves it, and shows what
// is wrong with it below itself.
import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

/** Where a field stands in the form, and what is wrong there. */
export interface Place {
  readonly at: string;
  readonly problems: readonly string[];
}

export function textField(
  label: string,
  place: Place,
  value: string,
  put: (text: string) => void,
  { short = false, code = false } = {},
): TemplateResult {
  return withProblems(
    place,
    false,
    html`<label class="text"
    ><span class="label">${label}</span>
    <input
      type="text"
      data-at=${place.at}
      aria-invalid=${invalid(place)}
      aria-describedby=${described(place)}
      class=${code ? 'code' : ''}
      size=${short ? 8 : 36}
      autocomplete="off"
      spellcheck=${code ? 'false' : nothing}
      .value=${value}
      @change=${(event: Event) => put((event.target as HTMLInputElement).value)}
  /></label>`,
  );
}

const invalid = ({ problems }: Place) => (problems.length > 0 ? 'true' : nothing);
const problemId = ({ at, problems }: Place) => (problems.length > 0 ? `problem-${at}` : '');
const described = (place: Place) => problemId(place) || nothing;

function withProblems(place: Place, wide: boolean, field: TemplateResult): TemplateResult {
  return html`<div class=${wide ? 'field wide' : 'field'}>${field}${problemsOf(place)}</div>`;
}

/** Said by the list at the end, which is a live region; here it is only shown and read with the field. */
function problemsOf({ at, problems }: Place): TemplateResult | typeof nothing {
  if (problems.length === 0) return nothing;
  return html`<p class="problem" id="problem-${at}">${problems.join(' ')}</p>`;
}

export function areaField(
  label: string,
  place: Place,
  value: string,
  put: (text: string) => void,
  about = '',
): TemplateResult {
  return withProblems(
    place,
    true,
    html`<label class="text wide"
    ><span class="label">${label}</span>
    <textarea
      data-at=${place.at}
      aria-label=${label}
      aria-invalid=${invalid(place)}
      aria-describedby=${about === '' ? described(place) : `about-${place.at} ${problemId(place)}`.trim()}
      rows=${rowsFor(value)}
      .value=${value}
      @input=${grow}
      @change=${(event: Event) => put((event.target as HTMLTextAreaElement).value)}
    ></textarea>
    ${about === '' ? nothing : html`<span class="quiet" id="about-${place.at}">${about}</span>`}</label
  >`,
  );
}

const rowsFor = (text: string) => Math.min(8, 1 + Math.ceil(text.length / 60));

/** While the reader types: if it grew when they left it, a button below would move away from the pointer that presses it. */
function grow(event: Event): void {
  const area = event.target as HTMLTextAreaElement;
  area.rows = rowsFor(area.value);
}

export function pickField(
  label: string,
  place: Place,
  value: string,
  choices: Readonly<Record<string, string>>,
  put: (value: string) => void,
): TemplateResult {
  return withProblems(
    place,
    false,
    html`<label class="text"
    ><span class="label">${label}</span>
    <select
      data-at=${place.at}
      aria-invalid=${invalid(place)}
      aria-describedby=${described(place)}
      @change=${(event: Event) => put((event.target as HTMLSelectElement).value)}>
      ${Object.entries(choices).map(
        ([id, words]) => html`<option value=${id} .selected=${live(id === value)}>${words}</option>`,
      )}
    </select></label
  >`,
  );
}

/** Rows that can be added and taken away. */
export function listOf<Row>(list: {
  title: string;
  about: string;
  place: Place;
  one: string;
  rows: readonly Row[];
  blank: () => Row;
  put: (rows: Row[]) => void;
  row: (row: Row, put: (row: Row) => void, index: number) => TemplateResult;
}): TemplateResult {
  const { title, about, place, one, rows, blank, put, row } = list;
  return html`<fieldset class="list">
    <legend class="label">${title}</legend>
    ${about === '' ? nothing : html`<p class="quiet">${about}</p>`} ${problemsOf(place)}
    <ol>
      ${rows.map(
        (each, index) =>
          html`<li>
            <div class="fields" role="group" aria-label="${capital(one)} ${index + 1}">${row(each, (next) => put(rows.map((old, at) => (at === index ? next : old))), index)}</div>
            <button
              type="button"
              class="remove"
              aria-label="Remove ${one} ${index + 1}"
              @click=${(event: Event) => {
                put(rows.filter((_, at) => at !== index));
                void focusBeside(event.currentTarget as HTMLElement, index);
              }}
            >
              Remove
            </button>
          </li>`,
      )}
    </ol>
    <button type="button" data-add=${one} data-at=${place.at} @click=${() => put([...rows, blank()])}>Add ${article(one)}</button>
  </fieldset>`;
}

/** The button that was pressed may be gone with its row: the focus goes to the row that takes its place, or to the one before. */
async function focusBeside(pressed: HTMLElement, index: number): Promise<void> {
  const list = pressed.closest('fieldset')!;
  await ((list.getRootNode() as ShadowRoot).host as LitElement).updateComplete;
  const left = list.querySelectorAll<HTMLElement>(':scope > ol > li > .remove');
  const next =
    left[Math.min(index, left.length - 1)] ?? list.querySelector<HTMLElement>(':scope > [data-add]');
  next?.focus();
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const article = (word: string) => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);
