// jax-js with its WebAssembly device, compiled by jit. One thread: Node has no Worker for it, and the page is not
// cross-origin isolated. An array handed to a function is given up; `.ref` keeps it for one more use.

export async function load() {
  addIteratorHelpers();
  const jax = await import('@jax-js/jax');
  await jax.init('wasm');
  jax.defaultDevice('wasm');
  return jax;
}

/** jax-js uses the iterator helpers of ES2025, which Node 20 does not have. */
function addIteratorHelpers() {
  const prototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));
  if (prototype.map !== undefined) return;
  const lazy = {
    *map(change) {
      let i = 0;
      for (const item of this) yield change(item, i++);
    },
    *filter(keep) {
      let i = 0;
      for (const item of this) if (keep(item, i++)) yield item;
    },
    *flatMap(change) {
      let i = 0;
      for (const item of this) yield* change(item, i++);
    },
  };
  for (const name of ['some', 'every', 'reduce', 'forEach', 'find'])
    lazy[name] = function (...given) {
      return [...this][name](...given);
    };
  lazy.toArray = function () {
    return [...this];
  };
  for (const [name, value] of Object.entries(lazy))
    Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
}

const elu1 = ({ nn }, x) => nn.elu(x).add(1);

function variant(name, compute, shape, { q, k, v }, jax) {
  const compiled = jax.jit(compute);
  return {
    name,
    run: () => compiled(...[q, k, v].map((x) => jax.numpy.array(x).reshape(shape))).dataSync(),
  };
}

function softmax({ n, d, causal }, input, jax) {
  const { numpy: np, nn } = jax;
  const attention = (Q, K, V) => nn.dotProductAttention(Q, K, V, { isCausal: causal });
  const spelt = (Q, K, V) => {
    const scores = np.matmul(Q, np.transpose(K)).mul(1 / Math.sqrt(d));
    const masked = causal ? np.where(np.tri(n, n, 0, { dtype: 'bool' }), scores, -1e30) : scores;
    return np.matmul(nn.softmax(masked, -1), V);
  };
  return [
    variant('nn.dotProductAttention', attention, [n, 1, d], input, jax),
    variant('matmul, softmax, matmul', spelt, [n, d], input, jax),
  ];
}

function parallel({ n, d }, input, jax) {
  const np = jax.numpy;
  const compute = (Q, K, V) => {
    const [queries, keys] = [elu1(jax, Q), elu1(jax, K)];
    const S = np.matmul(np.transpose(keys.ref), V);
    const z = np.sum(keys, 0).reshape([d, 1]);
    return np.matmul(queries.ref, S).div(np.matmul(queries, z));
  };
  return [variant('matmul twice, sum', compute, [n, d], input, jax)];
}

/** All chunks at once; what came before a chunk is a product with a strictly lower triangle of ones. */
function chunked(size, { n, d }, input, jax) {
  const np = jax.numpy;
  const chunks = n / size;
  const compute = (Q, K, V) => {
    const [queries, keys] = [elu1(jax, Q), elu1(jax, K)];
    const written = np.einsum('gca,gcb->gab', keys.ref, V.ref);
    const keySums = np.sum(keys.ref, 1);
    const earlier = np.tri(chunks, chunks, -1);
    const S = np.matmul(earlier.ref, written.reshape([chunks, d * d])).reshape([chunks, d, d]);
    const z = np.matmul(earlier, keySums);
    const weights = np.einsum('gca,gta->gct', queries.ref, keys).mul(np.tri(size, size, 0));
    const numerators = np
      .einsum('gct,gtb->gcb', weights.ref, V)
      .add(np.einsum('gca,gab->gcb', queries.ref, S));
    const normalisers = np.sum(weights, 2).add(np.einsum('gca,ga->gc', queries, z));
    return numerators.div(normalisers.reshape([chunks, size, 1]));
  };
  return variant(`chunks of ${size}`, compute, [chunks, size, d], input, jax);
}

function stream({ n, d }, { q, k, v }, jax) {
  const np = jax.numpy;
  const step = jax.jit((S, z, Q, K, V) => {
    const [query, key] = [elu1(jax, Q), elu1(jax, K)];
    const nextS = S.add(key.ref.reshape([d, 1]).mul(V));
    const nextZ = z.add(key);
    const numerator = np.matmul(query.ref.reshape([1, d]), nextS.ref);
    return [nextS, nextZ, numerator.div(np.sum(query.mul(nextZ.ref)))];
  });
  const run = () => {
    const output = new Float32Array(n * d);
    let [S, z, o] = [np.zeros([d, d]), np.zeros([d])];
    for (let at = 0; at < n * d; at += d) {
      const [Q, K, V] = [q, k, v].map((x) => np.array(x.slice(at, at + d)));
      [S, z, o] = step(S, z, Q, K, V.reshape([1, d]));
      output.set(o.dataSync(), at);
    }
    S.dispose();
    z.dispose();
    return output;
  };
  return [{ name: 'jit of a step', run }];
}

export const variants = {
  softmax,
  linear: (task, ...rest) =>
    task.causal ? [64, 128].map((size) => chunked(size, task, ...rest)) : parallel(task, ...rest),
  stream,
};
