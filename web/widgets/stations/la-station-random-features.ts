// Station 7, third figure: positive and trigonometric random features, error against their number.
import { html, nothing, type TemplateResult } from 'lit';
import { formatCount, formatNumber } from '../../model/format-number.js';
import { defineTable } from '../../model/parameters.js';
import '../la-plot/la-plot.js';
import { given } from '../from.js';
import type { PlotSeries } from '../la-plot/la-plot.js';
import { define } from '../theme/base.js';
import {
  FEATURE_COUNTS,
  type RandomFeaturePoint,
  type RandomFeatureSettings,
  type RandomFeatureView,
  randomFeatureErrors,
} from './random-features-model.js';
import { Station } from './station.js';

export const table = defineTable([
  {
    name: 'rho',
    kind: 'number',
    label: 'ρ, cosine between q and k',
    default: 0,
    min: -1,
    max: 1,
    step: 0.05,
  },
  { name: 'length', kind: 'number', label: 'c, length of both', default: 0.7, min: 0.1, max: 1, step: 0.05 },
  { name: 'd', kind: 'integer', label: 'd, size of a head', default: 16, min: 2, max: 64 },
  { name: 'seed', kind: 'integer', label: 'seed', default: 1, min: 0, max: 1000, next: 'Next' },
  { name: 'seeds', kind: 'integer', label: 'draws, for each m', default: 100, min: 10, max: 500 },
  { name: 'orthogonal', kind: 'flag', label: 'orthogonal directions', default: false },
]);

export class LaStationRandomFeatures extends Station {
  static override table = table;

  readonly #drawn = this.run<RandomFeatureView>('main', FEATURE_COUNTS.length, (engine, state, { found }) =>
    randomFeatureErrors(engine, state as unknown as RandomFeatureSettings, (view) =>
      found(view, view.positive.length),
    ),
  );

  protected override figure(): TemplateResult | null {
    return html`
      <h3>How many random directions?</h3>
      <p class="quiet">
        Both kinds estimate exp(q·k) from m random directions. Positive features never give a negative weight.
        Trigonometric ones can.
      </p>
      ${this.beside(
        html`${this.controls('rho', 'length', 'd', 'seeds', 'seed', 'orthogonal')}
        ${this.runner(this.#drawn, 'Draw the directions')}`,
        this.#drawn.value === null ? this.beforeFigure() : this.#result(this.#drawn.value),
      )}
    `;
  }

  #result(view: RandomFeatureView): TemplateResult {
    const lines = (id: string, variant: number, points: readonly RandomFeaturePoint[]): PlotSeries[] => {
      const x = points.map(({ m }) => m);
      return [
        {
          id,
          label: id,
          object: 'linear',
          variant,
          x,
          y: points.map(({ mean }) => mean),
          low: points.map(({ low }) => low),
          high: points.map(({ high }) => high),
          marks: 'both',
        },
        {
          id: `${id} theory`,
          label: `${id}, theory`,
          object: 'baseline',
          ...(id === 'positive' ? {} : { dash: '6 3' }),
          x,
          y: points.map(({ theory }) => theory),
        },
      ];
    };
    const [positive, trigonometric] = [view.positive.at(-1)!, view.trigonometric.at(-1)!];
    const better = positive.mean <= trigonometric.mean ? 'positive' : 'trigonometric';
    return html`<la-plot
        label="Squared error of the estimate of exp(q·k)"
        x-label="m, random directions"
        y-label="mean squared error"
        x-scale="log"
        y-scale="log"
        .series=${[...lines('positive', 0, view.positive), ...lines('trigonometric', 1, view.trigonometric)]}
      ></la-plot>
      ${this.computed(html`<p>
          exp(q·k) = ${formatNumber(view.kernel)}. With m = ${given(formatCount(positive.m))} the squared error is
          ${formatNumber(positive.mean)} for positive features (theory ${formatNumber(positive.theory)}) and
          ${formatNumber(trigonometric.mean)} for trigonometric ones (theory ${formatNumber(trigonometric.theory)}). Here
          the ${better} ones are better.
        </p>
        ${
          this.value<boolean>('orthogonal')
            ? html`<p>The theory is for independent directions; orthogonal ones do at least as well on average.</p>`
            : nothing
        }
        ${
          this.#drawn.outdated()
            ? html`<p class="quiet">The curve is for other settings; draw again.</p>`
            : nothing
        }`)}`;
  }
}

define('la-station-random-features', LaStationRandomFeatures);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-random-features': LaStationRandomFeatures;
  }
}
