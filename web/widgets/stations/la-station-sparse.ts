// Station 8, second figure: Longformer, BigBird and plain windows, drawn, counted and run.
import { html, type TemplateResult } from 'lit';
import type { SparsePattern } from '../../engine/types.js';
import { formatCount, formatNumber, formatPercent } from '../../model/format-number.js';
import { defineTable, type State, type Table } from '../../model/parameters.js';
import { given } from '../from.js';
import { inputRows } from '../inputs/input-parameters.js';
import { define } from '../theme/base.js';
import { InputStation } from './input-station.js';
import { LinkedMaps, type MapOptions, namesOf } from './linked-maps.js';
import { bigbirdOf, randomBlockParameters } from './pattern-parameters.js';
import { runPattern } from './sparse-model.js';

export const table = defineTable([
  {
    name: 'pattern',
    kind: 'choice',
    label: 'pattern',
    default: 'longformer',
    choices: [
      { value: 'longformer', label: 'Longformer: window, globals' },
      { value: 'bigbird', label: 'BigBird: blocks, edges, random' },
      { value: 'window', label: 'window alone' },
    ],
  },
  { name: 'window', kind: 'integer', label: 'w, window, even', default: 6, min: 0, max: 64, step: 2 },
  { name: 'dilation', kind: 'integer', label: 'dilation', default: 1, min: 1, max: 8 },
  { name: 'globals', kind: 'integer', label: 'global tokens, the first', default: 1, min: 0, max: 8 },
  { name: 'left', kind: 'integer', label: 'left, keys; −1: all', default: 4, min: -1, max: 64 },
  { name: 'right', kind: 'integer', label: 'right, keys; −1: all', default: 4, min: -1, max: 64 },
  { name: 'blockSize', kind: 'integer', label: 'block size', default: 2, min: 1, max: 16 },
  ...randomBlockParameters,
  // So many that each pattern leaves most of the pairs out, and few enough to be drawn.
  ...inputRows({ n: { default: 64 } }),
]) as Table;

function patternOf(state: Readonly<State>): SparsePattern {
  switch (state.pattern) {
    case 'bigbird':
      return bigbirdOf(state);
    case 'window':
      return { kind: 'window', left: state.left as number, right: state.right as number };
    default:
      return {
        kind: 'longformer',
        window: state.window as number,
        dilation: state.dilation as number,
        globalTokens: Array.from({ length: state.globals as number }, (_, i) => i),
      };
  }
}

const CONTROLS: Readonly<Record<string, readonly string[]>> = {
  longformer: ['window', 'dilation', 'globals'],
  bigbird: ['blockSize', 'randomBlocks', 'patternSeed'],
  window: ['left', 'right'],
};

export class LaStationSparse extends InputStation {
  static override table = table;

  readonly #maps = new LinkedMaps(this);
  readonly #shown = this.answer('main', async (engine, state) => {
    const input = await this.resolve(engine, state);
    return { input, view: await runPattern(engine, input, patternOf(state), input.scale) };
  });

  protected override figure(): TemplateResult | null {
    const shown = this.#shown.value;
    if (shown === null) return null;
    const { input, view } = shown;
    const all = input.q.rows * input.k.rows;
    const shared: MapOptions = { ...namesOf(input), domain: [0, view.largestWeight] };
    return html`
      <h3>Leave most pairs out</h3>
      ${this.beside(
        html`${this.controls('pattern', ...CONTROLS[this.value<string>('pattern')]!)} ${this.inputFigure()}`,
        html`<div class="panels">
          ${this.#maps.map('weights of permitted pairs', view.weights, { ...shared, mask: view.mask })}
          ${this.#maps.map('weights of full attention', view.fullWeights, shared)}
        </div>`,
        this.computed(html`<p>
          ${formatCount(view.pairs)} of ${given(formatCount(all))} pairs are computed, ${formatPercent(view.pairs / all)}:
          ${formatCount(view.counts.multiplyAdds)} multiply-adds against ${formatCount(view.fullCounts.multiplyAdds)}.
          The output differs from that of full attention by ${formatPercent(view.error.relative)} of its size; with equal
          weights it would differ by ${formatPercent(view.uniformError.relative)}. The largest difference of an entry is
          ${formatNumber(view.error.maxAbs)}.
        </p>`),
      )}
    `;
  }
}

define('la-station-sparse', LaStationSparse);

declare global {
  interface HTMLElementTagNameMap {
    'la-station-sparse': LaStationSparse;
  }
}
