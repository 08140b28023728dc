// Station 3: any feature map on any input, beside softmax and the uniform baseline.

import { html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatNumber, formatPercent } from '../../model/format-number.js';
import { defineTable } from '../../model/parameters.js';
import { meanOf } from '../../model/statistics.js';
import { inputParameters } from '../inputs/input-parameters.js';
import { unbroken } from '../unbroken.js';
import '../la-plot/la-plot.js';
import { theory } from '../from.js';
import { define } from '../theme/base.js';
import { compareMap, kernelCurve, type MapComparison, type WeightsView } from './feature-maps-model.js';
import { InputStation } from './input-station.js';
import { LinkedMaps, namesOf } from './linked-maps.js';
import { MAP_NAMES, MAP_SAYS, mapControls, mapOf, mapParameters } from './map-parameters.js';
import { againstFloat64 } from './station.js';

export const table = defineTable([
  ...mapParameters,
  {
    name: 'factor',
    kind: 'number',
    label: 'scale of q and k',
    default: 1,
    min: 0.1,
    max: 4,
    step: 0.05,
    about: 'Multiplies both; softmax sharpens with its square.',
  },
  { name: 'causal', kind: 'flag', label: 'causal', default: false },
  ...inputParameters,
]);

export class LaStationFeatureMaps extends InputStation {
  static override table = table;

  readonly #maps = new LinkedMaps(this);
  readonly #shown = this.answer('main', async (engine, state) => {
    const input = await this.resolve(engine, state);
    const bench = await compareMap(engine, input, {
      map: mapOf(state),
      causal: state.causal as boolean,
      factor: state.factor as number,
      scale: input.scale,
    });
    return { input, bench, map: state.map as string };
  });
  readonly #curve = this.answer('curve', (engine, state) => kernelCurve(engine, mapOf(state)), mapOf);

  protected override figure(): TemplateResult | null {
    const shown = this.#shown.value;
    if (shown === null) return null;
    const { bench, input } = shown;
    const name = MAP_NAMES[shown.map]!;
    const top = Math.max(...bench.softmax.rows.max, ...bench.linear.rows.max);
    const weights = (label: string, view: WeightsView) => {
      const negative = view.rows.negatives.some((count) => count > 0);
      return this.#maps.map(label, view.weights, { ...namesOf(input), domain: negative ? null : [0, top] });
    };
    return html`
      ${this.beside(
        html`${this.controls(...mapControls(this.value('map')))} ${this.#says} ${this.controls('factor', 'causal')}
        ${this.inputFigure()}`,
        this.#curveFigure(name),
      )}
      <h3>Weights for ${input.title}</h3>
      <div class="panels">
        ${weights('softmax, exact', bench.softmax)} ${weights(name, bench.linear)}
      </div>
      ${this.isRandom ? nothing : this.inputCaption(input)}
      <div class="panels broad">${this.#table(name, bench)} ${this.#rows(bench)}</div>
      ${this.computed(this.#sentence(name, bench))}
    `;
  }

  get #says(): TemplateResult | typeof nothing {
    if (this.isHidden('controls')) return nothing;
    return html`<p class="quiet">${MAP_SAYS[this.value<string>('map')]}</p>`;
  }

  #curveFigure(name: string): TemplateResult | typeof nothing {
    const curve = this.#curve.value;
    if (curve === null) return nothing;
    return html`<la-plot
        label="The kernel against exp"
        x-label="s = q·k for one entry, k = 1"
        y-label="similarity"
        .yDomain=${[Math.max(-4, Math.min(0, ...curve.kernel)), 12]}
        .series=${[
          { id: 'exp', label: 'exp(s)', object: 'softmax', x: curve.s, y: curve.exponential },
          { id: 'map', label: name, object: 'linear', x: curve.s, y: curve.kernel },
        ]}
      ></la-plot>
      <p class="quiet">
        The curve of the map is scaled to meet exp at s = 1: a constant factor cancels when the weights are divided by
        their sum.
      </p>`;
  }

  #table(name: string, bench: MapComparison): TemplateResult {
    const row = (label: string, view: WeightsView) => html`<tr>
      <th scope="row">${label}</th>
      <td class="number">${defined(meanOf(view.rows.entropy))}</td>
      <td class="number">${formatNumber(meanOf(view.rows.max))}</td>
      <td class="number">${formatNumber(meanOf(view.distance.l1))}</td>
      <td class="number">${defined(meanOf(view.distance.kl))}</td>
      <td class="number">${formatPercent(view.distance.topAgreement)}</td>
      <td class="number">${formatNumber(view.outputError.meanSquared)}</td>
    </tr>`;
    return html`<div class="scroll">
      <table>
        <caption>Means over the queries; distances from softmax in float64</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col" class="number">entropy, nats</th>
            <th scope="col" class="number">largest weight</th>
            <th scope="col" class="number">L1</th>
            <th scope="col" class="number">KL, nats</th>
            <th scope="col" class="number">same top key</th>
            <th scope="col" class="number">squared error of the output</th>
          </tr>
        </thead>
        <tbody>
          ${row('softmax', bench.softmax)} ${row(name, bench.linear)} ${row('uniform baseline', bench.uniform)}
        </tbody>
      </table>
    </div>`;
  }

  #rows(bench: MapComparison): TemplateResult {
    const x = Array.from(bench.linear.distance.l1, (_, i) => i + 1);
    return html`<la-plot
      label="Distance from softmax, query by query"
      x-label="query"
      y-label="L1 distance"
      .yDomain=${[0, Math.max(2, ...bench.linear.distance.l1)]}
      .series=${[
        { id: 'map', label: 'the map', object: 'linear', x, y: bench.linear.distance.l1, marks: 'both' },
        { id: 'uniform', label: 'uniform', object: 'baseline', x, y: bench.uniform.distance.l1 },
      ]}
    ></la-plot>`;
  }

  #sentence(name: string, bench: MapComparison): TemplateResult {
    const mapped = meanOf(bench.linear.distance.l1);
    const uniform = meanOf(bench.uniform.distance.l1);
    const verdict = mapped < uniform ? 'closer than equal weights' : 'no closer than equal weights';
    const negative = bench.linear.rows.negatives.filter((count) => count > 0).length;
    const rows = (count: number) => `${formatCount(count)} ${count === 1 ? 'query' : 'queries'}`;
    return html`<p>
        The weights of ${unbroken(name)} are ${formatNumber(mapped)} away from those of softmax
        (L1${negative === 0 ? html`, at most ${theory('2')}` : nothing}); equal weights are ${formatNumber(uniform)} away. So
        the map is ${verdict}. Its output in float32 ${againstFloat64(bench.rounding.maxAbs)}.
      </p>
      ${
        negative === 0
          ? nothing
          : html`<p>
              ${rows(negative)} have negative weights. Those are no shares of 1: their L1 distance may be more than
              ${theory('2')}, and they have no entropy and no KL divergence.
            </p>`
      }
      ${bench.zeroRows === 0 ? nothing : html`<p>For ${rows(bench.zeroRows)} the denominator is 0: there are no weights.</p>`}
      ${bench.negativeRows === 0 ? nothing : html`<p>For ${rows(bench.negativeRows)} the denominator is negative.</p>`}`;
  }
}

/** A measure that weights of any sign need not have. */
function defined(value: number): string {
  return Number.isFinite(value) ? formatNumber(value) : 'none';
}

define('la-station-feature-maps', LaStationFeatureMaps);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-feature-maps': LaStationFeatureMaps;
  }
}
