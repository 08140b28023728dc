// Turns of phrase that several exercises use. Each returns plain data.
import type { Recipe } from '../../lesson-kit/recipe.js';

type Pick = readonly (string | number)[];
type Plain = { readonly [key: string]: Recipe | Plain };

interface Operands {
  readonly q: Recipe;
  readonly k: Recipe;
  readonly v: Recipe;
}

export const input = (name: string): Recipe => ({ input: name });
export const value = (name: string): Recipe => ({ value: name });

/** Linear attention with one of the maps that have no settings. */
export function linear(
  map: string,
  operands: Operands,
  pick: Pick,
  mechanism: Plain = {},
  options: Plain = {},
): Recipe {
  return attend({ kind: 'linear', featureMap: { kind: map }, ...mechanism }, operands, pick, options);
}

export function softmax(operands: Operands, pick: Pick, options: Plain = {}): Recipe {
  return attend({ kind: 'softmax' }, operands, pick, options);
}

export function attend(mechanism: Plain, operands: Operands, pick: Pick, options: Plain = {}): Recipe {
  return { call: 'attend', args: { ...operands, options: { mechanism, ...options } }, pick };
}

export function features(map: string, x: Recipe): Recipe {
  return { call: 'featureMap', args: { x, map: { kind: map } } };
}

export const add = (...of: Recipe[]): Recipe => ({ op: 'add', of });
export const subtract = (a: Recipe, b: Recipe): Recipe => ({ op: 'subtract', of: [a, b] });
export const times = (...of: Recipe[]): Recipe => ({ op: 'times', of });
export const divide = (a: Recipe, b: Recipe): Recipe => ({ op: 'divide', of: [a, b] });
export const both = (...of: Recipe[]): Recipe => ({ op: 'both', of });
export const equal = (a: Recipe, b: Recipe): Recipe => ({ op: 'equal', of: [a, b] });
export const less = (a: Recipe, b: Recipe): Recipe => ({ op: 'less', of: [a, b] });
export const not = (a: Recipe): Recipe => ({ op: 'not', of: [a] });
export const scaled = (matrix: Recipe, factor: Recipe): Recipe => ({ op: 'scaled', of: [matrix, factor] });
