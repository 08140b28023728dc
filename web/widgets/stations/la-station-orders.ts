// Station 1: three small matrices multiplied in both orders, with counters.
import { html, type TemplateResult } from 'lit';
import type { Matrix } from '../../engine/types.js';
import { formatCount, formatNumber } from '../../model/format-number.js';
import { defineTable, type MatrixValue } from '../../model/parameters.js';
import '../la-matrix/la-matrix.js';
import { fromRows, rowOf, toDecimalRows } from '../../model/matrices.js';
import { given } from '../from.js';
import { sameMatrix } from '../la-matrix/cells.js';
import type { MatrixChange } from '../la-matrix/la-matrix.js';
import { define } from '../theme/base.js';
import type { ObjectKind } from '../theme/objects.js';
import { countAt, multiplyBothWays, type OrdersView } from './orders-model.js';
import { type Answer, Station } from './station.js';

const LARGEST = 8;
const matrixRow = (name: 'a' | 'b' | 'c', value: MatrixValue) =>
  ({
    name,
    kind: 'matrix',
    label: name.toUpperCase(),
    default: value,
    rows: [1, LARGEST],
    cols: [1, LARGEST],
    min: -1e6,
    max: 1e6,
  }) as const;

export const table = defineTable([
  matrixRow('a', [
    [1, 2],
    [0, -1],
    [3, 1],
    [2, 2],
  ]),
  matrixRow('b', [
    [2, 0, 1, -1],
    [1, 3, 0, 2],
  ]),
  matrixRow('c', [
    [1, 0],
    [2, 1],
    [-1, 1],
    [0, 2],
  ]),
  { name: 'n', kind: 'integer', label: 'n, rows of A', default: 4, min: 1, max: LARGEST, public: false },
  { name: 'r', kind: 'integer', label: 'r, columns of A', default: 2, min: 1, max: LARGEST, public: false },
  { name: 'd', kind: 'integer', label: 'd, columns of C', default: 2, min: 1, max: LARGEST, public: false },
  {
    name: 'large',
    kind: 'integer',
    label: 'n, rows of larger matrices',
    default: 512,
    min: 1,
    max: 1024,
    logarithmic: true,
    about: 'Rows of random matrices that are multiplied for their counts alone; r and d stay.',
  },
]);

/** The matrix grown or cut to a size; new entries count up from −4 to 4, so that none is special. */
function resized(value: MatrixValue, rows: number, cols: number): number[][] {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: cols }, (_, j) => value[i]?.[j] ?? ((7 * i + 3 * j) % 9) - 4),
  );
}

interface Shown {
  readonly n: number;
  readonly r: number;
  readonly d: number;
  readonly view: OrdersView;
  /** What the last change of the matrices did to the total. */
  readonly news: string;
}

/** The first row of the total that another view has otherwise; '' if none, or if its shape changed. */
function changedRow(before: Matrix | undefined, total: Matrix): string {
  const { rows, cols, data } = total;
  if (before?.rows !== rows || before.cols !== cols) return '';
  const at = data.findIndex((entry, i) => entry !== before.data[i]);
  if (at < 0) return '';
  const row = Math.floor(at / cols);
  const entries = Array.from(rowOf(total, row), (entry) => formatNumber(entry));
  return `Row ${row + 1} is now (${entries.join(', ')}).`;
}

export class LaStationOrders extends Station {
  static override table = table;

  readonly #shown: Answer<Shown> = this.answer('main', async (engine, state) => {
    const [A, B, C] = ['a', 'b', 'c'].map((name) => fromRows(state[name] as MatrixValue));
    const view = await multiplyBothWays(engine, A!, B!, C!);
    const before = this.#shown.value;
    const { total } = view.tableFirst;
    // A change that leaves the total alone leaves the news of it, too.
    const news =
      before !== null && sameMatrix(before.view.tableFirst.total, total)
        ? before.news
        : changedRow(before?.view.tableFirst.total, total);
    return { n: A!.rows, r: A!.cols, d: C!.cols, view, news };
  });
  readonly #large = this.answer(
    'large',
    async (engine, state) => {
      const { large: n, r, d } = state as Record<'large' | 'r' | 'd', number>;
      return { n, view: await countAt(engine, n, r, d) };
    },
    (state) => [state.large, state.r, state.d],
  );

  protected override stateChanged(): void {
    if (this.#fitSizes()) super.stateChanged();
  }

  /** Sizes and matrices are two views of one thing. A size that moved resizes the matrices; false: another change follows. */
  #fitSizes(): boolean {
    const [n, r, d] = [this.value<number>('n'), this.value<number>('r'), this.value<number>('d')];
    const a = this.value<MatrixValue>('a');
    const b = this.value<MatrixValue>('b');
    const c = this.value<MatrixValue>('c');
    const fits =
      a.length === n &&
      a[0]!.length === r &&
      b.length === r &&
      b[0]!.length === n &&
      c.length === n &&
      c[0]!.length === d;
    if (fits) return true;
    this.setState({ a: resized(a, n, r), b: resized(b, r, n), c: resized(c, n, d) });
    return false;
  }

  protected override figure(): TemplateResult | null {
    const shown = this.#shown.value;
    if (shown === null) return null;
    const { view } = shown;
    return html`
      ${this.beside(
        this.controls('n', 'r', 'd'),
        html`<div class="matrices">
            ${this.#editor('a', 'q')} ${this.#editor('b', 'k')} ${this.#editor('c', 'v')}
          </div>
          <div class="matrices">
            ${this.#order('Table first: (AB)C', 'AB', view.tableFirst)}
            ${this.#order('Summary first: A(BC)', 'BC', view.summaryFirst)}
          </div>`,
        this.computed(this.#sentence(shown)),
      )}
      <h3>The same with more rows</h3>
      ${this.beside(this.controls('large'), this.#largeSentence())}
    `;
  }

  #editor(name: 'a' | 'b' | 'c', object: ObjectKind): TemplateResult {
    return html`<la-matrix
      label=${name.toUpperCase()}
      object=${object}
      ?readonly=${this.settings.readonly}
      .min=${-1e6}
      .max=${1e6}
      .matrix=${fromRows(this.value<MatrixValue>(name))}
      @la-change=${(event: CustomEvent<MatrixChange>) => this.set(name, toDecimalRows(event.detail.matrix))}
    ></la-matrix>`;
  }

  #order(title: string, between: string, run: OrdersView['tableFirst']): TemplateResult {
    const matrix = (label: string, object: ObjectKind, data: Matrix) =>
      html`<la-matrix readonly label=${label} object=${object} .matrix=${data}></la-matrix>`;
    return html`<section>
      <h3>${title}</h3>
      <div class="matrices">
        ${matrix(between, between === 'BC' ? 'state' : 'plain', run.between)} ${matrix('ABC', 'plain', run.total)}
      </div>
      <p data-from="core">
        ${formatCount(run.first)} + ${formatCount(run.second)} =
        <strong>${formatCount(run.multiplications)} multiplications</strong>
      </p>
    </section>`;
  }

  #sentence({ view, n, r, d, news }: Shown): TemplateResult {
    const { tableFirst, summaryFirst } = view;
    const verdict =
      tableFirst.multiplications === summaryFirst.multiplications
        ? 'Both orders cost the same here.'
        : tableFirst.multiplications > summaryFirst.multiplications
          ? 'Building the summary first is cheaper here.'
          : 'Building the table first is cheaper here.';
    return html`<p>
      ${
        view.difference.maxAbs === 0
          ? `The two totals are equal in every entry. ${news}`
          : `The two totals differ by ${formatNumber(view.difference.maxAbs)} at most, which is rounding in float32.`
      }
      With n = ${given(n)}, r = ${given(r)}, d = ${given(d)}: n²r +
      n²d = ${formatCount(tableFirst.multiplications)} against 2nrd = ${formatCount(summaryFirst.multiplications)}.
      ${verdict}
    </p>`;
  }

  #largeSentence(): TemplateResult {
    if (this.#large.value === null) return html`<p class="quiet">Multiplying…</p>`;
    const { n, view } = this.#large.value;
    const ratio = view.tableFirst.multiplications / view.summaryFirst.multiplications;
    return this.computed(html`<p>
      At n = ${given(formatCount(n))}: ${formatCount(view.tableFirst.multiplications)} multiplications against
      ${formatCount(view.summaryFirst.multiplications)}. The table first takes ${formatNumber(ratio)} times as many, and
      the totals differ by ${formatNumber(view.difference.maxAbs)}, which is rounding in float32.
    </p>`);
  }
}

define('la-station-orders', LaStationOrders);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-orders': LaStationOrders;
  }
}
