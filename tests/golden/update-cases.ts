// Decay, delta and gated delta: causal, unnormalised reads after each write.
import type { Attention, FeatureMap, Update } from '../../web/engine/types.js';
import type { Checks } from './checks.js';
import { column, filled, type Row, type Rows, rowsOf, stateOf, type Tokens } from './numbers.js';
import { everyLinear, streamed } from './ways.js';

const PLAIN: { featureMap: FeatureMap; normalise: boolean } = {
  featureMap: { kind: 'identity' },
  normalise: false,
};

interface Expectation {
  field?: string;
  O: Rows;
  states?: Rows[];
  scale?: number;
  chunks?: number[];
}

/** In every form, and token by token with the states in between. */
function updated(
  core: Attention,
  tokens: Tokens,
  update: Update,
  check: Checks,
  { field = 'O', O, states, scale, chunks }: Expectation,
): void {
  const settings = { causal: true, scale, want: ['state' as const] };
  everyLinear(
    core,
    tokens,
    { ...PLAIN, update },
    settings,
    ({ output, state }, precision, how) => {
      check.close(`${field} ${how}`, rowsOf(output), O, { precision });
      if (states) check.close(`states last ${how}`, stateOf(state!).S, states.at(-1), { precision });
    },
    chunks,
  );
  const seen: Rows[] = [];
  const remember = (stream: { state(): Parameters<typeof stateOf>[0] }) =>
    seen.push(stateOf(stream.state()).S);
  check.close(`${field} (stream)`, streamed(core, tokens, { ...PLAIN, update }, remember), O);
  if (states) check.close('states (stream)', seen, states);
}

export function retention(
  core: Attention,
  { gamma, scale, chunks, ...tokens }: Tokens & { gamma: number; scale: number; chunks: number[] },
  { O, states }: { O: Rows; states: Rows[] },
  check: Checks,
): void {
  updated(core, tokens, { kind: 'decay', gamma }, check, { O, states, scale, chunks });
}

export function gatedScalars(
  core: Attention,
  { q, k, v, log_decay: logDecay, chunk }: { q: Row; k: Row; v: Row; log_decay: Row; chunk: number },
  expected: { O: Row },
  check: Checks,
): void {
  const update: Update = { kind: 'decay', logDecay: Float32Array.from(logDecay) };
  const O = column(expected.O);
  updated(core, { Q: column(q), K: column(k), V: column(v) }, update, check, { O, chunks: [1, 2, chunk] });
}

export function deltaRule(
  core: Attention,
  { beta, log_gate: logGate, scale, ...tokens }: Tokens & { beta: Row; log_gate: Row; scale: number },
  { O, states }: { O: Rows; states: Rows[] },
  check: Checks,
): void {
  const plain: Update = { kind: 'delta', beta: Float32Array.from(beta) };
  for (const update of [plain, { ...plain, logDecay: Float32Array.from(logGate) }])
    updated(core, tokens, update, check, { O, states, scale });
}

export function deltaVersusSum(
  core: Attention,
  { K, V, beta, query }: { K: Rows; V: Rows; beta: Row; query: Row },
  expected: Record<string, Row>,
  check: Checks,
): void {
  const read = (key: string, settings: { normalise?: boolean; update?: Update }) => {
    const linear = { featureMap: { kind: 'identity' as const }, ...settings };
    everyLinear(core, { Q: [query], K, V }, linear, { causal: true }, ({ output }, precision, how) =>
      check.close(`${key} ${how}`, rowsOf(output)[0], expected[key], { precision }),
    );
  };
  for (const each of [Float32Array.from(beta), beta[0]!])
    read('delta_read', { normalise: false, update: { kind: 'delta', beta: each } });
  read('sum_read_unnormalised', { normalise: false });
  read('sum_read_normalised', {});
}

export function deltaOneDimension(
  core: Attention,
  { k, v, beta, steps }: { k: number; v: number; beta: number; steps: number },
  expected: Record<string, Row>,
  check: Checks,
): void {
  const keys = { read_unnormalised: k, read_with_unit_key: k / Math.abs(k) };
  for (const [field, key] of Object.entries(keys)) {
    const tokens = { Q: filled(steps, 1, key), K: filled(steps, 1, key), V: filled(steps, 1, v) };
    updated(core, tokens, { kind: 'delta', beta }, check, { field, O: column(expected[field]!) });
  }
}
