// The screen as a script for NumPy or PyTorch, in float64: formulas written out, nothing of ours imported. It is the
// slow, plain form, one query at a time, so that it can be read beside the lesson.
import type { AttendOptions, FeatureMap, Matrix, SparsePattern } from '../../engine/types.js';
import { shortestFloat32, shortestFloat64 } from '../format-number.js';
import { type Dialect, NUMPY, PYTORCH } from './dialects.js';
import { MAP_FORMULAS } from './map-formulas.js';
import { type CodeRun, type CodeScreen, commentText, drawsProjection, mapOf } from './screen.js';

export function toNumPy(screen: CodeScreen): string {
  return toPython(screen, NUMPY);
}

export function toPyTorch(screen: CodeScreen): string {
  return toPython(screen, PYTORCH);
}

/** Throws where a random map or pattern came without its numbers. */
function toPython(screen: CodeScreen, dialect: Dialect): string {
  for (const run of screen.runs) requireNumbers(run);
  const kinds = new Set(screen.runs.map(({ options }) => options.mechanism.kind));
  const linear = kinds.has('linear');
  const softmax = kinds.size > (linear ? 1 : 0);
  const maps = new Set(screen.runs.map((run) => mapOf(run)?.kind).filter((kind) => kind !== undefined));
  const sections = [
    [
      `# ${commentText(screen.title)}`,
      ...(screen.link === undefined ? [] : [`# ${commentText(screen.link)}`]),
      '# Everything is computed in float64; the page computes in float32, so the last digits differ.',
      dialect.imports,
    ],
    Object.entries({ q: screen.q, k: screen.k, v: screen.v }).map(
      ([name, matrix]) => `${name} = ${matrixCode(matrix, dialect)}`,
    ),
    ['n_q, d = q.shape', 'n_k, d_v = v.shape'],
    causalCode(screen.runs),
    softmax ? softmaxCode(dialect) : [],
    linear ? linearCode(dialect) : [],
    ...[...maps].map((kind) => MAP_FORMULAS[kind](dialect)),
    ['outputs, weights = {}, {}'],
    ...screen.runs.map((run, index) => runCode(run, index, screen, dialect)),
    ['for name, output in outputs.items():', '    print(name)', '    print(output)'],
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function requireNumbers(run: CodeRun): void {
  const map = mapOf(run);
  if (map !== null && drawsProjection(map) && run.projection === undefined) {
    throw new Error(`“${run.name}” draws random features. Its projection W is needed to write the script.`);
  }
  const { mechanism } = run.options;
  if (mechanism.kind === 'sparse' && mechanism.pattern.kind === 'bigbird' && run.pattern === undefined) {
    throw new Error(`“${run.name}” draws a random pattern. The pattern is needed to write the script.`);
  }
}

function matrixCode({ rows, cols, data }: Matrix, { matrix }: Dialect): string {
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `    [${Array.from(data.subarray(row * cols, (row + 1) * cols), shortestFloat32).join(', ')}],\n`,
  );
  return matrix(`[\n${lines.join('')}]`);
}

function listCode(values: ArrayLike<number>, write: (value: number) => string): string {
  return `[${Array.from(values, write).join(', ')}]`;
}

/** last_key(i): up to which key query i may look. */
function causalCode(runs: readonly CodeRun[]): string[] {
  const used = new Set(runs.map(({ options }) => options.causal ?? false));
  const lines = ['# How many keys query i may look at, from the first on.'];
  if (used.has(false)) lines.push('every_key = [n_k] * n_q');
  if (used.has(true)) lines.push('causal = [max(0, min(n_k, i + n_k - n_q + 1)) for i in range(n_q)]');
  if (used.has('top-left')) lines.push('causal_top_left = [min(n_k, i + 1) for i in range(n_q)]');
  return lines;
}

function keysName({ causal }: AttendOptions): string {
  return causal === 'top-left' ? 'causal_top_left' : causal ? 'causal' : 'every_key';
}

function softmaxCode({ zeros, exp, max, sum }: Dialect): string[] {
  return [
    'def softmax_attention(q, k, v, scale, keys, allowed=lambda i, j: True):',
    '    """softmax(scale q k^T) v, row by row, over the keys that query i may look at."""',
    `    output = ${zeros('len(q)', 'v.shape[1]')}`,
    '    for i in range(len(q)):',
    '        js = [j for j in range(keys[i]) if allowed(i, j)]',
    '        if js:  # a query without a key gets a row of zeros',
    '            scores = scale * (k[js] @ q[i])',
    `            e = ${exp(`scores - ${max('scores')}`)}`,
    `            output[i] = (e / ${sum('e')}) @ v[js]`,
    '    return output',
  ];
}

function linearCode({ zeros, zeroVector, outer }: Dialect): string[] {
  return [
    'def linear_attention(phi_q, phi_k, v, keys, normalise=True, epsilon=0.0,',
    '                     decay=None, beta=None, real=None):',
    '    """phi(q) S / phi(q) z, with S and z written token by token."""',
    `    S = ${zeros('phi_k.shape[1]', 'v.shape[1]')}`,
    `    z = ${zeroVector('phi_k.shape[1]')}`,
    `    output = ${zeros('len(phi_q)', 'v.shape[1]')}`,
    '    j = 0',
    '    for i in range(len(phi_q)):',
    '        while j < keys[i]:',
    '            if real is None or real[j]:',
    '                if decay is not None:',
    '                    S, z = decay[j] * S, decay[j] * z',
    '                if beta is None:',
    `                    S = S + ${outer('phi_k[j]', 'v[j]')}`,
    '                    z = z + phi_k[j]',
    '                else:  # the delta rule writes what the state does not yet answer',
    `                    S = S + beta[j] * ${outer('phi_k[j]', 'v[j] - phi_k[j] @ S')}`,
    '                    z = z + beta[j] * phi_k[j] * (1 - phi_k[j] @ z)',
    '            j += 1',
    '        total = phi_q[i] @ z + epsilon if normalise else 1.0',
    '        if total != 0:  # a zero normaliser leaves a row of zeros',
    '            output[i] = (phi_q[i] @ S) / total',
    '    return output',
  ];
}

function runCode(run: CodeRun, index: number, screen: CodeScreen, dialect: Dialect): string[] {
  const { options } = run;
  const name = JSON.stringify(run.name);
  const { mechanism } = options;
  if (mechanism.kind !== 'linear') {
    const scale = options.scale === undefined ? 'd ** -0.5' : shortestFloat64(options.scale);
    const { before, tests } = allowedCode(run, index, screen.k.rows);
    const allowed = tests.length === 0 ? '' : `, lambda i, j: ${tests.join(' and ')}`;
    const call = (v: string) => `softmax_attention(q, k, ${v}, ${scale}, ${keysName(options)}${allowed})`;
    return [...before, ...assignments(name, call, dialect)];
  }
  const before: string[] = [];
  const settings: string[] = [];
  if (mechanism.normalise === false) settings.push('normalise=False');
  if (mechanism.epsilon) settings.push(`epsilon=${shortestFloat64(mechanism.epsilon)}`);
  const update = mechanism.update ?? { kind: 'sum' };
  if (update.kind !== 'sum' && update.logDecay !== undefined) {
    before.push(`gates_${index} = ${dialect.vector(listCode(update.logDecay, shortestFloat32))}`);
    settings.push(`decay=${dialect.exp(`gates_${index}`)}`);
  } else if (update.kind === 'decay') settings.push(`decay=[${shortestFloat64(update.gamma ?? 1)}] * n_k`);
  if (update.kind === 'delta') {
    settings.push(
      typeof update.beta === 'number'
        ? `beta=[${shortestFloat64(update.beta)}] * n_k`
        : `beta=${dialect.vector(listCode(update.beta, shortestFloat32))}`,
    );
  }
  if (options.keyMask !== undefined) settings.push(`real=${listCode(options.keyMask, String)}`);
  const phi = phiCode(run, index, dialect);
  const rest = [keysName(options), ...settings].join(', ');
  const call = (v: string) => `linear_attention(phi_q, phi_k, ${v}, ${rest})`;
  return [...before, ...phi, ...assignments(name, call, dialect)];
}

function assignments(name: string, call: (v: string) => string, { eye }: Dialect): string[] {
  return [
    `outputs[${name}] = ${call('v')}`,
    `weights[${name}] = ${call(eye('n_k'))}  # output = A v, so that v = I shows A`,
  ];
}

/** The conditions, besides causality, under which query i may look at key j. */
function allowedCode(run: CodeRun, index: number, keys: number): { before: string[]; tests: string[] } {
  const { options } = run;
  const before: string[] = [];
  const tests: string[] = [];
  if (options.keyMask !== undefined) {
    before.push(`real_${index} = ${listCode(options.keyMask, String)}`);
    tests.push(`real_${index}[j]`);
  }
  const rows = (name: string, mask: Uint8Array) => {
    const lines = Array.from(
      { length: mask.length / keys },
      (_, row) => `    "${mask.subarray(row * keys, (row + 1) * keys).join('')}",\n`,
    );
    before.push(`${name} = [\n${lines.join('')}]`);
    tests.push(`${name}[i][j] == "1"`);
  };
  if (options.mask !== undefined) rows(`mask_${index}`, options.mask);
  if (options.mechanism.kind === 'sparse') {
    if (run.pattern !== undefined) rows(`pattern_${index}`, run.pattern);
    else tests.push(...patternTests(options.mechanism.pattern));
  }
  return { before, tests };
}

function patternTests(pattern: SparsePattern): string[] {
  switch (pattern.kind) {
    case 'window': {
      const tests: string[] = [];
      if (pattern.left >= 0) tests.push(`j >= i + n_k - n_q - ${pattern.left}`);
      if (pattern.right >= 0) tests.push(`j <= i + n_k - n_q + ${pattern.right}`);
      return tests;
    }
    case 'longformer': {
      const dilation = pattern.dilation ?? 1;
      const step = dilation === 1 ? '' : ` and (i - j) % ${dilation} == 0`;
      const band = `abs(i - j) <= ${(pattern.window / 2) * dilation}${step}`;
      const globals = pattern.globalTokens ?? [];
      const everywhere = `{${globals.join(', ')}}`;
      return [globals.length === 0 ? `(${band})` : `(i in ${everywhere} or j in ${everywhere} or (${band}))`];
    }
    case 'bigbird':
      throw new Error('A BigBird pattern is written from its mask.');
  }
}

/** phi_q and phi_k, each by the formula of its map. */
function phiCode(run: CodeRun, index: number, dialect: Dialect): string[] {
  const map = mapOf(run)!;
  const scale = run.options.scale ?? 1;
  const q = scale === 1 ? 'q' : `${shortestFloat64(scale)} * q`;
  const { before, query, key } = mapArguments(run, map, index, dialect);
  const name = `phi_${map.kind.replace('+1', '_plus_1').replace('-', '_')}`;
  const call = (x: string, extra: string[]) => `${name}(${[x, ...extra].join(', ')})`;
  return [...before, `phi_q = ${call(q, query)}`, `phi_k = ${call('k', key)}`];
}

function mapArguments(
  run: CodeRun,
  map: FeatureMap,
  index: number,
  dialect: Dialect,
): { before: string[]; query: string[]; key: string[] } {
  const { options } = run;
  const real = options.keyMask === undefined ? [] : [`real=${listCode(options.keyMask, String)}`];
  switch (map.kind) {
    case 'favor': {
      const W = `W_${index}`;
      const settings = [
        ...(map.hyperbolic ? ['hyperbolic=True'] : []),
        ...(map.epsilon ? [`epsilon=${shortestFloat64(map.epsilon)}`] : []),
      ];
      const over = map.epsilon ? ['over_all=True', ...real] : [];
      return {
        before: [`${W} = ${matrixCode((map.projection ?? run.projection)!, dialect)}`],
        query: [W, ...settings],
        key: [W, ...settings, ...over],
      };
    }
    case 'trigonometric': {
      const W = `W_${index}`;
      const projection = matrixCode((map.projection ?? run.projection)!, dialect);
      return { before: [`${W} = ${projection}`], query: [W], key: [W] };
    }
    case 'dpfp':
      return { before: [], query: [String(map.nu)], key: [String(map.nu)] };
    case 'cosformer': {
      // With causal: true the queries are the last of the keys, as the mask has it.
      const first = options.causal === true ? 'n_k - n_q + 1' : '1';
      const length = map.length === undefined ? 'max(n_q, n_k)' : String(map.length);
      return { before: [], query: [first, length], key: ['1', length] };
    }
    case 'efficient':
      return {
        before: [],
        query: ['"query"'],
        key: options.causal ? ['"key, one by one"'] : ['"key"', ...real],
      };
    case 'hedgehog': {
      const W = `W_${index}`;
      const weights = map.weights === undefined ? dialect.eye('d') : matrixCode(map.weights, dialect);
      const settings = [W, `"${map.activation ?? 'exp'}"`];
      return { before: [`${W} = ${weights}`], query: settings, key: settings };
    }
    default:
      return { before: [], query: [], key: [] };
  }
}
