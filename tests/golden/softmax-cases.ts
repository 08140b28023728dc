// Exact attention, and the patterns it may be restricted to.
import type { Attention, SparsePattern } from '../../web/engine/types.js';
import { type Checks, PRECISIONS } from './checks.js';
import {
  bytesOf,
  filled,
  identity,
  matrix,
  positionsOf,
  type Row,
  type Rows,
  range,
  rowsOf,
  square,
  sums,
  type Tokens,
  total,
} from './numbers.js';
import { everyExact } from './ways.js';

export function softmaxScores(
  core: Attention,
  { scores, V }: { scores: Rows; V: Rows },
  expected: { O: Rows; lse: Row; weights?: Rows },
  check: Checks,
): void {
  const tokens = { Q: scores, K: identity(V.length), V };
  everyExact(core, tokens, { scale: 1 }, (answer, precision, how) => {
    check.close(`O ${how}`, rowsOf(answer.output), expected.O, { precision });
    check.close(`lse ${how}`, Array.from(answer.logSumExp!), expected.lse, { precision });
    if (answer.weights && expected.weights)
      check.close(`weights ${how}`, rowsOf(answer.weights), expected.weights, { precision });
  });
}

export function attention(
  core: Attention,
  inputs: Tokens & { d_v?: number; scale: number; mask?: Rows; causal?: string },
  expected: { O: Rows; lse?: Row; allowed?: Rows },
  check: Checks,
): void {
  const settings = {
    scale: inputs.scale,
    mask: bytesOf(inputs.mask),
    causal: inputs.causal === 'bottom_right',
  };
  everyExact(
    core,
    inputs,
    settings,
    (answer, precision, how) => {
      check.close(`O ${how}`, rowsOf(answer.output), expected.O, { precision });
      if (expected.lse) {
        check.close(`lse ${how}`, Array.from(answer.logSumExp!), expected.lse, { precision });
        const statuses = expected.lse.map((lse) => (lse === -Infinity ? 1 : 0));
        check.same(`lse status ${how}`, Array.from(answer.status), statuses);
      }
      if (expected.allowed && answer.weights) {
        const used = rowsOf(answer.weights).map((row) => row.map((weight) => (weight > 0 ? 1 : 0)));
        check.same(`allowed ${how}`, used, expected.allowed);
      }
    },
    { valueDim: inputs.d_v },
  );
}

export function onlineSoftmaxTrace(
  core: Attention,
  { scores, V, tile }: { scores: Row; V: Rows; tile: number },
  expected: { steps: { m: number; l: number; acc: Row; O: Row }[]; O: Row; lse: number },
  check: Checks,
): void {
  for (const precision of PRECISIONS) {
    const answer = core.attend(matrix([scores]), matrix(identity(V.length)), matrix(V), {
      mechanism: { kind: 'flash', blockRows: 1, blockCols: tile },
      scale: 1,
      precision,
      want: ['trace', 'logSumExp'],
    });
    const steps = answer.trace!.map(({ max, sum, accumulator }) => {
      const acc = rowsOf(accumulator)[0]!;
      return { m: max[0]!, l: sum[0]!, acc, O: acc.map((value) => value / sum[0]!) };
    });
    check.same(`steps count (${precision})`, steps.length, expected.steps.length);
    for (const [t, step] of expected.steps.entries()) {
      for (const key of ['m', 'l', 'acc', 'O'] as const)
        check.close(`steps ${t} ${key} (${precision})`, steps[t]?.[key], step[key], { precision });
    }
    check.close(`O (${precision})`, rowsOf(answer.output)[0], expected.O, { precision });
    check.close(`lse (${precision})`, answer.logSumExp![0], expected.lse, { precision });
  }
  softmaxScores(core, { scores: [scores], V }, { O: [expected.O], lse: [expected.lse] }, check);
}

export function tiledAttention(
  core: Attention,
  { tiles, scale, ...tokens }: Tokens & { scale: number; tiles: [number, number][] },
  expected: { O: Rows; O_causal: Rows },
  check: Checks,
): void {
  const [q, k, v] = [matrix(tokens.Q), matrix(tokens.K), matrix(tokens.V)];
  for (const causal of [false, true]) {
    const key = causal ? 'O_causal' : 'O';
    everyExact(core, tokens, { scale, causal }, ({ output }, precision, how) =>
      check.close(`${key} ${how}`, rowsOf(output), expected[key], { precision }),
    );
    for (const [blockRows, blockCols] of tiles) {
      const mechanism = { kind: 'flash', blockRows, blockCols } as const;
      const { output } = core.attend(q, k, v, { mechanism, scale, causal });
      check.close(`${key} (tiles ${blockRows} x ${blockCols})`, rowsOf(output), expected[key]);
    }
  }
}

/** The pattern as the module states it, held against the keys that sparse attention really weighs. */
function allowedOf(core: Attention, n: number, pattern: SparsePattern, check: Checks, field: string): Rows {
  const allowed = square(core.pattern(n, pattern), n);
  const zeros = matrix(filled(n, 1, 0));
  const { weights } = core.attend(zeros, zeros, matrix(filled(n, 1, 1)), {
    mechanism: { kind: 'sparse', pattern },
    want: ['weights'],
  });
  const used = rowsOf(weights!).map((row) => row.map((weight) => (weight > 0 ? 1 : 0)));
  check.same(`${field} used by attend`, used, allowed);
  return allowed;
}

export function mask(
  core: Attention,
  inputs: { pattern: string; n: number; window_tokens: number; lefts: number[]; right: number; w: number },
  expected: { allowed: Rows; row_counts: Row; flash_left: number; total: number; allowed_each: Rows },
  check: Checks,
): void {
  const { n, lefts, right } = inputs;
  const counts = (allowed: Rows) => {
    check.same('row_counts', sums(allowed), expected.row_counts);
    check.same('total', total(allowed), expected.total);
  };
  switch (inputs.pattern) {
    case 'sliding_window_causal': {
      const left = inputs.window_tokens - 1; // a window of W tokens counts the query itself
      check.same('flash_left', left, expected.flash_left);
      const allowed = allowedOf(core, n, { kind: 'window', left, right: 0 }, check, 'allowed');
      check.same('allowed', allowed, expected.allowed);
      counts(allowed);
      break;
    }
    case 'flash_window':
      for (const left of lefts) {
        const allowed = allowedOf(core, n, { kind: 'window', left, right }, check, 'allowed_each');
        check.same(`allowed_each left ${left}`, allowed, expected.allowed_each);
        check.same(`row_counts left ${left}`, sums(allowed), expected.row_counts);
      }
      break;
    case 'longformer_window':
      counts(allowedOf(core, n, { kind: 'longformer', window: inputs.w }, check, 'row_counts'));
      break;
    default:
      throw new Error(`no pattern for ${inputs.pattern}`);
  }
}

export function validation(
  core: Attention,
  { n, left, right }: { n: number; left: number; right: number },
  expected: { accept: boolean },
  check: Checks,
): void {
  check.leave('reason');
  const pattern = { kind: 'window', left, right } as const;
  const x = matrix(filled(n, 1, 1));
  check.same('accept', false, expected.accept);
  check.rejects('accept pattern', () => core.pattern(n, pattern));
  check.rejects('accept attend', () => core.attend(x, x, x, { mechanism: { kind: 'sparse', pattern } }));
}

export function maskRow(
  core: Attention,
  { n, query, size }: { n: number; query: number; size: number },
  expected: Record<string, Row>,
  check: Checks,
): void {
  const patterns: Record<string, SparsePattern> = {
    longformer_paper: { kind: 'longformer', window: size },
    flash_symmetric: { kind: 'window', left: size, right: size },
    keras: { kind: 'window', left: size - 1, right: size - 1 },
  };
  const sizes = Object.entries(patterns).map(([key, pattern]) => {
    const keys = positionsOf(allowedOf(core, n, pattern, check, key)[query]!);
    check.same(key, keys, expected[key]);
    return keys.length;
  });
  check.same('sizes', sizes, expected.sizes);
}

export function maskAttention(
  core: Attention,
  inputs: { n: number; w: number; global_tokens: number[]; scores: Rows; V: Rows },
  expected: { row_counts: Row; allowed: Rows; O: Rows },
  check: Checks,
): void {
  const { n, w, global_tokens: globalTokens, scores, V } = inputs;
  const pattern: SparsePattern = { kind: 'longformer', window: w, globalTokens };
  const allowed = allowedOf(core, n, pattern, check, 'allowed');
  check.same('allowed', allowed, expected.allowed);
  check.same('row_counts', sums(allowed), expected.row_counts);
  for (const precision of PRECISIONS) {
    const { output } = core.attend(matrix(scores), matrix(identity(n)), matrix(V), {
      mechanism: { kind: 'sparse', pattern },
      scale: 1,
      precision,
    });
    check.close(`O (${precision})`, rowsOf(output), expected.O, { precision });
  }
}

/** Over many seeds the random blocks are drawn from the legal ones, and each legal one comes up. */
export function bigbirdLegal(
  core: Attention,
  { num_blocks: blocks }: { num_blocks: number },
  { legal }: { legal: Record<string, Row> },
  check: Checks,
): void {
  const rows = Object.keys(legal).map(Number);
  const drawn = new Map(rows.map((row) => [row, new Set<number>()]));
  for (const seed of range(200)) {
    const pattern: SparsePattern = { kind: 'bigbird', blockSize: 1, randomBlocks: 1, seed };
    const allowed = square(core.pattern(blocks, pattern), blocks);
    for (const row of rows) {
      const fixed = (col: number) => Math.abs(col - row) <= 1 || col === 0 || col === blocks - 1;
      const random = positionsOf(allowed[row]!).filter((col) => !fixed(col));
      check.same(`legal count, block row ${row}, seed ${seed}`, random.length, 1);
      for (const col of random) drawn.get(row)!.add(col);
    }
  }
  for (const row of rows) {
    const found = [...drawn.get(row)!].sort((a, b) => a - b);
    check.same(`legal row ${row}`, found, legal[row]);
  }
}
