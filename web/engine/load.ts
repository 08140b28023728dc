// From .wasm files to a running core, and to the second module where it is asked for. One script of Emscripten's starts
// them all: they import and export the same names.
import createModule from '#core';
import { AttentionError } from './errors.js';
import type { RawAnalysis, RawCommon, RawCore } from './raw-module.js';
import { runsSimd } from './simd-probe.js';

export type Build = 'simd' | 'scalar';
/** Where a build's WebAssembly comes from; an address as text can be posted to a worker, which a URL cannot. */
export type Source = string | URL | BufferSource | WebAssembly.Module;
export type Sources = Record<Build, Source>;
/** Both builds to choose from, or the one that the page has chosen already. */
export type Offer = Sources | { chosen: Source };

export async function loadFrom(sources: Sources, build: 'auto' | Build = 'auto'): Promise<RawCore> {
  if (build !== 'auto') return start(sources[build], build);
  if (!runsSimd()) return start(sources.scalar, 'scalar');
  try {
    return await start(sources.simd, 'simd');
  } catch (error) {
    // An engine that knows some SIMD and not all of it. What did not arrive is another matter: that is reported.
    if ((error as Error).cause instanceof WebAssembly.CompileError) return start(sources.scalar, 'scalar');
    throw error;
  }
}

/** One source, of a build that is only known once it runs. */
export function loadAny(source: Source): Promise<RawCore> {
  return start(source, undefined);
}

/** The second module. It has one build, for every engine. */
export function loadAnalysis(source: Source): Promise<RawAnalysis> {
  return instantiate<RawAnalysis>(source, 'the analysis', 'kernelSpectrum');
}

async function start(source: Source, expected: Build | undefined): Promise<RawCore> {
  const raw = await instantiate<RawCore>(source, 'the core', 'attend');
  const found = raw.build();
  if (expected !== undefined && found !== expected) {
    throw new AttentionError(
      'load-failed',
      `The WebAssembly given is the ${found} build; expected the ${expected} build.`,
    );
  }
  return raw;
}

/** `sign`: a function by which the right file is known. */
async function instantiate<Raw extends RawCommon>(
  source: Source,
  name: string,
  sign: keyof Raw,
): Promise<Raw> {
  const module = await compile(source);
  let raw: Raw;
  try {
    raw = await started<Raw>(module);
  } catch (cause) {
    throw failed('The WebAssembly did not start', cause);
  }
  if (raw[sign] === undefined) {
    throw new AttentionError('load-failed', `The WebAssembly given is another file; expected ${name}.`);
  }
  return raw;
}

function started<Raw extends RawCommon>(module: WebAssembly.Module): Promise<Raw> {
  return new Promise((resolve, reject) => {
    createModule<Raw>({
      instantiateWasm(imports, receive) {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), reject);
        return {};
      },
      // Never asked: the instance is handed over above.
      locateFile: (name) => name,
      // What the script would print arrives as an error.
      printErr: () => {},
    }).then(resolve, reject);
  });
}

// Compiled modules by address, so that a second core costs no second download. A failure is forgotten: the next
// load tries again.
const compiled = new Map<string, Promise<WebAssembly.Module>>();

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (typeof source !== 'string' && !(source instanceof URL)) return compileBytes(source);
  const url = new URL(source);
  let module = compiled.get(url.href);
  if (module === undefined) {
    module = compileUrl(url);
    compiled.set(url.href, module);
    module.catch(() => compiled.delete(url.href));
  }
  return module;
}

async function compileBytes(bytes: BufferSource): Promise<WebAssembly.Module> {
  try {
    // V8 takes no DataView.
    const view = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes);
    return await WebAssembly.compile(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  } catch (cause) {
    throw failed('The WebAssembly was refused', cause);
  }
}

async function compileUrl(url: URL): Promise<WebAssembly.Module> {
  const fs = url.protocol === 'file:' ? nodeFileSystem() : undefined;
  if (fs !== undefined) {
    try {
      return await compileBytes(await fs.promises.readFile(url));
    } catch (cause) {
      if (cause instanceof AttentionError) throw cause;
      throw failed(`The WebAssembly at ${url} could not be read`, cause);
    }
  }
  let response: Response;
  try {
    response = await fetch(url, { credentials: 'same-origin' });
  } catch (cause) {
    throw failed(`The WebAssembly at ${url} did not arrive`, cause);
  }
  if (!response.ok) {
    throw new AttentionError(
      'load-failed',
      `The WebAssembly at ${url} did not arrive: the server answered ${response.status}.`,
    );
  }
  try {
    // Streaming insists on the MIME type, and many a course server does not know it.
    const type = response.headers.get('Content-Type') ?? '';
    if (type.startsWith('application/wasm') && 'compileStreaming' in WebAssembly) {
      return await WebAssembly.compileStreaming(response);
    }
    return await WebAssembly.compile(await response.arrayBuffer());
  } catch (cause) {
    throw failed(`The WebAssembly at ${url} was refused`, cause);
  }
}

/** Node's fetch refuses file: addresses; browsers have no `process`. */
function nodeFileSystem(): typeof import('node:fs') | undefined {
  return globalThis.process?.getBuiltinModule?.('node:fs');
}

function failed(what: string, cause: unknown): AttentionError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AttentionError('load-failed', `${what}: ${reason}`, { cause });
}
