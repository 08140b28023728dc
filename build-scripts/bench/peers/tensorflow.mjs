// TensorFlow.js with its WebAssembly backend, SIMD, one thread.
// Its fast product (XNNPACK) is for matrices that are not transposed, in batches of one: so K is transposed first.
import * as wasm from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';

export async function load(place) {
  // In Node both packages are CommonJS.
  const library = tf.ready ? tf : tf.default;
  const backend = wasm.setWasmPaths ? wasm : wasm.default;
  const folder = 'node_modules/@tensorflow/tfjs-backend-wasm/dist/';
  if (place.page) backend.setWasmPaths(place.address + folder);
  else {
    const { fileURLToPath } = await import('node:url');
    backend.setWasmPaths(fileURLToPath(new URL(folder, place.address)));
  }
  library.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
  await library.setBackend('wasm');
  await library.ready();
  if (!library.env().getBool('WASM_HAS_SIMD_SUPPORT')) throw new Error('TensorFlow.js found no SIMD');
  return library;
}

// The answer leaves tidy() beside its result: tidy() would walk through every number of it.
function answer(tf, compute) {
  let numbers;
  tf.tidy(() => {
    numbers = compute().dataSync();
  });
  return numbers;
}

const elu1 = (tf, x) => tf.add(tf.elu(x), 1);

function lowerTriangle(size, above, below) {
  const mask = new Float32Array(size * size).fill(above);
  for (let i = 0; i < size; i++) mask.fill(below, i * size, i * size + i + 1);
  return mask;
}

function softmax({ n, d, causal }, { q, k, v }, tf) {
  let mask;
  return [
    {
      name: 'transpose, matMul, softmax, matMul',
      setup() {
        if (causal) mask = tf.tensor2d(lowerTriangle(n, -1e30, 0), [n, n]);
      },
      run: () =>
        answer(tf, () => {
          const [Q, K, V] = [q, k, v].map((x) => tf.tensor2d(x, [n, d]));
          const scores = tf.matMul(tf.mul(Q, 1 / Math.sqrt(d)), tf.transpose(K));
          return tf.matMul(tf.softmax(causal ? tf.add(scores, mask) : scores), V);
        }),
    },
  ];
}

function parallel({ n, d }, { q, k, v }, tf) {
  const variant = (name, compute) => ({
    name,
    run: () => answer(tf, () => compute(...[q, k, v].map((x) => tf.tensor2d(x, [n, d])))),
  });
  return [
    variant('matMul twice, sum', (Q, K, V) => {
      const [queries, keys] = [elu1(tf, Q), elu1(tf, K)];
      const S = tf.matMul(keys, V, true, false);
      const z = tf.reshape(tf.sum(keys, 0), [d, 1]);
      return tf.div(tf.matMul(queries, S), tf.matMul(queries, z));
    }),
    variant('transpose, matMul twice, a column of ones', (Q, K, V) => {
      const keys = tf.transpose(elu1(tf, K));
      const both = tf.matMul(elu1(tf, Q), tf.matMul(keys, tf.concat([V, tf.ones([n, 1])], 1)));
      return tf.div(tf.slice(both, [0, 0], [n, d]), tf.slice(both, [0, d], [n, 1]));
    }),
  ];
}

/** One chunk at a time, its rows handed over from JavaScript: slices of tensors would be copied out and in. */
function chunked(size, { n, d }, { q, k, v }, tf) {
  const run = () => {
    const output = new Float32Array(n * d);
    const mask = tf.tensor2d(lowerTriangle(size, 0, 1), [size, size]);
    let state = [tf.zeros([d, d]), tf.zeros([d, 1])];
    for (let at = 0; at < n * d; at += size * d) {
      const next = tf.tidy(() => {
        const [Q, K, V] = [q, k, v].map((x) => tf.tensor2d(x.subarray(at, at + size * d), [size, d]));
        const [S, z] = state;
        const queries = elu1(tf, Q);
        const keys = tf.transpose(elu1(tf, K));
        const weights = tf.mul(tf.matMul(queries, keys), mask);
        const numerators = tf.add(tf.matMul(weights, V), tf.matMul(queries, S));
        const normalisers = tf.add(tf.sum(weights, 1, true), tf.matMul(queries, z));
        output.set(tf.div(numerators, normalisers).dataSync(), at);
        return [tf.add(S, tf.matMul(keys, V)), tf.add(z, tf.sum(keys, 1, true))];
      });
      tf.dispose(state);
      state = next;
    }
    tf.dispose([...state, mask]);
    return output;
  };
  return { name: `chunks of ${size}`, run };
}

function stream({ n, d }, { q, k, v }, tf) {
  const run = () => {
    const output = new Float32Array(n * d);
    let state = [tf.zeros([d, d]), tf.zeros([d, 1])];
    for (let at = 0; at < n * d; at += d) {
      const next = tf.tidy(() => {
        const row = (x, shape) => tf.tensor2d(x.subarray(at, at + d), shape);
        const key = elu1(tf, row(k, [d, 1]));
        const query = elu1(tf, row(q, [1, d]));
        const S = tf.add(state[0], tf.mul(key, row(v, [1, d])));
        const z = tf.add(state[1], key);
        output.set(tf.div(tf.matMul(query, S), tf.matMul(query, z)).dataSync(), at);
        return [S, z];
      });
      tf.dispose(state);
      state = next;
    }
    tf.dispose(state);
    return output;
  };
  return [{ name: 'matMul for every token', run }];
}

export const variants = {
  softmax,
  linear: (task, ...rest) =>
    task.causal ? [64, 128].map((size) => chunked(size, task, ...rest)) : parallel(task, ...rest),
  stream,
};
