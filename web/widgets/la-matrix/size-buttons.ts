// Buttons that add and remove rows and columns.
import { html, nothing, type TemplateResult } from 'lit';
import type { speaker } from '../../lesson-kit/strings.js';
import type { SizeLimits } from './cells.js';

/** `name`: of the matrix, which may stand beside others with the same buttons; `resize` is given the new size. */
export function sizeButtons(
  say: ReturnType<typeof speaker>,
  name: string,
  { rows, cols }: { rows: number; cols: number },
  { resizable, maxRows, maxCols }: SizeLimits,
  resize: (rows: number, cols: number) => void,
): TemplateResult | typeof nothing {
  const button = (key: Parameters<typeof say>[0], allowed: boolean, press: () => void) =>
    html`<button type="button" aria-disabled=${!allowed} @click=${() => allowed && press()}>${say(key)}</button>`;
  const forRows = () => [
    button('matrix.add-row', rows < maxRows, () => resize(rows + 1, cols)),
    button('matrix.remove-row', rows > 1, () => resize(rows - 1, cols)),
  ];
  const forCols = () => [
    button('matrix.add-column', cols < maxCols, () => resize(rows, cols + 1)),
    button('matrix.remove-column', cols > 1, () => resize(rows, cols - 1)),
  ];
  if (resizable === 'none') return nothing;
  return html`<div class="row controls" role="group" aria-label=${name}>
    ${resizable === 'columns' ? nothing : forRows()} ${resizable === 'rows' ? nothing : forCols()}
  </div>`;
}
