import { html, type TemplateResult } from 'lit';

/**
 * How a drawing is read by keyboard: for `aria-describedby="keys"`, and nowhere in the text. Of a figure out of sight, Chromium
 * hands on what is only `hidden`.
 */
export const keyHelp = (text: string): TemplateResult =>
  html`<p hidden aria-hidden="true" id="keys">${text}</p>`;
