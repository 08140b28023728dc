// Station 7, first figure: the weight on a needle as the target sharpens.
import { html, type TemplateResult } from 'lit';
import { formatCount, formatNumber } from '../../model/format-number.js';
import { defineTable } from '../../model/parameters.js';
import '../la-plot/la-plot.js';
import type { PlotSeries } from '../la-plot/la-plot.js';
import { define } from '../theme/base.js';
import type { ObjectKind } from '../theme/objects.js';
import { type NeedleView, needle } from './needle-model.js';
import { Station } from './station.js';

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
  { name: 'n', kind: 'integer', label: 'n, keys', default: 64, min: 2, max: 256 },
  { name: 'd', kind: 'integer', label: 'd, size of a head', default: 16, min: 2, max: 128 },
  { name: 'seed', kind: 'integer', label: 'seed', default: 1, min: 0, max: 1000 },
]);

const SCALES = [0.5, 1, 2, 3, 4, 5, 6, 8, 10, 12];
/** Sets of keys that are averaged over. */
export const DRAWS = 10;
const OBJECTS: Readonly<Record<string, ObjectKind>> = {
  softmax: 'softmax',
  Hedgehog: 'state',
  'Taylor-2': 'q',
  'DPFP-1': 'k',
  ReLU: 'v',
  'elu+1': 'linear',
};

export class LaStationNeedle extends Station {
  static override table = table;

  #curve: NeedleView | null = null;
  #here: NeedleView | null = null;
  #curveFor = '';

  protected override get lanes(): readonly string[] {
    return ['main', 'curve'];
  }

  protected override stateChanged(): void {
    const settings = {
      n: this.value<number>('n'),
      d: this.value<number>('d'),
      seed: this.value<number>('seed'),
      draws: DRAWS,
    };
    void this.compute('main', (engine) =>
      needle(engine, { ...settings, scales: [this.value('scale')] }),
    ).then((view) => {
      if (view === undefined) return;
      this.#here = view;
      this.requestUpdate();
    });
    const key = JSON.stringify(settings);
    if (key === this.#curveFor) return;
    this.#curveFor = key;
    void this.compute('curve', (engine) => needle(engine, { ...settings, scales: SCALES })).then((view) => {
      if (view === undefined) return;
      this.#curve = view;
      this.requestUpdate();
    });
  }

  protected override figure(): TemplateResult | null {
    const here = this.#here;
    if (here === null) return null;
    const curve = this.#curve;
    const best = here.lines[0]!;
    const worst = here.lines.at(-1)!;
    return html`
      <h3>One needle among ${formatCount(this.value<number>('n') - 1)} other keys</h3>
      ${this.controls('scale', 'n', 'd', 'seed')}
      ${
        curve === null
          ? html`<p class="quiet">Computing the curves…</p>`
          : html`<la-plot
              label="Weight on the needle"
              x-label="scale"
              y-label="weight"
              .yDomain=${[0, 1]}
              .markers=${[{ x: this.value<number>('scale'), label: 'you' }]}
              .series=${[
                ...curve.lines.map(
                  (line): PlotSeries => ({
                    id: line.name,
                    label: line.name,
                    object: OBJECTS[line.name]!,
                    x: curve.scales,
                    y: line.weight,
                  }),
                ),
                {
                  id: 'uniform',
                  label: 'uniform',
                  object: 'baseline',
                  x: curve.scales,
                  y: curve.scales.map(() => curve.uniform),
                },
              ]}
            ></la-plot>`
      }
      <div class="scroll">
        <table>
          <caption>Weight on the needle at scale ${formatNumber(this.value('scale'))}, mean over ${DRAWS} sets of keys</caption>
          <thead><tr>${here.lines.map((line) => html`<th scope="col" class="number">${line.name}</th>`)}</tr></thead>
          <tbody>
            <tr>${here.lines.map((line) => html`<td class="number">${formatNumber(line.weight[0]!)}</td>`)}</tr>
          </tbody>
        </table>
      </div>
      ${this.computed(html`<p>
        At scale ${formatNumber(this.value('scale'))} softmax puts ${formatNumber(best.weight[0]!)} of its weight on the
        needle, elu+1 ${formatNumber(worst.weight[0]!)}. Equal weights would put ${formatNumber(here.uniform)} there.
      </p>`)}
    `;
  }
}

define('la-station-needle', LaStationNeedle);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-needle': LaStationNeedle;
  }
}
