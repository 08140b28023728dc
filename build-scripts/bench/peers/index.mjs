// Every peer by name; each is loaded only when it is asked for. Ours is `attention`.
export const peers = {
  attention: { title: 'this module', load: () => import('./attention.mjs') },
  onnxruntime: { title: 'onnxruntime-web 1.30.0', load: () => import('./onnxruntime.mjs') },
  tensorflow: { title: 'TensorFlow.js 4.22.0, wasm', load: () => import('./tensorflow.mjs') },
  jax: { title: 'jax-js 0.1.25, wasm', load: () => import('./jax.mjs') },
  'plain-js': { title: 'plain JavaScript', load: () => import('./plain-js.mjs') },
};
