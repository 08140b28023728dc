// A control for every kind of parameter, so that a table alone is enough to let a reader change its values.
import { html, nothing, type TemplateResult } from 'lit';
import type { Matrix } from '../engine/types.js';
import { fromRows, toDecimalRows } from '../model/matrices.js';
import {
  listOf,
  type MatrixValue,
  type Parameter,
  type State,
  type Table,
  type Value,
} from '../model/parameters.js';
import './la-choice.js';
import './la-matrix/la-matrix.js';
import { numericControl } from './numeric.js';
import type { ObjectKind } from './theme/objects.js';

export interface ControlOptions {
  readonly disabled?: boolean;
  readonly set: (name: string, value: Value) => void;
}

/** The letter of a formula says which object it is. */
const OBJECTS: Readonly<Record<string, ObjectKind>> = { q: 'q', k: 'k', v: 'v', s: 'state', z: 'normaliser' };

export function controls(table: Table, state: Readonly<State>, options: ControlOptions): TemplateResult[] {
  return table.map((parameter) => control(parameter, state[parameter.name]!, options));
}

function control(
  parameter: Parameter,
  value: Value,
  { disabled = false, set }: ControlOptions,
): TemplateResult {
  const { name, label } = parameter;
  switch (parameter.kind) {
    case 'integer':
    case 'number':
      return numericControl(parameter, {
        value: value as number,
        disabled,
        help: parameter.about ?? '',
        live: false,
        set: (next) => set(name, next),
      });
    case 'choice':
      return html`<la-choice
        label=${label}
        layout=${parameter.choices.length > 4 ? 'list' : 'bar'}
        .options=${parameter.choices}
        .value=${value as string}
        ?disabled=${disabled}
        @la-change=${(event: CustomEvent<{ value: string }>) => set(name, event.detail.value)}
      ></la-choice>`;
    case 'flag':
      return html`<label class="flag"
        ><input
          type="checkbox"
          .checked=${value as boolean}
          ?disabled=${disabled}
          @change=${(event: Event) => set(name, (event.target as HTMLInputElement).checked)}
        />
        ${label}</label
      >`;
    case 'matrix':
      return html`<la-matrix
        label=${label}
        object=${OBJECTS[label.toLowerCase()] ?? 'plain'}
        .matrix=${matrixOf(value as MatrixValue)}
        .min=${parameter.min}
        .max=${parameter.max}
        max-rows=${parameter.rows[1]}
        max-cols=${parameter.cols[1]}
        resizable=${resizable(parameter)}
        ?integers=${parameter.integer === true}
        ?readonly=${disabled}
        @la-change=${(event: CustomEvent<{ matrix: Matrix }>) => set(name, toDecimalRows(event.detail.matrix))}
      ></la-matrix>`;
    case 'list':
    case 'text':
      return html`<label class="text"
        ><span class="label">${label}</span>
        <input
          type="text"
          maxlength=${parameter.kind === 'text' ? parameter.maxLength : nothing}
          .value=${String(value)}
          ?disabled=${disabled}
          @change=${(event: Event) => {
            const text = (event.target as HTMLInputElement).value;
            set(name, parameter.kind === 'text' ? text : listOf(text));
          }}
        />
      </label>`;
  }
}

function resizable({ rows, cols }: Extract<Parameter, { kind: 'matrix' }>): string {
  const [free, freeCols] = [rows[0] !== rows[1], cols[0] !== cols[1]];
  return free ? (freeCols ? 'both' : 'rows') : freeCols ? 'columns' : 'none';
}

// The element compares by identity: the same value must stay the same matrix, or typing would be undone.
const matrices = new WeakMap<MatrixValue, Matrix>();

export function matrixOf(value: MatrixValue): Matrix {
  let matrix = matrices.get(value);
  if (matrix === undefined) {
    matrix = fromRows(value);
    matrices.set(value, matrix);
  }
  return matrix;
}
