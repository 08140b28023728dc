// Every value that a reader, a link, an attribute or a teacher can set is declared once, as a row of a table. The
// controls, the link, validation, reset, the embed attributes and the documentation all come from that row.
import { DECIMAL } from './decimal.js';
import { jsonExcerpt } from './json.js';
import { shorten } from './text.js';

export type Value = number | boolean | string | readonly string[] | MatrixValue;
/** Row by row, as JSON has it; rows are of equal length. */
export type MatrixValue = readonly (readonly number[])[];

interface Common {
  /** The key in the state object, camelCase. */
  readonly name: string;
  /** What stands beside the control; a formula's letter where it has one. */
  readonly label: string;
  readonly unit?: string;
  /** The key in the query string and the element's attribute; by default the name in kebab-case. */
  readonly key?: string;
  /** One sentence for the documentation table. */
  readonly about?: string;
  /** false: not read from a query string or attribute, only from saved state. Default true. */
  readonly public?: boolean;
}

export interface IntegerParameter extends Common {
  readonly kind: 'integer';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** What a button says that goes to the next number, in place of a slider: for a number without a size, a seed. */
  readonly next?: string;
  /** Of the slider; typing is not rounded to it. By default 1. */
  readonly step?: number;
  /** The slider moves in equal ratios instead of equal steps. */
  readonly logarithmic?: boolean;
}

export interface NumberParameter extends Common {
  readonly kind: 'number';
  readonly default: number;
  readonly min: number;
  readonly max: number;
  /** Of the slider; typing is not rounded to it. */
  readonly step?: number;
  /** The slider moves in equal ratios instead of equal steps. */
  readonly logarithmic?: boolean;
}

export interface ChoiceParameter extends Common {
  readonly kind: 'choice';
  readonly default: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

export interface FlagParameter extends Common {
  readonly kind: 'flag';
  readonly default: boolean;
}

export interface MatrixParameter extends Common {
  readonly kind: 'matrix';
  readonly default: MatrixValue;
  /** Least and most rows and columns; equal numbers fix the size. */
  readonly rows: readonly [number, number];
  readonly cols: readonly [number, number];
  /** Bounds of an entry. */
  readonly min: number;
  readonly max: number;
  readonly integer?: boolean;
}

export interface TextParameter extends Common {
  readonly kind: 'text';
  readonly default: string;
  readonly maxLength: number;
  /** What the whole text must match, and how that is said to a person. */
  readonly pattern?: RegExp;
  readonly patternSays?: string;
}

export interface ListParameter extends Common {
  readonly kind: 'list';
  readonly default: readonly string[];
  readonly maxItems: number;
  /** Absent: any word of letters, digits, - and _. */
  readonly choices?: readonly string[];
}

export type Parameter =
  | IntegerParameter
  | NumberParameter
  | ChoiceParameter
  | FlagParameter
  | MatrixParameter
  | TextParameter
  | ListParameter;

export type Table = readonly Parameter[];

interface ValueByKind {
  integer: number;
  number: number;
  choice: string;
  flag: boolean;
  matrix: MatrixValue;
  text: string;
  list: readonly string[];
}

/** The state object that a table describes. */
export type StateOf<T extends Table> = { [P in T[number] as P['name']]: ValueByKind[P['kind']] };
export type State = Record<string, Value>;

/** Keeps the names and kinds of a table in its type, so that StateOf can read them. */
export function defineTable<const T extends Table>(table: T): T {
  return table;
}

export type Checked = { ok: true; value: Value } | { ok: false; message: string };

/** The parameter's key in a query string and its attribute name. */
export function urlKey(parameter: Parameter): string {
  return parameter.key ?? parameter.name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Whether `value`, of unknown origin, is one that the parameter allows; if not, a sentence that says why. */
export function check(parameter: Parameter, value: unknown): Checked {
  const expected = problem(parameter, value);
  return expected === null
    ? { ok: true, value: value as Value }
    : { ok: false, message: `${parameter.label}: found ${quoted(value)}, expected ${expected}.` };
}

/** Reads the text of a query string, an attribute or a typed field. */
export function parse(parameter: Parameter, text: string): Checked {
  const value = fromText(parameter, text);
  const expected = problem(parameter, value);
  return expected === null
    ? { ok: true, value: value as Value }
    : { ok: false, message: `${parameter.label}: found ${quoted(text)}, expected ${expected}.` };
}

/** The text that `parse` reads back as the same value. */
export function print(value: Value): string {
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (!Array.isArray(value)) return String(value);
  if (value.length > 0 && Array.isArray(value[0])) {
    return (value as MatrixValue).map((row) => row.join(',')).join(';');
  }
  return value.join(',');
}

/** What the parameter allows, as the words that complete "expected …". */
export function expectation(parameter: Parameter): string {
  switch (parameter.kind) {
    case 'integer':
      return `a whole number from ${parameter.min} to ${parameter.max}`;
    case 'number':
      return `a number from ${parameter.min} to ${parameter.max}`;
    case 'choice':
      return `one of ${parameter.choices.map((choice) => choice.value).join(', ')}`;
    case 'flag':
      return '1 or 0';
    case 'matrix':
      return (
        `${span(parameter.rows)} rows of ${span(parameter.cols)} ${parameter.integer ? 'whole numbers' : 'numbers'}` +
        ` from ${parameter.min} to ${parameter.max}, such as 1,2;3,4`
      );
    case 'text':
      return `${parameter.patternSays ?? 'text'} of at most ${parameter.maxLength} characters`;
    case 'list':
      return parameter.choices
        ? `a list out of ${parameter.choices.join(', ')}`
        : `at most ${parameter.maxItems} words separated by commas`;
  }
}

function span([least, most]: readonly [number, number]): string {
  return least === most ? String(least) : `${least} to ${most}`;
}

function problem(parameter: Parameter, value: unknown): string | null {
  return allowed(parameter, value) ? null : expectation(parameter);
}

function allowed(parameter: Parameter, value: unknown): boolean {
  switch (parameter.kind) {
    case 'integer':
      return inRange(value, parameter.min, parameter.max) && Number.isInteger(value);
    case 'number':
      return inRange(value, parameter.min, parameter.max);
    case 'choice':
      return parameter.choices.some((choice) => choice.value === value);
    case 'flag':
      return typeof value === 'boolean';
    case 'matrix':
      return allowedMatrix(parameter, value);
    case 'text':
      return (
        typeof value === 'string' &&
        value.length <= parameter.maxLength &&
        (parameter.pattern === undefined || parameter.pattern.test(value))
      );
    case 'list':
      return (
        Array.isArray(value) &&
        value.length <= parameter.maxItems &&
        value.every((item) => typeof item === 'string' && allowedItem(parameter, item))
      );
  }
}

function allowedItem(parameter: ListParameter, item: string): boolean {
  return parameter.choices ? parameter.choices.includes(item) : /^[\w-]{1,64}$/.test(item);
}

function allowedMatrix(parameter: MatrixParameter, value: unknown): boolean {
  if (!Array.isArray(value) || value.length < parameter.rows[0] || value.length > parameter.rows[1])
    return false;
  const cols: unknown = Array.isArray(value[0]) ? value[0].length : null;
  if (!inRange(cols, parameter.cols[0], parameter.cols[1])) return false;
  return value.every(
    (row: unknown) =>
      Array.isArray(row) &&
      row.length === cols &&
      row.every(
        (entry) =>
          inRange(entry, parameter.min, parameter.max) && (!parameter.integer || Number.isInteger(entry)),
      ),
  );
}

function inRange(value: unknown, min: number, max: number): value is number {
  return typeof value === 'number' && value >= min && value <= max;
}

function fromText(parameter: Parameter, text: string): unknown {
  switch (parameter.kind) {
    case 'integer':
    case 'number':
      return toNumber(text);
    case 'flag':
      // A bare `?readonly` or attribute is an empty string and means yes.
      return FLAG_WORDS.get(text.trim().toLowerCase());
    case 'matrix':
      return text.split(';').map((row) => row.split(',').map(toNumber));
    case 'list':
      return listOf(text);
    case 'choice':
    case 'text':
      return text;
  }
}

const FLAG_WORDS = new Map([
  ['', true],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

/** Words between commas; none of an empty text. */
export function listOf(text: string): string[] {
  return text.trim() === '' ? [] : text.split(',').map((item) => item.trim());
}

/** A decimal number, with − (U+2212) read as a minus sign; NaN for anything else, the empty text included. */
export function toNumber(text: string): number {
  const plain = text.trim().replace(/^\u2212/, '-');
  return DECIMAL.test(plain) ? Number(plain) : Number.NaN;
}

/** The value as a sentence can carry it: short, on one line. */
function quoted(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : jsonExcerpt(value, 40);
  const line = text.replace(/\s+/g, ' ').trim();
  return line === '' ? 'an empty value' : `“${shorten(line, 40)}”`;
}
