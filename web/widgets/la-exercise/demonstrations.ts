// What a reader may try out after the answers, each behind a button, and what came of it.
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { Demonstration, Exercise, Sections } from '../../lesson-kit/exercise.js';
import { type Computed, resultsView } from './results.js';

/** One demonstration that has run. */
export interface Shown {
  /** Trusted HTML. */
  readonly says: string;
  readonly results: readonly Computed[];
}

/** Each has a lane of its own: a second one that is started does not cancel the first. */
export const demoLane = ({ id }: Demonstration): string => `demo ${id}`;

export function demoLanes({ demonstrations = [] }: Exercise): readonly string[] {
  return demonstrations.map(demoLane);
}

/** `text` holds the exercise's sections, trusted HTML; `shown` what has run, by the demonstration's id. */
export function demonstrationsView(
  demos: readonly Demonstration[],
  text: Sections,
  shown: ReadonlyMap<string, Shown>,
  run: (demo: Demonstration) => void,
): TemplateResult[] {
  return demos.map((demo) => {
    const came = shown.get(demo.id);
    return html`<div class="demo">
      <button
        type="button"
        data-demo=${demo.id}
        aria-expanded=${came !== undefined}
        @click=${() => run(demo)}
      >
        ${unsafeHTML(text[`demo ${demo.id}`] ?? demo.id)}
      </button>
      <div role="status">
        ${came === undefined ? nothing : html`<p data-demo-says=${demo.id}>${unsafeHTML(came.says)}</p>`}
      </div>
      ${came === undefined ? nothing : resultsView(came.results, text)}
    </div>`;
  });
}
