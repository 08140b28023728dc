// The parts of a heat map around its canvas: the scale, and the same numbers as a table.
import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { styleMap } from 'lit/directives/style-map.js';
import type { speaker } from '../../lesson-kit/strings.js';
import { type ColourScale, cssColour } from '../../model/colour-scale.js';
import { formatNumber } from '../../model/format-number.js';
import type { GradualRows } from '../gradual-rows.js';
import type { Described, HeatmapWords } from './words.js';

type Say = ReturnType<typeof speaker>;

/** What the table shows at most; a CSV file holds the rest. */
export const TABLE_ROWS = 64;
export const TABLE_COLS = 64;
const STOPS = 16;

/** The numbers below the bar, from low to high; 0 in the middle of a diverging one. */
export function scaleLabels({ kind, domain }: ColourScale): string[] {
  const [low, high] = domain.map(formatNumber) as [string, string];
  return kind === 'diverging' ? [low, '0', high] : [low, high];
}

export function scaleBar(scale: ColourScale, say: Say): TemplateResult {
  const [low, high] = scale.domain;
  const stops = Array.from({ length: STOPS + 1 }, (_, i) =>
    cssColour(scale.colour(low + ((high - low) * i) / STOPS)),
  );
  const labels = scaleLabels(scale);
  return html`<div
    class="scale"
    part="scale"
    role="img"
    aria-label=${say('heatmap.scale', { low: labels[0]!, high: labels.at(-1)! })}
  >
    <div class="bar" style=${styleMap({ background: `linear-gradient(to right, ${stops.join(', ')})` })}></div>
    <div class="ends">${labels.map((label) => html`<span>${label}</span>`)}</div>
  </div>`;
}

export function tableView(
  map: Described & { readonly label: string },
  words: HeatmapWords,
  say: Say,
  gradual: GradualRows,
  onScroll: (event: Event) => void,
): TemplateResult {
  const { matrix, mask, rowNames, colNames } = map;
  const rows = Math.min(matrix.rows, TABLE_ROWS);
  const cols = Math.min(matrix.cols, TABLE_COLS);
  const columns = Array.from({ length: cols }, (_, col) => col);
  const cell = (row: number, col: number) =>
    mask?.[row * matrix.cols + col] === 0 ? '–' : words.value(row, col);
  return html`
    <div class="table" part="table" tabindex="0" role="region" aria-busy=${!gradual.done} aria-label=${map.label || say('heatmap.grid')} @scroll=${onScroll}>
      <table role="table" style=${styleMap({ '--columns': String(cols) })}>
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell"></td>
            ${guard([cols, colNames], () => columns.map((col) => html`<th scope="col" role="columnheader">${colNames[col] ?? col + 1}</th>`))}
          </tr>
        </thead>
        ${gradual.render(
          (row, { from, to }) => html`<tr role="row">
              <th scope="row" role="rowheader">${rowNames[row] ?? row + 1}</th>
              ${columns.map((col) => html`<td role="cell">${from <= col && col < to ? cell(row, col) : ''}</td>`)}
            </tr>`,
        )}
      </table>
    </div>
    ${
      rows < matrix.rows || cols < matrix.cols
        ? html`<p class="quiet">${say('heatmap.cut', { rows, cols })}</p>`
        : nothing
    }
  `;
}
