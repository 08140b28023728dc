// What one case finds: every expected field must be looked at, and agree.

export interface Case {
  id: string;
  kind: string;
  cause: string;
  inputs: unknown;
  expected: object;
  tolerance: { abs: number; rel: number };
}

// A float32 core may be 2e-5 off, relatively. Asked for float64 it still takes and returns float32: two roundings
// in, one out.
const RELATIVE = { float32: 2e-5, float64: 2 ** -22 };
export const PRECISIONS = ['float32', 'float64'] as const;
export type PrecisionName = (typeof PRECISIONS)[number];

interface Closeness {
  precision?: PrecisionName;
  /** An absolute error that is fair besides. */
  floor?: number;
}

export const show = (value: unknown): string =>
  JSON.stringify(value, (_, inner) =>
    typeof inner === 'number' && !Number.isFinite(inner) ? String(inner) : inner,
  );

/** Half the distance from |x| to the next float32: what the best float32 answer may still be off by. */
function halfSpacing(x: number): number {
  const exponent = Math.max(Math.floor(Math.log2(Math.abs(x) || Number.MIN_VALUE)), -126);
  return 2 ** (exponent - 24);
}

/** In every check, `field` begins with the name of an expected field; what follows says how it was asked. */
export class Checks {
  readonly failures: string[] = [];
  readonly #seen = new Set<string>();
  readonly #tolerance: Case['tolerance'];

  constructor(tolerance: Case['tolerance']) {
    this.#tolerance = tolerance;
  }

  fail(field: string, got: unknown, expected: unknown): void {
    this.failures.push(`${field}: got ${show(got)}, expected ${show(expected)}`);
  }

  /** The case states these, but no call of the public module gives them. */
  leave(...fields: string[]): void {
    for (const field of fields) this.#seen.add(field);
  }

  same(field: string, got: unknown, expected: unknown): void {
    this.#see(field);
    if (show(got) !== show(expected)) this.fail(field, got, expected);
  }

  /** Nested arrays, within the case's tolerance or the precision's, whichever is larger. */
  close(field: string, got: unknown, expected: unknown, closeness: Closeness = {}): void {
    this.#see(field);
    const differences: [path: string, got: unknown, expected: unknown][] = [];
    const compare = (a: unknown, b: unknown, path: string): void => {
      if (Array.isArray(b)) {
        if (!Array.isArray(a) || a.length !== b.length) differences.push([path, a, b]);
        else for (const [i, inner] of b.entries()) compare(a[i], inner, `${path}[${i}]`);
      } else if (!this.#near(a as number, b as number, closeness)) differences.push([path, a, b]);
    };
    compare(got, expected, '');
    const [first] = differences;
    if (first === undefined) return;
    const more = differences.length > 1 ? ` (and ${differences.length - 1} more)` : '';
    this.fail(field.replace(/^\S+/, (name) => name + first[0]) + more, first[1], first[2]);
  }

  #near(a: number, b: number, { precision = 'float32', floor = 0 }: Closeness): boolean {
    const { abs, rel } = this.#tolerance;
    const allowed = Math.max(abs, Math.max(rel, RELATIVE[precision]) * Math.abs(b), halfSpacing(b), floor);
    return a === b || Math.abs(a - b) <= allowed;
  }

  rejects(field: string, call: () => unknown): void {
    this.#see(field);
    try {
      this.fail(field, call(), 'an AttentionError');
    } catch (error) {
      const { name, code } = error as { name?: string; code?: string };
      if (name !== 'AttentionError' || typeof code !== 'string') {
        this.fail(field, String(error), 'an AttentionError with a code');
      }
    }
  }

  /** An expected field that nobody looked at is a hole in the test. */
  finish(expected: object): void {
    for (const [field, value] of Object.entries(expected)) {
      if (!this.#seen.has(field)) this.fail(field, 'no check', value);
    }
  }

  #see(field: string): void {
    this.#seen.add(field.split(' ')[0]!);
  }
}
