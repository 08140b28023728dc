// The fields of the form for an exercise of one's own. Each tells what was typed when the reader leaves it.
import { html, type LitElement, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';

export function textField(
  label: string,
  value: string,
  put: (text: string) => void,
  { short = false, code = false } = {},
): TemplateResult {
  return html`<label class="text"
    ><span class="label">${label}</span>
    <input
      type="text"
      class=${code ? 'code' : ''}
      size=${short ? 8 : 36}
      autocomplete="off"
      spellcheck=${code ? 'false' : nothing}
      .value=${live(value)}
      @change=${(event: Event) => put((event.target as HTMLInputElement).value)}
  /></label>`;
}

export function areaField(
  label: string,
  value: string,
  put: (text: string) => void,
  about = '',
): TemplateResult {
  return html`<label class="text wide"
    ><span class="label">${label}</span>
    <textarea
      rows=${rowsFor(value)}
      .value=${live(value)}
      @input=${grow}
      @change=${(event: Event) => put((event.target as HTMLTextAreaElement).value)}
    ></textarea>
    ${about === '' ? nothing : html`<span class="quiet">${about}</span>`}</label
  >`;
}

const rowsFor = (text: string) => Math.min(8, 1 + Math.ceil(text.length / 60));

/** While the reader types: if it grew when they left it, a button below would move away from the pointer that presses it. */
function grow(event: Event): void {
  const area = event.target as HTMLTextAreaElement;
  area.rows = rowsFor(area.value);
}

export function pickField(
  label: string,
  value: string,
  choices: Readonly<Record<string, string>>,
  put: (value: string) => void,
): TemplateResult {
  return html`<label class="text"
    ><span class="label">${label}</span>
    <select @change=${(event: Event) => put((event.target as HTMLSelectElement).value)}>
      ${Object.entries(choices).map(
        ([id, words]) => html`<option value=${id} .selected=${live(id === value)}>${words}</option>`,
      )}
    </select></label
  >`;
}

/** Rows that can be added and taken away. */
export function listOf<Row>(list: {
  title: string;
  about: string;
  one: string;
  rows: readonly Row[];
  blank: () => Row;
  put: (rows: Row[]) => void;
  row: (row: Row, put: (row: Row) => void) => TemplateResult;
}): TemplateResult {
  const { title, about, one, rows, blank, put, row } = list;
  return html`<fieldset class="list">
    <legend class="label">${title}</legend>
    ${about === '' ? nothing : html`<p class="quiet">${about}</p>`}
    <ol>
      ${rows.map(
        (each, index) =>
          html`<li>
            <div class="fields">${row(each, (next) => put(rows.map((old, at) => (at === index ? next : old))))}</div>
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
    <button type="button" data-add=${one} @click=${() => put([...rows, blank()])}>Add ${article(one)}</button>
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

const article = (word: string) => (/^[aeiou]/.test(word) ? `an ${word}` : `a ${word}`);
