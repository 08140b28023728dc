// Feature maps alone, and what they cost.
import type { Attention } from '../../web/engine/types.js';
import type { Checks } from './checks.js';
import { column, dot, mapOf, matrix, type Row, type Rows, rowsOf } from './numbers.js';
import { everyLinear } from './ways.js';

export function featureMap(
  core: Attention,
  inputs: { phi: string; x: Row; q: Row; k: Row; nu: number[]; W?: Rows },
  expected: Record<string, Row | number>,
  check: Checks,
): void {
  const { phi, x, q, k, nu, W } = inputs;
  if (phi === 'dpfp') {
    const each = nu.map((order) => core.featureMap(matrix([x]), { kind: 'dpfp', nu: order }));
    for (const [i, order] of nu.entries())
      check.close(`phi_nu${order}`, rowsOf(each[i]!)[0], expected[`phi_nu${order}`]);
    check.same(
      'r',
      each.map(({ cols }) => cols),
      nu.map((order) => 2 * x.length * order),
    );
    return;
  }
  const map = mapOf({ phi, W });
  if (phi === 'elu1') {
    check.close('phi_x', rowsOf(core.featureMap(matrix([x]), map))[0], expected.phi_x);
    check.close('phi_x one by one', rowsOf(core.featureMap(matrix(column(x)), map)).flat(), expected.phi_x);
    return;
  }
  const [phiQ] = rowsOf(core.featureMap(matrix([q]), map, { role: 'query' }));
  const [phiK] = rowsOf(core.featureMap(matrix([k]), map, { role: 'key' }));
  const expectedQ = expected.phi_q ? 'phi_q' : 'phi_q_full';
  const kernel = expected.estimate === undefined ? 'kernel' : 'estimate';
  check.close(expectedQ, phiQ, expected[expectedQ]);
  if (expected.phi_k) check.close('phi_k', phiK, expected.phi_k);
  check.close(kernel, dot(phiQ!, phiK!), expected[kernel]);
  // Facts about the kernel, not about the module.
  check.leave('softmax_kernel', 's', 'r_full', 'r_symmetric', 'minimum_of_kernel');
}

export function cosformer(
  core: Attention,
  { X, V, M }: { X: Rows; V: Rows; M: number },
  expected: { phi: Rows; O: Rows; O_first3_with_M3: Rows; O_first3_with_M4: Rows },
  check: Checks,
): void {
  const floor = 2 ** -22 * Math.max(...X.flat()); // sin and cos come within a few float32 spacings of 1
  const phi = (length?: number, positions?: number) =>
    rowsOf(core.featureMap(matrix(X), { kind: 'cosformer', length }, { positions }));
  check.close('phi', phi(M), expected.phi, { floor });
  check.close('phi positions', phi(undefined, M), expected.phi, { floor });
  const run = (key: 'O' | 'O_first3_with_M3' | 'O_first3_with_M4', n: number, length?: number) => {
    const tokens = { Q: X.slice(0, n), K: X.slice(0, n), V: V.slice(0, n) };
    const linear = { featureMap: { kind: 'cosformer' as const, length } };
    everyLinear(core, tokens, linear, {}, ({ output }, precision, how) =>
      check.close(`${key} ${how}`, rowsOf(output), expected[key], { precision }),
    );
  };
  run('O', X.length);
  run('O_first3_with_M3', 3);
  run('O_first3_with_M4', 3, M);
}

export function cost(
  core: Attention,
  { n, d, r }: { n: number; d: number; r: number },
  expected: Record<string, number>,
  check: Checks,
): void {
  if (r !== d) throw new Error('this case needs r = d, so that elu+1 has r features');
  const shape = { queries: n, keys: n, keyDim: d, valueDim: d };
  const softmax = core.cost({ mechanism: { kind: 'softmax' }, ...shape }).multiplyAdds;
  const linear = (normalise: boolean) =>
    core.cost({ mechanism: { kind: 'linear', featureMap: { kind: 'elu+1' }, normalise }, ...shape })
      .multiplyAdds;
  const found: Record<string, number> = {
    both_matmuls_softmax_mac: softmax,
    softmax_products_n2d: softmax / 2,
    both_passes_linear_mac: linear(false),
    linear_products_nrd: linear(false) / 2,
    ratio: softmax / linear(false),
    with_normaliser_mac: linear(true),
    causal_softmax_mac: core.cost({ mechanism: { kind: 'softmax' }, ...shape, causal: true }).multiplyAdds,
  };
  for (const [key, value] of Object.entries(found)) check.same(key, value, expected[key]);
  check.close('ratio_with_normaliser', softmax / linear(true), expected.ratio_with_normaliser, {
    precision: 'float64',
  });
}
