// From the options callers write to the flat numbers that cross into the core.
import { AttentionError } from './errors.js';
import {
  ACTIVATIONS,
  ANSWERS,
  CAUSAL,
  FEATURE_MAPS,
  FORMS,
  MECHANISMS,
  PATTERNS,
  PRECISIONS,
  UPDATES,
  WANTS,
} from './names.js';
import type { RawAttendOptions, RawFeatureMap, RawPattern, RawShape, RawUpdate } from './raw-module.js';
import type { Want } from './types.js';
import * as check from './validate.js';

// Every key that some kind knows. A key of another kind is allowed, so that a page can switch kinds and keep
// the rest; a key of none is a slip of the pen.
const MECHANISM_KEYS = [
  'kind',
  'blockRows',
  'blockCols',
  'pattern',
  'featureMap',
  'form',
  'chunk',
  'normalise',
  'epsilon',
  'update',
];
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
const UPDATE_KEYS = ['kind', 'gamma', 'beta', 'logDecay'];
const PATTERN_KEYS = [
  'kind',
  'left',
  'right',
  'window',
  'dilation',
  'globalTokens',
  'blockSize',
  'randomBlocks',
  'seed',
  'random',
];
const ATTEND_KEYS = ['mechanism', 'causal', 'scale', 'mask', 'keyMask', 'precision', 'want'];

/** What a map is asked to serve, as far as it is known. */
export interface MapUse {
  dim: number;
  /** Cosformer positions that will be used. */
  positions?: number;
  /** A stream sees one token after another: no maximum over keys, no length known beforehand. */
  streaming?: boolean;
}

function plainMap(kind: number): RawFeatureMap {
  return {
    kind,
    features: 0,
    seed: 0,
    orthogonal: true,
    hyperbolic: false,
    epsilon: 0,
    nu: 1,
    length: 0,
    activation: 0,
    weights: null,
    weightRows: 0,
    weightCols: 0,
  };
}

export function rawFeatureMap(name: string, value: unknown, use: MapUse): RawFeatureMap {
  const given = check.object(name, value, 'a feature map such as {kind: "elu+1"}');
  check.onlyKeys(name, given, MAP_KEYS);
  const raw = plainMap(check.oneOf(`${name}.kind`, given.kind, FEATURE_MAPS));
  const setWeights = (key: 'projection' | 'weights') => {
    const { rows, cols, data } = check.matrix(`${name}.${key}`, given[key], undefined, use.dim);
    if (rows === 0) throw new AttentionError('bad-shape', `${name}.${key} has 0 rows; expected at least 1.`);
    Object.assign(raw, { weights: data, weightRows: rows, weightCols: cols });
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
    if (given.features !== undefined && given.features !== raw.weightRows) {
      check.refuse(
        'bad-option',
        `${name}.features`,
        given.features,
        `${raw.weightRows}, the rows of projection`,
      );
    }
    raw.features = raw.weightRows;
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

/** `keys`: the number of gates a call needs; undefined in a stream, which does not know how long it will be. */
export function rawUpdate(name: string, value: unknown, keys?: number): RawUpdate {
  const raw: RawUpdate = { kind: 0, gamma: 1, beta: 1, betas: null, logDecay: null };
  if (value === undefined) return raw;
  const given = check.object(name, value, 'an update such as {kind: "sum"}');
  check.onlyKeys(name, given, UPDATE_KEYS);
  raw.kind = check.oneOf(`${name}.kind`, given.kind, UPDATES);
  const kind = UPDATES[raw.kind];
  if (kind !== 'sum' && given.logDecay !== undefined) {
    raw.logDecay = check.floats(`${name}.logDecay`, given.logDecay, keys, 'gates, one for each key');
  }
  if (kind === 'decay') {
    if ((given.gamma === undefined) === (given.logDecay === undefined)) {
      const found = given.gamma === undefined ? 'neither gamma nor logDecay' : 'both gamma and logDecay';
      throw new AttentionError('bad-option', `${name} has ${found}; expected one of the two.`);
    }
    if (given.gamma !== undefined) raw.gamma = check.number(`${name}.gamma`, given.gamma, 0, 1);
  }
  if (kind === 'delta') {
    if (typeof given.beta === 'number') raw.beta = check.number(`${name}.beta`, given.beta);
    else if (given.beta instanceof Float32Array) {
      raw.betas = check.floats(`${name}.beta`, given.beta, keys, 'gates, one for each key');
    } else check.refuse('bad-argument', `${name}.beta`, given.beta, 'a number or a Float32Array');
  }
  return raw;
}

const NO_PATTERN: RawPattern = {
  kind: 0,
  left: -1,
  right: -1,
  window: 0,
  dilation: 1,
  globalTokens: null,
  blockSize: 1,
  randomBlocks: 0,
  seed: 0,
  random: null,
  randomStart: null,
};

export function rawPattern(name: string, value: unknown, queries: number, keys: number): RawPattern {
  const given = check.object(name, value, 'a pattern such as {kind: "window", left: 2, right: 0}');
  check.onlyKeys(name, given, PATTERN_KEYS);
  const raw = { ...NO_PATTERN, kind: check.oneOf(`${name}.kind`, given.kind, PATTERNS) };
  const kind = PATTERNS[raw.kind];
  if (kind !== 'window' && queries !== keys) {
    throw new AttentionError(
      'bad-shape',
      `${name} of kind ${kind} was given ${queries} queries and ${keys} keys; expected as many keys as queries.`,
    );
  }
  if (kind === 'window') {
    raw.left = check.integer(`${name}.left`, given.left, -1);
    raw.right = check.integer(`${name}.right`, given.right, -1);
  } else if (kind === 'longformer') {
    raw.window = check.integer(`${name}.window`, given.window, 0);
    if (raw.window % 2 !== 0) {
      check.refuse('bad-option', `${name}.window`, raw.window, 'an even number, half of it on each side');
    }
    if (given.dilation !== undefined) raw.dilation = check.integer(`${name}.dilation`, given.dilation, 1);
    if (given.globalTokens !== undefined) {
      raw.globalTokens = check.wholeNumbers(`${name}.globalTokens`, given.globalTokens, keys - 1);
    }
  } else {
    raw.blockSize = check.integer(`${name}.blockSize`, given.blockSize, 1);
    raw.randomBlocks = check.integer(`${name}.randomBlocks`, given.randomBlocks, 0);
    const blocks = Math.ceil(keys / raw.blockSize);
    if (given.random === undefined) raw.seed = check.seed(`${name}.seed`, given.seed);
    else Object.assign(raw, randomBlocks(`${name}.random`, given.random, blocks));
  }
  return raw;
}

/** One list per block row, laid end to end, with the place where each begins. */
function randomBlocks(
  name: string,
  value: unknown,
  blocks: number,
): Pick<RawPattern, 'random' | 'randomStart'> {
  if (!Array.isArray(value)) check.refuse('bad-argument', name, value, 'an array of arrays of block numbers');
  if (value.length !== blocks) {
    throw new AttentionError(
      'bad-shape',
      `${name} has ${value.length} lists; expected ${blocks}, one per block row.`,
    );
  }
  const lists = value.map((list, b) => check.wholeNumbers(`${name}[${b}]`, list, blocks - 1));
  const start = new Int32Array(blocks + 1);
  lists.forEach((list, b) => {
    start[b + 1] = start[b]! + list.length;
  });
  const random = new Int32Array(start[blocks]!);
  lists.forEach((list, b) => {
    random.set(list, start[b]);
  });
  return { random, randomStart: start };
}

export type RawMechanism = Pick<
  RawAttendOptions,
  | 'mechanism'
  | 'blockRows'
  | 'blockCols'
  | 'pattern'
  | 'featureMap'
  | 'form'
  | 'chunk'
  | 'normalise'
  | 'epsilon'
  | 'update'
>;

export function rawMechanism(name: string, value: unknown, shape: RawShape): RawMechanism {
  const given = check.object(name, value, 'a mechanism such as {kind: "softmax"}');
  check.onlyKeys(name, given, MECHANISM_KEYS);
  const raw: RawMechanism = {
    mechanism: check.oneOf(`${name}.kind`, given.kind, MECHANISMS),
    blockRows: 0,
    blockCols: 0,
    pattern: NO_PATTERN,
    featureMap: plainMap(0),
    form: 0,
    chunk: 0,
    normalise: true,
    epsilon: 0,
    update: rawUpdate(`${name}.update`, undefined),
  };
  switch (MECHANISMS[raw.mechanism]) {
    case 'flash':
      if (given.blockRows !== undefined)
        raw.blockRows = check.integer(`${name}.blockRows`, given.blockRows, 1);
      if (given.blockCols !== undefined)
        raw.blockCols = check.integer(`${name}.blockCols`, given.blockCols, 1);
      break;
    case 'sparse':
      raw.pattern = rawPattern(`${name}.pattern`, given.pattern, shape.queries, shape.keys);
      break;
    case 'linear':
      raw.featureMap = rawFeatureMap(`${name}.featureMap`, given.featureMap, {
        dim: shape.keyDim,
        positions: Math.max(shape.queries, shape.keys),
      });
      raw.form = check.oneOf(`${name}.form`, given.form, FORMS, 'auto');
      if (given.chunk !== undefined) raw.chunk = check.integer(`${name}.chunk`, given.chunk, 1);
      raw.normalise = check.boolean(`${name}.normalise`, given.normalise, true);
      raw.epsilon = check.epsilon(`${name}.epsilon`, given.epsilon);
      raw.update = rawUpdate(`${name}.update`, given.update, shape.keys);
      break;
  }
  return raw;
}

export function rawAttendOptions(value: unknown, shape: RawShape): RawAttendOptions {
  const given = check.object('options', value, 'options such as {mechanism: {kind: "softmax"}}');
  check.onlyKeys('options', given, ATTEND_KEYS);
  const mechanism = rawMechanism('mechanism', given.mechanism, shape);
  const kind = MECHANISMS[mechanism.mechanism]!;
  const want = wants(given.want, ANSWERS[kind], kind);
  if (kind === 'linear' && given.mask !== undefined) {
    throw new AttentionError(
      'bad-option',
      'mask is not for linear attention, which cannot skip single pairs; expected keyMask or causal.',
    );
  }
  return {
    ...mechanism,
    causal: check.oneOf('causal', given.causal, CAUSAL, false),
    hasScale: given.scale !== undefined,
    scale: given.scale === undefined ? 1 : check.number('scale', given.scale),
    mask:
      given.mask === undefined
        ? null
        : check.mask('mask', given.mask, shape.queries * shape.keys, shape.keys),
    keyMask: given.keyMask === undefined ? null : check.mask('keyMask', given.keyMask, shape.keys),
    precision: check.oneOf('precision', given.precision, PRECISIONS, 'float32'),
    wantWeights: want.has('weights'),
    wantLogSumExp: want.has('logSumExp'),
    wantNormaliser: want.has('normaliser'),
    wantState: want.has('state'),
    wantTrace: want.has('trace'),
  };
}

function wants(value: unknown, answers: readonly Want[], kind: string): Set<Want> {
  if (value === undefined) return new Set();
  if (!Array.isArray(value)) check.refuse('bad-argument', 'want', value, 'an array of names');
  const asked = value.map((each, i) => WANTS[check.oneOf(`want[${i}]`, each, WANTS)]!);
  for (const each of asked) {
    if (!answers.includes(each)) {
      throw new AttentionError(
        'bad-option',
        `want names "${each}", which ${kind} attention cannot answer; expected ${answers.join(', ')}.`,
      );
    }
  }
  return new Set(asked);
}
