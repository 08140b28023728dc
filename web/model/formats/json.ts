// Arrays of numbers as JSON: nested lists of any depth, one of them or an object of named ones ({"q": …, "k": …}),
// and {"shape": […], "data": […]} with the numbers in one list.
import { QUOTED } from '../parse-number.js';
import { shorten } from '../text.js';
import { countOf, FormatError, type NumberArray } from './number-array.js';

/** Each level is a call deeper when the lists are read. */
const MAX_DEPTH = 8;

export function readJson(text: string, name = 'array'): NumberArray[] {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new FormatError(
      `This is not complete JSON (${shorten(reason, 90)}). Nested lists are needed, for example [[1, 2], [3, 4]].`,
    );
  }
  if (Array.isArray(parsed)) return [toArray(parsed, name)];
  if (typeof parsed === 'object' && parsed !== null) {
    if ('shape' in parsed && 'data' in parsed) return [fromFlat(parsed, name)];
    const arrays = Object.entries(parsed).flatMap(([key, value]) => {
      if (Array.isArray(value)) return [toArray(value, key)];
      return typeof value === 'object' && value !== null && 'shape' in value && 'data' in value
        ? [fromFlat(value, key)]
        : [];
    });
    if (arrays.length > 0) return arrays;
    const keys = Object.keys(parsed).map((key) => `“${shorten(key, QUOTED)}”`);
    throw new FormatError(
      `The JSON object has ${keys.length === 0 ? 'no entries' : `the entries ${keys.slice(0, 6).join(', ')}`}, ` +
        'none of them a list of numbers. Lists with names are needed, for example {"q": [[1, 2], [3, 4]]}.',
    );
  }
  throw new FormatError(
    `The JSON holds ${parsed === null ? 'null' : `a ${typeof parsed}`}. Nested lists of numbers are needed, for example [[1, 2], [3, 4]].`,
  );
}

function fromFlat(value: object, name: string): NumberArray {
  const { shape, data } = value as { shape: unknown; data: unknown };
  const sizes =
    Array.isArray(shape) && shape.every((size) => Number.isInteger(size) && size >= 0) ? shape : null;
  if (sizes === null || !Array.isArray(data)) {
    throw new FormatError(`“${name}” needs "shape": a list of sizes, and "data": a flat list of numbers.`);
  }
  const flat = toArray(data, name);
  if (flat.shape.length !== 1 || flat.data.length !== countOf(sizes, name)) {
    throw new FormatError(
      `“${name}” says its shape is ${sizes.join(' × ')}, and holds ${flat.data.length} numbers. The two must agree.`,
    );
  }
  return { ...flat, shape: sizes };
}

function toArray(list: readonly unknown[], name: string): NumberArray {
  const shape: number[] = [];
  for (let level: unknown = list; Array.isArray(level); level = level[0]) {
    shape.push(level.length);
    if (shape.length > MAX_DEPTH) {
      throw new FormatError(
        `“${name}” is nested more than ${MAX_DEPTH} lists deep. Four are enough: batch, head, token, dimension.`,
      );
    }
  }
  const data = new Float64Array(countOf(shape, `“${name}”`));
  let next = 0;
  // The way to the value at hand; words are made of it only where something is wrong.
  const path: number[] = [];
  const where = () => `“${name}”${path.map((index) => `[${index}]`).join('')}`;
  const visit = (value: unknown): void => {
    const depth = path.length;
    if (depth === shape.length) {
      if (typeof value !== 'number') {
        throw new FormatError(`${where()} is ${describe(value)}. A number is needed there.`);
      }
      data[next++] = value;
      return;
    }
    if (!Array.isArray(value)) {
      throw new FormatError(`${where()} is ${describe(value)}. A list of ${shape[depth]} is needed there.`);
    }
    if (value.length !== shape[depth]) {
      throw new FormatError(
        `${where()} has ${value.length} ${value.length === 1 ? 'entry' : 'entries'}, and the first list of its kind has ${shape[depth]}. All need the same.`,
      );
    }
    for (let i = 0; i < value.length; i++) {
      path.push(i);
      visit(value[i]);
      path.pop();
    }
  };
  visit(list);
  return { name, shape, data, type: 'text' };
}

function describe(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'string') return `the text “${shorten(value, QUOTED)}”`;
  return typeof value === 'object' ? 'an object' : `${typeof value} ${String(value)}`;
}
