// One plain object per activity, and its two written forms: an author's query string, readable, and a reader's
// saved state, `1.<base64url(deflate(JSON))>`. Reading never throws: what cannot be used falls back and is said.
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import { bytesOf } from './base64.js';
import { jsonExcerpt, jsonOf } from './json.js';
import {
  check,
  parse,
  print,
  type State,
  type StateOf,
  type Table,
  urlKey,
  type Value,
} from './parameters.js';
import { shorten } from './text.js';

export interface Warning {
  /** The URL key or parameter name it is about; 's' for the saved state as a whole. */
  readonly key: string;
  /** What was found, cut to a readable length. Plain text: never put it into markup unescaped. */
  readonly value: string;
  readonly message: string;
}

export interface Read<T extends Table = Table> {
  readonly state: StateOf<T>;
  readonly warnings: readonly Warning[];
}

const VERSION = '1';
/** The longest JSON, in bytes of UTF-8, that `unpack` reads when `pack` has written it. */
export const MAX_JSON_BYTES = 262_144;
/** At worst, deflate adds five bytes to every 65,535 and to the end; base64 makes four letters of three bytes. */
const MAX_DEFLATED_BYTES = MAX_JSON_BYTES + 5 * (Math.floor(MAX_JSON_BYTES / 65_535) + 1);
/** The longest text that is read: that of a link, a message, an attribute or a file. Longer ones are not even decoded. */
export const MAX_PACKED_LENGTH = VERSION.length + 1 + Math.ceil((4 * MAX_DEFLATED_BYTES) / 3);
/** Characters of what was found, in a warning. */
const EXCERPT = 80;

/** The author's version: every parameter at its default. */
export function defaults<T extends Table>(table: T): StateOf<T> {
  return Object.fromEntries(table.map((parameter) => [parameter.name, parameter.default])) as StateOf<T>;
}

/**
 * `base` with the public parameters that texts set, such as those of a query string or an element's attributes; null where
 * the key is not set. Unknown keys are left to others.
 */
export function readTexts<T extends Table>(
  table: T,
  textOf: (key: string) => string | null,
  base: StateOf<T> = defaults(table),
): Read<T> {
  const state: State = { ...base };
  const warnings: Warning[] = [];
  for (const parameter of table) {
    if (parameter.public === false) continue;
    const key = urlKey(parameter);
    const text = textOf(key);
    if (text === null) continue;
    const checked = parse(parameter, text);
    if (checked.ok) state[parameter.name] = checked.value;
    else warnings.push({ key, value: shorten(text, EXCERPT), message: checked.message });
  }
  return { state: state as StateOf<T>, warnings };
}

/** The query string of the public parameters that differ from their defaults, without '?'. */
export function writeQuery(table: Table, state: Readonly<State>): string {
  const query = new URLSearchParams();
  for (const parameter of table) {
    const value = state[parameter.name];
    if (parameter.public === false || value === undefined || same(value, parameter.default)) continue;
    query.set(urlKey(parameter), print(value));
  }
  return query.toString();
}

/** Any object as state: each parameter checked, anything else dropped. */
export function readObject<T extends Table>(
  table: T,
  object: unknown,
  base: StateOf<T> = defaults(table),
): Read<T> {
  const state: State = { ...base };
  const warnings: Warning[] = [];
  if (typeof object !== 'object' || object === null || Array.isArray(object)) {
    return { state: base, warnings: [unreadable(jsonExcerpt(object, EXCERPT))] };
  }
  for (const parameter of table) {
    if (!Object.hasOwn(object, parameter.name)) continue;
    const value = (object as Record<string, unknown>)[parameter.name];
    const checked = check(parameter, value);
    if (checked.ok) state[parameter.name] = checked.value;
    else {
      warnings.push({
        key: parameter.name,
        value: jsonExcerpt(value, EXCERPT),
        message: checked.message,
      });
    }
  }
  return { state: state as StateOf<T>, warnings };
}

/** Every parameter's value, so that a link keeps its meaning when a default changes later. */
export function encodeState(table: Table, state: Readonly<State>): string {
  return pack(Object.fromEntries(table.map(({ name }) => [name, state[name]])));
}

/** Reads what encodeState wrote, or anything else a stranger may have put there. */
export function decodeState<T extends Table>(
  table: T,
  text: string,
  base: StateOf<T> = defaults(table),
): Read<T> {
  const object = unpack(text);
  return object === undefined
    ? { state: base, warnings: [unreadable(shorten(text, EXCERPT), tooLong(text))] }
    : readObject(table, object, base);
}

/** Why a text is not even decoded, as a sentence; '' for one that is. */
export function tooLong({ length }: string): string {
  if (length <= MAX_PACKED_LENGTH) return '';
  const [found, most] = [length, MAX_PACKED_LENGTH].map((count) => count.toLocaleString('en'));
  return `It has ${found} characters; at most ${most} are read.`;
}

/** Any JSON value as the text of a saved state: also how a teacher's own exercise travels in a link. */
export function pack(value: unknown): string {
  return `${VERSION}.${toBase64Url(deflateSync(strToU8(jsonOf(value)), { level: 9 }))}`;
}

// Of a fixed size, and used again: a small text that would inflate to gigabytes is cut off, and is then no JSON.
let inflated: Uint8Array | undefined;

/** The JSON value that `pack` wrote; undefined for any other text. */
export function unpack(text: string): unknown {
  if (text.length > MAX_PACKED_LENGTH || !text.startsWith(`${VERSION}.`)) return undefined;
  const packed = fromBase64Url(text.slice(VERSION.length + 1));
  if (packed === null || packed.length === 0) return undefined;
  try {
    inflated ??= new Uint8Array(MAX_JSON_BYTES);
    return JSON.parse(strFromU8(inflateSync(packed, { out: inflated })));
  } catch {
    return undefined; // broken deflate, UTF-8 or JSON; the caller says so
  }
}

/** Equal as JSON. */
export function same(a: Value, b: Value): boolean {
  return a === b || (Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b));
}

export function sameState(table: Table, a: Readonly<State>, b: Readonly<State>): boolean {
  return table.every(({ name }) => same(a[name]!, b[name]!));
}

function unreadable(value: string, why = ''): Warning {
  const sentences = [
    'A saved state came that cannot be read.',
    why,
    'You see the version of the author instead.',
  ];
  return { key: 's', value, message: sentences.filter((sentence) => sentence !== '').join(' ') };
}

function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array | null {
  if (!/^[\w-]*$/.test(text)) return null;
  try {
    return bytesOf(text.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return null; // a length that base64 cannot have
  }
}
