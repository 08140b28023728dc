// Feature maps, as callers write them and as they cross.
import { AttentionError } from './errors.js';
import { ACTIVATIONS, FEATURE_MAPS, KERNELS } from './names.js';
import type { RawFeatureMap, RawKernel } from './raw-module.js';
import * as check from './validate.js';

const MAP_KEYS = [
  'kind',
  'features',
  'seed',
  'orthogonal',
  'hyperbolic',
  'epsilon',
  'projection',
  'nu',
  'length',
  'weights',
  'activation',
];

/** What a map is asked to serve, as far as it is known. */
export interface MapUse {
  dim: number;
  /** Cosformer positions that will be used. */
  positions?: number;
  /** A stream sees one token after another: no maximum over keys, no length known beforehand. */
  streaming?: boolean;
}

/** A map of that kind with nothing set. */
export function plainMap(kind: number): RawFeatureMap {
  return {
    kind,
    activation: 0,
    features: 0,
    seed: 0,
    orthogonal: true,
    hyperbolic: false,
    epsilon: 0,
    nu: 1,
    length: 0,
    weights: { rows: 0, cols: 0, data: null },
  };
}

export function rawFeatureMap(name: string, value: unknown, use: MapUse): RawFeatureMap {
  const given = check.object(name, value, 'a feature map such as {kind: "elu+1"}');
  check.onlyKeys(name, given, MAP_KEYS);
  const raw = plainMap(check.oneOf(`${name}.kind`, given.kind, FEATURE_MAPS));
  const setWeights = (key: 'projection' | 'weights') => {
    raw.weights = check.matrix(`${name}.${key}`, given[key], undefined, use.dim);
    if (raw.weights.rows === 0)
      throw new AttentionError('bad-shape', `${name}.${key} has 0 rows; expected at least 1.`);
  };
  switch (FEATURE_MAPS[raw.kind]) {
    case 'favor':
      raw.hyperbolic = check.boolean(`${name}.hyperbolic`, given.hyperbolic, false);
      raw.epsilon = check.epsilon(`${name}.epsilon`, given.epsilon);
      if (use.streaming && raw.epsilon > 0) {
        check.refuse(
          'bad-option',
          `${name}.epsilon`,
          raw.epsilon,
          '0 in a stream, which cannot know the largest key',
        );
      }
      randomFeatures();
      break;
    case 'trigonometric':
      randomFeatures();
      break;
    case 'dpfp':
      raw.nu = check.integer(`${name}.nu`, given.nu, 1);
      break;
    case 'cosformer':
      cosformerLength();
      break;
    case 'hedgehog':
      raw.activation = check.oneOf(`${name}.activation`, given.activation, ACTIVATIONS, 'exp');
      if (given.weights !== undefined) setWeights('weights');
      break;
  }
  return raw;

  function randomFeatures(): void {
    raw.orthogonal = check.boolean(`${name}.orthogonal`, given.orthogonal, true);
    if (given.projection === undefined) {
      raw.features = check.integer(`${name}.features`, given.features, 1);
      raw.seed = check.seed(`${name}.seed`, given.seed);
      return;
    }
    setWeights('projection');
    if (given.features !== undefined && given.features !== raw.weights.rows) {
      check.refuse(
        'bad-option',
        `${name}.features`,
        given.features,
        `${raw.weights.rows}, the rows of projection`,
      );
    }
    raw.features = raw.weights.rows;
  }

  function cosformerLength(): void {
    if (given.length === undefined) {
      if (use.streaming)
        check.refuse('bad-option', `${name}.length`, undefined, 'a length: a stream cannot know it');
      return;
    }
    raw.length = check.integer(`${name}.length`, given.length, 1);
    // Past M the angle passes a right angle and weights turn negative.
    if (use.positions !== undefined && raw.length < use.positions) {
      check.refuse(
        'bad-option',
        `${name}.length`,
        raw.length,
        `at least the ${use.positions} positions in use`,
      );
    }
  }
}

export function rawKernel(value: unknown, dim: number): RawKernel {
  const given = check.object('kernel', value, 'a kernel such as {kind: "softmax"}');
  check.onlyKeys('kernel', given, ['kind', 'scale', 'featureMap']);
  const kind = check.oneOf('kernel.kind', given.kind, KERNELS);
  const softmax = KERNELS[kind] === 'softmax';
  return {
    kind,
    hasScale: softmax && given.scale !== undefined,
    scale: softmax && given.scale !== undefined ? check.number('kernel.scale', given.scale) : 1,
    featureMap: softmax ? plainMap(0) : rawFeatureMap('kernel.featureMap', given.featureMap, { dim }),
  };
}
