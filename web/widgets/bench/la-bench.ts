// The bench: any input, two mechanisms side by side, every view, and scripts that compute the screen again.

import { html, nothing, type TemplateResult } from 'lit';
import type { Matrix } from '../../engine/types.js';
import { type CodeLanguage, exportCode, withDrawnNumbers } from '../../model/code-export.js';
import { formatCount, formatNumber, formatPercent } from '../../model/format-number.js';
import { writeCsv } from '../../model/formats/csv.js';
import { writeNpz } from '../../model/formats/npz.js';
import type { WeightsFile } from '../../model/formats/weights.js';
import type { State } from '../../model/parameters.js';
import { meanOf } from '../../model/statistics.js';
import type { Input } from '../inputs/resolve-input.js';
import { WeightsSlot } from '../inputs/weights-slot.js';
import { unbroken } from '../unbroken.js';
import '../la-actions.js';
import type { Action } from '../la-actions.js';
import '../la-plot/la-plot.js';
import '../la-tabs.js';
import { given } from '../from.js';
import { InputStation } from '../stations/input-station.js';
import { LinkedMaps, namesOf } from '../stations/linked-maps.js';
import { MAP_NAMES } from '../stations/map-parameters.js';
import { define } from '../theme/base.js';
import { type BenchView, runBench, type SideView } from './bench-model.js';
import {
  optionsOf,
  SIDES,
  type Side,
  sideControls,
  sideName,
  sideState,
  table,
  takesWeights,
} from './bench-parameters.js';

export { table };

interface Shown {
  readonly input: Input;
  readonly view: BenchView;
  readonly names: Readonly<Record<Side, string>>;
}

const LANGUAGES: readonly (readonly [CodeLanguage, string])[] = [
  ['numpy', 'NumPy'],
  ['pytorch', 'PyTorch'],
  ['javascript', 'JavaScript'],
];
const MECHANISMS: Readonly<Record<string, string>> = {
  softmax: 'softmax',
  flash: 'FlashAttention',
  longformer: 'Longformer',
  bigbird: 'BigBird',
};

const TABS = [
  { id: 'weights', label: 'Weights' },
  { id: 'outputs', label: 'Outputs' },
  { id: 'rows', label: 'Row by row' },
  { id: 'states', label: 'States' },
  { id: 'counts', label: 'Counts' },
] as const;
type TabId = (typeof TABS)[number]['id'];

export class LaBench extends InputStation {
  static override table = table;

  /** Of a map trained before: not part of the state, and not of a link. */
  readonly #weightsFiles: Readonly<Record<Side, WeightsSlot>> = {
    left: this.#weightsSlot(),
    right: this.#weightsSlot(),
  };
  readonly #shown = this.answer('main', async (engine, state): Promise<Shown> => {
    const input = await this.resolve(engine, state);
    const [left, right] = SIDES.map((side) => sideState(state, side));
    const files = SIDES.map((side) => this.#weightsFiles[side].fitting(input.q.cols));
    const options = [left!, right!].map((side, i) =>
      optionsOf(side, state.causal as boolean, input.scale, input.q.cols, files[i]?.W ?? null),
    );
    const view = await runBench(engine, input, state.factor as number, options[0]!, options[1]!);
    return { input, view, names: { left: nameOf(left!, files[0]!), right: nameOf(right!, files[1]!) } };
  });
  readonly #maps = new LinkedMaps(this);
  #tab: TabId = 'weights';

  protected override figure(): TemplateResult | null {
    const shown = this.#shown.value;
    if (shown === null) return null;
    return html`
      ${this.inputFigure()} ${this.controls('factor', 'causal')}
      <div class="panels">${SIDES.map((side) => this.#sideFigure(side, shown.input))}</div>
      ${this.computed(this.#sentence(shown))}
      <la-tabs
        label="Views"
        .tabs=${TABS}
        @la-tab=${(event: CustomEvent<{ id: TabId }>) => {
          this.#tab = event.detail.id;
          this.requestUpdate();
        }}
      >
        ${this.#panel(shown)}
      </la-tabs>
      ${this.hasBar ? nothing : html`<la-actions label="Take it with you" .actions=${this.actions}></la-actions>`}
      ${shown.input.credit === undefined ? nothing : html`<p class="quiet">${shown.input.credit}</p>`}
    `;
  }

  #weightsSlot(): WeightsSlot {
    return new WeightsSlot(() => {
      this.requestUpdate();
      this.stateChanged();
    });
  }

  /** Of the open tab alone: a panel that nobody sees is not drawn. */
  #panel(shown: Shown): TemplateResult {
    switch (this.#tab) {
      case 'weights':
        return html`<div slot="weights" class="panels">${SIDES.map((side) => this.#weights(shown, side))}</div>`;
      case 'outputs':
        return html`<div slot="outputs">${this.#outputs(shown)}</div>`;
      case 'rows':
        return html`<div slot="rows">${this.#rows(shown)}</div>`;
      case 'states':
        return html`<div slot="states" class="panels">${SIDES.map((side) => this.#state(shown, side))}</div>`;
      case 'counts':
        return html`<div slot="counts">${this.#counts(shown)}</div>`;
    }
  }

  #sideFigure(side: Side, { q }: Input): TemplateResult {
    const state = sideState(this.state, side);
    const controls = sideControls(state).map((name) => sideName(side, name));
    const open = takesWeights(state) && !this.isHidden('controls') && !this.settings.readonly;
    return html`<section aria-label=${`The ${side} side`}>
      <h2>${side === 'left' ? 'Left' : 'Right'}</h2>
      ${this.controls(...controls)} ${open ? this.#weightsFiles[side].view(q.cols) : nothing}
    </section>`;
  }

  #weights({ view, names, input }: Shown, side: Side): TemplateResult {
    const { weights } = view[side].attended;
    if (weights === undefined) {
      return html`<p>${unbroken(names[side])} never holds its weights; there is nothing to draw.</p>`;
    }
    const sides = SIDES.map((one) => view[one].rows).filter((rows) => rows !== null);
    const negative = sides.some((rows) => rows.negatives.some((count) => count > 0));
    const top = Math.max(...sides.flatMap((rows) => [...rows.max]));
    return this.#maps.map(names[side], weights, { ...namesOf(input), domain: negative ? null : [0, top] });
  }

  #outputs({ view, names, input }: Shown): TemplateResult {
    const map = (label: string, output: Matrix) =>
      this.#maps.map(label, output, { rowNames: input.queryNames, colTitle: 'entry' });
    return html`<div class="panels">
      ${SIDES.map((side) => map(`output, ${names[side]}`, view[side].attended.output))}
      ${map('difference, right minus left', view.difference)}
    </div>`;
  }

  #rows({ view }: Shown): TemplateResult {
    const x = Array.from(view.output.rowMaxAbs, (_, i) => i + 1);
    return html`<la-plot
        label="Largest difference of the outputs, query by query"
        x-label="query"
        y-label="largest difference"
        .series=${[{ id: 'output', label: 'right − left', object: 'linear', x, y: view.output.rowMaxAbs, marks: 'both' }]}
      ></la-plot>
      ${
        view.weights === null
          ? nothing
          : html`<la-plot
              label="L1 distance of the weights, query by query"
              x-label="query"
              y-label="L1 distance"
              .series=${[{ id: 'l1', label: 'L1', object: 'linear', x, y: view.weights.l1, marks: 'both' }]}
            ></la-plot>`
      }`;
  }

  #state({ view, names }: Shown, side: Side): TemplateResult {
    const { state } = view[side].attended;
    if (state === undefined) return html`<p>${unbroken(names[side])} keeps no state of a fixed size.</p>`;
    return html`<div>
      ${this.#maps.map(`S, ${names[side]}`, state.S, { rowTitle: 'feature', colTitle: 'entry' })}
      <p>
        ${formatCount(state.S.data.length)} + ${formatCount(state.z.length)} numbers, after
        ${formatCount(view.k.rows)} keys.
      </p>
    </div>`;
  }

  #counts({ view, names }: Shown): TemplateResult {
    const lines: readonly (readonly [string, (side: SideView) => string])[] = [
      ['multiply-adds', ({ attended }) => formatCount(attended.counts.multiplyAdds)],
      ['exponentials', ({ attended }) => formatCount(attended.counts.exponentials)],
      ['divisions', ({ attended }) => formatCount(attended.counts.divisions)],
      ['peak memory, bytes', ({ attended }) => formatCount(attended.counts.peakBytes)],
      [
        'entropy, nats, mean',
        ({ rows }) => (rows === null ? 'not held' : formatNumber(meanOf(rows.entropy))),
      ],
      ['largest weight, mean', ({ rows }) => (rows === null ? 'not held' : formatNumber(meanOf(rows.max)))],
      ['float32 against float64, at most', ({ rounding }) => formatNumber(rounding.maxAbs)],
      [
        'queries with a zero denominator',
        ({ attended }) => formatCount(attended.status.filter((one) => one === 2).length),
      ],
      [
        'queries with a negative denominator',
        ({ attended }) => formatCount(attended.status.filter((one) => one === 3).length),
      ],
    ];
    return html`<div class="scroll">
      <table>
        <thead>
          <tr>
            <td></td>
            ${SIDES.map((side) => html`<th scope="col" class="number">${unbroken(names[side])}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${lines.map(
            ([label, read]) => html`<tr>
              <th scope="row">${label}</th>
              ${SIDES.map((side) => html`<td class="number">${read(view[side])}</td>`)}
            </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
  }

  #sentence({ view, names, input }: Shown): TemplateResult {
    return html`<p>
      On ${given(input.title)} (${sizeOf(input)}, d = ${given(formatCount(input.q.cols))}), the output of
      ${unbroken(names.right)} differs from that of ${unbroken(names.left)} by ${formatPercent(view.output.relative)} of its size, and by
      ${formatNumber(view.output.maxAbs)} at most in one entry.
      ${
        view.weights === null
          ? nothing
          : html`Their weights differ by ${formatNumber(meanOf(view.weights.l1))} (L1, mean over the queries) and agree on
            the top key for ${formatPercent(view.weights.topAgreement)} of the queries.`
      }
    </p>`;
  }

  override get actions(): readonly Action[] {
    if (this.#shown.value === null) return [];
    const { names } = this.#shown.value;
    // What is on the screen when an entry is chosen, which may be later.
    const now = () => this.#shown.value!.view;
    const scripts = SIDES.flatMap((side) =>
      LANGUAGES.map(
        ([language, label]): Action => ({
          id: `${side}-${language}`,
          label: `${names[side]} (${side}) as ${label}`,
          group: 'Copy as a script',
          run: async () => {
            const { q, k, v, [side]: shown } = now();
            const runs = [{ name: names[side], options: shown.options }];
            const screen = { title: `${names[side]}, ${side} side of the bench`, q, k, v, runs };
            return { copy: exportCode(language, await withDrawnNumbers(screen, this.engine)) };
          },
        }),
      ),
    );
    const shaped = ({ rows, cols, data }: Matrix) => ({ shape: [rows, cols], data });
    const downloads: Action[] = [
      ...SIDES.map(
        (side): Action => ({
          id: `${side}-csv`,
          label: `Output of the ${side} side as CSV`,
          group: 'Download',
          run: () => ({ file: `output-${side}.csv`, content: writeCsv(now()[side].attended.output) }),
        }),
      ),
      {
        id: 'npz',
        label: 'Inputs and both outputs as .npz',
        group: 'Download',
        run: () => {
          const { q, k, v, left, right } = now();
          return {
            file: 'attention.npz',
            content: writeNpz({
              q: shaped(q),
              k: shaped(k),
              v: shaped(v),
              left: shaped(left.attended.output),
              right: shaped(right.attended.output),
            }),
          };
        },
      },
    ];
    return [...scripts, ...downloads];
  }
}

/** How many tokens, or how many of each kind where a file has fewer queries than keys. */
function sizeOf({ q, k }: Input): TemplateResult {
  const queries = formatCount(q.rows);
  return q.rows === k.rows
    ? html`n = ${given(queries)}`
    : html`queries: ${given(queries)}, keys: ${given(formatCount(k.rows))}`;
}

function nameOf(side: Readonly<State>, weights: WeightsFile | null): string {
  if (takesWeights(side) && weights !== null) return `Hedgehog, from ${weights.name}`;
  return side.kind === 'linear'
    ? (MAP_NAMES[side.map as string] ?? 'linear')
    : MECHANISMS[side.kind as string]!;
}

define('la-bench', LaBench);

declare global {
  interface HTMLElementTagNameMap {
    'la-bench': LaBench;
  }
}
