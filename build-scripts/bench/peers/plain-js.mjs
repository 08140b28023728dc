// JavaScript without a library: loops over Float32Arrays, tiled and packed by hand.
import { addProduct, transpose } from '../plain-js-product.mjs';

export function load() {}

/** exp by its bits and a polynomial of degree 6, in double: relative error below 1e-7. */
const bits = new Int32Array(1);
const asFloat = new Float32Array(bits.buffer);
function quickExp(x) {
  if (x < -87) return 0;
  const power = Math.floor(x * Math.LOG2E + 0.5);
  const r = x - power * Math.LN2;
  bits[0] = (power + 127) << 23;
  return asFloat[0] * (1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r / 720))))));
}

const EXPONENTIALS = { 'Math.exp': Math.exp, 'exp by a polynomial': quickExp };

/** 16 queries at a time: their scores with every permitted key, then weights, then the product with V. */
function softmaxAttention({ n, d, causal }, { q, k, v }, exp) {
  const rows = 16;
  const output = new Float32Array(n * d);
  const scores = new Float32Array(rows * n);
  const columns = transpose(v, 0, n, d, new Float32Array(n * d));
  const factor = 1 / Math.sqrt(d);
  for (let i = 0; i < n; i += rows) {
    const keys = causal ? i + rows : n;
    scores.fill(0);
    addProduct(rows, keys, d, q, i * d, d, k, 0, d, scores, 0, n);
    const sums = new Float64Array(rows);
    for (let t = 0; t < rows; t++) {
      const at = t * n;
      const seen = causal ? i + t + 1 : keys;
      let max = -Infinity;
      for (let j = 0; j < seen; j++) if (scores[at + j] > max) max = scores[at + j];
      for (let j = 0; j < seen; j++) {
        const weight = exp((scores[at + j] - max) * factor);
        scores[at + j] = weight;
        sums[t] += weight;
      }
      scores.fill(0, at + seen, at + keys);
    }
    addProduct(rows, d, keys, scores, 0, n, columns, 0, n, output, i * d, d);
    for (let t = 0; t < rows; t++) divideRow(output, (i + t) * d, d, sums[t]);
  }
  return output;
}

function divideRow(x, at, size, divisor) {
  const factor = 1 / divisor;
  for (let c = 0; c < size; c++) x[at + c] *= factor;
}

function elu1(x, at, size, exp, features) {
  for (let i = 0; i < size; i++) features[i] = x[at + i] > 0 ? x[at + i] + 1 : exp(x[at + i]);
  return features;
}

/** The running sums: S transposed, (d, d), and z. `write` and `normaliser` take `count` tokens from `at` on. */
function runningState(d, most) {
  const S = new Float32Array(d * d);
  const z = new Float64Array(d);
  const keyColumns = new Float32Array(most * d);
  const valueColumns = new Float32Array(most * d);
  return {
    S,
    z,
    write(keys, v, at, count) {
      transpose(keys, at, count, d, keyColumns);
      transpose(v, at, count, d, valueColumns);
      addProduct(d, d, count, valueColumns, 0, count, keyColumns, 0, count, S, 0, d);
      for (let a = 0; a < d; a++) {
        let sum = 0;
        for (let t = 0; t < count; t++) sum += keyColumns[a * count + t];
        z[a] += sum;
      }
    },
    normaliser(queries, at) {
      let sum = 0;
      for (let a = 0; a < d; a++) sum += queries[at + a] * z[a];
      return sum;
    },
  };
}

function parallel({ n, d }, { q, k, v }, exp) {
  const chunk = 256;
  const output = new Float32Array(n * d);
  const [queries, keys] = [q, k].map((x) => elu1(x, 0, n * d, exp, new Float32Array(n * d)));
  const state = runningState(d, chunk);
  for (let i = 0; i < n; i += chunk) state.write(keys, v, i * d, Math.min(chunk, n - i));
  addProduct(n, d, d, queries, 0, d, state.S, 0, d, output, 0, d);
  for (let at = 0; at < n * d; at += d) divideRow(output, at, d, state.normaliser(queries, at));
  return output;
}

function chunked(size, { n, d }, { q, k, v }, exp) {
  const output = new Float32Array(n * d);
  const [queries, keys] = [q, k].map((x) => elu1(x, 0, n * d, exp, new Float32Array(n * d)));
  const state = runningState(d, size);
  const weights = new Float32Array(size * size);
  const values = new Float32Array(size * d);
  for (let at = 0; at < n * d; at += size * d) {
    weights.fill(0);
    addProduct(size, size, d, queries, at, d, keys, at, d, weights, 0, size);
    for (let t = 0; t < size; t++) weights.fill(0, t * size + t + 1, (t + 1) * size);
    addProduct(size, d, d, queries, at, d, state.S, 0, d, output, at, d);
    addProduct(size, d, size, weights, 0, size, transpose(v, at, size, d, values), 0, size, output, at, d);
    for (let t = 0; t < size; t++) {
      let normaliser = state.normaliser(queries, at + t * d);
      for (let j = 0; j <= t; j++) normaliser += weights[t * size + j];
      divideRow(output, at + t * d, d, normaliser);
    }
    state.write(keys, v, at, size);
  }
  return output;
}

/** Token by token: S is updated four rows at a time and read in the same pass. */
function recurrent({ n, d }, { q, k, v }, exp) {
  const output = new Float32Array(n * d);
  const S = new Float32Array(d * d);
  const z = new Float64Array(d);
  const sums = new Float64Array(d);
  const [key, query] = [new Float32Array(d), new Float32Array(d)];
  for (let at = 0; at < n * d; at += d) {
    elu1(k, at, d, exp, key);
    elu1(q, at, d, exp, query);
    let normaliser = 0;
    sums.fill(0);
    for (let a = 0; a < d; a += 4) {
      const [k0, k1, k2, k3] = [key[a], key[a + 1], key[a + 2], key[a + 3]];
      const [q0, q1, q2, q3] = [query[a], query[a + 1], query[a + 2], query[a + 3]];
      z[a] += k0;
      z[a + 1] += k1;
      z[a + 2] += k2;
      z[a + 3] += k3;
      normaliser += q0 * z[a] + q1 * z[a + 1] + q2 * z[a + 2] + q3 * z[a + 3];
      const row0 = a * d;
      const row1 = row0 + d;
      const row2 = row1 + d;
      const row3 = row2 + d;
      for (let c = 0; c < d; c++) {
        const value = v[at + c];
        const s0 = S[row0 + c] + k0 * value;
        const s1 = S[row1 + c] + k1 * value;
        const s2 = S[row2 + c] + k2 * value;
        const s3 = S[row3 + c] + k3 * value;
        S[row0 + c] = s0;
        S[row1 + c] = s1;
        S[row2 + c] = s2;
        S[row3 + c] = s3;
        sums[c] += q0 * s0 + q1 * s1 + q2 * s2 + q3 * s3;
      }
    }
    for (let c = 0; c < d; c++) output[at + c] = sums[c] / normaliser;
  }
  return output;
}

const withBoth = (compute) => (task, input) =>
  Object.entries(EXPONENTIALS).map(([name, exp]) => ({ name, run: () => compute(task, input, exp) }));

export const variants = {
  softmax: withBoth(softmaxAttention),
  linear: (task, input) =>
    task.causal
      ? [
          { name: 'token by token', run: () => recurrent(task, input, quickExp) },
          { name: 'chunks of 64', run: () => chunked(64, task, input, quickExp) },
          { name: 'chunks of 128', run: () => chunked(128, task, input, quickExp) },
        ]
      : withBoth(parallel)(task, input),
  stream: withBoth(recurrent),
};
