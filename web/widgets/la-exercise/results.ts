// What a recipe gave, shown as the exercise asks: a number, bytes, a matrix or a heat map.
import { html, nothing, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import type { Matrix } from '../../engine/types.js';
import type { Result } from '../../lesson-kit/exercise.js';
import { type Evaluator, matrixOf, type Outcome } from '../../lesson-kit/recipe.js';
import '../la-matrix/la-matrix.js';
import { outcomeText, sourceOf } from './format.js';

export interface Computed {
  readonly result: Result;
  readonly outcome: Outcome;
  readonly from: 'core' | 'input';
  readonly matrix: Matrix | null;
  readonly rowNames: readonly string[];
  readonly colNames: readonly string[];
}

/** One after the other: long ones report their progress in turn. */
export async function computeResults(results: readonly Result[], evaluator: Evaluator): Promise<Computed[]> {
  // Most exercises show none.
  if (results.some(isHeatMap)) await import('../la-heatmap/la-heatmap.js');
  const computed: Computed[] = [];
  for (const result of results) {
    const outcome = await evaluator.evaluate(result.value);
    computed.push({
      result,
      outcome,
      from: sourceOf(result.value, evaluator),
      matrix: isGrid(result) ? matrixOf(outcome) : null,
      rowNames: await names(result.rowLabels, evaluator),
      colNames: await names(result.colLabels, evaluator),
    });
  }
  return computed;
}

function isGrid(result: Result): boolean {
  return result.show === 'matrix' || isHeatMap(result);
}

function isHeatMap(result: Result): boolean {
  return result.show === 'weights' || result.show === 'signed';
}

async function names(recipe: Result['rowLabels'], evaluator: Evaluator): Promise<readonly string[]> {
  const outcome = recipe === undefined ? [] : await evaluator.evaluate(recipe);
  return Array.isArray(outcome) ? outcome.map(String) : [];
}

/** Up to so many columns every cell has room for its number, on a phone too. */
const FEW = 6;

/** `label` is trusted HTML: a section of the exercise. `domain`: the scale that maps of weights share. */
function resultView(
  { result, outcome, from, matrix, rowNames, colNames }: Computed,
  label: string,
  domain: readonly [number, number],
): TemplateResult {
  if (matrix === null) {
    return html`<div class="result">
      <dt>${unsafeHTML(label)}</dt>
      <dd class=${result.object ?? 'plain'} data-from=${from}>${outcomeText(outcome, result.show)}</dd>
    </div>`;
  }
  const few = matrix.cols <= FEW;
  return html`<figure class=${matrix.cols > 8 ? 'result wide' : 'result'}>
    <figcaption>${unsafeHTML(label)}</figcaption>
    ${
      result.show === 'matrix'
        ? html`<la-matrix readonly hide-shape data-from=${from} object=${result.object ?? 'plain'} .matrix=${matrix}></la-matrix>`
        : html`<la-heatmap
            data-from=${from}
            object=${result.object ?? 'plain'}
            scale=${result.show === 'signed' ? 'diverging' : 'sequential'}
            .domain=${result.show === 'weights' ? domain : null}
            .matrix=${matrix}
            .rowNames=${rowNames}
            .colNames=${colNames}
            max-cell=${matrix.cols > 20 ? nothing : few ? '52' : '40'}
            ?values=${few}
            ?hide-table=${few}
          ></la-heatmap>`
    }
  </figure>`;
}

/** Entry by entry: spread out as arguments, a map of some hundred tokens would be too many. */
export function largest(matrices: readonly Matrix[]): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const { data } of matrices) for (const entry of data) if (entry > most) most = entry;
  return most;
}

/** Numbers as one list, then the grids. `text` holds the exercise's sections, trusted HTML, by name. */
export function resultsView(
  computed: readonly Computed[],
  text: Readonly<Record<string, string>>,
): TemplateResult {
  const top = largest(
    computed.flatMap(({ result, matrix }) => (result.show === 'weights' && matrix ? [matrix] : [])),
  );
  const view = (one: Computed) => resultView(one, text[`run ${one.result.id}`] ?? '', [0, top]);
  const numbers = computed.filter(({ matrix }) => matrix === null);
  const grids = computed.filter(({ matrix }) => matrix !== null);
  return html`${numbers.length === 0 ? nothing : html`<dl class="results">${numbers.map(view)}</dl>`}
  ${grids.length === 0 ? nothing : html`<div class="results">${grids.map(view)}</div>`}`;
}
