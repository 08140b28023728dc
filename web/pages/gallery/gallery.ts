// Development only: one of each element, so that they can be looked at and tested without a lesson or the core.
// The numbers are patterns, chosen to show signs, ties and extremes; none is passed off as a result.
import '../../widgets/theme/site.css';
import '../../widgets/la-actions.js';
import '../../widgets/la-choice.js';
import '../../widgets/la-file-drop.js';
import '../../widgets/la-heatmap/la-heatmap.js';
import '../../widgets/la-matrix/la-matrix.js';
import '../../widgets/la-number.js';
import '../../widgets/la-plot/la-plot.js';
import '../../widgets/la-progress.js';
import '../../widgets/la-stepper.js';
import '../../widgets/la-tabs.js';
import '../../widgets/la-term.js';
import { html, render } from 'lit';
import type { Matrix } from '../../engine/types.js';

const at = (id: string) => document.getElementById(id)!;

function matrix(rows: number, cols: number, entry: (row: number, col: number) => number): Matrix {
  const data = Float32Array.from({ length: rows * cols }, (_, i) => entry(Math.floor(i / cols), i % cols));
  return { rows, cols, data };
}

const wave = (row: number, col: number) => Math.sin(row * 1.3 + col * 2.1) * (1 + row / 3);
const peaked = (row: number, col: number) => Math.exp(-((row - col) ** 2) / 6) / 4.3;
const TOKENS = ['The', 'teacher', 'who', 'taught', 'us', 'left', 'her', 'long', 'letters', 'un', 'read', '.'];
const lengths = Array.from({ length: 14 }, (_, i) => 2 ** (i + 3));

render(
  html`<la-choice
    label="Theme"
    layout="bar"
    .options=${['auto', 'light', 'dark', 'contrast'].map((value) => ({ value, label: value }))}
    value="auto"
    @la-change=${(event: CustomEvent<{ value: string }>) => {
      document.documentElement.dataset.theme = event.detail.value;
    }}
  ></la-choice>`,
  at('theme'),
);

render(
  html`
    <la-matrix id="edit" label="Q" object="q" resizable="both" .matrix=${matrix(3, 3, wave)}></la-matrix>
    <la-matrix
      id="whole"
      label="K"
      object="k"
      integers
      min="-9"
      max="9"
      .matrix=${matrix(3, 2, (row, col) => row - 2 * col)}
    ></la-matrix>
    <la-matrix
      id="read"
      label="S"
      object="state"
      readonly
      .matrix=${matrix(4, 4, wave)}
      .marks=${[{ row: 1 }]}
    ></la-matrix>
    <la-matrix label="z" object="normaliser" readonly .matrix=${matrix(1, 24, wave)}></la-matrix>
  `,
  at('matrices'),
);

render(
  html`
    <la-heatmap
      id="weights"
      label="Weights of softmax"
      object="softmax"
      row-title="query"
      col-title="key"
      .matrix=${matrix(12, 12, peaked)}
      .mask=${Uint8Array.from({ length: 144 }, (_, i) => (i % 12 <= Math.floor(i / 12) ? 1 : 0))}
      .rowNames=${TOKENS}
      .colNames=${TOKENS}
      .marks=${[{ row: 4, object: 'q' }]}
    ></la-heatmap>
    <la-heatmap
      id="signed"
      label="φ(Q)"
      object="q"
      .matrix=${matrix(16, 24, wave)}
    ></la-heatmap>
    <la-heatmap
      id="values"
      label="With its numbers"
      values
      max-cell="56"
      .matrix=${matrix(4, 6, wave)}
    ></la-heatmap>
    <la-heatmap id="large" label="128 × 128" .matrix=${matrix(128, 128, peaked)}></la-heatmap>
    <la-heatmap label="Nothing yet"></la-heatmap>
  `,
  at('maps'),
);

render(
  html`
    <la-plot
      id="cost"
      label="Multiply-adds of one head, d = r = 64"
      x-label="n, tokens"
      y-label="multiply-adds"
      x-scale="log"
      y-scale="log"
      .series=${[
        {
          id: 'softmax',
          label: 'softmax',
          object: 'softmax',
          x: lengths,
          y: lengths.map((n) => 2 * n * n * 64),
        },
        {
          id: 'linear',
          label: 'linear',
          object: 'linear',
          x: lengths,
          y: lengths.map((n) => 2 * n * 64 * 64),
          low: lengths.map((n) => n * 64 * 64),
          high: lengths.map((n) => 4 * n * 64 * 64),
        },
      ]}
      .markers=${[{ x: 64, label: 'n = r' }]}
    ></la-plot>
    <la-plot
      id="kernel"
      label="Kernels along q·k"
      x-label="q·k"
      y-label="similarity"
      .series=${(['softmax', 'linear', 'baseline'] as const).map((object, i) => {
        const x = Array.from({ length: 41 }, (_, step) => -2 + step / 10);
        const y = x.map((s) => (i === 0 ? Math.exp(s) : i === 1 ? 1 + s + (s * s) / 2 : 1));
        return { id: object, label: object === 'baseline' ? 'uniform' : object, object, x, y };
      })}
    ></la-plot>
  `,
  at('plots'),
);

render(
  html`
    <la-number id="n" label="n" hint="tokens" min="1" max="131072" value="8192" scale="log" integer></la-number>
    <la-number label="scale" hint="multiplies q·k" min="0" max="8" step="0.1" value="0.5"></la-number>
    <la-stepper id="stepper" steps="8" step="3"></la-stepper>
    <la-choice
      id="map"
      label="Feature map"
      layout="list"
      .options=${[
        { value: 'favor', label: 'FAVOR+', group: 'Random' },
        { value: 'taylor2', label: 'Taylor, two terms', group: 'Fixed' },
      ]}
      value="favor"
    ></la-choice>
    <la-progress label="Running" done="1200000" total="3000000"></la-progress>
    <la-file-drop needs="A file with q, k and v, each tokens × dimensions."></la-file-drop>
    <la-tabs
      label="Views"
      .tabs=${[{ id: 'a', label: 'Weights' }, { id: 'b', label: 'Output' }]}
      active="a"
      ><p slot="a">The weights.</p><p slot="b">The output.</p></la-tabs
    >
    <la-actions
      id="actions"
      .actions=${[
        { id: 'link', label: 'Copy link', run: () => ({ copy: location.href }) },
        { id: 'csv', label: 'CSV', group: 'Download', run: () => ({ file: 'a.csv', content: '1,2\n' }) },
        { id: 'numpy', label: 'NumPy', group: 'Copy as', run: () => ({ copy: 'import numpy' }) },
        { id: 'fail', label: 'Fail', run: () => Promise.reject(new Error('There is nothing to copy.')) },
      ]}
    ></la-actions>
  `,
  at('controls'),
);
