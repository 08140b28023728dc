// The hints taken so far, and the button for the next one.
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { speaker } from '../../lesson-kit/strings.js';

/** `hints` are trusted HTML, sections of the exercise. */
export function hintsView(hints: readonly string[], taken: number): TemplateResult | typeof nothing {
  if (hints.length === 0) return nothing;
  const items = hints.slice(0, taken).map((hint) => html`<li>${unsafeHTML(hint)}</li>`);
  // No space inside: the style asks whether it is empty.
  return html`<ol class="hints" aria-live="polite">${items}</ol>`;
}

/** Stays where it was pressed once every hint has been taken; nothing where there are none. */
export function hintButton(
  hints: readonly string[],
  taken: number,
  say: ReturnType<typeof speaker>,
  takeNext: () => void,
): TemplateResult | typeof nothing {
  const next = taken + 1;
  if (hints.length === 0) return nothing;
  const left = next <= hints.length;
  return html`<button type="button" data-action="hint" aria-disabled=${!left} @click=${() => left && takeNext()}>
    ${left ? say('exercise.next-hint', { n: next, of: hints.length }) : say('exercise.no-hints')}
  </button>`;
}
