// One loaded core, as callers see it: plain matrices in, fresh matrices out. No heap view, address or Embind handle
// leaves this folder.
import { LoadedAnalysis } from './analysis.js';
import { copied } from './copied.js';
import { AttentionError } from './errors.js';
import { Guard } from './guard.js';
import { loadAnalysis, type Source } from './load.js';
import { rawFeatureMap } from './map-options.js';
import { DISTRIBUTIONS, PRECISIONS, ROLES } from './names.js';
import { rawAttendOptions, rawCostOptions } from './options.js';
import { rawPattern } from './pattern-options.js';
import type { RawArrays, RawCore } from './raw-module.js';
import { attendedOf, plain } from './results.js';
import { OpenStream } from './stream.js';
import type {
  Attended,
  AttendOptions,
  Attention,
  Comparison,
  Cost,
  CostOptions,
  FeatureMap,
  Matrix,
  Precision,
  RandomOptions,
  RowStatistics,
  SparsePattern,
  StreamOptions,
  WeightComparison,
} from './types.js';
import * as check from './validate.js';

/** How the core names a pattern, and how those do who give it within a mechanism. */
const PATTERN_OF_MECHANISM: [string, string] = ['pattern.', 'mechanism.pattern.'];

const FRESH: RawArrays = { floats: (size) => new Float32Array(size), kept: copied };

/**
 * Whole answers go into `output`. What is filled bit by bit stays apart until all of it is known to be right: a refused
 * call must not have touched the caller's array, nor an early row of the answer a late row of an input that shares it.
 */
function filling(output: unknown, rows: number, cols: number): RawArrays {
  const into = check.floats('output', output, rows * cols, ` for ${rows} x ${cols}`);
  const kept = (view: Float32Array) => {
    into.set(view);
    return into;
  };
  return { ...FRESH, kept };
}

export class Instance implements Attention {
  readonly build: 'simd' | 'scalar';
  readonly #guard: Guard<RawCore>;
  readonly #analysisSource: () => Source;
  #analysis: Promise<LoadedAnalysis> | undefined;

  /** `analysis`: where the second module lies; asked when it is needed. */
  constructor(raw: RawCore, analysis: () => Source) {
    this.build = raw.build();
    this.#guard = new Guard(raw);
    this.#analysisSource = analysis;
  }

  attend(q: Matrix, k: Matrix, v: Matrix, options: AttendOptions, output?: Float32Array): Attended {
    const queries = check.matrix('q', q);
    const keys = check.matrix('k', k, undefined, queries.cols);
    const values = check.matrix('v', v, keys.rows);
    const raw = rawAttendOptions(options, { queries: queries.rows, keys: keys.rows, keyDim: queries.cols });
    const arrays = output === undefined ? FRESH : filling(output, queries.rows, values.cols);
    const answer = this.#guard.run(
      (core) => core.attend(queries, keys, values, raw, arrays),
      PATTERN_OF_MECHANISM,
    );
    return attendedOf(answer, output);
  }

  featureMap(
    x: Matrix,
    map: FeatureMap,
    options: { role?: 'query' | 'key'; positions?: number } = {},
  ): Matrix {
    const rows = check.matrix('x', x);
    const given = check.object('options', options);
    check.onlyKeys('options', given, ['role', 'positions']);
    const role = check.oneOf('role', given.role, ROLES, 'query');
    const positions = given.positions === undefined ? 0 : check.size('positions', given.positions, 1);
    const raw = rawFeatureMap('map', map, { dim: rows.cols, positions: rows.rows });
    return this.#guard.run(
      (core) => core.featureMap(rows, raw, role, positions),
      ['mechanism.featureMap', 'map'],
    ).matrix;
  }

  pattern(n: number, pattern: SparsePattern): Uint8Array {
    const size = check.size('n', n, 1);
    const raw = rawPattern('pattern', pattern, size, size);
    return this.#guard.run((core) => core.pattern(size, raw)).mask;
  }

  stream(options: StreamOptions): OpenStream {
    return new OpenStream(this.#guard, options);
  }

  cost(options: CostOptions): Cost {
    const raw = rawCostOptions(options);
    const { queries, keys, keyDim, valueDim, bytesPerNumber } = raw;
    return plain(
      this.#guard.run(
        (core) => core.cost(raw.options, queries, keys, keyDim, valueDim, bytesPerNumber),
        PATTERN_OF_MECHANISM,
      ),
    );
  }

  multiply(
    a: Matrix,
    b: Matrix,
    options: { transposeA?: boolean; transposeB?: boolean; precision?: Precision } = {},
  ): { product: Matrix; multiplyAdds: number } {
    const left = check.matrix('a', a);
    const right = check.matrix('b', b);
    const given = check.object('options', options);
    check.onlyKeys('options', given, ['transposeA', 'transposeB', 'precision']);
    const transposeA = check.boolean('transposeA', given.transposeA, false);
    const transposeB = check.boolean('transposeB', given.transposeB, false);
    const precision = check.oneOf('precision', given.precision, PRECISIONS, 'float32');
    const inner = transposeA ? left.rows : left.cols;
    const found = transposeB ? right.cols : right.rows;
    if (inner !== found) {
      const side = (name: string, transposed: boolean, own: string, other: string) =>
        `the ${transposed ? other : own} of ${name}`;
      throw new AttentionError(
        'bad-shape',
        `${side('b', transposeB, 'rows', 'columns')} are ${found}; expected ${inner}, as ${side('a', transposeA, 'columns', 'rows')}.`,
      );
    }
    return plain(this.#guard.run((core) => core.multiply(left, transposeA, right, transposeB, precision)));
  }

  random(options: RandomOptions): Matrix {
    const given = check.object('options', options, 'options such as {rows, cols, seed}');
    check.onlyKeys('options', given, ['rows', 'cols', 'seed', 'distribution', 'scale']);
    const rows = check.size('rows', given.rows, 0);
    const cols = check.size('cols', given.cols, 1);
    const seed = check.seed('seed', given.seed);
    const distribution = check.oneOf('distribution', given.distribution, DISTRIBUTIONS, 'normal');
    const scale = given.scale === undefined ? 1 : check.number('scale', given.scale);
    return this.#guard.run((core) => core.random(rows, cols, seed, distribution, scale)).matrix;
  }

  projection(map: FeatureMap & { kind: 'favor' | 'trigonometric' }, dim: number): Matrix {
    const size = check.size('dim', dim, 1);
    const { kind } = check.object('map', map, 'a feature map such as {kind: "favor", features: 16, seed: 1}');
    check.oneOf('map.kind', kind, ['favor', 'trigonometric']);
    const raw = rawFeatureMap('map', map, { dim: size });
    return this.#guard.run((core) => core.projection(raw, size), ['mechanism.featureMap', 'map']).matrix;
  }

  rowStatistics(weights: Matrix): RowStatistics {
    const given = check.matrix('weights', weights);
    return plain(this.#guard.run((core) => core.rowStatistics(given)));
  }

  compareWeights(weights: Matrix, reference: Matrix): WeightComparison {
    const given = check.matrix('weights', weights);
    const against = check.matrix('reference', reference, given.rows, given.cols);
    return plain(this.#guard.run((core) => core.compareWeights(given, against)));
  }

  compare(a: Matrix, b: Matrix): Comparison {
    const left = check.matrix('a', a);
    const right = check.matrix('b', b, left.rows, left.cols);
    return plain(this.#guard.run((core) => core.compare(left, right)));
  }

  memory(): { heapBytes: number; usedBytes: number } {
    return this.#guard.plain((core) => core.memoryUse());
  }

  analysis(options: { wasm?: BufferSource | URL } = {}): Promise<LoadedAnalysis> {
    // A failed load is forgotten: the next call tries again.
    this.#analysis ??= this.#loadAnalysis(options).catch((error) => {
      this.#analysis = undefined;
      throw error;
    });
    return this.#analysis;
  }

  async #loadAnalysis(options: { wasm?: BufferSource | URL }): Promise<LoadedAnalysis> {
    const given = check.object('options', options);
    check.onlyKeys('options', given, ['wasm']);
    const source = given.wasm === undefined ? this.#analysisSource() : check.wasm('wasm', given.wasm);
    return new LoadedAnalysis(await loadAnalysis(source));
  }
}
