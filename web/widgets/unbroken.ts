// Names with a number at their end stay on one line.
import { html, type TemplateResult } from 'lit';
import { NUMBERED_NAME } from '../model/text.js';

/** `text` for a place between tags. */
export function unbroken(text: string): string | (string | TemplateResult)[] {
  if (!NUMBERED_NAME.test(text)) return text;
  return text
    .split(NUMBERED_NAME)
    .map((part, i) => (i % 2 === 0 ? part : html`<span class="unbroken">${part}</span>`));
}
