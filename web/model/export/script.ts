// Scripts that compute the numbers on the screen again, in somebody else's language.
import type { AttendOptions, FeatureMap, Matrix, Mechanism } from '../../engine/types.js';

export type Language = 'numpy' | 'pytorch' | 'javascript';

export interface ScriptInput {
  readonly q: Matrix;
  readonly k: Matrix;
  readonly v: Matrix;
  /** As they are given to the core. */
  readonly options: AttendOptions;
  /** The random directions that a seed stands for; needed by favor and trigonometric maps. */
  readonly projection?: Matrix;
}

/** Larger inputs would make a script that nobody can open; they travel as a file beside it. */
export const MAX_INLINE_NUMBERS = 20_000;

export class ScriptError extends Error {
  override readonly name = 'ScriptError';
}

/** The whole script, or a ScriptError that says what the language's version cannot do yet. */
export function writeScript(language: Language, input: ScriptInput): string {
  const numbers = input.q.data.length + input.k.data.length + input.v.data.length;
  if (numbers > MAX_INLINE_NUMBERS) {
    throw new ScriptError(
      `The inputs are ${numbers.toLocaleString('en')} numbers. A script holds up to ${MAX_INLINE_NUMBERS.toLocaleString('en')}; choose fewer tokens, or download the inputs as .npz.`,
    );
  }
  return language === 'javascript' ? javaScript(input) : python(language, input);
}

/** The shortest decimals that read back as the same float32. */
function rowsOf({ rows, cols, data }: Matrix): string {
  const row = (i: number) =>
    `[${Array.from(data.subarray(i * cols, (i + 1) * cols), (value) => shortest(value)).join(', ')}]`;
  return `[${Array.from({ length: rows }, (_, i) => row(i)).join(',\n  ')}]`;
}

function shortest(value: number): string {
  for (let figures = 1; figures <= 9; ++figures) {
    const text = value.toPrecision(figures);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(value);
}

function javaScript({ q, k, v, options }: ScriptInput): string {
  const matrix = (name: string, value: Matrix) =>
    `const ${name} = {\n  rows: ${value.rows},\n  cols: ${value.cols},\n  data: Float32Array.from(${rowsOf(value)}.flat()),\n};`;
  return `// Computes with the module of this site: put attention.js and its .wasm files beside this script.
import { loadAttention } from './attention.js';

${matrix('q', q)}
${matrix('k', k)}
${matrix('v', v)}

const attention = await loadAttention();
const { output } = attention.attend(q, k, v, ${literal(options)});
for (let i = 0; i < output.rows; ++i) {
  console.log(Array.from(output.data.subarray(i * output.cols, (i + 1) * output.cols)).join(' '));
}
`;
}

/** An option object as JavaScript; typed arrays and matrices as what makes them. */
function literal(value: unknown): string {
  if (value instanceof Float32Array || value instanceof Uint8Array) {
    return `${value.constructor.name}.from([${Array.from(value).join(', ')}])`;
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    return `{ ${entries.map(([key, entry]) => `${key}: ${literal(entry)}`).join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value}'` : String(value);
}

/** What NumPy and PyTorch call differently. */
interface Dialect {
  readonly setup: string;
  array(text: string): string;
  readonly module: string;
  relu(x: string): string;
  join(parts: string): string;
  sum(x: string): string;
  max(x: string): string;
  readonly print: string;
}

const DIALECTS: Readonly<Record<Exclude<Language, 'javascript'>, Dialect>> = {
  numpy: {
    setup: 'import numpy as np\n',
    module: 'np',
    array: (text) => `np.array(${text}, dtype=np.float64)`,
    relu: (x) => `np.maximum(${x}, 0)`,
    join: (parts) => `np.concatenate([${parts}], axis=-1)`,
    sum: (x) => `${x}.sum(axis=-1, keepdims=True)`,
    max: (x) => `${x}.max(axis=-1, keepdims=True)`,
    print: 'for row in output:\n    print(*row)',
  },
  pytorch: {
    setup: 'import torch\n',
    module: 'torch',
    array: (text) => `torch.tensor(${text}, dtype=torch.float64)`,
    relu: (x) => `torch.clamp(${x}, min=0)`,
    join: (parts) => `torch.cat([${parts}], dim=-1)`,
    sum: (x) => `${x}.sum(dim=-1, keepdim=True)`,
    max: (x) => `${x}.amax(dim=-1, keepdim=True)`,
    print: 'for row in output:\n    print(*row.tolist())',
  },
};

function python(language: Exclude<Language, 'javascript'>, input: ScriptInput): string {
  const say = DIALECTS[language];
  const { q, k, v, options } = input;
  const body =
    options.mechanism.kind === 'linear'
      ? linearBody(say, options, options.mechanism, input.projection)
      : softmaxBody(say, options, options.mechanism, q.cols);
  return `# Computes the output on the screen again, in float64.
${say.setup}
q = ${say.array(rowsOf(q))}
k = ${say.array(rowsOf(k))}
v = ${say.array(rowsOf(v))}

${body}
${say.print}
`;
}

function causalLine({ module }: Dialect, target: string, otherwise: string): string {
  // Bottom-right aligned: query i of n_q sees keys up to i + n_k - n_q.
  return `allowed = ${module}.tril(${module}.ones((len(q), len(k))), len(k) - len(q)) > 0
${target} = ${module}.where(allowed, ${target}, ${otherwise})
`;
}

function softmaxBody(say: Dialect, options: AttendOptions, mechanism: Mechanism, d: number): string {
  if (mechanism.kind === 'sparse') {
    throw new ScriptError('A sparse pattern has no Python version here. Copy it as JavaScript.');
  }
  const minusInfinity = say.module === 'np' ? '-np.inf' : "torch.tensor(float('-inf'), dtype=torch.float64)";
  return `scores = (q @ k.T) * ${options.scale ?? 1 / Math.sqrt(d)}
${options.causal === true ? causalLine(say, 'scores', minusInfinity) : ''}weights = ${say.module}.exp(scores - ${say.max('scores')})
weights = weights / ${say.sum('weights')}
output = weights @ v`;
}

type Linear = Mechanism & { kind: 'linear' };

function linearBody(
  say: Dialect,
  options: AttendOptions,
  mechanism: Linear,
  projection: Matrix | undefined,
): string {
  if (mechanism.update !== undefined && mechanism.update.kind !== 'sum') {
    throw new ScriptError('Only the sum rule has a Python version here. Copy it as JavaScript.');
  }
  const zero = say.module === 'np' ? '0.0' : 'torch.tensor(0.0, dtype=torch.float64)';
  const scale = options.scale ?? 1;
  const divide =
    mechanism.normalise === false
      ? 'output = kernel @ v'
      : `output = (kernel @ v) / (${say.sum('kernel')} + ${mechanism.epsilon ?? 0})`;
  return `${phi(say, mechanism.featureMap, projection)}

kernel = phi(q * ${scale}) @ phi(k).T
${options.causal === true ? causalLine(say, 'kernel', zero) : ''}# The same as phi(q) S / phi(q) z, with S and z summed over the keys: the order of the products is free.
${divide}`;
}

function phi(say: Dialect, map: FeatureMap, projection: Matrix | undefined): string {
  const { module: m, relu, join } = say;
  const define = (...lines: string[]) => `def phi(x):\n${lines.map((line) => `    ${line}`).join('\n')}`;
  const square = say.sum('(y * y)');
  switch (map.kind) {
    case 'identity':
      return define('return x');
    case 'elu+1':
      return define(
        `return ${m}.where(x >= 0, x + 1, ${m}.exp(${m === 'np' ? 'np.minimum(x, 0)' : 'torch.clamp(x, max=0)'}))`,
      );
    case 'relu':
      return define(`return ${relu('x')}`);
    case 'squared-relu':
      return define(`return ${relu('x')} ** 2`);
    case 'exp':
      return define(`return ${m}.exp(x)`);
    case 'taylor2':
      return define(
        'd = x.shape[-1]',
        `pairs = (x[:, :, None] * x[:, None, :]).reshape(len(x), d * d)`,
        `return ${join(`${m}.ones_like(x[:, :1]), x / d ** 0.25, pairs / (2 * d) ** 0.5`)}`,
      );
    case 'dpfp': {
      const roll = m === 'np' ? 'np.roll(y, j, axis=-1)' : 'torch.roll(y, j, dims=-1)';
      return define(
        `y = ${join(`${relu('x')}, ${relu('-x')}`)}`,
        `return ${m === 'np' ? 'np.concatenate' : 'torch.cat'}([y * ${roll} for j in range(1, ${map.nu + 1})], ${m === 'np' ? 'axis' : 'dim'}=-1)`,
      );
    }
    case 'favor':
    case 'trigonometric': {
      if (projection === undefined) throw new ScriptError('The random directions are missing.');
      const features =
        map.kind === 'favor'
          ? `return ${m}.exp(u - ${square} / 2) / len(W) ** 0.5`
          : `return ${m}.exp(${square} / 2) * ${join(`${m}.cos(u), ${m}.sin(u)`)} / len(W) ** 0.5`;
      const code = define('y = x / x.shape[-1] ** 0.25', 'u = y @ W.T', features);
      return `W = ${say.array(rowsOf(projection))}\n\n${code}`;
    }
    case 'hedgehog': {
      const weights = map.weights === undefined ? '' : `W = ${say.array(rowsOf(map.weights))}\n\n`;
      if (map.activation !== undefined && map.activation !== 'exp') break;
      return `${weights}${define(`u = ${map.weights === undefined ? 'x' : 'x @ W.T'}`, `return ${join(`${m}.exp(u), ${m}.exp(-u)`)}`)}`;
    }
  }
  throw new ScriptError(`The map “${map.kind}” has no Python version here. Copy it as JavaScript.`);
}
