// What is at work in a lane of an exercise, and what became of something there.
import { html, nothing, type TemplateResult } from 'lit';
import '../la-progress.js';

export interface RunAtWork {
  readonly lane: string;
  readonly label: string;
  readonly done: number;
  readonly total: number;
}

/** A run that was stopped, an input that was refused. */
export interface Notice {
  readonly lane: string;
  readonly text: string;
}

/** Nothing where the run is in another lane. */
export function runView(
  run: RunAtWork | null,
  lane: string,
  cancel: () => void,
): TemplateResult | typeof nothing {
  if (run === null || run.lane !== lane) return nothing;
  return html`<la-progress
    label=${run.label}
    .done=${run.done}
    .total=${run.total}
    @la-cancel=${cancel}
  ></la-progress>`;
}

/** Nothing where the notice is about another lane. */
export function noticeView(notice: Notice | null, lane: string): TemplateResult | typeof nothing {
  if (notice === null || notice.lane !== lane) return nothing;
  return html`<p class="notice" data-notice>${notice.text}</p>`;
}
