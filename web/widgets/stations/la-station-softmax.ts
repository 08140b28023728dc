// Station 2: softmax sharpens with the scale, and its matrix has a rank that no small feature map reaches.

import { html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatNumber } from '../../model/format-number.js';
import { defineTable, type Table } from '../../model/parameters.js';
import { inputRows } from '../inputs/input-parameters.js';
import { unbroken } from '../unbroken.js';
import '../la-plot/la-plot.js';
import { given } from '../from.js';
import type { PlotSeries } from '../la-plot/la-plot.js';
import { define } from '../theme/base.js';
import { InputStation } from './input-station.js';
import { LinkedMaps, namesOf } from './linked-maps.js';
import { RANKED, type RankRow, ranks, ranksOf, sharpness, sharpnessOf } from './softmax-model.js';

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
  ...inputRows({ n: { max: 64 }, d: { max: 64 } }),
  { name: 'ranked', kind: 'integer', label: 'n, queries and keys', default: 200, min: 8, max: 256 },
  { name: 'rankedD', kind: 'integer', label: 'd, their size', default: 4, min: 1, max: 8 },
]) as Table;

interface RankTable {
  readonly queries: number;
  readonly keys: number;
  readonly d: number;
  readonly rows: readonly RankRow[];
}

export class LaStationSoftmax extends InputStation {
  static override table = table;

  /** `input` is null for random numbers. */
  readonly #shown = this.answer(
    'main',
    async (engine, state) => {
      const { n, d, seed, factor } = state as Record<'n' | 'd' | 'seed' | 'factor', number>;
      if (state.source === 'random') {
        return { input: null, view: await sharpness(engine, { n, d, seed, factor }) };
      }
      const input = await this.resolve(engine, state);
      return { input, view: await sharpnessOf(engine, input, factor * input.scale) };
    },
    (state) => [this.inputKey(state), state.factor],
  );
  readonly #ranks = this.run<RankTable>(
    'ranks',
    RANKED.length,
    async (engine, state, { found }) => {
      const {
        ranked: n,
        rankedD: d,
        seed,
        factor,
      } = state as Record<'ranked' | 'rankedD' | 'seed' | 'factor', number>;
      if (state.source === 'random') {
        const sizes = { queries: n, keys: n, d };
        return ranks(engine, { n, d, seed }, (rows) => found({ ...sizes, rows }, rows.length));
      }
      const input = await this.resolve(engine, state);
      const sizes = { queries: input.q.rows, keys: input.k.rows, d: input.q.cols };
      return ranksOf(engine, input, factor * input.scale, (rows) => found({ ...sizes, rows }, rows.length));
    },
    (state) =>
      state.source === 'random'
        ? [state.ranked, state.rankedD, state.seed]
        : [this.inputKey(state), state.factor],
  );
  readonly #maps = new LinkedMaps(this);

  protected override figure(): TemplateResult | null {
    const shown = this.#shown.value;
    if (shown === null) return null;
    const { view, input } = shown;
    const names = namesOf(input);
    return html`
      ${this.beside(
        html`${this.controls('factor')} ${this.inputFigure()}`,
        html`<div class="panels">
            ${this.#maps.map('scores, q·k', view.scores, names)}
            ${this.#maps.map('softmax weights', view.weights, { ...names, domain: [0, 1] })}
          </div>
          ${input === null ? nothing : this.inputCaption(input)}`,
        this.computed(html`<p>
          The largest weight of a row is ${formatNumber(view.meanLargestWeight)} on average; equal weights would be
          ${formatNumber(view.equalWeight)}. The entropy is ${formatNumber(view.meanEntropy)} nats on average, out
          of ln ${given(formatCount(view.weights.cols))} = ${formatNumber(view.largestEntropy)}.
        </p>`),
      )}
      ${this.runSection(this.#ranks, 'How many features would it take?', this.#rankFigure())}
    `;
  }

  #rankFigure(): TemplateResult {
    const ranks = this.#ranks.value;
    return this.beside(
      html`${this.isRandom ? this.controls('ranked', 'rankedD') : nothing}
        ${this.runner(this.#ranks, 'Compute the ranks')}
        ${
          this.#ranks.outdated()
            ? html`<p class="quiet">The table is for other settings; compute again.</p>`
            : nothing
        }`,
      ranks === null
        ? html`<p class="quiet">
            The same queries and keys, six ways to compare them. The core counts how many rows of each matrix are
            independent, from its singular values in float64.
          </p>`
        : this.#rankTable(ranks),
      ranks === null ? nothing : this.#rankSentence(ranks),
    );
  }

  #rankTable({ queries, keys, d, rows }: RankTable): TemplateResult {
    return html`<div class="tabled">
      <div class="scroll">
        <table>
          <caption>Rank of the ${formatCount(queries)} × ${formatCount(keys)} similarities, d = ${d}</caption>
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
                <th scope="row">${unbroken(row.name)}</th>
                <td class="number">${row.features === null ? 'none finite' : given(formatCount(row.features))}</td>
                <td class="number">${formatCount(row.spectrum.rank)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <la-plot
        label="Singular values"
        x-label="which one, the largest first"
        x-scale="log"
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
    </div>`;
  }

  #rankSentence({ queries, keys, rows }: RankTable): TemplateResult | typeof nothing {
    const exponential = rows[0];
    if (exponential === undefined) return nothing;
    const { rank } = exponential.spectrum;
    const n = Math.min(queries, keys);
    return this.computed(html`<p>
      The matrix of exponentials has rank ${formatCount(rank)} of ${given(formatCount(n))}: its rows are
      ${rank === queries ? 'all' : rank > 0.8 * n ? 'almost all' : 'not all'} independent. No map with fewer features
      than that gives the same matrix. Each map’s rank stays at or below its own number of features. In the drawing a
      line ends at the rank: beyond it the singular values are nothing but rounding.
    </p>`);
  }
}

define('la-station-softmax', LaStationSoftmax);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-softmax': LaStationSoftmax;
  }
}
