// Linear attention: forms, normalisers, epsilons, streams.
import type { Attention, FeatureMap } from '../../web/engine/types.js';
import type { Checks } from './checks.js';
import {
  bytesOf,
  filled,
  mapOf,
  matrix,
  type Row,
  type Rows,
  range,
  rowsOf,
  stateOf,
  type Tokens,
} from './numbers.js';
import { everyExact, everyLinear, label, linearForms, streamed } from './ways.js';

interface Phi {
  phi: string;
  W?: Rows;
}

export function linearAttention(
  core: Attention,
  inputs: Tokens & Phi & { key_mask?: Row; causal: boolean; normalize: boolean; eps: number },
  expected: {
    O: (Row | 'undefined')[];
    phiQ?: Rows;
    phiK?: Rows;
    denominator?: Row;
    numerator?: Rows;
    z?: Row;
    S?: Rows;
    weights?: Rows;
    row0_status?: string;
  },
  check: Checks,
): void {
  const { Q, K, V, causal } = inputs;
  const map = mapOf(inputs);
  const linear = { featureMap: map, normalise: inputs.normalize, epsilon: inputs.eps };
  const O = expected.O.map((row) => (row === 'undefined' ? V[0]!.map(() => 0) : row));
  check.leave('fits_fp16', 'log_similarity');

  const want = (['normaliser', 'state', 'weights'] as const).filter((name) => {
    const field = { normaliser: 'denominator', state: 'z', weights: 'weights' }[name];
    return field in expected;
  });
  const settings = { causal, keyMask: bytesOf(inputs.key_mask), want };
  everyLinear(core, { Q, K, V }, linear, settings, (answer, precision, how) => {
    check.close(`O ${how}`, rowsOf(answer.output), O, { precision });
    for (const [i, row] of expected.O.entries())
      check.same(`O row ${i} is undefined ${how}`, answer.status[i] === 2, row === 'undefined');
    if (expected.denominator) {
      const found = Array.from(answer.normaliser!);
      check.close(`denominator ${how}`, found, expected.denominator, { precision });
      const statuses = expected.denominator.map((z) => (z === 0 ? 2 : z < 0 ? 3 : 0));
      check.same(`denominator status ${how}`, Array.from(answer.status), statuses);
    }
    if (expected.weights)
      check.close(`weights ${how}`, rowsOf(answer.weights!), expected.weights, { precision });
    if (expected.z) check.close(`z ${how}`, stateOf(answer.state!).z, expected.z, { precision });
    if (expected.S) check.close(`S ${how}`, stateOf(answer.state!).S, expected.S, { precision });
    if (expected.row0_status) check.same(`row0_status ${how}`, answer.status[0], 2);
  });
  if (expected.numerator) {
    const bare = { ...linear, normalise: false };
    everyLinear(core, { Q, K, V }, bare, { causal }, ({ output }, precision, how) =>
      check.close(`numerator ${how}`, rowsOf(output), expected.numerator, { precision }),
    );
  }
  if (causal) check.close('O (stream)', streamed(core, { Q, K, V }, linear), O);
  if (expected.phiQ)
    check.close('phiQ', rowsOf(core.featureMap(matrix(Q), map, { role: 'query' })), expected.phiQ);
  if (expected.phiK)
    check.close('phiK', rowsOf(core.featureMap(matrix(K), map, { role: 'key' })), expected.phiK);
}

export function attentionAndLinear(
  core: Attention,
  { scale, phi, ...tokens }: Tokens & { scale: number; phi: string },
  expected: { softmax_O: Rows; linear_O: Rows; state_S: Rows; state_shape: Row; z: Row },
  check: Checks,
): void {
  everyExact(core, tokens, { scale }, ({ output }, precision, how) =>
    check.close(`softmax_O ${how}`, rowsOf(output), expected.softmax_O, { precision }),
  );
  const linear = { featureMap: mapOf({ phi }) };
  everyLinear(core, tokens, linear, { want: ['state'] }, ({ output, state }, precision, how) => {
    check.close(`linear_O ${how}`, rowsOf(output), expected.linear_O, { precision });
    check.close(`state_S ${how}`, stateOf(state!).S, expected.state_S, { precision });
    check.same(`state_shape ${how}`, [state!.S.rows, state!.S.cols], expected.state_shape);
    check.close(`z ${how}`, stateOf(state!).z, expected.z, { precision });
  });
}

export function determinism(
  core: Attention,
  { phi, W, calls, ...tokens }: Tokens & { phi: string; W: Rows; calls: number },
  expected: { O: Rows; identical_across_calls: boolean },
  check: Checks,
): void {
  const maps: Record<string, FeatureMap> = {
    'given W': mapOf({ phi, W }),
    seed: { kind: 'favor', features: 16, seed: 7 },
  };
  const [q, k, v] = [matrix(tokens.Q), matrix(tokens.K), matrix(tokens.V)];
  for (const [name, featureMap] of Object.entries(maps)) {
    for (const form of linearForms()) {
      const mechanism = { kind: 'linear', featureMap, ...form } as const;
      const all = range(calls).map(() => rowsOf(core.attend(q, k, v, { mechanism }).output));
      if (name === 'given W') check.close(`O ${label(form)}`, all[0], expected.O);
      const identical = all.every((O) => JSON.stringify(O) === JSON.stringify(all[0]));
      check.same(
        `identical_across_calls (${name}) ${label(form)}`,
        identical,
        expected.identical_across_calls,
      );
    }
  }
}

export function zeroQuery(
  core: Attention,
  { q, K, V }: { q: Row; K: Rows; V: Rows },
  expected: { relu: { denominator: number }; elu1: { weights: Row; O: Row } },
  check: Checks,
): void {
  const tokens = { Q: [q], K, V };
  everyLinear(core, tokens, { featureMap: { kind: 'relu' } }, { want: ['normaliser'] }, (answer, _, how) => {
    check.same(`relu denominator ${how}`, answer.normaliser![0], expected.relu.denominator);
    const zeros = V[0]!.map(() => 0);
    check.same(`relu O and status ${how}`, [rowsOf(answer.output), answer.status[0]], [[zeros], 2]);
  });
  const elu = { featureMap: { kind: 'elu+1' } } as const;
  everyLinear(core, tokens, elu, { want: ['weights'] }, ({ output, weights }, precision, how) => {
    check.close(`elu1 O ${how}`, rowsOf(output)[0], expected.elu1.O, { precision });
    check.close(`elu1 weights ${how}`, rowsOf(weights!)[0], expected.elu1.weights, { precision });
  });
}

export function singleToken(
  core: Attention,
  { q, k, v, maps, W }: { q: Row; k: Row; v: Row; maps: string[]; W: Rows },
  expected: { O: Row },
  check: Checks,
): void {
  const one = { Q: [q], K: [k], V: [v] };
  // A square without relu is no map of the module.
  for (const phi of maps.filter((name) => name !== 'square')) {
    const visit = (
      { output }: { output: ReturnType<typeof matrix> },
      precision: 'float32' | 'float64',
      how: string,
    ) => check.close(`O ${phi} ${how}`, rowsOf(output)[0], expected.O, { precision });
    if (phi === 'softmax') {
      everyExact(core, one, {}, visit);
      continue;
    }
    const linear = { featureMap: mapOf({ phi, W }) };
    everyLinear(core, one, linear, {}, visit);
    check.close(`O ${phi} (stream)`, streamed(core, one, linear)[0], expected.O);
  }
}

export function epsConvention(
  core: Attention,
  { phi_q: q, phi_K: K, V }: { phi_q: Row; phi_K: Rows; V: Rows },
  expected: Record<string, Row>,
  check: Checks,
): void {
  const conventions: Record<string, { epsilon?: number; scale?: number }> = {
    exact: {},
    idiap_scalar_1e_6: { epsilon: 1e-6 },
    slim_1e_16: { epsilon: 1e-16 },
    fla_scalar_1e_10_scale_inv_sqrt2: { epsilon: 1e-10, scale: Math.SQRT1_2 },
  };
  for (const [key, { epsilon, scale }] of Object.entries(conventions)) {
    const linear = { featureMap: { kind: 'identity' as const }, epsilon };
    everyLinear(core, { Q: [q], K, V }, linear, { scale }, ({ output }, precision, how) =>
      check.close(`${key} ${how}`, rowsOf(output)[0], expected[key], { precision }),
    );
  }
  // epsilon is a scalar of the denominator, and never a clamp.
  check.leave('lucidrains_vector_1e_6', 'cosformer_clamp_1e_6');
}

export function onesColumn(
  core: Attention,
  { Q, K, V, phi }: Tokens & Phi,
  expected: { extended: Rows; O: Rows },
  check: Checks,
): void {
  const featureMap = mapOf({ phi });
  const extended = { Q, K, V: V.map((row) => [...row, 1]) };
  const bare = { featureMap, normalise: false };
  everyLinear(core, extended, bare, { want: ['normaliser'] }, (answer, precision, how) => {
    check.close(`extended ${how}`, rowsOf(answer.output), expected.extended, { precision });
    const last = expected.extended.map((row) => row.at(-1));
    check.close(`extended normaliser ${how}`, Array.from(answer.normaliser!), last, { precision });
  });
  everyLinear(core, { Q, K, V }, { featureMap }, {}, ({ output }, precision, how) =>
    check.close(`O ${how}`, rowsOf(output), expected.O, { precision }),
  );
}

export function unequalLengths(
  core: Attention,
  { Q, K, V, phi }: Tokens & Phi,
  expected: Record<string, Rows>,
  check: Checks,
): void {
  const pieces: Record<string, Tokens> = {
    first2_queries_3_keys: { Q: Q.slice(0, 2), K, V },
    three_queries_first2_keys: { Q, K: K.slice(0, 2), V: V.slice(0, 2) },
  };
  for (const [key, piece] of Object.entries(pieces)) {
    const linear = { featureMap: mapOf({ phi }) };
    everyLinear(core, piece, linear, { causal: 'top-left' }, ({ output }, precision, how) =>
      check.close(`${key} ${how}`, rowsOf(output), expected[key], { precision }),
    );
  }
}

/** One run, a run in pieces, a run step by step, and a run that is saved, spoilt, restored and resumed. */
export function recurrent(
  core: Attention,
  { phi, split, ...tokens }: Tokens & { phi: string; split: number[] },
  expected: { O: Rows; S_after_2: Rows; z_after_2: Row; S_final: Rows; z_final: Row },
  check: Checks,
): void {
  const linear = { featureMap: mapOf({ phi }) };
  const settings = { causal: true, want: ['state' as const] };
  everyLinear(core, tokens, linear, settings, ({ output, state }, precision, how) => {
    check.close(`O ${how}`, rowsOf(output), expected.O, { precision });
    check.close(`S_final ${how}`, stateOf(state!).S, expected.S_final, { precision });
    check.close(`z_final ${how}`, stateOf(state!).z, expected.z_final, { precision });
  });
  check.close('O (step by step)', streamed(core, tokens, linear), expected.O);

  const { Q, K, V } = tokens;
  const stream = core.stream({ keyDim: K[0]!.length, valueDim: V[0]!.length, ...linear });
  const extend = (from: number, to: number): Rows => {
    const part = (rows: Rows) => matrix(rows.slice(from, to));
    return rowsOf(stream.extend(part(Q), part(K), part(V)));
  };
  const first = split[0]!;
  const before = extend(0, first);
  check.close('S_after_2', stateOf(stream.state()).S, expected.S_after_2);
  check.close('z_after_2', stateOf(stream.state()).z, expected.z_after_2);
  const saved = stream.save();
  const after = extend(first, Q.length);
  check.close('O (in pieces)', [...before, ...after], expected.O);
  check.close('S_final (in pieces)', stateOf(stream.state()).S, expected.S_final);
  check.close('z_final (in pieces)', stateOf(stream.state()).z, expected.z_final);
  stream.restore(saved);
  check.same('S_after_2 tokens after restore', stream.tokens, first);
  check.same('O (restored, again)', extend(first, Q.length), after);
  stream.dispose();
}

export function precision(
  core: Attention,
  { n, increment, formats }: { n: number; increment: number; formats: ('float16' | 'float32')[] },
  expected: { final: Record<string, number> },
  check: Checks,
): void {
  check.leave('float32_limit');
  const ones = matrix(filled(n, 1, 1));
  for (const accumulator of formats) {
    const featureMap = { kind: 'identity' as const };
    const stream = core.stream({ keyDim: 1, valueDim: 1, featureMap, normalise: false, accumulator });
    stream.extend(ones, ones, matrix(filled(n, 1, increment)));
    const { S, z } = stateOf(stream.state());
    const final = expected.final[accumulator];
    check.same(`final ${accumulator}`, [S[0]![0], z[0]], [final, final]);
    stream.dispose();
  }
}

export function linearScale(
  core: Attention,
  { scales, phi, ...tokens }: Tokens & { scales: Row; phi?: string },
  expected: { O_each: Row; softmax_O_each: Row; relu: Rows[]; elu1: Rows[] },
  check: Checks,
): void {
  const linear = (name: string, kind: 'identity' | 'relu' | 'elu+1', each: (s: number) => Rows) => {
    for (const [s, scale] of scales.entries())
      everyLinear(core, tokens, { featureMap: { kind } }, { scale }, ({ output }, precision, how) =>
        check.close(`${name} scale ${scale} ${how}`, rowsOf(output), each(s), { precision }),
      );
  };
  if (phi !== 'identity') {
    linear('relu', 'relu', (s) => expected.relu[s]!);
    linear('elu1', 'elu+1', (s) => expected.elu1[s]!);
    return;
  }
  linear('O_each', 'identity', (s) => [[expected.O_each[s]!]]);
  for (const [s, scale] of scales.entries()) {
    const scaled = { ...tokens, Q: tokens.Q.map((row) => row.map((value) => scale * value)) };
    everyExact(core, scaled, {}, ({ output }, precision, how) =>
      check.close(`softmax_O_each scale ${scale} ${how}`, rowsOf(output), [[expected.softmax_O_each[s]]], {
        precision,
      }),
    );
  }
}

export function recurrentGrowth(
  core: Attention,
  { phi, q, k, v, steps }: { phi: string; q: Row; k: Row; v: Row; steps: number[] },
  expected: { unnormalised: Rows; normalised: Rows },
  check: Checks,
): void {
  const n = Math.max(...steps);
  const tokens = { Q: range(n).map(() => q), K: range(n).map(() => k), V: range(n).map(() => v) };
  const at = (rows: Rows) => steps.map((step) => rows[step - 1]);
  for (const key of ['unnormalised', 'normalised'] as const) {
    const linear = { featureMap: mapOf({ phi }), normalise: key === 'normalised' };
    check.close(`${key} (stream)`, at(streamed(core, tokens, linear)), expected[key]);
    everyLinear(core, tokens, linear, { causal: true }, ({ output }, precision, how) =>
      check.close(`${key} ${how}`, at(rowsOf(output)), expected[key], { precision }),
    );
  }
}
