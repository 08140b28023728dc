// Station 1 as numbers: the same triple product in both orders, with the multiplications each one took. No DOM.
import type { Engine } from '../../engine/calls.js';
import type { Comparison, Matrix } from '../../engine/types.js';

export interface OrderRun {
  /** AB or BC. */
  readonly between: Matrix;
  readonly total: Matrix;
  readonly first: number;
  readonly second: number;
  readonly multiplications: number;
}

export interface OrdersView {
  /** (AB)C */
  readonly tableFirst: OrderRun;
  /** A(BC) */
  readonly summaryFirst: OrderRun;
  readonly difference: Comparison;
}

/** A is (n, r), B (r, n), C (n, d). */
export async function multiplyBothWays(engine: Engine, A: Matrix, B: Matrix, C: Matrix): Promise<OrdersView> {
  const [AB, BC] = await Promise.all([
    engine.call('multiply', { a: A, b: B }),
    engine.call('multiply', { a: B, b: C }),
  ]);
  const [left, right] = await Promise.all([
    engine.call('multiply', { a: AB.product, b: C }),
    engine.call('multiply', { a: A, b: BC.product }),
  ]);
  const run = (first: typeof AB, second: typeof AB): OrderRun => ({
    between: first.product,
    total: second.product,
    first: first.multiplyAdds,
    second: second.multiplyAdds,
    multiplications: first.multiplyAdds + second.multiplyAdds,
  });
  return {
    tableFirst: run(AB, left),
    summaryFirst: run(BC, right),
    difference: await engine.call('compare', { a: left.product, b: right.product }),
  };
}

/** The same two orders for random matrices of a larger n, for the counters alone. */
export async function countAt(engine: Engine, n: number, r: number, d: number): Promise<OrdersView> {
  const random = (rows: number, cols: number, seed: number) => engine.call('random', { rows, cols, seed });
  const [A, B, C] = await Promise.all([random(n, r, 1), random(r, n, 2), random(n, d, 3)]);
  return multiplyBothWays(engine, A, B, C);
}
