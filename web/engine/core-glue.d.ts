// What Emscripten writes into core.js; package.json says where #core lies.
declare module '#core' {
  import type { RawCommon } from './raw-module.js';

  interface GlueOptions {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
    locateFile(name: string): string;
    printErr(text: string): void;
  }

  export default function createModule<Raw extends RawCommon>(options: GlueOptions): Promise<Raw>;
}
