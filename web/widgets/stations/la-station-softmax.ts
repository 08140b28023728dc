// Station 2: softmax sharpens with the scale, and its matrix has a rank that no small feature map reaches.
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatNumber } from '../../model/format-number.js';
import { defineTable } from '../../model/parameters.js';
import '../la-heatmap/la-heatmap.js';
import '../la-plot/la-plot.js';
import type { PlotSeries } from '../la-plot/la-plot.js';
import { define } from '../theme/base.js';
import { type RankRow, ranks, type SharpnessView, sharpness } from './softmax-model.js';
import { Station } from './station.js';

export const table = defineTable([
  {
    name: 'factor',
    kind: 'number',
    label: 'scale, times q·k/√d',
    default: 1,
    min: 0,
    max: 16,
    step: 0.1,
    about: 'Multiplies the scores before softmax; 1 is the usual choice.',
  },
  { name: 'n', kind: 'integer', label: 'n, tokens', default: 24, min: 2, max: 64 },
  { name: 'd', kind: 'integer', label: 'd, size of a head', default: 16, min: 1, max: 64 },
  { name: 'seed', kind: 'integer', label: 'seed', default: 1, min: 0, max: 1_000_000 },
  { name: 'ranked', kind: 'integer', label: 'n, queries and keys', default: 200, min: 8, max: 256 },
  { name: 'rankedD', kind: 'integer', label: 'd, their size', default: 4, min: 1, max: 8 },
]);

export class LaStationSoftmax extends Station {
  static override table = table;

  #view: SharpnessView | null = null;
  #ranks: { n: number; d: number; rows: readonly RankRow[] } | null = null;
  #rankedFor = '';

  protected override get lanes(): readonly string[] {
    return ['main', 'ranks'];
  }

  protected override stateChanged(): void {
    const settings = {
      n: this.value<number>('n'),
      d: this.value<number>('d'),
      seed: this.value<number>('seed'),
      factor: this.value<number>('factor'),
    };
    void this.compute('main', (engine) => sharpness(engine, settings)).then((view) => {
      if (view === undefined) return;
      this.#view = view;
      this.requestUpdate();
    });
  }

  protected override figure(): TemplateResult | null {
    const view = this.#view;
    if (view === null) return null;
    return html`
      ${this.controls('factor', 'n', 'd', 'seed')}
      <la-heatmap
        label="softmax weights"
        row-title="query"
        col-title="key"
        .domain=${[0, 1]}
        .maxCell=${20}
        .matrix=${view.weights}
      ></la-heatmap>
      ${this.computed(html`<p>
        The largest weight of a row is ${formatNumber(view.meanLargestWeight)} on average; equal weights would be
        ${formatNumber(1 / view.weights.cols)}. The entropy is ${formatNumber(view.meanEntropy)} nats on average, out of
        ln ${formatCount(view.weights.cols)} = ${formatNumber(view.largestEntropy)}.
      </p>`)}
      <h3>How many features would it take?</h3>
      ${this.controls('ranked', 'rankedD')} ${this.#rankFigure()}
    `;
  }

  async #rank(): Promise<void> {
    const settings = {
      n: this.value<number>('ranked'),
      d: this.value<number>('rankedD'),
      seed: this.value<number>('seed'),
    };
    this.#rankedFor = JSON.stringify(settings);
    await this.compute('ranks', (engine) =>
      ranks(engine, settings, (rows) => {
        this.#ranks = { n: settings.n, d: settings.d, rows };
        this.requestUpdate();
      }),
    );
  }

  #rankFigure(): TemplateResult {
    const current = JSON.stringify({
      n: this.value('ranked'),
      d: this.value('rankedD'),
      seed: this.value('seed'),
    });
    const running = this.busy('ranks');
    return html`<div class="row">
        <button class="main" ?disabled=${running} @click=${() => this.#rank()}>Compute the ranks</button>
        ${running ? html`<button @click=${() => this.cancel('ranks')}>Cancel</button>` : nothing}
        ${
          this.#ranks !== null && !running && current !== this.#rankedFor
            ? html`<span class="quiet">The table is for other settings; compute again.</span>`
            : nothing
        }
      </div>
      ${this.#ranks === null ? nothing : this.#rankTable(this.#ranks)}`;
  }

  #rankTable({ n, d, rows }: { n: number; d: number; rows: readonly RankRow[] }): TemplateResult {
    const exponential = rows[0];
    return html`<div class="scroll">
        <table>
          <caption>Numerical rank of the ${formatCount(n)} × ${formatCount(n)} matrix of similarities, d = ${d}</caption>
          <thead>
            <tr>
              <th scope="col">similarity</th>
              <th scope="col" class="number">features r</th>
              <th scope="col" class="number">rank</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) => html`<tr>
                <th scope="row">${row.name}</th>
                <td class="number">${row.features === null ? 'none finite' : formatCount(row.features)}</td>
                <td class="number">${formatCount(row.spectrum.rank)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <la-plot
        label="Singular values"
        x-label="number"
        y-label="singular value"
        y-scale="log"
        .series=${rows.map(
          (row, i): PlotSeries => ({
            id: row.name,
            label: row.name,
            // The first is softmax's own similarity; every other one stands for an approximation.
            object: i === 0 ? 'softmax' : 'linear',
            variant: Math.max(0, i - 1),
            x: Array.from(row.spectrum.singularValues, (_, j) => j + 1),
            // What is below the tolerance is rounding; the axis would be all about it.
            y: Array.from(row.spectrum.singularValues, (value) =>
              value > row.spectrum.tolerance ? value : Number.NaN,
            ),
          }),
        )}
      ></la-plot>
      ${
        exponential === undefined
          ? nothing
          : this.computed(html`<p>
              The matrix of exponentials has rank ${formatCount(exponential.spectrum.rank)} of ${formatCount(n)}: its
              rows are ${exponential.spectrum.rank === n ? 'all' : 'almost all'} independent. No map with fewer
              features than that gives the same matrix. Each map’s rank stays at or below its own number of features.
            </p>`)
      }`;
  }
}

define('la-station-softmax', LaStationSoftmax);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-softmax': LaStationSoftmax;
  }
}
