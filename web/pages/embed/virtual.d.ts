/** Made by build-scripts/lib/embed-plugins.mjs: the two builds of the core deflated, as base64 text. */
declare module 'virtual:core-wasm' {
  export const simd: string;
  export const scalar: string;
}
