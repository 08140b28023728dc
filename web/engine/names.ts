// Public names in the order of the enumerations in cpp/attn, so that a name crosses as its place in the list.
// tests/wasm/surface.test.ts holds the two together.
import type { FeatureMap, Kernel, Mechanism, Precision, SparsePattern, Update, Want } from './types.js';

export const MECHANISMS = ['softmax', 'flash', 'sparse', 'linear'] as const satisfies Mechanism['kind'][];
export const FORMS = ['auto', 'parallel', 'recurrent', 'chunked', 'quadratic'] as const;
export const UPDATES = ['sum', 'decay', 'delta'] as const satisfies Update['kind'][];
export const PATTERNS = ['window', 'longformer', 'bigbird'] as const satisfies SparsePattern['kind'][];
export const CAUSAL = [false, true, 'top-left'] as const;
export const PRECISIONS = ['float32', 'float64'] as const satisfies Precision[];
export const FEATURE_MAPS = [
  'identity',
  'elu+1',
  'relu',
  'squared-relu',
  'exp',
  'favor',
  'trigonometric',
  'taylor2',
  'dpfp',
  'cosformer',
  'efficient',
  'hedgehog',
] as const satisfies FeatureMap['kind'][];
export const ACTIVATIONS = ['exp', 'softmax', 'softmax-each'] as const;
export const KERNELS = ['softmax', 'feature-map'] as const satisfies Kernel['kind'][];
export const ACCUMULATORS = ['float32', 'float64', 'float16', 'bfloat16'] as const;
export const DISTRIBUTIONS = ['normal', 'uniform', 'sign', 'unit-rows'] as const;
export const ROLES = ['query', 'key'] as const;
export const WANTS = ['weights', 'logSumExp', 'normaliser', 'state', 'trace'] as const satisfies Want[];

/** What each mechanism can answer besides output and status; flash never holds its weights. */
export const ANSWERS: Record<Mechanism['kind'], readonly Want[]> = {
  softmax: ['weights', 'logSumExp'],
  flash: ['logSumExp', 'trace'],
  sparse: ['weights', 'logSumExp'],
  linear: ['weights', 'normaliser', 'state'],
};
