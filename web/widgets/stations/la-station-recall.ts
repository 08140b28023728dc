// Station 7, second figure: a state past its rank.
import { html, nothing, type TemplateResult } from 'lit';
import type { Update } from '../../engine/types.js';
import { formatCount, formatPercent } from '../../model/format-number.js';
import { defineTable } from '../../model/parameters.js';
import '../la-plot/la-plot.js';
import { given, theory } from '../from.js';
import type { PlotSeries } from '../la-plot/la-plot.js';
import { define } from '../theme/base.js';
import { PAIR_COUNTS, type RecallView, recall } from './recall-model.js';
import { Station } from './station.js';

export const table = defineTable([
  { name: 'd', kind: 'integer', label: 'r, features of a key', default: 64, min: 4, max: 128 },
  {
    name: 'update',
    kind: 'choice',
    label: 'how a pair is written',
    default: 'sum',
    choices: [
      { value: 'sum', label: 'sum: add it' },
      { value: 'delta', label: 'delta rule: overwrite its key' },
    ],
  },
  { name: 'seeds', kind: 'integer', label: 'seeds, repetitions', default: 5, min: 1, max: 20 },
]);

export class LaStationRecall extends Station {
  static override table = table;

  readonly #stored = this.run<RecallView>('main', PAIR_COUNTS.length, (engine, state, { found }) => {
    const { d, seeds } = state as Record<'d' | 'seeds', number>;
    const update: Update = state.update === 'delta' ? { kind: 'delta', beta: 1 } : { kind: 'sum' };
    return recall(engine, { d, seeds, update }, (view) => found(view, view.points.length));
  });

  protected override figure(): TemplateResult | null {
    return html`
      <h3>A memory past its rank</h3>
      <p class="quiet">
        N random pairs are written into one state: keys of length 1, values of +1 and −1. Then each key is asked for,
        and the signs that come back are compared.
      </p>
      ${this.beside(
        html`${this.controls('d', 'update', 'seeds')}
        ${this.runner(this.#stored, `Store up to ${PAIR_COUNTS.at(-1)!} pairs`)}`,
        this.#stored.value === null ? this.beforeFigure() : this.#result(this.#stored.value),
      )}
    `;
  }

  #result(view: RecallView): TemplateResult {
    const x = view.points.map(({ pairs }) => pairs);
    const series: PlotSeries[] = [
      {
        id: 'measured',
        label: 'measured',
        object: 'linear',
        x,
        y: view.points.map(({ mean }) => mean),
        low: view.points.map(({ low }) => low),
        high: view.points.map(({ high }) => high),
        marks: 'both',
      },
      {
        id: 'random',
        label: 'theory, random keys',
        object: 'baseline',
        from: 'closed-form',
        x,
        y: view.random,
      },
      {
        id: 'bound',
        label: '(1 − r/N)/2',
        object: 'baseline',
        from: 'closed-form',
        dash: '6 3',
        x,
        y: view.bound,
      },
    ];
    const last = view.points.at(-1)!;
    const full = view.points.find(({ pairs }) => pairs >= view.d);
    return html`<la-plot
        label="Share of wrong signs"
        x-label="N, pairs stored"
        y-label="share of wrong signs"
        x-scale="log"
        .yDomain=${[0, 0.5]}
        .markers=${[{ x: view.d, label: 'N = r' }]}
        .series=${series}
      ></la-plot>
      ${this.computed(html`<p>
          ${
            full === undefined
              ? nothing
              : html`With ${given(formatCount(full.pairs))} pairs in ${given(formatCount(view.d))} features,
                ${formatPercent(full.mean)} of the signs come back wrong.`
          }
          With ${given(formatCount(last.pairs))} pairs it is ${formatPercent(last.mean)} (between ${formatPercent(last.low)} and
          ${formatPercent(last.high)} over the seeds). For keys at random and the sum rule, theory says
          ${theory(formatPercent(view.random.at(-1)!))}.
        </p>
        ${
          this.#stored.outdated()
            ? html`<p class="quiet">The curve is for other settings; store again.</p>`
            : nothing
        }`)}
      <p class="quiet">
        The theory is ½ erfc(√(r / (2(N − 1)))): it takes what the other keys add for noise of a bell shape. The line
        (1 − r/N)/2 is another measure: half the squared error that the best possible way of reading r features still
        makes. It is 0 up to N = r.
      </p>`;
  }
}

define('la-station-recall', LaStationRecall);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-recall': LaStationRecall;
  }
}
