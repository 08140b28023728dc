// Station 1 as numbers: the same triple product in both orders, with the multiplications each one took. No DOM.
import type { BothOrders, CountedOrder, Engine, OrderRun } from '../../engine/calls.js';
import type { Matrix } from '../../engine/types.js';

export interface Total {
  readonly multiplications: number;
}

export type OrdersView = BothOrders<OrderRun & Total>;

function totalled<Run extends CountedOrder>(orders: BothOrders<Run>): BothOrders<Run & Total> {
  const total = (run: Run) => ({ ...run, multiplications: run.first + run.second });
  return {
    ...orders,
    tableFirst: total(orders.tableFirst),
    summaryFirst: total(orders.summaryFirst),
  };
}

/** A is (n, r), B (r, n), C (n, d). */
export async function multiplyBothWays(engine: Engine, A: Matrix, B: Matrix, C: Matrix): Promise<OrdersView> {
  return totalled(await engine.call('bothOrders', { a: A, b: B, c: C }));
}

/** The same two orders for random matrices of a larger n, for the counters alone. */
export async function countAt(
  engine: Engine,
  n: number,
  r: number,
  d: number,
): Promise<BothOrders<CountedOrder & Total>> {
  const [a, b, c] = [
    { rows: n, cols: r, seed: 1 },
    { rows: r, cols: n, seed: 2 },
    { rows: n, cols: d, seed: 3 },
  ];
  return totalled(await engine.call('countOrders', { a: a!, b: b!, c: c! }));
}
