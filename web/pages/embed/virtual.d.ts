/** Made by build-scripts/lib/embed-plugins.mjs: each build of the core, and the second module, deflated, as base64 text. */
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
