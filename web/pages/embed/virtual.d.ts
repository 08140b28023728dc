/** Made by build-scripts/lib/embed-plugins.mjs: each build of the core, and the second module, as text. */
declare module 'virtual:core-simd' {
  const text: string;
  export default text;
}
declare module 'virtual:core-scalar' {
  const text: string;
  export default text;
}
declare module 'virtual:core-analysis' {
  const text: string;
  export default text;
}
/** What reads that text. */
declare module 'virtual:core-reader' {
  /** The wasm file, in a buffer of its own length. */
  export function bytesOfCore(text: string): Uint8Array<ArrayBuffer>;
}
