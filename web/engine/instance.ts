// One loaded core, as callers see it: plain matrices in, fresh matrices out. No heap view, pointer or Embind handle
// leaves this folder.
import { AttentionError } from './errors.js';
import { Guard } from './guard.js';
import { rawAttendOptions } from './options.js';
import type { RawModule, RawShape } from './raw-module.js';
import { attendedOf } from './results.js';
import type { Attended, AttendOptions, Attention, Matrix } from './types.js';
import * as check from './validate.js';

export class Instance implements Attention {
  readonly build: 'simd' | 'scalar';
  readonly #guard: Guard;

  constructor(raw: RawModule) {
    this.build = raw.build();
    this.#guard = new Guard(raw);
  }

  attend(q: Matrix, k: Matrix, v: Matrix, options: AttendOptions): Attended {
    const queries = check.matrix('q', q);
    const keys = check.matrix('k', k, undefined, queries.cols);
    const values = check.matrix('v', v, keys.rows);
    const shape: RawShape = {
      queries: queries.rows,
      keys: keys.rows,
      keyDim: queries.cols,
      valueDim: values.cols,
    };
    const raw = rawAttendOptions(options, shape);
    this.#guard.admit(
      'attend',
      queries.data.length +
        keys.data.length +
        values.data.length +
        shape.queries * shape.valueDim +
        (raw.wantWeights ? shape.queries * shape.keys : 0),
    );
    return attendedOf(
      this.#guard.run((core) => core.attend(queries.data, keys.data, values.data, shape, raw)),
      shape,
    );
  }

  featureMap = missing('featureMap');
  pattern = missing('pattern');
  stream = missing('stream');
  cost = missing('cost');
  multiply = missing('multiply');
  random = missing('random');
  projection = missing('projection');
  kernelSpectrum = missing('kernelSpectrum');
  rowStatistics = missing('rowStatistics');
  compareWeights = missing('compareWeights');
  compare = missing('compare');
  randomFeatureError = missing('randomFeatureError');
  trainer = missing('trainer');

  memory(): { heapBytes: number; usedBytes: number } {
    return this.#guard.plain((core) => core.memory());
  }
}

function missing(name: string): () => never {
  return () => {
    throw new AttentionError('not-available', `${name} is known, but this build cannot compute it yet.`);
  };
}
