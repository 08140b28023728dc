// Station 5, worked example 1: counts of both kinds of attention against n, and times on the reader's machine.
import { html, nothing, type TemplateResult } from 'lit';
import {
  formatCount,
  formatCountWithPower,
  formatMeasured,
  formatNumber,
  superscript,
} from '../../model/format-number.js';
import { defineTable, type State } from '../../model/parameters.js';
import '../la-plot/la-plot.js';
import { given, picked } from '../from.js';
import type { PlotMarker, PlotSeries } from '../la-plot/la-plot.js';
import { define } from '../theme/base.js';
import {
  type CostSettings,
  type CostView,
  computeCost,
  handSetLine,
  LARGEST,
  LENGTHS,
  type MeasuredView,
  measureHere,
} from './cost-model.js';
import { Station } from './station.js';

export const table = defineTable([
  {
    name: 'n',
    kind: 'integer',
    label: 'n, tokens',
    default: 8192,
    min: 1,
    max: 1_048_576,
    logarithmic: true,
    about: 'How many tokens the text has.',
  },
  {
    name: 'd',
    kind: 'integer',
    label: 'd, size of a head',
    default: 64,
    min: 1,
    max: 512,
    logarithmic: true,
    about: 'Entries of a query, a key and a value.',
  },
  {
    name: 'r',
    kind: 'integer',
    label: 'r, features',
    default: 64,
    min: 1,
    max: 4096,
    logarithmic: true,
    about: 'Features of the map.',
  },
  { name: 'causal', kind: 'flag', label: 'causal: each token sees the past only', default: false },
  { name: 'normalise', kind: 'flag', label: 'count the normaliser', default: false },
  { name: 'projection', kind: 'flag', label: 'count random projections', default: false },
  {
    name: 'exponent',
    kind: 'number',
    label: 'p, your exponent',
    default: 1.5,
    min: 0,
    max: 3,
    step: 0.05,
    about: 'Of the line n^p that is laid over the counts.',
  },
  {
    name: 'over',
    kind: 'choice',
    label: 'lay it over',
    default: 'standard',
    choices: [
      { value: 'standard', label: 'standard attention' },
      { value: 'linear', label: 'linear attention' },
    ],
  },
]);

function linearFormula({ normalise, projection }: CostSettings): string {
  return `2nrd${normalise ? ' + 2nr' : ''}${projection ? ' + 2nrd for φ' : ''}`;
}

/** Times, and the settings that were timed: they stay on the page when the controls change, and say so. */
type Measured = MeasuredView & { readonly settings: CostSettings };

function settingsOf(state: Readonly<State>): CostSettings {
  const { n, d, r, causal, normalise, projection } = state as unknown as CostSettings;
  return { n, d, r, causal, normalise, projection };
}

function counted(count: number, what: string): string {
  return `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
}

export class LaStationCost extends Station {
  static override table = table;

  /** The hand-set exponent is laid over counts that are there already. */
  readonly #counted = this.answer(
    'main',
    async (engine, state) => {
      const settings = settingsOf(state);
      return { settings, ...(await computeCost(engine, settings)) };
    },
    settingsOf,
  );
  readonly #measured = this.run<Measured>('measure', 1, async (engine, state, { found, onProgress }) => {
    const settings = settingsOf(state);
    found({ settings, ...(await measureHere(engine, settings, { onProgress })) });
  });

  protected override figure(): TemplateResult | null {
    const view = this.#counted.value;
    if (view === null) return null;
    return html`
      ${this.beside(
        html`${this.controls('n', 'd', 'r')} ${this.controls('causal', 'normalise', 'projection')}`,
        html`${this.#counts(view, view.settings)} ${this.computed(this.#sentence(view, view.settings.n))}`,
      )}
      <h3>The counts against n, both axes logarithmic</h3>
      ${this.#curve(view)}
      ${this.runSection(this.#measured, 'Measure here', this.#measureFigure())}
    `;
  }

  #counts(view: CostView, settings: CostSettings): TemplateResult {
    const { n, d, r } = settings;
    const row = (name: TemplateResult, formula: string, one: number, both: number) => html`<tr>
      <th scope="row">${name}</th>
      <td>${formula}</td>
      <td class="number">${formatCountWithPower(one)}</td>
      <td class="number">${formatCountWithPower(both)}</td>
    </tr>`;
    return html`<div class="scroll">
      <table>
        <caption>Multiply-adds, counted exactly: n = ${formatCount(n)}, d = ${formatCount(d)}, r = ${formatCount(r)}</caption>
        <thead>
          <tr>
            <td></td>
            <th scope="col">formula</th>
            <th scope="col" class="number">one product</th>
            <th scope="col" class="number">everything counted</th>
          </tr>
        </thead>
        <tbody>
          ${row(html`standard`, settings.causal ? 'n(n+1)d' : '2n²d', view.oneProduct.standard, view.standard.multiplyAdds)}
          ${row(html`<span class="linear">linear</span>`, linearFormula(settings), view.oneProduct.linear, view.linearTotal)}
        </tbody>
      </table>
    </div>`;
  }

  #sentence(view: CostView, n: number): TemplateResult {
    const times =
      view.ratio >= 1
        ? `${formatNumber(view.ratio)} times fewer`
        : `${formatNumber(1 / view.ratio)} times more`;
    return html`<p>
        At n = ${given(formatCount(n))}, linear attention needs ${formatCount(view.linearTotal)} multiply-adds: ${times} than
        the ${formatCount(view.standard.multiplyAdds)} of standard attention, which also takes
        ${counted(view.standard.exponentials, 'exponential')}.
      </p>
      <p>
        ${
          view.breakEven === null
            ? html`No length up to ${given(formatCount(LARGEST))} makes linear attention the cheaper one.`
            : html`Break-even: from n = ${formatCount(view.breakEven)} on, linear attention needs no more than standard
              attention. Below it, linear attention does more work.`
        }
        Stored scores would be ${formatCountWithPower(view.standard.scoreNumbers)}
        ${view.standard.scoreNumbers === 1 ? 'number' : 'numbers'}; the state is ${formatCount(view.linear.stateNumbers)}.
      </p>`;
  }

  #curve(view: CostView): TemplateResult {
    const over = this.value<'standard' | 'linear'>('over');
    const exponent = this.value<number>('exponent');
    const hand = handSetLine(view.curve, over, exponent);
    const n = view.curve.map((point) => point.n);
    const line = (id: string, label: string, object: PlotSeries['object'], y: number[]): PlotSeries => ({
      id,
      label,
      object,
      x: n,
      y,
    });
    const series = [
      line(
        'standard',
        'standard',
        'softmax',
        view.curve.map((point) => point.standard),
      ),
      line(
        'linear',
        'linear',
        'linear',
        view.curve.map((point) => point.linear),
      ),
      line(
        'yours',
        `yours, n${superscript(Number(exponent.toPrecision(3)))}`,
        'baseline',
        hand.points.map(([, y]) => y),
      ),
    ];
    const markers: PlotMarker[] = [{ x: this.value<number>('n'), label: 'n' }];
    if (view.breakEven !== null) markers.push({ x: view.breakEven, label: 'break-even' });
    const miss = hand.missAtEnd;
    return this.beside(
      this.controls('exponent', 'over'),
      html`<la-plot
        .series=${series}
        .markers=${markers}
        label="Multiply-adds against the number of tokens"
        x-label="n, tokens"
        y-label="multiply-adds"
        x-scale="log"
        y-scale="log"
      ></la-plot>`,
      this.computed(html`<p>
        Slope fitted to the counts: ${formatNumber(view.slopes.standard)} for standard,
        ${formatNumber(view.slopes.linear)} for linear attention. Your exponent ${given(formatNumber(exponent))}, laid over
        ${over} attention, ends
        ${
          Math.abs(Math.log(miss)) < 0.005
            ? 'on its line: that is its growth.'
            : html`${formatNumber(miss > 1 ? miss : 1 / miss)} times too ${miss > 1 ? 'high' : 'low'} at n =
                ${given(formatCount(LENGTHS.at(-1)!))}.`
        }
      </p>`),
    );
  }

  #measureFigure(): TemplateResult {
    const measured = this.#measured.value;
    return this.beside(
      html`${this.runner(this.#measured, 'Measure here')}
        <p class="quiet">
          Times both kinds on this machine, one thread, for some seconds. You can go on reading.
        </p>`,
      measured === null ? nothing : this.#times(measured),
      measured === null ? nothing : this.computed(this.#timesSentence(measured)),
    );
  }

  #times(view: MeasuredView): TemplateResult {
    const line = (name: 'standard' | 'linear'): PlotSeries => ({
      id: name,
      label: name,
      object: name === 'standard' ? 'softmax' : 'linear',
      x: view.points.map((point) => point.n),
      y: view.points.map((point) => point[name].medianMs),
      low: view.points.map((point) => point[name].minMs),
      high: view.points.map((point) => point[name].maxMs),
      marks: 'both',
    });
    const markers: PlotMarker[] =
      view.crossover === null
        ? []
        : [{ x: view.crossover, label: `crossover ≈ ${formatNumber(Math.round(view.crossover))}` }];
    return html`<la-plot
        .series=${[line('standard'), line('linear')]}
        .markers=${markers}
        label="Measured time against the number of tokens"
        x-label="n, tokens"
        y-label="milliseconds"
        x-scale="log"
        y-scale="log"
      ></la-plot>
      <div class="scroll">
        <table>
          <caption>Median of repeated runs, with the shortest and the longest, in ms</caption>
          <thead>
            <tr>
              <th scope="col" class="number">n</th>
              <th scope="col" class="number">standard</th>
              <th scope="col" class="number">linear</th>
            </tr>
          </thead>
          <tbody>
            ${view.points.map(
              ({ n, standard, linear }) => html`<tr>
                <th scope="row" class="number">${formatCount(n)}</th>
                <td class="number">${formatMeasured(standard.medianMs, standard.minMs, standard.maxMs, 'ms')}</td>
                <td class="number">${formatMeasured(linear.medianMs, linear.minMs, linear.maxMs, 'ms')}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>`;
  }

  #timesSentence(view: Measured): TemplateResult {
    const list = (lengths: readonly number[]) => picked(lengths.map((n) => formatCount(n)).join(', '));
    const { d, r } = view.settings;
    const resolution = Math.max(...view.points.map((point) => point.standard.resolutionMs));
    const lost = view.points.filter(
      (point) => point.standard.medianMs < resolution || point.linear.medianMs < resolution,
    );
    return html`<p>
        Measured with d = ${given(formatCount(d))} and ${given(view.linearMap)} (r = ${given(formatCount(r))}):
        ${
          view.crossover === null
            ? 'the medians do not cross between these lengths.'
            : html`the medians cross near n ≈ ${formatCount(Math.round(view.crossover))}.`
        }
        ${
          view.slowerAt.length === 0
            ? 'Linear attention was nowhere clearly slower.'
            : html`Linear attention was clearly slower at n = ${list(view.slowerAt)}.`
        }
        Over the last four lengths the slope is ${formatNumber(view.slopes.standard)} for standard and
        ${formatNumber(view.slopes.linear)} for linear attention.
      </p>
      ${
        view.unclearAt.length === 0
          ? nothing
          : html`<p>The spreads overlap at n = ${list(view.unclearAt)}: there this machine is too noisy to say which is faster.</p>`
      }
      ${
        lost.length === 0
          ? nothing
          : html`<p>
              This browser’s clock moves in steps of ${formatNumber(resolution)} ms. At n =
              ${list(lost.map((point) => point.n))} a run is shorter than that.
            </p>`
      }`;
  }
}

define('la-station-cost', LaStationCost);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-cost': LaStationCost;
  }
}
