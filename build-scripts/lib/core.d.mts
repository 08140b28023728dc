export interface Toolchain {
  ATTENTION_EMSCRIPTEN_TOOLCHAIN: string;
  ATTENTION_EMSCRIPTEN_VERSION: string;
}
export function ofAnotherPlace(folder: string, sources: string, toolchain: Toolchain): boolean;
