// Station 7, first figure: the weight on a needle as the target sharpens.

import { html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatNumber } from '../../model/format-number.js';
import { defineTable, type State, type Table } from '../../model/parameters.js';
import { inputRows } from '../inputs/input-parameters.js';
import type { Input } from '../inputs/resolve-input.js';
import { unbroken } from '../unbroken.js';
import '../la-plot/la-plot.js';
import type { LaneEngine } from '../activity.js';
import { given } from '../from.js';
import type { PlotSeries } from '../la-plot/la-plot.js';
import { define } from '../theme/base.js';
import { InputStation } from './input-station.js';
import { DRAWS, LARGEST_CAST, type NeedleView, needle, needleAmong } from './needle-model.js';

export const table = defineTable([
  {
    name: 'scale',
    kind: 'number',
    label: 'scale, length of q and k',
    default: 8,
    min: 0.5,
    max: 12,
    step: 0.5,
    about: 'How sharp the target is: q·k of the needle is its square.',
  },
  ...inputRows({ n: { label: 'n, keys', default: 64 }, d: { min: 2 }, seed: { max: 1000 } }),
]) as Table;

const SCALES = [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12];

export class LaStationNeedle extends InputStation {
  static override table = table;

  readonly #here = this.answer('main', async (engine, state) => {
    const scale = state.scale as number;
    return { scale, ...(await this.#weights(engine, state, [scale])) };
  });
  readonly #curve = this.answer(
    'curve',
    (engine, state) => this.#weights(engine, state, SCALES),
    (state) => this.inputKey(state),
  );

  /** `input` is null for random numbers. */
  async #weights(engine: LaneEngine, state: Readonly<State>, scales: readonly number[]) {
    if (state.source === 'random') {
      const { n, d, seed } = state as Record<'n' | 'd' | 'seed', number>;
      return { input: null, view: await needle(engine, { n, d, seed, draws: DRAWS, scales }) };
    }
    const input = await this.resolve(engine, state);
    return { input, view: await needleAmong(engine, input.k, scales) };
  }

  protected override figure(): TemplateResult | null {
    if (this.#here.value === null) return null;
    const { scale, input, view } = this.#here.value;
    const [best, worst] = [view.lines[0]!, view.lines.at(-1)!];
    return html`
      <h3>One needle among ${formatCount(view.keys - 1)} other keys</h3>
      ${this.beside(
        html`${this.controls('scale')} ${this.inputFigure()}`,
        html`${input === null ? nothing : this.#caption(input, view.keys)} ${this.#plot()}
        ${this.#table(view, scale, input === null ? `${DRAWS} sets of keys` : `${Math.min(view.keys, LARGEST_CAST)} needles`)}`,
        this.computed(html`<p>
          At scale ${given(formatNumber(scale))} softmax puts ${formatNumber(best.weight[0]!)} of its weight on
          the needle, elu+1 ${formatNumber(worst.weight[0]!)}. Equal weights would put ${formatNumber(view.uniform)}
          there.
        </p>`),
      )}
    `;
  }

  #caption({ title, credit }: Input, keys: number): TemplateResult {
    return html`<p class="quiet">
      The keys come from ${title}, each brought to the length that the scale says. The query equals the needle, and
      ${keys > LARGEST_CAST ? `each of the first ${LARGEST_CAST} keys` : 'each key'} is the needle in turn.
      ${credit ?? nothing}
    </p>`;
  }

  #plot(): TemplateResult {
    const curve = this.#curve.value?.view;
    if (curve === undefined) return html`<p class="quiet">Computing the curves…</p>`;
    const series = curve.lines.map(
      // The first is softmax; every other line is an approximation of it.
      (line, i): PlotSeries => ({
        id: line.name,
        label: line.name,
        object: i === 0 ? 'softmax' : 'linear',
        variant: i === 0 ? 0 : curve.lines.length - 1 - i,
        marks: i === 0 ? 'line' : 'both',
        x: curve.scales,
        y: line.weight,
      }),
    );
    const uniform: PlotSeries = {
      id: 'uniform',
      label: 'uniform',
      object: 'baseline',
      x: curve.scales,
      y: curve.scales.map(() => curve.uniform),
    };
    return html`<la-plot
      label="Weight on the needle"
      x-label="scale"
      y-label="weight"
      .yDomain=${[0, 1]}
      .markers=${[{ x: this.value<number>('scale'), label: 'your scale' }]}
      .series=${[...series, uniform]}
    ></la-plot>`;
  }

  /** `means`: what the weights are means over. */
  #table({ lines }: NeedleView, scale: number, means: string): TemplateResult {
    return html`<div class="scroll">
      <table>
        <caption>Weight on the needle at scale ${formatNumber(scale)}, mean over ${means}</caption>
        <tbody>
          ${lines.map(
            (line) => html`<tr>
              <th scope="row">${unbroken(line.name)}</th>
              <td class="number">${formatNumber(line.weight[0]!)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }
}

define('la-station-needle', LaStationNeedle);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-needle': LaStationNeedle;
  }
}
