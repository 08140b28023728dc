// This project's module, as its users call it. In Node, ATTENTION_MODULE is the address of attention.js; a page
// finds it under /module/.
const LINEAR = { kind: 'linear', featureMap: { kind: 'elu+1' } };

export async function load(place) {
  const address = place.page
    ? `${place.address}module/attention.js`
    : globalThis.process.env.ATTENTION_MODULE;
  const { loadAttention } = await import(/* @vite-ignore */ address);
  return loadAttention();
}

const matrices = ({ n, d }, { q, k, v }) => [q, k, v].map((data) => ({ rows: n, cols: d, data }));

export const variants = {
  softmax: (task, input, core) =>
    ['flash', 'softmax'].map((kind) => ({
      name: kind,
      run: () =>
        core.attend(...matrices(task, input), { mechanism: { kind }, causal: task.causal }).output.data,
    })),

  linear: (task, input, core) => {
    const into = new Float32Array(task.n * task.d);
    const options = { mechanism: LINEAR, causal: task.causal };
    return [
      {
        name: 'linear, elu+1',
        run: () => core.attend(...matrices(task, input), options).output.data,
      },
      {
        name: 'linear, elu+1, into an array given',
        run: () => core.attend(...matrices(task, input), options, into).output.data,
      },
    ];
  },

  stream: (task, input, core) => {
    const { n, d } = task;
    const { q, k, v } = input;
    const open = () => core.stream({ keyDim: d, valueDim: d, featureMap: LINEAR.featureMap });
    return [
      {
        name: 'Stream.step',
        run() {
          const output = new Float32Array(n * d);
          const stream = open();
          for (let at = 0; at < n * d; at += d) {
            const end = at + d;
            output.set(stream.step(q.subarray(at, end), k.subarray(at, end), v.subarray(at, end)).output, at);
          }
          stream.dispose();
          return output;
        },
      },
      {
        name: 'Stream.step, into an array given',
        run() {
          const output = new Float32Array(n * d);
          const stream = open();
          for (let at = 0; at < n * d; at += d) {
            const end = at + d;
            const into = output.subarray(at, end);
            stream.step(q.subarray(at, end), k.subarray(at, end), v.subarray(at, end), into);
          }
          stream.dispose();
          return output;
        },
      },
      {
        name: 'Stream.extend, all in one call',
        run() {
          const stream = open();
          const output = stream.extend(...matrices(task, input));
          stream.dispose();
          return output.data;
        },
      },
    ];
  },
};
