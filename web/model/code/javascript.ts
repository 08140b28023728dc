// The screen as a script for this project's own module: the same core, so the same numbers to the last bit.
import type { Matrix } from '../../engine/types.js';
import { shortestFloat32, shortestFloat64 } from '../format-number.js';
import { type CodeRun, type CodeScreen, commentText } from './screen.js';

/** `module` is where the script finds attention.js. */
export function toJavaScript(screen: CodeScreen, module: string): string {
  const { q, k, v } = screen;
  return [
    `// ${commentText(screen.title)}`,
    ...(screen.link === undefined ? [] : [`// ${commentText(screen.link)}`]),
    '// Runs in Node 20 and on a page: save as attention-example.mjs beside attention.js.',
    `import { loadAttention } from ${JSON.stringify(module)};`,
    '',
    'const matrix = (rows, cols, numbers) => ({ rows, cols, data: Float32Array.from(numbers) });',
    ...Object.entries({ q, k, v }).map(([name, value]) => `const ${name} = ${matrixCode(value, '')};`),
    '',
    'const attention = await loadAttention();',
    'export const outputs = {};',
    'export const weights = {};',
    ...screen.runs.flatMap(runCode),
    '',
    'for (const [name, { rows, cols, data }] of Object.entries(outputs)) {',
    '  console.log(name);',
    '  for (let i = 0; i < rows; i++) console.log([...data.subarray(i * cols, (i + 1) * cols)].join("  "));',
    '}',
    '',
  ].join('\n');
}

function runCode({ name, options }: CodeRun): string[] {
  // Tiles never hold the whole of the weights; the exact mechanism of the same weights does.
  const wanted =
    options.mechanism.kind === 'flash' ? { ...options, mechanism: { kind: 'softmax' as const } } : options;
  const key = JSON.stringify(name);
  return [
    '',
    `outputs[${key}] = attention.attend(q, k, v, ${code({ ...options, want: undefined }, '')}).output;`,
    `weights[${key}] = attention.attend(q, k, v, ${code({ ...wanted, want: ['weights'] }, '')}).weights;`,
  ];
}

/** A value as JavaScript that makes it again; typed arrays and matrices included. */
function code(value: unknown, indent: string): string {
  if (value instanceof Float32Array)
    return `Float32Array.of(${Array.from(value, shortestFloat32).join(', ')})`;
  if (value instanceof Uint8Array) return `Uint8Array.of(${value.join(', ')})`;
  if (typeof value === 'number') return shortestFloat64(value);
  if (Array.isArray(value)) return `[${value.map((entry) => code(entry, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (isMatrix(value)) return matrixCode(value, indent);
  const inside = `${indent}  `;
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
  const short = `{ ${entries.map(([key, entry]) => `${key}: ${code(entry, inside)}`).join(', ')} }`;
  if (short.length < 80 && !short.includes('\n')) return short;
  return `{\n${entries.map(([key, entry]) => `${inside}${key}: ${code(entry, inside)},\n`).join('')}${indent}}`;
}

function isMatrix(value: object): value is Matrix {
  return 'rows' in value && 'cols' in value && 'data' in value && value.data instanceof Float32Array;
}

function matrixCode({ rows, cols, data }: Matrix, indent: string): string {
  const lines = Array.from(
    { length: rows },
    (_, row) =>
      `${indent}  ${Array.from(data.subarray(row * cols, (row + 1) * cols), shortestFloat32).join(', ')},\n`,
  );
  return `matrix(${rows}, ${cols}, [\n${lines.join('')}${indent}])`;
}
