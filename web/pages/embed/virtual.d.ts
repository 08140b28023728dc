/** Made by build-scripts/lib/embed-plugins.mjs: each build of the core deflated, as base64 text. */
declare module 'virtual:core-simd' {
  const text: string;
  export default text;
}
declare module 'virtual:core-scalar' {
  const text: string;
  export default text;
}
