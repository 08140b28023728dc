// Where a number comes from. What a figure says was computed comes from the core; a number in such a place that does not
// is marked here, and tests/e2e/poison.test.ts holds every page to the marks: with a core that answers falsely, what is
// marked stays as it is and everything else changes.
import { html, type TemplateResult } from 'lit';

/** What the reader or the author set, and sizes of what is on the page. */
export function given(text: string | number): TemplateResult {
  return html`<span data-from="input">${text}</span>`;
}

/** Some of the numbers that were set, picked by what was computed: lengths at which one thing took longer. */
export function picked(text: string): TemplateResult {
  return html`<span data-from="picked">${text}</span>`;
}

/** What a formula says without any data: a bound or a theory, held to its source by a test. */
export function theory(text: string): TemplateResult {
  return html`<span data-from="closed-form">${text}</span>`;
}
