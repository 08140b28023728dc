// Station 4: one output taken apart step by step, and the same outputs in four forms.
import { html, nothing, type TemplateResult } from 'lit';
import type { FeatureMap, Matrix } from '../../engine/types.js';
import { formatCount, formatNumber, subscript } from '../../model/format-number.js';
import { defineTable, type MatrixValue } from '../../model/parameters.js';
import '../la-matrix/la-matrix.js';
import { fromRows, rowOf, toDecimalRows } from '../../model/matrices.js';
import { given } from '../from.js';
import type { MatrixChange, MatrixMark } from '../la-matrix/la-matrix.js';
import { define } from '../theme/base.js';
import type { ObjectKind } from '../theme/objects.js';
import { Station } from './station.js';
import { allForms, type FormRow, type Trace, traceOutput } from './summaries-model.js';

const MAX_TOKENS = 8;
const matrixRow = (name: 'q' | 'k' | 'v', value: MatrixValue) =>
  ({
    name,
    kind: 'matrix',
    label: name.toUpperCase(),
    default: value,
    rows: [1, MAX_TOKENS],
    cols: [1, 4],
    min: -1e4,
    max: 1e4,
  }) as const;

export const table = defineTable([
  matrixRow('q', [
    [1, 0],
    [0, 1],
    [1, 1],
    [-1, 2],
  ]),
  matrixRow('k', [
    [1, 1],
    [0, 2],
    [-1, 1],
    [2, 0],
  ]),
  matrixRow('v', [
    [1, 0, 2],
    [0, 3, 1],
    [4, 1, 0],
    [2, 2, 2],
  ]),
  { name: 'query', kind: 'integer', label: 'i, the query', default: 1, min: 1, max: MAX_TOKENS },
  {
    name: 'map',
    kind: 'choice',
    label: 'φ, feature map',
    default: 'elu+1',
    choices: [
      { value: 'elu+1', label: 'elu+1' },
      { value: 'identity', label: 'identity' },
      { value: 'relu', label: 'ReLU' },
      { value: 'exp', label: 'exp' },
      { value: 'taylor2', label: 'Taylor-2' },
    ],
  },
  { name: 'causal', kind: 'flag', label: 'causal: query i sees keys 1 to i', default: false },
]);

interface Shown {
  readonly trace: Trace;
  readonly forms: readonly FormRow[];
  /** Of what is shown; the box may have been ticked since. */
  readonly causal: boolean;
}

interface Step {
  readonly title: string;
  readonly from: string;
  readonly figure: TemplateResult;
}

export class LaStationSummaries extends Station {
  static override table = table;

  readonly #shown = this.answer('main', async (engine, state): Promise<Shown> => {
    const [q, k, v] = ['q', 'k', 'v'].map((name) => fromRows(state[name] as MatrixValue));
    const inputs = { q: q!, k: k!, v: v! };
    const query = Math.min(state.query as number, q!.rows) - 1;
    const causal = state.causal as boolean;
    const map: FeatureMap = { kind: state.map as 'elu+1' };
    const [trace, forms] = await Promise.all([
      traceOutput(engine, inputs, { map, causal, query }),
      allForms(engine, inputs, { map, causal }),
    ]);
    return { trace, forms, causal };
  });

  override get steps(): number {
    return 6;
  }

  protected override figure(): TemplateResult | null {
    const shown = this.#shown.value;
    if (shown === null) return null;
    const { trace, forms, causal } = shown;
    const steps = this.#stepsOf(trace);
    const marks = causal ? seen(trace.keys) : [];
    return html`
      ${this.beside(
        this.controls('query', 'map', 'causal'),
        html`<div class="matrices">
          ${this.#editor('q', [{ row: trace.query }])} ${this.#editor('k', marks)} ${this.#editor('v', marks)}
        </div>`,
      )}
      <div class="panels broad">
        <section>
          <h3>One output, step by step</h3>
          <div class="row steps" role="group" aria-label="Steps">
            <button aria-disabled=${this.step === 1} @click=${() => this.goTo(this.step - 1)}>Back</button>
            <button class="main" aria-disabled=${this.step === this.steps} @click=${() => this.goTo(this.step + 1)}>
              ${this.step === this.steps ? 'The last step' : `Next: ${steps[this.step]!.title}`}
            </button>
            <span class="quiet" data-told>Step ${this.step} of ${this.steps}: ${steps[this.step - 1]!.title}</span>
          </div>
          <ol class="trace">
            ${steps.slice(0, this.step).map(
              (step, i) => html`<li aria-current=${i + 1 === this.step ? 'step' : 'false'}>
                <strong>${step.title}.</strong> ${step.from} ${step.figure}
              </li>`,
            )}
          </ol>
          ${this.step === this.steps ? this.computed(this.#sentence(trace)) : nothing}
        </section>
        <section>
          <h3>The same in ${forms.length} forms</h3>
          ${this.#formTable(shown)}
        </section>
      </div>
    `;
  }

  #editor(name: 'q' | 'k' | 'v', marks: readonly MatrixMark[]): TemplateResult {
    return html`<la-matrix
      label=${name.toUpperCase()}
      object=${name}
      ?readonly=${this.settings.readonly}
      .min=${-1e4}
      .max=${1e4}
      .marks=${marks}
      .matrix=${fromRows(this.value<MatrixValue>(name))}
      @la-change=${(event: CustomEvent<MatrixChange>) => this.set(name, toDecimalRows(event.detail.matrix))}
    ></la-matrix>`;
  }

  #stepsOf(trace: Trace): Step[] {
    const i = trace.query + 1;
    const matrix = (label: string, object: ObjectKind, data: Matrix) =>
      html`<la-matrix readonly label=${label} object=${object} .matrix=${data}></la-matrix>`;
    const keys = trace.keys === 1 ? 'key 1' : `keys 1 to ${trace.keys}`;
    return [
      {
        title: `φ(q) of query ${i}`,
        from: `The map applied to row ${i} of Q.`,
        figure: matrix('φ(q)', 'q', trace.features),
      },
      {
        title: 'φ(k) of the keys',
        from: `The map applied to ${keys} of K.`,
        figure: matrix('φ(K)', 'k', trace.keyFeatures),
      },
      {
        title: 'The summary S',
        from: `Entry (a, b) is the sum of φ(k) at a times v at b, over ${keys}.`,
        figure: matrix('S', 'state', trace.S),
      },
      {
        title: 'The summary z',
        from: `The sum of the rows of φ(K), over ${keys}.`,
        figure: matrix('z', 'normaliser', trace.z),
      },
      {
        title: 'Numerator and denominator',
        from: 'φ(q) times S, and φ(q) times z.',
        figure: html`${matrix('φ(q)S', 'plain', trace.numerator)}
          <p class="below" data-from="core"><span class="normaliser">φ(q)·z</span> = ${formatNumber(trace.denominator)}</p>`,
      },
      {
        title: 'The quotient',
        from: 'Each entry of the numerator divided by the denominator.',
        figure: matrix(`O${subscript(i)}`, 'plain', trace.output),
      },
    ];
  }

  #sentence(trace: Trace): TemplateResult {
    const numbers = Array.from(trace.output.data, (value) => formatNumber(value)).join(', ');
    return html`<p>
      Output ${given(trace.query + 1)} is (${numbers}), from ${given(formatCount(trace.S.data.length))} +
      ${given(formatCount(trace.z.data.length))}
      shared numbers. No score was computed.
      ${
        trace.status === 2
          ? 'The denominator is 0, so there is no quotient; the core returns zeros.'
          : trace.status === 3
            ? 'The denominator is negative: some weights are negative too.'
            : nothing
      }
    </p>`;
  }

  #formTable({ trace: { query }, forms, causal }: Shown): TemplateResult {
    const largest = Math.max(0, ...forms.map((row) => row.largestDifference));
    return html`<div class="scroll">
        <table>
          <caption>All outputs, each form in float32 against the quadratic form in float64</caption>
          <thead>
            <tr>
              <th scope="col">form</th>
              <th scope="col">output ${query + 1}</th>
              <th scope="col" class="number">largest difference</th>
              <th scope="col" class="number">multiply-adds</th>
            </tr>
          </thead>
          <tbody>
            ${forms.map(
              (row) => html`<tr>
                <th scope="row">${row.form}</th>
                <td>${Array.from(rowOf(row.output, query), (value) => formatNumber(value)).join(', ')}</td>
                <td class="number">${formatNumber(row.largestDifference)}</td>
                <td class="number">${formatCount(row.multiplyAdds)}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      ${this.computed(html`<p>
        ${largest === 0 ? 'The forms agree in every digit.' : html`The forms agree to ${formatNumber(largest)}.`}
        ${causal ? 'The parallel form is missing: one sum for all queries cannot be causal.' : nothing}
        ${
          forms[0]!.multiplyAdds < Math.min(...forms.slice(1).map((row) => row.multiplyAdds))
            ? 'For so few tokens the quadratic form is the cheapest; station 5 shows where that ends.'
            : nothing
        }
      </p>`)}`;
  }
}

function seen(keys: number): MatrixMark[] {
  return Array.from({ length: keys }, (_, row) => ({ row }));
}

define('la-station-summaries', LaStationSummaries);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-summaries': LaStationSummaries;
  }
}
