// Loading: what is fetched, what is refused, what can be tried again.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { loadAttention } from '../../web/engine/attention.js';
import type { Instance } from '../../web/engine/instance.js';
import { loadFrom } from '../../web/engine/load.js';
import { runsSimd } from '../../web/engine/simd-probe.js';
import { BUILDS, sources, wasmBytes } from './builds.js';

const servers: Server[] = [];
async function serve(answer: RequestListener): Promise<URL> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/core.wasm`);
}

afterEach(() => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) server.close();
});

const works = (core: { random(options: object): { data: Float32Array } }) =>
  core.random({ rows: 1, cols: 3, seed: 1 }).data.length === 3;

describe.each(BUILDS)('the %s build', (build) => {
  test('loads from bytes, whatever kind of view they come in', async () => {
    const bytes = wasmBytes(build);
    const padded = new Uint8Array(bytes.length + 5);
    padded.set(bytes, 5);
    for (const wasm of [bytes, bytes.buffer, padded.subarray(5), new DataView(bytes.buffer)]) {
      const core = await loadAttention({ wasm });
      expect(core.build).toBe(build);
      expect(works(core as Instance)).toBe(true);
    }
  });

  test('loads from a file and from a server that knows the type or does not', async () => {
    expect((await loadAttention({ build, wasm: sources[build] as URL })).build).toBe(build);
    for (const type of ['application/wasm', 'text/plain']) {
      const url = await serve((_, response) => {
        response.writeHead(200, { 'Content-Type': type }).end(wasmBytes(build));
      });
      expect((await loadAttention({ wasm: url })).build).toBe(build);
    }
  });

  test('is refused under the name of the other', async () => {
    const other = build === 'simd' ? 'scalar' : 'simd';
    await expect(loadAttention({ build: other, wasm: wasmBytes(build) })).rejects.toMatchObject({
      code: 'load-failed',
      message: `The WebAssembly given is the ${build} build; expected the ${other} build.`,
    });
  });
});

test("the core and the second module are refused in each other's place", async () => {
  await expect(loadAttention({ wasm: wasmBytes('analysis') })).rejects.toMatchObject({
    code: 'load-failed',
    message: 'The WebAssembly given is another file; expected the core.',
  });
  const core = await loadAttention({ wasm: wasmBytes('scalar') });
  await expect(core.analysis({ wasm: wasmBytes('scalar') })).rejects.toMatchObject({
    code: 'load-failed',
    message: 'The WebAssembly given is another file; expected the analysis.',
  });
});

test('the second module is loaded once, and again after a failure', async () => {
  const core = await loadAttention({ wasm: wasmBytes('scalar') });
  const url = await serve((_, response) => response.writeHead(404).end());
  await expect(core.analysis({ wasm: url })).rejects.toThrow(/answered 404/);
  await expect(core.analysis({ wasm: 'analysis.wasm' as never })).rejects.toMatchObject({
    code: 'bad-argument',
  });
  const first = core.analysis({ wasm: wasmBytes('analysis') });
  expect(await core.analysis()).toBe(await first);
  const one = { rows: 1, cols: 1, data: Float32Array.of(1) };
  expect((await first).kernelSpectrum(one, one, { kind: 'softmax', scale: 0 }).singularValues).toEqual(
    Float64Array.of(1),
  );
});

describe('a failed load', () => {
  test.each([
    [
      'missing',
      (_: unknown, response: Parameters<RequestListener>[1]) => response.writeHead(404).end(),
      /answered 404/,
    ],
    [
      'a page of text',
      (_: unknown, response: Parameters<RequestListener>[1]) =>
        response.writeHead(200, { 'Content-Type': 'application/wasm' }).end('<!doctype html>'),
      /was refused/,
    ],
    [
      'cut off',
      (_: unknown, response: Parameters<RequestListener>[1]) => response.destroy(),
      /did not arrive/,
    ],
  ])('because the file is %s says so, and the next try succeeds', async (_, failure, message) => {
    let broken = true;
    const url = await serve((request, response) => {
      if (broken) failure(request, response);
      else response.writeHead(200, { 'Content-Type': 'application/wasm' }).end(wasmBytes('scalar'));
    });
    const attempt = loadAttention({ wasm: url });
    await expect(attempt).rejects.toMatchObject({ name: 'AttentionError', code: 'load-failed' });
    await expect(attempt).rejects.toThrow(message);
    broken = false;
    expect((await loadAttention({ wasm: url })).build).toBe('scalar');
  });

  test('because of a file that is not there says which', async () => {
    await expect(loadAttention({ wasm: new URL('file:///nowhere/core.wasm') })).rejects.toThrow(
      /The WebAssembly at file:\/\/\/nowhere\/core\.wasm could not be read/,
    );
  });

  test('because of bytes that are no WebAssembly', async () => {
    await expect(loadAttention({ wasm: Uint8Array.of(1, 2, 3) })).rejects.toMatchObject({
      code: 'load-failed',
    });
  });
});

test('what was compiled once is not fetched again', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests++;
    response.writeHead(200, { 'Content-Type': 'application/wasm' }).end(wasmBytes('scalar'));
  });
  await Promise.all([loadAttention({ wasm: url }), loadAttention({ wasm: url })]);
  await loadAttention({ wasm: url });
  expect(requests).toBe(1);
});

describe('SIMD', () => {
  test('runs here', () => {
    expect(runsSimd()).toBe(true);
  });

  test('is not believed when it computes wrongly', () => {
    const seen: unknown[] = [];
    class Wrong {
      exports = { p: () => 41 };
      constructor(module: unknown) {
        seen.push(module);
      }
    }
    vi.spyOn(WebAssembly, 'Instance').mockImplementation(Wrong as never);
    expect(runsSimd()).toBe(false);
    expect(seen).toHaveLength(1);
  });

  test('missing leads to the scalar build, unless the SIMD build is asked for', async () => {
    class NoSimd {
      constructor() {
        throw new WebAssembly.CompileError('SIMD unsupported');
      }
    }
    const probe = vi.spyOn(WebAssembly, 'Module').mockImplementation(NoSimd as never);
    expect((await loadFrom(sources)).build()).toBe('scalar');
    expect(probe).toHaveBeenCalledOnce();
    expect((await loadFrom(sources, 'simd')).build()).toBe('simd');
  });

  test('that passes the probe and not the build leads to the scalar build', async () => {
    const compile = WebAssembly.compile;
    vi.spyOn(WebAssembly, 'compile').mockImplementation(async (bytes) => {
      if (bytes.byteLength === wasmBytes('simd').length) throw new WebAssembly.CompileError('unknown opcode');
      return compile(bytes);
    });
    const fresh = { simd: wasmBytes('simd'), scalar: wasmBytes('scalar') };
    expect((await loadFrom(fresh)).build()).toBe('scalar');
    await expect(loadFrom(fresh, 'simd')).rejects.toMatchObject({ code: 'load-failed' });
  });
});

test.each([
  [{ build: 'fast' }, 'bad-option', /build is the text "fast"; expected one of "auto", "simd", "scalar"/],
  [{ wasm: 'core.wasm' }, 'bad-argument', /wasm is the text "core\.wasm"; expected bytes or a URL/],
  [{ wsam: 1 }, 'bad-option', /options\.wsam is no option; expected one of build, wasm/],
  [null, 'bad-argument', /options is null/],
])('loadAttention(%j) is refused', async (options, code, message) => {
  const attempt = loadAttention(options as never);
  await expect(attempt).rejects.toMatchObject({ code });
  await expect(attempt).rejects.toThrow(message);
});
