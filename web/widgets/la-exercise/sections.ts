// Small parts of an exercise.
import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { Exercise } from '../../lesson-kit/exercise.js';
import type { speaker } from '../../lesson-kit/strings.js';

/** `solution` is trusted HTML, a section of the exercise with its numbers. */
export function solutionView(
  solution: string,
  open: boolean,
  say: ReturnType<typeof speaker>,
  toggled: (open: boolean) => void,
): TemplateResult {
  return html`<details ?open=${open} @toggle=${(event: Event) => toggled((event.target as HTMLDetailsElement).open)}>
    <summary>${say('exercise.solution')}</summary>
    <div class="prose">${unsafeHTML(solution)}</div>
  </details>`;
}

export function headerView({ title, minutes }: Exercise, say: ReturnType<typeof speaker>): TemplateResult {
  return html`<header>
    <h2>${title}</h2>
    <p class="quiet">${say('exercise.minutes', { count: minutes })}</p>
  </header>`;
}

/** Submits the form that it stands in; `lane` is at work for it. */
export function checkButton(
  lane: 'run' | 'check',
  busy: boolean,
  say: ReturnType<typeof speaker>,
): TemplateResult {
  return html`<button class="main" type="submit" aria-disabled=${busy} data-action=${lane}>
    ${say(lane === 'run' ? 'exercise.run-check' : 'exercise.check')}
  </button>`;
}
