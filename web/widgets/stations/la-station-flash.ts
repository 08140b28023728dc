// Station 8, first figure: FlashAttention tile by tile, and what it moves between fast and slow memory.

import { html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatNumber } from '../../model/format-number.js';
import { scaledBy } from '../../model/matrices.js';
import { defineTable, type Table } from '../../model/parameters.js';
import { inputRows } from '../inputs/input-parameters.js';
import type { Input } from '../inputs/resolve-input.js';
import { unbroken } from '../unbroken.js';
import '../la-heatmap/la-heatmap.js';
import '../la-plot/la-plot.js';
import '../la-stepper.js';
import { given } from '../from.js';
import type { StepChange } from '../la-stepper.js';
import { define } from '../theme/base.js';
import type { Inputs } from './feature-maps-model.js';
import { type FlashView, flashTrace, traffic } from './flash-model.js';
import { InputStation } from './input-station.js';
import { type Answer, againstFloat64 } from './station.js';

/** Tokens of the longest trained head, and more than a walk over tiles needs. */
const LONGEST = 128;

export const table = defineTable([
  ...inputRows({ n: { max: LONGEST }, d: { max: 64 }, seed: { default: 3 } }),
  { name: 'blockRows', kind: 'integer', label: 'rows of a tile', default: 6, min: 1, max: LONGEST },
  { name: 'blockCols', kind: 'integer', label: 'columns of a tile', default: 6, min: 1, max: LONGEST },
  { name: 'query', kind: 'integer', label: 'i, the query you follow', default: 1, min: 1, max: LONGEST },
  { name: 'causal', kind: 'flag', label: 'causal', default: false },
  {
    name: 'fastMemory',
    kind: 'integer',
    label: 'M, numbers in fast memory',
    default: 51_200,
    min: 256,
    max: 1_048_576,
    logarithmic: true,
  },
  {
    name: 'trafficN',
    kind: 'integer',
    label: 'n, tokens',
    default: 1024,
    min: 16,
    max: 65_536,
    logarithmic: true,
  },
  {
    name: 'trafficD',
    kind: 'integer',
    label: 'd, size of a head',
    default: 64,
    min: 1,
    max: 256,
    logarithmic: true,
  },
]) as Table;

/** What the others are measured by. */
const STANDARD = 'standard attention';

interface Walk {
  readonly input: Input;
  readonly view: FlashView;
  /** The tiles that were walked: the sliders may have moved on. */
  readonly tile: { readonly rows: number; readonly cols: number };
}

export class LaStationFlash extends InputStation {
  static override table = table;

  readonly #walked: Answer<Walk> = this.answer(
    'main',
    async (engine, state) => {
      const { blockRows, blockCols } = state as Record<'blockRows' | 'blockCols', number>;
      const input = await this.resolve(engine, state);
      // Numbers of size 1 give nearly equal weights, and a maximum that hardly moves.
      const used = state.source === 'random' ? spread(input, 1.5) : input;
      const causal = state.causal as boolean;
      const view = await flashTrace(engine, used, { blockRows, blockCols, causal, scale: input.scale });
      return { input, view, tile: { rows: blockRows, cols: blockCols } };
    },
    (state) => [this.inputKey(state), state.blockRows, state.blockCols, state.causal],
  );
  readonly #traffic = this.answer(
    'traffic',
    async (engine, state) => {
      const { trafficN, trafficD, fastMemory } = state as Record<
        'trafficN' | 'trafficD' | 'fastMemory',
        number
      >;
      return { fastMemory, ...(await traffic(engine, trafficN, trafficD, fastMemory)) };
    },
    (state) => [state.fastMemory, state.trafficN, state.trafficD],
  );

  override get steps(): number {
    // Of an input that is still on its way the tiles cannot be counted.
    const keys = this.isRandom ? this.value<number>('n') : (this.#walked.value?.input.k.rows ?? 1);
    return Math.ceil(keys / Math.min(this.value<number>('blockCols'), keys));
  }

  /** Larger tiles are fewer: who stood at one that is no more stands at the last. */
  protected override willUpdate(): void {
    if (this.step > this.steps) this.goTo(this.steps);
  }

  protected override figure(): TemplateResult | null {
    const walk = this.#walked.value;
    if (walk === null) return null;
    const { view, input } = walk;
    return html`
      <h3>FlashAttention, tile by tile</h3>
      ${this.beside(
        html`${this.controls('blockRows', 'blockCols', 'query', 'causal')} ${this.inputFigure()}`,
        html`${this.#walk(walk)} ${this.isRandom ? nothing : this.inputCaption(input)}`,
        this.computed(html`<p>
          Compared with exact softmax, the output ${againstFloat64(view.error.maxAbs)}: nothing is approximated.
          ${formatCount(view.attended.counts.multiplyAdds)} multiply-adds were counted, over all pairs.
        </p>`),
      )}
      <h3>What is moved</h3>
      ${this.beside(this.controls('fastMemory', 'trafficN', 'trafficD'), this.#trafficTable())}
    `;
  }

  #walk({ view, input, tile: { rows: tileRows, cols: tileCols } }: Walk): TemplateResult {
    const n = view.weights.rows;
    const keys = view.weights.cols;
    const query = Math.min(this.value<number>('query'), n) - 1;
    const rows = Math.min(tileRows, n);
    const cols = Math.min(tileCols, keys);
    const tile = this.step - 1;
    const firstRow = Math.floor(query / rows) * rows;
    return html`<la-stepper
        label="Tiles"
        .steps=${this.steps}
        .step=${this.step}
        next-label=${`Take tile ${Math.min(this.step + 1, this.steps)}`}
        @la-step=${(event: CustomEvent<StepChange>) => {
          event.stopPropagation();
          this.goTo(event.detail.n);
        }}
      ></la-stepper>
      <div class="panels">
        <la-heatmap
          label="softmax weights, never stored"
          row-title="query"
          col-title="key"
          .rowNames=${input.queryNames}
          .colNames=${input.keyNames}
          .matrix=${view.weights}
          .marks=${[
            {
              row: firstRow,
              col: tile * cols,
              rows: Math.min(rows, n - firstRow),
              cols: Math.min(cols, keys - tile * cols),
              object: 'linear',
            },
            { row: query, object: 'q' },
          ]}
        ></la-heatmap>
        ${this.#held(view, query)}
      </div>`;
  }

  #held(view: FlashView, query: number): TemplateResult | typeof nothing {
    const trace = view.attended.trace;
    if (trace === undefined) return nothing;
    const shown = trace.slice(0, this.step);
    const before = trace[this.step - 2];
    const now = trace[this.step - 1];
    if (now === undefined) return nothing;
    const rescale =
      before === undefined || before.max[query] === Number.NEGATIVE_INFINITY
        ? null
        : Math.exp(before.max[query]! - now.max[query]!);
    return html`<div class="scroll">
      <table>
        <caption>What is held for query ${query + 1}</caption>
        <thead>
          <tr>
            <th scope="col" class="number">after tile</th>
            <th scope="col" class="number">maximum</th>
            <th scope="col" class="number">sum</th>
            <th scope="col" class="number">first of the accumulator</th>
          </tr>
        </thead>
        <tbody>
          ${shown.map(
            ({ max, sum, accumulator }, i) => html`<tr>
              <th scope="row" class="number">${i + 1}</th>
              <td class="number">${formatNumber(max[query]!)}</td>
              <td class="number">${formatNumber(sum[query]!)}</td>
              <td class="number">${formatNumber(accumulator.data[query * accumulator.cols]!)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
      <p data-told data-from="core">
        ${
          rescale === null
            ? html`The first tile sets the maximum: ${formatNumber(now.max[query]!)}.`
            : rescale === 1
              ? html`The maximum stays at ${formatNumber(now.max[query]!)}. What tile ${given(this.step)} adds comes on top:
                the sum is ${formatNumber(now.sum[query]!)}.`
              : html`The maximum rises from ${formatNumber(before!.max[query]!)} to ${formatNumber(now.max[query]!)}: what
                was held is multiplied by ${formatNumber(rescale)}, then tile ${given(this.step)} is added. The sum is
                ${formatNumber(now.sum[query]!)}.`
        }
      </p>
    </div>`;
  }

  #trafficTable(): TemplateResult | typeof nothing {
    const moved = this.#traffic.value;
    if (moved === null) return nothing;
    const { standard, flash1, flash2 } = moved.elements;
    const row = (name: string, count: number) => html`<tr>
      <th scope="row">${unbroken(name)}</th>
      <td class="number">${formatCount(count)}</td>
      <td class="number">${name === STANDARD ? nothing : formatNumber(count / standard)}</td>
    </tr>`;
    return html`<div class="scroll">
        <table>
          <caption>Numbers moved between fast and slow memory, in blocks of ${formatCount(moved.block)} rows</caption>
          <thead>
            <tr>
              <td></td>
              <th scope="col" class="number">numbers</th>
              <th scope="col" class="number">share of standard</th>
            </tr>
          </thead>
          <tbody>
            ${row(STANDARD, standard)} ${row('FlashAttention', flash1)} ${row('FlashAttention-2', flash2)}
          </tbody>
        </table>
      </div>
      ${this.computed(html`<p>
        With M = ${given(formatCount(moved.fastMemory))}, FlashAttention moves ${formatNumber(flash1 / standard)} times
        what standard attention moves. ${flash1 > standard ? 'This fast memory is too small: tiling moves more.' : nothing}
      </p>`)}`;
  }
}

function spread({ q, k, v }: Input, factor: number): Inputs {
  return { q: scaledBy(q, factor), k: scaledBy(k, factor), v: scaledBy(v, factor) };
}

define('la-station-flash', LaStationFlash);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-flash': LaStationFlash;
  }
}
