// After the answers were checked: how many are right, and the way back to those that are not.
import { html, nothing, type TemplateResult } from 'lit';
import type { speaker } from '../../lesson-kit/strings.js';
import type { CommonSettings } from '../../model/common-parameters.js';
import type { Score } from '../activity.js';

type Say = ReturnType<typeof speaker>;

/** `again` goes to the first answer that is not right; null where answers stay as they are. */
export function scoreView({ raw, max }: Score, say: Say, again: (() => void) | null): TemplateResult {
  return html`<p class="score" data-score>${say('exercise.score', { raw, count: max })}</p>
    ${raw === max || again === null ? nothing : againButton(say, again)}`;
}

/** In the place of what was computed, where it is kept back. */
export function keptView({ answers }: CommonSettings, say: Say): TemplateResult {
  return html`<p class="quiet">${say(answers === 'solved' ? 'exercise.kept' : 'exercise.kept-always')}</p>`;
}

/** Of the whole exercise: solved; or, once all of the last part is right, what is still open in the first. */
export function endView(
  { raw, max }: Score,
  explained: boolean,
  say: Say,
  again: (() => void) | null,
): TemplateResult | typeof nothing {
  if (raw === max) {
    return html`<p class="done" data-complete>✓ ${say('exercise.complete')}</p>`;
  }
  if (!explained || again === null) return nothing;
  return html`<p class="notice" data-open>${say('exercise.open', { count: max - raw })}</p>
    ${againButton(say, again)}`;
}

function againButton(say: Say, again: () => void): TemplateResult {
  return html`<p class="row controls">
    <button type="button" data-action="again" @click=${again}>${say('exercise.try-again')}</button>
  </p>`;
}
