// The hints taken so far, and the button for the next one.
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { speaker } from '../../lesson-kit/strings.js';

/** `hints` are trusted HTML, sections of the exercise. */
export function hintsView(hints: readonly string[], taken: number): TemplateResult {
  return html`<ol class="hints" aria-live="polite">
    ${hints.slice(0, taken).map((hint) => html`<li>${unsafeHTML(hint)}</li>`)}
  </ol>`;
}

/** Nothing once every hint has been taken. */
export function hintButton(
  hints: readonly string[],
  taken: number,
  say: ReturnType<typeof speaker>,
  takeNext: () => void,
): TemplateResult | typeof nothing {
  const next = taken + 1;
  if (next > hints.length) return nothing;
  return html`<button type="button" data-action="hint" @click=${takeNext}>
    ${say('exercise.next-hint', { n: next, of: hints.length })}
  </button>`;
}
