// What is timed: one head, float32, row-major (n, 64) matrices, each answer held to a reference in double.

const D = 64;
const TOKENS = 2000;

/** Numbers in [0, 1) by mulberry32: the same on every engine. */
function uniform(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Standard normal numbers, by Box and Muller. */
function normal(size, seed) {
  const next = uniform(seed);
  return Float32Array.from({ length: size }, () => {
    const radius = Math.sqrt(-2 * Math.log(next() + 1e-12));
    return radius * Math.cos(2 * Math.PI * next());
  });
}

const elu1 = (x) => (x > 0 ? x + 1 : Math.exp(x));

function softmaxReference({ n, d, causal }, { q, k, v }) {
  const output = new Float64Array(n * d);
  const scores = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const keys = causal ? i + 1 : n;
    let max = -Infinity;
    for (let j = 0; j < keys; j++) {
      let sum = 0;
      for (let c = 0; c < d; c++) sum += q[i * d + c] * k[j * d + c];
      scores[j] = sum / Math.sqrt(d);
      max = Math.max(max, scores[j]);
    }
    let total = 0;
    for (let j = 0; j < keys; j++) {
      const weight = Math.exp(scores[j] - max);
      total += weight;
      for (let c = 0; c < d; c++) output[i * d + c] += weight * v[j * d + c];
    }
    for (let c = 0; c < d; c++) output[i * d + c] /= total;
  }
  return output;
}

function linearReference({ n, d, causal }, { q, k, v }) {
  const output = new Float64Array(n * d);
  const S = new Float64Array(d * d);
  const z = new Float64Array(d);
  const write = (i) => {
    for (let a = 0; a < d; a++) {
      const feature = elu1(k[i * d + a]);
      z[a] += feature;
      for (let c = 0; c < d; c++) S[a * d + c] += feature * v[i * d + c];
    }
  };
  const read = (i) => {
    let normaliser = 0;
    for (let a = 0; a < d; a++) {
      const feature = elu1(q[i * d + a]);
      normaliser += feature * z[a];
      for (let c = 0; c < d; c++) output[i * d + c] += feature * S[a * d + c];
    }
    for (let c = 0; c < d; c++) output[i * d + c] /= normaliser;
  };
  for (let i = 0; i < n; i++) {
    write(i);
    if (causal) read(i);
  }
  for (let i = 0; i < n && !causal; i++) read(i);
  return output;
}

const softmax = (title, n, causal = false) => ({
  title,
  kind: 'softmax',
  n,
  d: D,
  causal,
  // Multiplications and additions of the permitted pairs, twice d numbers each.
  operations: 4 * D * (causal ? (n * (n + 1)) / 2 : n * n),
  reference: softmaxReference,
});

const linear = (title, kind, n, causal) => ({
  title,
  kind,
  n,
  d: D,
  causal,
  operations: 4 * n * D * (D + 1),
  reference: linearReference,
});

/** By name. `kind` says which of a peer's variants do it; `stream` takes its n tokens one a call. */
export const tasks = {
  'softmax-1024': softmax('softmax, n = 1024', 1024),
  'softmax-2048': softmax('softmax, n = 2048', 2048),
  'softmax-causal-2048': softmax('causal softmax, n = 2048', 2048, true),
  'linear-8192': linear('linear elu+1, n = 8192', 'linear', 8192, false),
  'linear-causal-8192': linear('causal linear elu+1, n = 8192', 'linear', 8192, true),
  stream: linear(`stream, ${TOKENS} tokens one a call`, 'stream', TOKENS, true),
};

export function inputOf({ n, d }) {
  return { q: normal(n * d, 1), k: normal(n * d, 2), v: normal(n * d, 3) };
}

/** The largest absolute difference; NaN where there is a NaN or the sizes differ. */
export function largestError(output, reference) {
  if (output.length !== reference.length) return Number.NaN;
  let largest = 0;
  for (let i = 0; i < reference.length; i++) {
    const error = Math.abs(output[i] - reference[i]);
    if (!(error <= largest)) largest = error;
  }
  return largest;
}
