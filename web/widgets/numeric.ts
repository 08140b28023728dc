// The slider with its field for a parameter that is a number, wherever a table is turned into controls.
import { html, nothing, type TemplateResult } from 'lit';
import type { Parameter } from '../model/parameters.js';
import './la-number.js';

export type Numeric = Parameter & { kind: 'integer' | 'number' };

export interface NumericOptions {
  readonly value: number;
  readonly disabled: boolean;
  /** A sentence about it below its whole label; without one, the letter stands for itself, with its words beside it. */
  readonly help?: string;
  /** Hears the value also while the slider moves. */
  readonly live: boolean;
  readonly set: (value: number) => void;
}

export function numericControl(
  parameter: Numeric,
  { value, disabled, help, live, set }: NumericOptions,
): TemplateResult {
  const { name, kind, min, max } = parameter;
  const integer = kind === 'integer';
  const [letter, ...words] = parameter.label.split(', ');
  const take = (event: CustomEvent<{ value: number }>) => set(event.detail.value);
  return html`<la-number
    name=${name}
    label=${help === undefined ? letter : parameter.label}
    hint=${help === undefined ? words.join(', ') : ''}
    help=${help ?? ''}
    unit=${parameter.unit ?? ''}
    .value=${value}
    .min=${min}
    .max=${max}
    .step=${parameter.step ?? (integer ? 1 : (max - min) / 100)}
    scale=${parameter.logarithmic ? 'log' : 'linear'}
    next=${(integer && parameter.next) || ''}
    ?integer=${integer}
    ?disabled=${disabled}
    @la-input=${live ? take : nothing}
    @la-change=${take}
  ></la-number>`;
}
