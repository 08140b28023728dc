// Names are written in several places that no compiler compares: the bindings, their types, the headers' enumerations,
// the public types. Here they are compared.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import type { LoadedAnalysis } from '../../web/engine/analysis.js';
import type { Instance } from '../../web/engine/instance.js';
import { loadAnalysis, loadFrom } from '../../web/engine/load.js';
import * as names from '../../web/engine/names.js';
import type { Stream, Trainer } from '../../web/engine/types.js';
import { analysisFile, BUILDS, freshCore, sources, wasmBytes } from './builds.js';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const rawTypes = read('web/engine/raw-module.ts');
const publicTypes = read('web/engine/types.ts');

/** The body of `export interface NAME`. */
function body(source: string, name: string): string {
  const found = source.match(new RegExp(`export interface ${name}(?: extends \\w+)? \\{\n([\\s\\S]*?)\n\\}`));
  if (found === null) throw new Error(`no interface ${name}`);
  return found[1]!;
}
/** The members of an interface: those at its own indentation. */
const members = (source: string, name: string) =>
  [...body(source, name).matchAll(/^ {2}(?:readonly )?(\w+)\??[:(]/gm)].map((match) => match[1]!).sort();
const matches = (pattern: RegExp, source: string) => [...source.matchAll(pattern)].map((match) => match[1]!);

const COMMON = ['build_calls'];
const CALLS = {
  RawCore: [...COMMON, 'attend_calls', 'matrix_calls', 'stream_calls'],
  RawAnalysis: [...COMMON, 'analysis_calls', 'trainer_calls', 'cache_calls'],
} as const;

describe('the bindings', () => {
  test.each([
    ['simd', 'RawCore'],
    ['scalar', 'RawCore'],
    ['analysis', 'RawAnalysis'],
  ] as const)('of %s are what raw-module.ts lists', async (file, type) => {
    const raw = file === 'analysis' ? await loadAnalysis(analysisFile) : await loadFrom(sources, file);
    const listed = [...members(rawTypes, 'RawCommon'), ...members(rawTypes, type)].sort();
    for (const name of listed) expect(typeof raw[name as keyof typeof raw], name).toBe('function');
    const tables = CALLS[type].map((name) => read(`cpp/bindings/${name}.cpp`)).join('');
    const registered = matches(/emscripten::function\("(\w+)"/g, tables);
    // Not in Embind's table; the compiler puts an underscore before its name.
    const plain = listed.filter((name) => name.startsWith('_'));
    expect([...registered, ...plain].sort()).toEqual(listed);
  });

  // With Emscripten 3.1.69 the analysis calls abort() and the core does not.
  test('of all three files are started by the script of the one that imports most', () => {
    const files = ([...BUILDS, 'analysis'] as const).map((file) => {
      const module = new WebAssembly.Module(wasmBytes(file));
      const names = (list: { name: string; kind: string }[]) =>
        list.map(({ name, kind }) => `${kind} ${name}`);
      return {
        imports: names(WebAssembly.Module.imports(module)),
        exports: names(WebAssembly.Module.exports(module)),
      };
    });
    const widest = files.reduce((most, file) => (file.imports.length > most.imports.length ? file : most));
    expect(widest.imports.length).toBeGreaterThan(10);
    const script = read('build/core/core.js');
    for (const name of widest.imports.map((each) => each.replace('function ', ''))) {
      // Names cut to one letter would mean another function in each file.
      expect(name).toMatch(/\w{4}/);
      expect(script).toContain(name);
    }
    for (const { imports, exports } of files) {
      expect(widest.imports).toEqual(expect.arrayContaining(imports));
      expect(exports).toEqual(expect.arrayContaining(widest.exports));
    }
  });

  test.each([
    ['MatrixArgument', 'RawMatrix'],
    ['FeatureMapArgument', 'RawFeatureMap'],
    ['UpdateArgument', 'RawUpdate'],
    ['PatternArgument', 'RawPattern'],
    ['AttendArgument', 'RawAttendOptions'],
    ['KernelArgument', 'RawKernel'],
    ['StreamArgument', 'RawStreamOptions'],
    ['trainer_options', 'RawTrainerOptions'],
  ])('read, in %s, the fields of %s', (reader, type) => {
    const part = read('cpp/bindings/options.cpp').split(`${reader}(const Value& given)`)[1]!.split('\n}')[0]!;
    expect(matches(/given\.\w+\("(\w+)"/g, part).sort()).toEqual(members(rawTypes, type));
  });
});

describe('names', () => {
  const kebab = (enumerator: string) =>
    enumerator
      .replace(/^k/, '')
      .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-')
      .toLowerCase();
  // Where the public name is not the enumerator's in kebab-case.
  const spelt: Record<string, string> = {
    elu1: 'elu+1',
    'big-bird': 'bigbird',
    none: 'false',
    'bottom-right': 'true',
    'b-float16': 'bfloat16',
  };

  test.each([
    ['attend.h', 'Mechanism', names.MECHANISMS],
    ['attend.h', 'Form', names.FORMS],
    ['attend.h', 'UpdateKind', names.UPDATES],
    ['attend.h', 'PatternKind', names.PATTERNS],
    ['attend.h', 'Causal', names.CAUSAL],
    ['matrix.h', 'Precision', names.PRECISIONS],
    ['feature_map.h', 'MapKind', names.FEATURE_MAPS],
    ['feature_map.h', 'HedgehogActivation', names.ACTIVATIONS],
    ['feature_map.h', 'Role', names.ROLES],
    ['stream.h', 'Accumulator', names.ACCUMULATORS],
    ['random.h', 'Distribution', names.DISTRIBUTIONS],
    ['analysis.h', 'Kind', names.KERNELS],
  ] as const)('in %s, %s stand in the order of the enumeration', (header, name, list) => {
    const found = read(`cpp/attn/${header}`).match(new RegExp(`enum class ${name} \\{([^}]*)\\}`));
    const enumerators = found![1]!
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean);
    const public_ = enumerators.map((each) => spelt[kebab(each)] ?? kebab(each));
    expect(public_).toEqual(list.map(String));
  });

  test('of errors stand in the order of attn::Code', () => {
    const found = read('cpp/attn/status.h').match(/enum class Code \{([\s\S]*?)\};/)![1]!;
    const codes = [...found.matchAll(/^ *k(\w+)/gm)].map((match) => kebab(match[1]!)).slice(1);
    const list = read('web/engine/errors.ts').match(/const CODES.*= \[([\s\S]*?)\]/)![1]!;
    expect([...list.matchAll(/'([\w-]+)'/g)].map((match) => match[1])).toEqual(codes);
  });
});

describe.each(BUILDS)('the public module, %s build', (build) => {
  let core: Instance;
  let analysis: LoadedAnalysis;
  beforeAll(async () => {
    core = await freshCore(build);
    analysis = await core.analysis();
  });

  const one = { rows: 1, cols: 1, data: Float32Array.of(1) };
  const objects: [string, () => object][] = [
    ['Attention', () => core],
    ['Analysis', () => analysis],
    ['Stream', () => core.stream({ keyDim: 1, valueDim: 1, featureMap: { kind: 'elu+1' } })],
    ['Trainer', () => analysis.trainer({ q: one, k: one, seed: 1 })],
  ];
  test.each(objects)('has every member that the types give to %s', (name, make) => {
    const object = make();
    for (const member of members(publicTypes, name)) expect(member in object, member).toBe(true);
    if ('dispose' in object) (object as { dispose(): void }).dispose();
  });

  test.each([
    ['stream', () => core.stream({ keyDim: 1, valueDim: 1, featureMap: { kind: 'elu+1' } })],
    ['trainer', () => analysis.trainer({ q: one, k: one, seed: 1 })],
  ] as const)('closes a %s at the end of the block that uses it', (_, open) => {
    let kept: Stream | Trainer;
    {
      using used = open();
      kept = used;
    }
    expect(() => kept.save()).toThrow(expect.objectContaining({ code: 'disposed' }));
  });

  test('puts no name of its own insides where callers see it', () => {
    expect(Object.keys(core)).toEqual(['build']);
    expect(Object.keys(analysis)).toEqual([]);
    const attended = core.attend(one, one, one, {
      mechanism: { kind: 'softmax' },
      want: ['weights', 'logSumExp'],
    });
    expect(Object.keys(attended).sort()).toEqual(['counts', 'logSumExp', 'output', 'status', 'weights']);
    expect(
      Object.keys(core.cost({ mechanism: { kind: 'softmax' }, queries: 1, keys: 1, keyDim: 1, valueDim: 1 })),
    ).not.toContain('code');
  });
});
