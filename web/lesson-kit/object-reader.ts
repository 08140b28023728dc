// Reads the fields of an object of unknown origin. What is missing or of another type is complained of by its path and
// replaced by something harmless, so that one reading finds every problem.
import { jsonExcerpt } from '../model/json.js';

export class ObjectReader {
  readonly path: string;
  readonly #object: Record<string, unknown>;
  readonly #problems: string[];

  constructor(value: unknown, path: string, problems: string[]) {
    this.path = path;
    this.#problems = problems;
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    this.#object = isObject ? (value as Record<string, unknown>) : {};
    if (!isObject) this.complain(`${path || 'The exercise'}: found ${shown(value)}, expected an object.`);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.#object, key);
  }

  value(key: string): unknown {
    return this.has(key) ? this.#object[key] : undefined;
  }

  /** Without a fallback the text is required and may not be empty. */
  text(key: string, limit: number, fallback?: string): string {
    const value = this.value(key);
    if (value === undefined && fallback !== undefined) return fallback;
    if (
      typeof value === 'string' &&
      value.length <= limit &&
      (fallback !== undefined || value.trim() !== '')
    ) {
      return value;
    }
    this.refuse(key, `a text of ${fallback === undefined ? '1 to' : 'at most'} ${limit} characters`);
    return '';
  }

  /** A name that can stand in an address: letters, digits, - and _. */
  word(key: string): string {
    const value = this.value(key);
    if (isWord(value)) return value;
    this.refuse(key, 'a word of letters, digits, - and _ that begins with a letter');
    return '';
  }

  number(key: string, min: number, max: number, fallback: number): number {
    const value = this.value(key);
    if (value === undefined) return fallback;
    if (typeof value === 'number' && value >= min && value <= max) return value;
    this.refuse(key, `a number from ${min} to ${max}`);
    return fallback;
  }

  flag(key: string): boolean {
    const value = this.value(key);
    if (value !== undefined && typeof value !== 'boolean') this.refuse(key, 'true or false');
    return value === true;
  }

  oneOf<T extends string>(key: string, allowed: readonly T[], fallback: T): T;
  oneOf<T extends string>(key: string, allowed: readonly T[]): T | undefined;
  oneOf<T extends string>(key: string, allowed: readonly T[], fallback?: T): T | undefined {
    const value = this.value(key);
    if (value === undefined && fallback !== undefined) return fallback;
    if (allowed.includes(value as T)) return value as T;
    this.refuse(key, `one of ${allowed.join(', ')}`);
    return fallback;
  }

  texts(key: string, most: number, limit: number): string[] {
    const list = this.#list(key, most);
    if (list.every((item) => typeof item === 'string' && item.length <= limit)) return list as string[];
    this.refuse(key, `texts of at most ${limit} characters`);
    return [];
  }

  objects(key: string, most: number): ObjectReader[] {
    const at = this.path === '' ? key : `${this.path}.${key}`;
    return this.#list(key, most).map(
      (item, index) => new ObjectReader(item, `${at}[${index}]`, this.#problems),
    );
  }

  /** The entries of an object; names as `word` has them. */
  entries(key: string, most: number): [string, unknown][] {
    const value = this.value(key);
    if (value === undefined) return [];
    const entries =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
    if (entries !== null && entries.length <= most && entries.every(([name]) => isWord(name))) {
      return entries;
    }
    this.refuse(key, `an object of at most ${most} entries, each named by a word`);
    return [];
  }

  refuse(key: string, expected: string): null {
    const at = this.path === '' ? key : `${this.path}.${key}`;
    return this.complain(`${at}: found ${shown(this.value(key))}, expected ${expected}.`);
  }

  complain(sentence: string): null {
    this.#problems.push(sentence);
    return null;
  }

  #list(key: string, most: number): unknown[] {
    const value = this.value(key);
    if (value === undefined) return [];
    if (Array.isArray(value) && value.length <= most) return value;
    this.refuse(key, `a list of at most ${most}`);
    return [];
  }
}

/** Whether it is a name that can stand in an address and in a text. */
export function isWord(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z][\w-]{0,39}$/.test(value);
}

/** What was found, for a complaint. */
export function shown(value: unknown): string {
  return value === undefined ? 'nothing' : jsonExcerpt(value, 60);
}
