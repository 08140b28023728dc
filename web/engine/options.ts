// From the options callers write to the flat numbers that cross into the core.
import { AttentionError } from './errors.js';
import { type MapUse, plainMap, rawFeatureMap } from './map-options.js';
import {
  ACCUMULATORS,
  ACTIVATIONS,
  ANSWERS,
  CAUSAL,
  FORMS,
  MECHANISMS,
  PRECISIONS,
  UPDATES,
  WANTS,
} from './names.js';
import { NO_PATTERN, rawPattern } from './pattern-options.js';
import type { RawAttendOptions, RawStreamOptions, RawTrainerOptions, RawUpdate } from './raw-module.js';
import type { Matrix, Want } from './types.js';
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
const UPDATE_KEYS = ['kind', 'gamma', 'beta', 'logDecay'];
const ATTEND_KEYS = ['mechanism', 'causal', 'scale', 'mask', 'keyMask', 'precision', 'want'];
const COST_KEYS = ['mechanism', 'queries', 'keys', 'keyDim', 'valueDim', 'causal', 'bytesPerNumber'];
const STREAM_KEYS = ['keyDim', 'valueDim', 'featureMap', 'normalise', 'epsilon', 'update', 'accumulator'];
const TRAINER_KEYS = ['q', 'k', 'scale', 'features', 'activation', 'learningRate', 'causal', 'seed'];

const NO_UPDATE: RawUpdate = { kind: 0, gamma: 1, beta: 1, betas: null, logDecay: null };
const NO_MAP = plainMap(0);

/** `keys`: how many gates a call needs; undefined where that is not known: in a stream, in a closed form, which needs none. */
function rawUpdate(name: string, value: unknown, keys?: number, counted = false): RawUpdate {
  if (value === undefined) return NO_UPDATE;
  const raw = { ...NO_UPDATE };
  const given = check.object(name, value, 'an update such as {kind: "sum"}');
  check.onlyKeys(name, given, UPDATE_KEYS);
  raw.kind = check.oneOf(`${name}.kind`, given.kind, UPDATES);
  const kind = UPDATES[raw.kind];
  if (kind !== 'sum' && given.logDecay !== undefined) {
    raw.logDecay = gates(`${name}.logDecay`, given.logDecay, keys);
  }
  if (kind === 'decay') {
    const same = (given.gamma === undefined) === (given.logDecay === undefined);
    if (same && !(counted && given.gamma === undefined)) {
      const found = given.gamma === undefined ? 'neither gamma nor logDecay' : 'both gamma and logDecay';
      throw new AttentionError('bad-option', `${name} has ${found}; expected one of the two.`);
    }
    if (given.gamma !== undefined) raw.gamma = check.number(`${name}.gamma`, given.gamma, 0, 1);
  }
  if (kind === 'delta') {
    if (typeof given.beta === 'number') raw.beta = check.number(`${name}.beta`, given.beta);
    else if (check.isFloats(given.beta)) raw.betas = gates(`${name}.beta`, given.beta, keys);
    else if (!counted || given.beta !== undefined)
      check.refuse('bad-argument', `${name}.beta`, given.beta, 'a number or a Float32Array');
  }
  return raw;
}

function gates(name: string, value: unknown, keys: number | undefined): Float32Array {
  const array = check.floats(name, value, keys, ' gates, one for each key');
  if (keys === undefined && array.length === 0) {
    throw new AttentionError('bad-shape', `${name} has 0 numbers; expected at least 1 gate.`);
  }
  // A copy: a getter of a later option may take away what was counted.
  return new Float32Array(array);
}

interface MechanismUse {
  queries: number;
  keys: number;
  keyDim: number;
  /** A closed form runs over no tokens: it needs no gates and no positions. */
  counted?: boolean;
}

/** The mechanism, with nothing else set. */
function rawMechanism(name: string, value: unknown, use: MechanismUse): RawAttendOptions {
  const given = check.object(name, value, 'a mechanism such as {kind: "softmax"}');
  check.onlyKeys(name, given, MECHANISM_KEYS);
  // One literal with every field: an object that is put together from parts is several times slower to make and read.
  const raw: RawAttendOptions = {
    mechanism: check.oneOf(`${name}.kind`, given.kind, MECHANISMS),
    form: 0,
    causal: 0,
    precision: 0,
    blockRows: 0,
    blockCols: 0,
    pattern: NO_PATTERN,
    featureMap: NO_MAP,
    chunk: 0,
    normalise: true,
    epsilon: 0,
    update: NO_UPDATE,
    hasScale: false,
    scale: 1,
    mask: null,
    keyMask: null,
    wantWeights: false,
    wantLogSumExp: false,
    wantNormaliser: false,
    wantState: false,
    wantTrace: false,
  };
  const positive = (key: 'blockRows' | 'blockCols' | 'chunk') => {
    if (given[key] !== undefined) raw[key] = check.integer(`${name}.${key}`, given[key], 1);
  };
  switch (MECHANISMS[raw.mechanism]) {
    case 'flash':
      positive('blockRows');
      positive('blockCols');
      break;
    case 'sparse':
      raw.pattern = rawPattern(`${name}.pattern`, given.pattern, use.queries, use.keys);
      break;
    case 'linear': {
      const positions = use.counted ? undefined : Math.max(use.queries, use.keys);
      const mapUse: MapUse = { dim: use.keyDim, positions };
      raw.featureMap = rawFeatureMap(`${name}.featureMap`, given.featureMap, mapUse);
      raw.form = check.oneOf(`${name}.form`, given.form, FORMS, 'auto');
      positive('chunk');
      raw.normalise = check.boolean(`${name}.normalise`, given.normalise, true);
      raw.epsilon = check.epsilon(`${name}.epsilon`, given.epsilon);
      const keys = use.counted ? undefined : use.keys;
      raw.update = rawUpdate(`${name}.update`, given.update, keys, use.counted);
      break;
    }
  }
  return raw;
}

export function rawAttendOptions(
  value: unknown,
  use: { queries: number; keys: number; keyDim: number },
): RawAttendOptions {
  const given = check.object('options', value, 'options such as {mechanism: {kind: "softmax"}}');
  check.onlyKeys('options', given, ATTEND_KEYS);
  const raw = rawMechanism('mechanism', given.mechanism, use);
  const kind = MECHANISMS[raw.mechanism]!;
  raw.causal = check.oneOf('causal', given.causal, CAUSAL, false);
  raw.precision = check.oneOf('precision', given.precision, PRECISIONS, 'float32');
  if (given.scale !== undefined) {
    raw.hasScale = true;
    raw.scale = check.number('scale', given.scale);
  }
  if (given.mask !== undefined) {
    if (kind === 'linear') {
      throw new AttentionError(
        'bad-option',
        'mask is not for linear attention, which cannot skip single pairs; expected keyMask or causal.',
      );
    }
    raw.mask = check.mask('mask', given.mask, use.queries * use.keys);
  }
  if (given.keyMask !== undefined) raw.keyMask = check.mask('keyMask', given.keyMask, use.keys);
  if (given.want !== undefined) {
    const want = wants(given.want, ANSWERS[kind], kind);
    raw.wantWeights = want.has('weights');
    raw.wantLogSumExp = want.has('logSumExp');
    raw.wantNormaliser = want.has('normaliser');
    raw.wantState = want.has('state');
    raw.wantTrace = want.has('trace');
  }
  return raw;
}

function wants(value: unknown, answers: readonly Want[], kind: string): Set<Want> {
  if (!Array.isArray(value)) check.refuse('bad-argument', 'want', value, 'an array of names');
  // Not map, which would leave out what an array has no entry for.
  const asked = Array.from(value, (each, i) => WANTS[check.oneOf(`want[${i}]`, each, WANTS)]!);
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

export function rawCostOptions(value: unknown) {
  const given = check.object(
    'options',
    value,
    'options such as {mechanism, queries, keys, keyDim, valueDim}',
  );
  check.onlyKeys('options', given, COST_KEYS);
  const queries = check.integer('queries', given.queries, 0, Number.MAX_SAFE_INTEGER, 'bad-shape');
  const keys = check.integer('keys', given.keys, 0, Number.MAX_SAFE_INTEGER, 'bad-shape');
  const keyDim = check.size('keyDim', given.keyDim, 1);
  const valueDim = check.size('valueDim', given.valueDim, 1);
  const raw = rawMechanism('mechanism', given.mechanism, { queries, keys, keyDim, counted: true });
  if (check.boolean('causal', given.causal, false)) raw.causal = CAUSAL.indexOf(true);
  const bytesPerNumber =
    given.bytesPerNumber === undefined ? 4 : check.integer('bytesPerNumber', given.bytesPerNumber, 1);
  return { options: raw, queries, keys, keyDim, valueDim, bytesPerNumber };
}

export function rawStreamOptions(value: unknown): RawStreamOptions {
  const given = check.object('options', value, 'options such as {keyDim, valueDim, featureMap}');
  check.onlyKeys('options', given, STREAM_KEYS);
  const keyDim = check.size('keyDim', given.keyDim, 1);
  return {
    accumulator: check.oneOf('accumulator', given.accumulator, ACCUMULATORS, 'float32'),
    keyDim,
    valueDim: check.size('valueDim', given.valueDim, 1),
    featureMap: rawFeatureMap('featureMap', given.featureMap, { dim: keyDim, streaming: true }),
    normalise: check.boolean('normalise', given.normalise, true),
    epsilon: check.epsilon('epsilon', given.epsilon),
    update: rawUpdate('update', given.update),
  };
}

export function rawTrainerOptions(value: unknown): { q: Matrix; k: Matrix; options: RawTrainerOptions } {
  const given = check.object('options', value, 'options such as {q, k, seed}');
  check.onlyKeys('options', given, TRAINER_KEYS);
  const q = check.matrix('q', given.q);
  const k = check.matrix('k', given.k, undefined, q.cols);
  const learningRate =
    given.learningRate === undefined ? 0.01 : check.number('learningRate', given.learningRate);
  const options = {
    activation: check.oneOf('activation', given.activation, ACTIVATIONS, 'exp'),
    hasScale: given.scale !== undefined,
    scale: given.scale === undefined ? 1 : check.number('scale', given.scale),
    features: given.features === undefined ? 0 : check.integer('features', given.features, 1),
    learningRate,
    causal: check.boolean('causal', given.causal, false),
    seed: check.seed('seed', given.seed),
  };
  return { q, k, options };
}
