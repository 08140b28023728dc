// One triple product in both orders. In one call: the table AB may have a million entries, which stay on this side where
// nobody asks for them, and a slider that moves sends one message instead of nine.
import type { BothOrders, Calls, CountedOrder, OrderRun } from './calls.js';
import type { Instance } from './instance.js';

/** (AB)C and A(BC) with what each product took. Throws an AttentionError where the shapes do not fit. */
export function bothOrders(core: Instance, { a, b, c }: Calls['bothOrders']['in']): BothOrders<OrderRun> {
  const ab = core.multiply(a, b);
  const bc = core.multiply(b, c);
  const left = core.multiply(ab.product, c);
  const right = core.multiply(a, bc.product);
  const run = (first: typeof ab, second: typeof ab): OrderRun => ({
    between: first.product,
    total: second.product,
    first: first.multiplyAdds,
    second: second.multiplyAdds,
  });
  return {
    tableFirst: run(ab, left),
    summaryFirst: run(bc, right),
    difference: core.compare(left.product, right.product),
  };
}

/** The same for random matrices, counted and compared alone. */
export function countOrders(
  core: Instance,
  { a, b, c }: Calls['countOrders']['in'],
): BothOrders<CountedOrder> {
  const run = bothOrders(core, { a: core.random(a), b: core.random(b), c: core.random(c) });
  const counted = ({ first, second }: OrderRun): CountedOrder => ({ first, second });
  return {
    tableFirst: counted(run.tableFirst),
    summaryFirst: counted(run.summaryFirst),
    difference: run.difference,
  };
}
