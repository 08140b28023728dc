// onnxruntime-web, WebAssembly, SIMD, one thread: graphs of plain operators and its own fused ones.
import { constant, model, node, TYPES } from '../onnx.mjs';

const MICROSOFT = 'com.microsoft';

export async function load(place) {
  const ort = place.page ? await import('onnxruntime-web/wasm') : await import('onnxruntime-web');
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = 'error';
  if (place.page) ort.env.wasm.wasmPaths = `${place.address}node_modules/onnxruntime-web/dist/`;
  return ort;
}

/** A variant that feeds q, k, v of this shape, and `more`, to a graph whose answer is o. */
function variant(name, shape, { q, k, v }, ort, graph, more = {}) {
  let session;
  const tensor = (data) => new ort.Tensor('float32', data, shape);
  return {
    name,
    async setup() {
      const inputs = ['q', 'k', 'v'].map((input) => [input, TYPES.float, shape]);
      const outputs = [['o', TYPES.float, shape]];
      const moreInputs = Object.keys(more).map((input) => [input, TYPES.int32, [1]]);
      session = await open(ort, {
        ...graph,
        inputs: [...inputs, ...moreInputs],
        outputs: [...outputs, ...(graph.outputs ?? [])],
      });
    },
    async run() {
      const numbers = Object.entries(more).map(([input, value]) => [
        input,
        new ort.Tensor('int32', Int32Array.of(value), [1]),
      ]);
      const feeds = { q: tensor(q), k: tensor(k), v: tensor(v), ...Object.fromEntries(numbers) };
      return (await session.run(feeds)).o.data;
    },
  };
}

const open = (ort, graph) =>
  ort.InferenceSession.create(model(graph), { executionProviders: ['wasm'], logSeverityLevel: 3 });

function softmax({ n, d, causal }, input, ort) {
  const mask = new Float32Array(causal ? n * n : 0);
  for (let i = 0; causal && i < n; i++) mask.fill(-1e30, i * n + i + 1, (i + 1) * n);
  const plain = {
    constants: [
      constant('factor', [], Float32Array.of(1 / Math.sqrt(d))),
      ...(causal ? [constant('mask', [n, n], mask)] : []),
    ],
    nodes: [
      node('Transpose', ['k'], ['kt'], { perm: [1, 0] }),
      node('MatMul', ['q', 'kt'], ['products']),
      node('Mul', ['products', 'factor'], ['scores']),
      ...(causal ? [node('Add', ['scores', 'mask'], ['masked'])] : []),
      node('Softmax', [causal ? 'masked' : 'scores'], ['weights'], { axis: -1 }),
      node('MatMul', ['weights', 'v'], ['o']),
    ],
  };
  const heads = { num_heads: 1, ...(causal && { unidirectional: 1 }) };
  const fused = { nodes: [node('MultiHeadAttention', ['q', 'k', 'v'], ['o'], heads, MICROSOFT)] };
  const standard = {
    opset: 23,
    nodes: [node('Attention', ['q', 'k', 'v'], ['o'], { is_causal: causal ? 1 : 0 })],
  };
  // Its two numbers: the last place, and how many there are.
  const grouped = {
    outputs: ['pastK', 'pastV'].map((name) => [name, TYPES.float, [1, 1, n, d]]),
    nodes: [
      node(
        'GroupQueryAttention',
        ['q', 'k', 'v', '', '', 'last', 'total'],
        ['o', 'pastK', 'pastV'],
        { num_heads: 1, kv_num_heads: 1, ...(!causal && { causal: 0 }) },
        MICROSOFT,
      ),
    ],
  };
  return [
    variant('MatMul, Softmax, MatMul', [n, d], input, ort, plain),
    variant('MultiHeadAttention', [1, n, d], input, ort, fused),
    variant('Attention, opset 23', [1, 1, n, d], input, ort, standard),
    variant('GroupQueryAttention', [1, n, d], input, ort, grouped, { last: n - 1, total: n }),
  ];
}

// elu + 1 in two ways: Exp is vectorised, Elu is not.
const ELU1 = {
  Elu: (x) => [node('Elu', [x], [`${x}Elu`]), node('Add', [`${x}Elu`, 'one'], [`phi${x}`])],
  Exp: (x) => [
    node('Min', [x, 'zero'], [`${x}Low`]),
    node('Exp', [`${x}Low`], [`${x}Exp`]),
    node('Relu', [x], [`${x}Relu`]),
    node('Add', [`${x}Exp`, `${x}Relu`], [`phi${x}`]),
  ],
};
const ONE_AND_ZERO = [constant('one', [], Float32Array.of(1)), constant('zero', [], Float32Array.of(0))];

/** A column of ones beside V makes the normaliser the last column of the answer, which `divide` splits off. */
const ones = (dims) => constant('ones', dims, new Float32Array(dims.reduce((a, b) => a * b)).fill(1));
const divide = (d, axis) => ({
  constants: [constant('parts', [2], BigInt64Array.of(BigInt(d), 1n))],
  nodes: [
    node('Split', ['both', 'parts'], ['top', 'bottom'], { axis }),
    node('Div', ['top', 'bottom'], ['o']),
  ],
});

function parallel({ n, d }, input, ort) {
  const end = divide(d, 1);
  return Object.entries(ELU1).flatMap(([name, elu1]) => {
    const features = [...elu1('q'), ...elu1('k'), node('Transpose', ['phik'], ['keys'], { perm: [1, 0] })];
    const column = {
      constants: [...ONE_AND_ZERO, ones([n, 1]), ...end.constants],
      nodes: [
        ...features,
        node('Concat', ['v', 'ones'], ['v1'], { axis: 1 }),
        node('MatMul', ['keys', 'v1'], ['state']),
        node('MatMul', ['phiq', 'state'], ['both']),
        ...end.nodes,
      ],
    };
    const sums = {
      constants: [...ONE_AND_ZERO, constant('axes', [1], BigInt64Array.of(0n))],
      nodes: [
        ...features,
        node('MatMul', ['keys', 'v'], ['S']),
        node('ReduceSum', ['phik', 'axes'], ['zRow'], { keepdims: 1 }),
        node('Transpose', ['zRow'], ['z'], { perm: [1, 0] }),
        node('MatMul', ['phiq', 'S'], ['top']),
        node('MatMul', ['phiq', 'z'], ['bottom']),
        node('Div', ['top', 'bottom'], ['o']),
      ],
    };
    return [
      variant(`MatMul, ReduceSum, ${name}`, [n, d], input, ort, sums),
      variant(`MatMul, a column of ones, ${name}`, [n, d], input, ort, column),
    ];
  });
}

const FUSED = { update_rule: 'linear', q_num_heads: 1, kv_num_heads: 1, scale: { float: 1 } };

function fusedCausal({ n, d }, input, ort) {
  const end = divide(d, 2);
  return Object.entries(ELU1).map(([name, elu1]) =>
    variant(`LinearAttention, ${name}`, [1, n, d], input, ort, {
      constants: [...ONE_AND_ZERO, ones([1, n, 1]), ...end.constants],
      nodes: [
        ...elu1('q'),
        ...elu1('k'),
        node('Concat', ['v', 'ones'], ['v1'], { axis: 2 }),
        node('LinearAttention', ['phiq', 'phik', 'v1'], ['both', 'state'], FUSED, MICROSOFT),
        ...end.nodes,
      ],
    }),
  );
}

function chunked(size, { n, d }, input, ort) {
  const chunks = n / size;
  const mask = new Float32Array(size * size);
  for (let i = 0; i < size; i++) mask.fill(1, i * size, i * size + i + 1);
  const end = divide(d, 2);
  return variant(`chunks of ${size}, CumSum`, [chunks, size, d], input, ort, {
    constants: [
      ...ONE_AND_ZERO,
      ones([chunks, size, 1]),
      constant('mask', [1, size, size], mask),
      constant('first', [], BigInt64Array.of(0n)),
      ...end.constants,
    ],
    nodes: [
      ...ELU1.Exp('q'),
      ...ELU1.Exp('k'),
      node('Concat', ['v', 'ones'], ['v1'], { axis: 2 }),
      node('Transpose', ['phik'], ['keys'], { perm: [0, 2, 1] }),
      node('MatMul', ['keys', 'v1'], ['written']),
      node('CumSum', ['written', 'first'], ['state'], { exclusive: 1 }),
      node('MatMul', ['phiq', 'keys'], ['products']),
      node('Mul', ['products', 'mask'], ['weights']),
      node('MatMul', ['weights', 'v1'], ['within']),
      node('MatMul', ['phiq', 'state'], ['before']),
      node('Add', ['within', 'before'], ['both']),
      ...end.nodes,
    ],
  });
}

/** The state is a tensor that goes in and comes out with every token. */
function stream({ n, d }, { q, k, v }, ort) {
  const steps = (name, dims, stateDims, middle) => {
    const axis = dims.length - 1;
    const end = divide(d, axis);
    let session;
    return {
      name,
      async setup() {
        session = await open(ort, {
          inputs: [
            ...['q', 'k', 'v'].map((input) => [input, TYPES.float, dims]),
            ['state', TYPES.float, stateDims],
          ],
          outputs: [
            ['o', TYPES.float, dims],
            ['next', TYPES.float, stateDims],
          ],
          constants: [...ONE_AND_ZERO, ones([...dims.slice(0, -1), 1]), ...end.constants],
          nodes: [
            ...ELU1.Elu('q'),
            ...ELU1.Elu('k'),
            node('Concat', ['v', 'ones'], ['v1'], { axis }),
            ...middle,
            ...end.nodes,
          ],
        });
      },
      async run() {
        const output = new Float32Array(n * d);
        let state = new ort.Tensor('float32', new Float32Array(d * (d + 1)), stateDims);
        for (let at = 0; at < n * d; at += d) {
          const row = (data) => new ort.Tensor('float32', data.subarray(at, at + d), dims);
          const { o, next } = await session.run({ q: row(q), k: row(k), v: row(v), state });
          output.set(o.data, at);
          state = next;
        }
        return output;
      },
    };
  };
  return [
    steps(
      'LinearAttention with its state',
      [1, 1, d],
      [1, 1, d, d + 1],
      [node('LinearAttention', ['phiq', 'phik', 'v1', 'state'], ['both', 'next'], FUSED, MICROSOFT)],
    ),
    steps(
      'MatMul',
      [1, d],
      [d, d + 1],
      [
        node('Transpose', ['phik'], ['key'], { perm: [1, 0] }),
        node('MatMul', ['key', 'v1'], ['written']),
        node('Add', ['state', 'written'], ['next']),
        node('MatMul', ['phiq', 'next'], ['both']),
      ],
    ),
  ];
}

export const variants = {
  softmax,
  linear: (task, ...rest) =>
    task.causal
      ? [...fusedCausal(task, ...rest), ...[64, 128].map((size) => chunked(size, task, ...rest))]
      : parallel(task, ...rest),
  stream,
};
