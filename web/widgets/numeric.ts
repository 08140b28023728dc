// The slider with its field for a parameter that is a number, wherever a table is turned into controls.
import { html, nothing, type TemplateResult } from 'lit';
import type { Parameter } from '../model/parameters.js';
import './la-number.js';

export type Numeric = Parameter & { kind: 'integer' | 'number' };

export interface NumericOptions {
  readonly value: number;
  readonly disabled: boolean;
  /** Stands beside the letter, in words; by default what the label says after its first comma. */
  readonly hint?: string;
  /** Hears the value also while the slider moves. */
  readonly live: boolean;
  readonly set: (value: number) => void;
}

export function numericControl(
  parameter: Numeric,
  { value, disabled, hint, live, set }: NumericOptions,
): TemplateResult {
  const { name, kind, min, max } = parameter;
  const integer = kind === 'integer';
  const [letter, ...words] = parameter.label.split(', ');
  const take = (event: CustomEvent<{ value: number }>) => set(event.detail.value);
  return html`<la-number
    name=${name}
    label=${hint === undefined ? letter : parameter.label}
    hint=${hint ?? words.join(', ')}
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
