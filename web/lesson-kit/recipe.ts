// How an exercise says what to compute: plain data that names a call of the core, its arguments, and the part of the
// result that counts. The same recipe follows the reader's own inputs. Nothing here computes attention.
import type { Calls, Progress } from '../engine/calls.js';
import type { Matrix } from '../engine/types.js';
import { bytesOf } from '../model/base64.js';
import { fromRows, rowOf } from '../model/matrices.js';
import type { State } from '../model/parameters.js';

export type Recipe =
  | number
  | string
  | boolean
  | readonly Recipe[]
  /** The value of an input. */
  | { readonly input: string }
  /** A recipe that the exercise lists under `values`. */
  | { readonly value: string }
  /** A call of the core; `pick` walks into the result: keys, then row and column of a matrix. */
  | {
      readonly call: PureCall | LongCall | SourceCall;
      readonly args: Args;
      readonly pick?: readonly (string | number)[];
    }
  | { readonly op: Operation; readonly of: readonly Recipe[] };

export type Args = { readonly [key: string]: Recipe | Args | readonly Args[] };

/** Calls that leave nothing behind. */
export const PURE_CALLS = [
  'attend',
  'featureMap',
  'pattern',
  'cost',
  'multiply',
  'random',
  'kernelSpectrum',
  'rowStatistics',
  'compareWeights',
  'compare',
  'randomFeatureError',
] as const satisfies readonly (keyof Calls)[];
export type PureCall = (typeof PURE_CALLS)[number];

/** Calls that take a while, report progress and can be cancelled. */
const LONG_CALLS = ['growCache', 'streamRun', 'streamed'] as const;
export type LongCall = (typeof LONG_CALLS)[number];

/** `sample`: named data that the exercise carries, such as a trained head. */
export type SourceCall = 'sample';

export const OPERATIONS = {
  add: (a: number, b: number) => a + b,
  subtract: (a: number, b: number) => a - b,
  times: (a: number, b: number) => a * b,
  divide: (a: number, b: number) => a / b,
  power: (a: number, b: number) => a ** b,
  minimum: Math.min,
  maximum: Math.max,
  floor: (a: number) => Math.floor(a),
  ceil: (a: number) => Math.ceil(a),
  absolute: (a: number) => Math.abs(a),
  /** 1 or 0. */
  less: (a: number, b: number) => Number(a < b),
  equal: (a: number, b: number) => Number(a === b),
  both: (a: number, b: number) => Number(a !== 0 && b !== 0),
  not: (a: number) => Number(a === 0),
} as const;
/** Besides those on numbers: choose (condition, then, else), entry (matrix, row, column), row (matrix, row), and shapes and layouts of matrices. */
export const LAYOUTS = [
  'choose',
  'rows',
  'cols',
  'entry',
  'row',
  'transpose',
  'stack',
  'reshape',
  'sum',
  'scaled',
] as const;
export type Operation = keyof typeof OPERATIONS | (typeof LAYOUTS)[number];

export type Outcome = number | string | boolean | readonly number[] | readonly (readonly number[])[] | object;

export interface Core {
  call<C extends keyof Calls>(
    name: C,
    args: Calls[C]['in'],
    options?: { onProgress?: (progress: Progress) => void; goesOn?: boolean },
  ): Promise<Calls[C]['out']>;
}

/** Named objects; in them, numbers in bulk are written as base64 of little-endian float32, row by row. */
export type Samples = Readonly<Record<string, object>>;
export interface PackedMatrix {
  readonly rows: number;
  readonly cols: number;
  readonly float32: string;
}

/** A recipe that cannot be carried out: the exercise's fault or the core's refusal, said in a sentence. */
class RecipeError extends Error {}

/** Carries out recipes for one set of inputs; equal calls are made once. */
export class Evaluator {
  readonly #core: Core;
  readonly #inputs: Readonly<State>;
  readonly #values: Readonly<Record<string, Recipe>>;
  readonly #samples: Samples;
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  readonly #known = new Map<string, Promise<unknown>>();
  readonly #knownValues = new Map<string, Promise<unknown>>();

  constructor(
    core: Core,
    inputs: Readonly<State>,
    values: Readonly<Record<string, Recipe>> = {},
    options: { samples?: Samples; onProgress?: (progress: Progress) => void } = {},
  ) {
    this.#core = core;
    this.#inputs = inputs;
    this.#values = values;
    this.#samples = options.samples ?? {};
    this.#onProgress = options.onProgress;
  }

  /** Whether the exercise lists a value under this name. */
  knows(name: string): boolean {
    return Object.hasOwn(this.#values, name);
  }

  /** Whether a number of the core's goes into it; else the recipe works on the inputs alone. */
  asksCore(recipe: unknown): boolean {
    if (typeof recipe !== 'object' || recipe === null || isBinary(recipe)) return false;
    if ('value' in recipe) return this.asksCore(this.#values[recipe.value as string]);
    if ('call' in recipe && recipe.call !== 'sample') return true;
    // The shape of an answer follows from what was asked.
    if ('op' in recipe && (recipe.op === 'rows' || recipe.op === 'cols')) return false;
    return Object.values(recipe).some((part) => this.asksCore(part));
  }

  async evaluate(recipe: Recipe): Promise<Outcome> {
    return (await this.#resolve(recipe)) as Outcome;
  }

  async number(recipe: Recipe): Promise<number> {
    const outcome = await this.evaluate(recipe);
    if (typeof outcome === 'number' || typeof outcome === 'boolean') return Number(outcome);
    throw new RecipeError('A number was expected where the recipe gives something else.');
  }

  /** A number is 1 x 1 and a list is one row. */
  async rows(recipe: Recipe): Promise<readonly (readonly number[])[]> {
    const rows = toRows(await this.evaluate(recipe));
    if (rows === null) {
      const most = LARGEST.toLocaleString('en');
      throw new RecipeError(
        `A matrix of at most ${most} entries was expected where the recipe gives something else.`,
      );
    }
    return rows;
  }

  async #resolve(recipe: unknown): Promise<unknown> {
    if (typeof recipe !== 'object' || recipe === null || isBinary(recipe)) return recipe;
    if (Array.isArray(recipe)) return Promise.all(recipe.map((item) => this.#resolve(item)));
    if ('input' in recipe) return this.#input(recipe.input as string);
    if ('value' in recipe) return this.#value(recipe.value as string);
    if ('op' in recipe) return this.#operate(recipe as { op: Operation; of: Recipe[] });
    if ('call' in recipe) return this.#once(recipe as Extract<Recipe, { call: unknown }>);
    const entries = Object.entries(recipe).map(async ([key, item]) => [key, await this.#resolve(item)]);
    return Object.fromEntries(await Promise.all(entries));
  }

  #input(name: string): unknown {
    if (!Object.hasOwn(this.#inputs, name)) throw new RecipeError(`No input is called “${name}”.`);
    return this.#inputs[name];
  }

  #value(name: string): Promise<unknown> {
    if (!Object.hasOwn(this.#values, name)) throw new RecipeError(`No value is called “${name}”.`);
    // Once: values that use one another would otherwise be worked out twice as often with every level.
    let value = this.#knownValues.get(name);
    if (value === undefined) {
      value = this.#resolve(this.#values[name]);
      this.#knownValues.set(name, value);
    }
    return value;
  }

  #once(recipe: Extract<Recipe, { call: unknown }>): Promise<unknown> {
    const key = JSON.stringify([recipe.call, recipe.args]);
    let result = this.#known.get(key);
    if (result === undefined) {
      result = this.#call(recipe.call, recipe.args);
      this.#known.set(key, result);
    }
    return result.then((value) => pick(value, recipe.pick ?? []));
  }

  async #call(call: PureCall | LongCall | SourceCall, args: Args): Promise<unknown> {
    const given = prepare(await this.#resolve(args)) as never;
    switch (call) {
      case 'streamRun':
        return this.#streamRun(given);
      case 'streamed':
        return this.#streamed(given);
      case 'growCache':
        return this.#core.call('growCache', given, this.#reporting());
      case 'sample':
        return this.#sample((given as { name: string }).name);
      default:
        if (!(PURE_CALLS as readonly string[]).includes(call)) {
          throw new RecipeError(`No call is named “${String(call)}”.`);
        }
        return this.#core.call(call, given);
    }
  }

  #sample(name: string): object {
    if (!Object.hasOwn(this.#samples, name)) throw new RecipeError(`No sample is called “${name}”.`);
    const parts = Object.entries(this.#samples[name]!);
    return Object.fromEntries(parts.map(([key, part]) => [key, isPacked(part) ? unpacked(part) : part]));
  }

  /** Opens a stream, feeds it seeded random tokens, and closes it whatever happens. */
  async #streamRun(args: { options: never; tokens: number; seed: number }): Promise<object> {
    const opened = await this.#core.call('openStream', args.options);
    try {
      const run = await this.#core.call(
        'runStream',
        { handle: opened.handle, tokens: args.tokens, seed: args.seed },
        { ...this.#reporting(), goesOn: true },
      );
      return { ...run, featureDim: opened.featureDim };
    } finally {
      await this.#core.call('close', { handle: opened.handle });
    }
  }

  /** The same for tokens that are given, one a row; returns the outputs and the state after the last. */
  async #streamed(args: { options: never; q: Matrix; k: Matrix; v: Matrix }): Promise<object> {
    const { handle } = await this.#core.call('openStream', args.options);
    try {
      const goesOn = { goesOn: true };
      const { q, k, v } = args;
      const { output } = await this.#core.call('extend', { handle, q, k, v }, goesOn);
      return { output, ...(await this.#core.call('streamState', { handle }, goesOn)) };
    } finally {
      await this.#core.call('close', { handle });
    }
  }

  #reporting(): { onProgress?: (progress: Progress) => void } {
    return this.#onProgress ? { onProgress: this.#onProgress } : {};
  }

  async #operate({ op, of }: { op: Operation; of: Recipe[] }): Promise<unknown> {
    if (op === 'choose') return this.#resolve((await this.number(of[0]!)) !== 0 ? of[1] : of[2]);
    if (Object.hasOwn(OPERATIONS, op)) {
      const numbers = await Promise.all(of.map((item) => this.number(item)));
      const apply = OPERATIONS[op as keyof typeof OPERATIONS] as (...numbers: number[]) => number;
      return numbers.length > 2 ? numbers.reduce((a, b) => apply(a, b)) : apply(...numbers);
    }
    const rows = await this.rows(of[0]!);
    switch (op) {
      case 'rows':
        return rows.length;
      case 'cols':
        return rows[0]?.length ?? 0;
      case 'entry': {
        const entry = rows[await this.number(of[1]!)]?.[await this.number(of[2]!)];
        if (entry === undefined) throw new RecipeError('The matrix has no such entry.');
        return entry;
      }
      case 'row': {
        const row = rows[await this.number(of[1]!)];
        if (row === undefined) throw new RecipeError('The matrix has no such row.');
        return [row];
      }
      case 'transpose':
        return (rows[0] ?? []).map((_, col) => rows.map((row) => row[col]!));
      case 'stack':
        return (await Promise.all(of.map((item) => this.rows(item)))).flat();
      case 'reshape': {
        const [entries, width] = [rows.flat(), await this.number(of[1]!)];
        if (!(Number.isInteger(width) && width >= 1))
          throw new RecipeError('A matrix needs a whole number of columns, at least one.');
        return Array.from({ length: Math.floor(entries.length / width) }, (_, row) =>
          entries.slice(row * width, (row + 1) * width),
        );
      }
      case 'sum':
        return rows.flat().reduce((a, b) => a + b, 0);
      case 'scaled': {
        const factor = await this.number(of[1]!);
        return rows.map((row) => row.map((entry) => entry * factor));
      }
      default:
        throw new RecipeError(`No operation is named “${String(op)}”.`);
    }
  }
}

/** Of a matrix that a recipe works on entry by entry: stacked on itself a few times, it would fill all memory. */
const LARGEST = 2 ** 20;

/** Anything made of numbers as rows; null for anything else, and for more than the page can work on. */
export function toRows(outcome: unknown): readonly (readonly number[])[] | null {
  if (typeof outcome === 'number') return [[outcome]];
  if (isMatrix(outcome)) {
    if (outcome.data.length > LARGEST) return null;
    return Array.from({ length: outcome.rows }, (_, row) => [...rowOf(outcome, row)]);
  }
  if (isBinary(outcome)) return outcome.length > LARGEST ? null : [[...outcome]];
  if (!Array.isArray(outcome)) return null;
  if (outcome.reduce((sum: number, row) => sum + (Array.isArray(row) ? row.length : 1), 0) > LARGEST)
    return null;
  if (outcome.every((item) => typeof item === 'number')) return [outcome];
  return outcome.every((row) => Array.isArray(row) && row.every((item) => typeof item === 'number'))
    ? outcome
    : null;
}

/** Anything made of numbers as a matrix, the core's own without a copy; null for anything else. */
export function matrixOf(outcome: unknown): Matrix | null {
  if (isMatrix(outcome)) return outcome;
  const rows = toRows(outcome);
  return rows === null ? null : fromRows(rows);
}

type NumberArray = Float32Array | Float64Array | Uint8Array | Int32Array;

function isBinary(value: unknown): value is NumberArray {
  return ArrayBuffer.isView(value);
}

function isMatrix(value: unknown): value is Matrix {
  return typeof value === 'object' && value !== null && 'data' in value && isBinary(value.data);
}

function isPacked(part: unknown): part is PackedMatrix {
  return typeof part === 'object' && part !== null && 'float32' in part;
}

function unpacked({ rows, cols, float32 }: PackedMatrix): Matrix {
  const bytes = bytesOf(float32);
  const view = new DataView(bytes.buffer);
  const data = Float32Array.from({ length: rows * cols }, (_, i) => view.getFloat32(4 * i, true));
  return { rows, cols, data };
}

/** Where the core takes a list of whole numbers or of lists as it is. */
const PLAIN_LISTS = new Set(['globalTokens', 'random', 'want']);
const BYTE_LISTS = new Set(['mask', 'keyMask']);

/** Arguments as the core takes them: rows of numbers become matrices, lists of numbers typed arrays. */
function prepare(value: unknown, key = ''): unknown {
  if (typeof value !== 'object' || value === null || isBinary(value) || isMatrix(value)) return value;
  if (!Array.isArray(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, prepare(item, name)]));
  }
  if (PLAIN_LISTS.has(key)) return value;
  const rows = toRows(value);
  if (rows === null) return value.map((item) => prepare(item));
  if (BYTE_LISTS.has(key)) return bytesFrom(rows.flat(), key);
  return Array.isArray(value[0]) ? fromRows(rows) : Float32Array.from(rows[0]!);
}

/** As bytes, 257 would be a 1. */
function bytesFrom(entries: readonly number[], name: string): Uint8Array {
  const wrong = entries.find((entry) => entry !== 0 && entry !== 1);
  if (wrong !== undefined) throw new RecipeError(`${name} holds ${wrong}; expected 0 or 1.`);
  return Uint8Array.from(entries);
}

function pick(value: unknown, path: readonly (string | number)[]): unknown {
  let at = value;
  for (const step of path) {
    if (typeof step === 'number' && isMatrix(at))
      at = step >= 0 && step < at.rows ? [...rowOf(at, step)] : undefined;
    else if (typeof at === 'object' && at !== null && Object.hasOwn(at, step)) {
      at = (at as Record<string | number, unknown>)[step];
    } else throw new RecipeError(`The result has no part “${path.join('.')}”.`);
    if (at === undefined) throw new RecipeError(`The result has no part “${path.join('.')}”.`);
  }
  return at;
}
